"""Sentences with their English words marked → the weights that decide which words are English.

    pip install scipy
    python data_scripts/fit_mixed.py

Logistic regression over the English words that the words of `benchmarks/codemix` (rows `dev`) may be, written to
`indic_tf/transliterate/data/weights.tsv`; the score that is sure enough is the least that has the asked precision.
"""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from indic_tf.replacing import replacing
from indic_tf.transliterate import mixed
from indic_tf.transliterate.data import FOLDER
from indic_tf.transliterate.evidence import established

ROOT = Path(__file__).parent.parent
NAMES = ("bias", "sounds", "english", "borrowed", "frequency", "letters", "length", "named", "ended")
HEAD = "# What speaks for a word being English, and how much; sure: the log-odds from which it is one.\n"
OTHER = 0.3  # how much a wrong spelling of a word that is English counts, beside a word that is none
RIDGE = 0.3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--precision", type=float, default=0.98)
    asked = parser.parse_args()
    words = list(marked())
    rows = [(x, y) for like, latin in words for x, y in examples(like, latin)]
    theta = fitted(np.array([x for x, _ in rows]), np.array([y for _, y in rows]), np.array([weight(y) for _, y in rows]))
    print(f"{len(words)} words, {len(rows)} examples")
    least = sure(words, theta, asked.precision)
    lines = [f"{name}\t{value:.3f}\n" for name, value in zip(NAMES, theta, strict=True)]
    with replacing(FOLDER / "weights.tsv") as file:
        file.write((HEAD + "".join(lines) + f"sure\t{least:.3f}\n").encode())
    print("".join(lines) + f"sure\t{least:.3f}")


Like = list[tuple[str, Any]]  # what a word may be, as it is written, with what speaks for it


def marked() -> Iterator[tuple[Like, str]]:
    """What each word may be, and what it is ("" for no English)."""
    found = importlib.util.spec_from_file_location("codemix", ROOT / "benchmarks/codemix.py")
    assert found and found.loader
    benchmark = importlib.util.module_from_spec(found)
    import sys

    sys.modules["codemix"] = benchmark
    found.loader.exec_module(benchmark)
    for code in benchmark.CODES:
        finder, stays = mixed(code), established(code)
        for case in benchmark.read(code, "dev"):
            for word, latin, both in zip(case.words, case.latin, case.either, strict=True):
                features = [one for one in finder.features(word) if one[0] not in stays]
                like = [(f"{a}-{b}" if b else a, np.array([x.get(n, 0.0) for n in NAMES])) for a, b, x in features]
                if like and not both:
                    yield like, latin


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


def sure(words: list[tuple[Like, str]], theta: Any, precision: float) -> float:
    """The least score of a word's likeliest English from which the words turned are right as often as asked."""
    best = sorted(((max(x @ theta for _, x in like), bool(latin)) for like, latin in words), reverse=True)
    least, right = best[0][0], 0
    for i, (score, is_english) in enumerate(best, 1):
        right += is_english
        if right / i >= precision:
            least = score
    return float(least)


if __name__ == "__main__":
    main()
