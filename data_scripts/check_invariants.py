"""Check on real text what must hold for every output: replay, and formatting twice.

    python data_scripts/check_invariants.py hi stories.txt news.txt.xz --passages 1000

Passages are lines of plain or xz text. Exits with 1 if an invariant fails, and shows the passage.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice, zip_longest
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.progress import track

from indic_tf import Formatted, IndicFormatter, replay


def passages(files: list[Path], count: int) -> Iterator[str]:
    """``count`` non-empty lines, taken from the files in turn."""
    with ExitStack() as stack:
        opened = [stack.enter_context(open_text(path)) for path in files]
        rows = zip_longest(*(filter(str.strip, lines) for lines in opened))
        yield from islice((line for row in rows for line in row if line), count)


def open_text(path: Path) -> TextIO:
    """A plain or xz text file."""
    if path.suffix == ".xz":
        return lzma.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def broken(fmt: IndicFormatter, made: Formatted) -> str | None:
    """What is wrong with one output, or None."""
    if replay(made.words, made.edits) != made.text:
        return "replay(words, edits) is another text"
    again = fmt(made.text).text
    return None if again == made.text else f"formatting twice changes it to {again}"


def main(
    lang: str,
    files: list[Path],
    passages_: Annotated[int, typer.Option("--passages", help="how many passages in all")] = 1000,
    model: Annotated[str, typer.Option(help="tagger, or 'none'")] = "default",
) -> None:
    """Check replay and idempotence on real text."""
    fmt = IndicFormatter(lang, model=None if model == "none" else model)
    texts = list(passages(files, passages_))
    bare = [" ".join(word.strip("।,.?!") for word in text.split()) for text in texts]
    failures = 0
    for text in track([*texts, *bare], description=lang):
        made = fmt(text)
        if problem := broken(fmt, made):
            failures += 1
            typer.echo(f"{made.text}\n  {problem}")
    typer.echo(f"{lang}: {len(texts)} passages as written and {len(bare)} without marks, {failures} failures")
    raise typer.Exit(1 if failures else 0)


if __name__ == "__main__":
    typer.run(main)
