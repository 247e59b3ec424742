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

LONGEST = 64  # letters of a word that are looked at
_RUN = regex.compile(r"[\p{L}\p{M}]+")
# Joiners, soft hyphens, direction marks and apostrophes (also the tone mark of Bodo) come and go with keyboards.
_DROPPED = regex.compile("['’‘ʼ`\u00ad\u0640\ufeff\u200b-\u200f\u061c]+")
_ACCENTED = regex.compile("[\u00c0-\u024f\u1e00-\u1eff]")


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
    word = _DROPPED.sub("", word[:LONGEST]).lower()
    return word if word.isascii() else _ACCENTED.sub(_plain, unicodedata.normalize("NFC", word))


def _plain(letter: regex.Match[str]) -> str:
    """A Latin letter without its accents."""
    base = unicodedata.normalize("NFD", letter[0])[:1]
    return base if base.isascii() else letter[0]


def parts(word: str) -> tuple[str, list[str]]:
    """The script that most letters of ``word`` are of, and its runs of letters in that script.

    ("", []) where the word has no letters; of two scripts with as many letters, the first in the word. A run with
    letters of several scripts stays whole.

    >>> parts("Institute-ൽ"), parts("25,000")
    (('Latin', ['institute']), ('', []))
    """
    runs: list[str] = _RUN.findall(letters(word))
    if len(runs) == 1:
        return _script(runs[0]), runs
    scripts = [_script(run) for run in runs]
    counts: Counter[str] = Counter()
    for run, script in zip(runs, scripts, strict=True):
        counts[script] += len(run)
    if not counts:
        return "", []
    best = counts.most_common(1)[0][0]
    return best, [run for run, script in zip(runs, scripts, strict=True) if script == best]


def _script(run: str) -> str:
    """The script of most letters of a run; of as many, the first."""
    if run.isascii():
        return LATIN
    scripts = [script_of_letter(letter) for letter in run]
    if len(set(scripts)) == 1:
        return scripts[0]
    found = Counter(script for script, letter in zip(scripts, run, strict=True) if not unicodedata.combining(letter))
    return found.most_common(1)[0][0] if found else OTHER
