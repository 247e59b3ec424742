"""What comes in on stdin: lines, live perhaps, or a file of a recogniser. Nobody waits for it to be found out."""

from __future__ import annotations

import codecs
import gzip
import io
import select
import sys
from pathlib import Path
from typing import Any

import regex

from ..errors import InputError
from ..transcripts import NOT_JSON, Content, registry
from ..transcripts.refusals import refuse, unwrapped

_HEAD = 1 << 16
_PATIENCE = 0.3  # seconds for the second line of what may be captions
_FILE_HEAD = 1 << 20
_GZIP = b"\x1f\x8b"
_FILES = (_GZIP, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, b"WEBVTT", b"[Script Info]")
_JSON = regex.compile(rb"\s*(?:\[\s*(?:[\[{]|$)|\{\s*(?:[\"'}]|$))")
_CUE = regex.compile(rb"\s*(?:\d+\s*\n\s*)?(?:\d+:)?\d\d?:\d\d[.,]\d+ *-->")
_NUMBER = regex.compile(rb"\s*\d+\s*$")


class Stdin:
    """Stdin, looked into: ``file`` has all that comes in, ``is_talk`` says that it is a file of a recogniser.

    Raises `InputError` as `is_talk`.
    """

    def __init__(self, look: bool = True, encoding: str | None = None) -> None:
        source: Any = sys.stdin.buffer
        head = _read(source) if look and not sys.stdin.isatty() else b""
        if head and _NUMBER.match(head) and _has_more(source):
            head += _read(source)
        begins = _begins(head.removeprefix(codecs.BOM_UTF8))
        if begins:  # it is to be read as a whole anyway
            head += source.read()
        self.is_talk = bool(head) and is_talk(head if begins else _whole_lines(head), "stdin", encoding)
        self.file = io.BufferedReader(_Chained(head, source), _HEAD)


def _read(source: Any) -> bytes:
    """What has come; waits for the first of it."""
    found: bytes = source.read1(_HEAD) if hasattr(source, "read1") else source.readline()
    return found


def _has_more(source: Any) -> bool:
    try:
        return bool(select.select([source.fileno()], [], [], _PATIENCE)[0])
    except (OSError, ValueError):  # no file of the system, or a system that cannot wait for files
        return False


def _begins(head: bytes) -> bool:
    """True for what no line of text begins like."""
    return head.startswith(_FILES) or bool(_JSON.match(head)) or bool(_CUE.match(head))


def is_talk_file(path: Path, encoding: str | None) -> bool:
    """True for a file of a recogniser, by its first megabyte. Raises `InputError` as `is_talk`."""
    with path.open("rb") as file:
        packed = file.read(2) == _GZIP
        file.seek(0)
        try:
            head = gzip.GzipFile(fileobj=file).read(_FILE_HEAD) if packed else file.read(_FILE_HEAD)
        except (OSError, EOFError) as error:
            raise InputError(f"{path}: damaged gzip file ({error})") from None
    return is_talk(_whole_lines(head) if len(head) == _FILE_HEAD else head, str(path), encoding)


def is_talk(head: bytes, name: str, encoding: str | None) -> bool:
    """True if a file that begins so is one of a recogniser, False for lines of text, whatever bytes stand in them.

    Raises `InputError` for JSON that is no transcript, and for what is neither (sound, pages, archives).
    """
    content = Content(head, name, encoding)
    try:
        empty = not content.text.strip()
    except InputError:
        content = Content(head.decode("utf-8", "replace").encode(), name)
        empty = False
    if empty:
        return False
    content = unwrapped(content)
    refuse(content)
    try:
        return registry.detect(content).name != "text"
    except InputError:
        if content.json is not NOT_JSON:
            raise
        return False


def _whole_lines(head: bytes) -> bytes:
    return head[: head.rfind(b"\n") + 1] or head


class _Chained(io.RawIOBase):
    """Bytes, and what comes behind them as soon as it comes."""

    def __init__(self, head: bytes, source: Any) -> None:
        self._head = memoryview(head)
        self._source = source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._head:
            data = self._source.read1(len(buffer)) if hasattr(self._source, "read1") else self._source.readline()
            self._head = memoryview(data)
        taken = self._head[: len(buffer)]
        buffer[: len(taken)] = taken
        self._head = self._head[len(taken) :]
        return len(taken)
