"""Which language a text is in: first by the script of its words, then, where languages share it, by their letters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from math import exp

from ..languages import language
from . import model
from .words import LATIN, LONGEST, OTHER, by_script, parts

_TRUST = 1.5  # log odds that a word's script is the script of the text's language: texts hold words of others
_FIRST = 40_000  # characters of a long text that are read from its start …
_SAMPLES, _SAMPLE = 16, 5_000  # … and how many stretches of how many characters of the rest


@dataclass(frozen=True, slots=True)
class Detection:
    """The language of a text.

    Attributes:
        lang: its code; None where the text has no letters, or none that a candidate is written in.
        probability: of ``lang``, from 0 to 1, if the text is in one of the candidates.
        probabilities: code → probability, the best first; those below 0.0001 are left out.
        roman: ``lang`` is written in Latin letters here though it has a script of its own.
    """

    lang: str | None
    probability: float = 0.0
    probabilities: Mapping[str, float] = field(default_factory=dict)
    roman: bool = False


UNKNOWN = Detection(None)


def detect(text: str, among: Collection[str] | None = None) -> Detection:
    """The language of ``text``, which may be in any state: bare, punctuated, romanised, mixed.

    ``among`` restricts the answer to these languages ("hi", "hi-IN"). Of a text of more than 120,000 characters
    its beginning and sixteen samples of the rest are read. Never fails on a text; raises `LanguageError` for an unknown
    code in ``among``.

    >>> detect("मला उद्या पुण्याला जायचे आहे").lang, detect("mujhe pachees hazaar rupaye chahiye").lang
    ('mr', 'hi')
    >>> detect("12:30").lang is None
    True
    """
    return of_words(_words(text), candidates(among))


def candidates(among: Collection[str] | None) -> frozenset[str] | None:
    """``among`` as plain codes; None for no restriction. Raises `LanguageError` for one that is unknown."""
    if among is None:
        return None
    return frozenset(language(code).code for code in ([among] if isinstance(among, str) else among))


def of_words(words: Iterable[str], among: frozenset[str] | None = None) -> Detection:
    """The language of whitespace-delimited words; ``among`` as `candidates` makes it."""
    runs: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    for word in words:
        script, found = seen(word)
        if found:
            runs.setdefault(script, []).extend(found)
            counts[script] = counts.get(script, 0) + 1
    weighed = _scripts({script: count for script, count in counts.items() if of_script(script, among)})
    if not weighed or counts.get(OTHER, 0) > max(counts[script] for script in weighed):
        return UNKNOWN
    return _best({script: _within(script, runs[script], among) for script in weighed}, weighed)


def seen(word: str) -> tuple[str, tuple[str, ...]]:
    """`parts` of a word, remembered."""
    return _seen(word if len(word) <= LONGEST else word[:LONGEST])  # not the whole of a word of megabytes


@lru_cache(maxsize=1 << 16)
def _seen(word: str) -> tuple[str, tuple[str, ...]]:
    script, found = parts(word)
    return script, tuple(found)


def of_script(script: str, among: frozenset[str] | None) -> tuple[str, ...]:
    """The candidates that ``script`` may stand for: those of its model, or those whose script it is."""
    shared = model.load(script)
    codes = shared.languages if shared else by_script().get(script, ())
    return codes if among is None else tuple(code for code in codes if code in among)


def _scripts(counts: Mapping[str, int]) -> dict[str, float]:
    """Script → probability that the text's language is written in it. Of as many words, one that is not Latin."""
    if not counts:
        return {}
    most = max(counts.values())
    odds = {script: exp(_TRUST * (count - most - 0.5 * (script == LATIN))) for script, count in counts.items()}
    total = sum(odds.values())
    return {script: value / total for script, value in odds.items() if value / total > 1e-6}


def _within(script: str, runs: list[str], among: frozenset[str] | None) -> dict[str, float]:
    """Language → probability, if the text is in ``script``."""
    codes = of_script(script, among)
    shared = model.load(script)
    if shared is None or len(codes) == 1:
        return dict.fromkeys(codes, 1 / len(codes))
    return shared.probabilities(runs, codes)


def _best(within: Mapping[str, Mapping[str, float]], weighed: Mapping[str, float]) -> Detection:
    total: dict[str, float] = {}
    script_of: dict[str, tuple[float, str]] = {}
    for script, probabilities in within.items():
        for code, probability in probabilities.items():
            share = weighed[script] * probability
            total[code] = total.get(code, 0.0) + share
            script_of[code] = max(script_of.get(code, (-1.0, "")), (share, script))
    ranked = sorted(total.items(), key=lambda item: (-item[1], item[0]))
    lang, probability = ranked[0]
    kept = {code: value for code, value in ranked if value >= 1e-4}
    return Detection(lang, min(probability, 1.0), kept, roman=is_roman(lang, script_of[lang][1]))


def is_roman(lang: str, script: str) -> bool:
    """True for a language in Latin letters that has a script of its own."""
    return script == LATIN and language(lang).script != LATIN


def _words(text: str) -> list[str]:
    """The words of ``text``; of a long one those of its beginning and of samples of the rest."""
    if len(text) <= _FIRST + _SAMPLES * _SAMPLE:
        return text.split()
    step = (len(text) - _FIRST) // _SAMPLES
    words = _whole(text[: _FIRST + 1])
    for start in range(_FIRST, _FIRST + step * _SAMPLES, step):
        words += islice(_whole(text[start : start + _SAMPLE]), 1, None)
    return words


def _whole(stretch: str) -> list[str]:
    """The words of a stretch of a text without the last, which may be cut; that one where it is the only one."""
    words = stretch.split()
    return words[:-1] or words
