"""What a normalization takes out of a text, after "What is lost in normalization?" (Manohar et al. 2024).

Characters are compared in NFD, in which no normalization form is a loss and a two-part vowel is always two characters:
of each class, the share of those in the text that a least-edits alignment with the normalized text does not find again.
Case is no loss here.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...languages import language
from ..signature import Digest, Signature, signature
from ..text import Levenshtein
from . import similarity
from .normalizations import TEXTUAL, Normalize, normalizations
from .safe import words as plain_words
from .sentences import sentences

CLASSES = ("vowel sign", "virama", "nukta", "nasal sign", "other sign", "joiner", "letter")
_BY_NAME = {
    "vowel sign": ("VOWEL SIGN", "LENGTH MARK"),
    "virama": ("VIRAMA", "APUN IYEK"),
    "nukta": ("NUKTA",),
    "nasal sign": ("ANUSVARA", "CANDRABINDU", "BINDI", "TIPPI"),
}
_JOINERS = "\u200c\u200d"


@dataclass(frozen=True, slots=True)
class Loss:
    """What one normalization does to a text.

    Attributes:
        seen, lost: characters by class.
        words, words_after: how many white-space words there were and are.
        planted, hidden: words of which the first vowel sign was exchanged for another, and those of them that the
            normalization makes the same as they were: errors of a recogniser that its WER cannot show.
        meteor, chrf: how like the text its normalized self is (`similarity`), from 0 to 1.
    """

    seen: Mapping[str, int]
    lost: Mapping[str, int]
    words: int
    words_after: int
    planted: int
    hidden: int
    meteor: float | None
    chrf: float | None

    def share(self, name: str) -> float | None:
        """The share of the characters of class ``name`` that is lost; None where there are none."""
        return self.lost.get(name, 0) / self.seen[name] if self.seen.get(name) else None

    @property
    def hidden_share(self) -> float | None:
        return self.hidden / self.planted if self.planted else None

    def as_dict(self) -> dict[str, Any]:
        shares = {name: self.share(name) for name in CLASSES}
        counts = {name: {"seen": self.seen.get(name, 0), "lost": self.lost.get(name, 0)} for name in CLASSES}
        words = {"words": self.words, "words_after": self.words_after}
        planted = {"planted": self.planted, "hidden": self.hidden, "hidden_share": self.hidden_share}
        return {"shares": shares, "counts": counts, **words, **planted, "meteor": self.meteor, "chrf": self.chrf}


@dataclass(frozen=True, slots=True)
class Losses:
    """What normalizations lose of the sentences of some files."""

    signature: Signature
    sentences: int
    losses: Mapping[str, Loss]
    left_out: Mapping[str, str]

    def as_dict(self) -> dict[str, Any]:
        made = {name: found.as_dict() for name, found in self.losses.items()}
        rest = {"left_out": dict(self.left_out)}
        return {"signature": str(self.signature), "sentences": self.sentences, "normalizations": made} | rest


def evaluate(
    paths: Sequence[Path],
    lang: str,
    *,
    names: Sequence[str] | None = None,
    folds: Sequence[str] = (),
    most: int | None = None,
) -> Losses:
    """What normalizations lose of the first ``most`` sentences of text files.

    Raises `LanguageError`, `InputError` where there is no sentence, `OSError`.
    """
    texts = sentences(paths, most)
    if not texts:
        raise InputError(f"no sentence in {', '.join(map(str, paths))}")
    digest = Digest()
    for text in texts:
        digest.add(text)
    wanted = normalizations(language(lang).code, names, folds, default=TEXTUAL)
    signed = signature("NORM", "+".join(path.name.split(".")[0] for path in paths), digest.sha256, lang=lang)
    return Losses(signed, len(texts), losses(texts, wanted.functions), wanted.left_out)


def losses(texts: Sequence[str], functions: Mapping[str, Normalize]) -> dict[str, Loss]:
    """What each of ``functions`` loses of ``texts``, one sentence each."""
    exchanged = planted(texts)
    return {name: loss(texts, function, exchanged) for name, function in functions.items()}


def loss(texts: Sequence[str], function: Normalize, exchanged: Sequence[tuple[str, str]]) -> Loss:
    """What ``function`` loses of ``texts``; ``exchanged`` are pairs of `planted`."""
    made = [function(text) for text in texts]
    seen, lost = Counter[str](), Counter[str]()
    for before, after in zip(texts, made, strict=True):
        _add_losses(_decomposed(before), _decomposed(after), seen, lost)
    return Loss(
        seen,
        lost,
        sum(len(text.split()) for text in texts),
        sum(len(text.split()) for text in made),
        len(exchanged),
        sum(function(a) == function(b) for a, b in exchanged),
        similarity.mean_meteor(texts, made),
        similarity.chrf(texts, made),
    )


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text.lower())


def _add_losses(before: str, after: str, seen: Counter[str], lost: Counter[str]) -> None:
    seen.update(map(class_of, before))
    for operation, position, _ in Levenshtein.editops(before, after):
        if operation != "insert":
            lost[class_of(before[position])] += 1


@cache
def class_of(character: str) -> str:
    """The class of a character, of `CLASSES`; "" for digits, marks, spaces, symbols.

    >>> [class_of(c) for c in "की्ं़\u200d?"]
    ['letter', 'vowel sign', 'virama', 'nasal sign', 'nukta', 'joiner', '']
    """
    name, category = unicodedata.name(character, ""), unicodedata.category(character)[0]
    if character in _JOINERS:
        return "joiner"
    if category == "M":
        found = (kind for kind, parts in _BY_NAME.items() if any(part in name for part in parts))
        return next(found, "other sign")
    return "letter" if category == "L" else ""


def planted(texts: Iterable[str]) -> list[tuple[str, str]]:
    """Every different word of ``texts`` with a vowel sign, and the word with another sign in place of its first one.

    The other sign is the next one in code point order among those of the texts; the order goes round.
    """
    words = dict.fromkeys(word for text in texts for part in text.split() for word in plain_words(part))
    signs = sorted({c for word in words for c in word if class_of(c) == "vowel sign"})
    if len(signs) < 2:
        return []
    other = dict(zip(signs, [*signs[1:], signs[0]], strict=True))
    return [(word, made) for word in words if (made := _exchanged(word, other)) != word]


def _exchanged(word: str, other: Mapping[str, str]) -> str:
    first = next((i for i, c in enumerate(word) if c in other), None)
    return word if first is None else word[:first] + other[word[first]] + word[first + 1 :]
