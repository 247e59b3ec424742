"""Text in, text out: ``format`` and ``spoken``, a line at a time."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from ..document import Formatted
from ..errors import InputError
from ..evaluation.lines import Line, formatted, line
from ..formatter import IndicFormatter
from . import tables, talks
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
    StyleOption,
    Texts,
    Threads,
    app,
    complain,
    or_none,
    take_threads,
)

_TEXT_FILES = (".txt", ".tsv", ".csv", ".json", ".jsonl", ".srt", ".vtt", ".ctm")


@app.command("format")
def format_(
    ctx: typer.Context,
    lang: Lang,
    texts: Texts = None,
    punctuation: Annotated[bool, typer.Option("--punctuation/--no-punctuation", help="Put in marks.")] = True,
    itn: Annotated[bool, typer.Option("--itn/--no-itn", help="Write numbers, money … in figures.")] = True,
    case: Annotated[bool, typer.Option("--case/--no-case", help="Capital letters in Latin script.")] = True,
    disfluency: Disfluencies = Disfluent.keep,
    final: Finally = None,
    style: StyleOption = "default",
    model: Model = "default",
    normalizer: Normalize = "default",
    device: Device = "auto",
    threads: Threads = None,
    batch_size: BatchSize = 64,
    as_json: Json = False,
    output_: talks.OutputTo = None,
    to: talks.To = None,
    from_: talks.From = None,
    column: talks.Column = None,
    into: talks.Into = None,
    encoding: talks.Encoding = None,
    loops: talks.LoopsOption = talks.LoopsKept.keep,
    workers: talks.Workers = 1,
    again: talks.Again = False,
    preset: talks.Preset = "broadcast",
    max_chars: talks.MaxChars = None,
    max_lines: talks.MaxLines = None,
    max_cps: talks.MaxCps = None,
    word_times: talks.WordTimes = False,
    speakers: talks.Speakers = False,
) -> None:
    """Spoken words to written text: punctuation, case, numbers.

    [bold]Texts.[/] Each argument is one text: quote it. An argument that is
    a plain text file is read line by line; - is stdin, and so is no argument
    at all. A text that happens to be the name of a file: pipe it in. A text
    that begins with a hyphen: put -- before it.

    Every line in gives one line out, empty ones too. A line that fails
    (one that is not UTF-8, say) is reported on stderr with its number
    and passed through unchanged; the exit code is then 1.

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

    [dim]$[/] indic-tf format --lang en --disfluency remove "i uh i want two hundred"

    [dim]$[/] indic-tf format --lang ta transcripts.txt --output formatted.txt

    [dim]$[/] indic-tf format talk.json --lang hi --to srt -o talk.srt

    [dim]$[/] indic-tf format calls/ 'more/*.json.gz' --lang auto -o out/

    [dim]$[/] indic-tf format data.jsonl --lang hi --column transcript
    """
    output = Path(output_).expanduser() if output_ else None
    arguments: dict[str, Any] = {
        "lang": lang,
        "model": or_none(model),
        "device": device,
        "style": style,
        "punctuation": punctuation,
        "itn": itn,
        "case": case,
        "disfluency": disfluency.value,
        "normalizer": or_none(normalizer),
        "final": final.value if final else "always",
    }
    wanted = talks.Wanted(
        formatter=arguments,
        transcript={"loops": loops.value, "final": final.value if final else "auto"},
        read={"format": from_, "encoding": encoding, "column": column},
        to=to,
        captions={
            "layout": preset,
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
    )
    take_threads(threads)
    named = texts or (["-"] if column or to or from_ else [])
    if column or into or any(map(tables.is_table, named)):
        tables.format_table(_only(named), IndicFormatter(**arguments), column, into, output, batch_size)
    if named and talks.takes(named, wanted):
        talks.format_talks(named, wanted)
    sources = _sources(ctx, texts)
    formatter = IndicFormatter(**arguments)
    formatter.prepare()  # what is missing is missing for every line: say so once, before the first
    size = 1 if _is_live(sources) else batch_size

    def answers(lines: Iterator[Line]) -> Iterator[tuple[Line, Answer]]:
        yield from formatted(formatter, lines, lambda read: read.text, size)

    _run(sources, answers, output, as_json, size)


@app.command()
def spoken(ctx: typer.Context, lang: Lang, texts: Texts = None, as_json: Json = False, output: Output = None) -> None:
    """Written text to spoken words, for speech synthesis: the way back.

    Inputs are those of format. What the grammar cannot read stays as it is.

    [dim]$[/] indic-tf spoken --lang hi "कीमत ₹1,500 है।"
    कीमत एक हज़ार पाँच सौ रुपये है।
    """
    sources = _sources(ctx, texts)
    formatter = IndicFormatter(lang, model=None)
    _ = formatter.grammar

    def answers(lines: Iterator[Line]) -> Iterator[tuple[Line, Answer]]:
        for read in lines:
            try:
                yield read, formatter.spoken(read.text)
            except Exception as error:
                yield read, error

    _run(sources, answers, output, as_json, batch_size=1)


def _sources(ctx: typer.Context, texts: Sequence[str] | None) -> Sequence[str]:
    """The arguments, or stdin; the help where nobody pipes in: waiting for a keyboard would look like hanging.

    Raises `InputError` for what looks like the name of a file that is not there.
    """
    if not texts and sys.stdin.isatty():
        print(ctx.get_help())
        raise typer.Exit(2)
    for source in texts or ():
        if os.path.isdir(source):
            raise InputError(f"{source} is a folder; name its files: {source.rstrip('/')}/*")
        looks_like_file = source.lower().endswith(_TEXT_FILES) or source.startswith(("/", "./", "../", "~"))
        if len(source.split()) == 1 and looks_like_file and not os.path.exists(source):
            raise InputError(f"no such file: {source} (to format it as a text, pipe it in)")
    return texts or ["-"]


def _only(sources: Sequence[str]) -> str:
    """The one table that is read at a time."""
    if len(sources) != 1:
        raise InputError(f"one table at a time, not {len(sources)}")
    return sources[0]


def _is_live(sources: Sequence[str]) -> bool:
    return "-" in sources and sys.stdin.isatty()


Answer = Formatted | str | Exception
Answers = Callable[[Iterator[Line]], Iterator[tuple[Line, Answer]]]


def _run(sources: Sequence[str], answers: Answers, output: Path | None, as_json: bool, batch_size: int) -> None:
    """Send every input line through ``answers`` and write one record each; exit 1 if one failed."""
    from ..rendering import progress

    files = [source for source in sources if _is_file(source)]
    if output is not None and any(output.exists() and output.samefile(file) for file in files):
        raise InputError(f"{output} is both input and output; choose another --output")
    failed = False
    with ExitStack() as stack:
        out = sys.stdout.buffer if output is None else stack.enter_context(output.open("wb"))
        advance = stack.enter_context(progress(files, to_file=output is not None))
        for count, (read, answer) in enumerate(answers(_lines(sources)), start=1):
            record = InputError(read.problem) if read.problem else answer
            if isinstance(record, Exception):
                failed = True
                complain(f"{read.where}: {record}")
            out.write(_json(read, record) if as_json else _plain(read, record))
            advance(len(read.raw) + len(read.ending))
            if count % batch_size == 0:
                out.flush()
        out.flush()
    raise typer.Exit(int(failed))


def _is_file(source: str) -> bool:
    """True for a file, a device or a named pipe."""
    return source != "-" and os.path.exists(source) and not os.path.isdir(source)


def _lines(sources: Sequence[str]) -> Iterator[Line]:
    """The lines of all sources, one after the other; an argument that is no file is one line."""
    for number, source in enumerate(sources, start=1):
        prefix = f"{source}: " if len(sources) > 1 else ""
        if source == "-":
            yield from _numbered(sys.stdin.buffer, prefix)
        elif _is_file(source):
            with open(source, "rb") as file:
                yield from _numbered(file, prefix)
        else:
            yield line(f"text {number}", " ".join(source.split("\n")).encode("utf-8", "surrogateescape"))


def _numbered(file: BinaryIO, prefix: str) -> Iterator[Line]:
    return (line(f"{prefix}line {number}", raw) for number, raw in enumerate(file, start=1))


def _plain(read: Line, answer: Answer) -> bytes:
    return (read.raw if isinstance(answer, Exception) else str(answer).encode()) + read.ending


def _json(read: Line, answer: Answer) -> bytes:
    if isinstance(answer, Formatted):
        fields = answer.as_dict()
    else:
        fields = {"error" if isinstance(answer, Exception) else "text": str(answer)}
    record = {"input": read.raw.decode("utf-8", "backslashreplace"), **fields}
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"
