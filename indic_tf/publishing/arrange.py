"""The passages of one language → parts of work: seen ones marked, documents split, an order of use fixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..languages import language
from ..tagging.encode import NUMBER
from ..training.speech import Speech
from . import guard
from .recipe import SPLITS, Recipe, Task
from .sources import Item
from .splits import in_turn, split
from .tasks import Part

PARTS = {"train": 4, "validation": 1, "test": 1}
"""Shares of work; fixed, since the rows depend on it."""

_TRIED = 8  # passages with figures that are looked at for a sentence
_LEARNT_FROM = 20_000  # passages


def arrange(code: str, items: Sequence[Item], recipe: Recipe) -> tuple[list[Part], Counter[str]]:
    """Parts of all splits, and what was left out and why."""
    counts: Counter[str] = Counter(passages=len(items))
    fresh = list({item.text: item for item in reversed(items)}.values())[::-1]
    counts["repeated in another source"] = len(items) - len(fresh)
    if recipe.trained_on:
        fresh, counts["training sentences compared with"] = guard.marked(fresh, recipe.trained_on, code)
    counts.update(f"seen: {item.seen}" for item in fresh)
    leave_out = recipe.seen == "leave-out"
    made, dropped = split(fresh, recipe.validation, recipe.test, recipe.seed, leave_out)
    speech = Speech.learn(
        language(code), [item.passage for item in fresh if NUMBER not in item.passage.words][:_LEARNT_FROM]
    )
    parts = [part for name in SPLITS for part in _parts(code, name, made[name], recipe, speech)]
    return parts, counts + dropped


def _parts(code: str, name: str, items: Sequence[Item], recipe: Recipe, speech: Speech) -> list[Part]:
    limits = _limits(recipe, name)
    most = max((limits[task] for task in limits if task != "itn"), default=0)
    ordered = in_turn(items, recipe.seed)
    figures = [item for item in ordered if NUMBER in item.passage.words][: _TRIED * limits.get("itn", 0)]
    plain = [item for item in ordered if NUMBER not in item.passage.words][:most]
    # Plain passages beyond those that punctuation takes are for the tasks that can use no figures.
    used = list({item.id: item for item in (*ordered[:most], *plain)}.values())
    count = PARTS[name]
    confusions = recipe.confusions / code / "confusions.tsv" if recipe.confusions else None
    each = {task: -(-limit // count) for task, limit in limits.items()}
    return [
        Part(code, name, used[i::count], figures[i::count], each, speech, confusions, recipe.seed) for i in range(count)
    ]


def _limits(recipe: Recipe, name: str) -> dict[Task, int]:
    """The most rows of each task; those by class are taken from the others."""
    tasks: set[Task] = {"itn" if task == "itn-by-class" else task for task in recipe.tasks}
    limits = {task: recipe.limit(task, name) for task in sorted(tasks)}
    return {task: limit for task, limit in limits.items() if limit}
