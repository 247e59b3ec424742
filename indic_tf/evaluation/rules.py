"""What each rule of readings is good for: how often it proposes, how often it is chosen, how often that is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ..document import Formatted
from ..formatter import IndicFormatter
from .itn_rows import Case


@dataclass(frozen=True, slots=True)
class RuleCount:
    """One rule over many texts.

    Attributes:
        proposed: readings that it proposed.
        chosen: those of them that were written.
        right: those of them whose written form stands in a reference; None for texts without references.
    """

    rule: str
    about: str
    proposed: int
    chosen: int
    right: int | None

    @property
    def precision(self) -> float | None:
        """The share of what was chosen that is right."""
        return self.right / self.chosen if self.right is not None and self.chosen else None


@dataclass(frozen=True, slots=True)
class Counted:
    """All rules, and how many of the texts come out as a reference; ``right`` is None without references."""

    rules: list[RuleCount]
    texts: int
    right: int | None


def count(cases: Iterable[Case], formatter: IndicFormatter) -> Counted:
    """Count the rules of ``formatter`` over cases; a case without written forms is a text without a reference."""
    proposed, chosen, right = Counter[str](), Counter[str](), Counter[str]()
    texts = whole = referred = 0
    for case in cases:
        proposed.update(reading.candidate.rule for reading in formatter.readings(case.spoken))
        made = formatter(case.spoken)
        chosen.update(span.rule for span in made.spans)
        right.update(_right(made, case.written))
        texts, whole, referred = texts + 1, whole + (made.text in case.written), referred + bool(case.written)
    known = dict(formatter.rules) | {name: "" for name in chosen if name not in formatter.rules}
    rows = [
        RuleCount(name, about, proposed[name], chosen[name], right[name] if referred else None)
        for name, about in known.items()
    ]
    return Counted(rows, texts, whole if referred else None)


def _right(made: Formatted, references: Iterable[str]) -> Iterable[str]:
    """The rules of the spans that are right: of all where the text is, else of those whose figures a reference has."""
    written = {edit.words: edit.text for edit in made.edits}
    for span in made.spans:
        if made.text in references or any(_has(text, written.get(span.words)) for text in references):
            yield span.rule


def _has(text: str, part: str | None) -> bool:
    return part is not None and f" {part} " in f" {text} "
