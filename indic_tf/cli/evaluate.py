"""``evaluate``: scores on your own text, of this package or of any other system."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .. import rendering
from ..errors import InputError
from .base import BatchSize, Device, Json, Lang, Model, StyleOption, app, or_none, report
from .pages import Errors, Html, Png, give

if TYPE_CHECKING:
    from ..evaluation.files import Advance
    from ..evaluation.score import TaskScore

evaluate_app = typer.Typer(
    no_args_is_help=True,
    help="Score punctuation, numbers, capitals and disfluencies on your own text; compare systems.",
)
app.add_typer(evaluate_app, name="evaluate")


class Task(str, Enum):
    """What two systems are compared in."""

    punctuation = "punctuation"
    itn = "itn"
    case = "case"
    disfluency = "disfluency"


Given = Annotated[
    Path | None,
    typer.Argument(
        metavar="OUTPUT",
        show_default=False,
        help="What a system made of FILE, line by line: text, or JSONL with text or pred_text. Without it, FILE is "
        "formatted here.",
    ),
]
Passages = Annotated[Path, typer.Argument(metavar="FILE", help="Marked text, one passage a line.")]
Samples = Annotated[int, typer.Option("--samples", min=0, help="Bootstrap samples; 0 for no intervals.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes that read figures of OUTPUT.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Of the samples.")]


@evaluate_app.command("punctuation")
def evaluate_punctuation(
    file: Passages,
    lang: Lang,
    output: Given = None,
    model: Model = "default",
    device: Device = "auto",
    style: StyleOption = "default",
    batch_size: BatchSize = 64,
    errors: Errors = 20,
    samples: Samples = 1000,
    seed: Seed = 1,
    as_json: Json = False,
    html: Html = None,
    png: Png = None,
) -> None:
    """Take the marks out of a text, put marks in, and compare.

    Passages of several sentences say more than single sentences, whose
    last mark is easy to guess. Lines that are no passages are reported
    and left out; the exit code is then 1.

    [dim]$[/] indic-tf evaluate punctuation news.txt --lang hi

    [dim]$[/] indic-tf evaluate punctuation news.txt other_system.txt --lang hi

    Behind each figure stands its 95 % bootstrap interval.
    """
    from ..evaluation import punctuation
    from ..rendering.scores import show_punctuation

    if output is None:
        score = punctuation.evaluate(
            file, lang, model=or_none(model), device=device, style=style, batch_size=batch_size, keep=errors
        )
    else:
        with _bar(file, output) as advance:
            score = punctuation.evaluate_output(file, output, lang, keep=errors, advance=advance)
    _refuse_nothing(score, file)
    shown = partial(show_punctuation, score, samples, seed)
    give(partial(score.as_dict, samples, seed), shown, as_json, html, png)
    report(score.bad)


@evaluate_app.command("itn")
def evaluate_itn(
    file: Annotated[Path, typer.Argument(metavar="FILE.tsv", help="spoken<TAB>written, and perhaps <TAB>kind.")],
    lang: Lang,
    output: Given = None,
    model: Annotated[
        str, typer.Option("--model", help="Whose word counts where words are ambiguous: as in format; none: no one's.")
    ] = "none",
    device: Device = "auto",
    style: StyleOption = "default",
    errors: Annotated[int, typer.Option("--errors", min=0, help="How many wrong rows to show.")] = 10,
    batch_size: BatchSize = 64,
    jobs: Jobs = 1,
    samples: Samples = 1000,
    seed: Seed = 1,
    as_json: Json = False,
    html: Html = None,
    png: Png = None,
) -> None:
    """Compare numbers, money, dates … with their written forms, kind by kind.

    Several right forms stand in one cell with " | " between them.
    Without a kind a row counts for the name of the file; a first line
    may name the columns (id, kind, spoken, written …). Lines that
    are no rows are reported and left out; the exit code is then 1.

    [dim]$[/] indic-tf evaluate itn numbers.tsv --lang hi

    [dim]$[/] indic-tf evaluate itn numbers.tsv --lang hi --model default

    [dim]$[/] cut -f1 numbers.tsv | some_system > made.txt

    [dim]$[/] indic-tf evaluate itn numbers.tsv made.txt --lang hi
    """
    from ..evaluation import itn
    from ..rendering.scores import show_itn

    if output is None:
        score = itn.evaluate(
            file, lang, model=or_none(model), device=device, style=style, batch_size=batch_size, keep=errors
        )
    else:
        with _bar(output) as advance:
            score = itn.evaluate_output(file, output, lang, keep=errors, jobs=jobs, advance=advance)
    _refuse_nothing(score, file)
    shown = partial(show_itn, score, errors, samples, seed)
    give(partial(score.as_dict, errors, samples, seed), shown, as_json, html, png)
    report(score.bad)


@evaluate_app.command("case")
def evaluate_case(
    file: Passages,
    lang: Lang,
    output: Given = None,
    model: Model = "default",
    device: Device = "auto",
    batch_size: BatchSize = 64,
    errors: Errors = 20,
    samples: Samples = 1000,
    seed: Seed = 1,
    as_json: Json = False,
    html: Html = None,
    png: Png = None,
) -> None:
    """Take the capitals out of a text, put capitals in, and compare.

    M-WER is the share of the words with a capital that are not as they
    should be; only Latin words have capitals.

    [dim]$[/] indic-tf evaluate case talks.txt --lang en

    [dim]$[/] indic-tf evaluate case talks.txt other_system.txt --lang en
    """
    from ..evaluation import case
    from ..rendering.scores import show_case

    if output is None:
        score = case.evaluate(file, lang, model=or_none(model), device=device, batch_size=batch_size, keep=errors)
    else:
        with _bar(file, output) as advance:
            score = case.evaluate_output(file, output, lang, keep=errors, advance=advance)
    _refuse_nothing(score, file)
    shown = partial(show_case, score, samples, seed)
    give(partial(score.as_dict, samples, seed), shown, as_json, html, png)
    report(score.bad)


@evaluate_app.command("disfluency")
def evaluate_disfluency(
    file: Annotated[Path, typer.Argument(metavar="FILE.tsv", help="spoken<TAB>fluent, and perhaps <TAB>tags.")],
    lang: Lang,
    output: Given = None,
    model: Model = "default",
    device: Device = "auto",
    batch_size: BatchSize = 64,
    errors: Errors = 20,
    samples: Samples = 1000,
    seed: Seed = 1,
    as_json: Json = False,
    html: Html = None,
    png: Png = None,
) -> None:
    """Compare which words are taken out of disfluent speech.

    With tags (F R_RT C_RT R C D, O for fluent words, one a spoken word)
    every tag is scored too. An output is fluent text, or what
    indic-tf format --json writes.

    [dim]$[/] indic-tf evaluate disfluency calls.tsv --lang hi

    [dim]$[/] indic-tf evaluate disfluency calls.tsv other_system.txt --lang hi
    """
    from ..evaluation import disfluency
    from ..rendering.scores import show_disfluency

    if output is None:
        score = disfluency.evaluate(file, lang, model=or_none(model), device=device, batch_size=batch_size, keep=errors)
    else:
        with _bar(output) as advance:
            score = disfluency.evaluate_output(file, output, lang, keep=errors, advance=advance)
    _refuse_nothing(score, file)
    shown = partial(show_disfluency, score, samples, seed)
    give(partial(score.as_dict, samples, seed), shown, as_json, html, png)
    report(score.bad)


@evaluate_app.command("compare")
def evaluate_compare(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The reference, as for the task's own command.")],
    first: Annotated[Path, typer.Argument(metavar="A", help="What one system made of it, line by line.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="What the other made of it.")],
    lang: Lang,
    task: Annotated[Task, typer.Option("--task", "-t", help="What to compare.")] = Task.punctuation,
    metric: Annotated[
        list[str] | None,
        typer.Option("--metric", metavar="NAME", help="Only this figure; may be given several times."),
    ] = None,
    samples: Annotated[int, typer.Option("--samples", min=1, help="Bootstrap samples.")] = 1000,
    seed: Seed = 1,
    as_json: Json = False,
    html: Html = None,
    png: Png = None,
) -> None:
    """Is one system better than another, or is it chance?

    Every figure of both, their difference (A - B) with its 95 % interval
    by paired bootstrap, and p by approximate randomization. Lines that
    are bad for one system are left out for both.

    [dim]$[/] indic-tf evaluate compare news.txt ours.txt theirs.txt --lang hi

    [dim]$[/] indic-tf evaluate compare numbers.tsv a.jsonl b.jsonl --task itn --lang ta
    """
    from ..evaluation.compare import compare
    from ..rendering.scores import show_comparison

    scores = []
    for output in (first, second):
        with _bar(output) as advance:
            scores.append(_scored(task, file, output, lang, advance))
        _refuse_nothing(scores[-1], file)
    made = compare(scores[0], scores[1], metrics=metric, samples=samples, seed=seed)
    shown = partial(show_comparison, made, (first.name, second.name))
    give(made.as_dict, shown, as_json, html, png)
    report(list(dict.fromkeys(bad for score in scores for bad in score.bad)))


def _scored(task: Task, file: Path, output: Path, lang: str, advance: Advance) -> TaskScore:
    from ..evaluation import case, disfluency, itn, punctuation

    if task is Task.itn:
        return itn.evaluate_output(file, output, lang, keep=0, advance=advance)
    modules = {Task.punctuation: punctuation, Task.case: case, Task.disfluency: disfluency}
    score: TaskScore = modules[task].evaluate_output(file, output, lang, advance=advance)
    return score


def _refuse_nothing(score: TaskScore, file: Path) -> None:
    if not len(score.rows):
        why = f": {score.bad[0]}" if score.bad else ""
        raise InputError(f"nothing to score in {file}{why}")


@contextmanager
def _bar(*files: Path) -> Iterator[Advance]:
    with rendering.progress([str(path) for path in files], to_file=True) as advance:
        yield advance
