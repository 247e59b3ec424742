"""The files that the commands write, and the report that stands in one of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from . import owned, records
from .build import Manifest
from .groups import SPLITS
from .normalized import Normalizer, normalized
from .split import Rules, Split
from .summary import reasons, summarize

BAD, DROPPED, EMPTY = "bad.jsonl", "dropped.jsonl", "empty.jsonl"


MANIFEST_FILES = ("dataset_all.json", "dataset_all.jsonl", BAD, "report.json")
"""What `write_manifest` writes."""

BY_MANIFEST, BY_SPLIT = "indic-tf data manifest", "indic-tf data split"


def write_manifest(folder: Path, made: Manifest) -> dict[str, Any]:
    """Write ``dataset_all.json``, ``dataset_all.jsonl``, ``bad.jsonl`` and ``report.json``; the report.

    What stood there is written over, and what somebody edited of it is kept aside; `owned.check_files` says beforehand
    whether that is right.
    """
    _make_way(folder, MANIFEST_FILES)
    records.write(folder, "dataset_all", made.records)
    _write_lines(folder / BAD, (item.as_dict() for item in made.bad))
    report = {
        "summary": summarize(made.records).as_dict(),
        "set_aside": len(made.bad),
        "reasons": reasons(made.bad),
        "notes": list(made.notes),
    }
    _write_report(folder / "report.json", report)
    owned.record(folder, BY_MANIFEST, MANIFEST_FILES)
    return report


def write_split(folder: Path, made: Split, rules: Rules) -> dict[str, Any]:
    """Write each split as ``.json`` and ``.jsonl``, ``dropped.jsonl`` and ``split.json``, the report; the report.

    What stood there makes way as in `write_manifest`.
    """
    _make_way(folder, sorted(path.name for path in split_files(folder)))
    for name, part in made.parts.items():
        records.write(folder, name, part)
    _write_lines(folder / DROPPED, (item.as_dict() for item in made.dropped))
    report = split_report(made, rules)
    _write_report(folder / "split.json", report)
    owned.record(folder, BY_SPLIT, [*_lists(made), DROPPED, "split.json"])
    return report


def split_files(folder: Path) -> set[Path]:
    """The files that `write_split` or `write_normalized` writes into ``folder``."""
    lists = {folder / f"{name}{suffix}" for name in SPLITS for suffix in (".json", ".jsonl")}
    return lists | {folder / DROPPED, folder / EMPTY, folder / "split.json"}


def split_report(made: Split, rules: Rules) -> dict[str, Any]:
    """The counts of every split, what was done against leaks, and the rules."""
    total = sum(map(len, made.parts.values()))
    parts = {name: summarize(part).as_dict() for name, part in made.parts.items()}
    return {
        "splits": {name: {"share": round(part["records"] / total, 4), **part} for name, part in parts.items()},
        "groups": made.groups,
        "near_duplicates": {
            "clusters": made.clusters,
            "crossing": made.crossing,
            "moved": made.moved,
            "dropped": {name: sum(item.split == name for item in made.dropped) for name in made.parts},
        },
        "rules": asdict(rules),
    }


def write_normalized(folder: Path, made: Split, normalizer: Normalizer) -> int:
    """Write the splits with normalized texts; those of which nothing is left go to ``empty.jsonl`` and are counted."""
    _make_way(folder, sorted(path.name for path in split_files(folder)))
    empty: list[records.Record] = []
    for name, part in made.parts.items():
        texts, lost = normalized(part, normalizer)
        records.write(folder, name, texts)
        empty += lost
    _write_lines(folder / EMPTY, (item.as_dict() for item in empty))
    owned.record(folder, BY_SPLIT, [*_lists(made), EMPTY])
    return len(empty)


def _lists(made: Split) -> list[str]:
    """The files of the splits."""
    return [f"{name}{suffix}" for name in made.parts for suffix in (".json", ".jsonl")]


def _make_way(folder: Path, names: Sequence[str]) -> None:
    owned.set_aside(folder, owned.edited(folder, names)[1])


def _write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    records.write_text(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def _write_report(path: Path, report: Mapping[str, Any]) -> None:
    records.write_text(path, json.dumps(report, ensure_ascii=False, indent=1) + "\n")
