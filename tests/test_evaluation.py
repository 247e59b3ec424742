"""Evaluation: numbers worked out by hand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from typer.testing import CliRunner

from indic_tf import IndicFormatter, __version__, cli
from indic_tf.document import Tagged
from indic_tf.evaluation import itn, punctuation
from indic_tf.evaluation.lines import BadLine
from indic_tf.labels import PUNCTUATION
from indic_tf.languages import language
from indic_tf.wfst.values import values

EN = language("en")


class FakeTagger:
    heads: ClassVar = {"punctuation": PUNCTUATION}
    """Says for each word what a table says, "none" for the others."""

    def __init__(self, **labels: str) -> None:
        self._labels = labels

    def tag(self, sequences: Sequence[Sequence[str]]) -> list[Tagged]:
        found = [tuple(self._labels.get(word, "none") for word in words) for words in sequences]
        sure = [{"punctuation": (1.0,) * len(row)} for row in found]
        return [Tagged({"punctuation": row}, shares, shares) for row, shares in zip(found, sure, strict=True)]


@pytest.fixture
def tagger(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeTagger(a="comma", c="end", d="question", f="comma", z="end", boom="?")
    monkeypatch.setattr(IndicFormatter, "tagger", fake)


def write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# --- punctuation --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words", "labels"),
    [
        ("Hello, World!", "hello world", "comma end"),
        ("“Really?” he asked — twice.", "really he asked twice", "question none none end"),
        ("yes , no .", "yes no", "comma end"),
        ("— well", "well", "none"),
        ("It cost ₹25,000, or 3.5%.", "it cost ₹25,000 or 3.5%", "none none comma none end"),
        ("the U.S. army left the U.S.", "the u.s army left the u.s", "none none none none none end"),
        ("wait: (so; they) say", "wait so they say", "none comma none none"),
        ("क्या? हाँ, ठीक है।", "क्या हाँ ठीक है", "question comma none end"),
        ("?!", "", ""),
    ],
)
def test_strip(text: str, words: str, labels: str) -> None:
    passage = punctuation.strip(text, EN)
    assert (" ".join(passage.words), " ".join(passage.labels)) == (words, labels)


def test_punctuation_by_hand(tagger: None, tmp_path: Path) -> None:
    """The tagger says: a, b c. d? e f, and z. — against the marks in the file.

    a  comma     comma      hit
    b  comma     none       deletion
    c  end       end        hit
    d  end       question   substitution
    e  none      none
    f  none      comma      insertion
    g  none      none
    z  end       end        hit (second passage)
    """
    file = write(tmp_path / "set.txt", "A, B, c. D. e f g\n\nz.\n")
    score = punctuation.evaluate(file, "en", model="fake")
    assert (score.passages, score.words) == (2, 8)
    assert (score.correct, score.substitutions, score.deletions, score.insertions) == (3, 1, 1, 1)
    assert score.per == pytest.approx(3 / 6)
    comma, end, question, none = (score.labels[label] for label in ("comma", "end", "question", "none"))
    assert (comma.precision, comma.recall, comma.f1) == pytest.approx((1 / 2, 1 / 2, 1 / 2))
    assert (end.precision, end.recall, end.f1) == pytest.approx((1, 2 / 3, 4 / 5))
    assert (question.precision, question.recall, question.f1) == (0, 0, 0)
    assert (none.precision, none.recall, none.f1) == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    assert score.macro_f1 == pytest.approx((1 / 2 + 4 / 5 + 0) / 3)
    assert score.macro_f1_with_none == pytest.approx((1 / 2 + 4 / 5 + 0 + 2 / 3) / 4)
    assert (score.left_out, score.bad) == ((), ())


def test_an_empty_mark_is_in_no_mean(tagger: None, tmp_path: Path) -> None:
    score = punctuation.evaluate(write(tmp_path / "set.txt", "a, b c.\n"), "en", model="fake")
    assert score.labels["question"].empty
    assert score.labels["question"].f1 is None
    assert score.left_out == ("question",)
    assert score.macro_f1 == 1
    assert json.dumps(score.as_dict())


def test_nothing_to_score_is_no_division_by_zero(tmp_path: Path) -> None:
    score = punctuation.evaluate(write(tmp_path / "set.txt", "b g\n"), "en", model=None)
    assert (score.per, score.macro_f1, score.macro_f1_with_none) == (0, None, 1)
    assert punctuation.evaluate(write(tmp_path / "none.txt", ""), "en", model=None).macro_f1_with_none is None


def test_bad_passages_are_set_aside(tagger: None, tmp_path: Path) -> None:
    file = write(tmp_path / "set.txt", b"a, b c.\n...\n\xff\nboom now\n\nz.\n")
    score = punctuation.evaluate(file, "en", model="fake")
    assert (score.passages, score.words) == (2, 4)
    assert [bad.line for bad in score.bad] == [2, 3, 4]
    assert score.bad[:2] == (BadLine(2, "no words, only marks"), BadLine(3, "not UTF-8 at byte 1"))


def test_signature(tagger: None, tmp_path: Path) -> None:
    content = b"a, b c.\n"
    digest = hashlib.sha256(content).hexdigest()[:8]
    score = punctuation.evaluate(write(tmp_path / "news.txt", content), "en", model="fake")
    assert (
        str(score.signature) == f"PUNCT|lang:en|set:news@sha256:{digest}|model:fake|style:default|version:{__version__}"
    )


# --- ITN ----------------------------------------------------------------------------------------------

ROWS = """\
# spoken, written, kind
ten percent off\t10% off\tpercent
two hundred rupees\t₹200 | 200 rupees\tmoney
two hundred rupees\t₹300\tmoney
ten percent off\tten per cent off\tpercent
"""


def test_itn_by_hand(tmp_path: Path) -> None:
    """Rows 1 and 2 are right; row 3 has a wrong amount; row 4 keeps words where we write figures."""
    score = itn.evaluate(write(tmp_path / "set.tsv", ROWS), "en")
    assert [answer.output for answer in score.answers] == ["10% off", "₹200", "₹200", "10% off"]
    assert [answer.right for answer in score.answers] == [True, True, False, False]
    assert [answer.digit_error for answer in score.answers] == [False, False, True, True]
    assert score.answers[2].value_error is True
    # Words that were not said: 10%, ₹200 and ₹300; "per cent" in row 4, against the output's "10%".
    assert [(answer.distance, answer.length) for answer in score.answers] == [(0, 1), (0, 1), (1, 1), (2, 2)]
    assert (score.overall.accuracy, score.overall.i_wer) == (1 / 2, 3 / 5)
    assert {kind: made.accuracy for kind, made in score.kinds.items()} == {"percent": 1 / 2, "money": 1 / 2}
    assert [answer.case.line for answer in score.errors] == [4, 5]


def test_the_kind_is_the_name_of_the_file_where_none_is_given(tmp_path: Path) -> None:
    score = itn.evaluate(write(tmp_path / "money.tsv", "ten rupees\t₹10\n"), "en")
    assert list(score.kinds) == ["money"]


def test_no_rows_have_no_accuracy(tmp_path: Path) -> None:
    overall = itn.evaluate(write(tmp_path / "set.tsv", ""), "en").overall
    assert (overall.rows, overall.accuracy, overall.i_wer) == (0, None, None)


@pytest.mark.parametrize("row", ["ten percent", "ten percent\t", "\t10%", "a\tb\tc\td"])
def test_bad_rows_are_set_aside(row: str, tmp_path: Path) -> None:
    score = itn.evaluate(write(tmp_path / "set.tsv", f"{row}\nten percent\t10%\r\n"), "en")
    assert [bad.line for bad in score.bad] == [1]
    assert score.overall.right == 1


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("₹25,000 चाहिए", "पच्चीस हजार रुपये चाहिए", True),
        ("10%, 20%", "दस प्रतिशत बीस प्रतिशत", True),
        ("10%", "20%", False),
        ("नमस्ते", "जी", True),
    ],
)
def test_values(first: str, second: str, same: bool) -> None:
    grammar = IndicFormatter("hi", model=None).grammar
    assert (values(first, grammar) == values(second, grammar)) is same


def test_a_figure_that_cannot_be_read_has_no_value() -> None:
    assert values("abc12xyz9", IndicFormatter("hi", model=None).grammar) is None


# --- as commands --------------------------------------------------------------------------------------


def command(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, ["evaluate", *arguments, "--lang", "en"])
    return result.exit_code, result.stdout, result.stderr


def test_punctuation_command(tagger: None, tmp_path: Path) -> None:
    file = str(write(tmp_path / "set.txt", "a, b c.\n...\n"))
    code, out, err = command("punctuation", file, "--model", "fake")
    assert (code, err) == (1, "indic-tf: line 2: no words, only marks\n")
    assert "left out, being empty: question" in out
    assert "PER 0.0% (C 2, S 0, D 0, I 0) on 3 words in 1 passages" in out
    assert out.splitlines()[-1].startswith("PUNCT|lang:en|set:set@sha256:")
    made = json.loads(command("punctuation", file, "--model", "fake", "--json")[1])
    assert (made["macro_f1"], made["labels"]["question"]["f1"]) == (1, None)


def test_itn_command(tmp_path: Path) -> None:
    file = str(write(tmp_path / "set.tsv", ROWS))
    code, out, err = command("itn", file, "--errors", "1")
    assert (code, err) == (0, "")
    assert "1 of 2 wrong rows" in out
    assert "₹200 | 200 rupees" not in out, "right rows are not shown"
    assert out.splitlines()[-1].startswith("ITN|lang:en|set:set@sha256:")
    made = json.loads(command("itn", file, "--errors", "1", "--json")[1])
    assert (made["rows"], made["accuracy"], len(made["errors"])) == (4, 0.5, 1)
