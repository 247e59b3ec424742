"""Small numbers as an editor writes them: two books and five boys in words, 5 km in figures, members of a list alike.

What words say is decided by then. Here it is decided of small amounts of something whether they are written in figures
(`editors` has the language's numbers), and of numbers that stand beside figures in one list that they are, too. That is
looked up in the text as it will be written, so that it looks the same when it comes again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import regex

from .assemble import Unit
from .document import Choice, Range, Segment, Span
from .editors import least_in_figures
from .scripts import TO_LATIN_DIGITS, fold
from .styles import Style
from .wfst.bare import BareWords
from .wfst.phrases import Phrases
from .wfst.wire import DAY_PARTS

if TYPE_CHECKING:
    from .wfst.pipeline import Grammar

_SHAPES = {
    "cardinal": {"integer", "suffix"},
    "measure": {"integer", "unit", "suffix"},
    "percent": {"integer", "suffix"},
    "money": {"integer", "currency", "suffix"},
}
_TIME, _CLASSIFIER, _CLOCK = "time", "classifier", "clock"
_FIGURE = regex.compile(r"([0-9]{1,3})(?![0-9])[\p{L}\p{M}]*")  # no year, no code
_COMMA = regex.compile(r"[,،]?")
_LINK, _BESIDE, _TO = "link", "beside", "to"


class SmallNumbers:
    """Which of the small numbers of a text are written in figures, in one language and style."""

    def __init__(self, grammar: Grammar, style: Style) -> None:
        self._grammar, language = grammar, grammar.language
        key = language.key
        self._decides = style.convert and style.small in ("editor", "words")
        self._alike = style.convert and style.small == "editor"
        self._least = {
            name: least_in_figures(key, style, name)
            for name in ("classifier", "measure", "duration", "percent", "money")
        }
        rows = language.table("suffixes")
        self._flags = {row["written"].removeprefix("+"): row["flag"].split() for row in reversed(rows)}
        self._of_time = {row["code"] for row in language.table("unit_symbols") if row["kind"] == _TIME}
        times = [form for name in DAY_PARTS for form in language.forms("clock", name=name)]
        self._times = Phrases(times + language.forms("cues", kind="time"))
        self._links = {fold(form) for name in ("and", "or") for form in language.forms("words", name=name)}
        self._to = {fold(form) for form in language.forms("words", name="to")}
        self._units = set(map(fold, language.forms("units")))
        self._bare = BareWords(language)

    def parted(self, made: Segment, spans: Sequence[Span]) -> tuple[list[Span], list[Span]]:
        """The ``spans`` of a text that are written in figures, and those that stay words."""
        if not self._decides:
            return list(spans), []
        words = [word.core for word in made.words]
        timed = any(span.kind == _TIME for span in spans)
        written: list[Span] = []
        small: list[Span] = []
        for span in spans:
            (small if self._is_word(span, words, timed) else written).append(span)
        return written, small

    def _is_word(self, span: Span, words: Sequence[str], timed: bool) -> bool:
        fields = span.token.fields
        if "integer" not in fields or not fields.keys() <= _SHAPES.get(span.kind, set()):
            return False
        name = self._class(span)
        if name == _CLASSIFIER and self._tells_the_time(span, words, timed):
            return False
        return int(fields["integer"]) < self._least.get(name, 0)

    def _class(self, span: Span) -> str:
        """What ``span`` counts, as `editors` calls it; "" where only the words beside it say that it is no count."""
        fields = span.token.fields
        if span.kind == "cardinal":
            return _CLASSIFIER if _CLASSIFIER in self._flags.get(fields.get("suffix", ""), ()) else ""
        if "unit" in fields:
            return "duration" if fields["unit"] in self._of_time else "measure"
        return span.kind

    def _tells_the_time(self, span: Span, words: Sequence[str], timed: bool) -> bool:
        """True for a classifier that is o'clock, too, with a part of the day or another word for times beside it, or in
        a text with a time."""
        if _CLOCK not in self._flags[span.token.fields["suffix"]]:
            return False
        start, end = span.words
        return timed or self._times.before(words, start) < start or self._times.at(words, end) > end

    # --- members of a list ----------------------------------------------------------------------------

    def beside_figures(self, made: Segment, units: Sequence[Unit], choice: Choice, words: Sequence[Span]) -> list[Span]:
        """Of small numbers that are left as words, those in a list or pair with a figure: 5, 10 and 15; 12 or 3.

        ``units`` are the text as it is written without them, ``words`` numbers that stay words by `parted`.
        """
        if not self._alike:
            return []
        written = {i for unit in units if _has_digit(unit.core) for i in range(*unit.words)}
        doubtful = (span for span in choice.doubtful if self._may_be_member(span, made))
        free = {span.words: span for span in (*doubtful, *words) if span.words[0] not in written}
        if not free or not written:
            return []
        cores = {unit.words: unit.core.translate(TO_LATIN_DIGITS) for unit in units}
        figures = {item: not core.isdigit() for item, core in cores.items() if _FIGURE.fullmatch(core)}
        lists = self._lists(made, {**figures, **dict.fromkeys(free, True)}, free)
        return [free[item] for one in lists if not free.keys() >= {*one} for item in one if item in free]

    def _may_be_member(self, span: Span, made: Segment) -> bool:
        """False for "one" and for words that are mostly something else: they say themselves when they are figures."""
        return int(span.token.fields["integer"]) > 1 and (fold(made.words[span.words[0]].core),) not in self._bare

    def _lists(self, made: Segment, items: Mapping[Range, bool], free: Mapping[Range, Span]) -> Iterator[list[Range]]:
        """The lists among ``items``, which may have an ending. What stands side by side is in one if that ends with a
        link, as in 5 10 and 15.
        """
        current: list[Range] = []
        linked = 0
        for item in sorted(items):
            gap = self._gap(made, current[-1], item, free) if current else ""
            if gap == _TO:
                gap = _LINK if items[current[-1]] and items[item] else ""
            if not gap:
                yield current[:linked]
                current, linked = [], 0
            current.append(item)
            linked = len(current) if gap == _LINK else linked
        yield current[:linked]

    def _gap(self, made: Segment, one: Range, other: Range, free: Mapping[Range, Span]) -> str:
        """What stands between two items: a link, with what is counted before it perhaps; nothing; "" for all else."""
        start, end = one[1], other[0]
        if end < start:
            return ""
        beside = pairwise(made.words[start - 1 : end + 1])
        if not all(_COMMA.fullmatch(word.after + following.before) for word, following in beside):
            return ""
        between = [word.core for word in made.words[start:end]]
        if not between:
            return _LINK if one in free and free[one].kind == "measure" else _BESIDE  # two hours 5 minutes
        link = fold(between[-1])
        if len(between) == 1 and link in self._units:
            return _LINK if other in free and free[other].kind == "measure" else ""
        if link in self._to and len(between) == 1:
            return _TO
        noun = between[:-1]
        counted = not noun or (len(noun) == 1 and not _has_digit(noun[0]) and not self._grammar.knows(noun[0]))
        return _LINK if link in self._links and counted else ""


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))
