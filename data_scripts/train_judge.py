"""Fit the judge of readings.

    python data_scripts/train_judge.py --corpora CORPORA --output WEIGHTS hi ta

Examples are the case tables, the carriers beside this script, and edited text: CORPORA holds a folder a language of
``*.xz``, a passage a line. Prints what share of held-out carriers (a fifth of their ids) and of the rows of
benchmarks/itn and benchmarks/itn_talk, which are not trained on, have a right path; writes a file a language.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from indic_tf.training.judging.collecting import Collecting
from indic_tf.training.judging.examples import Example
from indic_tf.training.judging.exporting import rows, write
from indic_tf.training.judging.field import Field

ROOT = Path(__file__).parent.parent
CARRIERS = Path(__file__).parent / "carriers"
TESTS = ("itn", "itn_talk")
HELD = 5

console = Console(stderr=True)


def main(
    languages: Annotated[list[str], typer.Argument(help="Codes of languages.")],
    output: Annotated[Path, typer.Option(help="Folder for the weights.")],
    corpora: Annotated[Path | None, typer.Option(help="Folder with a folder a language of *.xz.")] = None,
    times: Annotated[int, typer.Option(help="How often each carrier is filled.")] = 3,
    sentences: Annotated[int, typer.Option(help="Sentences of edited text a language.")] = 1200,
    epochs: int = 4,
    seed: int = 1,
) -> None:
    names: dict[int, str] = {}
    train: list[Example] = []
    tests: dict[str, list[Example | None]] = {}
    for code in track(languages, "examples", console=console):
        collecting = Collecting(code, names)
        train += learnt(collecting, code, tests, times)
        if corpora is not None:
            train += collecting.edited(passages(corpora / code, 4 * sentences), sentences)
        for name in TESTS:
            path = ROOT / "benchmarks" / name / f"{code}.tsv"
            tests[f"{code} {name}"] = list(collecting.rows(path)) if path.exists() else []
    field = fitted(train, epochs, Random(seed))
    for name, found in tests.items():
        if found:
            right = sum(one is not None and field.is_right(one) for one in found)
            print(f"{name}\t{right} of {len(found)}\t{right / len(found):.4f}")
    states = {edge[2] for one in train for edge in one.edges}
    print(write(rows(set(names.values()), field, states | {f"&{state}" for state in states}), output))


def learnt(collecting: Collecting, code: str, tests: dict[str, list[Example | None]], times: int) -> Iterator[Example]:
    """The examples of case tables and carriers; those of held-out carriers go to ``tests``."""
    for path in sorted((ROOT / "tests" / "cases" / code).glob("*.tsv")):
        if path.stem == "unchanged":
            lines = path.read_text(encoding="utf-8").splitlines()
            yield from filter(
                None, collecting.unchanged(line.split("\t")[0] for line in lines if line and line[0] != "#")
            )
        elif path.stem != "known_failures":
            yield from filter(None, collecting.rows(path))
    if (carriers := CARRIERS / f"{code}.tsv").exists():
        for example in collecting.carriers(carriers, times):
            if int("".join(filter(str.isdecimal, example.group)) or 1) % HELD:
                yield example
            else:
                tests.setdefault(f"{code} carriers", []).append(example)


def passages(folder: Path, most: int) -> Iterator[str]:
    """The first passages of each file."""
    for path in sorted(folder.glob("*.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as file:
            yield from islice(file, most)


def fitted(examples: Sequence[Example], epochs: int, random: Random) -> Field:
    field, order = Field(), list(examples)
    for epoch in range(epochs):
        random.shuffle(order)
        loss = sum(field.step(one) for one in track(order, f"epoch {epoch + 1}", console=console))
        console.print(f"epoch {epoch + 1}: loss {loss / max(len(order), 1):.4f}")
    return field


if __name__ == "__main__":
    typer.run(main)
