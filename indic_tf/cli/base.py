"""The application, its errors, and the options that several commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ..errors import IndicTFError, TableError
from ..starting import INTERRUPTED as INTERRUPTED
from ..styles import PRESETS
from ..tables import faults_of
from .interrupts import interruptible

BROKEN_PIPE = 141


class Commands(TyperGroup):
    """Turns the errors that this package raises on purpose, and those of files, into one line on stderr."""

    def invoke(self, ctx: Any) -> Any:
        try:
            with interruptible():
                return super().invoke(ctx)
        except BrokenPipeError:
            # What is still buffered has no reader; without this Python complains when it flushes at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(BROKEN_PIPE) from None
        except KeyboardInterrupt:
            complain("stopped")
            raise typer.Exit(INTERRUPTED) from None
        except TableError as error:
            for fault in faults_of(error):
                complain(str(fault))
        except IndicTFError as error:
            complain(str(error))
        except OSError as error:
            complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        raise typer.Exit(2)


def complain(problem: str) -> None:
    """One line on stderr."""
    print(f"indic-tf: {' '.join(problem.split())}", file=sys.stderr)


app = typer.Typer(
    name="indic-tf",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


class Disfluent(str, Enum):
    """What becomes of fillers, repetitions and restarts."""

    keep = "keep"
    remove = "remove"


class ScriptKept(str, Enum):
    """What becomes of words of the language in Latin letters."""

    keep = "keep"
    native = "native"


class FinalMark(str, Enum):
    """What becomes of the mark behind the last word of a text."""

    auto = "auto"
    always = "always"
    never = "never"


Lang = Annotated[str, typer.Option("--lang", "-l", help="A code of `indic-tf languages`, or auto: found by text.")]
Json = Annotated[bool, typer.Option("--json", help="JSON instead of text.")]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write here, not to stdout.")]
StyleOption = Annotated[str, typer.Option("--style", help=f"How figures look: {', '.join(PRESETS)}.")]
Model = Annotated[
    str,
    typer.Option(
        "--model",
        help="default (the language's), fast (more mistakes, less time), ./folder, hf://owner/name, or none.",
    ),
]
Normalize = Annotated[
    str, typer.Option("--normalizer", help="Network for unusual spans: default (the language's), a folder, … or none.")
]
Disfluencies = Annotated[Disfluent, typer.Option("--disfluency", help="Leave fillers and restarts, or take them out.")]
ScriptOption = Annotated[
    ScriptKept, typer.Option("--script", help="native: mujhe, enakku … in Latin letters come out in their script.")
]
Finally = Annotated[
    FinalMark | None,
    typer.Option(
        "--final",
        show_default="always; auto for files of recognisers",
        help="End every text, only where a sentence ends (for cut utterances), or none.",
    ),
]
Device = Annotated[str, typer.Option("--device", help="auto, cpu, cuda or cuda:N.")]
Threads = Annotated[
    int | None,
    typer.Option("--threads", min=1, show_default="all cores", help="CPU threads of the models."),
]
BatchSize = Annotated[int, typer.Option("--batch-size", min=1, help="Texts formatted at a time, at most.")]


def _version(wanted: bool) -> None:
    if wanted:
        from .. import __version__

        print(f"indic-tf {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print it.")] = False,
) -> None:
    """Write what a speech recogniser heard in an Indian language as a person would write it.

    [dim]$[/] indic-tf format --lang hi "मुझे पच्चीस हजार रुपये चाहिए"
    मुझे ₹25,000 चाहिए।
    """


def or_none(model: str) -> str | None:
    return None if model == "none" else model


def take_threads(count: int | None) -> None:
    """Let models run on so many threads of the CPU."""
    if count:
        from ..tagging import threads

        threads.choose(count)


@contextmanager
def needs(what: str, extras: str) -> Iterator[None]:
    """Say which extras bring a module that ``what`` needs; exit 2."""
    try:
        yield
    except ModuleNotFoundError as error:
        complain(f"{what} needs {error.name}: pip install 'indic-tf[{extras}]'")
        raise typer.Exit(2) from None


def report(bad: Sequence[object]) -> None:
    """Name the lines that were set aside; exit 1 if there are any."""
    for problem in bad:
        complain(str(problem))
    raise typer.Exit(int(bool(bad)))
