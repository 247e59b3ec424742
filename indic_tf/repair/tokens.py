"""Which tokens of a transcript are words, and which are labels, markup, speakers and times."""

from __future__ import annotations

import html
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Literal

import regex

from .. import tables
from ..scripts import fold

Kind = Literal["speech", "sound", "markup", "time", "speaker", "cut", "loop", "stripped"]
CUT = "\ufffd"
MUSIC = "♪♫♬♩"

_SETTING = r"(?: (?:align|position|line|size|vertical|region):[^ ]+)*"
_CLOCK = r"(?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?"
_TIME = rf"(?:{_CLOCK}|\d{{1,7}}(?:\.\d{{1,9}})?s?|NaN:NaN:NaN,NaN)"
_STRUCTURES = regex.compile(
    rf"(?P<time>[\[(]?(?:\d{{1,6}} )?{_TIME} ?-{{1,2}}> ?{_TIME}[\])]?{_SETTING}|[\[(]{_CLOCK}[\])]|<\d[\d:.]*>)"
    r"|(?P<markup></?(?:v|c|font|span|lang|a|p|div)[ .][^<>]{1,80}>"
    r"|</?[A-Za-z|][^<> ]{0,40}(?: ?/)?>|\{\\[^{}]{0,200}\})"
    r"|(?P<header>^\ufeff?WEBVTT(?: (?:Kind|Language): ?[^ ]+)*(?=$| ))"
    r"|(?P<cut>(?:<0x[\dA-Fa-f]{2}>)+)"
    r"|(?P<square>(?<![\p{L}\p{M}\p{N}])(?:\[[^\[\]]{1,60}\]|【[^【】]{1,60}】)(?![\p{L}\p{M}]))"
    rf"|(?P<listed>\([^()]{{1,60}}\)|(?<![^ ])\*[^*]{{1,60}}\*|[{MUSIC}]+ ?[^{MUSIC}]{{1,40}} ?[{MUSIC}]+)"
    rf"|(?P<music>[{MUSIC}]+)"
    r"|(?P<speaker>(?<![^ ])(?:[Ss](?:PEAKER|peaker|pk)_\d+:?|>{2,3}(?=[ \p{L}]|$)))"
    r"|(?P<named>(?<![^ ])\p{L}[\p{L}\p{M}]{2,}(?: ?#?\d{1,3})? ?:(?![^ ]))"
    r"|(?P<dash>(?<![^ ])[-–—](?=[ \p{L}]))"
)
_ANY_STRUCTURE = regex.compile(r"^\ufeff?WEBVTT|[<>{\[(*♪♫♬♩【:_]|(?<![^ ])[-–—]|-+>")
_ENTITY = regex.compile(r"&(?:#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|[A-Za-z][A-Za-z\d]{1,31});")
_LINE_BREAK = regex.compile(r"\\[Nnh](?![A-Za-z])")  # of ASS
_SPOKEN = regex.compile(r"[\p{L}\p{M}\p{N}\p{Sc}%°]")
_LETTERS = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_INDIC = regex.compile(r"[\p{Arabic}\u0900-\u0DFF\u1C50-\u1C7F\uAAE0-\uAAFF\uABC0-\uABFF]")
_KINDS: Mapping[str, Kind] = {
    "time": "time", "markup": "markup", "header": "markup", "music": "sound", "speaker": "speaker", "cut": "cut"
}  # fmt: skip
_MOST_WORDS = 4
_NESTED = 8


@dataclass(frozen=True, slots=True)
class Token:
    """One token: ``text`` is ``before`` + ``word`` + ``after``.

    ``word`` is what was said, with its marks; ``before`` and ``after`` are markup and labels that hang on it. Of a
    token that is no speech ``word`` is empty, unless it is of a loop or of stripped text.
    """

    word: str
    kind: Kind = "speech"
    before: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        return self.before + self.word + self.after

    @property
    def passive(self) -> bool:
        """True for what is shown as it is: it gets no marks, is no part of a number, and no tagger sees it."""
        return self.kind != "speech"


def parts(words: str | Sequence[str], line_starts: Collection[int] = (0,)) -> list[Token]:
    """The tokens of a text, or of words, one each: which are speech, and what the others are.

    Sound labels may be several words ("[dramatic music]"): each is then such a token. In square brackets every label
    counts, in round ones, stars and music signs only words of ``labels.tsv``. ``line_starts`` are the words that a line
    begins with; a dash there is a new speaker. Character references (&amp;) are decoded. Markup inside of a word is put
    behind it.

    >>> [(token.text, token.kind) for token in parts("<i>दो</i> [संगीत] दिन<incomplete/>")]
    [('<i>दो</i>', 'speech'), ('[संगीत]', 'sound'), ('दिन<incomplete/>', 'speech')]
    """
    texts = [_decoded(word) for word in (words.split() if isinstance(words, str) else words)]
    joined = " ".join(texts)
    if CUT not in joined and not _ANY_STRUCTURE.search(joined):
        return [Token(text) for text in texts]
    starts = [0, *accumulate(len(text) + 1 for text in texts)]
    found = list(_structures(joined, starts, line_starts))
    made, first = [], 0
    for text, start in zip(texts, starts, strict=False):
        while first < len(found) and found[first][1] <= start:
            first += 1
        inside, i = [], first
        while i < len(found) and found[i][0] < start + len(text):
            a, b, kind = found[i]
            inside.append((max(a - start, 0), min(b - start, len(text)), kind))
            i += 1
        made.append(_token(text, inside))
    return made


_Piece = tuple[int, int, Kind]


def _token(text: str, inside: Sequence[_Piece]) -> Token:
    """The token of ``text`` of which the ranges ``inside`` are no speech."""
    end = len(text.rstrip(CUT)) if text.endswith(CUT) else len(text)
    inside = [*inside, (end, len(text), "cut")] if end < len(text) else inside
    if not inside:
        return Token(text)
    rest = "".join(text[a:b] for a, b in _between(inside, len(text)))
    if not _SPOKEN.search(rest):
        return Token("", inside[0][2], text)
    tail = _tail(text, inside)
    text, hanging, inside = text[:tail], text[tail:], [piece for piece in inside if piece[0] < tail]
    before, position = "", 0
    for a, b, _ in inside:
        if not text[position:a].strip():
            before, position = text[:b], b
    after = "".join(text[a:b] for a, b, _ in inside if a >= position)
    word = "".join(text[max(a, position) : b] for a, b in _between(inside, len(text)) if b > position)
    return Token(word, "speech", before, after + hanging)


def _tail(text: str, inside: Sequence[_Piece]) -> int:
    """Where labels and signs begin that only marks stand behind: all stays in its order there, as marks do in ♪।"""
    tail = len(text)
    for i in reversed(range(len(inside))):
        start, end, kind = inside[i]
        if _SPOKEN.search(text[end : inside[i + 1][0] if i + 1 < len(inside) else len(text)]):
            break
        if kind != "markup":
            tail = start
    return tail


def _between(inside: Sequence[_Piece], end: int) -> Iterator[tuple[int, int]]:
    position = 0
    for a, b, _ in inside:
        yield position, a
        position = max(position, b)
    yield position, end


def _structures(joined: str, starts: Sequence[int], line_starts: Collection[int]) -> Iterator[_Piece]:
    """What is no speech in the text of words that begin at ``starts``: its ranges and kinds, left to right."""
    position = 0
    while found := _STRUCTURES.search(joined, position):
        group = str(found.lastgroup)
        start, end = found.span()
        kind = _kind(group, found[0], bisect_right(starts, start) - 1 in line_starts)
        if kind is None and found[0][0] in MUSIC:  # words are sung; the signs around them are not said
            end = start + len(found[0]) - len(found[0].lstrip(MUSIC))
            kind = "sound"
        position = end if kind else start + 1
        if kind:
            yield start, end, kind


def _kind(group: str, text: str, starts_line: bool) -> Kind | None:
    """What a structure of the pattern's ``group`` is; None for words after all."""
    content = fold(text).strip("[]【】()*♪♫♬♩ ")
    words = _LETTERS.findall(content)
    if group == "square":
        listed = any(word in _listed("sound") for word in words)
        foreign = len(words) <= _MOST_WORDS and not _INDIC.search(content)
        return "sound" if " " not in content or listed or foreign else None
    if group == "listed":
        return "sound" if words and all(word in _listed("sound") for word in words) else None
    if group == "named":
        known = words[0].rstrip("0123456789") in _listed("speaker")
        return "speaker" if known and (starts_line or len(words) > 1 or words[0][-1].isdigit()) else None
    if group == "dash":
        return "speaker" if starts_line else None
    return _KINDS[group]


@cache
def _listed(kind: str) -> frozenset[str]:
    rows = tables.read(Path(__file__).with_name("labels.tsv"), ("kind", "form"), 2)
    return frozenset(fold(row["form"]) for row in rows if row.choice("kind", ("sound", "speaker")) == kind)


def _decoded(word: str) -> str:
    """``word`` with character references and line breaks of ASS as the characters they are; encoded twice, too."""
    for _ in range(_NESTED):
        if "&" not in word or word == (word := _ENTITY.sub(lambda found: html.unescape(found[0]), word)):
            break
    if "\\" in word:
        word = _LINE_BREAK.sub(" ", word)
    return " ".join(word.split())
