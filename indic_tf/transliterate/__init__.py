"""Words in an Indian script → how they are spelled in Latin letters: ग्रीनफार्म greenfarm, लक्ष्मी lakshmi.

English words and Indian names are known by their sounds (`lexicon`), so one list serves all scripts: what a script
writes a sound with is a table (`data/sounds.tsv`), and so is what its letters are (`data/letters.tsv`). Words that run
together are taken apart, names of letters are letters, and what nobody knows is spelled by rules, as in an address.
Which words of mixed speech are English in the first place, `mixed` decides. Nothing is loaded before the first
question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..exports import when_asked_for

if TYPE_CHECKING:
    from .data import NATIVE
    from .lexicon import (
        edge_weights,
        ended_domains,
        english_frequency,
        first_words,
        generic_words,
        grammatical_words,
        last_parts,
        network_names,
        own_kind,
        own_words,
        stop_words,
        tagging_words,
        usual_words,
        words_of,
    )
    from .mixed import English, Mixed, mixed
    from .native import Natives, natives
    from .words import LETTERS, Spelling, Transliterator, transliterate, transliterator

__all__ = [
    "LETTERS",
    "NATIVE",
    "English",
    "Mixed",
    "Natives",
    "Spelling",
    "Transliterator",
    "edge_weights",
    "ended_domains",
    "english_frequency",
    "first_words",
    "generic_words",
    "grammatical_words",
    "last_parts",
    "mixed",
    "natives",
    "network_names",
    "own_kind",
    "own_words",
    "stop_words",
    "tagging_words",
    "transliterate",
    "transliterator",
    "usual_words",
    "words_of",
]

when_asked_for(
    __name__,
    {
        "data": ["NATIVE"],
        "lexicon": [
            "edge_weights",
            "ended_domains",
            "english_frequency",
            "first_words",
            "generic_words",
            "grammatical_words",
            "last_parts",
            "network_names",
            "own_kind",
            "own_words",
            "stop_words",
            "tagging_words",
            "usual_words",
            "words_of",
        ],
        "mixed": ["English", "Mixed", "mixed"],
        "native": ["Natives", "natives"],
        "words": ["LETTERS", "Spelling", "Transliterator", "transliterate", "transliterator"],
    },
)
