"""Live text: ``stream``, one answer for each line that comes in."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Annotated, Protocol

import typer
from rich.live import Live
from rich.text import Text

from ..errors import InputError
from ..evaluation.lines import Line
from ..formatter import IndicFormatter
from ..rendering.base import console
from ..streaming import LiveText, Update, answer
from .base import (
    Device,
    Disfluencies,
    Disfluent,
    Lang,
    Model,
    Normalize,
    ScriptKept,
    ScriptOption,
    StyleOption,
    app,
    complain,
    or_none,
    take_threads,
)
from .reading import batches
from .talk_options import Encoding

_PARAGRAPH = 600  # characters that the live view redraws at most


class _Shown(Protocol):
    """Where updates go."""

    def show(self, update: Update, paragraph_ends: bool) -> None: ...

    def close(self) -> None: ...


@app.command()
def stream(
    lang: Lang,
    right_context: Annotated[
        int, typer.Option("--right-context", min=1, help="Words behind a word before it is committed.")
    ] = 8,
    text: Annotated[bool, typer.Option("--text", help="Text instead of JSON.")] = False,
    punctuation: Annotated[bool, typer.Option("--punctuation/--no-punctuation", help="Put in marks.")] = True,
    itn: Annotated[bool, typer.Option("--itn/--no-itn", help="Write numbers, money … in figures.")] = True,
    case: Annotated[bool, typer.Option("--case/--no-case", help="Capital letters in Latin script.")] = True,
    disfluency: Disfluencies = Disfluent.keep,
    script: ScriptOption = ScriptKept.keep,
    style: StyleOption = "default",
    model: Model = "default",
    normalizer: Normalize = "default",
    device: Device = "auto",
    threads: Annotated[int, typer.Option("--threads", min=1, help="CPU threads of the models.")] = 1,
    encoding: Encoding = "utf-8",  # a stray byte costs its line, not what is being said
) -> None:
    """Format speech while it is spoken: words in on stdin, text out at once.

    Each line in is answered with one line of JSON: "committed" is text
    that will not change any more (begin each piece where the last ended),
    "tentative" is what stands behind it for now, "words" are the
    committed words with their times.

    A line of plain text is new words. An empty line is a pause: all that
    is pending is committed. A line of JSON has "text" or "words", and may
    say "replace": true for a partial result, which stands in place of the
    one before, and "final": true for the result that ends it.

    A line that cannot be read is reported on stderr with its number and
    skipped; the exit code is then 1. Ctrl-C commits what is pending.

    [dim]$[/] printf 'मुझे पच्चीस\\nहजार रुपये चाहिए\\n' | indic-tf stream --lang hi --model none
    {"committed": "", "tentative": "मुझे 25", "words": []}
    …
    {"committed": "मुझे ₹25,000 चाहिए", "tentative": "", "words": …}

    [dim]$[/] recogniser | indic-tf stream --lang ta --text

    [dim]$[/] echo '{"text": "two hundred", "replace": true}' | indic-tf stream --lang en

    [dim]$[/] echo '{"words": [{"word": "hello", "start": 0.1, "end": 0.4}]}' | indic-tf stream --lang en
    """
    formatter = IndicFormatter(
        lang,
        model=or_none(model),
        device=device,
        style=style,
        punctuation=punctuation,
        itn=itn,
        case=case,
        disfluency=disfluency.value,
        script=script.value,
        normalizer=or_none(normalizer),
    )
    take_threads(threads)
    # What is missing is missing for every line: say so once, before the first.
    formatter.prepare()
    shown: _Shown = _Json() if not text else _Live() if sys.stdout.isatty() else _Pieces()
    failed = _run(formatter.stream(right_context), shown, encoding)
    raise typer.Exit(int(failed))


def _run(live: LiveText, shown: _Shown, encoding: str | None = None) -> bool:
    """Answer every line of stdin; whether one could not be read."""
    failed = False
    try:
        for read in _lines(encoding):
            try:
                if read.problem:
                    raise InputError(read.problem)
                shown.show(answer(live, read.text.removeprefix("\ufeff")), paragraph_ends=not read.text.strip())
            except InputError as error:
                failed = True
                complain(f"{read.where}: {error}")
    except KeyboardInterrupt:
        pass
    shown.show(live.finish(), paragraph_ends=True)
    shown.close()
    return failed


def _lines(encoding: str | None) -> Iterator[Line]:
    several = batches(sys.stdin.buffer, "stdin", "", encoding, 1)
    return (line for batch in several for line in batch)


class _Json:
    """A line of JSON for each update."""

    def show(self, update: Update, paragraph_ends: bool) -> None:
        _put(json.dumps(update.as_dict(), ensure_ascii=False))

    def close(self) -> None:
        pass


class _Pieces:
    """A line for each piece of committed text."""

    def show(self, update: Update, paragraph_ends: bool) -> None:
        if update.committed:
            _put(update.committed.strip())

    def close(self) -> None:
        pass


class _Live:
    """Committed text with the tentative text behind it, dim. A paragraph ends with a pause."""

    def __init__(self) -> None:
        self._live = Live(console=console(), auto_refresh=False, vertical_overflow="visible")
        self._live.start()
        self._paragraph = ""

    def show(self, update: Update, paragraph_ends: bool) -> None:
        self._paragraph += update.committed
        done = ""
        if paragraph_ends or len(self._paragraph) > _PARAGRAPH:
            done, self._paragraph = self._paragraph.strip(), ""
        text = Text.assemble(self._paragraph, (update.tentative, "dim"))
        self._live.update(text[len(text.plain) - len(text.plain.lstrip()) :], refresh=True)
        if done:
            self._live.console.print(Text(done))

    def close(self) -> None:
        self._live.stop()


def _put(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
