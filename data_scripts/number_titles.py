"""Find titles that hold numbers: what stands in quotation marks in written text, with a number word in it.

    python data_scripts/number_titles.py hi CORPORA/hi/*wiki*.xz CORPORA/hi/stories.txt --out hi.tsv

Names of films, books, songs and places keep their words. The table (times seen, title, what the grammar makes of it, a
sentence) is for reading by eye; what is unmistakable goes into `grammars/<code>/keep.tsv`, the rest stays a number.
With `--changed` it has only those that become figures today. No title of this is taken over by itself: a quotation is
often no title, and many a title is an ordinary number elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import regex
import typer
from check_invariants import passages
from rich.console import Console

from indic_tf import IndicFormatter
from indic_tf.replacing import write_text

_QUOTED = regex.compile(
    r"""(?<![\p{L}\p{M}\p{N}])(?:“([^“”"]+)”|‘([^‘’]+)’|"([^"]+)"|'([^'’]+)'|«([^«»]+)»|''([^']+)'')"""
)
_MARKS = regex.compile(r"[^\p{L}\p{M}\p{N}\p{Cf}'’\-]+")
_DIGIT = regex.compile(r"\p{Nd}")
_FEWEST, _MOST = 2, 7  # words of a title; one word alone is mostly a word spoken of
_SHOWN = 60  # characters of a sentence on either side


def titles(files: list[Path], fmt: IndicFormatter) -> Iterator[tuple[str, str]]:
    """Quoted words with a number word among them, without marks and figures, each with what stands around it."""
    for passage in passages(files, 10**9):
        for match in _QUOTED.finditer(passage):
            words = _MARKS.sub(" ", next(group for group in match.groups() if group)).split()
            if _FEWEST <= len(words) <= _MOST and any(map(fmt.grammar.is_number, words)):
                title = " ".join(words)
                if not _DIGIT.search(title):
                    yield title, passage[max(match.start() - _SHOWN, 0) : match.end() + _SHOWN].strip()


def main(
    lang: str,
    files: list[Path],
    changed: Annotated[bool, typer.Option("--changed", help="only what becomes figures today")] = False,
    least: Annotated[int, typer.Option(help="how often a title stands in the text")] = 1,
    out: Annotated[Path | None, typer.Option(help="where the table is written; else it is printed")] = None,
) -> None:
    """Print titles with number words, the most frequent first."""
    fmt = IndicFormatter(lang, model=None)
    counts: Counter[str] = Counter()
    around: dict[str, str] = {}
    for title, sentence in titles(files, fmt):
        counts[title] += 1
        around.setdefault(title, sentence)
    rows = []
    for title, count in counts.most_common():
        made = fmt(title)
        if count >= least and (made.spans or not changed):
            rows.append("\t".join([str(count), title, made.text, around[title]]))
    if out:
        write_text(out, "".join(row + "\n" for row in rows))
    else:
        print("\n".join(rows))
    Console(stderr=True).print(f"{lang}: {len(rows)} titles with number words")


if __name__ == "__main__":
    typer.run(main)
