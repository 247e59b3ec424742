"""Bytes → text: byte-order marks, UTF-16 without one, cut letters, and letters that were left as byte literals."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from ..errors import InputError
from .cuts import Stray, halves

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark its own begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_SAMPLE = 4096
"""Bytes that are looked at to tell an encoding: a multiple of the four that a letter of UTF-32 takes."""

_ENOUGH = 4
"""Bytes without a zero that may be UTF-16: two letters."""

_ODD_BYTES = regex.compile(rb"[\x00-\x08\x0e-\x1b]")  # the separators FS GS RS US end lines of text
_NO_TEXT = regex.compile(r"[\p{Cc}\p{Cn}\p{Co}\p{Cs}\uFFFD--\t\n\r\f\u0085]", regex.V1)
_WRITTEN = regex.compile(r"[\p{Latin}\p{Arabic}\u0900-\u0DFF\u1C50-\u1C7F\uAAE0-\uAAFF\uABC0-\uABFF\p{N}\s]")
_STRAY = regex.compile(r"[\udc80-\udcff]+")
_LETTER = regex.compile(rb"[\xc2-\xf4][\x80-\xbf]+")
_CUT_END = regex.compile(rb"(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})\Z")
_CUT_INDIC = regex.compile(rb"\xe0[\xa4-\xb7]|\xe1\xb1|\xea[\xab\xac\xaf]")
_LITERALS = regex.compile(r"(?:<0x[0-9A-Fa-f]{2}>)+")
_UNPRINTED = regex.compile(r"[<\p{Cc}--\t\n\r]", regex.V1)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that was not text: its byte offset from 0, its line from 1, and what was done about it."""

    offset: int
    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}, byte {self.offset}: {self.message}"


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of some bytes, the encoding it was read in, and what was not text in them."""

    text: str
    encoding: str
    problems: tuple[Problem, ...] = ()


def decode(raw: bytes, encoding: str | None = None) -> Decoded:
    """The text of ``raw``, which recognisers write as UTF-8 with letters cut, and editors as UTF-16.

    A byte-order mark decides, else ``encoding``, else the pattern of zero bytes (UTF-16, UTF-32), else it is UTF-8.
    Stray bytes become U+FFFD, each a `Problem`; a letter whose halves stand in neighbouring strings of JSON (tokens of
    whisper.cpp) is put together in the first of them. Raises `InputError` for bytes that are no Unicode text and for an
    encoding that nobody knows: 8-bit encodings are not guessed, since most text is valid in all of them.

    >>> decode("दो".encode()[:-1]).problems[0].line
    1
    """
    if encoding is not None:
        _known(encoding)
    for mark, name in _MARKS:
        if raw.startswith(mark) and (encoding is None or _is_unicode(encoding)):
            return _utf8(raw, len(mark), False) if name == "utf-8" else _other(raw[len(mark) :], name, len(mark))
    if encoding is not None:
        return _utf8(raw, 0, False) if codecs.lookup(encoding).name == "utf-8" else _other(raw, encoding)
    wide = _wide(raw)
    return _other(raw, wide) if wide else _utf8(raw, 0, True)


def opening(head: bytes, encoding: str | None = None, whole: bool = True) -> tuple[str, int]:
    """The encoding of a file that begins with ``head``, found as `decode` does, and the bytes of its byte-order mark.

    ``whole``: ``head`` is all of it; a stream may be cut anywhere. Raises `InputError` as `decode`.

    >>> opening("दो".encode("utf-16"))
    ('utf-16-le', 2)
    """
    if encoding is not None:
        _known(encoding)
    for mark, name in _MARKS:
        if head.startswith(mark) and (encoding is None or _is_unicode(encoding)):
            return name, len(mark)
    if encoding is not None:
        return codecs.lookup(encoding).name, 0
    if name := _wide(head if whole else head[: len(head) // 4 * 4 or len(head) // 2 * 2]):
        return name, 0
    known = head if whole else _without_cut_end(head)
    strays = list(_strays(known))
    if strays:
        cuts = halves(known, strays)
        _refuse_others(known, [stray for stray in strays if stray not in cuts])
    return "utf-8", 0


def _without_cut_end(head: bytes) -> bytes:
    """``head`` without the first bytes of a letter of UTF-8 whose rest is yet to come."""
    return head[: -len(end[0])] if (end := _CUT_END.search(head)) else head


def bytes_as_letters(text: str) -> str:
    """``text`` with the bytes that a vocabulary of subwords fell back to as the letters they are.

    A run of ``<0xHH>`` that is UTF-8 becomes its text; other runs stay, and so do those that stand for control
    characters or "<".

    >>> bytes_as_letters("<0xE0><0xB2><0x8A>ಹಿಸಿ <0xE0>")
    'ಊಹಿಸಿ <0xE0>'
    """
    return _LITERALS.sub(_letters, text) if "<0x" in text else text


def _letters(literals: regex.Match[str]) -> str:
    try:
        made = bytes.fromhex(literals[0].replace("<0x", "").replace(">", "")).decode()
    except UnicodeDecodeError:
        return literals[0]
    return literals[0] if _UNPRINTED.search(made) else made


def _known(encoding: str) -> None:
    try:
        text = codecs.lookup(encoding)._is_text_encoding
    except (LookupError, ValueError):
        text = False
    if not text:
        raise InputError(f"unknown encoding {encoding!r}; try utf-8, utf-16, cp1252")


def _is_unicode(encoding: str) -> bool:
    return codecs.lookup(encoding).name.startswith("utf-")


def _wide(raw: bytes) -> str:
    """The encoding of two or four bytes a letter that ``raw`` is in; "" for none.

    UTF-8 has no zero bytes, and hardly control characters; the other halves of Indic letters are such.
    """
    head = raw[:_SAMPLE]
    if len(head) < _ENOUGH and b"\0" not in head:  # b"\x1a\n" is how DOS ends a file, or a letter and no word
        return ""
    if not (_ODD_BYTES.search(head) or _STRAY.search(head.decode(errors="surrogateescape"))):
        return ""
    zeros = [head[i::4].count(0) for i in range(4)]
    candidates = [name for name in _WIDE if len(raw) % (4 if "32" in name else 2) == 0]
    if zeros[0] + zeros[2] != zeros[1] + zeros[3]:  # the high halves of ASCII, space and line end above all, are zero
        little = zeros[1] + zeros[3] > zeros[0] + zeros[2]
        candidates = [name for name in _WIDE if name.endswith("le" if little else "be")]
    return next((name for name in candidates if _fits(head, name)), "")


def _fits(head: bytes, name: str) -> bool:
    size = 4 if "32" in name else 2
    text = head[: len(head) // size * size].decode(name, "replace")
    return len(_WRITTEN.findall(text)) >= 0.7 * len(text) and not _NO_TEXT.search(text[:-1])


def _other(raw: bytes, encoding: str, skipped: int = 0) -> Decoded:
    """The text in an encoding that was named or is sure; what does not fit is replaced."""
    try:
        return Decoded(raw.decode(encoding), encoding)
    except UnicodeDecodeError as error:
        text = raw.decode(encoding, "replace")
        line = raw[: error.start].decode(encoding, "replace").count("\n") + 1
        many = text.count("\ufffd")
        what = f"not {encoding}: {many} place{'s' * (many != 1)} from here on written as U+FFFD"
        return Decoded(text, encoding, (Problem(error.start + skipped, line, what),))


def _utf8(raw: bytes, skipped: int, guessed: bool) -> Decoded:
    """UTF-8 with whatever is cut or astray in it; refused where that is more than chance would do, and a guess."""
    try:
        return Decoded(raw[skipped:].decode(), "utf-8")
    except UnicodeDecodeError:
        strays = list(_strays(raw))
    cuts = halves(raw, strays)
    if guessed:
        _refuse_others(raw, [stray for stray in strays if stray not in cuts])
    problems = [(stray.start, "a letter that was cut in two, put together") for stray in cuts if cuts[stray]]
    problems += [
        (stray.start, f"no UTF-8: {stray.data[:8].hex(' ')}, written as U+FFFD")
        for stray in strays
        if stray not in cuts
    ]
    made, position = [], skipped
    for stray in strays:
        made += [raw[position : stray.start].decode(), cuts.get(stray, "\ufffd")]
        position = stray.end
    text = "".join([*made, raw[position:].decode()])
    return Decoded(text, "utf-8", tuple(_placed(raw, sorted(problems))))


def _strays(raw: bytes) -> Iterator[Stray]:
    """The runs of bytes that are no UTF-8, left to right."""
    text = raw.decode(errors="surrogateescape")
    position = at = 0
    for found in _STRAY.finditer(text):
        start = at + len(text[position : found.start()].encode())
        position, at = found.end(), start + len(found[0])
        yield Stray(start, raw[start:at])


def _placed(raw: bytes, problems: Sequence[tuple[int, str]]) -> Iterator[Problem]:
    line, position = 1, 0
    for offset, message in problems:
        line, position = line + raw.count(b"\n", position, offset), offset
        yield Problem(offset, line, message)


def _refuse_others(raw: bytes, strays: Sequence[Stray]) -> None:
    """Raise `InputError` where there are more stray bytes than letters beyond ASCII; Indic letters that are cut say
    that it is UTF-8."""
    letters = len(_LETTER.findall(raw))
    unlikely = [stray for stray in strays if not _CUT_INDIC.fullmatch(stray.data)]
    if len(unlikely) > letters:
        first = unlikely[0]
        line = raw.count(b"\n", 0, first.start) + 1
        raise InputError(
            f"line {line}, byte {first.start}: {first.data[:4].hex(' ')} is no UTF-8, and most of what is not ASCII"
            " here is none; say which encoding it is (encoding='cp1252', --encoding cp1252 for Western Windows), or"
            " save it as UTF-8"
        )
