"""What the readers of this folder say things with: the grammar, and the table `said`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import regex

from ...document import Range, Token
from ...languages import Language
from ...scripts import TO_LATIN_DIGITS, fold, split_marks
from ..fields import Parsed, with_kept
from ..phrases import Phrases

ReadAndSaid = tuple[Parsed, str | None]
Told = tuple[Range, str]
"""The words that a reader says, and how, with the marks around them."""

_PLAIN = ("cardinal", "decimal", "date")
_SPELLED = regex.compile(r"[A-Z]{1,2}|[B-DF-HJ-NP-TV-Z]{2,5}")  # no one can read it as a word
_LEAST = 2  # digits that are said one by one
_LONGEST = 4  # words of a cue


class Voice:
    """Says figures by the grammar of one language.

    Args:
        facts: the language.
        alone: what a written form is by itself, and how it is said if it can be; None if it is no written form.
        say: a token in words; None if it cannot be said.
    """

    def __init__(
        self, facts: Language, alone: Callable[[str], ReadAndSaid | None], say: Callable[[Token], str | None]
    ) -> None:
        self.facts, self._alone, self.say = facts, alone, say

    def read(self, text: str, *kinds: str) -> str | None:
        """How a written form is said; None if it is none, or of none of ``kinds`` where there are any."""
        found, said = self._alone(text) or (None, None)
        if not found or not said or not found.token or (kinds and found.token.kind not in kinds):
            return None
        return with_kept(said, text.split(" "), found.kept)

    def number(self, text: str) -> str | None:
        """A whole number or a decimal without an ending, or a year; nothing that begins with a zero but 0 and 0.5."""
        plain = text.translate(TO_LATIN_DIGITS)
        if not plain[:1].isdigit() or not plain[-1:].isdigit() or (plain[0] == "0" and plain[1:2] not in ("", ".")):
            return None
        return self.read(text, *_PLAIN)

    def cardinal(self, text: str) -> str | None:
        """A whole number in digits, whatever it begins with."""
        return self.say(Token("cardinal", {"integer": str(int(text))}))

    def dialled(self, digits: str) -> str | None:
        """Digits one by one, a plus before them too."""
        plain = digits.translate(TO_LATIN_DIGITS)
        if len(plain) < _LEAST:
            return self.cardinal(plain)
        return self.say(Token("telephone", {"digits": plain}))

    def spelled(self, letters: str) -> str | None:
        """Capital letters by their names, where they can be read no other way: NH, PSLV; None for the others."""
        return self.say(Token("serial", {"code": letters})) if _SPELLED.fullmatch(letters) else None

    def letters(self, code: str) -> str | None:
        """Capital letters by their names, however they can be read."""
        return self.say(Token("serial", {"code": code}))

    def named(self, text: str) -> str | None:
        """A name in letters that is spelled; None for the others, and for one that is read as a word: AIIMS."""
        if text in self._words:
            return None
        said = self.read(text, "whitelist") or self.spelled(text)
        return said if said and said.lower() != text.lower() else None

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(row["written"] for row in self.facts.table("acronyms") if row["said"] == "word")

    def word(self, *names: str) -> str | None:
        """How the first of ``names`` that the table `words` has is said."""
        return next((form for name in names for form in self.facts.forms("words", name=name)), None)

    def span(self, low: str, high: str) -> str | None:
        """Two whole numbers with a "to" between them, where the language has one that is a word."""
        to = self.word("to") if self.facts.to_said != "never" else ""
        said = [self.cardinal(low), to, self.cardinal(high)]
        return " ".join(filter(None, said)) if int(low) < int(high) and said[0] and said[2] else None

    def rows(self, name: str) -> list[tuple[str, str]]:
        """The forms of the table `said` called ``name``, with their values."""
        return [(row["form"], row["value"]) for row in self.facts.table("said") if row["name"] == name]

    def form(self, name: str) -> str | None:
        """The first of them."""
        return next((form for form, _ in self.rows(name)), None)

    @cached_property
    def ratio(self) -> str | None:
        """What is said between the two numbers of a ratio."""
        return next((value for _, value in self.rows("ratio") if value), None)

    def ordinal(self, number: str, endings: str) -> str | None:
        """``number`` with the first of ``endings`` that it can have; what stands before a bar is said first."""
        first, _, last = endings.rpartition("|")
        joiners = dict.fromkeys(("", self.facts.suffix_joiner, "-"))
        written = (number + joiner + ending for ending in last.split(" ") for joiner in joiners)
        said = next(filter(None, (self.texts.get(text) or self.read(text, "ordinal") for text in written)), None)
        return f"{first} {said}" if first and said else said

    @cached_property
    def texts(self) -> dict[str, str]:
        """What is written → how it is said, off the table."""
        return {value: form for form, value in self.rows("text")}

    @cached_property
    def ands(self) -> frozenset[str]:
        """Words and signs between the members of a list."""
        forms = (form for name in ("and", "english_and", "or", "to") for form in self.facts.forms("words", name=name))
        return frozenset((*map(fold, forms), "and", "or", "to", "&", "-", "–"))


class Cues:
    """Forms of the table `said` and where they stand beside a word; each is found by its words without their marks.

    One with a full stop ("no.") is only found with it.
    """

    def __init__(self, rows: Sequence[tuple[str, str]]) -> None:
        self._values = {fold(bare(form)): value for form, value in reversed(rows)}
        self._phrases = Phrases(map(bare, (form for form, _ in rows)))
        self._dotted = frozenset(fold(bare(form)) for form, _ in rows if form.endswith("."))
        self._plain = frozenset(fold(bare(form)) for form, _ in rows if not form.endswith("."))

    def before(self, words: Sequence[str], end: int) -> tuple[int, str] | None:
        """Where the longest form that ends at ``end`` begins, and its value; None if none does."""
        offset = max(0, end - _LONGEST)
        said = [bare(word) for word in words[offset:end]]
        start = self._phrases.before(said, len(said))
        return None if start == len(said) else self._whole(words, offset + start, end, start + offset)

    def at(self, words: Sequence[str], start: int) -> tuple[int, str] | None:
        """Where the longest form that begins at ``start`` ends, and its value; None if none does."""
        end = self._phrases.at([bare(word) for word in words[start : start + _LONGEST]], 0)
        return self._whole(words, start, start + end, start + end) if end else None

    def closed(self, word: str) -> bool:
        """True for a form of one word with a mark behind it that is not its own."""
        return ends(word) and not (word.endswith(".") and fold(bare(word)) in self._dotted)

    def _whole(self, words: Sequence[str], start: int, end: int, place: int) -> tuple[int, str] | None:
        """``place`` and the value of the form from ``start`` to ``end``, if no mark cuts it."""
        key, last = fold(" ".join(map(bare, words[start:end]))), words[end - 1]
        dotted = key in self._dotted and last.rstrip(")").endswith((".", ":"))
        if any(map(ends, words[start : end - 1])) or not (dotted or key in self._plain):
            return None
        if place < end and ends(last) and not dotted:
            return None
        return place, self._values[key]


def bare(text: str) -> str:
    """Words without the marks around each."""
    return " ".join(split_marks(word)[1] or word for word in text.split(" "))


def ends(word: str) -> bool:
    """True for a word with a mark behind it that ends what it says: no colon, dash, bracket, quotation mark."""
    core = split_marks(word)[1]
    return bool(core) and word.rpartition(core)[2].strip(":：-–—=#)]\"'”’") != ""
