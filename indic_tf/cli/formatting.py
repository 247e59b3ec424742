"""Text in, text out: ``format`` and ``spoken``, a line at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from ..evaluation.lines import Line, formatted
from ..formatter import IndicFormatter
from . import lines, tables, talks
from . import talk_options as options
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
    or_none,
    take_threads,
)
from .peeking import Stdin


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
    named = texts or (["-"] if column or into or to or from_ else [])
    if column or into or any(map(tables.is_table, named)):
        tables.format_tables(named, wanted, into, batch_size)
    sources = _sources(ctx, texts, named)
    stdin = Stdin(sources == ["-"], encoding)
    if talks.takes(sources, wanted, stdin):
        talks.format_talks(sources, wanted, stdin.file)
    lines.check(sources)
    talks.refuse_captions(wanted, "lines of text are no captions; --to srt makes some of a file with times")
    formatter = IndicFormatter(**arguments)
    formatter.prepare()  # what is missing is missing for every line: say so once, before the first
    size = 1 if _is_live(sources) else batch_size

    def answers(read: Iterator[Line]) -> Iterator[tuple[Line, lines.Answer]]:
        yield from formatted(formatter, read, lambda one: one.text, size)

    files = list(filter(lines.is_file, sources))
    lines.run(lines.lines_of(sources, stdin.file, encoding), answers, output, as_json, size, files)


@app.command()
def spoken(ctx: typer.Context, lang: Lang, texts: Texts = None, as_json: Json = False, output: Output = None) -> None:
    """Written text to spoken words, for speech synthesis: the way back.

    Inputs are those of format. What the grammar cannot read stays as it is.

    [dim]$[/] indic-tf spoken --lang hi "कीमत ₹1,500 है।"
    कीमत एक हज़ार पाँच सौ रुपये है।
    """
    sources = _sources(ctx, texts)
    lines.check(sources)
    formatter = IndicFormatter(lang, model=None)
    _ = formatter.grammar

    def answers(read: Iterator[Line]) -> Iterator[tuple[Line, lines.Answer]]:
        for one in read:
            try:
                yield one, formatter.spoken(one.text)
            except Exception as error:
                yield one, error

    files = list(filter(lines.is_file, sources))
    lines.run(lines.lines_of(sources, sys.stdin.buffer), answers, output, as_json, 1, files)


def _sources(ctx: typer.Context, texts: Sequence[str] | None, named: Sequence[str] = ()) -> list[str]:
    """The arguments, or stdin; the help where nobody pipes in: waiting for a keyboard would look like hanging."""
    if not texts and not named and sys.stdin.isatty():
        print(ctx.get_help())
        raise typer.Exit(2)
    return list(texts or ["-"])


def _is_live(sources: Sequence[str]) -> bool:
    return "-" in sources and sys.stdin.isatty()
