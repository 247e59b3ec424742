"""The options of ``format`` that are about files of recognisers, tables and captions."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

FILES, TABLES, CAPTIONS = "Files of recognisers", "Tables", "Captions"


class LoopsKept(str, Enum):
    """What becomes of words that a recogniser says again and again."""

    keep = "keep"
    collapse = "collapse"
    drop = "drop"


OutputTo = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="FILE|FOLDER/", help="Write here, not to stdout; many files: into a folder."
    ),
]
To = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="srt|vtt|ass|text|json|…",
        show_default="the shape that came in",
        help="What to write: captions, text, or a format of `indic-tf formats`.",
        rich_help_panel=FILES,
    ),
]
From = Annotated[
    str | None,
    typer.Option("--from", metavar="FORMAT", show_default="found by content", help="The format of the input.",
                 rich_help_panel=FILES),
]  # fmt: skip
Column = Annotated[
    str | None, typer.Option("--column", metavar="NAME", help="Of a table: where the text is.", rich_help_panel=TABLES)
]  # fmt: skip
Into = Annotated[
    str | None,
    typer.Option("--into", metavar="NAME", show_default="--column", help="Where it goes to.", rich_help_panel=TABLES),
]  # fmt: skip
Encoding = Annotated[
    str | None,
    typer.Option("--encoding", show_default="found", help="As in utf-16 or cp1252.", rich_help_panel=FILES),
]  # fmt: skip
LoopsOption = Annotated[
    LoopsKept, typer.Option("--loops", help="Of a recogniser that was stuck.", rich_help_panel=FILES)
]  # fmt: skip
Workers = Annotated[int, typer.Option("--workers", min=1, help="Processes, for many files.", rich_help_panel=FILES)]
Again = Annotated[bool, typer.Option("--again", help="Also what was done in an earlier run.", rich_help_panel=FILES)]
Preset = Annotated[
    str | None,
    typer.Option("--preset", show_default="broadcast", help="broadcast, social or youtube.", rich_help_panel=CAPTIONS),
]
MaxChars = Annotated[
    int | None, typer.Option("--max-chars", min=1, help="Letters in a line.", rich_help_panel=CAPTIONS)
]  # fmt: skip
MaxLines = Annotated[
    int | None, typer.Option("--max-lines", min=1, help="Lines in a caption.", rich_help_panel=CAPTIONS)
]
MaxCps = Annotated[float | None, typer.Option("--max-cps", min=1, help="Letters a second.", rich_help_panel=CAPTIONS)]
WordTimes = Annotated[
    bool, typer.Option("--word-times", help="A time before every word (VTT).", rich_help_panel=CAPTIONS)
]
Speakers = Annotated[bool, typer.Option("--speakers", help="Who speaks (VTT, ASS).", rich_help_panel=CAPTIONS)]
