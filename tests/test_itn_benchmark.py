"""The ITN benchmark: well-formed rows, enough of them, of the right kinds. What we score on it is not tested."""

from __future__ import annotations

import csv
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import regex

from indic_tf import languages
from indic_tf.wfst.wire import KINDS

FOLDER = Path(__file__).parents[1] / "benchmarks" / "itn"
FILES = sorted(FOLDER.glob("*.tsv"))
COLUMNS = ["id", "kind", "spoken", "written", "note"]
ALLOWED = {*KINDS, "score", "mixed", "none"}
FEWEST = {"hi": 300, "ta": 300}
FEWEST_ELSEWHERE = 100
BETWEEN = " | "
PRINTED = regex.compile(r"(?!(?<=[\p{L}\p{M}])')[\p{N}\p{P}\p{S}\p{Lu}]")
"""What bare words do not have; an apostrophe behind a letter or its vowel sign is spelling, as in Assamese."""

pytestmark = [
    pytest.mark.skipif(not FOLDER.is_dir(), reason="no benchmarks beside the tests: an installed wheel"),
    pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem),
]


@cache
def rows(path: Path) -> list[dict[str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def ids(wrong: list[dict[str, str]]) -> list[str]:
    return [row["id"] for row in wrong]


def references(row: dict[str, str]) -> list[str]:
    return row["written"].split(BETWEEN)


def test_file(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    assert path.stem in languages()
    assert lines[0].split("\t") == COLUMNS
    assert lines[-1] == ""
    assert [line for line in lines[:-1] if line.count("\t") != len(COLUMNS) - 1] == []
    assert unicodedata.is_normalized("NFC", text)


def test_size(path: Path) -> None:
    assert len(rows(path)) >= FEWEST.get(path.stem, FEWEST_ELSEWHERE)


def test_ids_and_kinds(path: Path) -> None:
    found = [row["id"] for row in rows(path)]
    assert len(set(found)) == len(found)
    assert {row["kind"] for row in rows(path)} <= ALLOWED
    assert ids([row for row in rows(path) if not row["id"].startswith(f"{path.stem}-{row['kind']}-")]) == []


def test_spoken(path: Path) -> None:
    assert [said for said, count in Counter(row["spoken"] for row in rows(path)).items() if count > 1] == []
    assert ids([row for row in rows(path) if PRINTED.search(row["spoken"])]) == []


@pytest.mark.parametrize("column", ["spoken", "written"])
def test_single_spaces(path: Path, column: str) -> None:
    cells = [(row, cell) for row in rows(path) for cell in row[column].split(BETWEEN)]
    assert ids([row for row, cell in cells if not cell or cell != " ".join(cell.split())]) == []


def test_references(path: Path) -> None:
    """Each once; text that stays has one, itself, and every other row changes in the default style."""
    assert ids([row for row in rows(path) if len(set(references(row))) < len(references(row))]) == []
    stays = [row for row in rows(path) if row["kind"] == "none"]
    assert ids([row for row in stays if row["written"] != row["spoken"]]) == []
    assert ids([row for row in rows(path) if row not in stays and row["spoken"] == references(row)[0]]) == []
