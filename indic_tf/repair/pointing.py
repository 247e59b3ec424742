"""Marks that a recogniser wrote, brought to the style of the language: one where two stand, the right one, in place."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import regex

from ..scripts import fold, split_marks
from .tokens import CUT

_STOPS, _QUESTIONS, _COMMAS = ".।۔", "?؟", ",،"
_HANGING = regex.compile(rf"[{_STOPS}{_QUESTIONS}{_COMMAS}!]+")
_LEADING = regex.compile(rf"[।۔{_QUESTIONS}{_COMMAS}!]+")
_GLUED = regex.compile(r"(?<=[\p{L}\p{M}])([।۔?؟])(?=[\p{L}--\p{Latin}])", regex.V1)
_RUN = regex.compile(rf"[{_STOPS}{_QUESTIONS}{_COMMAS}]{{2,}}")
_TO_MEND = regex.compile(rf"[{_STOPS}{_QUESTIONS}{_COMMAS}!]")
_SINGLE = regex.compile(rf"(?<![{_STOPS}{_QUESTIONS}])[{_STOPS}{_QUESTIONS}{_COMMAS}](?![{_STOPS}{_QUESTIONS}])")
_LAST_LETTER = regex.compile(r"\p{L}(?=[^\p{L}]*$)")
_LATIN = regex.compile(r"\p{Latin}")
_ENDS = regex.compile(rf"[{_STOPS}{_QUESTIONS}!…॥]")
_VERSE = ("॥", "।।")
_ELLIPSIS = regex.compile(r"\.\.|۔۔۔")


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a language and what a full stop may stand behind in it without ending a sentence.

    Attributes:
        sentence_end, comma, question: as they are written.
        latin_end: the sentence end behind a sentence of Latin words only; "" leaves all marks of such a sentence.
        abbreviations: folded, with their full stop.
        letters: folded names of letters, which are initials before a full stop.
        numbered: folded, without the full stop: abbreviations before a figure only (No. 5).
    """

    sentence_end: str = "."
    comma: str = ","
    question: str = "?"
    latin_end: str = "."
    abbreviations: Container[str] = frozenset()
    letters: Container[str] = frozenset()
    numbered: Container[str] = frozenset()

    def with_forms(
        self, abbreviations: Iterable[str] = (), letters: Iterable[str] = (), numbered: Container[str] = frozenset()
    ) -> Marks:
        """These marks with abbreviations and names of letters as tables have them, and folded ``numbered`` ones."""
        short, named = frozenset(map(fold, abbreviations)), frozenset(map(fold, letters))
        return replace(self, abbreviations=short, letters=named, numbered=numbered)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word with its marks; ``owner`` is the token that it came in."""

    owner: int
    before: str
    core: str
    after: str


def marks(words: Sequence[str], facts: Marks) -> list[str]:
    """``words`` with their marks mended, one for each; "" for a mark that hangs on the word before it now.

    Marks with a space before them join their word, those that stand doubled are one (".।", "??", ",,"; an ellipsis
    stays, and so do "।।" and "॥" of verses), and each is that of the language: "." behind a word of an Indic or Arabic
    script is the sentence end unless it stands behind an abbreviation, an initial or a figure; behind a sentence of
    Latin words the danda is a full stop. Empty words stay empty and are passed over.

    >>> marks(["यार.", "बहुत", "हैं", "।", "क्या??"], Marks(sentence_end="।"))
    ['यार।', 'बहुत', 'हैं।', '', 'क्या?']
    """
    if not any(map(_TO_MEND.search, words)):
        return list(words)
    pieces = _hung(list(_pieces(words)))
    made: list[list[str]] = [[] for _ in words]
    for piece in _mended(pieces, facts):
        made[piece.owner].append(piece.before + piece.core + piece.after)
    return [" ".join(filter(None, parts)) for parts in made]


def _pieces(words: Sequence[str]) -> Iterator[_Piece]:
    for i, word in enumerate(words):
        for text in _GLUED.sub(r"\1 ", word).split():
            yield _Piece(i, *split_marks(text))


def _hung(pieces: Sequence[_Piece]) -> list[_Piece]:
    """The pieces with marks that stand alone, or before a word, on the word before them."""
    made: list[_Piece] = []
    last = -1  # the word that marks may hang on
    for piece, following in zip(pieces, [*pieces[1:], None], strict=True):
        moved = _moved(piece) if last >= 0 else ""
        if moved and not _in_figure(made[last], piece if piece.core else following):
            word = made[last]
            again = moved[0] if moved[0] == word.after[-1:] != "." else ""
            made[last] = replace(word, after=word.after + moved[len(again) :])
            piece = replace(piece, before=piece.before[len(moved) :])
        last = len(made) if piece.core else last
        made.append(piece)
    return made


def _moved(piece: _Piece) -> str:
    """The marks of ``piece`` that belong to the word before it."""
    found = _LEADING.match(piece.before) if piece.core else _HANGING.fullmatch(piece.before)
    return found[0] if found and not _ELLIPSIS.search(found[0]) else ""


def _in_figure(word: _Piece, following: _Piece | None) -> bool:
    """True between two figures, and behind a letter that was cut."""
    return word.core[-1] == CUT or (following is not None and word.core[-1:].isdigit() and following.core[:1].isdigit())


def _mended(pieces: Sequence[_Piece], facts: Marks) -> Iterator[_Piece]:
    verse = any(sign in piece.before + piece.after for piece in pieces for sign in _VERSE)
    end = max((i for i, piece in enumerate(pieces) if piece.core), default=-1)
    own = latin = False  # what the sentence has words of
    for i, piece in enumerate(pieces):
        letter = _LAST_LETTER.search(piece.core)
        is_latin = letter is not None and _LATIN.match(letter[0]) is not None
        own, latin = own or (letter is not None and not is_latin), latin or is_latin
        following = "" if i >= end else pieces[i + 1].core
        short = _is_short(piece, facts, following, i == end)
        if piece.after and not short:
            place = _Place(letter is not None, is_latin, own, latin and not own, i == end, verse)
            piece = replace(piece, after=_in_style(_RUN.sub(_strongest, piece.after), place, facts))
        if piece.after and not short and _ENDS.search(piece.after):
            own = latin = False
        yield piece


def _strongest(found: regex.Match[str]) -> str:
    """One mark for several that stand together."""
    run = found[0]
    if _ELLIPSIS.search(run) or run == _VERSE[1]:
        return run
    for strong in (_QUESTIONS, "।۔", ".", _COMMAS):
        if kept := [mark for mark in run if mark in strong]:
            return kept[0]
    return run


def _is_short(piece: _Piece, facts: Marks, following: str, last: bool) -> bool:
    """True for an abbreviation or an initial before its full stop; at the end of a text a letter is a word."""
    if not piece.after.startswith("."):
        return False
    core = fold(piece.core)
    if core in facts.numbered and following[:1].isdigit():
        return True
    if "." in core or core + "." in facts.abbreviations:
        return True
    return not last and (len(core) == 1 or core in facts.letters or core[-1].isdigit())


@dataclass(frozen=True, slots=True)
class _Place:
    """Where marks stand: behind letters of which script, in a sentence of which, and at the end of the text or not."""

    lettered: bool
    latin: bool
    own: bool
    all_latin: bool
    last: bool
    verse: bool


def _in_style(marks: str, place: _Place, facts: Marks) -> str:
    """``marks`` with those that stand alone as the language writes them behind such a word."""

    def written(found: regex.Match[str]) -> str:
        mark = found[0]
        if place.all_latin and not facts.latin_end:
            return mark
        if place.all_latin:
            return facts.latin_end if mark in _STOPS else "?" if mark in _QUESTIONS else mark
        if mark in _STOPS:
            return facts.sentence_end if _may_end(mark, place) else mark
        if place.latin or not place.lettered:
            return mark
        return facts.question if mark in _QUESTIONS else facts.comma

    return _SINGLE.sub(written, marks)


def _may_end(mark: str, place: _Place) -> bool:
    """True if a full stop or danda of the wrong kind is the sentence end: behind Latin words (sq., Ltd.) and behind
    figures in the middle of a text it may be part of them, and what verses end in stays."""
    if mark == ".":
        return not place.latin and (place.lettered or (place.last and place.own))
    return not place.verse
