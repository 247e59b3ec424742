"""Fit the judge of readings.

    python data_scripts/train_judge.py collect --corpora CORPORA --to EXAMPLES hi ta …
    python data_scripts/train_judge.py fit EXAMPLES --output indic_tf/readings/weights
    python data_scripts/train_judge.py measure EXAMPLES [--share 0.5 --without edited]

``collect`` makes the examples of languages, a file each: the case tables, the rows of benchmarks/itn and
benchmarks/itn_talk, the carriers beside this script, and edited text read aloud (CORPORA holds a folder a language of
``*.xz``, a passage a line). ``fit`` fits a judge on all of them. ``measure`` fits one on four fifths, and prints what
share of the other fifth has a right path; carriers are split by their ids, edited text by document.
"""

from __future__ import annotations

import lzma
import pickle
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from indic_tf.training.judging.collecting import Collecting, is_held_out
from indic_tf.training.judging.examples import Example
from indic_tf.training.judging.exporting import rows, write
from indic_tf.training.judging.field import Field

ROOT = Path(__file__).parent.parent
CARRIERS = Path(__file__).parent / "carriers"
ROWS = ("itn", "itn_talk")
LEFT_OUT = ("bible",)  # numbers of verses are no numbers of the text

Found = dict[str, list[Example | None]]
"""Examples by where they are from; None for a row that no path writes."""

app = typer.Typer(help=__doc__, rich_markup_mode="markdown")
console = Console(stderr=True)


@app.command()
def collect(
    languages: Annotated[list[str], typer.Argument(help="Codes of languages.")],
    to: Annotated[Path, typer.Option(help="Folder for the examples.")],
    corpora: Annotated[Path | None, typer.Option(help="Folder with a folder a language of *.xz.")] = None,
    times: Annotated[int, typer.Option(help="How often each carrier is filled.")] = 3,
    sentences: Annotated[int, typer.Option(help="Sentences of edited text a language.")] = 1200,
) -> None:
    """Make the examples of languages."""
    to.mkdir(parents=True, exist_ok=True)
    for code in track(languages, "examples", console=console):
        names: dict[int, str] = {}
        collecting = Collecting(code, names)
        found: Found = {"cases": list(cases(collecting, code))}
        for name in ROWS:
            path = ROOT / "benchmarks" / name / f"{code}.tsv"
            found[name] = list(collecting.rows(path)) if path.exists() else []
        path = CARRIERS / f"{code}.tsv"
        found["carriers"] = list(collecting.carriers(path, times)) if path.exists() else []
        lines = passages(corpora / code, 4 * sentences) if corpora else iter(())
        found["edited"] = list(collecting.edited(lines, sentences))
        (to / f"{code}.pickle").write_bytes(pickle.dumps((found, names)))
        console.print(code, {name: len(made) for name, made in found.items()})


@app.command()
def fit(
    examples: Annotated[Path, typer.Argument(help="Folder of examples.")],
    output: Annotated[Path, typer.Option(help="Folder for the weights.")],
    epochs: int = 4,
    seed: int = 1,
) -> None:
    """Fit a judge on all examples and write a file a language."""
    found, names = read(examples)
    train = [one for sources in found.values() for made in sources.values() for one in made if one]
    field = fitted(train, epochs, Random(seed))
    states = {edge[2] for one in train for edge in one.edges}
    print(write(rows(names, field, states | {f"&{state}" for state in states}), output))


@app.command()
def measure(
    examples: Annotated[Path, typer.Argument(help="Folder of examples.")],
    share: Annotated[float, typer.Option(help="Share of the carriers and edited texts to fit on.")] = 1.0,
    without: Annotated[list[str] | None, typer.Option(help="Sources not to fit on.")] = None,
    epochs: int = 4,
    seed: int = 1,
) -> None:
    """Fit a judge on four fifths and print what share of the rest it reads right."""
    found, _ = read(examples)
    train: list[Example] = []
    tests: dict[str, list[Example | None]] = {}
    random = Random(seed)
    for code, sources in found.items():
        for name, made in sources.items():
            kept, held = split(name, made)
            tests[f"{name} {code}"] = held
            if name not in (without or ()):
                whole = name in ("cases", *ROWS)
                train += [one for one in kept if one and (whole or random.random() < share)]
    field = fitted(train, epochs, random)
    sums: dict[str, list[int]] = {}
    for name, held in tests.items():
        right = sum(one is not None and field.is_right(one) for one in held)
        if held:
            print(f"{name}\t{right} of {len(held)}\t{right / len(held):.4f}")
            for key in (name.split()[0],):
                known = sums.setdefault(key, [0, 0])
                known[0], known[1] = known[0] + right, known[1] + len(held)
    for name, (right, count) in sums.items():
        print(f"{name} all\t{right} of {count}\t{right / count:.4f}")
    print(f"fitted on\t{len(train)}")


def split(name: str, made: Sequence[Example | None]) -> tuple[list[Example | None], list[Example | None]]:
    """What is fitted on and what is measured; rows are split by their place, all else by group; cases are all fitted
    on."""
    if name == "cases":
        return list(made), []
    held = [i % 5 == 0 if name in ROWS else one is not None and is_held_out(one.group) for i, one in enumerate(made)]
    pairs = list(zip(made, held, strict=True))
    return [one for one, out in pairs if not out], [one for one, out in pairs if out]


def read(folder: Path) -> tuple[dict[str, Found], set[str]]:
    """The examples by language, and the names of their features."""
    found: dict[str, Found] = {}
    known: set[str] = set()
    for path in sorted(folder.glob("*.pickle")):
        made, names = pickle.loads(path.read_bytes())
        found[path.stem] = made
        known.update(names.values())
    return found, known


def cases(collecting: Collecting, code: str) -> Iterator[Example | None]:
    """The examples of the case tables of a language."""
    for path in sorted((ROOT / "tests" / "cases" / code).glob("*.tsv")):
        if path.stem == "unchanged":
            lines = path.read_text(encoding="utf-8").splitlines()
            yield from collecting.unchanged(line.split("\t")[0] for line in lines if line and line[0] != "#")
        elif path.stem != "known_failures":
            yield from collecting.rows(path)


def passages(folder: Path, most: int) -> Iterator[str]:
    """The first passages of each file."""
    for path in sorted(folder.glob("*.xz")):
        if not any(name in path.name for name in LEFT_OUT):
            with lzma.open(path, "rt", encoding="utf-8") as file:
                yield from islice(file, most)


def fitted(examples: Sequence[Example], epochs: int, random: Random) -> Field:
    """A judge fitted on ``examples``."""
    field, order = Field(), list(examples)
    for epoch in range(epochs):
        random.shuffle(order)
        loss = sum(field.step(one) for one in track(order, f"epoch {epoch + 1}", console=console))
        console.print(f"epoch {epoch + 1}: loss {loss / max(len(order), 1):.4f}")
    return field


if __name__ == "__main__":
    app()
