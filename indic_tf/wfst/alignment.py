"""Which word wrote which character: read off the grammar's own paths.

    words ─classify→ fields ─verbalize→ written form

Each step is a path of (input, output) labels. A character of the fields belongs to the word that was being read when it
was written; a character of the written form to the character, or else to the field, that was being read when it was
written. So the alignment of "पच्चीस हज़ार रुपये" and "₹25,000" is a fact of the grammar, where Antonova et al. (2022,
"Thutmose Tagger", section 3.1) have to estimate it with GIZA++ from many pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

from ..document import Range, Token
from ..scripts import TO_LATIN_DIGITS, fold
from ..styles import Style
from .fields import parse
from .pipeline import Grammar
from .runtime import Arcs
from .wire import ENDING_OF_KEPT, KEPT_END, KEPT_START, SPACE_MARK, TOKEN_MARK

_COUNTED = ("integer", "high", "year", "numerator", "denominator")
"""Fields of whole numbers, in which zeros fill up what nobody says: two crore three is 2,00,00,003."""

_MORE = 24  # paths that are tried where the best one is not meant
_ALIKE = 0.5  # share of letters that misheard words have in common with the right ones, at least
_MARKS = (SPACE_MARK, KEPT_START, KEPT_END)

Sourced = tuple[str, int | None]
"""A character, and the number of the word that it comes from; None for nobody's."""


@dataclass(frozen=True, slots=True)
class Aligned:
    """A written form; ``sources[i]`` is the number of the word that character ``i`` comes from.

    None stands for nobody: commas, spaces, zeros that only fill up.
    """

    text: str
    sources: tuple[int | None, ...]

    @classmethod
    def of(cls, characters: Sequence[Sourced]) -> Aligned:
        return cls("".join(c for c, _ in characters), tuple(source for _, source in characters))

    def carried(self, text: str) -> Aligned | None:
        """The alignment of another spelling (25000, Rs 25,000 for ₹25,000); None if it has figures of its own."""
        sources: list[int | None] = [None] * len(text)
        for same, start, end, at, to in SequenceMatcher(None, self.text, text, autojunk=False).get_opcodes():
            if same == "equal":
                sources[at:to] = self.sources[start:end]
            elif same == "replace" and not any(map(str.isdigit, text[at:to])):  # Rs for ₹
                sources[at:to] = [self.sources[start]] * (to - at)
        plain = text.translate(TO_LATIN_DIGITS)
        owned = all(s is not None or c == "0" or not c.isdigit() for c, s in zip(plain, sources, strict=True))
        return Aligned(text, tuple(sources)) if owned else None

    def heard_as(self, said: Sequence[str], heard: Sequence[str]) -> Aligned:
        """The alignment with words as they were ``heard`` in place of those that should have been ``said``."""
        match = matched(said, heard)
        return Aligned(self.text, tuple(None if source is None else match[source] for source in self.sources))


def matched(said: Sequence[str], heard: Sequence[str]) -> list[int]:
    """For each word that was said, the number of the word that it was heard in.

    As many words are matched one by one; else each goes to where most of its letters are, never back.

    >>> matched(["two", "lakh", "five"], ["twolakh", "fife"])
    [0, 0, 1]
    """
    if len(said) == len(heard):
        return list(range(len(said)))
    here, there = (" ".join(map(fold, side)) for side in (said, heard))
    of_said, of_heard = ([i for i, word in enumerate(map(fold, side)) for _ in word + " "] for side in (said, heard))
    votes = [Counter[int]() for _ in said]
    for a, b, size in SequenceMatcher(None, here, there, autojunk=False).get_matching_blocks():
        for i in range(size):
            votes[of_said[a + i]][of_heard[b + i]] += here[a + i] != " "
    found = [0]
    for vote in votes:
        found.append(max(found[-1], max(vote, key=lambda word: (vote[word], -word), default=found[-1])))
    return found[1:]


def align(grammar: Grammar, words: Sequence[str], text: str, style: Style) -> Aligned | None:
    """The alignment of ``words`` with their written form ``text``; None if the grammar knows none.

    The reading that ``style`` writes as ``text`` is taken, be it the best one or not. Words that are misheard have
    none: the grammar then says ``text`` itself, and its words are matched with those that were heard. Another spelling
    of the best reading (25000 for 25,000) is aligned with that one.
    """
    made = list(readings(grammar, words, style))
    if exact := _exact(made, text):
        return exact
    if not all(map(grammar.knows, words)):
        for said in _sayings(grammar, words, text):
            if clean := _exact(readings(grammar, said, style), text):
                return clean.heard_as(said, words)
    if exact := _exact(readings(grammar, words, style, _MORE), text):
        return exact
    return made[0].carried(text) if made else None


def _exact(found: Iterable[Aligned], text: str) -> Aligned | None:
    return next((aligned for aligned in found if aligned.text == text), None)


def _sayings(grammar: Grammar, words: Sequence[str], text: str) -> Iterator[list[str]]:
    """The ways in which the grammar says ``text``: its first choice if that has as many words as were heard, then those
    most like ``words``."""
    heard = " ".join(map(fold, words))

    def likeness(way: str) -> float:
        return SequenceMatcher(None, fold(way), heard, autojunk=False).ratio()

    first = grammar.spoken(text)
    if len(first.split()) == len(words) and likeness(first) >= _ALIKE:
        yield first.split()
    digits = text.translate(TO_LATIN_DIGITS)
    dialled = [Token("telephone", {"digits": digits})] if digits.isdecimal() else []
    said = [first, *filter(None, map(grammar.say, [*grammar.reads(text), *dialled]))]
    rated = sorted(((likeness(way), way) for way in dict.fromkeys(said)), key=lambda row: -row[0])
    yield from (way.split() for like, way in rated if like >= _ALIKE)


def readings(grammar: Grammar, words: Sequence[str], style: Style, count: int = 1) -> Iterator[Aligned]:
    """What ``words`` can be written as: ``count`` paths, the best one first, and an address where they spell one.

    A word that is no token stands for itself.
    """
    tried: set[str] = set()
    for path in grammar.classified(words, count):
        said = _with_words(path)
        fields = "".join(c for c, _ in said)
        if fields not in tried and (made := _written(grammar, words, said, style)):
            yield made
        tried.add(fields)


def _with_words(path: Arcs) -> list[tuple[str, int]]:
    """The output of a path over words, each character with the number of the word that was being read."""
    made, word = list[tuple[str, int]](), 0
    for read, written in path:
        word += read == " "
        made += [(written, word)] if written else []
    return made


def _written(grammar: Grammar, words: Sequence[str], said: list[tuple[str, int]], style: Style) -> Aligned | None:
    """The tokens of a classified run, one behind the other."""
    made: list[Sourced] = []
    position = 0
    for is_mark, group in groupby(said, key=lambda c: c[0] == TOKEN_MARK):
        if is_mark:
            continue
        line = list(group)
        part = parse("".join(c for c, _ in line))[0]
        if part.token is None:
            own: list[Sourced] | None = _copied(words, (position, position + 1))
        else:
            kept = [(start + position, end + position) for start, end in part.kept]
            own = _token(grammar, words, part.token, line, kept, position + part.width, style)
        if own is None:
            return None
        made += ([(" ", None)] if made else []) + own
        position += part.width
    return Aligned.of(made)


def _token(
    grammar: Grammar,
    words: Sequence[str],
    token: Token,
    line: list[tuple[str, int]],
    kept: Sequence[Range],
    end: int,
    style: Style,
) -> list[Sourced] | None:
    """The written form of one token, its kept words as they were said."""
    found = grammar.verbalized(token, style)
    if found is None:
        return None
    made = _through(*found, _field_sources(line))
    if kept and kept[-1][1] == end and (ending := ENDING_OF_KEPT.search("".join(c for c, _ in made))):
        made = made[: ending.start()]
    return _filled(made, words, kept)


def _field_sources(line: Sequence[tuple[str, int]]) -> dict[str, list[int | None]]:
    """Field → the word of each character of its value; None for zeros that only fill up a number."""
    found: dict[str, list[int | None]] = {}
    plain = [(c, word) for c, word in line if c not in _MARKS]
    for is_space, group in groupby(plain, key=lambda c: c[0] == " "):
        if not is_space:
            row = list(group)
            name, _, value = "".join(c for c, _ in row).partition("=")
            own = row[len(row) - len(value) :]
            found[name] = _without_filling(own) if name in _COUNTED else [word for _, word in own]
    return found


def _without_filling(value: Sequence[tuple[str, int]]) -> list[int | None]:
    """The words of a number's digits; zeros before what a later word says are nobody's."""
    made: list[int | None] = []
    for word, group in groupby(value, key=lambda c: c[1]):
        digits = "".join(c for c, _ in group)
        filling = len(digits) - len(digits.lstrip("0")) if made and digits.strip("0") else 0
        made += [None] * filling + [word] * (len(digits) - filling)
    return made


def _through(serial: str, path: Arcs, sources: dict[str, list[int | None]]) -> list[Sourced]:
    """The output of a verbalizer's path, each character with its word.

    A digit comes from the digit that was read; what stands beside it (commas, points) is nobody's. Where a field is
    written otherwise (₹ for INR), all of it comes from the field.
    """
    places = _places(serial)
    read = [written for read, written in path if read]
    figures = {places[i][0] for i, written in enumerate(read) if _same(serial[i], written)}
    made: list[Sourced] = []
    at = -1
    for label, written in path:
        at += bool(label)
        if written:
            name, offset = places[max(at, 0)]
            made.append((written, _source(sources.get(name, []), offset, label, written, name in figures)))
    return made


def _source(own: Sequence[int | None], offset: int, read: str, written: str, figures: bool) -> int | None:
    if _same(read, written) and 0 <= offset < len(own):
        return own[offset]
    return None if figures else next((word for word in own if word is not None), None)


def _same(read: str, written: str) -> bool:
    """True for a character that is copied, into whatever digits."""
    return bool(read) and read != " " and written.translate(TO_LATIN_DIGITS) == read


def _places(serial: str) -> list[tuple[str, int]]:
    """Of every character of "name=value name=value": its field and its place in the value; the name is before 0."""
    made: list[tuple[str, int]] = []
    for number, field in enumerate(serial.split(" ")):
        name = field.partition("=")[0]
        made += [(name, -1)] if number else []  # the space before a field is the field's
        made += [(name, i - len(name) - 1) for i in range(len(field))]
    return made


def _filled(made: Sequence[Sourced], words: Sequence[str], kept: Sequence[Range]) -> list[Sourced]:
    """Words put where marks say that they stay, if there are as many; else the form between the marks."""
    sections = sum(c == KEPT_START for c, _ in made)
    stays = iter(kept if sections == len(kept) else ())
    filled: list[Sourced] = []
    inside = False
    for character, source in made:
        if character == KEPT_START and (range_ := next(stays, None)):
            filled += _copied(words, range_)
            inside = True
        elif character == KEPT_END:
            inside = False
        elif character not in _MARKS and not inside:
            filled.append((character, source))
    return filled


def _copied(words: Sequence[str], range_: Range) -> list[Sourced]:
    """Words of a range as they are."""
    made: list[Sourced] = []
    for i in range(*range_):
        made += ([(" ", None)] if made else []) + [(c, i) for c in words[i]]
    return made
