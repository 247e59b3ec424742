r"""Bytes → lines, with nothing lost between them.

A line ends at LF, CR LF or a lone CR. Other breaks (VT, FF, FS, GS, RS, NEL, U+2028, U+2029) and a byte-order mark that
stands where a line begins stay inside their line: `parts` cuts it there, so that nothing is joined across them.
"""

from __future__ import annotations

import codecs
import gzip
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import IO, cast

import regex

from ..errors import InputError
from ..evaluation.lines import Line
from ..repair.encodings import opening
from .arriving import BLOCK, Arriving

LONGEST = 1 << 24
"""Bytes of UTF-8 in one line, about a million words: a text is held as a whole, and takes some fifty times its size."""

MOST = 1 << 30
"""Bytes of a line that are held so that it comes out as it is."""

_GZIP = b"\x1f\x8b"
_ENOUGH = 4  # bytes: the longest byte-order mark
_LINE_FEED = 0.05  # seconds that a lone carriage return waits for what may be its line feed
_SEPARATOR = regex.compile(r"(\A\ufeff+|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029])")
_STRAY = b"\xff"  # in UTF-8 for what was no letter of a wider encoding
_REPLACED = "\ufffd".encode()
_ENDS = (b"\r\n", b"\n", b"\r")
_KEPT, _MARKED = "indic_tf.kept", "indic_tf.marked"


def _as_bytes(error: UnicodeError) -> tuple[str, int]:
    """What is no letter, as ``surrogateescape`` has it; ASCII as itself."""
    assert isinstance(error, UnicodeDecodeError)
    data = error.object[error.start : error.end]
    return "".join(chr(byte if byte < 0x80 else 0xDC00 + byte) for byte in data), error.end


def _as_mark(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "\udcff", error.end


codecs.register_error(_KEPT, _as_bytes)
codecs.register_error(_MARKED, _as_mark)


def batches(
    file: IO[bytes] | Arriving, name: str, prefix: str, encoding: str | None, size: int
) -> Iterator[list[Line]]:
    """The lines of a file (gzipped too), ``size`` at a time at most; of a pipe or a terminal those that have come.

    A line of more than `LONGEST` bytes has this as its problem, and no text. Raises `InputError` for damaged archives,
    unknown encodings, bytes that are in none that can be found, and a line of more than `MOST` bytes.
    """
    source = file if isinstance(file, Arriving) else Arriving(file)
    try:
        number = 1
        for several, encoded in _raw(source, encoding):
            for start in range(0, len(several), size):
                made = [_line(f"{prefix}line {number + i}", raw, encoded)
                        for i, raw in enumerate(several[start : start + size])]  # fmt: skip
                number += len(made)
                yield made
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InputError(f"{name}: damaged gzip file ({error})") from None
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def parts(text: str) -> tuple[list[str], list[str]]:
    r"""What stands before, between and behind the breaks inside a line, and these.

    >>> parts("one\u2028two")
    (['one', 'two'], ['\u2028'])
    """
    found = _SEPARATOR.split(text)
    return found[::2], found[1::2]


def rejoined(made: Sequence[str], breaks: Sequence[str]) -> str:
    """The way back from `parts`."""
    return made[0] + "".join(mark + text for mark, text in zip(breaks, made[1:], strict=True))


def _raw(source: Arriving, encoding: str | None) -> Iterator[tuple[list[bytes], str]]:
    """Lines with their ends, as many as have come, as UTF-8, and the encoding that they were in."""
    head = source.beginning()
    if head[: len(_GZIP)] == _GZIP:
        source = Arriving(cast("IO[bytes]", gzip.GzipFile(fileobj=source.as_file())))
        head = source.beginning()
    while 0 < len(head) < _ENOUGH and len(longer := source.look(_LINE_FEED)) > len(head):
        head = longer
    chosen, mark = _opening(head, encoding, whole=not source.pauses and len(head) < BLOCK)
    decoder = _decoder(chosen)
    rest: list[bytes] = []  # of a line whose end has not come
    waiting = 0  # bytes in it
    while (block := source.next(_LINE_FEED if rest and rest[-1].endswith(b"\r") else None)) != b"":
        if block is None:
            yield [b"".join(rest)], chosen
            waiting = 0
            rest.clear()
            continue
        came, mark = decoder(block[mark:], False), 0
        if lines := _cut(rest, came):
            yield lines, chosen
            waiting = sum(map(len, rest))
        elif (waiting := waiting + len(came)) > MOST:
            raise InputError(f"a line of more than {MOST >> 20} MiB")
    rest.append(decoder(b"", True))
    if last := _joined(rest).splitlines(keepends=True):
        yield last, chosen


def _opening(head: bytes, encoding: str | None, whole: bool) -> tuple[str, int]:
    try:
        return opening(head, encoding, whole)
    except InputError as error:
        if encoding is not None:
            raise
        raise InputError(f"{error}; --encoding utf-8 takes it as it is, and passes such lines through") from None


def _decoder(encoding: str) -> Callable[[bytes, bool], bytes]:
    """What turns blocks into UTF-8; the second argument says whether a block is the last."""
    if encoding.startswith("utf-8"):
        return lambda block, _: block
    errors = _MARKED if encoding.startswith(("utf-16", "utf-32")) else _KEPT
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    return lambda block, last: decoder.decode(block, last).encode("utf-8", "surrogateescape")


def _cut(rest: list[bytes], came: bytes) -> list[bytes]:
    """The lines that end in ``came``; ``rest`` is what stands before it, and becomes what stands behind them.

    A carriage return at the end stays in ``rest``: a line feed may come.
    """
    if not came:
        return []
    if b"\n" not in came and b"\r" not in came and not (rest and rest[-1].endswith(b"\r")):
        rest.append(came)  # joined once its end has come: a line may be long
        return []
    rest.append(came)
    lines = _joined(rest).splitlines(keepends=True)
    if not lines[-1].endswith(b"\n"):
        rest.append(lines.pop())
    return lines


def _joined(rest: list[bytes]) -> bytes:
    """What stands in ``rest``, which is empty then: a line may be large, and is not held twice."""
    whole = b"".join(rest)
    rest.clear()
    return whole


def _line(where: str, raw: bytes, encoding: str) -> Line:
    body = raw[: -len(end)] if (end := next((end for end in _ENDS if raw.endswith(end)), b"")) else raw
    if len(body) > LONGEST:
        return Line(where, body, end or b"\n", "", f"more than {LONGEST >> 20} MiB; cut it where sentences end")
    try:
        return Line(where, body, end or b"\n", body.decode())
    except UnicodeDecodeError as error:
        if encoding.startswith("utf-8"):
            return Line(where, body, end or b"\n", "", f"not UTF-8 at byte {error.start + 1}")
        problem = f"not {encoding} at character {len(body[: error.start].decode()) + 1}"
        wide = encoding.startswith(("utf-16", "utf-32"))
        return Line(where, body.replace(_STRAY, _REPLACED) if wide else body, end or b"\n", "", problem)
