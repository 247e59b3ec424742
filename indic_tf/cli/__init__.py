"""The command line: ``indic-tf``. Text goes to stdout, everything else to stderr.

Exit codes: 0 done; 1 done, but some line failed and was passed through or set aside; 2 nothing done, wrong usage,
unknown language, missing model …; 130 interrupted; 141 whoever read the output went away.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from ..exports import when_asked_for

if TYPE_CHECKING:
    import typer

    from .whole import app

__all__ = ["app", "main"]
_GARBAGE = 100_000  # objects between two collections: Python's 700 are a sixth of the time of a transcript
ALONE = {
    "check": "check",
    "corpus": "corpus",
    "explain": "inside",
    "export": "export",
    "format": "formatting",
    "formats": "inside",
    "languages": "inside",
    "publish": "publish",
    "rule-fsts": "rule_fsts",
    "rules": "rules",
    "serve": "serve",
    "spoken": "formatting",
    "stream": "streaming",
}
"""Commands that one module adds, and that module: it is all that is imported where the command is asked for."""

when_asked_for(__name__, {"whole": ["app"]})


def main() -> None:
    """The console script. What takes longer than expected says so: warnings go to stderr without being asked to."""
    gc.set_threshold(_GARBAGE)
    _app_for(sys.argv[1:])(prog_name="indic-tf")


def _app_for(arguments: Sequence[str]) -> typer.Typer:
    """The application, with the command that is asked for if it is one of `ALONE`, else with all of them."""
    if not (arguments and arguments[0] in ALONE):
        from .whole import app

        return app
    import_module(f"{__name__}.{ALONE[arguments[0]]}")
    from .base import app

    return app
