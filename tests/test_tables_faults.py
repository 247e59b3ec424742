"""A table that says what no reader looks for is refused, every row of it by file and line; a sheet of Excel is read."""

from __future__ import annotations

import pickle
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indic_tf import LanguageError, TableError, tables
from indic_tf.languages import load
from indic_tf.schema import SCHEMAS
from indic_tf.tables import FaultyTables, faults_of, in_folder

HEAD = "name: X\nnative_name: X\n"


def read(place: Path, name: str, text: str | bytes) -> list[tables.Row]:
    path = place / f"{name}.tsv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return tables.read(path, *SCHEMAS[name])


@pytest.mark.parametrize(
    ("name", "row", "problem"),
    [
        ("words", "persent\tप्रतिशत", "name is 'persent', did you mean 'percent'?"),
        ("clock", "oclok\tबजे", "name is 'oclok', did you mean 'oclock'?"),
        ("clock", "evning\tशाम", "did you mean 'evening'?"),
        ("cues", "विकेट\tbehind", "side is 'behind'; expected one of: before, after"),
        ("cues", "विकेट\tafter\tscor", "kind is 'scor', did you mean 'score'?"),
        ("suffixes", "\tवाँ\t+वाँ\tordinal yeer", "flag is 'ordinal yeer', did you mean 'year'?"),
        ("roman", "pachees\tपच्चीस\tshard", "did you mean 'shared'?"),
        ("keep", "एक\tallways", "did you mean 'always'?"),
        ("keep", "एक", "1 columns, expected 2 to 2: form, when"),
        ("months", "13\tमार्च", "value is '13'; expected 1 to 12, or a Latin name"),
        ("months", "0\tमार्च", "value is '0'"),
        ("months", "March\tमार्च", "value is 'March'"),
        ("fractions", "0.3\tतीन", "value is '0.3'; expected a number with .25, .5 or .75"),
        ("fractions", "3\tतीन", "value is '3'"),
        ("fractions", "0.50\tआधा", "value is '0.50'"),
        ("scales", "500\tपाँचसौ", "value is '500'; expected one of: 100, 1000"),
        ("scales", "1000\tहज़ार\t\tboth", "multiplier is 'both'"),
        ("numbers", "101\tएक", "value is '101'"),
        ("numbers", "२\tदो", "value is '२'"),
        ("numbers", "07\tसात", "value is '07'"),
        ("numbers", "1\t\tstem", "form is empty"),
        ("denominators", "1\tएक", "value is '1'"),
        ("ordinals", "first\tपहला\t+ला", "value is 'first'"),
        ("currency", "inr\tरुपये", "code is 'inr'; expected three capital letters"),
        ("symbols", "rs\t₹", "code is 'rs'"),
        ("units", "k m\tकिलोमीटर", "code is 'k m'"),
        ("letters", "a\tए", "letter is 'a'; expected a capital letter"),
        ("domains", "Gmail\tजीमेल", "written is 'Gmail'"),
        ("names", "सिंह\tSingh", "latin is 'Singh'"),
        ("abbreviations", "डॉ", "form is 'डॉ'; expected a word with its full stop"),
        ("serials", "[A-Z", "pattern is '[A-Z'; expected a regular expression"),
        ("carriers", "money\tमुझे {} या {} दो", "expected a sentence with one place {}"),
        ("cased", "NEFT\tNEFT", "form is 'NEFT'; expected a word in small letters"),
        ("whitelist", "form\twritten", "the names of the columns are no row"),
        ("whitelist", "एन ई एफ टी,NEFT", "a tab stands between columns, no comma"),
        ("whitelist", "आर\u00a0टी\tRT", "a character that no text has: no-break space (U+00A0)"),
        ("whitelist", "आर\x0bटी\tRT", "control (U+000B)"),
    ],
)
def test_what_no_reader_looks_for_is_refused(tmp_path: Path, name: str, row: str, problem: str) -> None:
    with pytest.raises(TableError) as caught:
        read(tmp_path, name, f"# a table\n{row}\n")
    assert problem in str(caught.value)
    assert f"{name}.tsv:2: " in str(caught.value)


def test_every_fault_of_a_table_is_said_at_once(tmp_path: Path) -> None:
    text = "# words\npersent\tप्रतिशत\npoint\tदशमलव\n\nminis\tऋण\npoint\tदशमलव\nplus\t\n"
    with pytest.raises(FaultyTables) as caught:
        read(tmp_path, "words", text)
    assert [fault.line for fault in faults_of(caught.value)] == [2, 5, 6, 7]
    assert len(str(caught.value).splitlines()) == 4
    assert "words.tsv:6: the same row as line 3" in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_long_list_of_faults_is_cut(tmp_path: Path) -> None:
    with pytest.raises(FaultyTables, match="… and 80 more") as caught:
        read(tmp_path, "words", "".join(f"persent{i}\tप्रतिशत\n" for i in range(100)))
    assert len(faults_of(caught.value)) == 100


SHEET = '# whitelist\r\nएन ई एफ टी\tNEFT\t\r\n"आर, बी"\t"R""B"\t\r\n\t\t\r\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_sheet_of_excel_is_read_as_it_shows(tmp_path: Path, encoding: str) -> None:
    marks = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
    rows = read(tmp_path, "whitelist", marks.get(encoding, b"") + SHEET.encode(encoding))
    assert [(row["form"], row["written"], row.line) for row in rows] == [
        ("एन ई एफ टी", "NEFT", 2),
        ("आर, बी", 'R"B', 3),
    ]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (SHEET.encode("utf-16-le"), "whitelist.tsv:"),
        (b"# x\na\tb\n\xe9\tc\n", r"whitelist\.tsv:3: not UTF-8 text"),
        (b"\xff\xfe\x00", r"whitelist\.tsv:1: not UTF-16 text"),
        (b"PK\x03\x04rest", r"whitelist\.tsv:1: a workbook, not a table"),
    ],
    ids=["UTF-16 without mark", "Latin-1", "half a character", "workbook"],
)
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes, problem: str) -> None:
    with pytest.raises(TableError, match=problem):
        read(tmp_path, "whitelist", data)


def test_unknown_files_are_refused_with_the_nearest_name(tmp_path: Path) -> None:
    for name in ("nubmers.tsv", "names.txt", "units.xlsx", "names.tsv", "README.md", ".hidden", "~$units.xlsx"):
        (tmp_path / name).write_text("# x\n", encoding="utf-8")
    with pytest.raises(FaultyTables) as caught:
        in_folder(tmp_path, SCHEMAS)
    said = [str(fault).removeprefix(str(tmp_path)) for fault in faults_of(caught.value)]
    assert said == [
        "/names.txt:1: no table is called 'names'; did you mean names.tsv?",
        "/nubmers.tsv:1: no table is called 'nubmers'; did you mean numbers.tsv?",
        "/units.xlsx:1: not a table; save the sheet as text: tab-separated, in UTF-8 (.tsv)",
    ]


@pytest.mark.parametrize(
    ("yaml", "problem"),
    [
        ("script: Nagari\n", r"xx\.yaml: script: unknown script 'Nagari'; did you mean 'Devanagari'\?"),
        ("script: Devanagari\nother_scripts: [Perso]\n", "other_scripts: unknown script 'Perso'"),
        ("script: Latin\nstatus: gamma\n", "status: Input should be 'stable' or 'beta'"),
        ("", "script: Field required"),
    ],
)
def test_a_yaml_that_says_nonsense_is_refused(tmp_path: Path, yaml: str, problem: str) -> None:
    path = tmp_path / "xx.yaml"
    path.write_text(HEAD + yaml, encoding="utf-8")
    with pytest.raises(LanguageError, match=problem):
        load(path, "xx")


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_a_column_expects_can_be_told(name: str) -> None:
    """Words of a closed list pass their own test, and a message names the column."""
    for column in SCHEMAS[name][0]:
        assert all(map(column.allows, column.words)), column
        assert column.fault("?!").startswith(f"{column.name} is '?!'")


@given(st.binary(max_size=200), st.sampled_from(sorted(SCHEMAS)))
def test_no_bytes_make_anything_but_rows_or_faults(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str
) -> None:
    place = tmp_path_factory.getbasetemp() / "any"
    place.mkdir(exist_ok=True)
    columns = {column.name for column in SCHEMAS[name][0]}
    with suppress(TableError):
        assert all(row.line >= 1 and row.cells.keys() == columns for row in read(place, name, data))
