"""Sentences with their English words marked → the weights that decide which words are English.

    pip install scipy
    python data_scripts/fit_mixed.py

Logistic regression over the English words that the words of `benchmarks/codemix` (rows `dev`) and those of
`mixed_stays.tsv` may be, written to
`indic_tf/transliterate/data/weights.tsv`; the score that is sure enough is the least that has the asked precision.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from indic_tf.replacing import replacing
from indic_tf.transliterate import mixed
from indic_tf.transliterate.data import FOLDER
from indic_tf.transliterate.evidence import established

ROOT = Path(__file__).parent.parent
NAMES = (
    *("bias", "sounds", "english", "borrowed", "frequency", "often", "native", "letters", "length", "named", "ended"),
    "cut",
)
HEAD = "# What speaks for a word being English, and how much; sure: the log-odds from which it is one.\n"
OTHER = 0.3  # how much a wrong spelling of a word that is English counts, beside a word that is none
RIDGE = 0.3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--precision", type=float, default=0.985, help="of the words that are turned")
    parser.add_argument("--beside", type=float, default=0.97, help="of those that are only because of a word beside")
    asked = parser.parse_args()
    words = list(marked())
    rows = [(x, y) for word in [*words, *staying()] for x, y in examples(word.like, word.latin)]
    theta = fitted(
        np.array([x for x, _ in rows]), np.array([y for _, y in rows]), np.array([weight(y) for _, y in rows])
    )
    print(f"{len(words)} words, {len(rows)} examples")
    scored = [(max(x @ theta for _, x in word.like), bool(word.latin), word) for word in words]
    least = sure([(score, right) for score, right, _ in scored], asked.precision)
    certain = {(word.sentence, word.place) for score, _, word in scored if score >= least}
    near = [(score, right) for score, right, word in scored if score < least and word.is_beside(certain)]
    values = {**dict(zip(NAMES, theta, strict=True)), "sure": least, "beside": min(least, sure(near, asked.beside))}
    lines = [f"{name}\t{value:.3f}\n" for name, value in values.items()]
    with replacing(FOLDER / "weights.tsv") as file:
        file.write((HEAD + "".join(lines)).encode())
    print("".join(lines))


Like = list[tuple[str, Any]]  # what a word may be, as it is written, with what speaks for it


@dataclass(frozen=True)
class Marked:
    """What a word may be, and what it is ("" for no English); where it stands."""

    like: Like
    latin: str
    sentence: int
    place: int

    def is_beside(self, places: set[tuple[int, int]]) -> bool:
        return not places.isdisjoint({(self.sentence, self.place - 1), (self.sentence, self.place + 1)})


def marked() -> Iterator[Marked]:
    """The words of the sentences that may be English."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    import codemix

    number = 0
    for code in codemix.CODES:
        finder, stays = mixed(code), established(code)
        for case in codemix.read(code, "dev"):
            number += 1
            for i, (word, latin, both) in enumerate(zip(case.words, case.latin, case.either, strict=True)):
                features = [one for one in finder.features(word) if one[0] not in stays]
                like = [(f"{a}-{b}" if b else a, np.array([x.get(n, 0.0) for n in NAMES])) for a, b, x in features]
                if like and not both:
                    yield Marked(like, latin, number, i)


def staying() -> Iterator[Marked]:
    """Words that are none, though they sound like English."""
    listed = (Path(__file__).parent / "mixed_stays.tsv").read_text(encoding="utf-8").splitlines()
    for number, (code, word) in enumerate(line.split("\t") for line in listed if line[0] != "#"):
        features = mixed(code).features(word)
        like = [(f"{a}-{b}" if b else a, np.array([x.get(n, 0.0) for n in NAMES])) for a, b, x in features]
        if like:
            yield Marked(like, "", -number, 0)


def examples(like: Like, latin: str) -> Iterator[tuple[Any, float]]:
    """What speaks for each, with 1 for the right one, 0 for one of a word that is no English, OTHER for the rest."""
    for text, features in like:
        yield features, 1.0 if text == latin else OTHER if latin else 0.0


def weight(label: float) -> float:
    return OTHER if label == OTHER else 1.0


def fitted(x: Any, y: Any, weights: Any) -> Any:
    target = (y == 1.0).astype(float)

    def loss(theta: Any) -> Any:
        z = x @ theta
        slope = weights * (1 / (1 + np.exp(-np.clip(z, -30, 30))) - target)
        value = (weights * (np.logaddexp(0, z) - target * z)).sum() + RIDGE / 2 * theta[1:] @ theta[1:]
        return value, x.T @ slope + np.r_[0.0, RIDGE * theta[1:]]

    return minimize(loss, np.zeros(len(NAMES)), jac=True, method="L-BFGS-B").x


def sure(scored: list[tuple[float, bool]], precision: float) -> float:
    """The least score from which words are English as often as asked; none of them, if they never are."""
    least, right = float("inf"), 0
    for i, (score, is_english) in enumerate(sorted(scored, reverse=True), 1):
        right += is_english
        if right / i >= precision:
            least = score
    return least


if __name__ == "__main__":
    main()
