"""What does not belong together is not scored: wrong files, lines in another order, labels without names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from datasets import Dataset, load_dataset
from typer.testing import CliRunner

from indic_tf.cli import app
from indic_tf.errors import InputError
from indic_tf.evaluation import case, disfluency, itn, punctuation, spans
from indic_tf.publishing.tables import FEATURES, dataset

PASSAGES = [
    "Yes, I will come home tomorrow.",
    "What did the doctor say about it?",
    "The train left the station, and we waited.",
    "Bring some water from the old well.",
]
BARE = ["yes i will come home tomorrow", "what did the doctor say about it", "the train left the station and we waited"]
BARE += ["bring some water from the old well"]
FOREIGN = ["कल बारिश होगी क्या", "मुझे पता नहीं था", "वह घर चला गया", "सब लोग आए थे"]
ROWS = ["i paid twenty rupees for tea\tI paid ₹20 for tea", "she walked five kilometres home\tshe walked 5 km home"]
ROWS += ["ten percent of them came back\t10% of them came back", "we met two years ago\twe met 2 years ago"]
WRITTEN = [row.split("\t")[1] for row in ROWS]
SLIPS = ["i uh i want tea\ti want tea", "we we went home\twe went home", "so um the bus left\tthe bus left"]
SLIPS += ["bring uh the water\tbring the water"]
FLUENT = [row.split("\t")[1] for row in SLIPS]
TASKS = {
    "punctuation": (PASSAGES, BARE),
    "case": (PASSAGES, BARE),
    "itn": (ROWS, WRITTEN),
    "disfluency": (SLIPS, FLUENT),
}


def write(path: Path, lines: list[str]) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def command(task: str, *arguments: str) -> tuple[int, str]:
    made = CliRunner().invoke(app, ["evaluate", task, *arguments, "--lang", "en", "--samples", "0"])
    return made.exit_code, made.stderr


@pytest.mark.parametrize("task", TASKS)
def test_lines_in_another_order_are_refused(task: str, tmp_path: Path) -> None:
    reference, output = TASKS[task]
    turned = [*output[2:], *output[:2]]
    files = write(tmp_path / "ref.tsv", reference), write(tmp_path / "out.txt", turned)
    code, err = command(task, *files)
    assert code == 2
    assert "the lines of out.txt are in another order than those of ref.tsv: line 1 has the words of line 3" in err


def test_two_lines_of_many_that_changed_places_are_found(tmp_path: Path) -> None:
    reference = [f"number {'abcdefghij'[i % 10]} of the list has word w{i} x{i} y{i}." for i in range(40)]
    output = [line.rstrip(".") for line in reference]
    output[7], output[30] = output[30], output[7]
    files = tmp_path / "ref.txt", tmp_path / "out.txt"
    for path, lines in zip(files, (reference, output), strict=True):
        write(path, lines)
    assert punctuation.evaluate_output(files[0], files[0], "en").passages == 40
    lines = [
        line.replace("number", f"n{i}").replace("of the list has word", f"p{i} q{i}")
        for i, line in enumerate(reference)
    ]
    output = [line.rstrip(".") for line in lines]
    output[7], output[30] = output[30], output[7]
    for path, rows in zip(files, (lines, output), strict=True):
        write(path, rows)
    with pytest.raises(InputError, match="line 8 has the words of line 31"):
        punctuation.evaluate_output(*files, "en")


@pytest.mark.parametrize("task", TASKS)
def test_files_without_a_word_in_common_are_refused(task: str, tmp_path: Path) -> None:
    files = write(tmp_path / "ref.tsv", TASKS[task][0]), write(tmp_path / "out.txt", FOREIGN)
    code, err = command(task, *files)
    assert code == 2
    assert "out.txt and ref.tsv have hardly any words in common" in err
    assert "from line 1 on" in err


@pytest.mark.parametrize("task", TASKS)
def test_the_line_is_named_where_a_file_is_shorter(task: str, tmp_path: Path) -> None:
    reference, output = TASKS[task]
    files = write(tmp_path / "ref.tsv", reference), write(tmp_path / "out.txt", [output[0], *output[2:]])
    code, err = command(task, *files)
    assert code == 2
    assert "2 on they do not go together" in err


@pytest.mark.parametrize("task", TASKS)
def test_a_bad_system_is_scored(task: str, tmp_path: Path) -> None:
    """It says nothing, or the same all the time, or gets half of the words wrong."""
    reference, output = TASKS[task]
    halves = [" ".join(word if i % 2 else "zzz" for i, word in enumerate(line.split())) for line in output]
    for made in ([""] * 4, [output[0]] * 4, halves):
        files = write(tmp_path / "ref.tsv", reference), write(tmp_path / "out.txt", made)
        assert command(task, *files)[0] == 0, made


def test_utterances_of_another_recording_are_told(tmp_path: Path) -> None:
    def kaldi(name: str, lines: list[str]) -> str:
        return write(tmp_path / name, [f"u{i} {line}" for i, line in enumerate(lines)])

    reference = kaldi("ref", BARE)
    for output, problem in ((BARE[2:] + BARE[:2], "in another order"), (FOREIGN, "hardly any words in common")):
        code, err = command("asr", reference, kaldi("hyp", output))
        assert code == 1
        assert problem in err
        assert "utterance u0" in err
    assert command("asr", reference, reference)[0] == 0


def test_numbers_in_words_and_in_figures_are_the_same_recording(tmp_path: Path) -> None:
    reference = write(tmp_path / "ref", ["u1 2 3 4 5", "u2 7 8 9 6"])
    output = write(tmp_path / "hyp", ["u1 two three four five", "u2 seven eight nine six"])
    made = CliRunner().invoke(app, ["evaluate", "asr", reference, output, "--lang", "en", "--samples", "0"])
    assert (made.exit_code, made.stderr) == (0, "")


# --- columns of data sets ---------------------------------------------------------------------------------


COMMON = {"id": "en/a-1", "source": "a", "document": "d", "seen": "no"}
PUBLISHED: dict[str, dict[str, Any]] = {
    "punctuation": {
        **{"words": ["yes", "i", "will", "come"], "labels": ["comma", "none", None, "end"]},
        **{"case": ["capital", "capital", "lower", "lower"], "text": "Yes, I will come."},
    },
    "itn": {
        **{"kind": "money", "spoken": "i paid twenty rupees", "written": ["i paid ₹20", "i paid {20} rupees"]},
        **{"words": ["i", "paid", "twenty", "rupees"], "tags": ["O", "O", "B-money", "I-money"]},
    },
    "disfluency": {"words": ["uh", "i", "want", "tea"], "tags": ["F", "O", "O", "O"], "fluent": "i want tea"},
}


def published(task: Any, tmp_path: Path) -> Dataset:
    made = dataset({"test": [{**COMMON, **PUBLISHED[task]}]}, FEATURES[task])["test"]
    made.to_parquet(tmp_path / f"{task}.parquet")
    made.to_json(tmp_path / f"{task}.jsonl")
    return load_dataset("parquet", data_files=str(tmp_path / f"{task}.parquet"), split="train")


def test_published_columns_are_scored_as_they_are(tmp_path: Path) -> None:
    for task in PUBLISHED:
        published(task, tmp_path)
    marks = punctuation.evaluate(tmp_path / "punctuation.parquet", "en", model=None)
    assert (marks.passages, marks.words, marks.labels["comma"].reference) == (1, 3, 1)  # one label is open
    assert case.evaluate(tmp_path / "punctuation.parquet", "en", model=None).capitals == 2
    numbers = itn.evaluate(tmp_path / "itn.parquet", "en")
    assert (numbers.overall.right, list(numbers.kinds)) == (1, ["money"])
    output = write(tmp_path / "out.txt", ["i want tea"])
    gone = disfluency.evaluate_output(tmp_path / "disfluency.parquet", Path(output), "en")
    assert (gone.f1, gone.exact) == (1, 1)
    output = write(tmp_path / "out.txt", ["Yes, I will, come."])
    given = punctuation.evaluate_output(tmp_path / "punctuation.parquet", Path(output), "en")
    assert (given.per, given.words) == (0, 3)
    output = write(tmp_path / "out.txt", ["i paid {20} rupees"])
    assert itn.evaluate_output(tmp_path / "itn.parquet", Path(output), "en").overall.right == 1


@pytest.mark.parametrize(("task", "column"), [("punctuation", "labels"), ("itn", "kind"), ("disfluency", "tags")])
def test_numbers_without_names_are_refused(task: str, column: str, tmp_path: Path) -> None:
    published(task, tmp_path)
    code, err = command(task, str(tmp_path / f"{task}.jsonl"))
    assert code == 2
    assert f"{task}.jsonl, line 1: the column '{column}' holds numbers" in err
    assert "Dataset.to_parquet" in err


def test_tags_of_a_table_are_refused_as_numbers(tmp_path: Path) -> None:
    code, err = command("disfluency", write(tmp_path / "d.tsv", ["spoken\ttags", "uh i want tea\t1 0 0 0"]))
    assert code == 2
    assert "d.tsv, line 2: the column 'tags' holds numbers" in err


def test_names_in_place_of_numbers_are_scored(tmp_path: Path) -> None:
    for task, row in PUBLISHED.items():
        write(tmp_path / f"{task}.jsonl", [json.dumps({**COMMON, **row})])
    assert punctuation.evaluate(tmp_path / "punctuation.jsonl", "en", model=None).words == 3
    assert itn.evaluate(tmp_path / "itn.jsonl", "en").overall.right == 1
    output = write(tmp_path / "out.txt", ["i want tea"])
    assert disfluency.evaluate_output(tmp_path / "disfluency.jsonl", Path(output), "en").f1 == 1


def test_a_column_of_a_data_set_knows_its_names(tmp_path: Path) -> None:
    tags = published("disfluency", tmp_path)["tags"]
    assert disfluency.score(tags, tags).labels["F"].f1 == 1
    spoken = published("itn", tmp_path)["tags"]
    assert spans.score_tags(spoken, [["O", "O", "B-money", "I-money"]]).f1 == 1
    numbers: Any = [[0, 1]]
    with pytest.raises(InputError, match=r"sequence 0 .* holds numbers"):
        punctuation.score_labels(numbers, numbers)
    with pytest.raises(InputError, match="not decided"):
        punctuation.score_labels(published("punctuation", tmp_path)["labels"], [["comma", "none", "none", "end"]])


def test_what_is_no_parquet_is_named(tmp_path: Path) -> None:
    code, err = command("punctuation", write(tmp_path / "p.parquet", ["no parquet"]))
    assert (code, err.count("\n")) == (2, 1)
    assert "p.parquet is no Parquet" in err


def test_short_answers_that_are_wrong_are_scored(tmp_path: Path) -> None:
    """Lines of a word or two are alike by chance."""
    reference = ["Yes.", "No.", "Thank you.", "Good morning to you all.", "Where is the station?"]
    output = ["no", "yes", "you are", "good morning to you all", "where is the station"]
    files = write(tmp_path / "ref.txt", reference), write(tmp_path / "out.txt", output)
    assert command("punctuation", *files)[0] == 0


def test_long_files_in_another_order_are_told(tmp_path: Path) -> None:
    reference = [f"a{i} b{i} c{i} d{i}." for i in range(12_000)]
    files = tmp_path / "ref.txt", tmp_path / "out.txt"
    write(files[0], reference)
    write(files[1], reference[6000:] + reference[:6000])
    with pytest.raises(InputError, match="line 1 has the words of line 6001"):
        case.evaluate_output(*files, "en")
