"""The span normalizer of the package: small, faithful, reads misheard number words."""

from __future__ import annotations

from functools import cache

import pytest
from case_tables import CASES

from indic_tf import IndicFormatter, languages
from indic_tf.evaluation.itn import cases, judge
from indic_tf.evaluation.lines import BadLine
from indic_tf.languages import language
from indic_tf.seq2seq import Request, SpanNormalizer
from indic_tf.tagging.predict import find

STABLE = [code for code in languages() if language(code).status == "stable"]


@cache
def normalizer() -> SpanNormalizer:
    return SpanNormalizer.load(device="cpu")


@cache
def formatter(lang: str, own: str | None) -> IndicFormatter:
    made = IndicFormatter(lang, punctuation=False, case=False, normalizer=own)
    if own:
        made.__dict__["normalizers"] = {"mt5": normalizer()}
    return made


def right(lang: str, own: str | None) -> int:
    """How many of the context cases of a language come out as written."""
    bad: list[BadLine] = []
    rows = list(cases(CASES / "context" / f"{lang}.tsv", bad))
    made = formatter(lang, own).map(row.spoken for row in rows)
    return sum(judge(row, one.text, None).right for row, one in zip(rows, made, strict=True))


def test_it_is_small() -> None:
    assert sum(path.stat().st_size for path in find("spans", train="spans").iterdir()) <= 16_000_000


def test_nobody_gets_it_who_does_not_ask() -> None:
    """Without it more small numbers and guesses stay in words."""
    assert all(language(lang).normalizer is None for lang in STABLE)


@pytest.mark.slow
def test_context_is_read_about_as_well_as_by_the_judge_alone() -> None:
    """The judge of readings knows the context by itself; what it is sure of is not asked about."""
    alone, weighed = ({lang: right(lang, own) for lang in STABLE} for own in (None, "builtin"))
    assert all(weighed[lang] >= alone[lang] - 1 for lang in STABLE), (alone, weighed)


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("फीस चौवीस हजार रुपए है", "फीस ₹24,000 है"),
        ("कमरे का किराया पच्छीस हजार रुपये है", "कमरे का किराया ₹25,000 है"),
        ("मुझे पचीच हजार रुपये दे दो", "मुझे ₹25,000 दे दो"),
    ],
)
def test_misheard_words_are_read(said: str, written: str) -> None:
    made = IndicFormatter("hi", punctuation=False, normalizer="builtin")
    assert (made(said).text, formatter("hi", None)(said).text) == (written, said)


@pytest.mark.parametrize(
    ("lang", "task", "span", "written"),
    [
        ("hi", "itn", "पच्चीस हज़ार रुपये", "₹25,000"),
        ("ta", "itn", "நூற்று ஐம்பது ரூபாய்", "₹150"),
        ("en", "itn", "forty two percent", "42%"),
        ("bn", "itn", "পঞ্চাশ টাকা", "₹50"),
    ],
)
def test_what_it_says_of_plain_spans(lang: str, task: str, span: str, written: str) -> None:
    assert normalizer().normalize([Request(lang, tuple(span.split()), (), (), task)]) == [written]  # type: ignore[arg-type]
