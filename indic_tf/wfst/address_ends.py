"""What stands around an electronic address: who pays behind an "at", "https colon slash slash" before a host."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..scripts import fold
from .address_parts import FIRM, Endings
from .phrases import Phrases
from .pipeline import Grammar
from .spelt_names import SpeltNames

_SCHEMES = ("http", "https")
_PAYER_WORDS = 4


@dataclass(frozen=True, slots=True)
class Payer:
    """Who pays behind an "at": where it ends, its words as they are to be spelled, its case ending, and whether it is
    also a firm that people work at."""

    end: int
    words: tuple[str, ...]
    ending: str = ""
    firm: bool = False


class Payers:
    """Finds providers of payment addresses of one language, however they are said: ybl as "y b l".

    ``handles`` and ``firms`` are the phrases of those that its table lists.
    """

    def __init__(self, grammar: Grammar, handles: Phrases, firms: Phrases, endings: Endings) -> None:
        facts = grammar.language
        rows = [row for row in facts.table("domains") if row["role"]]
        self._grammar, self._handles, self._firms, self._endings = grammar, handles, firms, endings
        self._firm_names = frozenset(row["written"] for row in rows if row["role"] == FIRM)
        self._names = SpeltNames({row["written"] for row in rows}, facts)

    def at(self, words: Sequence[str], start: int) -> Payer | None:
        """The provider that begins at ``start``, if one does; a number there is none."""
        handle, firm = self._handles.at(words, start), self._firms.at(words, start)
        listed = max(handle, firm)
        if start == len(words):
            return None
        end, name = (start, "") if self._grammar.is_number(words[start]) else self._names.starting(words, start)
        if end > listed:
            return self._named(end, name)
        if listed > start:
            return Payer(listed, tuple(words[start:listed]), firm=handle == start)
        return self._inflected(words, start)

    def _inflected(self, words: Sequence[str], start: int) -> Payer | None:
        for last in range(start, min(len(words), start + _PAYER_WORDS)):
            for stem, ending in self._endings.bare(words[last]):
                end, name = self._names.starting([*words[:last], stem], start)
                if end > last:
                    return self._named(end, name, ending)
        return None

    def _named(self, end: int, name: str, ending: str = "") -> Payer:
        return Payer(end, (name,), ending, name in self._firm_names)


class Schemes:
    """Finds "https colon slash slash" in one language."""

    def __init__(self, grammar: Grammar, slash: Phrases) -> None:
        facts = grammar.language
        self._slash = slash
        self._double = frozenset(map(fold, facts.forms("words", name="double")))
        self._names, self._colon = SpeltNames(_SCHEMES, facts), SpeltNames(("colon",), facts)

    def before(self, words: Sequence[str], start: int) -> tuple[int, str]:
        """Where the scheme before the host at ``start`` begins, and its text; ``start`` and "" if there is none."""
        second = self._slash.before(words, start)
        if second == start or second == 0:
            return start, ""
        doubled = fold(words[second - 1]) in self._double
        first = second - 1 if doubled else self._slash.before(words, second)
        colon = self._colon.before(words, first) if first < second else None
        scheme = self._names.before(words, colon[0]) if colon else None
        if scheme is None:
            return start, ""
        return scheme[0], self._names.starting(words, scheme[0])[1] + "://"
