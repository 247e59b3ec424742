"""Fluent passages made disfluent: fillers, repetitions, corrections and cut-off words put in, and tagged.

The tags are those of Tan et al. (2021), section 3.3, after the Switchboard dialogue act corpus (Meteer et al. 1995,
"Dysfluency Annotation Stylebook"):

    F       a filler: a hesitation (अं), a discourse word (मतलब), an editing term before a correction (sorry)
    R_RT    reparandum of a repetition: said, and said again
    C_RT    its correction: the same words a second time
    R       reparandum: said, and then said otherwise
    C       its correction: what the speaker meant
    D       any other disfluency: here a word that was cut off

`labels.REMOVED` are those that go. Only words with these tags are put in, so taking them out gives back the passage.

**Doublings that are grammar stay.** "Slowly slowly" and "two two" are written so in every Indian language, and the
fluent text is full of them with the tag O. A repetition is therefore never one that could be grammar: a word alone
is said twice only if it is frequent and fluent text never doubles it (`Speech.steady`); two or three words ("I
tomorrow I tomorrow") only if fluent text has not doubled them; a number ("five hundred five hundred" is "five hundred
each") only with a hesitation between. Nothing is put between the words of a natural doubling, none is repeated.

**Corrections can be told.** Two different words side by side are mostly a list, so a correction either goes back to a
word that it shares with the reparandum, or has an editing term; one of a number always has one ("five six" is a
guess).

**Spans of the ITN head stay whole.** Nothing is put inside one. Its beginning may be said twice or wrongly *before*
it; what goes is no part of a span (O), so that the span is found from the words that stay. Digits said one by one
repeat themselves, so codes, telephone numbers, addresses and sums have fillers before them and nothing else.

What is put in carries no mark; its case is undecided where it would open a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import regex

from ..errors import InputError
from ..labels import CASE, DISFLUENCY, ITN, case_of
from ..tagging.encode import NUMBER, tagger_word
from .label import UNKNOWN, Labelled, code
from .rows import CLOSING, COMMA, INSIDE, NONE, OUTSIDE, Row, ends_sentence, joined, rows
from .speech import Speech, doublings, ending, graphemes, within_sentence

T = TypeVar("T")

_KINDS = ("filler", "repetition", "restart", "cut")
_SHARES = (0.45, 0.25, 0.18, 0.12)
"""Hesitations and repetitions are the most frequent everywhere (Shriberg 1994, chapter 4)."""
_CLAUSE_START, _CONTENT, _FUNCTION = 2.5, 1.0, 0.5
_LENGTHS = (1, 1, 2, 2, 3)
_AGAIN = 0.15  # a second filler, a third copy, a filler before something else
_BETWEEN = 0.25
_RETRACED_WITH_TERM = 0.5
_TEN = 10
_SPELT = frozenset(
    code(ITN, part + kind) for kind in ("telephone", "serial", "electronic", "math") for part in ("B-", "I-")
)
_LETTERS = regex.compile(r"[\p{L}\p{M}]+")
_TAG = {label: code(DISFLUENCY, label) for label in DISFLUENCY.labels}
_FLUENT = _TAG["O"]


class _Slip(NamedTuple):
    """Rows to put in before a word, and the tag of the ``length`` words that follow."""

    inserted: list[Row]
    length: int = 0
    tag: str = _FLUENT


def fluent(passage: Labelled, speech: Speech) -> Labelled:
    """The passage with its words tagged O; hesitation sounds that its writer wrote down are left undecided.

    Raises `InputError` for a passage that has disfluencies already.
    """
    if set(passage.disfluency) - {_FLUENT, UNKNOWN}:
        raise InputError(f"not a fluent passage: {' '.join(passage.words)} ({passage.disfluency})")
    sounds = frozenset(speech.fillers["sound"])
    return joined([row._replace(disfluency=UNKNOWN if row.word in sounds else _FLUENT) for row in rows(passage)])


def disfluent(passage: Labelled, speech: Speech, random: np.random.Generator, rate: float) -> Labelled:
    """The passage as a speaker might say it who stumbles about ``rate`` times per word.

    The words of the passage keep their order and the codes of the other heads. The same state of ``random`` gives the
    same passage. Raises `InputError` for a passage that has disfluencies already.
    """
    spoken = rows(fluent(passage, speech))
    speaker = _Speaker(spoken, speech, random)
    made: list[Row] = []
    at = 0
    while at < len(spoken):
        slip = speaker.slip(at, rate, made[-1].word if made else "")
        made += slip.inserted
        length = max(1, slip.length)
        made += [row._replace(disfluency=slip.tag) if slip.length else row for row in spoken[at : at + length]]
        at += length
    return joined(made)


class _Speaker:
    """Draws the slips of one passage. Positions are those of its words; a slip stands before the word at ``at``."""

    def __init__(self, spoken: Sequence[Row], speech: Speech, random: np.random.Generator) -> None:
        self._spoken, self._speech, self._random = spoken, speech, random
        self._makers = dict(zip(_KINDS, (self._filler, self._repetition, self._restart, self._cut), strict=True))
        words, marks = [row.word for row in spoken], "".join(row.punctuation for row in spoken)
        found = [(start, n) for start, n in doublings(words) if within_sentence(start, n, marks)]
        twice = [range(start, start + 2 * n) for start, n in found]
        self._twice = {at for both in twice for at in both}
        self._locked = {at for both in twice for at in both[1:]}
        self._locked |= {at for at, row in enumerate(spoken) if row.itn in INSIDE}

    def slip(self, at: int, rate: float, before: str) -> _Slip:
        """What happens before the word at ``at``, mostly nothing; ``before`` is the word said last."""
        if at in self._locked or self._random.random() >= rate * self._weight(at):
            return _Slip([])
        kind = _KINDS[int(self._random.choice(len(_KINDS), p=_SHARES))]
        made = self._makers[kind](at) or self._filler(at)
        if made is None or made.inserted[0].word == before:
            return _Slip([])
        led = self._filler(at, company=True) if kind != "filler" and self._chance(_AGAIN) else None
        if led is None or {row.word for row in led.inserted} & {before, made.inserted[0].word}:
            return made
        return made._replace(inserted=led.inserted + made.inserted)

    def _weight(self, at: int) -> float:
        if at == 0 or self._spoken[at - 1].punctuation in CLOSING | {COMMA}:
            return _CLAUSE_START
        return _FUNCTION if self._spoken[at].word in self._speech.steady else _CONTENT

    # --- the four kinds; None where the words at ``at`` do not allow it

    def _filler(self, at: int, *, company: bool = False) -> _Slip | None:
        """One filler or two; words that are ordinary ones too stand beside a sound or before another slip only."""
        sound = self._draw(self._speech.said("sound", alone=False))
        word = self._draw(self._speech.said("word", alone=not company))
        said = word if self._chance(0.5 if self._weight(at) == _CLAUSE_START else 0.25) else sound
        phrases = [phrase for phrase in (said or sound or word,) if phrase]
        if self._chance(_AGAIN):
            other = self._draw(self._speech.said("word", alone=False))
            phrases = [phrase for phrase in (sound, other) if phrase][:: self._pick((1, -1))]
        made = [row for phrase in phrases for row in self._phrase(phrase, at)]
        around = {row.word for row in self._spoken[max(0, at - 1) : at + 1]}
        return _Slip(made) if made and not around & {row.word for row in made} else None

    def _repetition(self, at: int) -> _Slip | None:
        for n in self._lengths():
            stretch = self._spoken[at : at + n]
            if not self._may_repeat(at, n):
                continue
            number = any(map(self._is_number, stretch))
            copies = 2 if self._chance(_AGAIN) and not number else 1
            made = [self._copy(row, "R_RT", at + i) for i, row in enumerate(stretch)] * copies
            return _Slip(made + self._between(at, _BETWEEN, sure=number), n, _TAG["C_RT"])
        return None

    def _restart(self, at: int) -> _Slip | None:
        """Words that are taken back: a wrong number, or one to three words of which the last is wrong."""
        if self._is_number(self._spoken[at]):
            return self._wrong_number(at)
        for n in self._lengths():
            stretch = self._spoken[at : at + n]
            wrong = self._wrong_word(stretch[-1].word)
            if wrong is None or not self._is_phrase(at, n) or any(map(self._is_number, stretch)):
                continue
            term = self._draw(self._speech.said("edit", alone=n == 1))
            said = term is not None and (n == 1 or self._chance(_RETRACED_WITH_TERM))
            after = self._phrase(term, at) if term and said else self._between(at, _BETWEEN)
            if said or n > 1:
                return _Slip(self._wrongly(stretch, wrong, at) + after, n, _TAG["C"])
        return None

    def _wrong_number(self, at: int) -> _Slip | None:
        """The beginning of a number up to a wrong word, an editing term, and the right words."""
        stop = at + 1
        while stop < min(len(self._spoken), at + _LENGTHS[-1]) and self._spoken[stop].itn in INSIDE:
            stop += 1
        places = [i for i in range(at, stop) if self._other_numbers(self._spoken[i].word)]
        terms = self._speech.said("edit", alone=False)
        if not places or not terms or self._spoken[at].itn in _SPELT or not self._is_phrase(at, stop - at):
            return None
        last = self._pick(places)
        made = self._wrongly(self._spoken[at : last + 1], self._pick(self._other_numbers(self._spoken[last].word)), at)
        return _Slip(made + self._phrase(self._pick(terms), at), last + 1 - at, _TAG["C"])

    def _cut(self, at: int) -> _Slip | None:
        """The first one or two graphemes of a word before it, unless they are a word themselves."""
        row = self._spoken[at]
        letters = graphemes(row.word)
        pieces = ["".join(letters[:n]) for n in (1, 2) if len(letters) > n + 1]
        told = [piece for piece in pieces if _LETTERS.fullmatch(piece) and piece not in self._speech.known]
        if not told:
            return None
        copies = 2 if self._chance(_AGAIN) else 1
        return _Slip([self._copy(row._replace(word=self._pick(told)), "D", at)] * copies)

    # --- what may be said twice or wrongly

    def _may_repeat(self, at: int, n: int) -> bool:
        stretch = self._spoken[at : at + n]
        words = [row.word for row in stretch]
        if not self._is_phrase(at, n) or any(row.itn in _SPELT for row in stretch):
            return False
        if n == 1:
            plain = words[0] in self._speech.steady and not self._is_number(stretch[0])
            return plain and stretch[0].punctuation in (NONE, "")
        return words[0] != words[-1] and " ".join(words) not in self._speech.doubled

    def _is_phrase(self, at: int, n: int) -> bool:
        """Whether ``n`` words stand there without a mark between them and without a natural doubling."""
        stretch = self._spoken[at : at + n]
        joined_up = all(row.punctuation in (NONE, "") for row in stretch[:-1])
        return len(stretch) == n and joined_up and self._twice.isdisjoint(range(at, at + n))

    def _is_number(self, row: Row) -> bool:
        return row.itn not in (OUTSIDE, UNKNOWN, "") or row.word == NUMBER or row.word in self._speech.numbers

    def _other_numbers(self, word: str) -> list[str]:
        """Number words with another value, of one digit as ``word`` or of two as it."""
        if word == NUMBER:
            return [NUMBER]
        numbers = self._speech.numbers
        value = numbers.get(word, 0)
        return [other for other, n in numbers.items() if value and n != value and (n < _TEN) == (value < _TEN)]

    def _wrong_word(self, word: str) -> str | None:
        """Another word with the same ending; None for function words."""
        if word in self._speech.steady or not _LETTERS.fullmatch(word):
            return None
        found = self._draw(self._speech.endings.get(ending(word), ()))
        return found if found not in (word, *self._speech.steady) else None

    # --- rows

    def _wrongly(self, stretch: Sequence[Row], wrong: str, at: int) -> list[Row]:
        rest = [self._copy(row, "R", at + i) for i, row in enumerate(stretch[:-1])]
        last = self._copy(stretch[-1]._replace(word=wrong), "R", at + len(rest))
        return [*rest, last._replace(case=UNKNOWN if last.case else "")]

    def _copy(self, row: Row, tag: str, at: int) -> Row:
        """A word said before its time: no mark, in no span, its case undecided if it opens a sentence."""
        case = UNKNOWN if row.case and self._opens(at) else row.case
        return row._replace(
            punctuation=row.punctuation and NONE, case=case, itn=row.itn and OUTSIDE, disfluency=_TAG[tag]
        )

    def _phrase(self, phrase: str, at: int) -> list[Row]:
        """A filler as it stands in the table, whose capitals say its case."""
        made = []
        for word in phrase.split():
            case = case_of(word)
            written = UNKNOWN if case is None or self._opens(at) else code(CASE, case)
            here = self._spoken[at]._replace(word=tagger_word(word))
            made.append(self._copy(here, "F", at)._replace(case=here.case and written))
        return made

    def _between(self, at: int, chance: float, *, sure: bool = False) -> list[Row]:
        """Perhaps a hesitation between a reparandum and its correction."""
        sound = self._draw(self._speech.said("sound", alone=False))
        return self._phrase(sound, at) if sound and (sure or self._chance(chance)) else []

    def _opens(self, at: int) -> bool:
        return at == 0 or ends_sentence(self._spoken[at - 1])

    # --- chance

    def _chance(self, share: float) -> bool:
        return bool(self._random.random() < share)

    def _pick(self, options: Sequence[T]) -> T:
        return options[int(self._random.integers(len(options)))]

    def _draw(self, options: Sequence[T]) -> T | None:
        return self._pick(options) if options else None

    def _lengths(self) -> list[int]:
        return [int(n) for n in self._random.permutation(_LENGTHS)]
