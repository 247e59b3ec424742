"""Words as the language models see them: their letters, in small ones, and the script that most of them are of."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import cache, lru_cache

import regex

from ..languages import language, languages

LATIN = "Latin"
OTHER = "other"
"""The script of letters that no language of this package is written in."""

_LONGEST = 64  # letters of a word that are looked at
_RUN = regex.compile(r"[\p{L}\p{M}]+")
# Joiners, soft hyphens, direction marks and apostrophes (also the tone mark of Bodo) come and go with keyboards.
_DROPPED = dict.fromkeys((0x27, 0x2019, 0x2018, 0x2BC, 0x60, 0xAD, 0x640, 0xFEFF, *range(0x200B, 0x2010), 0x61C))


@cache
def by_script() -> dict[str, tuple[str, ...]]:
    """Unicode script name → codes of the languages whose first script it is, sorted."""
    made: dict[str, tuple[str, ...]] = {}
    for code in languages():
        made[language(code).script] = (*made.get(language(code).script, ()), code)
    return made


@cache
def _patterns() -> tuple[tuple[str, regex.Pattern[str]], ...]:
    return tuple((name, regex.compile(rf"\p{{Script={name}}}")) for name in by_script())


@lru_cache(maxsize=1 << 12)
def script_of_letter(letter: str) -> str:
    """The Unicode script of a letter if a language of this package is written in it; `OTHER` for the rest."""
    return next((name for name, pattern in _patterns() if pattern.match(letter)), OTHER)


def letters(word: str) -> str:
    """``word`` in NFC and small letters, without joiners and apostrophes, Latin letters without accents; the first
    64 characters.

    >>> letters("Don’t"), letters("Café")
    ('dont', 'cafe')
    """
    word = word[:_LONGEST]
    if word.isascii():
        return word.replace("'", "").replace("`", "").lower()
    word = unicodedata.normalize("NFC", word.translate(_DROPPED)).lower()
    return "".join(_plain(letter) for letter in word) if any("à" <= letter <= "ỿ" for letter in word) else word


@lru_cache(maxsize=1 << 10)
def _plain(letter: str) -> str:
    """A Latin letter without its accents; any other character as it is."""
    base = unicodedata.normalize("NFD", letter)[:1]
    return base if base.isascii() else letter


def parts(word: str) -> tuple[str, list[str]]:
    """The script that most letters of ``word`` are of, and its runs of letters in that script.

    ("", []) where the word has no letters; of two scripts with as many letters, the first in the word. A run with
    letters of several scripts stays whole.

    >>> parts("Institute-ൽ"), parts("25,000")
    (('Latin', ['institute']), ('', []))
    """
    runs: list[str] = _RUN.findall(letters(word))
    scripts = [_script(run) for run in runs]
    counts: Counter[str] = Counter()
    for run, script in zip(runs, scripts, strict=True):
        counts[script] += len(run)
    if not counts:
        return "", []
    best = counts.most_common(1)[0][0]
    return best, [run for run, script in zip(runs, scripts, strict=True) if script == best]


@lru_cache(maxsize=1 << 14)
def _script(run: str) -> str:
    """The script of most letters of a run; of as many, the first."""
    if run.isascii():
        return LATIN
    found = Counter(script_of_letter(letter) for letter in run if not unicodedata.combining(letter))
    return found.most_common(1)[0][0] if found else OTHER
