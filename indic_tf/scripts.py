"""Unicode facts: which characters write one thing in two ways, native digits, the script of a word."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import regex

DIGITS = {
    "Devanagari": "०१२३४५६७८९",
    "Bengali": "০১২৩৪৫৬৭৮৯",
    "Gurmukhi": "੦੧੨੩੪੫੬੭੮੯",
    "Gujarati": "૦૧૨૩૪૫૬૭૮૯",
    "Oriya": "୦୧୨୩୪୫୬୭୮୯",
    "Tamil": "௦௧௨௩௪௫௬௭௮௯",
    "Telugu": "౦౧౨౩౪౫౬౭౮౯",
    "Kannada": "೦೧೨೩೪೫೬೭೮೯",
    "Malayalam": "൦൧൨൩൪൫൬൭൮൯",
    "Ol_Chiki": "᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙",
    "Meetei_Mayek": "꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹",
    "Arabic": "۰۱۲۳۴۵۶۷۸۹",  # the digits of Urdu, Sindhi and Kashmiri
    "Latin": "0123456789",
}

_ARABIC_DIGITS = "٠١٢٣٤٥٦٧٨٩"  # those of Arabic itself, which keyboards and converters leave in Urdu and Sindhi too

TO_LATIN_DIGITS = str.maketrans(
    {ord(native): str(i) for row in (*DIGITS.values(), _ARABIC_DIGITS) for i, native in enumerate(row)}
)

# Two encodings of one letter: consonant + virama + ZWJ, and the atomic letter of later Unicode versions.
_ATOMIC = {"ണ്\u200d": "ൺ", "ന്\u200d": "ൻ", "ര്\u200d": "ർ", "ല്\u200d": "ൽ", "ള്\u200d": "ൾ", "ക്\u200d": "ൿ"}
_ATOMIC_PATTERN = regex.compile("|".join(_ATOMIC))
_EYELASH_RA = "र्\u200d"
_NTA = regex.compile("ൻ്?റ")  # Malayalam: what Unicode recommends, and what was typed on the way; most write ന്റ

# Blocks of the Brahmic scripts are parallel: candrabindu is at +1, anusvara at +2, nukta at +0x3C.
_BLOCKS = [0x0900, 0x0980, 0x0A00, 0x0A80, 0x0B00]
_FOLD: dict[int, int | None] = {0x200B: None, 0x200C: None, 0x200D: None, 0x00AD: None, 0xFEFF: None}
_FOLD |= {block + 0x3C: None for block in _BLOCKS}
_FOLD |= {block + 0x01: block + 0x02 for block in _BLOCKS}
_FOLD |= {0x0949: 0x093E, 0x0AC9: 0x0ABE}  # candra o, which writes an English vowel, is often heard and typed as aa
_FOLD |= dict.fromkeys((0x02BC, 0x2019), 0x0027)  # the tone mark of Bodo and Dogri is typed as any apostrophe

# Arabic script: yeh, kaf and heh have code points of Arabic and of Urdu; direction marks, the joining stroke, vowel
# signs and hamza come and go. Madda stays: آٹھ is eight, اٹھ is "rise". Do-chashmi heh (ھ) is another letter.
_FOLD |= dict.fromkeys((0x200E, 0x200F, 0x061C, 0x0640, *range(0x064B, 0x0653), *range(0x0654, 0x0660), 0x0670))
_FOLD |= {0x064A: 0x06CC, 0x0649: 0x06CC, 0x0643: 0x06A9}
_FOLD |= dict.fromkeys((0x0647, 0x0629, 0x06C3, 0x06D5), 0x06C1)

_FOLD |= {0x1C79: None, 0x1C7D: None, 0x1C7A: 0x1C78}  # Ol Chiki: vowel quality and the checked stop are often left out
_FOLD |= {0xABEA: 0xABE1}  # Meetei Mayek: nung, the sign for final ng, and the letter for it

_OLD_AU, _AU = "\u0d4c", "\u0d57"  # Malayalam: written around the consonant once, behind it now

# A sign belongs to the number behind it (-5), but a dash before a word is a mark.
_NO_WORD = r"[^\p{L}\p{M}\p{N}\p{Sc}\p{So}+\-−]*"
_MARKS_BEFORE = regex.compile(rf"^{_NO_WORD}(?:[\-−+]+(?![\p{{N}}\p{{Sc}}]){_NO_WORD})*")
_MARKS_AFTER = regex.compile(r"[^\p{L}\p{M}\p{N}\p{Sc}\p{So}\p{Cf}%°′″+]*$")
_LATIN_WORD = regex.compile(r"^[\p{Latin}\p{N}'’.&\-]*\p{Latin}[\p{Latin}\p{N}'’.&\-]*$")


def nfc(text: str) -> str:
    """``text`` in normalization form C; joiners (ZWJ, ZWNJ), nukta and candrabindu stay as they are."""
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def atomic(text: str) -> str:
    """``text`` with chillu letters and the eyelash ra, which a joiner may spell, as the letters they are."""
    return _ATOMIC_PATTERN.sub(lambda m: _ATOMIC[m[0]], text).replace(_EYELASH_RA, "ऱ्")


def with_nta(text: str) -> str:
    """``text`` with one spelling of the Malayalam conjunct of chillu n and rra, the one that most text has.

    >>> with_nta("ട്വൻ്റി"), with_nta("ട്വൻറി")
    ('ട്വന്റി', 'ട്വന്റി')
    """
    return _NTA.sub("ന്റ", text)


@lru_cache(maxsize=1 << 17)
def fold(text: str) -> str:
    """A key under which spellings of one word meet. For look-ups only, never for output.

    Joiners, soft hyphens and nukta go, candrabindu becomes anusvara, candra o becomes aa, chillu letters and the
    Marathi eyelash ra take their atomic form, the Malayalam nta and au their most written one, Arabic vowel signs go,
    Latin letters are lower-cased.

    >>> fold("हज़ार") == fold("हजार"), fold("पाँच") == fold("पांच")
    (True, True)
    """
    text = unicodedata.normalize("NFD", with_nta(atomic(text))).translate(_FOLD)
    return unicodedata.normalize("NFC", text).replace(_OLD_AU, _AU).lower()


def with_visarga(word: str) -> str:
    """``word`` with the visarga of its script behind it; an ASCII colon is typed for one. "" for other scripts.

    >>> with_visarga("छ")
    'छः'
    """
    last = ord(word[-1]) if word else 0
    return word + chr((last & ~0x7F) + 0x03) if 0x0900 <= last < 0x0D80 else ""


def split_marks(word: str) -> tuple[str, str, str]:
    """The marks before a word, the word itself, the marks after it.

    Currency signs and a sign before a number belong to the word, so do % and degree signs behind it.

    >>> split_marks("“नमस्ते!”"), split_marks("₹25,000,"), split_marks("—")
    (('“', 'नमस्ते', '!”'), ('', '₹25,000', ','), ('—', '', ''))
    """
    start = _MARKS_BEFORE.match(word).end()  # type: ignore[union-attr]  # the pattern matches the empty string
    if start == len(word):
        return word, "", ""
    end = _MARKS_AFTER.search(word, start).start()  # type: ignore[union-attr]
    return word[:start], word[start:end], word[end:]


def is_latin(word: str) -> bool:
    """True for a word in Latin letters (with digits, apostrophes, dots or hyphens, if any)."""
    return _LATIN_WORD.match(word) is not None
