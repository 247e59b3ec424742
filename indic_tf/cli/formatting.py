"""Text in, text out: ``format`` and ``spoken``, a line at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ..errors import InputError
from ..evaluation.lines import formatted
from ..formatter import IndicFormatter
from . import lines, sources
from . import own_words as own
from . import talk_options as options
from .arguments import of_formatter
from .arriving import Arriving
from .base import (
    BatchSize,
    Device,
    Disfluencies,
    Disfluent,
    Finally,
    Json,
    Lang,
    Model,
    Normalize,
    Output,
    ScriptKept,
    ScriptOption,
    StyleOption,
    Threads,
    app,
    take_threads,
)
from .peeking import Stdin
from .sources import Kind
from .wanted import Wanted, is_table, refuse_captions, takes


@app.command("format")
def format_(
    ctx: typer.Context,
    lang: Lang,
    texts: sources.Texts = None,
    file: sources.FileOption = None,
    text: sources.TextOption = False,
    punctuation: Annotated[bool, typer.Option("--punctuation/--no-punctuation", help="Put in marks.")] = True,
    itn: Annotated[bool, typer.Option("--itn/--no-itn", help="Write numbers, money … in figures.")] = True,
    case: Annotated[bool, typer.Option("--case/--no-case", help="Capital letters in Latin script.")] = True,
    disfluency: Disfluencies = Disfluent.keep,
    script: ScriptOption = ScriptKept.keep,
    final: Finally = None,
    style: StyleOption = "default",
    model: Model = "default",
    normalizer: Normalize = "default",
    device: Device = "auto",
    threads: Threads = None,
    batch_size: BatchSize = 64,
    own_tables: own.Tables = None,
    term: own.Term = None,
    terms: own.TermsFile = None,
    as_json: Json = False,
    output_: options.OutputTo = None,
    to: options.To = None,
    from_: options.From = None,
    column: options.Column = None,
    into: options.Into = None,
    encoding: options.Encoding = None,
    loops: options.LoopsOption = options.LoopsKept.keep,
    workers: options.Workers = 1,
    again: options.Again = False,
    preset: options.Preset = None,
    max_chars: options.MaxChars = None,
    max_lines: options.MaxLines = None,
    max_cps: options.MaxCps = None,
    word_times: options.WordTimes = False,
    speakers: options.Speakers = False,
) -> None:
    """Spoken words to written text: punctuation, case, numbers.

    [bold]Texts.[/] Each argument is one text: quote it. - is stdin, and so is
    no argument at all. An argument is a file if it is there and its name has
    an ending (talk.json) or a slash (./notes); -f notes is a file, whatever
    it is called. With --text no argument is a file: use it for texts that
    others wrote, with -- before those that may begin with a hyphen.

    Every line in gives one line out, empty ones too, at once where input
    pauses. A line that fails (one that is not UTF-8, say) is reported on
    stderr with its number and passed through unchanged; the exit code is
    then 1.

    [bold]Files of recognisers[/] (whisper, whisperX, clouds, NeMo, CTM,
    captions …; `indic-tf formats` lists them) are known by what is in them.
    They come out as captions (--to srt) or in the shape that came in, with
    times. Many files, folders and patterns go into a folder; what was done
    before is skipped, so a run that was broken off goes on.

    [bold]Tables[/] (JSONL, CSV, TSV, Parquet): --column names the text; all
    else stays as it is.

    [dim]$[/] indic-tf format --lang hi --model none "मुझे पच्चीस हजार रुपये चाहिए"
    मुझे ₹25,000 चाहिए

    [dim]$[/] echo "i have two hundred rupees" | indic-tf format --lang en --model none
    i have ₹200

    [dim]$[/] indic-tf format --lang hi --model none --json "दस प्रतिशत"
    {"input": "दस प्रतिशत", "text": "10%", "words": …, "edits": …}

    [dim]$[/] indic-tf format --lang en --model none --text -- "$HEARD"

    [dim]$[/] indic-tf format --lang en --disfluency remove "i uh i want two hundred"

    [dim]$[/] indic-tf format --lang ta transcripts.txt --output formatted.txt

    [dim]$[/] indic-tf format talk.json --lang hi --to srt -o talk.srt

    [dim]$[/] indic-tf format calls/ 'more/*.json.gz' --lang auto -o out/

    [dim]$[/] indic-tf format data.jsonl --lang hi --column transcript

    [dim]$[/] indic-tf format calls.txt --lang hi --tables my_tables/ --term OnePlus
    """
    output = Path(output_).expanduser() if output_ else None
    arguments = of_formatter(
        lang,
        model,
        normalizer,
        disfluency,
        final,
        own_tables,
        term,
        terms,
        device=device,
        style=style,
        punctuation=punctuation,
        itn=itn,
        case=case,
        script=script.value,
    )
    wanted = Wanted(
        formatter=arguments,
        transcript={"loops": loops.value, "final": final.value if final else "auto"},
        read={"format": from_, "encoding": encoding, "column": column},
        to=to,
        captions={
            "layout": preset or "broadcast",
            "max_chars": max_chars,
            "max_lines": max_lines,
            "max_cps": max_cps,
            "word_times": word_times,
            "speakers": speakers,
        },
        output=output,
        to_folder=output is not None and (output.is_dir() or str(output_).endswith(("/", os.sep))),
        workers=workers,
        again=again,
        threads=threads,
        refused={"--json": as_json, "captions": preset is not None},
    )
    take_threads(threads)
    about_files = wanted.to_folder or any((column, into, to, from_))
    given = _sources(ctx, texts, file, text, about_files)
    if not wanted.to_folder:
        sources.refuse_same(output, given)
    named = sources.names(given, Kind.stdin, Kind.file, Kind.many)
    if column or into or any(map(is_table, named)):
        from . import tables

        _refuse_texts(given)
        tables.format_tables(named, wanted, into, batch_size)
    stdin = Stdin([one.kind for one in given] == [Kind.stdin], encoding)
    if takes(named, wanted, stdin):
        from . import talks

        _refuse_texts(given)
        talks.format_talks(named, wanted, stdin.file)
    refuse_captions(wanted, "lines of text are no captions; --to srt makes some of a file with times")
    formatter = IndicFormatter(**arguments)
    formatter.prepare()  # what is missing is missing for every line: say so once, before the first

    def answers(read: Sequence[str]) -> Sequence[lines.Answer]:
        return [answer for _, answer in formatted(formatter, read, str, batch_size)]

    read = lines.lines_of(given, stdin.arriving, encoding, batch_size)
    lines.run(read, answers, output, as_json, sources.names(given, Kind.file))


@app.command()
def spoken(
    ctx: typer.Context,
    lang: Lang,
    texts: sources.Texts = None,
    file: sources.FileOption = None,
    text: sources.TextOption = False,
    own_tables: own.Tables = None,
    as_json: Json = False,
    output: Output = None,
    encoding: options.Encoding = None,
) -> None:
    """Written text to spoken words, for speech synthesis: the way back.

    Inputs are those of format. What the grammar cannot read stays as it is.

    [dim]$[/] indic-tf spoken --lang hi "कीमत ₹1,500 है।"
    कीमत एक हज़ार पाँच सौ रुपये है।
    """
    given = _sources(ctx, texts, file, text)
    if many := sources.names(given, Kind.many):
        raise InputError(f"{many[0]} is more than a file; name the files")
    sources.refuse_same(output, given)
    formatter = IndicFormatter(own.language_of(lang), model=None, **own.own_words(own_tables, None, None))
    _ = formatter.grammar

    def answers(read: Sequence[str]) -> Sequence[lines.Answer]:
        return list(map(answer, read))

    def answer(written: str) -> lines.Answer:
        try:
            return formatter.spoken(written)
        except Exception as error:
            return error

    read = lines.lines_of(given, Arriving(sys.stdin.buffer), encoding)
    lines.run(read, answers, output, as_json, sources.names(given, Kind.file))


def _sources(
    ctx: typer.Context,
    texts: Sequence[str] | None,
    files: Sequence[str] | None,
    as_text: bool,
    only_files: bool = False,
) -> list[sources.Source]:
    """The arguments, or stdin; the help where nobody pipes in: waiting for a keyboard would look like hanging."""
    if not texts and not files and not only_files and sys.stdin.isatty():
        print(ctx.get_help())
        raise typer.Exit(2)
    return sources.told(texts or (), files or (), as_text, only_files)


def _refuse_texts(given: Sequence[sources.Source]) -> None:
    """Raises `InputError` if there are texts beside files of recognisers or tables."""
    if wrong := sources.names(given, Kind.text):
        raise InputError(f"{wrong[0]!r} is a text, and texts do not go with files of recognisers or tables; files: -f")
