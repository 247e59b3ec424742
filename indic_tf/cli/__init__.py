"""The command line: ``indic-tf``. Text goes to stdout, everything else to stderr.

Exit codes: 0 done; 1 done, but some line failed and was passed through or set aside; 2 nothing done, wrong usage,
unknown language, missing model …; 130 interrupted; 141 whoever read the output went away.
"""

from __future__ import annotations

import gc

from . import (  # noqa: F401  (each adds its commands)
    check,
    corpus,
    data,
    evaluate,
    evaluate_asr,
    evaluate_report,
    export,
    formatting,
    inside,
    publish,
    rules,
    serve,
    streaming,
    train,
)
from .base import app

__all__ = ["app", "main"]
_GARBAGE = 100_000  # objects between two collections: Python's 700 are a sixth of the time of a transcript


def main() -> None:
    """The console script. What takes longer than expected says so: warnings go to stderr without being asked to."""
    gc.set_threshold(_GARBAGE)
    app(prog_name="indic-tf")
