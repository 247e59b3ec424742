"""Find what the grammars convert in running text without figures: all of it should be what an editor would write.

    python data_scripts/over_conversion.py hi stories.txt news.txt.xz --sentences 2000 --out hi.tsv

Sentences are cut out of the lines of plain or xz text, those with digits are left out, marks are taken off as a
recogniser would print them. The table (sentence, output, kinds) is for reading by eye; on the screen stand the rates:
how many sentences are converted, and how many of those that hold no number word of value ten or more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated

import regex
import typer
from check_invariants import passages
from rich.console import Console
from rich.progress import track

from indic_tf import Formatted, IndicFormatter
from indic_tf.replacing import write_text

_DIGIT = regex.compile(r"\p{Nd}")
_MARKS = regex.compile(r"[^\p{L}\p{M}\p{Cf} '’\-]+")
_END = regex.compile(r"(?<=[।.?!॥۔])\s+")
_LEAST_WORDS, _MOST_WORDS = 3, 40
_LARGE = 10


def sentences(files: list[Path], count: int, seed: int) -> list[str]:
    """``count`` sentences without figures, drawn from many more."""
    found = dict.fromkeys(islice(_without_figures(files), 20 * count))
    return random.Random(seed).sample(list(found), min(count, len(found)))


def _without_figures(files: list[Path]) -> Iterator[str]:
    for passage in passages(files, 10**9):
        for sentence in _END.split(passage.strip()):
            bare = " ".join(_MARKS.sub(" ", sentence).split())
            if not _DIGIT.search(sentence) and _LEAST_WORDS <= len(bare.split()) <= _MOST_WORDS:
                yield bare


def holds_large_number(fmt: IndicFormatter, sentence: str) -> bool:
    """True if some number word of the sentence, converted or not, says ten or more."""
    spans = fmt.grammar.spans(sentence.split())
    values = (value for span in spans for value in span.token.fields.values() if value.isdigit())
    return any(int(value) >= _LARGE for value in values)


def row(made: Formatted, sentence: str) -> str:
    return "\t".join([sentence, made.text, " ".join(span.kind for span in made.spans)])


def main(
    lang: str,
    files: list[Path],
    count: Annotated[int, typer.Option("--sentences", help="how many sentences")] = 2000,
    out: Annotated[
        Path | None, typer.Option(help="where the conversions are written, one a line; else they are printed")
    ] = None,
    seed: Annotated[int, typer.Option(help="which sentences")] = 1,
) -> None:
    """Print every conversion in text without figures, and how often one happens."""
    fmt = IndicFormatter(lang, model=None)
    drawn = sentences(files, count, seed)
    converted, small, small_converted = [], 0, 0
    for sentence in track(drawn, description=lang):
        made = fmt(sentence)
        is_small = not holds_large_number(fmt, sentence)
        small += is_small
        if made.spans:
            converted.append(row(made, sentence))
            small_converted += is_small
    console = Console(stderr=True)
    if out:
        write_text(out, "".join(line + "\n" for line in converted))
    else:
        print("\n".join(converted))
    console.print(f"{lang}: {len(drawn)} sentences, {len(converted)} converted ({len(converted) / len(drawn):.1%})")
    console.print(
        f"no number of ten or more: {small} sentences, "
        f"{small_converted} converted ({small_converted / max(small, 1):.1%})"
    )


if __name__ == "__main__":
    typer.run(main)
