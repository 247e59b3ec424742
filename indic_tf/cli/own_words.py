"""Options that bring a caller's own words: tables, terms."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from ..languages import Language
from ..tables import lines_of

Tables = Annotated[
    list[Path] | None,
    typer.Option(
        "--tables", metavar="FOLDER", help="Your own tables, read behind the language's; see `indic-tf check -h`."
    ),
]
Term = Annotated[
    list[str] | None,
    typer.Option("--term", metavar="WORDS", help="Write these words as they stand here, and convert none; repeatable."),
]
TermsFile = Annotated[Path | None, typer.Option("--terms", metavar="FILE", help="As --term, one on each line.")]


def own_words(tables: Sequence[Path] | None, term: Sequence[str] | None, terms: Path | None) -> dict[str, Any]:
    """Arguments of `IndicFormatter`; none where nothing was asked for."""
    listed = [*(term or ()), *(lines_of(_there(terms)).values() if terms else ())]
    made: dict[str, Any] = {"tables": [str(place.expanduser().resolve()) for place in tables]} if tables else {}
    return made | ({"terms": listed} if listed else {})


def _there(path: Path) -> Path:
    path.expanduser().stat()  # `FileNotFoundError` names the file
    return path.expanduser()


def language_of(lang: str) -> str | Language:
    """The code that was given, or the language in the folder that was: a name with a slash in it."""
    return Language.load(lang) if "/" in lang else lang
