"""The case tables: spoken → written per language, text that stays as it is, and what is known to fail."""

from __future__ import annotations

import pytest
from case_tables import CLASSES, formatter, rows

from indic_tf import replay


@pytest.mark.parametrize(("lang", "spoken", "written", "note"), [*CLASSES, *rows("unchanged.tsv")])
def test_case(lang: str, spoken: str, written: str, note: str) -> None:
    formatted = formatter(lang)(spoken)
    assert formatted.text == written, note
    assert replay(formatted.words, formatted.edits) == formatted.text
    assert formatter(lang)(formatted.text).text == formatted.text, "formatting twice changes it"


@pytest.mark.parametrize(("lang", "spoken", "written", "note"), rows("known_failures.tsv"))
@pytest.mark.xfail(strict=True, reason="a known failure; move the row if this passes")
def test_known_failure(lang: str, spoken: str, written: str, note: str) -> None:
    assert formatter(lang)(spoken).text == written, note
