"""Fit the judge of readings.

    python data_scripts/train_judge.py collect --corpora CORPORA --to EXAMPLES hi ta …
    python data_scripts/train_judge.py fit EXAMPLES --output indic_tf/readings/weights
    python data_scripts/train_judge.py measure EXAMPLES [--without edited]
    python data_scripts/train_judge.py curves EXAMPLES

``collect`` makes the examples of languages, a file each: the case tables, the rows of benchmarks/itn and
benchmarks/itn_talk, the carriers beside this script, what the tables promise, and edited text read aloud, and as it is
(CORPORA holds a folder a language of ``*.xz``, a passage a line). ``fit`` fits a judge on all of them.
``measure`` fits one on four fifths, and prints what share of the other fifth has a right path; carriers are split by
their ids, edited text by sentence. ``curves`` does so with less and less of the carriers and of the edited text.
"""

from __future__ import annotations

import lzma
import pickle
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from indic_tf.replacing import replacing
from indic_tf.training.judging.collecting import Collecting, is_held_out
from indic_tf.training.judging.examples import Example
from indic_tf.training.judging.exporting import exported, write
from indic_tf.training.judging.field import Field

ROOT = Path(__file__).parent.parent
CARRIERS = Path(__file__).parent / "carriers"
ROWS = ("itn", "itn_talk")
SHARES = (0.0, 0.25, 0.5, 1.0)
CASES = 4  # times that each row of the case tables is fitted on: all of them are to hold
RUNNING = 4  # times as many sentences without figures: most of them have nothing to decide
WHOLLY = ("cases", "promises")  # are fitted on
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
        found["promises"] = list(collecting.promises(path))
        lines = list(passages(corpora / code, 4 * sentences)) if corpora else []
        found["edited"] = list(collecting.edited(lines, sentences))
        found["running"] = list(collecting.running(lines, RUNNING * sentences))
        with replacing(to / f"{code}.pickle") as file:
            file.write(pickle.dumps((found, names)))
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
    train = [
        one
        for sources in found.values()
        for name, made in sources.items()
        for one in made * (CASES if name == "cases" else 1)
        if one
    ]
    field = fitted(train, epochs, Random(seed))
    states = {edge[2] for one in train for edge in one.edges}
    print(write(exported(names, field, states | {f"&{state}" for state in states}), output))


@app.command()
def measure(
    examples: Annotated[Path, typer.Argument(help="Folder of examples.")],
    without: Annotated[list[str] | None, typer.Option(help="Sources not to fit on.")] = None,
    epochs: int = 4,
    seed: int = 1,
) -> None:
    """Fit a judge on four fifths and print what share of the rest it reads right."""
    found, _ = read(examples)
    shares = dict.fromkeys(without or (), 0.0)
    right = measured(found, shares, epochs, seed)
    for (name, code), (good, count) in sorted(right.items()):
        print(f"{name}\t{code}\t{good} of {count}\t{good / count:.4f}")
    for name, (good, count) in summed(right).items():
        print(f"{name}\tall\t{good} of {count}\t{good / count:.4f}")


@app.command()
def curves(
    examples: Annotated[Path, typer.Argument(help="Folder of examples.")],
    epochs: int = 4,
    seed: int = 1,
) -> None:
    """Fit judges on shares of the carriers and of the edited texts and print what each reads right: does more pay?"""
    found, _ = read(examples)
    print("source\tshare\t" + "\t".join((*ROWS, "carriers", "edited")))
    for source in ("carriers", "edited"):
        for share in SHARES:
            right = summed(measured(found, {source: share}, epochs, seed))
            print(
                f"{source}\t{share}\t" + "\t".join(f"{good / count:.4f}" for good, count in right.values()), flush=True
            )


def measured(
    found: dict[str, Found], shares: Mapping[str, float], epochs: int, seed: int
) -> dict[tuple[str, str], tuple[int, int]]:
    """Right ones and all of what is held out, by source and language; of sources in ``shares`` so much is fitted on."""
    train: list[Example] = []
    tests: dict[tuple[str, str], list[Example | None]] = {}
    random = Random(seed)
    for code, sources in found.items():
        for name, made in sources.items():
            kept, tests[name, code] = split(name, made)
            groups = sorted({one.group for one in kept if one})
            chosen = set(random.sample(groups, round(shares.get(name, 1.0) * len(groups))))
            train += [one for one in kept if one and one.group in chosen]
    field = fitted(train, epochs, random)
    return {
        key: (sum(one is not None and field.is_right(one) for one in held), len(held))
        for key, held in tests.items()
        if held
    }


def summed(right: Mapping[tuple[str, str], tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """The sums over languages, by source."""
    made: dict[str, tuple[int, int]] = {}
    for (name, _), (good, count) in right.items():
        known = made.get(name, (0, 0))
        made[name] = known[0] + good, known[1] + count
    return made


def split(name: str, made: Sequence[Example | None]) -> tuple[list[Example | None], list[Example | None]]:
    """What is fitted on and what is measured; rows are split by their place, all else by group."""
    if name in WHOLLY:
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
        sources = found.setdefault(path.name.split(".")[0], {})
        for name, examples in made.items():
            sources.setdefault(name, []).extend(examples)
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
