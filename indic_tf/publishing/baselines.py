"""What our own formatter scores on the first test rows of each configuration: something to be better than.

The rows are the first in a random order that depends on the seed. `evaluation` says what the measures are; intervals
are 95 % by bootstrap over rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from ..document import Formatted
from ..evaluation import disfluency, itn, punctuation
from ..evaluation.marks import predicted
from ..evaluation.score import TaskScore
from ..formatter import IndicFormatter
from ..labels import DISFLUENCY
from .pool import Track
from .recipe import Recipe
from .splits import rank
from .summary import Configuration, Score
from .tasks import Row

Scorer = Callable[[str, Sequence[Row]], "Iterator[tuple[str, TaskScore]]"]

MODEL, GRAMMAR = "built-in", "none"

_MARKS = ("macro_f1", "sentence_f1_inside", "per")
_NUMBERS = ("accuracy", "value_error_rate", "i_wer")
MEASURES: Mapping[str, Sequence[str]] = {
    "punctuation": _MARKS,
    "asr-noise": _MARKS,
    "itn": _NUMBERS,
    "itn-by-class": _NUMBERS,
    "disfluency": ("removed.f1", "macro_f1", "exact"),
}


def scores(recipe: Recipe, configurations: Sequence[Configuration], track: Track) -> list[Score]:
    """The scores of all configurations that the recipe wants scored, in order."""
    if not recipe.baseline_rows:
        return []
    made: list[Score] = []
    step = track("baselines")(len(configurations))
    for each in configurations:
        ordered = sorted(each.splits["test"], key=lambda row: rank(recipe.seed, row["id"]))
        rows = ordered[: recipe.baseline_rows]
        for system, score in _SCORERS[each.task](each.language, rows):
            made.append(_score(each, system, score, recipe))
        step(1)
    return made


def _score(each: Configuration, system: str, score: TaskScore, recipe: Recipe) -> Score:
    names = MEASURES[each.task]
    found = score.intervals(seed=recipe.seed)
    intervals = {name: (own.low, own.high) if (own := found[name]) else None for name in names}
    signature = replace(
        score.signed(seed=recipe.seed),
        lang=each.language,
        set_name=f"{recipe.name}-{recipe.version}/{each.name}",
        model=system,
    )
    return Score(each.name, system, len(score.rows), {n: score.value(n) for n in names}, intervals, str(signature))


def _marks(lang: str, rows: Sequence[Row]) -> Iterator[tuple[str, TaskScore]]:
    """Words whose mark is undecided are left out on both sides."""
    formatter = IndicFormatter(lang, itn=False, case=False)
    gold, made = [], []
    for row, result in zip(rows, _formatted(formatter, [row["words"] for row in rows]), strict=True):
        labels = zip(row["labels"], predicted(result, len(row["words"])), strict=True)
        known = [(right, own) for right, own in labels if right is not None]
        gold.append([right for right, _ in known])
        made.append([own for _, own in known])
    yield MODEL, punctuation.score_labels(gold, made)


def _numbers(lang: str, rows: Sequence[Row]) -> Iterator[tuple[str, TaskScore]]:
    spoken = [row["spoken"] for row in rows]
    for system, formatter in (
        (GRAMMAR, IndicFormatter(lang, model=None)),
        (MODEL, IndicFormatter(lang, punctuation=False, case=False)),
    ):
        texts = [result.text for result in _formatted(formatter, [text.split() for text in spoken])]
        written, kinds = [row["written"] for row in rows], [row["kind"] for row in rows]
        yield system, itn.score(spoken, written, texts, lang, kinds=kinds, keep=0)


def _slips(lang: str, rows: Sequence[Row]) -> Iterator[tuple[str, TaskScore]]:
    formatter = IndicFormatter(lang)
    made = []
    for row, result in zip(rows, _formatted(formatter, [row["words"] for row in rows]), strict=True):
        tags = [DISFLUENCY.labels[0]] * len(row["words"])
        for found in result.disfluencies:
            tags[slice(*found.words)] = [found.tag] * (found.words[1] - found.words[0])
        made.append(tags)
    gold = [[tag or DISFLUENCY.labels[0] for tag in row["tags"]] for row in rows]
    yield MODEL, disfluency.score(gold, made)


def _formatted(formatter: IndicFormatter, texts: Sequence[Sequence[str]]) -> list[Formatted]:
    return list(formatter.map(texts, 64))


_SCORERS: Mapping[str, Scorer] = {
    "punctuation": _marks,
    "asr-noise": _marks,
    "itn": _numbers,
    "itn-by-class": _numbers,
    "disfluency": _slips,
}
