"""Does a sentence end where a text ends? Recognisers cut speech at pauses, also in mid sentence.

A tagger has learnt from texts that end where a sentence does, so behind the last word it expects a sentence end
whatever that word is. Two judges do better, and both are weighed by a logistic regression:

- the tagger itself, with a text behind the last word: the text's own words from its start again. Where a sentence ends
  it sees one end and another begin, elsewhere a sentence that goes on wrongly;
- a table of the endings of sentences per language (`endings`): what the last four words look like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import Protocol

from ..document import Tagged
from ..labels import PUNCTUATION, LabelSet
from . import endings

_TAIL = 24
"""Words of the end of a text that are judged, and of the text that is put behind them."""

_LEAST, _SURE = 1e-4, 8.0
THRESHOLD = 0.5
"""From this probability on a sentence ends."""


class Marker(Protocol):
    """A tagger: labels for the words of texts."""

    @property
    def heads(self) -> Mapping[str, LabelSet]: ...

    def tag(self, sequences: Sequence[Sequence[str]]) -> list[Tagged]: ...


def ends(texts: Sequence[Sequence[str]], tagger: Marker, lang: str) -> list[float]:
    """For each text the probability that a sentence ends at its end.

    ``texts`` are tagger words (see `tagging.encode.tagger_word`); ``tagger`` is asked once, about the last words of all
    of them. A language without a table of endings, or a tagger without a head for marks, leaves it to the other judge.
    0 for a text without words.
    """
    asked = [i for i, words in enumerate(texts) if words]
    by_tagger = dict(zip(asked, _by_tagger([texts[i] for i in asked], tagger), strict=True))
    return [_weighed(by_tagger.get(i), endings.score(words, lang)) if words else 0.0 for i, words in enumerate(texts)]


def with_continuation(words: Sequence[str]) -> list[str]:
    """The last words of a text and, behind them, its first ones: as many again, round and round in a short one."""
    return [*words[-_TAIL:], *(words[i % len(words)] for i in range(min(_TAIL, 6 * len(words))))]


def log_odds(tagged: Tagged, position: int, marks: LabelSet) -> float:
    """The log odds that a sentence ends behind the word at ``position``, by the label that it got.

    Of what is left over by the label and the neutral one, half counts: it may be a comma's.
    """
    label = tagged.labels[marks.name][position]
    share, neutral = tagged.probabilities[marks.name][position], tagged.neutral[marks.name][position]
    if label in marks.closing:
        share += max(0.0, 1 - share - neutral) / 2
    else:
        share = (1 - neutral) / 2 if label == marks.labels[0] else 1 - share - neutral
    share = min(max(share, _LEAST), 1 - _LEAST)
    return log(share / (1 - share))


def _by_tagger(texts: Sequence[Sequence[str]], tagger: Marker) -> list[float | None]:
    if not texts or PUNCTUATION.name not in tagger.heads:
        return [None] * len(texts)
    marks = tagger.heads[PUNCTUATION.name]
    tagged = tagger.tag([with_continuation(words) for words in texts])
    return [log_odds(t, min(len(words), _TAIL) - 1, marks) for t, words in zip(tagged, texts, strict=True)]


def _weighed(by_tagger: float | None, by_endings: float | None) -> float:
    known = endings.weights()
    if by_tagger is None and by_endings is None:
        return 1.0  # nobody knows: as everywhere else, a text ends where it ends
    if by_endings is None:
        total = known["tagger_alone"] * (by_tagger or 0.0) + known["alone"]
    elif by_tagger is None:
        total = by_endings
    else:
        seen = max(-_SURE, min(_SURE, by_endings))
        total = known["endings"] * seen + known["tagger"] * by_tagger + known["both"]
    return 1 / (1 + exp(-total))
