"""Words ↔ subwords: what the tagger sees of a word, and where its label sits.

The label of a word sits on its **last** subword: that is where a mark would follow.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import regex

from ..scripts import with_nta

NUMBER = "<num>"
"""What stands for every number: digits, amounts, and whatever a grammar turns into them."""

_HAS_DIGIT = regex.compile(r"\p{N}")
_JOINERS = str.maketrans({"\u200c": None, "\u200d": None, "’": "'", "‘": "'", "\u2010": "-", "\u2011": "-"})
SCRIPTS = 9
"""How many Brahmic blocks `script_number` tells apart."""

TYPES = SCRIPTS + 1
"""Script numbers, 0 included. The type of a subword is its word's script number + ``TYPES`` × its code of `repeats`."""

REPEATS = 9
"""How many codes `repeats` gives."""

_NEAR = 4
_FIRST_BLOCK, _BLOCK = 0x0900, 0x80
_ONE_SCRIPT = {
    _FIRST_BLOCK + block * _BLOCK + offset: _FIRST_BLOCK + offset
    for block in range(1, SCRIPTS)
    for offset in range(_BLOCK)
}


@lru_cache(maxsize=1 << 17)
def tagger_word(core: str) -> str:
    """A word's core as the tagger sees it: NFC, Latin lower-cased, joiners dropped, numbers as one placeholder, the
    Malayalam nta as most text has it.

    >>> [tagger_word(w) for w in ("India", "₹25,000", "५वाँ", "क्‍या")]
    ['india', '<num>', '<num>', 'क्या']
    """
    if _HAS_DIGIT.search(core):
        return NUMBER
    return with_nta(unicodedata.normalize("NFC", core).translate(_JOINERS)).lower()


def script_number(word: str) -> int:
    """The Brahmic block that a word is written in, 1 (Devanagari) … 9 (Malayalam); 0 for anything else.

    Lets a model whose vocabulary is folded onto one script still know which one it was.
    """
    for char in word:
        block = (ord(char) - _FIRST_BLOCK) // _BLOCK
        if 0 <= block < SCRIPTS:
            return block + 1
    return 0


def repeats(words: Sequence[str]) -> list[int]:
    """Which words are said again soon: 3 × (0: not again, 1: as the next word, 2: within four words) + the same for
    having been said before.

    Tells a model what it is slow to find out for itself: that two words are the same. Disfluency taggers profit from
    such features (Jamshid Lou et al. 2018, "Disfluency detection using auto-correlational neural networks").
    Placeholders of numbers are never the same.

    >>> repeats(["i", "want", "i", "want", "two", "two"])
    [6, 6, 2, 2, 3, 1]
    """
    made = [0] * len(words)
    for distance in range(_NEAR, 0, -1):
        rank = 1 if distance == 1 else 2
        for i in range(len(words) - distance):
            if words[i] == words[i + distance] and words[i] != NUMBER:
                made[i] = 3 * rank + made[i] % 3
                made[i + distance] = made[i + distance] // 3 * 3 + rank
    return made


def to_one_script(word: str) -> str:
    """Move the Brahmic blocks U+0980–U+0D7F onto Devanagari: ISCII laid them out in parallel.

    >>> to_one_script("গান") == to_one_script("గాన") == "गान"
    True
    """
    return word.translate(_ONE_SCRIPT)


def from_one_script(word: str, script: int) -> str:
    """The word in the script of a number (`script_number`) again; 0 leaves it as it is.

    >>> from_one_script("गान", script_number("গান"))
    'গান'
    """
    moved = (script - 1) * _BLOCK
    if moved <= 0:
        return word
    return "".join(chr(ord(c) + moved) if _FIRST_BLOCK <= ord(c) < _FIRST_BLOCK + _BLOCK else c for c in word)


class SubwordModel(Protocol):
    """A word as subword ids, and the ids that stand around a sequence."""

    def encode_word(self, word: str) -> tuple[int, ...]:
        """Subword ids of one word, never empty."""
        ...

    @property
    def prefix(self) -> tuple[int, ...]: ...

    @property
    def suffix(self) -> tuple[int, ...]: ...

    @property
    def pad_id(self) -> int: ...

    @property
    def unknown_id(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Encoded:
    """A sequence of words as subwords.

    ``ids`` and ``types`` (see `TYPES`) have one entry per subword, special tokens included; ``label_at[i]`` is the
    position of word ``i``'s last subword in ``ids``.
    """

    ids: tuple[int, ...]
    types: tuple[int, ...]
    label_at: tuple[int, ...]


def encode(words: Sequence[str], model: SubwordModel, max_subwords: int = 16) -> Encoded:
    """Encode tagger words; a word of more than ``max_subwords`` keeps its last ones (endings carry the syntax)."""
    ids = list(model.prefix)
    types = [0] * len(ids)
    label_at = []
    for word, again in zip(words, repeats(words), strict=True):
        pieces = model.encode_word(word)[-max_subwords:]
        ids += pieces
        types += [script_number(word) + TYPES * again] * len(pieces)
        label_at.append(len(ids) - 1)
    ids += model.suffix
    types += [0] * len(model.suffix)
    return Encoded(tuple(ids), tuple(types), tuple(label_at))
