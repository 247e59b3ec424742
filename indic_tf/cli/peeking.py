"""What comes in on stdin: lines, live perhaps, or a file of a recogniser. Nobody waits for it to be found out."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from typing import IO

import regex

from ..errors import InputError
from ..repair.encodings import opening
from .arriving import Arriving

_PATIENCE = 0.3  # seconds for the second line of what may be captions
_FILE_HEAD = 1 << 20
_GZIP = b"\x1f\x8b"
_FILES = (_GZIP, b"WEBVTT", b"[Script Info]")
_JSON = regex.compile(rb"\s*(?:\[\s*(?:[\[{]|$)|\{\s*(?:[\"'}]|$))")
_CUE = regex.compile(rb"\s*(?:\d+\s*\n\s*)?(?:\d+:)?\d\d?:\d\d[.,]\d+ *-->")
_NUMBER = regex.compile(rb"\s*\d+\s*$")
_WORDS = regex.compile(r"(?![A-Za-z])[\p{L}\p{M}\u200c\u200d]+(?: [\p{L}\p{M}\u200c\u200d]+)+\r?\n?")


class Stdin:
    """Stdin, looked into: ``arriving`` has all that comes in, ``is_talk`` says that it is a file of a recogniser.

    Raises `InputError` as `is_talk`.
    """

    def __init__(self, look: bool = True, encoding: str | None = None) -> None:
        self.arriving = Arriving(sys.stdin.buffer)
        head = self.arriving.look() if look and not sys.stdin.isatty() else b""
        if head and _NUMBER.match(_text(head, encoding)):
            head = self.arriving.look(_PATIENCE)
        begins = _begins(_text(head, encoding))
        if begins:  # it is to be read as a whole anyway
            head = self.arriving.look_at_all()
        told = (head, encoding) if begins else (_whole_lines(_text(head, encoding)), None)
        self.is_talk = bool(head) and is_talk(told[0], "stdin", told[1])

    @property
    def file(self) -> IO[bytes]:
        """All that comes in, as a file."""
        return self.arriving.as_file()


def _text(head: bytes, encoding: str | None) -> bytes:
    """The beginning of a stream as UTF-8, whatever it is encoded in; as it is if nobody can tell."""
    try:
        found, mark = opening(head, encoding, whole=False)
    except InputError:
        return head
    return head[mark:] if found == "utf-8" else head[mark:].decode(found, "replace").encode("utf-8", "replace")


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
    if len(head) == _FILE_HEAD:
        return is_talk(_whole_lines(_text(head, encoding)), str(path), None)
    return is_talk(head, str(path), encoding)


def is_talk(head: bytes, name: str, encoding: str | None) -> bool:
    """True if a file that begins so is one of a recogniser, False for lines of text, whatever bytes stand in them.

    Raises `InputError` for JSON that is no transcript, and for what is neither (sound, pages, archives).
    """
    if _is_of_words(head):
        return False
    from ..transcripts import NOT_JSON, Content, registry
    from ..transcripts.refusals import refuse, unwrapped

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


def _is_of_words(head: bytes) -> bool:
    """True for one line of words and nothing else: it need not be shown to all formats, which begin with other marks or
    with Latin letters."""
    try:
        return _WORDS.fullmatch(head.decode()) is not None
    except UnicodeDecodeError:
        return False


def _whole_lines(head: bytes) -> bytes:
    return head[: head.rfind(b"\n") + 1] or head
