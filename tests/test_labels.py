"""Label sets and case."""

from __future__ import annotations

from pathlib import Path

import pytest

from indic_tf import labels
from indic_tf.errors import ModelError, TableError
from indic_tf.labels import CASE, PUNCTUATION, LabelSet, apply_case, case_of

FILES = Path(__file__).parents[1] / "data_scripts" / "recipes" / "labels"
EXTENDED, CADENCE = FILES / "punctuation_extended.yaml", FILES / "punctuation_cadence.yaml"


@pytest.mark.parametrize(
    ("marks", "label"),
    [
        *[("", "none"), (":", "none"), ("—", "none"), (",", "comma"), (";", "comma")],
        *[("।", "end"), ("॥", "end"), ("!", "end"), ('.",', "end"), ('?"', "question"), ("!?", "question")],
    ],
)
def test_the_strongest_mark_wins(marks: str, label: str) -> None:
    assert PUNCTUATION.of_marks(marks) == label


def test_unknown_label_names_the_known_ones() -> None:
    with pytest.raises(ModelError, match="none, comma, end, question"):
        PUNCTUATION.index("danda")


@pytest.mark.parametrize("names", [(), ("a", "a")])
def test_labels_are_there_and_distinct(names: tuple[str, ...]) -> None:
    with pytest.raises(ModelError):
        LabelSet("x", names)


def test_marks_of_unknown_labels_are_refused() -> None:
    with pytest.raises(ModelError, match="comma"):
        LabelSet("x", ("none",), {",": "comma"})


def test_the_extended_set_is_a_file() -> None:
    extended = labels.load(EXTENDED)
    assert len(extended) > 30
    assert extended.labels[0] == "none"
    assert extended.of_marks("।") == "danda"
    assert extended.closing[-2:] == extended.asking == ("question", "arabic_question")
    assert PUNCTUATION.closing == ("end", "question")
    assert extended.of_marks("”,") == "comma"


def test_the_marks_of_cadence_are_a_file() -> None:
    cadence = labels.load(CADENCE)
    assert len(cadence) == 1 + 30
    found = [cadence.of_marks(marks) for marks in ("।", '।"', '"।', "),", "...", "…”,", "(", "?!")]
    assert found[:4] == ["danda", "danda_double_quote", "double_quote_danda", "right_parenthesis_comma"]
    assert found[4:] == ["ellipsis", "double_quote_comma", "left_parenthesis", "question"]
    assert {"period_double_quote", "mucaad", "question_double_quote"} <= set(cadence.closing)
    assert "double_quote_question" in cadence.asking


@pytest.mark.parametrize("marks", [PUNCTUATION, labels.load(EXTENDED), labels.load(CADENCE)], ids=["4", "33", "31"])
def test_every_label_can_be_written(marks: LabelSet) -> None:
    assert [marks.of_marks(marks.mark(label)) for label in marks.labels] == list(marks.labels)


def test_a_file_without_labels_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("name: punctuation\n", encoding="utf-8")
    with pytest.raises(TableError, match=r"bad\.yaml:1"):
        labels.load(bad)


@pytest.mark.parametrize("written", ["india", "India", "INDIA", "o'neil", "O'neil", "भारत", "ਭਾਰਤ"])
def test_case_comes_back(written: str) -> None:
    label = case_of(written)
    assert apply_case(written.lower(), label or "lower") == written


def test_case_labels_are_those_of_the_head() -> None:
    assert {case_of(w) for w in ("a", "A", "AB", "aB")} == set(CASE.labels)
    assert case_of("नमस्ते") is None
