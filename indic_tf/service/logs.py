"""Log lines: an object of JSON each, or text for people. What callers sent is in none of them unless asked for."""

from __future__ import annotations

import json
import logging
import sys
from datetime import datetime, timezone
from typing import IO, Any

LOG = logging.getLogger("indic_tf.service")
_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def _given(record: logging.LogRecord) -> dict[str, Any]:
    """What was said beside the message."""
    return {name: value for name, value in vars(record).items() if name not in _USUAL and value is not None}


class JsonLines(logging.Formatter):
    """A line of JSON: time (UTC), level, event, and what belongs to it."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, timezone.utc).isoformat(timespec="milliseconds")
        made = {"time": time, "level": record.levelname.lower(), "event": record.getMessage(), **_given(record)}
        if record.exc_info and record.exc_info[0] is not None:
            made["exception"] = record.exc_info[0].__name__
        return json.dumps(made, ensure_ascii=False, default=str).encode("utf-8", "replace").decode()


class TextLines(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        given = " ".join(f"{name}={value}" for name, value in _given(record).items())
        return f"{time} {record.levelname.lower():8} {record.getMessage()} {given}".rstrip()


def set_up(log_format: str, out: IO[str] | None = None) -> None:
    """Let the service and its server write to ``out`` (stderr)."""
    handler = logging.StreamHandler(out or sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else TextLines())
    for name, level in (("indic_tf.service", logging.INFO), ("uvicorn", logging.WARNING)):
        log = logging.getLogger(name)
        log.handlers, log.propagate = [handler], False
        log.setLevel(level)
