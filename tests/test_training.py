"""Training: cleaning, labels, shards, sampling, and a run that learns eight sentences by heart."""

from __future__ import annotations

import lzma
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import yaml

from indic_tf.errors import InputError
from indic_tf.labels import CASE, HEADS, PUNCTUATION, load
from indic_tf.tagging.encode import TYPES, encode
from indic_tf.tagging.predict import Tagger
from indic_tf.training import build, clean, config, scores, shards, tagger
from indic_tf.training.encoded import WordTable, encode_source
from indic_tf.training.label import Labelled, Periods, code, label, tokens
from indic_tf.training.sampling import Sampler, weight_of
from indic_tf.training.schedule import learning_rate

torch.set_num_threads(1)  # these networks are too small to share

SENTENCES = [
    "नमस्ते, आप कैसे हैं?",
    "मैं ठीक हूँ।",
    "राम, श्याम और मोहन आए।",
    "क्या तुम आओगे?",
    "Hello, how are you?",
    "Delhi is in India.",
    "நன்றி, நீங்கள் எப்படி இருக்கிறீர்கள்?",
    "அவர் வந்தார்.",
]
TWO_HEADS = {"punctuation": PUNCTUATION, "case": CASE}
NO_PERIODS = Periods(frozenset(), frozenset())


def labelled(text: str, periods: Periods = NO_PERIODS) -> Labelled:
    return label(tokens(clean.clean(text)), periods)


# --- cleaning and labels


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("(हँसकर) वह आया ।", "वह आया।"),
        ("1. पहला काम ।।", "पहला काम।"),
        ("क्या ?! नहीं", "क्या? नहीं"),
        ("अच्छा.... फिर", "अच्छा… फिर"),
        ("वह — जो आया था — गया।", "वह जो आया था गया।"),
        ("एक,दो", "एक, दो"),
        ("वह गया 😀।", "वह गया।"),
        (", और फिर।", "और फिर।"),
        ("3.5 और 10,000", "3.5 और 10,000"),
        ("آپ کیسے ہیں ؟؟میں ٹھیک ہوں ۔آج،کل", "آپ کیسے ہیں؟ میں ٹھیک ہوں۔ آج، کل"),
    ],
)
def test_clean(raw: str, cleaned: str) -> None:
    assert clean.clean(raw) == cleaned
    assert clean.clean(cleaned) == cleaned


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("वह गया, और नहीं आया।", None),
        ("देखें https://example.org।", "markup"),
        ("वह गया", "no marks"),
        ("1, 2, 3, 4, 5।", "few letters"),
        ("राम, श्याम, मोहन, सीता।", "too many marks"),
    ],
)
def test_coarse_filter(text: str, reason: str | None) -> None:
    assert clean.coarse_reason(text) == reason


@pytest.mark.parametrize(
    ("codes", "reason"),
    [
        ("--,.", None),
        (".", "one word"),
        ("--,-", "no sentence end"),
        ("-" * 90 + ".", "sentence over 80 words"),
        (",,,,.", "comma-heavy"),
    ],
)
def test_fine_filter(codes: str, reason: str | None) -> None:
    marks = [PUNCTUATION.of_marks(mark) for mark in codes]
    assert clean.fine_reason(marks, numbers=0, foreign=0.0) == reason


@pytest.mark.parametrize(
    ("text", "words", "punctuation", "case"),
    [
        ("“नमस्ते,” उसने कहा।", ("नमस्ते", "उसने", "कहा"), "102", "---"),
        ("Is it Delhi? YES; no!", ("is", "it", "delhi", "yes", "no"), "00312", "10120"),
        ("₹25,000 दो।", ("<num>", "दो"), "02", "--"),
        ("राम… आया…", ("राम", "आया"), "-2", "--"),
        ("एम.ए. पास है।", ("एम.ए", "पास", "है"), "002", "---"),
        ("राम - श्याम।", ("राम", "श्याम"), "02", "--"),
    ],
)
def test_labels_are_read_from_the_marks(text: str, words: tuple[str, ...], punctuation: str, case: str) -> None:
    assert labelled(text) == Labelled(words, punctuation, case)


def test_abbreviations_are_learnt_from_the_source() -> None:
    passages = [tokens("डॉ. राम आए. वह गए.")] * 8 + [tokens("वह घर गए. सब आए.")] * 8
    periods = Periods.learn(passages)
    assert periods.abbreviations == {"डॉ"}
    assert labelled("डॉ. राम आए.", periods).punctuation == "002"


def test_a_rare_short_dotted_word_stays_undecided() -> None:
    passages = [tokens("कि. राम आए.")] + [tokens("वह घर चले गए.")] * 8
    assert labelled("कि. राम आए.", Periods.learn(passages)).punctuation[0] == "-"


def test_another_label_set_keeps_its_marks() -> None:
    extended = load(Path(__file__).parents[1] / "data_scripts" / "recipes" / "labels" / "punctuation_extended.yaml")
    made = label(tokens(clean.clean("वह — राम: (श्याम)! क्या?", extended)), NO_PERIODS, extended)
    names = [extended.labels[ord(c) - ord("0")] for c in made.punctuation]
    assert names == ["em_dash", "colon", "exclamation", "question"]


# --- shards and sampling


def write_source(folder: Path, lines: list[str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "stories.txt.xz"
    path.write_bytes(lzma.compress("\n".join(lines).encode()))
    return path


def test_a_source_becomes_shards(tmp_path: Path) -> None:
    lines = [f"{a} {b}, क्या वह आया? हाँ।" for a in ("राम", "सीता", "मोहन") for b in "कखगघचछजझटठडढतथदधनपफबभमयर"]
    source = write_source(tmp_path / "hi", [*lines, lines[0], "वह गया", "x"])
    counts = build.build(source, tmp_path, say=0)
    train, dev = (list(shards.read(tmp_path / f"stories.{split}.tsv.gz")) for split in ("train", "dev"))
    assert counts["kept"] == len(train) + len(dev) == len(lines)
    assert counts["coarse: repeated"] == 1
    assert counts["coarse: no marks"] == 2
    assert all(row.punctuation == "010032" for row in [*train, *dev])
    assert 0 < len(dev) < len(lines) / 20


def test_sources_are_plain_text_or_xz(tmp_path: Path) -> None:
    lines = [f"राम {a}, क्या वह आया? हाँ।" for a in "कखगघचछजझटठडढतथदधनपफबभमयर"]
    packed, plain = write_source(tmp_path / "hi", lines), tmp_path / "hi" / "talk.txt"
    plain.write_text("\n".join(lines), "utf-8")
    (tmp_path / "SOURCES.tsv").touch()
    assert build.sources(tmp_path) == [packed, plain]
    assert [build.source_name(path) for path in (packed, plain)] == ["stories", "talk"]
    counts = [build.build(path, tmp_path / "out", say=0) for path in (packed, plain)]
    assert counts[0] == counts[1]
    assert counts[0]["kept"] == len(lines)


def test_neighbours_share_a_split_and_every_source_has_both() -> None:
    for lines in (60, 1000, 10_000):
        dev = [build.is_dev("hi/x", line, lines) for line in range(lines)]
        assert 0.01 < sum(dev) / lines < 0.05
        assert sum(a != b for a, b in pairwise(dev)) <= 2 * lines / 40 / min(50, lines // 40) + 2


def test_dev_passages_do_not_stand_in_training_shards(tmp_path: Path) -> None:
    a, b = labelled("वह आया।"), labelled("वह गया।")
    shards.write(tmp_path / "x.train.tsv.gz", [a])
    shards.write(tmp_path / "y.dev.tsv.gz", [a, b])
    assert shards.disjoint(tmp_path) == 1
    assert list(shards.read(tmp_path / "y.dev.tsv.gz")) == [b]


def test_a_broken_shard_names_its_line(tmp_path: Path) -> None:
    shards.write(tmp_path / "x.tsv.gz", [Labelled(("a",), "0", "0"), Labelled(("a", "b"), "0", "00")])
    with pytest.raises(InputError, match=r"x\.tsv\.gz:2"):
        list(shards.read(tmp_path / "x.tsv.gz"))


class Letters:
    prefix, suffix, pad_id, unknown_id = (1,), (2,), 0, 3

    def encode_word(self, word: str) -> tuple[int, ...]:
        return tuple(10 + ord(c) % 50 for c in word)


def sampler(tmp_path: Path, **fields: Any) -> Sampler:
    rows = [labelled(text) for text in SENTENCES[:6]] * 5
    shards.write(tmp_path / "s.tsv.gz", rows)
    source = encode_source(tmp_path / "s.tsv.gz", WordTable(Letters().encode_word, 12), TWO_HEADS)
    data = config.Data(shards=tmp_path, languages=("hi",), window=32, short=30, **fields)
    return Sampler({"hi/s": [source]}, data, ("punctuation", "case"), Letters(), seed=0)


def test_labels_sit_on_last_subwords_only(tmp_path: Path) -> None:
    shards.write(tmp_path / "s.tsv.gz", [labelled("Hello, you?")])
    source = encode_source(tmp_path / "s.tsv.gz", WordTable(Letters().encode_word, 12), TWO_HEADS)
    assert source.labels[0].tolist() == [-100] * 4 + [1] + [-100] * 2 + [3]
    assert source.labels[1].tolist() == [-100] * 4 + [1] + [-100] * 2 + [0]
    assert source.words.tolist() == [0, 5, 8]


def test_types_say_script_and_repetition(tmp_path: Path) -> None:
    shards.write(
        tmp_path / "s.tsv.gz", [Labelled(("a", "a"), "00", "00"), Labelled(("a", "क", "b", "क"), "0000", "----")]
    )
    source = encode_source(tmp_path / "s.tsv.gz", WordTable(Letters().encode_word, 12), TWO_HEADS)
    assert (source.types // TYPES).tolist() == [3, 1, 0, 6, 0, 2]  # no passage repeats another
    assert (source.types % TYPES).tolist() == [0, 0, 0, 1, 0, 1]
    assert encode(["a", "क", "b", "क"], Letters()).types[1:-1] == tuple(source.types[2:].tolist())


def test_batches_are_whole_words_between_special_subwords(tmp_path: Path) -> None:
    batches = sampler(tmp_path, blank=0.0).batches(128)
    for batch in islice(batches, 30):
        lengths = batch.attention_mask.sum(1)
        for row, length in enumerate(lengths.tolist()):
            assert batch.input_ids[row, [0, length - 1]].tolist() == [1, 2]
            assert batch.labels["punctuation"][row, length - 2] != -100
            assert (batch.input_ids[row, length:] == 0).all()


def test_single_sentences_end_with_their_mark(tmp_path: Path) -> None:
    batch = next(sampler(tmp_path, short_share=1.0).batches(200))
    last = batch.attention_mask.sum(1) - 2
    assert set(batch.labels["punctuation"].gather(1, last[:, None]).flatten().tolist()) <= {2, 3}


def test_same_seed_same_batches(tmp_path: Path) -> None:
    a, b = (next(sampler(tmp_path).batches(128)).input_ids for _ in range(2))
    assert a.equal(b)


def test_the_first_pattern_that_fits_weighs() -> None:
    rows = [config.SourceWeight(pattern="hi/*", weight=2), config.SourceWeight(pattern="*", weight=3)]
    assert [weight_of(name, rows) for name in ("hi/x", "ta/x")] == [2, 3]


# --- scores and schedule


def test_scores() -> None:
    gold, predicted = np.array([0, 1, 1, 2, -100]), np.array([0, 1, 0, 2, 1])
    made = scores.score(gold, predicted, ("none", "comma", "end"))
    assert (made["comma"].precision, made["comma"].recall) == (1.0, 0.5)
    assert made["end"].f1 == pytest.approx(1.0)
    assert scores.macro_f1(gold, predicted, ("none", "comma", "end")) == pytest.approx((2 / 3 + 1) / 2)


def test_calibration_frees_a_shy_label() -> None:
    gold = np.array([0, 0, 0, 1, 1])
    logits = np.array([[2, 0], [2, 0], [2, 0], [1, 0.5], [1, 0.6]], np.float32)
    bias = scores.calibrate({"hi": (gold, logits)}, ("none", "comma"))
    assert ((logits + np.array(bias)).argmax(1) == gold).all()


def test_of_biases_that_do_as_well_the_smallest_is_taken() -> None:
    gold = np.array([0, 0, 0, 1, 1])
    logits = np.array([[2, 0], [2, 0], [2, 0], [0.3, 0], [0.3, 0.1]], np.float32)  # anything from 0.3 to 2 will do
    assert scores.calibrate({"hi": (gold, logits)}, ("none", "comma")) == [0.0, pytest.approx(0.4)]


def test_the_rate_warms_up_and_ends_at_nothing() -> None:
    settings = config.Training(tokens=1, max_minutes=1, warmup=0.1, learning_rate=1.0)
    rates = [learning_rate(p / 20, settings) for p in range(21)]
    assert [rates[0], max(rates), rates[-1]] == pytest.approx([0.01, 1.0, 0.0])
    assert rates[2:] == sorted(rates[2:], reverse=True)


# --- recipes and a run


def recipe(folder: Path, **training: Any) -> dict[str, Any]:
    return {
        "name": "tiny",
        "licence": "CC0-1.0",
        "description": "Eight sentences.",
        "output": str(folder / "run"),
        "model_folder": str(folder / "model"),
        "data": {"shards": str(folder / "data"), "languages": ["xx"], "window": 64, "short_share": 0.5, "blank": 0.0},
        "tokenizer": {"size": 200},
        "model": {"config": {"embedding_size": 16, "hidden_size": 32, "blocks": ["conv", "attention"]}},
        "training": {"tokens": 40_000, "max_minutes": 2, "batch_tokens": 256, "learning_rate": 5e-3}
        | {"bf16": False, "ema": 0.9, "threads": 1}
        | training,
    }


def tagged(words: str, **tags: str) -> Labelled:
    """A passage with tags, spaces between, for any heads."""
    codes = {head: "".join(code(HEADS[head], name) for name in names.split()) for head, names in tags.items()}
    return Labelled(tuple(words.split()), **codes)


SPOKEN = [
    tagged("पाँच सौ रुपये दो", itn="B-money I-money I-money O", punctuation="none none none end"),
    tagged("उम मैं मैं आया", disfluency="F R_RT C_RT O"),
]


def prepared(folder: Path, **training: Any) -> Path:
    rows = [*map(labelled, SENTENCES), *SPOKEN]
    for split in ("train", "dev"):
        shards.write(folder / "data" / "xx" / f"stories.{split}.tsv.gz", rows * 8)
    path = folder / "recipe.yaml"
    path.write_text(yaml.safe_dump(recipe(folder, **training)), encoding="utf-8")
    return path


def test_eight_sentences_by_heart(tmp_path: Path) -> None:
    folder = tagger.train(prepared(tmp_path))
    rows = [labelled(text) for text in SENTENCES]
    made = Tagger.load(str(folder), device="cpu").tag([row.words for row in rows])
    names = ("none", "comma", "end", "question")
    assert [t.labels["punctuation"] for t in made] == [tuple(names[int(c)] for c in r.punctuation) for r in rows]
    assert made[5].labels["case"] == ("capital", "lower", "lower", "capital")
    spoken = Tagger.load(str(folder), device="cpu").tag([row.words for row in SPOKEN])
    assert spoken[0].labels["itn"] == ("B-money", "I-money", "I-money", "O")
    assert spoken[1].labels["disfluency"] == ("F", "R_RT", "C_RT", "O")
    assert "F1" in (folder / "README.md").read_text(encoding="utf-8")
    report = (tmp_path / "run" / "report.md").read_text(encoding="utf-8")
    assert "| language | spans | boundaries | kind accuracy | money |" in report
    assert "| language | disfluent | O | F | R_RT | C_RT |" in report
    assert (tmp_path / "run" / "report.png").stat().st_size > 1000


def test_a_run_is_taken_up_again(tmp_path: Path) -> None:
    tagger.train(prepared(tmp_path, tokens=2000))
    before = (tmp_path / "run" / "checkpoint.pt").stat().st_mtime_ns
    tagger.train(prepared(tmp_path, tokens=3000), resume=True)
    assert (tmp_path / "run" / "checkpoint.pt").stat().st_mtime_ns > before


def test_a_run_that_lost_its_checkpoint_goes_on_from_before_its_decay(tmp_path: Path) -> None:
    path = prepared(tmp_path, tokens=3000, schedule="wsd", decay=0.5)
    tagger.train(path)
    stable = tmp_path / "run" / "checkpoint_stable.pt"
    (tmp_path / "run" / "checkpoint.pt").unlink()
    before = stable.stat().st_mtime_ns
    tagger.train(path, resume=True)
    assert stable.stat().st_mtime_ns == before  # not passed through again


def test_unknown_keys_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(yaml.safe_dump(recipe(tmp_path, learning_speed=3)), encoding="utf-8")
    with pytest.raises(InputError, match=r"training\.learning_speed"):
        config.load(path)


@pytest.mark.parametrize(
    ("lines", "expected"), [(["बीस रुपये दे दीजिए।"] * 40, "--00"), (["मेरे पास 5 हैं।", "बीस रुपये दे दीजिए।"], "0000")]
)
def test_who_writes_no_figures_teaches_nothing_of_numbers(lines: list[str], expected: str, tmp_path: Path) -> None:
    source = tmp_path / "hi" / "talk.txt"
    source.parent.mkdir()
    source.write_text("\n".join(f"{line} {chr(0x915 + i)}" for i, line in enumerate(lines)), encoding="utf-8")
    build.build(source, tmp_path / "out")
    rows = [row for path in (tmp_path / "out").glob("talk.*.gz") for row in shards.read(path)]
    assert {row.itn[:4] for row in rows if row.words[0] == "बीस"} == {expected}


def test_a_recipe_changes_its_base(tmp_path: Path) -> None:
    """Mapping by mapping; lists and values are replaced, null takes a part away, + puts a list before the base's."""
    base = recipe(tmp_path, tokens=70) | {"distillation": {"teachers": ["y"]}}
    (tmp_path / "base.yaml").write_text(yaml.safe_dump(base), encoding="utf-8")
    (tmp_path / "below").mkdir()
    path = tmp_path / "below" / "r.yaml"
    own = {"base": "../base.yaml", "name": "other", "training": {"seed": 7}, "data": {"languages": ["ta"]}}
    path.write_text(yaml.safe_dump(own | {"distillation": None}), encoding="utf-8")
    made, before = config.load(path), config.load(tmp_path / "base.yaml")
    own["data"] = {"weights+": [{"pattern": "*/talk", "weight": 3}]}
    path.write_text(yaml.safe_dump(own | {"model": {"config": None}}), encoding="utf-8")
    weighted = config.load(path)
    assert weighted.data.weights == (config.SourceWeight(pattern="*/talk", weight=3), *before.data.weights)
    assert (weighted.model.config, before.model.config != {}) == ({}, True)
    assert (made.name, made.training.seed, made.training.tokens) == ("other", 7, 70)
    assert made.data == before.data.model_copy(update={"languages": ("ta",)})
    assert before.distillation
    assert made.distillation is None


@pytest.mark.parametrize(
    ("base", "problem"),
    [("r.yaml", "is its own base"), ("none.yaml", r"no such recipe, which .*r\.yaml names as its base")],
)
def test_a_base_that_cannot_be(base: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(f"base: ../{tmp_path.name}/{base}\n", encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        config.load(path)


def test_missing_shards_say_what_writes_them(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(yaml.safe_dump(recipe(tmp_path)), encoding="utf-8")
    with pytest.raises(InputError, match="build_tagger_data"):
        tagger.train(path)


def test_shipped_recipes_are_valid() -> None:
    folder = Path(__file__).parents[1] / "data_scripts" / "recipes"
    kinds = {"tagger": config.load, "mlm": config.load_language_model}
    kinds["mntp"] = config.load_language_model
    for kind, read in kinds.items():
        found = [*folder.glob(f"{kind}_*.yaml")]
        assert all(read(path).data.languages for path in found)
        assert found or not folder.is_dir()
