"""Characters that nobody sees, or that reorder what stands beside them, as something that can be read.

A text in a report may be anything. Line feeds of all kinds, direction overrides, zero-width spaces, code points without
a letter are named; joiners (ZWJ, ZWNJ) belong to the spelling of Indic words and stay as they are.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import regex

_SHORT = {
    0x00AD: "SHY",
    0x061C: "ALM",
    0x200B: "ZWSP",
    0x200C: "ZWNJ",
    0x200D: "ZWJ",
    0x200E: "LRM",
    0x200F: "RLM",
    0x2028: "LS",
    0x2029: "PS",
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x2060: "WJ",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
    0xFEFF: "BOM",
}
JOINERS = "\u200c\u200d"
_SIGN = regex.compile(r"[[\p{C}\p{Zl}\p{Zp}]--[\t\n\r\u200c\u200d\p{Prepended_Concatenation_Mark}]]", regex.V1)
_SPACES = regex.compile(r"[\t\n\r ]+")


def parts(text: str) -> Iterator[tuple[str, bool]]:
    """``text`` in pieces; True for a piece that is the name of one character that cannot be seen.

    >>> list(parts("a\\u202eb"))
    [('a', False), ('RLO', True), ('b', False)]
    """
    done = 0
    for found in _SIGN.finditer(text):
        if found.start() > done:
            yield text[done : found.start()], False
        yield short_name(found[0]), True
        done = found.end()
    if done < len(text):
        yield text[done:], False


def plain(text: str) -> str:
    """The same in one string, names in angle brackets.

    >>> plain("a\\u202eb\\x00")
    'a⟨RLO⟩b⟨U+0000⟩'
    """
    return "".join(f"⟨{piece}⟩" if named else piece for piece, named in parts(text))


def short_name(character: str) -> str:
    """What a character is called for short: "RLO", or its code point."""
    return _SHORT.get(ord(character), f"U+{ord(character):04X}")


def spaced(text: str) -> str:
    """``text`` in NFC with single spaces; only spaces, tabs and line ends of files are spaces."""
    return _SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip(" ")
