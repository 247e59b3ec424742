"""The command line: ``indic-tf``. Text goes to stdout, everything else to stderr.

Exit codes: 0 done; 1 done, but some line failed and was passed through or set aside; 2 nothing done, wrong usage,
unknown language, missing model …; 130 interrupted; 141 whoever read the output went away.
"""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .base import app

__all__ = ["app", "main"]
_GARBAGE = 100_000  # objects between two collections: Python's 700 are a sixth of the time of a transcript
COMMANDS = {
    "check": ["check"],
    "export": ["export"],
    "format": ["formatting"],
    "spoken": ["formatting"],
    "explain": ["inside"],
    "languages": ["inside"],
    "formats": ["inside"],
    "publish": ["publish"],
    "rules": ["rules"],
    "serve": ["serve"],
    "stream": ["streaming"],
    "data": ["data"],
    "evaluate": ["evaluate", "evaluate_asr", "evaluate_report"],
    "train": ["train"],
}
"""The modules that add each command, in the order of the help."""


def main() -> None:
    """The console script. What takes longer than expected says so: warnings go to stderr without being asked to."""
    gc.set_threshold(_GARBAGE)
    _app_with(sys.argv[1:2])(prog_name="indic-tf")


def _app_with(asked: list[str]) -> Any:
    """The application, with the command that is asked for if there is one of that name, else with all of them."""
    known = [name for name in asked if name in COMMANDS]
    for name in known or COMMANDS:
        for module in COMMANDS[name]:
            import_module(f"{__name__}.{module}")
    return import_module(f"{__name__}.base").app


def __getattr__(name: str) -> Any:
    """The whole application where it is asked for by name."""
    if name == "app":
        return _app_with([])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
