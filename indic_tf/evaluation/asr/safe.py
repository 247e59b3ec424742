"""Indic-safe normalization: what nobody can hear goes, what is spelled stays.

For scoring only, never for output. A word loses the marks around it, parts at dashes and other marks between two
letters (धीरे-धीरे are two words), is lower-cased, has Latin digits, and has no characters that are only there for
the shape of letters: joiners, soft hyphens, marks of direction. Chillu letters and the eyelash ra are brought to their
atomic form first, for in them a joiner spells; the Malayalam nta and the Bengali khanda ta, which have several
encodings, have one spelling. Vowel signs, viramas and all other signs stay. Nukta and candrabindu,
which writers leave out or exchange for the anusvara, are folded on request.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

import regex

from ...scripts import TO_LATIN_DIGITS, atomic, nfc, split_marks, with_nta

FOLDS = ("nukta", "candrabindu")

# Blocks of the Brahmic scripts are parallel: candrabindu at +1, anusvara at +2, nukta at +0x3C.
_BLOCKS = range(0x0900, 0x0D80, 0x80)
_FOLD: dict[str, dict[int, int | None]] = {
    "nukta": {block + 0x3C: None for block in _BLOCKS},
    "candrabindu": {block + 0x01: block + 0x02 for block in _BLOCKS},
}
_FORMAT = regex.compile(r"\p{Cf}+")
_APOSTROPHES = str.maketrans("’‘ʼ", "'''")
# A dot may be part of an abbreviation, an apostrophe of a word, a colon is typed for a visarga.
_BETWEEN_LETTERS = regex.compile(r"(?<=[\p{L}\p{M}])[^\p{L}\p{M}\p{N}\p{S}.'’‘ʼ:]+(?=[\p{L}\p{M}])")
_DIGIT = regex.compile(r"\p{Nd}")
_KHANDA_TA, _TA, _VIRAMA = "\u09ce", "\u09a4", "\u09cd"  # until Unicode 4.1 it was ta and virama, and often is today


def safe(text: str, folds: Sequence[str] = ()) -> str:
    """``text`` as it is compared; ``folds`` are some of `FOLDS`.

    >>> safe("“धीरे-धीरे…” ₹२५,०००  दे\u200dना।")
    'धीरे धीरे ₹25,000 देना'
    >>> safe("हज़ार पाँच", ["nukta", "candrabindu"])
    'हजार पांच'
    """
    chosen = tuple(folds)
    return " ".join(made for word in nfc(text).split() for made in words(word, chosen))


@lru_cache(maxsize=1 << 17)
def words(word: str, folds: tuple[str, ...] = ()) -> tuple[str, ...]:
    """What a white-space word becomes: nothing for marks alone, several words where it parts."""
    core = split_marks(visible(word))[1]
    if not has_digit(core):  # 10-20, 5/8 and 25,000 are read as they stand
        core = _BETWEEN_LETTERS.sub(" ", core)
    return tuple(filter(None, (_plain(part, folds) for part in core.split())))


def visible(word: str) -> str:
    """``word`` without joiners and other characters of category Cf, what they spell in atomic form, and with one
    spelling of the conjuncts that have several encodings: ന്റ and ൻ്റ, উৎসব and উত্‌সব."""
    return with_nta(_FORMAT.sub("", atomic(word))).replace(_KHANDA_TA, _TA + _VIRAMA)


def _plain(word: str, folds: Sequence[str]) -> str:
    word = word.translate(_APOSTROPHES).translate(TO_LATIN_DIGITS).lower()
    if folds:
        word = unicodedata.normalize("NFD", word)
        for name in folds:
            word = word.translate(_FOLD[name])
    return nfc(word)


def has_digit(word: str) -> bool:
    """True for a word with a digit of any script."""
    return _DIGIT.search(word) is not None
