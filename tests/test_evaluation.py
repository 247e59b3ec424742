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
from indic_tf.errors import InputError
from indic_tf.evaluation import case, disfluency, itn, punctuation
from indic_tf.evaluation.lines import BadLine
from indic_tf.evaluation.marks import strip
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
    monkeypatch.setattr("indic_tf.formatter.require_models", lambda *names: None)  # that it has a name is enough


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
    passage = strip(text, EN)
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
    assert (score.per, score.macro_f1, score.macro_f1_with_none) == (None, None, 1)
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
    options = "words:position|macro:no-empty-labels"
    made = f"PUNCT|lang:en|set:news@sha256:{digest}|model:fake|style:default|{options}"
    assert str(score.signature) == f"{made}|version:{__version__}"
    assert str(score.signed(100, 7)) == f"{made}|ci:bootstrap-0.95|samples:100|seed:7|version:{__version__}"


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
    columns = dict(zip(itn.COLUMNS, score.rows.T.tolist(), strict=True))
    assert (score.lines.tolist(), score.kind_of) == ([2, 3, 4, 5], ("percent", "money", "money", "percent"))
    assert columns["right"] == columns["right_loosely"] == [1, 1, 0, 0]
    assert columns["digit_errors"] == [0, 0, 1, 1]
    assert score.errors[0].value_error is True
    assert [answer.output for answer in score.errors] == ["₹200", "10% off"]
    # Words that were not said: 10%, ₹200 and ₹300; "per cent" in row 4, against the output's "10%".
    assert (columns["distance"], columns["length"]) == ([0, 0, 1, 2], [1, 1, 1, 2])
    assert (score.overall.accuracy, score.overall.i_wer) == (1 / 2, 3 / 5)
    assert {kind: made.accuracy for kind, made in score.kinds.items()} == {"percent": 1 / 2, "money": 1 / 2}
    assert [answer.case.line for answer in score.errors] == [4, 5]


def test_the_kind_is_the_name_of_the_file_where_none_is_given(tmp_path: Path) -> None:
    score = itn.evaluate(write(tmp_path / "money.tsv", "ten rupees\t₹10\n"), "en")
    assert list(score.kinds) == ["money"]


def test_no_rows_have_no_accuracy(tmp_path: Path) -> None:
    overall = itn.evaluate(write(tmp_path / "set.tsv", ""), "en").overall
    assert (overall.rows, overall.accuracy, overall.i_wer) == (0, None, None)


@pytest.mark.parametrize("task", ["punctuation", "itn", "case", "disfluency", "compare"])
@pytest.mark.parametrize("content", ["", b"\xff\n"], ids=["empty", "bytes"])
def test_nothing_to_score_is_an_error(task: str, content: str | bytes, tmp_path: Path) -> None:
    file = str(write(tmp_path / "none.txt", content))
    code, out, err = command(task, file, file, *([file] if task == "compare" else []))
    assert (code, out) == (2, "")
    assert "nothing to score in" in err
    assert ("not UTF-8" in err) == bool(content)


def test_a_header_names_all_that_is_needed(tmp_path: Path) -> None:
    score = itn.evaluate(write(tmp_path / "set.tsv", "Spoken\tKIND\tWritten\nten percent\tpercent\t10%\n"), "en")
    assert (score.overall.right, score.overall.rows, list(score.kinds)) == (1, 1, ["percent"])
    with pytest.raises(InputError, match="names columns, but not written"):
        itn.evaluate(write(tmp_path / "set.tsv", "id\tspoken\n1\tten percent\n"), "en")


@pytest.mark.parametrize(
    "row", ["ten percent", "ten percent\t", "\t10%", "a\tb\tc\td", "ten percent\t10% | ", "ten percent\t| 10%"]
)
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


@pytest.mark.parametrize(
    ("reference", "output", "wrong"),
    [
        ("कीमत से 60 प्रतिशत प्रभावित", "कीमत से 60% प्रभावित", False),
        ("कुल 65 हज़ार पेज", "कुल 65,000 पेज", False),
        ("किराया 9000 रुपये से", "किराया ₹9,000 से", False),
        ("कुल 1380 रन", "कुल 1,380 रन", False),
        ("कीमत से 60 प्रतिशत प्रभावित", "कीमत से 60 प्रभावित", True),
        ("कुल 65 हज़ार पेज", "कुल 65 पेज", True),
        ("किराया 9000 रुपये से", "किराया $9,000 से", True),
    ],
)
def test_words_around_figures_are_part_of_the_value(reference: str, output: str, wrong: bool) -> None:
    score = itn.score(["कुछ और"], [reference], [output], "hi")
    assert (score.overall.right, score.errors[0].value_error) == (0, wrong)


def test_a_figure_that_cannot_be_read_has_no_value() -> None:
    assert values("abc12xyz9", IndicFormatter("hi", model=None).grammar) is None


# --- as commands --------------------------------------------------------------------------------------


def command(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, ["evaluate", *arguments, "--lang", "en"])
    return result.exit_code, result.stdout, result.stderr


def test_punctuation_command(tagger: None, tmp_path: Path) -> None:
    file = str(write(tmp_path / "set.txt", "a, b c.\n...\n"))
    code, out, err = command("punctuation", file, "--model", "fake", "--samples", "0")
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


# --- output that was handed in ------------------------------------------------------------------------


def test_given_output_is_scored_line_by_line(tmp_path: Path) -> None:
    reference = write(tmp_path / "news.txt", "A, b c.\n\nWho is it?\n")
    output = write(tmp_path / "sys.txt", "a b, c.\n\nwho is it.\n")
    score = punctuation.evaluate_output(reference, output, "en")
    assert (score.correct, score.substitutions, score.deletions, score.insertions) == (1, 1, 1, 1)
    assert (score.sentence_f1, score.lines.tolist(), score.word_edits.errors) == (1, [1, 3], 0)
    assert f"model:sys@sha256:{hashlib.sha256(output.read_bytes()).hexdigest()[:8]}" in str(score.signature)


@pytest.mark.parametrize(
    ("reference", "output", "counts"),
    [
        ("two hundred rupees, yes.", "₹200, yes.", (2, 0, 0, 0)),  # many words became one
        ("₹200, yes.", "two hundred rupees, yes.", (2, 0, 0, 0)),
        ("a, b c.", "a b, c.", (1, 0, 1, 1)),
        ("a, b c.", "a b x, c.", (1, 0, 1, 1)),
        ("a b, c.", "a c.", (1, 0, 1, 0)),  # the comma of a lost word
        ("a b, c.", "a, c.", (2, 0, 0, 0)),  # … is found behind the word before it
        ("a b.", "um, a b.", (1, 0, 0, 1)),
        ("a b.", "", (0, 0, 1, 0)),
    ],
)
def test_marks_find_each_other_where_words_differ(
    reference: str, output: str, counts: tuple[int, int, int, int]
) -> None:
    score = punctuation.score([reference], [output], "en")
    assert (score.correct, score.substitutions, score.deletions, score.insertions) == counts


def test_manifests_are_reference_and_output_at_once(tmp_path: Path) -> None:
    rows = [{"id": 1, "text": "Yes, no.", "pred_text": "yes no."}, {"id": 2, "text": "B.", "pred_text": "b."}]
    file = write(tmp_path / "manifest.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    score = punctuation.evaluate_output(file, file, "en")
    assert (score.correct, score.deletions) == (2, 1)


def test_bad_records_are_set_aside_with_their_line(tmp_path: Path) -> None:
    reference = write(tmp_path / "r.jsonl", "".join(f'{{"id": {i}, "text": "a."}}\n' for i in range(5)))
    good, other = '{"id": 0, "text": "a."}', '{"id": 9, "text": "a."}'
    output = write(tmp_path / "o.jsonl", f'{good}\n{other}\n[1]\n{{"id": 3}}\n{{\n')
    score = punctuation.evaluate_output(reference, output, "en")
    assert (score.passages, [bad.line for bad in score.bad]) == (1, [2, 3, 4, 5])
    assert "id 1 in r.jsonl, 9 in o.jsonl" in str(score.bad[0])


@pytest.mark.parametrize("more", ["reference", "output"])
def test_files_of_different_lengths_are_refused(more: str, tmp_path: Path) -> None:
    files = [str(write(tmp_path / name, "a.\n" * (2 + (name == more)))) for name in ("reference", "output")]
    code, out, err = command("punctuation", *files)
    assert (code, out) == (2, "")
    assert all(f"{name} has {2 + (name == more)}" in err for name in ("reference", "output"))


BENCHMARK = (
    "id\tkind\tspoken\twritten\tnote\n# a comment\nx1\tmoney\tten rupees\t₹10\t\nx2\tmoney\tsix\t6 | six\tboth\n"
)


@pytest.mark.parametrize("output", ["₹10\nsix\n", "id\n#\n₹10\nsix\n"], ids=["rows", "lines"])
def test_output_for_rows_or_for_lines(output: str, tmp_path: Path) -> None:
    score = itn.evaluate_output(write(tmp_path / "en.tsv", BENCHMARK), write(tmp_path / "o.txt", output), "en")
    assert (score.overall.right, score.overall.rows, list(score.kinds)) == (2, 2, ["money"])


def test_rows_and_output_of_different_lengths_are_refused(tmp_path: Path) -> None:
    files = [str(write(tmp_path / "en.tsv", BENCHMARK)), str(write(tmp_path / "o.txt", "₹10\n"))]
    code, _, err = command("itn", *files)
    assert code == 2
    assert "has 1 lines; it needs one for each of the 2 rows" in err


def test_errors_of_a_row_are_by_one_reference() -> None:
    """The digits are those of the first reference, the value is that of the second: by either, something is wrong."""
    score = itn.score(["one thousand"], [["1 and 000", "1000"]], ["1,000 x"], "en")
    assert score.overall.right == 0
    made = itn.score(["two hundred"], [["₹200", "2 hundred dollars"]], ["$200"], "en").errors[0]
    assert (made.digit_error, made.value_error) in {(True, False), (False, True)}


def test_case_by_hand() -> None:
    """iPhone is lost, India is missed, USA is right, Is is too much; marks do not count."""
    score = case.score(["My iPhone, India and USA is."], ["My phone india, and USA Is"])
    assert (score.capitals, score.wrong) == (4, 2)
    assert (score.m_wer, score.m_wer_mixed) == (1 / 2, 1)
    assert (score.labels["capital"].precision, score.labels["capital"].recall) == (1 / 2, 1 / 2)
    assert score.labels["upper"].f1 == 1
    assert score.cer == pytest.approx(4 / len("My iPhone India and USA is"))
    assert score.cer_without_case == pytest.approx(1 / len("My iPhone India and USA is"))


def test_disfluency_by_hand(tmp_path: Path) -> None:
    rows = "i uh i want tea\ti want tea\nuh um no\t\tF F O\nbad row\nyes\tyes\tF F\n"
    file, output = write(tmp_path / "d.tsv", rows), write(tmp_path / "o.txt", "i i want tea\nno\n\n\n")
    score = disfluency.evaluate_output(file, output, "en")
    assert (score.removed.reference, score.removed.predicted, score.removed.hits) == (4, 3, 3)
    assert (score.f1, score.exact) == (6 / 7, 1 / 2)
    assert [bad.line for bad in score.bad] == [3, 4]


def test_tags_of_our_own_output_are_scored(tmp_path: Path) -> None:
    file = write(tmp_path / "d.tsv", "uh i i want\t\tF R_RT C_RT O\n")
    made = {"text": "…", "edits": [], "disfluencies": [{"words": [0, 1], "tag": "F"}, {"words": [1, 2], "tag": "D"}]}
    score = disfluency.evaluate_output(file, write(tmp_path / "o.jsonl", json.dumps(made) + "\n"), "en")
    assert (score.f1, score.exact) == (1, 1)
    assert (score.labels["F"].f1, score.labels["R_RT"].recall, score.labels["D"].precision) == (1, 0, 0)


def test_compare_command(tmp_path: Path) -> None:
    reference = write(tmp_path / "r.txt", "a, b c.\n" * 40)
    files = [write(tmp_path / "good.txt", "a, b c.\n" * 40), write(tmp_path / "bad.txt", "a b c.\n" * 40)]
    code, out, err = command("compare", str(reference), *map(str, files), "--samples", "99")
    assert (code, err) == (0, "")
    per = next(line for line in out.splitlines() if line.startswith("per")).split()
    assert per == ["per", "0.0%", "50.0%", "-50.0", "(-50.0", "to", "-50.0)", "0.010", "*"]
    assert "on 40 sentences that both answered" in out
    made = json.loads(command("compare", str(reference), *map(str, files), "--json")[1])
    assert made["figures"]["macro_f1"]["a"] == 1
    assert "test:paired-bootstrap+randomization" in made["signatures"][0]


@pytest.mark.parametrize("task", ["punctuation", "itn", "case", "disfluency"])
def test_a_system_is_no_better_than_itself(task: str, tmp_path: Path) -> None:
    reference = write(tmp_path / "r.tsv", "um two hundred Rupees\ttwo hundred Rupees\n" * 5)
    output = str(write(tmp_path / "o.txt", "₹200 Rupees,\n" * 5))
    code, out, _ = command("compare", str(reference), output, output, "--task", task, "--samples", "20", "--json")
    assert code == 0
    found = [figure for figure in json.loads(out)["figures"].values() if figure["p"] is not None]
    assert found
    assert all((figure["difference"], figure["interval"], figure["p"]) == (0, [0, 0], 1) for figure in found)


def test_case_command(tmp_path: Path) -> None:
    files = [str(write(tmp_path / name, text)) for name, text in (("r.txt", "To India.\n"), ("o.txt", "to India\n"))]
    code, out, err = command("case", *files, "--samples", "0")
    assert (code, err) == (0, "")
    assert "M-WER 50.0% (1 of 2 words with a capital)" in out


def test_disfluency_command(tmp_path: Path) -> None:
    files = [str(write(tmp_path / name, text)) for name, text in (("r.tsv", "uh no\tno\n"), ("o.txt", "no\n"))]
    code, out, err = command("disfluency", *files, "--samples", "9")
    assert (code, err) == (0, "")
    assert "exactly the right words 100.0% (100.0–100.0) of 1 texts" in out
