"""A recogniser's errors: labels stay true, spans stay whole, and the lists of confusions are built from words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scripts import imported
from typer.testing import CliRunner

from indic_tf.errors import TableError
from indic_tf.labels import CASE, DISFLUENCY, HEADS, ITN, PUNCTUATION
from indic_tf.tagging.encode import NUMBER
from indic_tf.training import shards
from indic_tf.training.label import UNKNOWN, Labelled, code
from indic_tf.training.noise import Confusions, Rates, noisy
from indic_tf.training.rows import INSIDE, OUTSIDE

NOTHING = Rates(cut=0, drop=0, foreign=0, substitute=0, unrelated=0, merge=0, split=0)
EVERYTHING = Rates(cut=0.5, drop=0.1, foreign=0.5, substitute=0.5, unrelated=0.1, merge=0.3, split=0.3)
NONE, COMMA, END, QUESTION = (code(PUNCTUATION, name) for name in PUNCTUATION.labels)
LOWER, CAPITAL = code(CASE, "lower"), code(CASE, "capital")
BEGIN, WITHIN = code(ITN, "B-money"), code(ITN, "I-money")
O, F, R_RT, C_RT = (code(DISFLUENCY, name) for name in ("O", "F", "R_RT", "C_RT"))  # noqa: E741
KNOWN = Confusions(
    {"की": (("कि",), (1.0,)), "राज": (("राज़",), (0.5,)), "महल": (("महिला",), (0.1,))}, ("की", "महल", "राज")
)
TEXT = "वह वह पाँच सौ रुपये की किताब लाया क्या आप nato राजमहल हो गए वहाँ <num> लोग थे"
PASSAGE = Labelled(
    tuple(TEXT.split()),
    NONE * 7 + END + NONE * 2 + COMMA + NONE + NONE + QUESTION + NONE * 3 + END,
    UNKNOWN * 10 + code(CASE, "upper") + UNKNOWN * 7,
    OUTSIDE * 2 + BEGIN + WITHIN * 2 + OUTSIDE * 13,
    R_RT + C_RT + O * 16,
)


def heard(passage: Labelled, seed: int = 1, **rates: float) -> Labelled:
    return noisy(passage, KNOWN, np.random.default_rng(seed), Rates(**{**vars(NOTHING), **rates}))


def plain(text: str, marks: str = "") -> Labelled:
    return Labelled(tuple(text.split()), marks)


@pytest.mark.parametrize("seed", range(200))
def test_structures_survive_every_error(seed: int) -> None:
    made = noisy(PASSAGE, KNOWN, np.random.default_rng(seed), EVERYTHING)
    assert made == noisy(PASSAGE, KNOWN, np.random.default_rng(seed), EVERYTHING)
    assert {len(getattr(made, head)) for head in HEADS} == {len(made.words)}
    spans = OUTSIDE + made.itn
    assert all(spans[i - 1] != OUTSIDE for i in range(1, len(spans)) if spans[i] in INSIDE)
    assert BEGIN + WITHIN * 2 in made.itn or BEGIN not in made.itn, "a span is there or it is not"
    assert (R_RT in made.disfluency) == (C_RT in made.disfluency) == (R_RT + C_RT in made.disfluency)


def test_no_error_changes_nothing() -> None:
    assert heard(PASSAGE) == PASSAGE
    assert heard(Labelled(())) == Labelled(())


def test_the_mark_of_a_lost_word_moves() -> None:
    made = heard(plain("मैं nato में गया nato", NONE + COMMA + NONE * 2 + END), foreign=1)
    assert made == plain("मैं में गया", COMMA + NONE + END)


@pytest.mark.parametrize(
    ("own", "lost", "left"),
    [
        *[(NONE, COMMA, COMMA), (COMMA, END, END), (NONE, UNKNOWN, UNKNOWN), (UNKNOWN, QUESTION, QUESTION)],
        *[(END, QUESTION, END), (QUESTION, NONE, QUESTION), (COMMA, NONE, COMMA)],
    ],
)
def test_which_mark_is_left(own: str, lost: str, left: str) -> None:
    assert heard(plain("वह आया ok अब", NONE + own + lost + END), foreign=1).punctuation == NONE + left + END


def test_a_sentence_that_lost_its_first_word_opens_with_a_capital() -> None:
    passage = Labelled(("the", "cat", "sat"), NONE * 2 + END, CAPITAL + LOWER * 2)
    found = {(made.words, made.case) for seed in range(60) for made in [heard(passage, seed, drop=0.4)]}
    assert (("cat", "sat"), CAPITAL + LOWER) in found
    assert (("the", "sat"), CAPITAL + LOWER) in found


def test_something_is_always_heard() -> None:
    assert heard(PASSAGE, drop=1).words
    assert heard(plain("nato"), foreign=1, drop=1).words == ("nato",)


def test_numbers_are_of_no_script() -> None:
    assert heard(plain(f"मैंने {NUMBER} लोग देखे"), foreign=1).words[1] == NUMBER


def test_segments_are_cut_in_mid_sentence() -> None:
    found = set()
    for seed in range(100):
        made = heard(PASSAGE, seed, cut=1)
        assert f" {' '.join(made.words)} " in f" {TEXT} "
        assert made.words[-1] == "थे" or made.punctuation[-1] not in (END, QUESTION), "cut, or too short to be"
        assert len(made.words) >= 3
        found.add(made.words)
    assert len(found) > 30
    assert not [words for words in found if words[0] in ("सौ", "रुपये") or words[-1] in ("पाँच", "सौ")]


def test_one_sentence_without_a_seam_stays_whole() -> None:
    assert heard(plain("हाँ", END), cut=1) == plain("हाँ", END)


def test_a_word_misheard_keeps_its_labels() -> None:
    made = heard(PASSAGE, substitute=1)
    assert made.words[5] == "कि"
    assert [getattr(made, head) for head in HEADS] == [getattr(PASSAGE, head) for head in HEADS]


def test_unknown_words_become_others_of_the_script_but_not_in_spans() -> None:
    made = heard(PASSAGE, unrelated=1)
    assert set(made.words[5:10]) <= set(KNOWN.words)
    assert made.words[2:5] == PASSAGE.words[2:5]
    assert made.words[10] == "nato"
    assert made.words[15] == NUMBER


def test_short_words_are_joined_and_the_last_mark_counts() -> None:
    assert heard(plain("हो गया", NONE + END), merge=1) == plain("होगया", END)
    assert heard(plain("हाँ जी", COMMA + END), merge=1) == plain("हाँ जी", COMMA + END)
    assert heard(plain(f"{NUMBER} जी"), merge=1) == plain(f"{NUMBER} जी")


def test_compounds_are_split_and_the_mark_hangs_on_the_second_part() -> None:
    assert heard(plain("यह राजमहल है", NONE + COMMA + END), split=1) == plain("यह राज महल है", NONE + NONE + COMMA + END)


# --- the lists


def test_a_list_is_read(tmp_path: Path) -> None:
    path = tmp_path / "confusions.tsv"
    path.write_text("# note\nकी\tकि\t0.5\nकी\tके\t0.25\nमैं\tमें\t1\n", encoding="utf-8")
    made = Confusions.read(path)
    assert [made.heard("की", draw) for draw in (0.1, 0.6, 0.9)] == ["कि", "के", "की"]
    assert made.heard("घर", 0.0) == "घर"
    assert made.words == ("की", "मैं")
    assert Confusions.read(tmp_path / "none.tsv") == Confusions({})


@pytest.mark.parametrize("weight", ["much", "0", "1.5", "nan"])
def test_a_bad_weight_is_named(tmp_path: Path, weight: str) -> None:
    path = tmp_path / "confusions.tsv"
    path.write_text(f"की\tकि\t{weight}\n", encoding="utf-8")
    with pytest.raises(TableError, match=r"confusions\.tsv:1: weight is"):
        Confusions.read(path)


@pytest.fixture(scope="module")
def script() -> Any:
    return imported("confusions")


@pytest.mark.parametrize(
    ("one", "two"),
    [
        *[("दिन", "दीन"), ("बात", "बाथ"), ("शाम", "साम"), ("हिन्दी", "हिंदी"), ("गयी", "गई"), ("हैं", "है"), ("के", "का")],
        *[("দিন", "দীন"), ("শেষ", "সেষ"), ("মন", "মণ"), ("மனம்", "மணம்"), ("பள்ளி", "பள்லி"), ("పాలు", "పలు")],
        *[("ਇੱਕ", "ਇਕ"), ("ਹੂੰ", "ਹੂਂ"), ("ಅದು", "ಅದೂ"), ("അവര്", "അവറ്"), ("ମନ", "ମଣ"), ("પાચન", "પાછન")],
    ],
)
def test_neighbours_are_the_same_in_every_script(script: Any, one: str, two: str) -> None:
    assert two in dict(script.neighbours(one))


@pytest.mark.parametrize(
    "pair", ["their there", "right write", "two to", "your you're", "its it's", "hear here", "weak week"]
)
def test_homophones(script: Any, pair: str) -> None:
    one, two = pair.split()
    assert script.sound(one) == script.sound(two) != script.sound("cat")


def test_lists_are_built_from_shards(script: Any, tmp_path: Path) -> None:
    passage = plain("दिन दीन दिन दीन महल घर घर महिला सीता सीता गीता गीता <num> <num>")
    shards.write(tmp_path / "hi" / "tales.train.tsv.gz", [passage])
    result = CliRunner().invoke(script.app, [str(tmp_path), str(tmp_path / "out"), "--language", "hi"])
    assert result.exit_code == 0, result.output
    made = Confusions.read(tmp_path / "out" / "hi" / "confusions.tsv")
    assert {word: others for word, (others, _) in made.others.items()} == {
        "दिन": ("दीन",),
        "दीन": ("दिन",),
        "सीता": ("गीता",),
        "गीता": ("सीता",),
    }
