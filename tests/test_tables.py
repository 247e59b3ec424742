"""Every table and every YAML: readable, NFC, in its script, no row twice, no column nobody reads."""

from __future__ import annotations

from pathlib import Path

import pytest
import regex

from indic_tf import LanguageError, TableError, languages, tables
from indic_tf.languages import language, load
from indic_tf.resources import folder
from indic_tf.schema import SCHEMAS

TABLES = sorted(folder("grammars").glob("*/*.tsv"))
LATIN = regex.compile(r"[\p{Latin}\p{Script=Common}]*")
SPOKEN_COLUMNS = ("form", "add", "strip")


def rows(path: Path) -> list[tables.Row]:
    columns, required = SCHEMAS[path.stem]
    return list(tables.read(path, columns, required))


def ids(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


@pytest.mark.parametrize("path", TABLES, ids=ids)
def test_table(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# "), "a table opens with a comment that says what it is"
    assert text.endswith("\n")
    seen = [tuple(row.cells.values()) for row in rows(path)]
    assert len(seen) == len(set(seen)), [row for row in seen if seen.count(row) > 1]


@pytest.mark.parametrize("path", [p for p in TABLES if p.parent.name != "common"], ids=ids)
def test_words_are_in_the_language_s_script(path: Path) -> None:
    facts = language(path.parent.name)
    scripts = "".join(rf"\p{{{script}}}" for script in (facts.script, *facts.other_scripts))
    own = regex.compile(rf"[{scripts}\p{{Script=Common}}\p{{Script=Inherited}}]*")
    for row in rows(path):
        for column in SPOKEN_COLUMNS:
            word = row.cells.get(column, "")
            for part in word.split(" ") if path.name == "keep.tsv" else [word]:  # idioms mix: march एक
                assert own.fullmatch(part) or LATIN.fullmatch(part), f"{path}:{row.line} {word}"


@pytest.mark.parametrize("lang", languages())
def test_every_language_is_whole(lang: str) -> None:
    facts = language(lang)
    assert [str(fault) for fault in facts.faults()] == []
    assert regex.fullmatch(r"\p{Sentence_Terminal}", facts.sentence_end)


@pytest.mark.parametrize("lang", languages())
def test_codes_hold_no_space(lang: str) -> None:
    keys = {"months": "value", "units": "code", "currency": "code", "unit_symbols": "code"}
    codes = [row[key] for table, key in keys.items() for row in language(lang).table(table)]
    assert not [code for code in codes if " " in code], "a space ends a field"


def test_cased_words_differ_in_case_alone() -> None:
    for row in language("en").table("cased"):
        assert row["form"] == row["written"].lower() != row["written"], row


@pytest.mark.parametrize(
    ("word", "written"),
    [("iphone", "iPhone"), ("nasa's", "NASA's"), ("ceos", "CEOs"), ("march", None), ("us", None), ("india", None)],
)
def test_case_that_no_context_changes(word: str, written: str | None) -> None:
    assert language("hi").cased(word) == language("en").cased(word) == written


def test_bad_row_names_file_and_line(tmp_path: Path) -> None:
    bad = tmp_path / "numbers.tsv"
    bad.write_text("# numbers\n1\tएक\n2\n", encoding="utf-8")
    with pytest.raises(TableError, match=r"numbers\.tsv:3: 1 columns, expected 2 to 3: value, form, role"):
        list(tables.read(bad, *SCHEMAS["numbers"]))


@pytest.mark.parametrize(
    ("text", "problem"),
    [("1\te\u0301\n", "normalization form C"), ("1\tएक \n", "spaces"), ("1\ta\tb\tc\n", "4 columns")],
)
def test_bad_cells_are_refused(tmp_path: Path, text: str, problem: str) -> None:
    bad = tmp_path / "numbers.tsv"
    bad.write_text(text, encoding="utf-8")
    with pytest.raises(TableError, match=problem):
        list(tables.read(bad, *SCHEMAS["numbers"]))


def test_unknown_language_names_the_nearest() -> None:
    with pytest.raises(LanguageError, match=r"did you mean 'hi' \(Hindi\)\?"):
        language("hindustani")
    with pytest.raises(LanguageError, match=r"Supported: .*hi.*ta"):
        language("zz")


def test_unknown_yaml_key_is_refused(tmp_path: Path) -> None:
    config = tmp_path / "xx.yaml"
    config.write_text("name: X\nnative_name: X\nscript: Latin\ncolour: red\n", encoding="utf-8")
    with pytest.raises(LanguageError, match="colour"):
        load(config, "xx")
