"""How like a text another one is: METEOR and chrF, both from 0 to 1. Marks around words and case count for
neither."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from ...errors import InputError
from ...scripts import split_marks
from ..f1 import mean

_ALPHA, _BETA, _GAMMA = 0.9, 3.0, 0.5  # weight of recall, form and weight of the penalty for broken order


def meteor(reference: str, hypothesis: str) -> float:
    """METEOR (Banerjee and Lavie 2005; parameters of Lavie and Agarwal 2007) with its first stage, equal words, only.

        F = P R / (α P + (1 - α) R)        METEOR = F (1 - γ (chunks / matches) ^ β)

    Stems and synonyms, its other stages, are there for few languages. Each word of the hypothesis takes the word of the
    reference behind its neighbour's if that is the same, otherwise the first free one, so that there are few chunks;
    the fewest are not searched for.

    >>> meteor("वह घर गया।", "वह घर गया") > 0.98, meteor("தமிழ்", "தம ழ")
    (True, 0.0)
    """
    gold, made = bare(reference).lower().split(), bare(hypothesis).lower().split()
    found = _matches(gold, made)
    if not found:
        return 0.0
    precision, recall = len(found) / len(made), len(found) / len(gold)
    harmonic = precision * recall / (_ALPHA * precision + (1 - _ALPHA) * recall)
    chunks = 1 + sum(b != (a[0] + 1, a[1] + 1) for a, b in pairwise(found))
    return float(harmonic * (1 - _GAMMA * (chunks / len(found)) ** _BETA))


def bare(text: str) -> str:
    """``text`` without the marks around its words."""
    return " ".join(core for word in text.split() if (core := split_marks(word)[1]))


def _matches(gold: Sequence[str], made: Sequence[str]) -> list[tuple[int, int]]:
    """Positions (hypothesis, reference) of equal words, each used once, in the order of the hypothesis."""
    free: dict[str, list[int]] = defaultdict(list)
    for i, word in enumerate(gold):
        free[word].append(i)
    found: list[tuple[int, int]] = []
    for j, word in enumerate(made):
        if places := free.get(word):
            following = found[-1][1] + 1 if found else 0
            place = following if following in places else places[0]
            places.remove(place)
            found.append((j, place))
    return found


def mean_meteor(references: Sequence[str], hypotheses: Sequence[str]) -> float | None:
    """The mean of `meteor` over sentences; None for none."""
    return mean(meteor(*pair) for pair in zip(references, hypotheses, strict=True))


def chrf(references: Sequence[str], hypotheses: Sequence[str]) -> float | None:
    """chrF2 (Popović 2015: six character orders, no words, β = 2) of a corpus by sacrebleu; None for no sentence.

    Raises `InputError` with the install line where sacrebleu is missing.
    """
    try:
        from sacrebleu.metrics.chrf import CHRF
    except ImportError:
        raise InputError("chrF needs sacrebleu: pip install 'indic-tf[eval]'") from None
    if not references:
        return None
    return (
        float(CHRF(lowercase=True).corpus_score(list(map(bare, hypotheses)), [list(map(bare, references))]).score) / 100
    )
