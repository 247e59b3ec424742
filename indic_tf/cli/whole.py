"""The application with all of its commands."""

from __future__ import annotations

from . import (  # noqa: F401  (each adds its commands, in the order of the help)
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
    rule_fsts,
    rules,
    serve,
    streaming,
    train,
)
from .base import app

__all__ = ["app"]
