"""What the command line shows: tables, explanations, a progress bar; scores are in `scores`, which needs numpy."""

from __future__ import annotations

from .base import console, progress, share, table
from .explain import explanation_dict, show_explanation
from .languages import language_rows, show_languages

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
