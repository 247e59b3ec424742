"""Tag scripts: what they say, that they say everything the grammar writes, and a model that learns them by heart."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import torch
import yaml
from typer.testing import CliRunner

from indic_tf import languages
from indic_tf.cli import app
from indic_tf.edit_tags import DELETE, JOIN, SELF, Vocabulary, apply, encode
from indic_tf.errors import InputError, ModelError
from indic_tf.languages import language
from indic_tf.seq2seq import Request
from indic_tf.styles import PRESETS
from indic_tf.tag_converter import HEAD, TAGS, Inventory, TagConverter
from indic_tf.tagging.predict import Tagger
from indic_tf.training.spans import edits, pairs, tags
from indic_tf.training.spans.pairs import Pair
from indic_tf.training.values import KINDS, draw
from indic_tf.training.wording import said
from indic_tf.wfst.alignment import align, matched
from indic_tf.wfst.pipeline import grammar

torch.set_num_threads(1)  # these networks are too small to share

STABLE = [code for code in languages() if language(code).status == "stable"]
DEFAULT = PRESETS["default"]


def script(lang: str, words: str, text: str, style: str = "default") -> str | None:
    """The tags that write ``words`` as ``text``, with spaces between."""
    aligned = align(grammar(lang), words.split(), text, PRESETS[style])
    found = encode(words.split(), text, aligned.sources) if aligned else None
    return " ".join(found) if found else None


# --- what tags say


@pytest.mark.parametrize(
    ("lang", "words", "text", "expected"),
    [
        ("hi", "पच्चीस हज़ार चार सौ रुपये", "₹25,400", "_25 , 4 00 _₹<<1"),
        ("hi", "दो करोड़ तीन", "2,00,00,003", "_2 ,00,00,00 3"),
        ("hi", "दो सौ पाँच रुपये पचास पैसे", "₹205.50", "_2 0 5 _₹<<1 .50 DELETE"),
        ("hi", "बारह प्रतिशत", "12%", "_12 %"),
        ("hi", "साढ़े तीन बजे", "3:30 बजे", "DELETE _3:30 SELF"),
        ("hi", "पंद्रह अगस्त उन्नीस सौ सैंतालीस", "15 अगस्त 1947", "_15 SELF _19 DELETE 47"),
        ("ta", "ஐந்தில் மூன்று", "3/5", "/5>>1 _3"),
        ("en", "half past three p m", "3:30 PM", ":30>>1 DELETE _3 DELETE _PM"),
        ("en", "twenty five thousand and one rupees", "₹25,001", "_2 5 ,00 DELETE 1 _₹<<1"),
        ("en", "abc dot xyz at gmail dot com", "abc.xyz@gmail.com", "SELF . JOIN @ JOIN . JOIN"),
        ("en", "iphone", "iPhone", "_iPhone"),
    ],
)
def test_the_grammar_says_which_word_wrote_what(lang: str, words: str, text: str, expected: str) -> None:
    assert script(lang, words, text) == expected
    assert apply(words.split(), expected.split()) == text


@pytest.mark.parametrize(
    ("words", "text", "style", "expected"),
    [
        ("पच्चीस हज़ार रुपये", "Rs 25000", "default", "_25 000 _Rs_<<1"),  # a spelling that the grammar has not
        ("दस रुपये", "₹१०", "native", "_१० _₹<<1"),
        ("पच्चिस हजर रुपये", "₹25,000", "default", "_25 ,000 _₹<<1"),  # misheard
        ("पच्चीसहज़ार चार्र", "25,004", "default", "_25 ,004"),  # written as one word
        ("चार सात आढ चार नौ", "47849", "default", "_4 7 8 4 9"),
        ("जी दस लोग", "जी 10 लोग", "default", "SELF _10 SELF"),  # a word too many
    ],
)
def test_what_the_grammar_cannot_read_is_aligned_with_what_it_says(
    words: str, text: str, style: str, expected: str
) -> None:
    assert script("hi", words, text, style) == expected


def test_other_figures_are_not_aligned() -> None:
    assert script("hi", "नमस्ते जी", "₹500") is None
    assert align(grammar("hi"), ["दस"], "₹7,31,000", DEFAULT) is None


def test_words_are_matched_in_order() -> None:
    assert matched(["double", "five"], ["dabal", "faiv"]) == [0, 1]
    assert matched(["one", "two", "three"], ["onetwo", "thre"]) == [0, 0, 1]


@pytest.mark.parametrize(
    ("tags", "text"),
    [
        (["_$<<9", SELF, JOIN], "$bc"),
        ([DELETE, DELETE, DELETE], ""),
        (["x>>9", "y<<1", "z>>2"], "yxz"),
        (["", ">>1", "_"], ">>1"),
        ([JOIN, "_5_", "kg"], "a 5 kg"),
    ],
)
def test_any_tags_make_some_text(tags: list[str], text: str) -> None:
    assert apply(["a", "b", "c"], tags) == text


def test_what_tags_cannot_say() -> None:
    assert encode(["a", "b"], "1 2 3", [0, None, 1, None, 0]) is None  # one word in two places
    assert encode(["a"], " 1", [None, 0]) is None
    assert encode(["a_b", "c"], "a_b_c", [0, 0, 0, None, 1]) == ("SELF", "\uff3fc")
    assert apply(["a_b", "c"], ["SELF", "\uff3fc"]) == "a_b_c"


# --- everything that the grammar writes


@pytest.mark.parametrize("lang", STABLE)
def test_every_class_of_every_language_can_be_tagged(lang: str) -> None:
    found, rules, random = grammar(lang), language(lang), Random(lang)
    wrong = []
    for kind in KINDS:
        for _ in range(4):
            token = draw(kind, rules, random)
            words = said(token, found, random) if token else None
            text = found.verbalize(token, DEFAULT) if token else None
            if words and text:
                aligned = align(found, words, text, DEFAULT)
                made = encode(words, text, aligned.sources) if aligned else None
                if made is None or apply(words, made) != text:
                    wrong.append((words, text))
    assert not wrong


def test_a_vocabulary_holds_what_is_frequent() -> None:
    texts = [("_2", "5", SELF), ("_2", "0", DELETE), ("_2", "5")]
    small = Vocabulary.of(texts, 5)
    assert small.labels == (SELF, DELETE, JOIN, "_2", "5")
    assert small.counts["_2"] == 3
    assert small.encode(["twenty", "five"], "25", [0, 1]) == ("_2", "5")
    assert small.encode(["twenty", "six"], "26", [0, 1]) is None


# --- pairs, and a model of them

SPANS = [
    ("hi", "money", "मुझे", "पच्चीस हज़ार रुपये", "चाहिए", "₹25,000"),
    ("hi", "percent", "कुल", "बारह प्रतिशत", "छूट है", "12%"),
    ("hi", "time", "कल", "साढ़े तीन बजे", "मिलेंगे", "3:30 बजे"),
    ("hi", "cardinal", "वहाँ", "एक सौ पाँच", "लोग थे", "105"),
    ("hi", "none", "यह", "अच्छी बात", "है", "अच्छी बात"),
    ("ta", "fraction", "இது", "ஐந்தில் மூன்று", "பங்கு", "3/5"),
    ("ta", "money", "எனக்கு", "ஐந்து ரூபாய்", "வேண்டும்", "₹5"),
]
"""Language, class, left, span, right, what is written."""


def shards(folder: Path) -> Path:
    """The pairs of `SPANS` as shards of tags; rows of another task and style lie between them."""
    for lang in ("hi", "ta"):
        own = [Pair("itn", "default", *rest) for code, *rest in SPANS if code == lang]
        others = [Pair("tn", "default", "cardinal", "", "10", "", "x"), Pair("itn", "native", "none", "", "x", "", "x")]
        for split in ("train", "dev"):
            source = folder / "pairs" / lang / f"spans.{split}.tsv.gz"
            pairs.write(source, own * 6 + others)
            counts = edits.build(source, folder / "tags" / lang / source.name, grammar(lang))
            assert counts == {"kept": 6 * len(own) + 1}
    return folder / "tags"


def recipe(folder: Path) -> Path:
    fields: dict[str, Any] = {
        "name": "tiny",
        "licence": "CC0-1.0",
        "description": "Seven spans.",
        "output": str(folder / "run"),
        "model_folder": str(folder / "model"),
        "tags": 40,
        "data": {"shards": str(folder / "tags"), "languages": ["hi", "ta"], "short": 64, "window": 64}
        | {"short_share": 0.6, "question_share": 0, "blank": 0},
        "tokenizer": {"size": 150},
        "model": {"config": {"embedding_size": 16, "hidden_size": 48, "blocks": ["conv", "attention"]}}
        | {"precision": "int8"},
        "training": {"tokens": 40_000, "max_minutes": 2, "batch_tokens": 256, "learning_rate": 1e-2}
        | {"bf16": False, "ema": 0.9, "threads": 1},
    }
    path = folder / "recipe.yaml"
    path.write_text(yaml.safe_dump(fields, allow_unicode=True), encoding="utf-8")
    return path


def requests() -> list[Request]:
    return [Request(lang, tuple(s.split()), tuple(a.split()), tuple(b.split())) for lang, _, a, s, b, _ in SPANS]


def test_a_model_writes_its_pairs_by_heart(tmp_path: Path) -> None:
    shards(tmp_path)
    done = CliRunner().invoke(app, ["train", "tags", str(recipe(tmp_path))])
    assert done.exit_code == 0, done.output
    model = TagConverter.load(str(tmp_path / "model"), device="cpu")
    answers = [text for *_, text in SPANS]
    assert model.normalize(requests()) == answers
    for own, other in model.score(requests(), [(text, "9") for text in answers]):
        assert other < own <= 0
    said_back = [Request("hi", ("10",), task="tn"), Request("hi", ())]
    assert model.normalize(said_back) == ["10", ""]
    kept = Inventory.read(tmp_path / "model" / TAGS)
    assert kept.style == "default"
    assert kept.tags.labels == Tagger.load(str(tmp_path / "model"), device="cpu").heads[HEAD].labels
    assert kept.tags.counts["_₹<<1"] == 12
    report = (tmp_path / "run" / "report.md").read_text(encoding="utf-8")
    assert "| language | changed words | changed runs | kept words |" in report
    assert "Same label in int8" in report


def test_a_number_in_the_context_is_undecided() -> None:
    pair = Pair("itn", "default", "cardinal", "सत्तर साल से", "दस", "लोग", "10")
    made = edits.edited(pair, grammar("hi"))
    assert made is not None
    assert made.tags == ("?", SELF, SELF, "_10", SELF)


def test_bad_rows_and_folders_are_named(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv.gz"
    edits.write(path, [edits.Edited("default", ("a", "b"), (SELF,))])
    with pytest.raises(InputError, match=r"x\.tsv\.gz:1: 2 words, but 1 tags"):
        list(edits.read(path))
    (tmp_path / TAGS).write_text(json.dumps({"style": "default"}), encoding="utf-8")
    with pytest.raises(ModelError, match="train tags"):
        Inventory.read(tmp_path / TAGS)
    with pytest.raises(InputError, match="build_tags"):
        tags.train(recipe(tmp_path))


def test_the_shipped_recipe_is_valid() -> None:
    path = Path(__file__).parents[1] / "data_scripts" / "recipes" / "tags_small.yaml"
    assert tags.load(path).style in PRESETS
