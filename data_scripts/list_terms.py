"""Names of letters and figures, and names that are spelled, which the tables of the grammars lack, from public lists.

    pip install wordfreq
    python data_scripts/list_terms.py [TEXT] [--least 3.0] [--write]

Of the English words of wordfreq those with letters and figures (mp3, ps4, h2o) are candidates of `terms.tsv`: two
letters and a figure or more, no time, unit or ordinal. TEXT is a folder of `*.txt.xz` of English; its words in capitals
that are no words in small letters are candidates of `acronyms.tsv`. Printed are table, row, and how often it is
written; with --write rows are added to the tables. Read them first: every grammar is compiled anew then, and a word of
capitals that is said as a word (ISRO) needs a second cell.
"""

from __future__ import annotations

import argparse
import lzma
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import regex

from indic_tf.languages import language
from indic_tf.replacing import replacing
from indic_tf.resources import folder

_TERM = regex.compile(r"[a-z]{2,4}[0-9][a-z]?|[a-z][0-9][a-z]|[0-9][a-z]{3}")
_NO_TERM = regex.compile(r"[0-9](st|nd|rd|th|am|pm)|.*00.*|no[0-9]|(am|pm|km|cm|mm|ft|kg)[0-9]")
_CAPITALS = regex.compile(r"(?<![\p{L}.&-])[A-Z]{3,6}(?![\p{L}.&-])")
_SMALL = regex.compile(r"(?<!\p{L})[a-z]{3,6}(?!\p{L})")
_SHOUTED, _FEWEST = 3, 20  # capitals in a row are shouted; times that an acronym is written


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", type=Path, nargs="?")
    parser.add_argument("--least", type=float, default=3.0, help="Zipf frequency of a name of letters and figures")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    made = {"terms": terms(asked.least), "acronyms": acronyms(asked.text) if asked.text else {}}
    for table, found in made.items():
        known = {row["written"].lower() for row in language("en").table(table)}
        new = {written: often for written, often in found.items() if written.lower() not in known}
        for written in sorted(new, key=lambda written: (-new[written], written)):
            print(table, written, f"{new[written]:.1f}", sep="\t")
        if asked.write and new:
            add(folder("grammars") / "common" / f"{table}.tsv", sorted(new))


def terms(least: float) -> dict[str, float]:
    """Names of letters and figures with their Zipf frequencies."""
    from wordfreq import get_frequency_dict

    shares = get_frequency_dict("en", "best")
    zipf = {word: math.log10(share) + 9 for word, share in shares.items() if _TERM.fullmatch(word)}
    units = {form.lower() for form in language("en").forms("units")}
    return {
        word.upper(): often
        for word, often in zipf.items()
        if often >= least and not _NO_TERM.fullmatch(word) and word.lstrip("0123456789") not in units
    }


def acronyms(text: Path) -> dict[str, float]:
    """Words in capitals with how often they are written, but for those that are words in small letters too."""
    large, small = Counter[str](), Counter[str]()
    for line in _lines(text):
        found = _CAPITALS.findall(line)
        small.update(_SMALL.findall(line))
        if len(found) <= _SHOUTED:
            large.update(found)
    roman = regex.compile("[IVXLCDM]+")
    return {
        word: float(count)
        for word, count in large.items()
        if count >= _FEWEST and 4 * small[word.lower()] < count and not roman.fullmatch(word)
    }


def _lines(text: Path) -> Iterator[str]:
    for file in sorted(text.glob("*.txt.xz")):
        with lzma.open(file, "rt", encoding="utf-8") as opened:
            yield from opened


def add(table: Path, rows: list[str]) -> None:
    """Put ``rows`` behind those of a table."""
    before = table.read_text(encoding="utf-8").rstrip("\n")
    with replacing(table) as file:
        file.write(("\n".join([before, *rows]) + "\n").encode())


if __name__ == "__main__":
    main()
