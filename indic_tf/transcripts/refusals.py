"""Files that people take for transcripts and that hold none: each is refused by its name, with what to do."""

from __future__ import annotations

import regex

from ..errors import InputError
from .content import NOT_JSON, Content, salvaged
from .json_spans import value_at

_BINARY = (
    ((b"RIFF", b"fLaC", b"OggS", b"ID3", b"\xff\xfb", b"\xff\xf3"), "an audio file: let a recogniser write it first"),
    ((b"PK\x03\x04",), "a zip archive or an office document: save its text, or unpack it"),
    ((b"%PDF",), "a PDF: save its text"),
    ((b"PAR1",), "a Parquet table: it is formatted row by row, as a table with --column"),
    ((b"\x1aE\xdf\xa3",), "a Matroska or WebM video: take its subtitle track out first (ffmpeg -i FILE out.srt)"),
    ((b"\x89PNG", b"\xff\xd8\xff", b"GIF8"), "an image"),
)  # fmt: skip
_HTML = regex.compile(r"^(?:<!doctype\s+html|<html|<head>|<\?xml[^>]*\?>\s*<!doctype\s+html)", regex.I)
_HTK_FRAMES = regex.compile(r"(?m)^\S.*==\s+\[\d+ frames\]|^SENT_BEGIN\b")
_HTK_LABEL = regex.compile(r"^\d+ \d{4,} [!-~]+(?: -?\d[\d.e+-]*)?(?: [!-~]+)*$")
_LIST = regex.compile(r"(?m)^[ \t]*\[\s*\{\s*\"")
_PANDAS = regex.compile(r"(?m)^\[\d+ rows x \d+ columns\]\s*$|^\d+ .*\.\.\.\s*$\n^\.\. .*$|^\s*\.\.\s+\.\.\.(?:\s|$)")
_PANDAS_WRAPPED = regex.compile(r"(?m)\A[ \t]{2,}\S.*\\\s*$\n^\d+\s")


def refuse(content: Content) -> None:
    """Raises `InputError` for a file that holds no transcript, and says what it is."""
    if (what := _binary(content.raw)) or (what := _text(content)):
        raise InputError(f"{content.name}: {what}")


def _binary(raw: bytes) -> str:
    if raw[4:8] == b"ftyp":
        return "an MP4 file: let a recogniser write its sound down first"
    return next((what for marks, what in _BINARY if raw.startswith(marks)), "")


def _text(content: Content) -> str:
    head = content.head
    if head.startswith("version https://git-lfs"):
        return "a Git LFS pointer, not the file itself: 'git lfs pull' fetches it"
    if _HTML.match(head):
        return "an HTML page, not a transcript: save the file behind the link (on GitHub: 'Raw')"
    if head.startswith("#!MLF!#") or _HTK_FRAMES.search(head) or _is_labels(head):
        return "HTK labels: their words are spelt in ASCII labels of one recogniser, which cannot be read as text"
    if not content.is_like_json and (_PANDAS.search(head) or _PANDAS_WRAPPED.search(content.text[:4096].lstrip("\n"))):
        return "a table as pandas prints it, with rows and texts cut off: save it with to_csv or to_json"
    return ""


def _is_labels(head: str) -> bool:
    """Lines of start, end (in 100 ns) and a label."""
    first = [line for line in head.splitlines()[:20] if line.strip()]
    return len(first) > 1 and all(_HTK_LABEL.match(line.strip()) for line in first)


def unwrapped(content: Content) -> Content:
    """``content``, or the JSON list that stands in the log of a console, with what was done among its problems."""
    if not content.head or content.is_like_json or not (found := _LIST.search(content.text)):
        return content
    begin = found.start()
    try:
        begin, end, value = value_at(content.text, begin)
        inner = content.text[begin:end]
    except (ValueError, RecursionError):
        value, inner = salvaged(content.text[begin:]), content.text[begin:]
    if value is NOT_JSON or not isinstance(value, list):
        return content
    made = Content(inner.encode("utf-8", "replace"), content.name)
    made.column = content.column
    made.problems += content.problems
    made.report(
        f"line {content.text.count(chr(10), 0, begin) + 1}", "the JSON list here is read, the log around it is not"
    )
    return made
