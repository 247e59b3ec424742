"""Print what normalizations lose of text in many languages, as Markdown.

    python data_scripts/normalization_table.py --sentences 1000 devsets/*/*.txt

The folder that a file lies in is the code of its language; several files of one language are read one behind the
other until there are enough sentences. ``.txt.xz`` is text too. Signatures stand below the table.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Annotated

import typer

from indic_tf.cli.asr_tables import LOSS_COLUMNS, loss_cells
from indic_tf.evaluation.asr.losses import Losses, evaluate


def main(
    files: Annotated[list[Path], typer.Argument(metavar="LANG/FILE...")],
    sentences: Annotated[int, typer.Option(min=1, help="Of each language, at most.")] = 1000,
) -> None:
    """Print a table over all languages."""
    by_language: dict[str, list[Path]] = defaultdict(list)
    for path in files:
        by_language[path.resolve().parent.name].append(path)
    print("| lang | sentences | " + " | ".join(LOSS_COLUMNS) + " |")
    print("|" + "---|" * (len(LOSS_COLUMNS) + 2))
    made = [_rows(lang, paths, sentences) for lang, paths in by_language.items()]
    print("\n" + "\n".join(f"    {found.signature}" for found in made))


def _rows(lang: str, paths: list[Path], most: int) -> Losses:
    found = evaluate(paths, lang, folds=("nukta", "candrabindu"), most=most)
    for name, loss in found.losses.items():
        cells = [lang, f"{found.sentences:,}", *loss_cells(name, loss)]
        print("| " + " | ".join(cells) + " |", flush=True)
    return found


if __name__ == "__main__":
    typer.run(main)
