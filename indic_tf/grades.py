"""Letters with a sign: blood groups (ओ नेगेटिव खून: O-), grades (ग्रेड ए प्लस: A+), ratings (triple a rating: AAA).

Nothing is one without a word near it that says so: "A plus B" is arithmetic, "a positive report" news.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product

from .document import Conversions, Edit, Range, Segment, Span, Token, Word
from .languages import Language
from .scripts import fold
from .terms import in_place

KIND, BY = "serial", "transliterator"
_WHOLE, _BLANK = "$", "_"  # in the forms of `grade_cues`
_BLOOD, _GRADES = frozenset({"A", "B", "O", "AB"}), frozenset({"A", "B", "C", "D", "E", "F", "O"})
_ALGEBRA = _GRADES | {"X", "Y", "Z"}
_CUES: Mapping[str, tuple[str, ...]] = {"blood": ("group", "blood"), "grade": ("grade",)}
_SURE, _WEAK, _BEHIND, _BEHIND_SURE = 5, 2, 0, 4  # words between a cue and a letter, before it and behind its sign
_TIMES = {"double": 2, "triple": 3}
_LONGEST = 2  # words of letters
_APOSTROPHES = ("", "'", "’")

Phrase = tuple[str, ...]


class Grades:
    """Finds such letters in texts of one language; nothing is looked for before a sign or "triple" is said."""

    def __init__(self, language: Language) -> None:
        self._language = language

    # --- tables ---------------------------------------------------------------------------------------

    @cached_property
    def _signs(self) -> dict[str, tuple[str, bool]]:
        """Words for signs, folded → the sign, and whether grades have it too."""
        from .transliterate.data import rows

        found = [*rows("grade_signs", self._language.code)]
        return {
            fold(word): (row.choice("sign", ("+", "-")), row.choice("of", ("any", "blood")) == "any")
            for row in found
            for word in row["words"].split()
        }

    @cached_property
    def _times(self) -> dict[str, int]:
        """Words for double and triple, folded → how often a letter is meant."""
        return {fold(form): n for name, n in _TIMES.items() for form in self._language.forms("words", name=name)}

    @cached_property
    def first(self) -> frozenset[str]:
        """Without one of these among the words of a text, folded, nothing is found in it."""
        return frozenset(self._signs) | frozenset(self._times)

    @cached_property
    def _letters(self) -> dict[str, tuple[str, int | None]]:
        """Names of letters, folded → the letters, and how far a cue may be: None for a letter that is an article."""
        from .transliterate.data import rows

        listed = [row for row in self._language.table("letters") if row["letter"] in _ALGEBRA]
        made: dict[str, tuple[str, int | None]] = {
            fold(row["form"]): (row["letter"], _WEAK if row["flag"] else _SURE) for row in listed
        }
        by_letter = {letter: [f for f, (one, _) in made.items() if one == letter] for letter in "AB"}
        made |= {a + b: ("AB", _SURE) for a, b in product(by_letter["A"], by_letter["B"])}
        for row in rows("grade_letters", self._language.code):
            reach = None if row.choice("as", ("", "article")) else _SURE
            made |= {fold(word): (row["letter"], reach) for word in row["words"].split()}
        return made

    @cached_property
    def _cues(self) -> dict[str, tuple[Phrase, ...]]:
        """Phrases of cues by kind, folded, with the sign of whole words."""
        from .transliterate.data import rows

        made: dict[str, list[Phrase]] = {name: [] for name in ("group", "blood", "grade", "given", "else", "named")}
        for row in rows("grade_cues", self._language.code):
            kind = row.choice("of", tuple(made))
            made[kind] += [tuple(fold(form).split(_BLANK)) for form in row["words"].split()]
        return {name: tuple(dict.fromkeys(phrases)) for name, phrases in made.items()}

    # --- finding --------------------------------------------------------------------------------------

    def conversions(self, made: Segment, taken: set[int]) -> Conversions:
        """The blood groups and grades of a text, outside the words at the positions ``taken``."""
        return Conversions.of(self._found(made.words, taken))

    def _found(self, words: tuple[Word, ...], taken: set[int]) -> Iterator[tuple[Edit, Span]]:
        for start, run in _runs(words):
            end = 0
            for place in range(len(run)):
                range_, text = self._at(run, place) if place >= end else ((0, 0), "")
                if text and taken.isdisjoint(range(start + range_[0], start + range_[1])):
                    end = range_[1]
                    yield in_place(words, (start + range_[0], start + end), text, Token(KIND, {"code": text}), BY)

    def _at(self, run: Sequence[str], place: int) -> tuple[Range, str]:
        """The letters with a sign that begin at ``place``, as they are written; "" for none."""
        times = self._times.get(run[place], 1)
        letters, reach, end = self._read(run, place + (times > 1))
        if not letters or (times > 1 and len(letters) > 1):
            return (0, 0), ""
        text = letters * times
        sign, behind, grades = self._sign(run, end)
        nothing = not sign and times == 1
        if nothing or self._goes_on(run, behind) or self._ends_at(run, place, "named"):
            return (0, 0), ""
        kinds = [
            kind
            for kind, fits in (("blood", text in _BLOOD and len(sign) == 1), ("grade", grades and len(set(text)) == 1))
            if fits
        ]
        found = any(self._cued(run, (place, behind), kind, reach) for kind in kinds)
        return ((place, behind), text + sign) if found else ((0, 0), "")

    def _read(self, run: Sequence[str], place: int) -> tuple[str, int | None, int]:
        """Letters that begin at ``place``, how far a cue may be, and where they end."""
        made: list[tuple[str, int | None]] = []
        for word in run[place : place + _LONGEST]:
            found = self._letters.get(word)
            if found is None:
                break
            made.append(found)
        text = "".join(letters for letters, _ in made)
        if len(made) == _LONGEST and text in ("AB", "AA"):
            return text, _SURE, place + _LONGEST
        return (*made[0], place + 1) if made else ("", None, place)

    def _sign(self, run: Sequence[str], place: int) -> tuple[str, int, bool]:
        """The signs at ``place``, where they end, and whether they may stand behind a grade; none for none."""
        times = self._times.get(run[place], 1) if place + 1 < len(run) else 1
        first = self._signs.get(run[place + (times > 1)]) if place < len(run) else None
        if first is None:
            return "", place, True
        end = place + (times > 1) + 1
        text = first[0] * times
        while end < len(run) and self._signs.get(run[end]) == first:
            text, end = text + first[0], end + 1
        return text, end, first[1]

    def _goes_on(self, run: Sequence[str], place: int) -> bool:
        """True before another letter that has no sign of its own: A plus B."""
        letters, _, end = self._read(run, place)
        return bool(letters) and letters in _ALGEBRA and not self._sign(run, end)[0]

    # --- cues -----------------------------------------------------------------------------------------

    def _cued(self, run: Sequence[str], range_: Range, kind: str, reach: int | None) -> bool:
        """True if words beside the range, or as near as ``reach``, say that it is a blood group or a grade."""
        start, end = range_
        if kind == "grade" and self._ends_at(run, start, "given"):
            return True
        names = _CUES[kind]
        if reach is None:
            before = names[:1]  # "a donor with a positive mind" has none; "a positive donor" has
            return any(self._ends_at(run, start, name) for name in before) or self._begins(run, end, names)
        near = range(start, max(-1, start - reach - 1), -1)
        if any(self._ends_at(run, place, name) for place in near for name in names):
            return True
        behind = range(end, min(len(run), end + 1 + (_BEHIND if reach == _WEAK else _BEHIND_SURE)))
        return any(self._begins(run, place, names) for place in behind)

    def _ends_at(self, run: Sequence[str], place: int, kind: str) -> bool:
        """True if a cue ends before ``place``."""
        return any(_is(run, place - len(cue), cue) and not self._is_else(run, place) for cue in self._cues[kind])

    def _begins(self, run: Sequence[str], place: int, names: Sequence[str]) -> bool:
        """True if a cue begins at ``place``."""
        cues = (cue for name in names for cue in self._cues[name])
        return any(_is(run, place, cue) and not self._is_else(run, place + len(cue)) for cue in cues)

    def _is_else(self, run: Sequence[str], place: int) -> bool:
        """True if the word at ``place`` makes a cue before it mean something else: blood test."""
        return any(_is(run, place, cue) for cue in self._cues["else"])


def _runs(words: Sequence[Word]) -> Iterator[tuple[int, list[str]]]:
    """Words between which no mark stands, folded, with the place of the first; অ' is a letter with its apostrophe."""
    start = 0
    for i, word in enumerate(words):
        behind = words[i + 1] if i + 1 < len(words) else None
        joined = word.core and word.after in _APOSTROPHES and behind and not behind.before
        if not (joined and behind and behind.speaker == word.speaker):
            yield start, [fold(word.core) for word in words[start : i + 1]]
            start = i + 1


def _is(run: Sequence[str], place: int, cue: Phrase) -> bool:
    """True if the words of ``cue`` stand at ``place``; one without the sign of whole words may be longer there."""
    said = run[place : place + len(cue)] if place >= 0 else ()
    return len(said) == len(cue) and all(
        word == form[:-1] if form.endswith(_WHOLE) else word.startswith(form)
        for word, form in zip(said, cue, strict=True)
    )
