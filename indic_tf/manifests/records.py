"""One recording with its transcript, and the two files that lists of them are kept in.

``NAME.jsonl`` has one JSON object a line, as NeMo and Vistaar read it: ``audio_filepath``, ``duration`` (seconds),
``text``, then what else is known. ``NAME.json`` has the same objects as one JSON array.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import InputError
from .owned import whole
from .transcripts import undecodable

_ALIASES = {"audio_path": "audio_filepath", "audio": "audio_filepath", "transcript": "text", "sentence": "text"}
_STRINGS = ("audio_filepath", "text", "id", "speaker", "document", "lang")


@dataclass(frozen=True, slots=True)
class Record:
    """One recording.

    Attributes:
        audio_filepath: where the audio is.
        text: the transcript, as it was written.
        duration: seconds, or None where nobody measured.
        id, speaker, document, lang: empty where unknown. Ids are unique in a list.
        extra: whatever else stands in the list; written back as it was read.
    """

    audio_filepath: str
    text: str
    duration: float | None = None
    id: str = ""
    speaker: str = ""
    document: str = ""
    lang: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    def value(self, name: str) -> str:
        """The field called ``name``, in ``extra`` too; empty where the record has none."""
        if name in _STRINGS:
            return str(getattr(self, name))
        found = self.extra.get(name)
        return "" if found is None else str(found)

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready, what is unknown left out; NeMo's three keys come first."""
        first = {"audio_filepath": self.audio_filepath, "duration": self.duration, "text": self.text}
        known = {name: getattr(self, name) for name in _STRINGS[2:]}
        return (
            {k: v for k, v in first.items() if v is not None} | {k: v for k, v in known.items() if v} | {**self.extra}
        )


def record(found: object) -> Record:
    """A record from a JSON value; `InputError` says what is wrong with it.

    >>> record({"audio_path": "a.wav", "transcript": "नमस्ते", "gender": "F"}).as_dict()
    {'audio_filepath': 'a.wav', 'text': 'नमस्ते', 'gender': 'F'}
    """
    if not isinstance(found, dict):
        raise InputError("not a JSON object")
    _refuse_halves(found)
    aliases = {alias: name for alias, name in _ALIASES.items() if name not in found}
    named: dict[str, Any] = {aliases.get(str(name), str(name)): value for name, value in found.items()}
    for name in ("audio_filepath", "text"):
        if not isinstance(named.get(name), str):
            raise InputError(f"{name!r} is missing or no string")
    strings = {name: _string(name, named.pop(name)) for name in _STRINGS if name in named}
    return Record(duration=_seconds(named.pop("duration", None)), extra=named, **strings)


def _refuse_halves(found: dict[str, Any]) -> None:
    """JSON can write half of a surrogate pair, UTF-8 cannot."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise InputError("half a character: a surrogate without its other half") from None


def _string(name: str, value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError(f"{name!r} is no string: {value!r}")
    return str(value)


def _seconds(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
        raise InputError(f"'duration' is no number of seconds: {value!r}")
    return float(value)


def read(path: Path) -> tuple[list[Record], list[tuple[str, str]]]:
    """The records of a ``.json`` or ``.jsonl`` file, and the bad ones: where they stand, and why they are not used.

    Raises `OSError` where the file cannot be read, `InputError` where all of it is not JSON.
    """
    good: list[Record] = []
    bad: list[tuple[str, str]] = []
    seen: set[str] = set()
    for where, found in _values(path):
        try:
            if isinstance(found, _Broken):
                raise InputError(found.problem)
            made = record(found)
            if made.id in seen:
                raise InputError(f"the id {made.id!r} was there before")
            good.append(made)
            seen |= {made.id} - {""}
        except InputError as error:
            bad.append((where, str(error)))
    return good, bad


@dataclass(frozen=True, slots=True)
class _Broken:
    problem: str


def _values(path: Path) -> Iterator[tuple[str, object]]:
    """Every JSON value with its place: the items of an array, or one a line."""
    with path.open("rb") as file:
        start = file.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()
    return _array(path) if start.startswith(b"[") else _lines(path)


def _array(path: Path) -> Iterator[tuple[str, object]]:
    try:
        items = json.loads(path.read_bytes().decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError) as error:
        raise InputError(f"{path}: not JSON: {error}") from None
    for number, item in enumerate(items, start=1):
        yield f"record {number}", item


def _lines(path: Path) -> Iterator[tuple[str, object]]:
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            try:
                text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
                if text.strip():
                    yield f"line {number}", json.loads(text)
            except UnicodeDecodeError as error:
                yield f"line {number}", _Broken(undecodable(error))
            except ValueError as error:
                yield f"line {number}", _Broken(f"not JSON: {error}")


def write(folder: Path, name: str, records: Iterable[Record]) -> None:
    """Write ``name.json`` and ``name.jsonl`` into ``folder``, which is made where it is missing."""
    rows = [json.dumps(item.as_dict(), ensure_ascii=False) for item in records]
    write_text(folder / f"{name}.jsonl", "".join(f"{row}\n" for row in rows))
    write_text(folder / f"{name}.json", "[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n")


def write_text(path: Path, text: str) -> None:
    """Write a whole file or, where that fails, leave the one that is there as it is."""
    with whole(path) as file:
        file.write(text.encode("utf-8"))
