"""The formats that are known, and which of them a file is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from .content import NOT_JSON, Content
from .model import Transcript


@dataclass(frozen=True, slots=True)
class Format:
    """How one kind of file is known, read and written.

    Attributes:
        name: what ``format=`` calls it.
        title: what a message calls it: "whisperX JSON".
        marks: what was looked for, for the list of formats: "segments with words".
        claims: how sure the format is that a file is one of its own, 0 to 1, by content alone; it must not raise.
        read: the transcript of a file. Raises `InputError` for one that it cannot make anything of.
        write: the bytes of a transcript in this format: those that were read, changed where words changed.
            None where nobody needs it written.
        suffix: what a file of it is called, with the dot.
        silence: keys of an object whose list is empty where nothing was said; tried where no format claims a file.
        is_captions: its segments are captions that somebody timed; they keep their times as far as they fit.
    """

    name: str
    title: str
    marks: str
    claims: Callable[[Content], float]
    read: Callable[[Content], Transcript]
    write: Callable[[Transcript], bytes] | None = None
    suffix: str = ".json"
    is_captions: bool = False
    silence: tuple[str, ...] = ()


_FORMATS: dict[str, Format] = {}


def register(format: Format) -> Format:
    """Add a format; it takes part in `read` from now on. One of the same name is replaced."""
    _FORMATS[format.name] = format
    return format


def formats() -> tuple[Format, ...]:
    """All formats, in the order in which they were added."""
    return tuple(_FORMATS.values())


def named(name: str) -> Format:
    """The format called ``name``; raises `InputError` that lists them."""
    if name not in _FORMATS:
        raise InputError(f"unknown format {name!r}. Known: {', '.join(sorted(_FORMATS))}")
    return _FORMATS[name]


def detect(content: Content) -> Format:
    """The format of a file by its content; raises `InputError` that says what was found."""
    sure = {one.name: one.claims(content) for one in formats()}
    best = max(sure, key=lambda name: sure[name], default="")
    if not best or sure[best] <= 0:
        if silent := _silent(content.json):
            return silent
        raise InputError(f"{content.name}: found {found(content)}; 'indic-tf formats' lists what is known")
    return _FORMATS[best]


def _silent(value: Any) -> Format | None:
    """The format of a result in which nothing was said; an empty list is one of no segments."""
    if value == []:
        return _FORMATS.get("whisper")
    if not isinstance(value, dict):
        return None
    return next((one for one in formats() if any(value.get(key) == [] for key in one.silence)), None)


def found(content: Content) -> str:
    """What a file holds, in a few words."""
    if not content.raw:
        return "an empty file"
    value = content.json
    if isinstance(value, dict):
        return f"a JSON object with the keys {', '.join(map(str, list(value)[:12])) or '(none)'}"
    if isinstance(value, list):
        first = value[0] if value else None
        inner = f" of objects with the keys {', '.join(list(first)[:12])}" if isinstance(first, dict) else ""
        return f"a JSON list of {len(value)}{inner}"
    if value is not NOT_JSON:
        return f"the JSON value {str(value)[:40]!r}"
    if content.json_error:
        return f"what begins like JSON and is {content.json_error}"
    if "\x00" in content.head:
        return "a binary file"
    first_line = content.head.partition("\n")[0]
    return f"text that begins {first_line[:60]!r}"
