"""How often repair is wrong about honest text, and how often it finds what it is for; figures: ``docs/repair.md``.

    python benchmarks/repair.py CORPORA [--every 10]

CORPORA has a folder for each language with ``.txt.xz`` files, a passage a line. Loops are made of the passages' own
words: phrases of 1 to 12 words said up to a limit of 60 words and more, each letter missing with the given chance, and
words run together with a third of it. Stripped text is every combining mark as a space, in pieces of 6 to 12 words.
"""

from __future__ import annotations

import argparse
import lzma
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import regex

from indic_tf.languages import language
from indic_tf.repair import Marks, is_stripped, loops, prepare
from indic_tf.repair.looping import enough
from indic_tf.scripts import nfc

NOISE = (0.0, 0.05, 0.1, 0.15)
TRIALS, LIMIT, BEFORE = 25, 60, 8
_MARK, _INDIC = regex.compile(r"\p{M}"), regex.compile(r"[\u0900-\u0DFF]")


def passages(folder: Path, every: int) -> Iterator[str]:
    for path in sorted(folder.glob("*.txt.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from (nfc(line.strip()) for i, line in enumerate(lines) if i % every == 0)


def marks_of(code: str) -> Marks:
    facts = language(code)
    made = Marks(facts.sentence_end, facts.comma, facts.question)
    return made.with_forms(facts.forms("abbreviations"), facts.forms("letters"))


def noisy(phrase: list[str], times: int, noise: float, chance: random.Random) -> list[str]:
    """``phrase`` said ``times`` times, with other letters missing and other words run together each time."""
    made: list[str] = []
    for word in phrase * times:
        heard = "".join(letter for letter in word if chance.random() >= noise)
        if made and heard and chance.random() < noise / 3:
            made[-1] += heard
        elif heard:
            made.append(heard)
    return made


def hits(words: list[str], period: int, noise: float, chance: random.Random) -> int:
    """How many of `TRIALS` loops are found, at least four fifths of their words."""
    found = 0
    for _ in range(TRIALS):
        start = chance.randrange(len(words) - period - BEFORE)
        before, phrase = words[start : start + BEFORE], words[start + BEFORE : start + BEFORE + period]
        again = noisy(phrase, max(enough(period) + 2, LIMIT // period), noise, chance)
        covered = sum(loop.end - max(loop.start, BEFORE) for loop in loops(before + again))
        found += covered >= 0.8 * len(again)
    return found


def measure(code: str, texts: list[str], seen: Counter[str], chance: random.Random) -> None:
    """Count everything for one language, and print its row."""
    own: Counter[str] = Counter(passages=len(texts))
    words = [text.split() for text in texts]
    facts = marks_of(code)
    for said in words:
        own["words"] += len(said)
        start = time.process_time()
        made = prepare(said, facts)
        own["microseconds"] += int(1e6 * (time.process_time() - start))
        own["loops"] += bool(made.loops)
        own["called stripped"] += made.is_stripped
        own["passive"] += sum(token.passive for token in made.tokens)
        own["changed"] += made.words != said
        for loop in made.loops:
            print(f"  {code} loop: {' '.join(said[loop.start : loop.end])[:150]}")
        piece = [word for word in said if _INDIC.search(word)][: chance.randrange(6, 13)]
        if len(piece) >= 6:
            own["stripped"] += 1
            own["found stripped"] += is_stripped(_MARK.sub(" ", " ".join(piece)))
    lines = [word for said in words[:2000] for word in said if any(map(str.isalpha, word))]
    for noise in NOISE:
        for period in range(1, 13):
            own[f"hit {noise} {period}"] += hits(lines, period, noise, chance)
            own[f"of {noise} {period}"] += TRIALS
    seen.update(own)
    print(code, row(own), flush=True)


def row(own: Counter[str]) -> str:
    rate = own["found stripped"] / own["stripped"] if own["stripped"] else float("nan")
    per_word = own["microseconds"] / max(1, own["words"])
    return (
        f"{own['passages']} passages, {own['words']} words, {own['loops']} with loops, {own['called stripped']} called "
        f"stripped; stripped found {rate:.4f} of {own['stripped']}; {own['changed']} changed, {own['passive']} passive "
        f"words; {per_word:.1f} µs a word"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--every", type=int, default=10, help="take every Nth passage")
    given = parser.parse_args()
    seen: Counter[str] = Counter()
    chance = random.Random(1)
    for folder in sorted(path for path in given.corpora.iterdir() if path.is_dir()):
        measure(folder.name, list(passages(folder, given.every)), seen, chance)
    print("all", row(seen))
    for noise in NOISE:
        shares = (seen[f"hit {noise} {period}"] / seen[f"of {noise} {period}"] for period in range(1, 13))
        print(f"loops found, letters missing {noise:.2f}, period 1 to 12:", *(f"{share:.2f}" for share in shares))


if __name__ == "__main__":
    main()
