"""ITN as rules of sherpa-onnx, run by kaldifst's `TextNormalizer`, which is what sherpa-onnx runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import kaldifst
import pytest
from typer.testing import CliRunner

from indic_tf.cli import app
from indic_tf.scripts import fold
from indic_tf.wfst.pipeline import grammar
from indic_tf.wfst.rule_fsts.as_bytes import in_bytes
from indic_tf.wfst.rule_fsts.exporting import export
from indic_tf.wfst.rule_fsts.machine import Machine
from indic_tf.wfst.rule_fsts.spellings import Spellings

Rewrite = Callable[[str], str]


def rewriting(paths: list[Path]) -> Rewrite:
    rules = [kaldifst.TextNormalizer(str(path)) for path in paths]

    def rewrite(text: str) -> str:
        for rule in rules:
            text = rule.normalize(text)
        return text

    return rewrite


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Rewrite:
    return rewriting(export(grammar("en"), tmp_path_factory.mktemp("en")))


@pytest.fixture(scope="module")
def hindi(tmp_path_factory: pytest.TempPathFactory) -> Rewrite:
    return rewriting(export(grammar("hi"), tmp_path_factory.mktemp("hi")))


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("i have twenty five rupees and ten dollars", "i have ₹25 and $10"),
        ("two lakh fifty thousand three hundred people", "2,50,300 people"),
        ("Twelve percent, or thirty percent?", "12%, or 30%?"),
        ("minus fifty rupees", "-₹50"),
        ("it was in nineteen forty seven", "it was in 1947"),
        ("quarter past seven in the morning", "7:15 in the morning"),
        ("call nine eight seven six five four three two one zero", "call 9876543210"),
        ("from ten to twelve kilometres", "from 10 to 12 kilometres"),
        ("one of them had two of the five", "one of them had two of the five"),
        ("the first of three days", "the first of three days"),
        ("  two  words\tand\n tabs ", "  two  words\tand\n tabs "),
        ("नमस्ते world 25", "नमस्ते world 25"),
        ("odd \x01\x10 marks", "odd  marks"),
        ("", ""),
    ],
)
def test_english(english: Rewrite, spoken: str, written: str) -> None:
    assert english(spoken) == written


def test_what_is_written_is_not_rewritten(english: Rewrite) -> None:
    written = english("we paid two thousand rupees on fifteen august nineteen forty seven at five thirty p m")
    assert any(map(str.isdigit, written))
    assert english(written) == written


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("मुझे पच्चीस हज़ार रुपये चाहिए", "मुझे ₹25,000 चाहिए"),
        ("मुझे पच्चीस हजार रुपये चाहिए", "मुझे ₹25,000 चाहिए"),
        ("पंद्रह अगस्त उन्नीस सौ सैंतालीस को", "15 अगस्त 1947 को"),
        ("शाम साढ़े पाँच बजे के बाद", "शाम 5:30 बजे के बाद"),
        ("क्वार्टर टू थ्री पर", "2:45 पर"),
        ("दस से बारह किमी", "10 से 12 किमी"),
        ("पाँच सौ रुपये पचास पैसे", "₹500.50"),
        ("नौ दो ग्यारह हो गया", "नौ दो ग्यारह हो गया"),
        ("मैच तीन एक से जीता", "मैच तीन एक से जीता"),
        ("दो लोग पहले आए", "दो लोग पहले आए"),
    ],
)
def test_hindi(hindi: Rewrite, spoken: str, written: str) -> None:
    assert hindi(spoken) == written


@pytest.mark.slow
def test_styles(tmp_path: Path) -> None:
    rewrite = rewriting(export(grammar("en"), tmp_path, "native"))
    assert rewrite("twenty five thousand rupees") == "₹25,000"
    result = CliRunner().invoke(app, ["rule-fsts", "--lang", "en", "--style", "verbatim", "-o", str(tmp_path)])
    assert result.output == f"{tmp_path}/en_read.fst,{tmp_path}/en_write.fst\n"
    assert rewriting([tmp_path / "en_read.fst", tmp_path / "en_write.fst"])("two people") != ""


def test_unknown_style_and_language(tmp_path: Path) -> None:
    for arguments in (["--lang", "en", "--style", "none such"], ["--lang", "xx"]):
        result = CliRunner().invoke(app, ["rule-fsts", *arguments, "-o", str(tmp_path)])
        assert result.exit_code == 2
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("letters", ["कजहंaz", "ൻക", "க", "آہیa"])
def test_every_spelling_folds_to_its_letter(letters: str) -> None:
    spelled = Spellings(map(ord, letters))
    for letter in letters:
        for spelling in spelled.of(ord(letter)):
            assert fold("".join(map(chr, spelling))) == letter
            for mark in spelled.behind(ord(letter)):
                assert fold(letter + chr(mark)) == letter
    assert "A" in map(chr, [code for (code,) in Spellings([ord("a")]).of(ord("a"))])


def test_bytes_of_arcs() -> None:
    machine = Machine()
    for _ in range(3):
        machine.state()
    machine.add(0, ord("क"), ord("a"), 1, 1.5)
    machine.add(0, ord("ख"), ord("ख"), 1)
    machine.add(1, 0, ord("₹"), 2)
    machine.finals = {2: 0.0}
    made = in_bytes(machine)
    assert len(made.arcs[0]) == 1  # both letters begin with the same two bytes
    fst = made.compiled()
    kaldifst.arcsort(fst, "ilabel")
    composed = kaldifst.compose(kaldifst.make_linear_acceptor([*"क".encode()]), fst)
    _, _, labels, weight = kaldifst.get_linear_symbol_sequence(kaldifst.shortest_path(composed))
    assert (bytes(labels).decode(), weight.value) == ("a₹", 1.5)
