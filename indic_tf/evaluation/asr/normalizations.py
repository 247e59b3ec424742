"""The normalizations that recognisers are scored under, side by side.

raw           as written, split at white space
punctuation   every character of Unicode category P deleted: jiwer's RemovePunctuation, with the danda
safe          `safe`: marks, case, joiners and native digits folded, every sign of spelling kept
safe+…        the same with nukta, candrabindu or both folded
indicnlp      indic-nlp-library's normalizer, then category P deleted: the recipe of the Vistaar benchmark
value         `canonical`: as safe, figures and number words compared by their value
whisper       `whisper`: what Whisper is scored with; it deletes vowel signs
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import regex

from ...errors import InputError
from .canonical import Canonical
from .safe import FOLDS, safe
from .whisper import whisper

Normalize = Callable[[str], str]

ALL = ("raw", "punctuation", "safe", "indicnlp", "value", "whisper")
TEXTUAL = ("punctuation", "safe", "indicnlp", "whisper")
"""Those that are meant to change the writing of words only."""

_PUNCTUATION = regex.compile(r"\p{P}+")


@dataclass(frozen=True, slots=True)
class Normalizations:
    """Functions from text to text by name, and why others of the names asked for are not among them."""

    functions: Mapping[str, Normalize]
    left_out: Mapping[str, str]


class Unavailable(InputError):
    """A normalization that this language or installation does not have."""


def normalizations(
    lang: str, names: Iterable[str] | None = None, folds: Sequence[str] = (), default: Iterable[str] = ALL
) -> Normalizations:
    """The normalizations called ``names``; ``default`` without those that cannot be had if it is None.

    With ``folds`` (of `safe.FOLDS`) "safe+…" stands behind "safe", and "value" folds too. Raises `InputError` for an
    unknown name and for folds that change none of them, `Unavailable` for one that was asked for and cannot be had.
    """
    if unknown := sorted(set(folds) - set(FOLDS)):
        raise InputError(f"unknown fold {unknown[0]!r}; choose among {', '.join(FOLDS)}")
    asked = list(default if names is None else names)
    if folds and not {"safe", "value", _folded(folds)} & set(asked):
        raise InputError(f"a fold changes safe and value only, not {', '.join(asked)}")
    found: dict[str, Normalize] = {}
    left_out: dict[str, str] = {}
    for name in with_folds(asked, folds):
        try:
            found[name] = _made(name, lang, folds)
        except Unavailable as error:
            if names is not None:
                raise
            left_out[name] = str(error)
    return Normalizations(found, left_out)


def with_folds(names: Iterable[str], folds: Sequence[str]) -> list[str]:
    """``names`` with "safe+…" behind "safe" if there are folds."""
    folded = [_folded(folds)] if folds else []
    return list(dict.fromkeys(made for name in names for made in ([name, *folded] if name == "safe" else [name])))


def _folded(folds: Sequence[str]) -> str:
    return "+".join(["safe", *(name for name in FOLDS if name in folds)])


def _made(name: str, lang: str, folds: Sequence[str]) -> Normalize:
    made: dict[str, Callable[[], Normalize]] = {
        "raw": lambda: squeezed,
        "punctuation": lambda: without_punctuation,
        "safe": lambda: safe,
        _folded(folds): lambda: partial(safe, folds=tuple(folds)),
        "indicnlp": lambda: _indicnlp(lang),
        "value": lambda: Canonical(lang, folds),
        "whisper": lambda: whisper,
    }
    if name not in made:
        raise InputError(f"unknown normalization {name!r}; choose among {', '.join(ALL)}")
    return made[name]()


def squeezed(text: str) -> str:
    """``text`` with single spaces."""
    return " ".join(text.split())


def without_punctuation(text: str) -> str:
    """``text`` without the characters of category P; what stood on both sides of one meets.

    >>> without_punctuation("हाँ, 3.5 धीरे-धीरे।")
    'हाँ 35 धीरेधीरे'
    """
    return " ".join(_PUNCTUATION.sub("", text).split())


def _indicnlp(lang: str) -> Normalize:
    try:
        from indicnlp.normalize.indic_normalize import IndicNormalizerFactory
    except ImportError:
        raise Unavailable("indicnlp needs indic-nlp-library: pip install 'indic-tf[eval]'") from None
    factory = IndicNormalizerFactory()
    if not factory.is_language_supported(lang):
        raise Unavailable(f"indic-nlp-library has no normalizer for {lang!r}")
    try:
        normalizer = factory.get_normalizer(lang)
    except ImportError as error:  # that of Urdu is in another package
        raise Unavailable(f"indic-nlp-library's normalizer for {lang!r} needs {error.name}") from None
    return lambda text: without_punctuation(normalizer.normalize(text))
