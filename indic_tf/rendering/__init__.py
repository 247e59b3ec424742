"""What the command line shows: tables, explanations, a progress bar; scores are in `scores`, which needs numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..exports import when_asked_for

if TYPE_CHECKING:
    from .base import console, share, table
    from .explain import explanation_dict, show_explanation
    from .languages import language_rows, show_languages
    from .progressing import progress

__all__ = [
    "console",
    "explanation_dict",
    "language_rows",
    "progress",
    "share",
    "show_explanation",
    "show_languages",
    "table",
]

when_asked_for(
    __name__,
    {
        "base": ["console", "share", "table"],
        "explain": ["explanation_dict", "show_explanation"],
        "languages": ["language_rows", "show_languages"],
        "progressing": ["progress"],
    },
)
