"""The normalizer that Whisper is scored with in languages other than English, to be compared with, not to be used.

Written from its description (Radford et al. 2022, appendix C): what stands in brackets goes; every character whose
Unicode category in the NFKC form begins with M, S or P becomes a space; letters are lower-cased; runs of white space
become one space.

Category M holds the accents of Latin, which NFKC mostly composes into their letters first. It also holds every vowel
sign, virama, nukta and candrabindu of the Brahmic scripts, which have no composed form. They become spaces: वह बोला and
वही बोली are the same text then, a word is several words, and an error in a vowel can no longer be seen.
"""

from __future__ import annotations

import unicodedata

import regex

_BRACKETS = regex.compile(r"\[[^\]]*\]|\([^)]*\)")
_DROPPED = regex.compile(r"[\p{M}\p{S}\p{P}]")


def whisper(text: str) -> str:
    """``text`` as that normalizer leaves it.

    >>> whisper("Café [laughs], isn’t it?")
    'café isn t it'
    >>> whisper("हिन्दी में"), whisper("தமிழ்")
    ('ह न द म', 'தம ழ')
    """
    text = unicodedata.normalize("NFKC", _BRACKETS.sub("", text))
    return " ".join(_DROPPED.sub(" ", text).lower().split())
