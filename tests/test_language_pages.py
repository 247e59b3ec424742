"""The pages of the languages: there for each, with its classes; their examples are cases. Nothing is compiled here."""

from __future__ import annotations

from pathlib import Path

import pytest
import regex
from case_tables import CASES

from indic_tf import languages
from indic_tf.languages import language

PAGES = Path(__file__).parents[1] / "docs" / "languages"
HEADS = ("spoken", "stays")
pytestmark = pytest.mark.skipif(not PAGES.is_dir(), reason="no docs beside the tests: an installed wheel")


def page(name: str) -> str:
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def cases(lang: str) -> set[tuple[str, ...]]:
    """Every row of the language's cases as (spoken, written); text that stays as (spoken,)."""
    lines = [line for path in (CASES / lang).glob("*.tsv") for line in path.read_text(encoding="utf-8").split("\n")]
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {tuple(row[:2]) for row in rows} | {(row[0],) for row in rows}


def examples(text: str) -> list[tuple[str, ...]]:
    """The rows of the tables of cases on a page, without their notes."""
    found, head = [], ""
    for line in text.split("\n"):
        if not line.startswith("| "):
            head = ""
            continue
        cells = [regex.sub(r"\\(.)", r"\1", cell) for cell in regex.split(r" \| ", line[2:-2])]
        if not head:
            head = cells[0]
        elif head in HEADS and set(cells[0]) != {"-"}:
            found.append(tuple(cells[: 2 if head == "spoken" else 1]))
    return found


def test_no_page_without_its_language() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == {*languages(), "README"}


@pytest.mark.parametrize("lang", languages())
def test_every_class_has_its_heading(lang: str) -> None:
    classes = {path.stem for path in (CASES / lang).glob("*.tsv")} - {"unchanged", "known_failures"}
    assert set(regex.findall(r"^### .+ \(`(\w+)`\)$", page(lang), flags=regex.MULTILINE)) == classes


@pytest.mark.parametrize("lang", languages())
def test_every_example_is_a_case(lang: str) -> None:
    shown = examples(page(lang))
    assert len(shown) > len(HEADS)
    assert not [row for row in shown if row not in cases(lang)], "run python data_scripts/language_pages.py"


@pytest.mark.parametrize("lang", languages())
def test_the_index_lists_every_language(lang: str) -> None:
    facts = language(lang)
    assert f"| [{lang}]({lang}.md) | {facts.name} | {facts.native_name} |" in page("README")
