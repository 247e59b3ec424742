"""Written forms of an ITN row: bars between them, braces around what differs."""

from __future__ import annotations

from pathlib import Path

import pytest

from indic_tf.errors import InputError
from indic_tf.evaluation.itn_rows import MOST_FORMS, cases, forms
from indic_tf.evaluation.lines import BadLine


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("2 दिन", ["2 दिन"]),
        ("2 दिन | दो दिन", ["2 दिन", "दो दिन"]),
        ("{2|दो} दिन में {₹500|500 रुपये}", ["2 दिन में ₹500", "2 दिन में 500 रुपये", "दो दिन में ₹500", "दो दिन में 500 रुपये"]),
        ("page {5|five} | p 5", ["page 5", "page five", "p 5"]),
        ("a {short |}while", ["a short while", "a while"]),
        ("{12–13|12 से 13}  लोग", ["12–13 लोग", "12 से 13 लोग"]),
    ],
)
def test_forms(cell: str, expected: list[str]) -> None:
    assert list(forms(cell)) == expected


@pytest.mark.parametrize(
    "cell", ["2 दिन |", "| 2 दिन", "{|} | x", "{2|दो दिन", "2|दो} दिन", "{0|1|2|3|4|5|6|7|8|9} " * 5]
)
def test_what_is_no_list_of_forms(cell: str) -> None:
    with pytest.raises(InputError):
        forms(cell)


def test_most_forms_are_read_and_a_bad_row_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "hi.tsv"
    path.write_text(
        "दस\t10\nदो\t{2|दो\nपाँच\t{5|पाँच}\n" + "शून्य\t" + "{0|1|2|3|4|5|6|7|8|9} " * 4 + "\n", encoding="utf-8"
    )
    bad: list[BadLine] = []
    found = list(cases(path, bad))
    assert [len(case.written) for case in found] == [1, 2, MOST_FORMS]
    assert [line.line for line in bad] == [2]
    assert "brace" in bad[0].problem


ROWS = Path(__file__).parents[1] / "benchmarks" / "itn_talk"


@pytest.mark.skipif(not ROWS.is_dir(), reason="no benchmarks beside the tests: an installed wheel")
def test_every_row_of_the_talk_has_forms() -> None:
    bad: list[BadLine] = []
    rows = [case for path in sorted(ROWS.rglob("*.tsv")) for case in cases(path, bad)]
    assert not bad
    assert len({case.spoken for case in rows}) == len(rows) == 14 * (110 + 55 + 40)
