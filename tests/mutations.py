"""Files as accidents make them: bits flip, blocks go or come twice, keys and types change, encodings are others."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

Mutation = Callable[[bytes, Random], bytes]
Path_ = tuple[str | int, ...]
_ENCODINGS = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "cp1252", "latin-1")
_BYTES = (
    b"\0", b"\0" * 40, b"\xff", b"\xed\xa0\x80", b"\x1b[31m", b"\xe2\x80\xa8", b"\x85", b"\r", b'"', b"{", b"]",
    b"\xef\xbb\xbf",
)  # fmt: skip
_NUMBERS = ("1e999", "-1e999", "NaN", "9" * 400, "9" * 5000, "-0", "1e-320", "99999999999999999999", "0x10", "٣")
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 2**70, 1e308, 1e-320, float("nan"), float("inf"), "", " ", "x", "9" * 30, "NaN", "-1",
    [], {}, [None], [[]], {"": ""}, [1, "a"], "\ud800", "\0", "a\nb", "1e999", "PT1H", "00:00:61,999", "99:99:99.999",
)  # fmt: skip


# --- bytes


def flipped(raw: bytes, random: Random) -> bytes:
    made = bytearray(raw)
    for _ in range(random.choice([1, 1, 2, 8])):
        made[random.randrange(len(made))] ^= 1 << random.randrange(8)
    return bytes(made)


def cut(raw: bytes, random: Random) -> bytes:
    return raw[: random.randrange(len(raw))] if random.random() < 0.7 else raw[random.randrange(len(raw)) :]


def doubled(raw: bytes, random: Random) -> bytes:
    begin, end = _block(raw, random)
    return raw[:end] + raw[begin:end] * random.choice([1, 1, 5]) + raw[end:]


def taken_out(raw: bytes, random: Random) -> bytes:
    begin, end = _block(raw, random)
    return raw[:begin] + raw[end:]


def filled_in(raw: bytes, random: Random) -> bytes:
    at = random.randrange(len(raw) + 1)
    return raw[:at] + random.choice(_BYTES) + raw[at:]


def encoded(raw: bytes, random: Random) -> bytes:
    return raw.decode("utf-8", "replace").encode(random.choice(_ENCODINGS), "replace")


def line_ends(raw: bytes, random: Random) -> bytes:
    return raw.replace(b"\r\n", b"\n").replace(b"\n", random.choice([b"\r\n", b"\r", b"\n\n", b"\n\r"]))


def lines_moved(raw: bytes, random: Random) -> bytes:
    lines = raw.splitlines(keepends=True)
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def numbers(raw: bytes, random: Random) -> bytes:
    """One figure of the file becomes a number that nobody expects."""
    figures = [i for i, byte in enumerate(raw) if 0x30 <= byte <= 0x39]
    if not figures:
        return filled_in(raw, random)
    at = random.choice(figures)
    return raw[:at] + random.choice(_NUMBERS).encode() + raw[at + 1 :]


def _block(raw: bytes, random: Random) -> tuple[int, int]:
    begin = random.randrange(len(raw))
    return begin, min(len(raw), begin + random.choice([1, 3, 16, 200, 5000]))


# --- JSON


def retyped(raw: bytes, random: Random) -> bytes:
    """Another value at some path."""
    return _changed(raw, random, lambda value, _: copy.deepcopy(random.choice(_VALUES)))


def nested(raw: bytes, random: Random) -> bytes:
    """A value in many lists or objects."""
    depth = random.choice([1, 2, 50, 3000])
    many = random.choice(['{"a":', "["]), "]" if random.random() < 0.5 else ""
    opening, closing = (many[0], "}" if many[0] == '{"a":' else "]")
    mark = "here-it-goes"
    made = _changed(raw, random, lambda value, _: mark)
    return made.replace(json.dumps(mark).encode(), (opening * depth + "1" + closing * depth).encode())


def swapped(raw: bytes, random: Random) -> bytes:
    """Two members of an object with each other's values."""

    def swap(value: Any, _: Path_) -> Any:
        if isinstance(value, dict) and len(value) > 1:
            one, other = random.sample(sorted(value), 2)
            return {**value, one: value[other], other: value[one]}
        return [value]

    return _changed(raw, random, swap)


def renamed(raw: bytes, random: Random) -> bytes:
    """A key of some object called otherwise, or gone."""

    def rename(value: Any, _: Path_) -> Any:
        if not isinstance(value, dict) or not value:
            return {"0": value}
        key = random.choice(sorted(value))
        return {random.choice([k + "_", k.upper(), "text", ""]) if k == key else k: v for k, v in value.items()}

    return _changed(raw, random, rename)


def paths(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The places of all values inside a JSON value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*path, key))


def at(value: Any, path: Path_) -> Any:
    """The value at a place; raises `LookupError` or `TypeError` where there is none."""
    for key in path:
        value = value[key]
    return value


def _changed(raw: bytes, random: Random, change: Callable[[Any, Path_], Any]) -> bytes:
    """A JSON file, or one line of JSONL, with one value changed; other files with a bit flipped."""
    try:
        return dumped(_put(json.loads(raw), random, change), random)
    except (ValueError, RecursionError):
        pass
    lines = raw.splitlines(keepends=True)
    which = random.randrange(len(lines))
    with suppress(ValueError, RecursionError):
        lines[which] = dumped(_put(json.loads(lines[which]), random, change), random) + b"\n"
        return b"".join(lines)
    return flipped(raw, random)


def dumped(value: Any, random: Random) -> bytes:
    ascii_ = random.random() < 0.3
    try:
        return json.dumps(value, ensure_ascii=ascii_).encode()
    except UnicodeEncodeError:
        return json.dumps(value).encode()


def _put(value: Any, random: Random, change: Callable[[Any, Path_], Any]) -> Any:
    path = random.choice(list(paths(value)))
    if not path:
        return change(value, path)
    inner = at(value, path[:-1])
    inner[path[-1]] = change(inner[path[-1]], path)
    return value


BYTES: Sequence[Mutation] = (
    flipped, cut, doubled, taken_out, filled_in, encoded, line_ends, lines_moved, numbers,
)  # fmt: skip
OF_JSON: Sequence[Mutation] = (retyped, nested, swapped, renamed)


def mutated(raw: bytes, random: Random) -> tuple[bytes, str]:
    """A file with one accident, or two, and what they were."""
    names = []
    known = (*BYTES, *OF_JSON, *OF_JSON) if raw.lstrip()[:1] in (b"{", b"[") else BYTES
    for _ in range(1 if random.random() < 0.8 else 2):
        if not raw:
            break
        mutation = random.choice(known)
        raw = mutation(raw, random)
        names.append(mutation.__name__)
    return raw, "+".join(names)
