"""What each stage said about one text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .document import Formatted, Refusal, Span, Tagged, Word

if TYPE_CHECKING:
    from .readings.judge import Reading
    from .wfst.pipeline import Trace


@dataclass(frozen=True, slots=True)
class Explanation:
    """What each stage said about one text; what ``indic-tf explain`` prints.

    Attributes:
        words: the input words.
        traces: the four grammar stages for every run of number words.
        readings: every reading of the text's numbers that was considered, with what the judge says of it.
        doubtful: words that may be numbers, about which the tagger had the last word if it has a head for them.
        units: what the tagger saw, one entry per output word, numbers as a placeholder.
        tags: the tagger's labels and probabilities for ``units``; None where it was not asked.
        formatted: the result; ``formatted.edits`` says which converter answered.
        refusals: answers of the span normalizer that were not what was said.
        tagger: whether there is a tagger. It is not asked about a text that has no words beside its numbers.
    """

    words: tuple[Word, ...]
    traces: tuple[Trace, ...]
    readings: tuple[Reading, ...]
    doubtful: tuple[Span, ...]
    units: tuple[str, ...]
    tags: Tagged | None
    formatted: Formatted
    refusals: tuple[Refusal, ...] = ()
    tagger: bool = True

    @property
    def spans(self) -> tuple[Span, ...]:
        """What was converted, left to right."""
        return self.formatted.spans
