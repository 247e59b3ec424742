"""Texts as a recogniser prints them: everyday sentences with numbers, from benchmarks/itn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from indic_tf.evaluation.itn import cases

ROWS = Path(__file__).parent / "itn"
WORDS = 20


def texts(lang: str, seed: int = 0, length: int = WORDS) -> Iterator[str]:
    """Texts of so many words, for ever, no two the same: words that are used up come in another order.

    Raises `OSError` for a language that the benchmark does not have.
    """
    spoken = [case.spoken.split() for case in cases(ROWS / f"{lang}.tsv", [])]
    order = random.Random(seed)
    while True:
        order.shuffle(spoken)
        words = [word for sentence in spoken for word in sentence]
        for start in range(0, len(words) - length, length):
            yield " ".join(words[start : start + length])
