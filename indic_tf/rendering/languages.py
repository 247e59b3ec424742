"""The table of ``indic-tf languages``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..languages import language, languages
from ..wfst.wire import BETA_KINDS, KINDS
from .base import console, table


def language_rows() -> list[dict[str, Any]]:
    """The facts of every language that the table shows."""
    return [
        {
            "code": code,
            "name": facts.name,
            "native_name": facts.native_name,
            "script": facts.script,
            "sentence_end": facts.sentence_end,
            "status": facts.status,
            "classes": list(facts.classes or (KINDS if facts.status == "stable" else BETA_KINDS)),
        }
        for code in languages()
        for facts in [language(code)]
    ]


def show_languages(rows: Sequence[dict[str, Any]]) -> None:
    made = table("code", "name", "native name", "script", "sentence end", "status", "classes")
    for row in rows:
        made.add_row(*(", ".join(cell) if isinstance(cell, list) else str(cell) for cell in row.values()))
    console().print(made)
