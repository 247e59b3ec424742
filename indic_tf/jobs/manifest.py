"""What was done, of which source and how: a line for each output, in a hidden file of the output folder."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from .settings import Settings, Task

NAME = ".indic-tf.jsonl"


def note(task: Task, settings: Settings, source: dict[str, Any], failed: int) -> None:
    """Add the line of an output that is complete, made of ``source`` (its `identity` when it was read).

    One write each: processes do not get into each other's lines.
    """
    from .. import __version__

    made = {
        "output": _name(task),
        **source,
        "settings": settings.digest,
        "format": settings.to,
        "failed": failed,
        "version": __version__,
    }
    with (task.folder / NAME).open("ab", buffering=0) as file:
        file.write(json.dumps(made).encode() + b"\n")  # ASCII, so that names that are not UTF-8 stay, too


def read(folder: Path) -> dict[str, dict[str, Any]]:
    """The last line of every output; lines that are broken or none of ours are passed over."""
    found: dict[str, dict[str, Any]] = {}
    try:
        lines = (folder / NAME).read_bytes().splitlines()
    except FileNotFoundError:
        return found
    for line in lines:
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict) and isinstance(value.get("output"), str):
            found[value["output"]] = value
    return found


def aside(task: Task, settings: Settings, noted: dict[str, dict[str, Any]]) -> int | None:
    """How many records the run that made this output could not format; None if it is not done.

    Done is an output that is there, not empty, and was made of this source as it is now, with these settings.
    """
    entry = noted.get(_name(task))
    if entry is None or not task.target.is_file() or not task.target.stat().st_size:
        return None
    now = {**identity(task.source), "settings": settings.digest}
    failed = entry.get("failed")
    return (failed if isinstance(failed, int) else 0) if all(entry.get(key) == now[key] for key in now) else None


def _name(task: Task) -> str:
    return Path(os.path.relpath(task.target, task.folder)).as_posix()


def identity(source: Path) -> dict[str, Any]:
    """What tells whether a source is the one that it was."""
    known = source.stat()
    return {"source": str(source.resolve()), "size": known.st_size, "mtime_ns": known.st_mtime_ns}
