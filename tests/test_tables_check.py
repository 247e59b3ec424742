"""``indic-tf check``: every fault of a folder of tables, and what they would change."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from indic_tf.cli import app
from indic_tf.languages import languages
from indic_tf.resources import folder

OWN = Path(__file__).parent / "own_tables"
RUNNER = CliRunner()


def run(*arguments: object) -> tuple[int, list[str]]:
    made = RUNNER.invoke(app, list(map(str, arguments)))
    return made.exit_code, made.output.splitlines()


@pytest.mark.parametrize("name", ["bank_hi", "bank_ta", "cricket_hi", "cricket_ta"])
def test_tables_without_fault(name: str) -> None:
    code, said = run("check", OWN / name, "--lang", name.rpartition("_")[2])
    assert code == 0
    assert [line for line in said if not line.endswith("no faults")] == []
    assert len(said) == len([*(OWN / name).glob("*.tsv")])


def test_every_fault_has_its_place(tmp_path: Path) -> None:
    (tmp_path / "words.tsv").write_text("# x\npersent\tप्रतिशत\npoint\tदशमलव\nminuss\tऋण\n", encoding="utf-8")
    (tmp_path / "units.tsv").write_bytes("km\tकिमी\nk m\tकि मी\n".encode("utf-16"))
    (tmp_path / "nubmers.tsv").write_text("1\tएक\n", encoding="utf-8")
    code, said = run("check", tmp_path)
    assert code == 1
    assert [line.removeprefix(f"{tmp_path}/").partition(": ")[0] for line in said] == [
        *("nubmers.tsv:1", "units.tsv:2", "words.tsv:2", "words.tsv:4")
    ]


def test_a_row_that_no_text_has_is_noted(tmp_path: Path) -> None:
    (tmp_path / "cues.tsv").write_text("ரன்கள்\tafter\nरन\tafter\n", encoding="utf-8")
    code, said = run("check", tmp_path, "--lang", "hi")
    assert code == 0
    assert [line for line in said if "note:" in line] == [
        f"{tmp_path}/cues.tsv:1: note: 'ரன்கள்' is neither in Devanagari nor in Latin letters; no Hindi text has it"
    ]


def test_what_changes_is_shown(tmp_path: Path) -> None:
    (tmp_path / "cues.tsv").write_text("पासबुक\tafter\n", encoding="utf-8")
    examples = tmp_path / "examples.txt"
    examples.write_text("# from calls\nतीन पासबुक\n\nतीन लोग\nदो पासबुक चाहिए\n", encoding="utf-8")
    place = tmp_path / "own"
    place.mkdir()
    (tmp_path / "cues.tsv").rename(place / "cues.tsv")
    code, said = run("check", place, "--lang", "hi", "--on", examples)
    assert code == 0
    assert said[1:] == [
        *("line 2", "- तीन पासबुक", "+ 3 पासबुक"),
        *("line 5", "- दो पासबुक चाहिए", "+ 2 पासबुक चाहिए"),
        "2 of 3 lines come out otherwise",
    ]


def test_words_of_the_command_line(tmp_path: Path) -> None:
    terms = tmp_path / "terms.txt"
    terms.write_text("# players\nOnePlus\n", encoding="utf-8")
    place = tmp_path / "own"
    place.mkdir()
    (place / "acronyms.tsv").write_text("KYCR\n", encoding="utf-8")
    words = ("--tables", place, "--terms", terms, "--term", "iQOO")
    code, said = run("format", "--lang", "hi", "--model", "none", *words, "one plus iqoo के वाई सी आर दो सौ लोग")
    assert (code, said) == (0, ["OnePlus iQOO KYCR 200 लोग"])
    code, said = run("explain", "--lang", "hi", "--model", "none", *words, "one plus")
    assert code == 0
    assert "OnePlus" in "\n".join(said)
    code, said = run("format", "--lang", "hi", "--model", "none", "--tables", tmp_path / "nowhere", "दो सौ लोग")
    assert code == 2


@pytest.mark.parametrize(
    "arguments", [("nowhere",), (OWN / "bank_hi", "--on", "x.txt"), (OWN / "bank_hi", "--lang", "zz")]
)
def test_wrong_use(arguments: tuple[object, ...]) -> None:
    assert run("check", *arguments)[0] == 2


@pytest.mark.parametrize("lang", languages())
def test_every_language_of_the_package_passes(lang: str) -> None:
    code, said = run("check", folder("grammars") / lang)
    assert code == 0, said
