"""Marks by a tagger instead of a text's own, for text that has none or bad ones.

Self-training (Yarowsky 1995, "Unsupervised word sense disambiguation rivaling supervised methods"): what a tagger is
sure of teaches the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..document import Tagged
from ..tagging.predict import Tagger
from .label import UNKNOWN, Labelled, code

_HEAD = "punctuation"


def relabelled(tagger: Tagger, passages: Sequence[Labelled], sure: float) -> list[Labelled]:
    """The passages with the tagger's marks; a word whose label is less probable than ``sure`` has none that is known.

    Case, number spans and disfluencies stay as they are.
    """
    answers = tagger.tag([passage.words for passage in passages])
    return [
        replace(p, punctuation="".join(_codes(tagger, answer, sure)))
        for p, answer in zip(passages, answers, strict=True)
    ]


def _codes(tagger: Tagger, answer: Tagged, sure: float) -> list[str]:
    labels, probabilities = answer.labels[_HEAD], answer.probabilities[_HEAD]
    return [
        code(tagger.heads[_HEAD], label) if p >= sure else UNKNOWN
        for label, p in zip(labels, probabilities, strict=True)
    ]
