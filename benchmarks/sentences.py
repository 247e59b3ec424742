"""Sentence borders found again in joined one-sentence lines: F1 per language, ours and others'.

    python benchmarks/sentences.py hi=dev/hi/tatoeba.txt ta=dev/ta/tatoeba.txt ta=dev/ta/ud.txt …

A file has one sentence a line. Lines that end in no sentence mark are left out, since nothing tells their end, and so
are lines that hold more: a danda, question or exclamation mark inside, or a period behind a word of four letters
(initials and abbreviations are shorter). The others are shuffled and joined by a blank in pairs and in fives; a border
is right if it lies between the same two characters (white space aside). F1 is of borders
inside the joined texts. The others are pysbd and indic-nlp-library, where they are installed.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random

import regex

from indic_tf.sentences import split

Splitter = Callable[[str], Sequence[str]]
_ENDED = regex.compile(r"[.।॥۔?!؟᱾][\p{Pe}\p{Pf}\"']*$")
_INSIDE = regex.compile(r"[।॥۔?!؟᱾][\p{Pe}\p{Pf}\"']*\s")
_PERIOD_INSIDE = regex.compile(r"(?:\p{L}\p{M}*+){4,}\.[\p{Pe}\p{Pf}\"']*\s")
_SIZES = (2, 5)


def main(arguments: Sequence[str]) -> None:
    """Print a row per language."""
    files: dict[str, list[Path]] = defaultdict(list)
    for argument in arguments:
        lang, _, path = argument.partition("=")
        files[lang].append(Path(path))
    print("lang | lines | indic_tf pairs | fives | indic-nlp fives | pysbd fives")
    for lang, paths in files.items():
        lines = [line for path in paths for line in sentences(path)]
        cells = [f"{100 * score(lines, size, ours(lang)):.1f}" for size in _SIZES]
        for other in (indic_nlp(lang), pysbd(lang)):
            cells.append("–" if other is None else f"{100 * score(lines, _SIZES[-1], other):.1f}")
        print(" | ".join([lang, str(len(lines)), *cells]), flush=True)


def sentences(path: Path) -> list[str]:
    """The lines of a file that are one sentence each, as far as their marks say."""
    lines = map(str.strip, path.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if _ENDED.search(line) and not (_INSIDE.search(line) or _PERIOD_INSIDE.search(line))]


def score(lines: Sequence[str], size: int, splitter: Splitter) -> float:
    """F1 of the borders inside texts of ``size`` lines."""
    shuffled = Random(7).sample(lines, len(lines))
    right = found = true = 0
    for i in range(0, len(shuffled) - size + 1, size):
        parts = shuffled[i : i + size]
        gold, made = borders(parts), borders(splitter(" ".join(parts)))
        right, found, true = right + len(gold & made), found + len(made), true + len(gold)
    return 2 * right / max(1, found + true)


def borders(parts: Sequence[str]) -> set[int]:
    """Where parts meet, in characters without white space."""
    made, position = set(), 0
    for part in parts[:-1]:
        position += len("".join(part.split()))
        made.add(position)
    return made


def ours(lang: str) -> Splitter:
    """The splitter of this package."""
    return lambda text: [sentence.text for sentence in split(text, lang)]


def indic_nlp(lang: str) -> Splitter | None:
    """That of indic-nlp-library, which takes any code; None where it is not installed."""
    if find_spec("indicnlp") is None:
        return None
    from indicnlp.tokenize.sentence_tokenize import sentence_split

    return lambda text: [str(part) for part in sentence_split(text, lang)]


def pysbd(lang: str) -> Splitter | None:
    """That of pysbd; None for a language that it does not have, or where it is not installed."""
    if find_spec("pysbd") is None:
        return None
    from pysbd import Segmenter  # type: ignore[import-untyped,unused-ignore]
    from pysbd.languages import LANGUAGE_CODES  # type: ignore[import-untyped,unused-ignore]

    return Segmenter(language=lang, clean=False).segment if lang in LANGUAGE_CODES else None


if __name__ == "__main__":
    main(sys.argv[1:])
