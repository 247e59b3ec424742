"""Where sentences end: every mark that may end one, and whether it does."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import regex

from ..document import Range
from ..scripts import fold
from .facts import Facts

_STRONG = "।॥?!؟᱾᱿꯫‼⁇⁈⁉"
_PERIODS = ".۔"
_DANDAS = "।॥᱾᱿꯫"

# The marks; a verse number between two of them; quotes and brackets behind, also one that stands apart.
_CANDIDATE = regex.compile(
    rf"(?P<marks>[{_STRONG}{_PERIODS}…]++(?:(?<=॥|।।)[^\S\n]?\p{{N}}{{1,4}}[^\S\n]?[।॥]++)?)"
    r"(?P<closers>[\p{Pe}\p{Pf}\"'*_`]*+(?:[^\S\n][\p{Pe}\p{Pf}]++(?=\s|$))?)"
)
_BRACKETS = regex.compile(r"(\p{Ps})|\p{Pe}")
_OPENERS = regex.compile(r"^[^\p{L}\p{M}\p{N}]+")
_GRAPHEME = regex.compile(r"\X")
_NUMBER, _DAY, _DAY_MONTH = map(regex.compile, (r"\p{N}+", r"\p{N}{1,2}", r"\p{N}{1,2}[.۔]"))
_REST_OF_DATE = regex.compile(r"\p{N}{1,2}[.۔]\s?\p{N}{2,4}(?!\p{N})")
_YEAR = regex.compile(r"\p{N}{2,4}(?!\p{N})")
_LETTERS = r"[\p{L}\p{M}\u200c\u200d]+"
_WORD, _PLAIN, _DOT = map(regex.compile, (_LETTERS, _LETTERS, "[.۔]"))
_DOTTED = regex.compile(rf"{_LETTERS}(?:[.۔]{_LETTERS})+")
_NEXT_DOTTED = regex.compile(rf"({_LETTERS})[.۔]")
_LATIN, _CAPITAL = regex.compile(r"\p{Latin}"), regex.compile(r"\p{Lu}")
_LATIN_LOWER = regex.compile(r"\p{Ll}(?!\p{Lu})")
_BEFORE_FIGURES = regex.compile(r"^[\p{N}\p{Sc}.,:/\-–]*\p{N}[\-–]?(?=\p{L})")
_NO_FURTHER = regex.compile(r"[,;:،؛]|[\-–—](?!\s)")
_OF_ADDRESSES = "=&/?#%_"
_LONGEST_WORD, _LONGEST_BRACKET = 64, 200
_ENTRY, _PART = 3, 3
"""Digits of the number of a list's entry; letters of a part of a dotted abbreviation, and fewest of a word."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """A mark with all that is asked about it.

    Attributes:
        marks, closers: the marks themselves; quotes and brackets behind them.
        word, before: the word in front without opening marks, and the one in front of that; "" where there is none.
        next: what follows, white space left out; together: no white space is there.
        first: the word is the first of its sentence or line.
    """

    marks: str
    closers: str
    word: str
    before: str
    next: str
    together: bool
    first: bool


def ends(text: str, start: int, end: int, facts: Facts) -> list[int]:
    """The positions behind the sentences of the paragraph ``text[start:end]``; the last is ``end``."""
    brackets = _brackets(text, start, end)
    made: list[int] = []
    begin = start
    for found in _CANDIDATE.finditer(text, start, end):
        if _is_inside(found.start(), text, begin, brackets):
            continue
        if found.end() == end or _ends(_mark(text, start, begin, end, found), facts):
            made.append(found.end())
            begin = found.end()
    return made if made[-1:] == [end] else [*made, end]


def _brackets(text: str, start: int, end: int) -> list[Range]:
    """Outermost pairs of brackets that are not too far apart, left to right, as (opening, closing)."""
    opened: list[int] = []
    pairs: list[Range] = []
    for found in _BRACKETS.finditer(text, start, end):
        if found[1]:
            opened.append(found.start())
        elif opened and found.start() - (at := opened.pop()) <= _LONGEST_BRACKET:
            while pairs and pairs[-1][0] > at:
                pairs.pop()
            pairs.append((at, found.start()))
    return pairs


def _is_inside(at: int, text: str, begin: int, brackets: Sequence[Range]) -> bool:
    """True in brackets that are part of a sentence: those that it begins with hold sentences of their own."""
    i = bisect_right(brackets, (at, 0)) - 1
    return i >= 0 and brackets[i][1] > at and bool(text[begin : brackets[i][0]].strip())


def _mark(text: str, start: int, begin: int, end: int, found: regex.Match[str]) -> _Mark:
    """What stands around a mark, no farther than a word is long."""
    at = found.start()
    rest = text[found.end() : min(end, found.end() + _LONGEST_WORD)]
    ahead = rest.lstrip()
    back = text[max(begin, at - _LONGEST_WORD) : at]
    words = back.split()
    word = words[-1] if words and not back[-1].isspace() else ""
    before = words[-2] if word and len(words) > 1 else ""
    if not before and word:
        before = (text[max(start, at - 2 * _LONGEST_WORD) : at - len(word)].split() or [""])[-1]
    line = text.rfind("\n", max(begin, at - _LONGEST_WORD), at)
    opens_line = line >= 0 and not text[line : at - len(word)].strip()
    is_first = opens_line or (len(words) < 2 and len(back) < _LONGEST_WORD)
    return _Mark(found["marks"], found["closers"], _bare(word), before, ahead, rest[:1] == ahead[:1], is_first)


def _bare(word: str) -> str:
    """A word without the marks before it."""
    return _OPENERS.sub("", word)


def _ends(mark: _Mark, facts: Facts) -> bool:
    """Whether a mark within a paragraph ends a sentence."""
    if not mark.next:
        return True
    if _NO_FURTHER.match(mark.next):
        return False
    if mark.marks in (*_PERIODS, ".."):  # two are a slip of the finger
        return _period_ends(mark, facts)
    if not set(mark.marks) & set(_STRONG):
        return _ellipsis_ends(mark, facts)
    return _strong_ends(mark)


def _strong_ends(mark: _Mark) -> bool:
    """A danda, a question or exclamation mark."""
    is_latin, figure = _LATIN.match(mark.next), mark.next[0].isdigit()
    if set(mark.marks) & set(_DANDAS):
        return not (mark.together and figure and mark.word[-1:].isdigit())
    if mark.together:
        return not (is_latin or figure) and mark.next[0] not in _OF_ADDRESSES
    return not (_LATIN_LOWER.match(mark.next) and mark.closers.strip("*_`"))


def _ellipsis_ends(mark: _Mark, facts: Facts) -> bool:
    """Dots: a pause where a word in small letters follows. Scripts without case do not tell: there two in three of them
    stand where a sentence ends."""
    if mark.together or _LATIN_LOWER.match(mark.next):
        return False
    return not facts.capitalize or not _LATIN.match(mark.next) or bool(_CAPITAL.match(mark.next))


def _period_ends(mark: _Mark, facts: Facts) -> bool:
    word = mark.word
    if mark.together and not mark.closers:
        return _is_run_together(mark, facts)
    if not word:
        return True
    if _LATIN_LOWER.match(mark.next) and _LATIN.match(word[-1]):
        return False
    if _NUMBER.fullmatch(word):
        return not _is_part_of_number(mark)
    if mark.first and (_size(word) == 1 or fold(word) in facts.letters):
        return False
    if _is_short(mark, facts):
        return _starts_sentence(mark.next, facts)
    return True


def _is_run_together(mark: _Mark, facts: Facts) -> bool:
    """A period without a space behind it, between two long words of a script that has no addresses."""
    following = _WORD.match(mark.next)
    if following is None or _LATIN.search(mark.word + following[0]) or not _PLAIN.fullmatch(mark.word):
        return False
    if _size(following[0]) < (_PART if _NEXT_DOTTED.match(mark.next) else 2):
        return False
    return (_size(mark.word) >= _PART or fold(mark.word) in facts.words) and not _is_short(mark, facts)


def _is_part_of_number(mark: _Mark) -> bool:
    """The number of an entry of a list, or the day or month of a date."""
    if mark.first and len(mark.word) <= _ENTRY:
        return True
    is_day = _DAY.fullmatch(mark.word) is not None and _REST_OF_DATE.match(mark.next) is not None
    is_month = _DAY_MONTH.fullmatch(mark.before) is not None and _YEAR.match(mark.next) is not None
    return is_day or is_month


def is_short(word: str, before: str, following: str, facts: Facts) -> bool:
    """Whether ``word``, which has a full stop behind it, is an abbreviation or an initial between these neighbours.

    All three are bare words; "" where there is no neighbour.
    """
    return _is_short(_Mark(".", "", word, before, following or " ", together=False, first=False), facts)


def _is_short(mark: _Mark, facts: Facts) -> bool:
    """Whether the word before a period is an abbreviation or an initial."""
    figures = _BEFORE_FIGURES.match(mark.word)
    word = fold(mark.word[figures.end() :] if figures else mark.word)
    if word in facts.behind and (figures is not None or mark.before[-1:].isdigit()):
        return True
    if word in facts.figure and mark.next[0].isdigit():
        return True
    if word in facts.short or fold(_behind_hyphen(mark.word)) in facts.short:
        return True
    if _DOTTED.fullmatch(mark.word):
        return all(_size(part) <= _PART for part in _DOT.split(mark.word))
    if not _is_initial(word, facts):
        return _size(word) <= 2 and word not in facts.words and _is_behind_initial(mark, facts)
    return word not in facts.words or (word in facts.letters and _has_initials_beside(mark, facts))


def _size(word: str) -> int:
    """Letters with their signs."""
    return len(_GRAPHEME.findall(word))


def _behind_hyphen(word: str) -> str:
    return regex.split(r"[\-–/]", word)[-1]


def _is_initial(word: str, facts: Facts) -> bool:
    return word in facts.letters or (_size(word) == 1 and word[0].isalpha())


def _is_behind_initial(mark: _Mark, facts: Facts) -> bool:
    before = fold(_bare(mark.before[:-1])) if mark.before[-1:] in tuple(_PERIODS) else ""
    return bool(before) and _is_initial(before, facts) and before not in facts.words


def _has_initials_beside(mark: _Mark, facts: Facts) -> bool:
    """Whether one of the neighbours is a letter with a period too."""
    behind = _NEXT_DOTTED.match(mark.next)
    following = fold(behind[1]) if behind else ""
    is_before = following and _is_initial(following, facts) and following not in facts.words
    return bool(is_before) or _is_behind_initial(mark, facts)


def _starts_sentence(ahead: str, facts: Facts) -> bool:
    """True behind an abbreviation where the next word in Latin letters is one that begins sentences."""
    word = _WORD.match(ahead)
    return word is not None and word[0][0].isupper() and fold(word[0]) in facts.starts
