"""The card of a benchmark, ``README.md``: a YAML header for the hub, and what a stranger must know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from ..languages import language
from . import tables
from .recipe import SPLITS, Recipe
from .sections import AGAIN, BUILT, COLUMNS, LIMITS, READ, USE
from .summary import Configuration, Facts, Score

_HUB_LICENCES = """
apache-2.0 mit mpl-2.0 gpl-2.0 gpl-3.0 lgpl-2.1 lgpl-3.0 agpl-3.0 bsd-2-clause bsd-3-clause gfdl cc0-1.0 pddl
odbl odc-by cc-by-2.0 cc-by-2.5 cc-by-3.0 cc-by-4.0 cc-by-sa-3.0 cc-by-sa-4.0 cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nd-4.0
cc-by-nc-nd-3.0 cc-by-nc-nd-4.0 cc-by-nc-sa-3.0 cc-by-nc-sa-4.0 unlicense wtfpl
"""
_LONGEST = 12  # items of a list in an example
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def write(recipe: Recipe, configurations: Sequence[Configuration], facts: Facts, folder: Path) -> str:
    """The card as Markdown; ``folder`` holds the Parquet files."""
    first = configurations[0]
    parts = [
        _header(recipe, configurations, facts, folder),
        f"# {recipe.title}\n\nVersion {recipe.version}. {recipe.description}",
        READ.format(folder=recipe.hub or recipe.name, name=first.name, split="test"),
        "## Configurations\n\nRows by split, and words of the test split.\n\n" + _lines(_sizes(configurations)),
        COLUMNS + _lines(_columns(configurations, tables.HAND_WRITTEN if recipe.itn_tables else tables.COLUMNS)),
        "## Examples\n\nThe first test rows.\n\n" + _examples(configurations),
        "## Labels of the test splits\n\n" + _lines(_labels(configurations)),
        "## How it was built\n\n" + _built(recipe, configurations),
        *_guarded(recipe, facts),
        *_sources(recipe, facts),
        *_scores(facts),
        USE[recipe.corpora is not None],
        LIMITS[recipe.corpora is not None],
        AGAIN.format(name=recipe.name, seed=recipe.seed),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


# --- header


def _header(recipe: Recipe, configurations: Sequence[Configuration], facts: Facts, folder: Path) -> str:
    total = sum(sum(each.rows.values()) for each in configurations)
    fields = {
        "pretty_name": recipe.title,
        "license": _licences({recipe.licence, *(source["licence"] for source in _used(facts))}),
        "language": sorted({each.language for each in configurations}),
        "task_categories": sorted({_category(each.task) for each in configurations}),
        "annotations_creators": [recipe.annotations],
        "size_categories": [next((name for limit, name in _SIZES if total < limit), "n>1M")],
        "tags": ["inverse-text-normalization", "punctuation-restoration", "disfluency", "asr", "indic"],
        "configs": [_config(each) for each in configurations],
        "dataset_info": [_info(each, folder) for each in configurations],
    }
    return f"---\n{yaml.safe_dump(fields, sort_keys=False, allow_unicode=True)}---"


def _licences(stated: Iterable[str]) -> list[str]:
    """As the hub names them; "other" stands for all that it does not know."""
    return sorted({name.lower() if name.lower() in _HUB_LICENCES.split() else "other" for name in stated})


def _category(task: str) -> str:
    return "text-generation" if task.startswith("itn") else "token-classification"


def _config(each: Configuration) -> dict[str, Any]:
    files = [{"split": split, "path": f"data/{each.name}/{split}.parquet"} for split in each.rows]
    return {"config_name": each.name, "data_files": files}


def _info(each: Configuration, folder: Path) -> dict[str, Any]:
    sizes = {split: (folder / "data" / each.name / f"{split}.parquet").stat().st_size for split in each.rows}
    splits = [{"name": split, "num_bytes": sizes[split], "num_examples": rows} for split, rows in each.rows.items()]
    size = sum(sizes.values())
    return {"config_name": each.name, "splits": splits, "download_size": size, "dataset_size": size}


# --- tables


def _lines(rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; the first row is its head."""
    head, *body = [[_cell(cell) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *body))


def _cell(cell: object) -> str:
    text = f"{cell:,}" if isinstance(cell, int) else str(cell)
    return text.replace("|", "\\|")


def _sizes(configurations: Sequence[Configuration]) -> Iterator[Sequence[object]]:
    yield ("configuration", "language", *SPLITS, "words, test")
    for each in configurations:
        rows = each.rows
        yield (f"`{each.name}`", _name(each), *(rows.get(split, 0) for split in SPLITS), each.words("test"))


def _name(each: Configuration) -> str:
    return language(each.language).name


def _columns(configurations: Sequence[Configuration], meanings: Mapping[str, str]) -> Iterator[Sequence[object]]:
    tasks_of_all = {each.task for each in configurations}
    yield ("column", "meaning", "in")
    for column, meaning in meanings.items():
        if tasks := dict.fromkeys(each.task for each in configurations if column in each.features):
            yield f"`{column}`", meaning, "all" if tasks.keys() == tasks_of_all else ", ".join(tasks)


def _examples(configurations: Sequence[Configuration]) -> str:
    """One row of each task, labels by name, cut where it is long."""
    firsts = {each.task: each for each in reversed(configurations)}
    rows = {each.name: each.splits["test"][0] for each in configurations if firsts[each.task] is each}
    shown = {name: {column: _short(value) for column, value in row.items()} for name, row in rows.items()}
    text = yaml.dump(shown, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None)
    return f"```yaml\n{text}```"


class _Plain(yaml.SafeDumper):
    """Writes what several rows share once in each of them."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _short(value: Any) -> Any:
    return [*value[:_LONGEST], "…"] if isinstance(value, list) and len(value) > _LONGEST else value


def _labels(configurations: Sequence[Configuration]) -> Iterator[Sequence[object]]:
    yield "configuration", "column", "how often each label stands there"
    for each in configurations:
        for column, counts in each.labels("test").items():
            if counts and column != "seen":
                listed = ", ".join(f"{label} {count:,}" for label, count in counts.most_common())
                yield f"`{each.name}`", f"`{column}`", listed


def _built(recipe: Recipe, configurations: Sequence[Configuration]) -> str:
    if recipe.itn_tables:
        return "\n\n".join([BUILT["hand"], *_told(recipe.itn_tables / "README.md")])
    wanted = ["text", *dict.fromkeys(each.task for each in configurations), "splits"]
    return "\n".join(f"* {BUILT[name]}" for name in wanted)


def _told(path: Path) -> Iterator[str]:
    """What those who wrote the rows say about them: their own README, its headings one level down."""
    if path.is_file():
        _, _, text = path.read_text(encoding="utf-8").partition("\n")  # its title is that of the card
        yield "\n".join(f"#{line}" if line.startswith("#") else line for line in text.strip().split("\n"))


def _guarded(recipe: Recipe, facts: Facts) -> Iterator[str]:
    """What the model has seen, and what became of it."""
    if recipe.corpora is None:
        return
    yield "## What the model has seen\n\n" + BUILT["guard" if recipe.trained_on else "no guard"]
    names = list(dict.fromkeys(name for counts in facts.guard.values() for name in counts))
    if recipe.trained_on:
        yield BUILT[recipe.seen]
    yield _lines([("", *facts.guard), *((name, *(c.get(name, 0) for c in facts.guard.values())) for name in names)])


def _used(facts: Facts) -> list[dict[str, Any]]:
    return [source for source in facts.sources if source["rows"]]


def _sources(recipe: Recipe, facts: Facts) -> Iterator[str]:
    if recipe.corpora is None:
        yield f"## Licence\n\n{recipe.licence}. The rows were written for this benchmark; none is copied."
        return
    yield (
        "## Sources and licences\n\nThe text is under the licences of its sources, which the column `source` names; "
        f"labels, spoken forms and splits are under {recipe.licence}."
    )
    rows = ((s["language"], s["source"], s["licence"], s["origin"], s["rows"]) for s in _used(facts))
    yield _lines([("language", "source", "licence", "origin", "rows"), *rows])
    yield "What every rule dropped, in passages of all sources:\n\n" + _lines(_dropped(facts))


def _dropped(facts: Facts) -> Iterator[Sequence[object]]:
    totals: dict[str, int] = {}
    for source in facts.sources:
        for name, count in source["counts"].items():
            if name != "abbreviations":
                totals[name] = totals.get(name, 0) + count
    yield "rule", "passages"
    yield from sorted(totals.items(), key=lambda row: -row[1])


def _scores(facts: Facts) -> Iterator[str]:
    if not facts.scores:
        return
    yield "## Baselines\n\n" + BUILT["baselines"]
    yield _lines(
        [
            ("configuration", "model", "test rows", "scores"),
            *((f"`{s.configuration}`", s.system, s.rows, ", ".join(_measured(s))) for s in facts.scores),
        ]
    )
    yield "\n".join(["```", *dict.fromkeys(score.signature for score in facts.scores), "```"])


def _measured(score: Score) -> Iterator[str]:
    for name, value in score.measures.items():
        interval = score.intervals.get(name)
        between = f" [{interval[0]:.3f}, {interval[1]:.3f}]" if interval else ""
        yield f"{name} {'–' if value is None else f'{value:.3f}'}{between}"
