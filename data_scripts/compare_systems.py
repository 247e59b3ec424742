"""Write the numbers of the same sentences with every system there is, and score them all.

    python data_scripts/build_itn_dev.py CORPORA DEV
    python data_scripts/compare_systems.py DEV --tags runs/tags_small/model --markdown table.md

DEV holds ``<language>.tsv``: spoken, written (" | " between references), class. The systems are those of
`indic_tf.evaluation.baselines`. Per language and system: rows that are right, rows with wrong digits, rows whose value
is another one than the reference's (where both can be read), I-WER, and CPU seconds of this process
for all rows (models are loaded and grammars compiled before). ``--misheard`` garbles the number words first, as a
recogniser may: the references stay.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from indic_tf import IndicFormatter
from indic_tf.evaluation.baselines import Models, System, systems, unmarked
from indic_tf.evaluation.itn import Case, ItnScore, score
from indic_tf.evaluation.itn import cases as read
from indic_tf.evaluation.lines import BadLine
from indic_tf.replacing import write_text
from indic_tf.training.noise import Confusions
from indic_tf.training.spans.mishearing import Mishearing

HEAD = ("language", "system", "rows", "right", "wrong digits", "wrong value", "I-WER", "CPU s")
MEAN = "mean"
WARM = 64
"""Rows that are written before the clock starts: caches fill, kernels are chosen."""


@dataclass(frozen=True, slots=True)
class Result:
    """One system on one language; shares are 0 … 1."""

    language: str
    system: str
    rows: int
    right: float
    digits: float
    value: float
    i_wer: float
    seconds: float

    def cells(self) -> list[str]:
        shares = (f"{self.right:.3f}", f"{self.digits:.4f}", f"{self.value:.4f}", f"{self.i_wer:.3f}")
        return [self.language, self.system, str(self.rows), *shares, f"{self.seconds:.1f}"]


def main(
    dev: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of <language>.tsv")],
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
    model: Annotated[str, typer.Option(help="name or folder of the tagger; default: the language's")] = "default",
    normalizer: Annotated[str, typer.Option(help="name or folder of the span normalizer")] = "builtin",
    tags: Annotated[str | None, typer.Option(help="folder of a model of edit tags")] = None,
    only: Annotated[list[str] | None, typer.Option(help="only these systems (repeat); default: all")] = None,
    most: Annotated[int, typer.Option(help="rows per language, at most")] = 1000,
    misheard: Annotated[
        Path | None, typer.Option(help="garble number words; folder of <language>/confusions.tsv")
    ] = None,
    markdown: Annotated[Path | None, typer.Option(help="write the table here too")] = None,
    errors: Annotated[Path | None, typer.Option(help="write every wrong row here, one JSON object a line")] = None,
) -> None:
    paths = [path for path in sorted(dev.glob("*.tsv")) if not language or path.stem in language]
    results: list[Result] = []
    wrong: list[dict[str, object]] = []
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("systems", total=None)
        for path in paths:
            rows = cases(path, most, misheard)
            chosen = systems(path.stem, Models(model, normalizer, tags, "cpu"), only or ())
            progress.update(bar, total=len(chosen) * len(paths))
            for name, system in chosen.items():
                progress.update(bar, description=f"{path.stem} {name}")
                result, found = measured(path.stem, name, system, rows)
                results.append(result)
                wrong += [{"language": path.stem, "system": name, **row} for row in found.as_dict(samples=0)["errors"]]
                print(table([result])[-1], flush=True)
                progress.advance(bar)
    lines = table([*results, *means(results)])
    print("\n".join(lines))
    if markdown:
        write_text(markdown, "\n".join(lines) + "\n")
    if errors:
        write_text(errors, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in wrong))


def cases(path: Path, most: int, misheard: Path | None) -> list[Case]:
    """The rows of a file, marks taken off the references as they are off the spoken side."""
    bad: list[BadLine] = []
    found = list(read(path, bad))[:most]
    for problem in bad:
        typer.echo(f"{path}: {problem}", err=True)
    plain = [Case(c.line, c.spoken, tuple(dict.fromkeys(map(unmarked, c.written))), c.kind) for c in found]
    return plain if misheard is None else garbled(path.stem, plain, misheard)


def garbled(lang: str, rows: Sequence[Case], folder: Path) -> list[Case]:
    """The rows with number words as a recogniser may hear them; those that nothing can happen to are left out."""
    speaker = IndicFormatter(lang, model=None).grammar
    mishearing, random = Mishearing.learn(speaker, Confusions.read(folder / lang / "confusions.tsv")), Random(lang)
    heard = []
    for case in rows:
        words = case.spoken.split()
        for span in reversed(speaker.spans(words)):
            start, end = span.words
            own = mishearing.misheard(tuple(words[start:end]), frozenset(), random)
            words[start:end] = own or words[start:end]
        if words != case.spoken.split():
            heard.append(Case(case.line, " ".join(words), case.written, case.kind))
    return heard


def measured(lang: str, name: str, system: System, rows: Sequence[Case]) -> tuple[Result, ItnScore]:
    spoken = [case.spoken for case in rows]
    system(spoken[:WARM])
    start = time.process_time()
    outputs = system(spoken)
    seconds = time.process_time() - start
    found = score(
        spoken, [case.written for case in rows], map(unmarked, outputs), lang, kinds=[case.kind for case in rows]
    )
    total = found.overall
    values = total.value_errors / max(1, total.rows)
    shares = (total.accuracy or 0.0, total.digit_error_rate or 0.0, values, total.i_wer or 0.0)
    return Result(lang, name, total.rows, *shares, seconds), found


def means(results: Sequence[Result]) -> list[Result]:
    """The mean over languages of each system."""
    found = []
    for name in dict.fromkeys(r.system for r in results):
        own = [asdict(r) for r in results if r.system == name]
        numbers = {key: sum(r[key] for r in own) / len(own) for key in own[0] if key not in ("language", "system")}
        found.append(Result(MEAN, name, **{**numbers, "rows": round(numbers["rows"])}))
    return found


def table(results: Sequence[Result]) -> list[str]:
    rule = "|---|---|" + "---:|" * (len(HEAD) - 2)
    return [f"| {' | '.join(HEAD)} |", rule, *(f"| {' | '.join(r.cells())} |" for r in results)]


if __name__ == "__main__":
    typer.run(main)
