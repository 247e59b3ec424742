"""The span normalizer: any checkpoint of the T5 family, our own vocabulary, and the command that trains one."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

import subprocess
import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
import yaml
from tiny_normalizers import CHECKPOINTS, SIZES, WORDS
from typer.testing import CliRunner

from indic_tf.cli import app
from indic_tf.errors import InputError, ModelError
from indic_tf.labels import IGNORE
from indic_tf.languages import languages
from indic_tf.seq2seq import Request, SpanNormalizer
from indic_tf.seq2seq.pieces import OwnPieces, one_script
from indic_tf.seq2seq.requests import LONGEST_SPAN, limit, prompt
from indic_tf.training.spans import pairs
from indic_tf.training.spans import run as spans
from indic_tf.training.spans.data import PairSampler, encode
from indic_tf.training.spans.pairs import Pair
from indic_tf.training.spans.recipe import PairData
from indic_tf.training.vocabulary import unigram

torch.set_num_threads(1)  # these networks are too small to share


@pytest.fixture(scope="module", params=list(CHECKPOINTS))
def checkpoint(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the hub has it, untrained, of each kind."""
    folder: Path = tmp_path_factory.mktemp(request.param)
    torch.manual_seed(0)
    CHECKPOINTS[request.param](folder)
    return folder


def asked(span: str, lang: str = "hi", **fields: Any) -> Request:
    return Request(lang, tuple(span.split(" ")), ("मुझे",), ("चाहिए",), **fields)


# --- what the network is asked


def test_a_prompt_names_language_task_and_style_and_keeps_ten_words() -> None:
    many = tuple(f"w{i}" for i in range(30))
    told = Request("ta", ("25",), many, many, task="tn", style="native")
    left, right = " ".join(many[-10:]), " ".join(many[:10])
    assert prompt(told) == f"ta tn:native {left} <m> 25 </m> {right}"
    assert prompt(Request("hi", ("दस",))) == "hi itn <m> दस </m>"


def test_marks_and_control_characters_of_a_text_do_not_reach_a_prompt() -> None:
    odd = Request("hi", ("a</m>b\x00", "\ud800c\n"), ("<m>",))
    assert prompt(odd) == "hi itn <m> a b c </m>"


def test_another_task_is_refused() -> None:
    with pytest.raises(InputError, match="'asr'"):
        Request("hi", ("दस",), task="asr")  # type: ignore[arg-type]


def test_importing_it_loads_no_torch() -> None:
    code = "import indic_tf.seq2seq, sys; print([m for m in ('torch', 'transformers') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# --- any checkpoint


def test_answers_are_the_same_each_time_whatever_the_batch(checkpoint: Path) -> None:
    made = SpanNormalizer.load(str(checkpoint), device="cpu")
    told = [asked("दस रुपये"), asked("बीस"), asked("दो बजे", style="native"), asked("₹25", task="tn")] * 3
    first = made.normalize(told)
    assert first == made.normalize(told) == made.normalize(told, batch_size=1)
    assert first[:4] == first[4:8]


def test_a_folder_is_copied_and_loaded_again(checkpoint: Path, tmp_path: Path) -> None:
    made = SpanNormalizer.load(str(checkpoint), device="cpu")
    again = SpanNormalizer.from_pretrained(str(made.save_pretrained(tmp_path / "copy")), device="cpu")
    told = [asked("दस रुपये"), asked("दो")]
    assert again.normalize(told) == made.normalize(told)
    assert again.score(told, [["₹10", "10"], ["2"]]) == made.score(told, [["₹10", "10"], ["2"]])


def test_scores_are_the_chances_of_whole_answers(checkpoint: Path) -> None:
    made = SpanNormalizer.load(str(checkpoint), device="cpu")
    told, candidates = [asked("दस रुपये"), asked("दो")], [["₹10", "", "10 रुपये"], ["2", "₹10"]]
    scores = made.score(told, candidates)
    alone = [[made.score([r], [[c]], batch_size=1)[0][0] for c in row] for r, row in zip(told, candidates, strict=True)]
    assert [len(row) for row in scores] == [3, 2]
    assert all(value < 0 for row in scores for value in row)
    for row, single in zip(scores, alone, strict=True):
        assert row == pytest.approx(single, rel=1e-4)
    assert made.score([], []) == made.score([asked("दो")], [[]])[1:] == []


def test_odd_spans_come_back_within_bounds(checkpoint: Path) -> None:
    made = SpanNormalizer.load(str(checkpoint), device="cpu")
    long = " ".join(["दस"] * 200)
    spans_ = ["", long, "\x00\x07", "a" * 5000, "\u200d\u0301😀", "\ud800", " ".join(["दो"] * LONGEST_SPAN)]
    found = made.normalize([asked(span) for span in spans_])
    assert found[:4] == ["", long, "", "a" * 5000]
    for span, answer in zip(spans_, found, strict=True):
        assert len(answer) <= max(len(span), 4 * limit("itn", 10**9))
    assert made.normalize([]) == []


def test_what_is_no_span_normalizer_says_what_makes_one(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="indic-tf train spans"):
        SpanNormalizer.load(str(tmp_path))
    (tmp_path / "config.json").write_text('{"model_type": "bert"}')
    with pytest.raises(ModelError, match="indic-tf train spans"):
        SpanNormalizer.load(str(tmp_path))


# --- our own vocabulary


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> OwnPieces:
    symbols = [*"0123456789"]
    options: dict[str, Any] = {
        "user_defined_symbols": symbols,
        "byte_fallback": True,
        "pad_id": 0,
        "eos_id": 1,
        "unk_id": 2,
    }
    counts = [(word, 100) for word in ("दस", "बीस", "रुपये", "hi", "10", "100", "25")]
    return OwnPieces(unigram(counts, tmp_path_factory.mktemp("pieces") / "m", 320, 1, **options))


def round_trip(pieces: OwnPieces, text: str, lang: str) -> str:
    (ids,) = pieces.encode([text], [lang])
    assert ids[-1] == pieces.end_id
    return pieces.decode(ids, lang)


@pytest.mark.parametrize("lang", languages())
def test_every_character_survives(lang: str, pieces: OwnPieces) -> None:
    chars = [c for c in map(chr, range(0x21, 0x3000)) if unicodedata.category(c)[0] not in "CZ" and c != "▁"]
    for start in range(0, len(chars), 500):
        text = unicodedata.normalize("NFC", "".join(chars[start : start + 500]) + "😀क्‍ष।॥")
        assert round_trip(pieces, text, lang) == text


def test_related_words_share_pieces_and_every_digit_is_one(pieces: OwnPieces) -> None:
    assert pieces.encode(["દસ"], ["gu"]) == pieces.encode(["दस"], ["hi"]) != pieces.encode(["દસ"], ["hi"])
    (ids,) = pieces.encode(["100 25"], ["hi"])
    assert len({*pieces.encode(["0"], ["hi"])[0]} & {*ids}) == len(pieces.encode(["0"], ["hi"])[0])
    assert sum(pieces.decode([i], "hi").isdigit() for i in ids) == 5


def test_folding_undoes_itself() -> None:
    for lang in languages():
        table = one_script(lang)
        assert all(table[table[char]] == char for char in table)


# --- training


def rows(lang: str, written: Sequence[str], spoken: Sequence[str]) -> list[Pair]:
    """Each written form in both directions, in contexts of two words."""
    made = []
    for i, (figures, said) in enumerate(zip(written, spoken, strict=True)):
        left, right = WORDS[i % 6], WORDS[(i + 1) % 6]
        made.append(Pair("itn", "default", "cardinal", left, said, right, figures))
        made.append(Pair("tn", "default", "cardinal", left, figures, right, said))
    return made


PAIRS = {
    "hi": rows("hi", ("1", "2", "3", "10", "20", "₹100"), ("एक", "दो", "तीन", "दस", "बीस", "सौ रुपये")),
    "gu": rows("gu", ("1", "2", "3", "10", "20", "₹100"), ("એક", "બે", "ત્રણ", "દસ", "વીસ", "સો રૂપિયા")),
    "en": [
        Pair("itn", "default", "cardinal", "the", "one", "half", "one"),
        Pair("itn", "default", "time", "the", "one", "train", "1:00"),
        Pair("itn", "native", "cardinal", "the", "one", "train", "1"),
        Pair("itn", "default", "mixed", "an", "iphone", "", "iPhone"),
        Pair("itn", "default", "mixed", "in", "javascript", "", "JavaScript"),
        Pair("tn", "default", "time", "", "1:00", "", "one o'clock"),
    ],
}


def recipe(folder: Path, **changes: Any) -> Path:
    """A recipe over `PAIRS`, written to a file."""
    for lang, own in PAIRS.items():
        for split in ("train", "dev"):
            pairs.write(folder / "pairs" / lang / f"made.{split}.tsv.gz", own * (4 if split == "train" else 1))
    training = {
        "tokens": 160_000, "max_minutes": 1000, "batch_tokens": 256, "learning_rate": 3.0e-3, "bf16": False,
        "threads": 1, "seed": 3, "ema": 0.97, "evaluate_minutes": 100, "warmup": 0.1,
    }  # fmt: skip
    made = {
        "name": "tiny",
        "licence": "CC-BY-SA-4.0",
        "description": "A few spans.",
        "output": str(folder / "run"),
        "model_folder": str(folder / "model"),
        "data": {"shards": str(folder / "pairs"), "languages": list(PAIRS), **changes.pop("data", {})},
        "tokenizer": {"size": 420},
        "model": {"config": {**SIZES, "d_model": 48, "d_ff": 96}, **changes.pop("model", {})},
        "training": {**training, **changes},
    }
    path = folder / "recipe.yaml"
    path.write_text(yaml.safe_dump(made, allow_unicode=True), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run of the real command."""
    folder = tmp_path_factory.mktemp("run")
    ran = CliRunner().invoke(app, ["train", "spans", str(recipe(folder))])
    assert ran.exit_code == 0, ran.output
    return folder


def told(pair: Pair, lang: str) -> Request:
    left, span, right = (tuple(text.split()) for text in (pair.left, pair.span, pair.right))
    return Request(lang, span, left, right, "itn" if pair.task == "itn" else "tn", pair.style)


def test_thirty_pairs_are_learnt_by_heart(trained: Path) -> None:
    made = SpanNormalizer.load(str(trained / "model"), device="cpu")
    asked_ = [(told(pair, lang), pair.target) for lang, own in PAIRS.items() for pair in own]
    assert len(asked_) == 30
    assert made.normalize([request for request, _ in asked_]) == [answer for _, answer in asked_]


def test_what_was_taught_scores_best(trained: Path) -> None:
    made = SpanNormalizer.load(str(trained / "model"), device="cpu")
    asked_ = [(told(pair, lang), pair.target) for lang, own in PAIRS.items() for pair in own]
    wrong = ["1", "₹20", "10", "iphone", "ત્રણ"]
    scores = made.score([r for r, _ in asked_], [[t, *(w for w in wrong if w != t)] for _, t in asked_])
    assert all(row[0] == max(row) > -1 for row in scores)
    (by_context,) = {tuple(sorted((a, b))) for a, b in [("1:00", "one")]}
    half, train_ = (told(pair, "en") for pair in PAIRS["en"][:2])
    first, second = made.score([half, train_], [by_context, by_context])
    assert (first[0] < first[1], second[0] > second[1]) == (True, True)


def test_a_run_reports_by_language_and_kind(trained: Path) -> None:
    report = (trained / "run" / "report.md").read_text(encoding="utf-8")
    assert "## Dev set: itn" in report
    assert "## Dev set: tn" in report
    assert "| en | 1.000 |" in report
    assert "mixed" in report
    assert (trained / "run" / "report.png").stat().st_size > 1000
    card = (trained / "model" / "README.md").read_text(encoding="utf-8")
    assert "itn" in card
    assert str(trained) not in card


def folder_weights(folder: Path) -> dict[str, list[float]]:
    made = SpanNormalizer.load(str(folder), device="cpu", backend="torch")
    return {name: values.flatten().tolist() for name, values in made._network.state_dict().items()}


@pytest.mark.slow
def test_a_run_that_was_broken_off_ends_where_it_would_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from indic_tf.training.report import Report

    model = {"precision": "int8", "config": {**SIZES, "dropout_rate": 0.1}}
    fields = {"tokens": 1300, "evaluate_minutes": 0, "model": model, "data": {"dev_pairs": 2}}
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    whole = spans.train(recipe(tmp_path / "a", **fields))
    step, count = Report.step, iter(range(10**6))

    def broken(self: Report, *told_: Any) -> None:
        if next(count) == 3:
            raise KeyboardInterrupt
        step(self, *told_)

    with monkeypatch.context() as patched:
        patched.setattr(Report, "step", broken)
        with pytest.raises(KeyboardInterrupt):
            spans.train(recipe(tmp_path / "b", **fields))
    resumed = spans.train(recipe(tmp_path / "b", **fields), resume=True)
    assert folder_weights(whole) == folder_weights(resumed)


def test_steps_begin_with_short_pairs_and_hold_answers_of_many_lengths(pieces: OwnPieces, tmp_path: Path) -> None:
    path = tmp_path / "hi" / "x.train.tsv.gz"
    written = ["1" * (i % 5 + 1) for i in range(60)] + ["1" * 30] * 60
    pairs.write(path, [Pair("itn", "default", "cardinal", "", "दस", "", figures) for figures in written])
    data = PairData(shards=tmp_path, languages=("hi",), warm=0.5)
    sampler = PairSampler({"hi/x": encode(path, pieces, 512)}, data, 0, 1)

    def drawn() -> list[torch.Tensor]:
        return [(sampler.draw(400).labels != IGNORE).sum(1) for _ in range(30)]

    assert all(int(lengths.max()) <= 12 and len(lengths.unique()) > 2 for lengths in drawn())
    sampler.progress = 0.6
    assert any(int(lengths.max()) > 12 for lengths in drawn())


def test_a_checkpoint_is_trained_further(checkpoint: Path, tmp_path: Path) -> None:
    folder = spans.train(recipe(tmp_path, tokens=3000, model={"encoder": str(checkpoint)}, data={"dev_pairs": 2}))
    first, second = (SpanNormalizer.load(str(place), device="cpu", backend="torch") for place in (checkpoint, folder))
    request, answer = told(PAIRS["hi"][0], "hi"), PAIRS["hi"][0].target
    assert second.score([request], [[answer]]) > first.score([request], [[answer]])
    tied = [made._network.lm_head.weight is made._network.shared.weight for made in (first, second)]
    assert tied == [checkpoint.name.startswith("mt5")] * 2


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("data", "shards", "/nowhere"), "no train pairs for hi, gu, en in /nowhere"),
        (("data", "speed", 3), "data.speed"),
        (("model", "config", {"d_model": 32, "num_heads": "many"}), "model.config makes no network"),
    ],
)
def test_a_bad_recipe_is_one_line(change: tuple[str, str, Any], fault: str, tmp_path: Path) -> None:
    path = recipe(tmp_path)
    fields = yaml.safe_load(path.read_text(encoding="utf-8"))
    fields[change[0]][change[1]] = change[2]
    path.write_text(yaml.safe_dump(fields), encoding="utf-8")
    ran = CliRunner().invoke(app, ["train", "spans", str(path)])
    assert ran.exit_code == 2
    assert fault in ran.stderr


def test_the_full_recipe_is_printed() -> None:
    path = Path(__file__).parents[1] / "data_scripts" / "recipes" / "spans_builtin.yaml"
    if not path.is_file():
        pytest.skip("recipes are beside a checkout only")
    ran = CliRunner().invoke(app, ["train", "spans", str(path), "--print-config"])
    shown = yaml.safe_load(ran.stdout)
    assert shown["data"]["languages"]
    assert shown["training"]["schedule"] == "wsd"
