"""Written passages as they are spoken: words and ITN labels line up."""

from __future__ import annotations

import pytest

from indic_tf.labels import ITN
from indic_tf.training import clean
from indic_tf.training.label import UNKNOWN, Labelled, Periods, label, label_of, tokens
from indic_tf.training.spoken import readings, spoken_view, written_view
from indic_tf.training.whole import whole_spans
from indic_tf.wfst.pipeline import grammar

NO_PERIODS = Periods(frozenset(), frozenset())


def views(lang: str, text: str) -> tuple[Labelled, Labelled]:
    passage = tokens(clean.clean(text))
    labelled = label(passage, NO_PERIODS)
    found = readings(passage, grammar(lang))
    return written_view(labelled, found), spoken_view(labelled, found)


def names(labelled: Labelled) -> str:
    """Words and their ITN labels on one line."""
    codes = ["?" if c == UNKNOWN else label_of(ITN, c) for c in labelled.itn]
    return " ".join(word if name == "O" else f"{word}/{name}" for word, name in zip(labelled.words, codes, strict=True))


@pytest.mark.parametrize(
    ("lang", "text", "written", "spoken", "punctuation"),
    [
        (
            "hi",
            "मुझे ₹25,000 चाहिए, दो लोग आए।",
            "मुझे <num>/B-money चाहिए दो लोग आए",
            "मुझे पच्चीस/B-money हज़ार/I-money रुपये/I-money चाहिए दो लोग आए",
            "00001002",
        ),
        (
            "hi",
            "15 अगस्त 1947।",
            "<num>/B-date अगस्त/I-date <num>/I-date",
            "पंद्रह/B-date अगस्त/I-date उन्नीस/I-date सौ/I-date सैंतालीस/I-date",
            "00002",
        ),
        ("ta", "அவர் 21வது ஆள்.", "அவர் <num>/B-ordinal ஆள்", "அவர் இருபத்தொன்றாவது/B-ordinal ஆள்", "002"),
        ("en", "It costs $5.", "it costs <num>/B-money", "it costs five/B-money dollars/I-money", "0002"),
    ],
)
def test_both_views_carry_the_classes(lang: str, text: str, written: str, spoken: str, punctuation: str) -> None:
    seen, said = views(lang, text)
    assert names(seen) == written
    assert names(said) == spoken
    assert said.punctuation == punctuation
    assert len(said.words) == len(said.case) == len(said.disfluency)


def test_figures_that_nobody_looked_at_are_undecided() -> None:
    labelled = label(tokens("1947 में।"), NO_PERIODS)
    assert names(written_view(labelled, None)) == "<num>/? में"


@pytest.mark.parametrize(
    ("lang", "text", "spans"),
    [
        ("hi", "कुल 60 प्रतिशत लोग आए।", "कुल साठ/B-percent प्रतिशत/I-percent लोग आए"),
        ("hi", "कुल 2 हज़ार लोग आए।", "कुल दो/B-cardinal हज़ार/I-cardinal लोग आए"),
        (
            "en",
            "he was born on 25 December, 1960.",
            "he was born on twenty/B-date five/I-date december/I-date nineteen/I-date sixty/I-date",
        ),
        # Two numbers side by side, and numbers with a sentence end between them, are two.
        ("en", "on page 20, 30 people", "on page twenty/B-cardinal thirty/B-cardinal people"),
        ("hi", "कुल 60। प्रतिशत मत देखो।", "कुल साठ/B-cardinal प्रतिशत मत देखो"),
        # What has no figures stays outside.
        ("hi", "कुल साठ प्रतिशत लोग आए।", "कुल साठ प्रतिशत लोग आए"),
    ],
)
def test_a_span_is_as_long_as_the_grammar_reads_it(lang: str, text: str, spans: str) -> None:
    assert names(whole_spans(views(lang, text)[1], grammar(lang))) == spans
