"""Words that come out as they were given."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indic_tf import IndicFormatter, InputError, Word, languages, replay
from indic_tf.segment import segment
from indic_tf.terms import fixed, letters_of
from indic_tf.terms import given as given_terms

TERMS = ["OnePlus", "चंद्रयान", "वन नेशन", "iQOO 12", "M.S. Dhoni", "हज़ार दीप"]
CASES = [
    ("one plus और ONEPLUS, One-Plus", "OnePlus और OnePlus, OnePlus"),
    ("oneplus's फ़ोन", "OnePlus's फ़ोन"),
    ("चन्द्रमा पर चँद्रयान तीन", "चन्द्रमा पर चंद्रयान तीन"),
    ("वन नेशन के वन हजार", "वन नेशन के 1,000"),
    ("m s dhoni। ms, dhoni", "M.S. Dhoni। ms, dhoni"),
    ("हजार दीप और दो हजार दीपक", "हज़ार दीप और 2,000 दीपक"),
    ("iqoo 12 पच्चीस हजार में", "iQOO 12 25,000 में"),
    ("दो हज़ार दीप", "दो हज़ार दीप"),
    ("“oneplus”", "“OnePlus”"),
    ("phone plus one plusses", "phone plus one plusses"),
]
FMT = IndicFormatter("hi", model=None, terms=TERMS)


@pytest.mark.parametrize(("spoken", "written"), CASES)
def test_terms_come_out_as_given(spoken: str, written: str) -> None:
    made = FMT(spoken)
    assert made.text == written
    assert replay(made.words, made.edits) == written
    assert FMT(written).text == written


@pytest.mark.parametrize("lang", ["ta", "en"])
def test_terms_in_other_languages(lang: str) -> None:
    formatter = IndicFormatter(lang, model=None, terms=["Two Thousand Lights", "இருபது"])
    assert formatter("two thousand lights, இருபது").text == "Two Thousand Lights, இருபது"


def test_terms_need_no_numbers_in_figures() -> None:
    formatter = IndicFormatter("hi", model=None, itn=False, terms=["OnePlus"])
    assert formatter("one plus दो सौ").text == "OnePlus दो सौ"
    assert (
        IndicFormatter("hi", model=None, style="verbatim", terms=["OnePlus"])("one plus दो सौ").text == "OnePlus दो सौ"
    )


def test_a_tagger_changes_no_term() -> None:
    formatter = IndicFormatter("en", terms=["iOne plus", "delhi"])
    made = formatter("ione plus is in delhi i live in delhi")
    assert made.text.startswith("iOne plus is in delhi")
    assert formatter(made.text).text == made.text


def test_another_speaker_s_words_are_no_term() -> None:
    words = [Word("one", speaker="a"), Word("plus", speaker="b"), Word("oneplus", start=1.0, end=2.0)]
    made = FMT(words)
    assert made.text == "one plus OnePlus"
    assert (made.words[-1].start, made.words[-1].end) == (1.0, 2.0)


@pytest.mark.parametrize("terms", ["OnePlus", [""], ["।"], [7], {"a": "b"}])
def test_what_is_no_term_is_refused(terms: Sequence[str]) -> None:
    with pytest.raises(InputError, match="terms"):
        IndicFormatter("hi", model=None, terms=terms)


@settings(deadline=None)
@given(
    st.lists(st.text(st.sampled_from("abऐकी’12 -।"), max_size=6), max_size=6), st.lists(st.text("abकी2 -", max_size=5))
)
def test_edits_write_the_terms_and_nothing_else(words: list[str], terms: list[str]) -> None:
    real = [term for term in terms if letters_of(term)]
    made = segment(" ".join(words))
    edits = fixed(made, [given_terms(real)]).edits
    assert [edit.words for edit in edits] == sorted(edit.words for edit in edits)
    for edit in edits:
        start, end = edit.words
        said = letters_of("".join(word.core for word in made.words[start:end]))
        assert said in map(letters_of, real)
        assert replay([word.text for word in made.words], edits)


@pytest.mark.parametrize("lang", languages())
def test_a_number_word_may_be_a_term_in_every_language(lang: str) -> None:
    """What the grammar converts, it leaves where it is a term."""
    from indic_tf.languages import language

    scale = language(lang).forms("scales", value="1000")[0]
    made = segment(f"{scale} x")
    assert [edit.text for edit in fixed(made, [given_terms([scale])]).edits] == [scale]
