"""Words of the `keep` table: those that are numbers only with something beside them (हज़ार "thousands of", একটি "a"),
and those that never are (idioms; सत्रात "in the session", though सत्रा is seventeen)."""

from __future__ import annotations

from collections.abc import Iterator

from ..languages import Language
from ..scripts import fold
from .phrases import Phrase, key

_ALWAYS, _INFLECTED, _ENDINGS = "always", "inflected", "endings"
_NEVER = (_ALWAYS, _ENDINGS)
_KINDS = (*_NEVER, "alone", _INFLECTED)


def never_numbers(facts: Language) -> Iterator[str]:
    """The phrases of kind `always`, and those of kind `endings` with every ending of the `suffixes` table."""
    yield from facts.forms("keep", when=_ALWAYS)
    yield from never_with_endings(facts)


def never_with_endings(facts: Language) -> Iterator[str]:
    """The phrases of kind `endings` with every ending of the `suffixes` table."""
    for form in facts.forms("keep", when=_ENDINGS):
        for row in facts.table("suffixes"):
            if form.endswith(row["strip"]):
                yield form.removesuffix(row["strip"]) + row["add"]


class BareWords:
    """The phrases of kind `alone`, and those of kind `inflected` with every ending of the `suffixes` table, too."""

    def __init__(self, facts: Language) -> None:
        kinds = ((row["form"], row.choice("when", _KINDS)) for row in facts.table("keep"))
        phrases = {key(form.split(" ")): when for form, when in kinds if when not in _NEVER}
        self._phrases = frozenset(phrases)
        self._stems = frozenset(phrase for phrase, when in phrases.items() if when == _INFLECTED)
        added = (row["add"] for row in facts.table("suffixes") if not row["strip"])
        self._endings = frozenset(map(fold, added)) if self._stems else frozenset()

    def __contains__(self, phrase: Phrase) -> bool:
        return phrase in self._phrases or (bool(self._stems) and self._is_inflected(phrase))

    def _is_inflected(self, phrase: Phrase) -> bool:
        *first, last = phrase
        ends = (i for i in range(1, len(last)) if last[i:] in self._endings)
        return any((*first, last[:end]) in self._stems for end in ends)
