"""What the commands about recognisers show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from .. import rendering

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..evaluation.asr.counts import Rates
    from ..evaluation.asr.losses import Loss
    from ..evaluation.asr.scores import AsrScore
    from ..evaluation.significance import Interval

_NONE = "–"


@contextmanager
def progress(wanted: bool) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr, where that is a terminal; yields a function of utterances done and of all utterances."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not wanted) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, advance=done, total=total)


def show_asr(score: AsrScore, errors: int) -> None:
    """The worst utterances, the table of normalizations, their signatures."""
    out = rendering.console()
    if shown := score.errors(errors):
        table = rendering.table("id", f"word errors ({score.looked_at})", "reference", "hypothesis")
        for error in shown:
            counted = f"{error.errors} of {error.words}"
            table.add_row(escape(error.id), counted, escape(error.reference), escape(error.hypothesis))
        out.print(table)
    table = rendering.table("normalization", "WER", "", "CER", "", "GER", "", "SER", "", "S", "D", "I", "words")
    for name, made in score.rates.items():
        table.add_row(name, *_rate_cells(made))
    out.print(table)
    for name, why in score.left_out.items():
        out.print(f"left out: {name} ({escape(why)})")
    by = f"{score.speakers} speakers" if score.speakers else "utterances"
    out.print(f"{len(score.matched.pairs)} utterances; intervals over {by}" if score.samples else "no intervals")
    for name in score.names:
        out.print(escape(str(score.signed(name))), soft_wrap=True)


def _rate_cells(made: Rates) -> Iterator[str]:
    for name in ("wer", "cer", "ger", "ser"):
        yield rendering.share(getattr(made, name))
        yield _interval(made.intervals.get(name))
    words = made.words
    yield from map(str, (words.substitutions, words.deletions, words.insertions, words.reference))


def _interval(found: Interval | None) -> str:
    return f"{100 * found.low:.1f}–{100 * found.high:.1f}" if found else ""


LOSS_COLUMNS = (
    *("normalization", "vowel signs", "viramas", "nuktas", "nasal signs", "other signs", "joiners", "letters"),
    *("hidden errors", "words ×", "METEOR", "chrF"),
)


def loss_cells(name: str, made: Loss) -> list[str]:
    """A row below `LOSS_COLUMNS`."""
    classes = ("vowel sign", "virama", "nukta", "nasal sign", "other sign", "joiner", "letter")
    longer = f"{made.words_after / made.words:.2f}" if made.words else _NONE
    alike = (_NONE if value is None else f"{value:.2f}" for value in (made.meteor, made.chrf))
    return [
        name,
        *(rendering.share(made.share(kind)) for kind in classes),
        rendering.share(made.hidden_share),
        longer,
        *alike,
    ]


def show_losses(found: Mapping[str, Loss], sentences: int, signature: str) -> None:
    """The table of what each normalization loses, and what it was measured on."""
    out = rendering.console()
    table = rendering.table(*LOSS_COLUMNS)
    for name, made in found.items():
        table.add_row(*loss_cells(name, made))
    out.print(table)
    out.print(f"{sentences} sentences; shares of the characters of the text that are lost")
    out.print(escape(signature), soft_wrap=True)
