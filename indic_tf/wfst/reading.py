"""Written forms in running text: where they stand, how they are said (TN)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import regex

from ..document import Range, Token
from ..languages import Language
from ..scripts import TO_LATIN_DIGITS, fold, split_marks
from .aloud.clocks import Clocks, full_hour
from .aloud.dialled import Dialled
from .aloud.others import Others
from .aloud.voice import Voice
from .between import Between
from .fields import Parsed, with_kept
from .saying import Sayings, endings_apart, is_short

_WIDEST = 5  # words of one written form: 4111 1111 1111 1111, 15 August 1947
_RUPEES = "₹", "/-"  # before and behind an amount; one of them is enough
_ONE, _SIGN = regex.compile(r"(\p{Sc}?)1"), regex.compile(r"\p{Sc}")
_LAKH = 10**5
_ROUNDS = 4  # a part may be parted again


@dataclass(frozen=True, slots=True)
class Reading:
    """A written form in a text: its range of words, how it is said, its class, and the marks around it."""

    words: Range
    said: str
    kind: str
    before: str = ""
    after: str = ""


class WrittenForms:
    """Finds the written forms of a text.

    Args:
        facts: the language.
        read: the best reading of a written form, and how it is said if it can be; None if it is no written form.
        say: a token in words; None if it cannot be said.
    """

    def __init__(
        self,
        facts: Language,
        read: Callable[[str], tuple[Parsed, str | None] | None],
        say: Callable[[Token], str | None],
    ) -> None:
        self._language, self._read, self._say = facts, read, say

    def readings(self, words: Sequence[str], *, others: bool = False) -> Iterator[Reading]:
        """Every written form among ``words`` that the grammar can say, left to right; with ``others`` also what no
        class reads, whose kind is empty."""
        position = 0
        while position < len(words):
            reading = self._of_any(words, position) if others else self._of_class(words, position)
            if reading:
                yield reading
            position = reading.words[1] if reading else position + 1

    def aloud(self, words: Sequence[str]) -> str:
        """``words`` with every written form in words, and every figure that is left beside them."""
        words = self._with_ones(words)
        for _ in range(_ROUNDS):
            readings = [*self.readings(words, others=True)]
            if (parted := self._parted(words, readings)) == words:
                break
            words = parted
        made: list[str] = []
        position = 0
        for reading in readings:
            made += map(self._literally, words[position : reading.words[0]])
            made.append(reading.before + reading.said + reading.after)
            position = reading.words[1]
        return " ".join([*made, *map(self._literally, words[position:])])

    def _with_ones(self, words: Sequence[str]) -> list[str]:
        """``words``; one of a scale whose one is not said stands there in full: ₹1 లక్ష as ₹100000."""
        made = [*words]
        for i, word in enumerate(words[:-1]):
            one = _ONE.fullmatch(word.translate(TO_LATIN_DIGITS))
            scale = self._unsaid.get(fold(words[i + 1])) if one else None
            beside = (one[1] if one else "", *words[max(i - 1, 0) : i], *words[i + 2 : i + 3])
            if one and scale and any(map(_SIGN.fullmatch, beside)):
                made[i], made[i + 1] = f"{one[1]}{scale}", ""
        return [*filter(None, made)]

    @cached_property
    def _unsaid(self) -> dict[str, int]:
        """The scale words that money has without a one before them, where they have a form of their own before a
        noun."""
        facts = self._language
        if not facts.numbers.stem_before_noun:
            return {}
        rows = [row for row in facts.table("scales") if not row["role"] and " " not in row["form"]]
        return {fold(row["form"]): value for row in rows if (value := row.number("value")) >= _LAKH}

    def _parted(self, words: Sequence[str], readings: Sequence[Reading]) -> list[str]:
        """``words``; those with figures that nobody reads stand there in their parts."""
        read = {i for reading in readings for i in range(*reading.words)}
        left = (i not in read and _has_digit(word) for i, word in enumerate(words))
        parts = [(self._others.parts(words, i) if open_ else None) or [words[i]] for i, open_ in enumerate(left)]
        return [part for made in parts for part in made]

    def _literally(self, word: str) -> str:
        return self._others.literally(word) if _has_digit(word) else word

    def _of_any(self, words: Sequence[str], position: int) -> Reading | None:
        if first := self._others.first(words, position):
            return Reading(*first, "")
        if reading := self._of_class(words, position):
            return reading
        last = self._others.last(words, position)
        return Reading(*last, "") if last else None

    def _of_class(self, words: Sequence[str], position: int) -> Reading | None:
        """The longest readable stretch of words that begins at ``position``.

        Nothing but a currency, a month or a code stands before the figures: they are in its first two words.
        """
        if not any(map(self._may_be_written, words[position : position + 2])):
            return None
        for width in range(min(_WIDEST, len(words) - position), 0, -1):
            piece = words[position : position + width]
            if any(map(self._may_be_written, piece)):
                range_ = position, position + width
                if found := self._dialled(piece, words, range_) or self._said_piece(piece, words, range_):
                    return found
        return None

    def _dialled(self, piece: Sequence[str], words: Sequence[str], range_: Range) -> Reading | None:
        """Figures behind "OTP", "PIN", "account": said digit by digit. Short ones behind "room" are a number."""
        before, core, after = split_marks(" ".join(piece))
        digits = self._digits.digits(core, words, range_)
        said = self._say(Token("telephone", {"digits": digits})) if digits else None
        return Reading(range_, said, "telephone", before, after) if said else None

    @cached_property
    def _voice(self) -> Voice:
        return Voice(self._language, lambda text: self._alone(text) or self._between.read(text), self._say)

    @cached_property
    def _digits(self) -> Dialled:
        return Dialled(self._voice)

    @cached_property
    def _others(self) -> Others:
        return Others(self._voice, self._digits)

    def _may_be_written(self, word: str) -> bool:
        return _has_digit(word) or "@" in word or "." in word.strip(".") or word in self._abbreviated

    def _said_piece(self, piece: Sequence[str], words: Sequence[str], range_: Range) -> Reading | None:
        """``piece`` of ``words`` in words, if it is a written form and does not go on behind itself."""
        before, core, after = split_marks(" ".join(piece))
        if before.endswith(".") and _begins_with_digit(core) and not _ends_with_digit(words, range_[0]):  # ".5 mg"
            before, core = before[:-1], f"0.{core}"
        if after.startswith(_RUPEES[1]) and _begins_with_digit(core):  # "500/-"
            core, after = _RUPEES[0] + core, after[len(_RUPEES[1]) :]
        closed = self._read(core + after) if after else None  # "₹500/-"
        core, after = (core + after, "") if closed else (core, after)
        whole = closed or self._alone(core)
        found, said = whole or self._between.read(core) or (None, None)
        if not said or not found or not found.token or self._goes_on(found.token, after, words, range_[1]):
            return None
        if not after and (longer := self._with_ending(core, said, words, range_, before)):
            return longer
        token = found.token
        if whole:
            token, said = self._in_place(token, said, core, words, range_)
        return Reading(range_, with_kept(said, core.split(" "), found.kept), token.kind, before, after)

    def _alone(self, core: str) -> tuple[Parsed, str | None] | None:
        """What ``core`` is by itself. Quarters and halves are said of hours up to twelve."""
        if clock := self._clocks.bare(core):
            return clock
        found, said = self._read(core) or (None, None)
        if not found or not found.token or _ends_with_sign(found.token) or _is_improper(found.token):
            return None
        if self._clocks.is_odd(found.token, core, said):
            return self._clocks.with_word(found.token, core)
        return found, said

    @cached_property
    def _clocks(self) -> Clocks:
        return Clocks(self._language, self._say)

    @cached_property
    def _between(self) -> Between:
        return Between(self._language, self._alone, self._say)

    def _in_place(self, token: Token, said: str, core: str, words: Sequence[str], range_: Range) -> tuple[Token, str]:
        """What ``core`` is among its neighbours, and how it is said there."""
        if token.kind == "time" and range_[1] < len(words):
            said = self._clocks.before_word(said, split_marks(words[range_[1]])[1])
        told = self._sayings.of(token, core, words, range_)
        return told, said if told is token else self._say(told) or said

    def _with_ending(self, core: str, alone: str, words: Sequence[str], range_: Range, before: str) -> Reading | None:
        """ "2019 లో" for 2019లో: an ending that stands apart is said with its number.

        A long one that leaves the number as it is (ପର୍ଯ୍ୟନ୍ତ) is as good a word by itself.
        """
        start, end = range_
        parted, ending, after = split_marks(words[end]) if end < len(words) else ("", "", "")
        if parted or ending not in self._endings or not core[-1:].isdigit() or self._is_unit(words[end : end + 2]):
            return None
        core = full_hour(core) or core
        for joiner in dict.fromkeys(("", self._language.suffix_joiner, "-")):
            found, said = self._read(core + joiner + ending) or (None, None)
            if not said or not found or not found.token or "suffix" not in found.token.fields:
                continue
            if is_short(ending) or said != alone + ending:
                token, said = self._in_place(found.token, said, core, words, (start, end + 1))
                made = with_kept(said, (core + joiner + ending).split(" "), found.kept)
                return Reading((start, end + 1), made, token.kind, before, after)
        return None

    def _is_unit(self, words: Sequence[str]) -> bool:
        """కి మీ, where కి alone is an ending."""
        return "".join(split_marks(word)[1] for word in words).replace(".", "") in self._units

    @cached_property
    def _units(self) -> frozenset[str]:
        """The short forms of units, without their points."""
        return frozenset(form.replace(".", "") for form in self._language.forms("units", role="written"))

    @cached_property
    def _endings(self) -> frozenset[str]:
        return endings_apart(self._language)

    @cached_property
    def _sayings(self) -> Sayings:
        return Sayings(self._language)

    @cached_property
    def _abbreviated(self) -> frozenset[str]:
        """First words of the abbreviations that are read out."""
        spelled = [row["written"] for row in self._language.table("acronyms") if not row.choice("said", ("", "word"))]
        listed = (row["written"].split(" ")[0] for row in self._language.table("whitelist"))
        return frozenset((*listed, *spelled))

    def _goes_on(self, token: Token, after: str, words: Sequence[str], position: int) -> bool:
        """True if the next word belongs to the amount, ₹20 लाख करोड़ must not be read as ₹20 लाख, or shows that the last
        one is no unit: "12 in the box"."""
        if after or position == len(words):
            return False
        if "unit" in token.fields:
            return words[position - 1] in self._last_signs
        if "currency" not in token.fields:
            return False
        return fold(split_marks(words[position])[1]) in self._scale_words

    @cached_property
    def _last_signs(self) -> frozenset[str]:
        return frozenset(row["symbol"] for row in self._language.table("unit_symbols") if row["kind"] == "last")

    @cached_property
    def _scale_words(self) -> frozenset[str]:
        rows = [*self._language.table("scales"), *self._language.table("english")]
        return frozenset(fold(row["form"]) for row in rows if row.number("value") >= 1000)


def _is_improper(token: Token) -> bool:
    """38/4, which is rather the number of a house than a fraction."""
    numerator, denominator = (token.fields.get(name, "1") for name in ("numerator", "denominator"))
    return token.kind == "fraction" and "integer" not in token.fields and int(numerator) > int(denominator)


def _ends_with_sign(token: Token | None) -> bool:
    """True for 10-15% with a "percent" that is written as an ending."""
    ending = token.fields.get("suffix", "") if token and token.kind == "range" else ""
    return bool(ending) and not any(map(str.isalpha, ending))


def _begins_with_digit(text: str) -> bool:
    return text[:1].translate(TO_LATIN_DIGITS).isdigit()


def _ends_with_digit(words: Sequence[str], end: int) -> bool:
    """True for "7 .16", a decimal that was torn apart."""
    return end > 0 and words[end - 1][-1:].isdigit()


def _has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text.translate(TO_LATIN_DIGITS))
