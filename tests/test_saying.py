"""Text normalization in running text: `tests/cases/tn/<language>.tsv`, written and said."""

from __future__ import annotations

import pytest
from case_tables import CASES, formatter

ROWS = [
    pytest.param(path.stem, *line.split("\t"), id=f"{path.stem}:{line.partition(chr(9))[0]}")
    for path in sorted((CASES / "tn").glob("*.tsv"))
    for line in path.read_text(encoding="utf-8").split("\n")
    if line.strip() and not line.startswith("#")
]


@pytest.mark.parametrize(("lang", "written", "spoken"), ROWS)
def test_said(lang: str, written: str, spoken: str) -> None:
    assert formatter(lang).spoken(written) == spoken
