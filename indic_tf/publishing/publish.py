"""A recipe → a folder that `datasets.load_dataset` reads: Parquet, card, recipe, counts, checksums.

    find → gather (per source) → arrange (per language) → make (per part) → write → baselines → card → checksums

The folder appears under its name when it is complete; nothing that `publish` did not write makes way for it
(`manifests.owned`). The same recipe, text and versions give the same bytes, whatever
the number of processes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import datasets
import yaml

from .. import __version__
from ..errors import InputError
from ..manifests import owned
from . import arrange, baselines, card, checksums, hand_written, sources, tables, tasks
from .pool import Bar, Track, pool_of
from .recipe import SPLITS, Recipe
from .splits import rank
from .summary import Configuration, Facts
from .tasks import Part, Row

T = TypeVar("T")
K = TypeVar("K")

BY = "indic-tf publish"
"""Who wrote the folder, in its list of files."""


def untracked(what: str) -> Bar:
    """Shows nothing."""
    return lambda total: lambda steps: None


@dataclass(frozen=True)
class Published:
    """Where the benchmark is, and what it holds."""

    folder: Path
    configurations: tuple[Configuration, ...]
    facts: Facts

    @property
    def rows(self) -> int:
        return sum(sum(each.rows.values()) for each in self.configurations)


def publish(recipe: Recipe, jobs: int = 2, track: Track = untracked, *, force: bool = False) -> Published:
    """Build the benchmark in ``recipe.output``; ``force`` to take the place of an earlier one.

    What was edited in that is kept in a folder beside it, and the log says where. Raises `InputError` for text that
    cannot be used, sources without licence, and a folder that holds other things or, without ``force``, an earlier
    benchmark.
    """
    check_output(recipe.output, force)
    with owned.fresh(recipe.output, BY, force=force) as unfinished:
        full, facts = _build(recipe, unfinished, jobs, track)
    return Published(recipe.output, full, facts)


def check_output(folder: Path, force: bool = False) -> None:
    """See that a benchmark may be put into ``folder``; raises `InputError` that says what is in the way."""
    if folder.name in ("", ".."):
        raise InputError(f"the output needs a name, not {str(folder)!r}: it is written anew as a whole")
    owned.usable(folder, BY, force=force)


def _build(recipe: Recipe, folder: Path, jobs: int, track: Track) -> tuple[tuple[Configuration, ...], Facts]:
    facts = Facts()
    configurations = _from_tables(recipe) if recipe.itn_tables else _from_corpora(recipe, facts, jobs, track)
    full = [each for each in configurations if each.rows.get("test")]
    facts.empty = [each.name for each in configurations if each not in full]
    if not full:
        raise InputError(
            "no test rows at all: the text is too little, or the model has learnt from nearly all of it "
            "(`seen: mark` keeps such passages and says so in a column)"
        )
    _write(full, folder)
    facts.scores = baselines.scores(recipe, full, track)
    _describe(recipe, full, facts, folder)
    return tuple(full), facts


# --- hand-written rows


def _from_tables(recipe: Recipe) -> list[Configuration]:
    assert recipe.itn_tables is not None
    read = {code: hand_written.read(recipe.itn_tables / f"{code}.tsv") for code in recipe.languages}
    kinds = hand_written.kinds([row for rows in read.values() for row in rows])
    features = tables.hand_written(kinds)
    return [Configuration("itn", code, {"test": rows}, features) for code, rows in read.items()]


# --- text


def _from_corpora(recipe: Recipe, facts: Facts, jobs: int, track: Track) -> list[Configuration]:
    corpora = sources.find(recipe)
    with pool_of(jobs) as pool:
        parts = _arranged(recipe, corpora, facts, pool, track)
        made = _made(parts, pool, track)
    configurations = list(_configurations(recipe, parts, made))
    used = Counter((each.language, row["source"]) for each in configurations for s in SPLITS for row in each.splits[s])
    for source in facts.sources:
        source["rows"] = used[source["language"], source["source"]]
    return configurations


def _arranged(
    recipe: Recipe, corpora: Sequence[sources.Corpus], facts: Facts, pool: Executor, track: Track
) -> list[Part]:
    largest = sorted(corpora, key=lambda corpus: -corpus.size)  # first, so that no process is left alone at the end
    gathered = _all(pool, sources.gather, {c.key: (c,) for c in largest}, [c.size for c in largest], track("reading"))
    items: dict[str, list[sources.Item]] = {code: [] for code in recipe.languages}
    for corpus in corpora:
        found, counts = gathered[corpus.key]
        items[corpus.language] += found
        facts.sources.append(_source(corpus, counts))
    work = {code: (code, own, recipe) for code, own in items.items()}
    arranged = _all(pool, arrange.arrange, work, list(map(len, items.values())), track("splitting"))
    facts.guard = {code: dict(sorted(counts.items())) for code, (_, counts) in arranged.items()}
    return [part for parts, _ in arranged.values() for part in parts]


def _made(parts: Sequence[Part], pool: Executor, track: Track) -> list[tasks.Rows]:
    sizes = [sum(part.limits.values()) for part in parts]
    work = {number: (part,) for number, part in enumerate(parts)}
    return list(_all(pool, tasks.make, work, sizes, track("making rows")).values())


def _all(
    pool: Executor, function: Callable[..., T], work: Mapping[K, tuple[Any, ...]], sizes: Sequence[int], bar: Bar
) -> dict[K, T]:
    """What ``function`` makes of each piece of work; ``bar`` moves by its size when it is done."""
    step = bar(sum(sizes))
    waiting: dict[K, Future[T]] = {}
    for (key, arguments), size in zip(work.items(), sizes, strict=True):
        waiting[key] = pool.submit(function, *arguments)
        waiting[key].add_done_callback(partial(_done, step, size))
    return {key: future.result() for key, future in waiting.items()}


def _done(step: Callable[[int], None], size: int, future: Future[Any]) -> None:
    step(size)


def _configurations(recipe: Recipe, parts: Sequence[Part], made: Sequence[tasks.Rows]) -> Iterable[Configuration]:
    for code in recipe.languages:
        for task in recipe.tasks:
            splits = {name: _rows(recipe, code, task, name, parts, made) for name in SPLITS}
            yield Configuration(task, code, splits, tables.FEATURES[task])


def _rows(
    recipe: Recipe, code: str, task: Any, split: str, parts: Sequence[Part], made: Sequence[tasks.Rows]
) -> list[Row]:
    """The rows of a split, in the order of the text."""
    own = [rows for part, rows in zip(parts, made, strict=True) if (part.language, part.split) == (code, split)]
    limit = recipe.limit(task, split)
    if task == "itn-by-class":
        found = tasks.by_class([row for rows in own for row in rows.get("itn", ())], limit, recipe.seed)
    else:
        found = sorted((row for rows in own for row in rows.get(task, ())), key=lambda r: rank(recipe.seed, r["id"]))
        found = found[:limit]
    return sorted(found, key=lambda row: row["id"])


def _source(corpus: sources.Corpus, counts: Counter[str]) -> dict[str, Any]:
    facts = corpus.facts
    named = {"language": corpus.language, "source": corpus.name, "licence": facts.licence, "origin": facts.origin}
    return {**named, "counts": dict(sorted(counts.items()))}


# --- files


def _write(configurations: Sequence[Configuration], folder: Path) -> None:
    datasets.disable_progress_bars()
    try:
        for each in configurations:
            tables.write(tables.dataset(each.splits, each.features), folder / "data" / each.name)
    finally:
        datasets.enable_progress_bars()


def _describe(recipe: Recipe, configurations: Sequence[Configuration], facts: Facts, folder: Path) -> None:
    (folder / "recipe.yaml").write_text(yaml.safe_dump(plain(recipe), sort_keys=False, allow_unicode=True), "utf-8")
    (folder / "benchmark.json").write_text(
        json.dumps(_manifest(recipe, configurations, facts), indent=1, ensure_ascii=False) + "\n", "utf-8"
    )
    (folder / "README.md").write_text(card.write(recipe, configurations, facts, folder), "utf-8")
    checksums.write(folder)


def plain(recipe: Recipe) -> dict[str, Any]:
    """The recipe without what says nothing to others: folders of this machine keep their last name only."""
    bare = recipe.model_copy(
        update={
            "corpora": recipe.corpora and Path(recipe.corpora.name),
            "itn_tables": recipe.itn_tables and Path(recipe.itn_tables.name),
            "confusions": recipe.confusions and Path(recipe.confusions.name),
            "trained_on": tuple(Path(folder.name) for folder in recipe.trained_on),
            "output": Path(recipe.name),
        }
    )
    return bare.model_dump(mode="json")


def made_with() -> dict[str, str]:
    """The versions that the bytes depend on."""
    return {"indic-tf": __version__, "datasets": datasets.__version__, "pyarrow": version("pyarrow")}


def _manifest(recipe: Recipe, configurations: Sequence[Configuration], facts: Facts) -> dict[str, Any]:
    return {
        "name": recipe.name,
        "version": recipe.version,
        "seed": recipe.seed,
        "made with": made_with(),
        "configurations": {each.name: each.rows for each in configurations},
        "left out, without test rows": facts.empty,
        "sources": facts.sources,
        "guard": facts.guard,
        "baselines": [asdict(score) for score in facts.scores],
    }
