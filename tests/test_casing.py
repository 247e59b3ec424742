"""Capitals of Latin words: abbreviations, where sentences begin, what is for machines."""

from __future__ import annotations

from functools import cache

import pytest

from indic_tf import IndicFormatter, languages
from indic_tf.document import Tagged
from indic_tf.formatter import IndicFormatter as Formatter
from indic_tf.labels import HEADS
from indic_tf.sentences.facts import facts
from indic_tf.sentences.marks import is_short


@cache
def formatter(lang: str) -> IndicFormatter:
    return IndicFormatter(lang)


@pytest.mark.parametrize(
    ("lang", "text", "written"),
    [
        ("en", "dr. rao met mr. patil at 5 p.m. on m.g. road", "Dr. Rao met Mr. Patil at 5 p.m. on M.G. Road."),
        ("en", "tata motors ltd. announced profits", "Tata Motors Ltd. announced profits."),
        ("en", "she works for tata motors ltd. she is happy", "She works for Tata Motors Ltd. She is happy."),
        ("en", "bring rice, dal etc. from the shop", "Bring rice, dal etc. from the shop."),
        ("en", "he left at 5 p.m. he came back at 6 p.m.", "He left at 5 p.m. He came back at 6 p.m."),
        ("en", "smt. devi came at 9 a.m. today", "Smt. Devi came at 9 a.m. today."),
        ("en", "the u.s. is a big country. it is far", "The U.S. is a big country. It is far."),
        ("en", "he has a ph.d. in physics", "He has a Ph.D. in physics."),
        ("en", "this is approx. 5 km from here", "This is approx. 5 km from here."),
        ("en", "i ate a fig. it was sweet", "I ate a fig. It was sweet."),
        ("en", "he said no. then he left the room", "He said, no. Then he left the room."),
        ("en", "please pay rs. 500 to the shop", "Please pay Rs. 500 to the shop."),
        ("en", "please pay rs 500 to him", "Please pay Rs 500 to him."),
        ("hi", "मुझे rs. 500 दो", "मुझे Rs. 500 दो।"),
        ("ta", "எனக்கு rs 500 வேண்டும்", "எனக்கு Rs 500 வேண்டும்."),
        ("hi", "mr. शर्मा आए और tata motors ltd. ने कहा", "Mr. शर्मा आए और Tata Motors Ltd. ने कहा।"),
    ],
)
def test_abbreviations(lang: str, text: str, written: str) -> None:
    assert formatter(lang)(text).text == written
    assert formatter(lang)(written).text == written


class AllCapitals:
    """Calls every word upper, and no word the last of its sentence."""

    heads = HEADS
    windows = None

    def tag(self, texts: list[list[str]]) -> list[Tagged]:
        def of(words: list[str]) -> Tagged:
            labels = {"punctuation": ("none",) * len(words), "case": ("upper",) * len(words)}
            shares = {name: (1.0,) * len(words) for name in labels}
            return Tagged(labels, shares, shares)

        return [of(words) for words in texts]


@pytest.mark.parametrize("lang", languages())
def test_abbreviations_are_written_as_their_table_has_them(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a tagger says, in every language."""
    monkeypatch.setattr(Formatter, "tagger", AllCapitals())
    made = IndicFormatter(lang, itn=False)("see prof. x at tata ltd. 4 rs. 500 or vs. rs 500 etc. x").text
    assert made == "SEE Prof. X AT TATA Ltd. 4 Rs. 500 OR vs. Rs 500 etc. X"


def test_what_an_abbreviation_is() -> None:
    known = facts("en")
    assert is_short("Ltd", "Motors", "announced", known)
    assert is_short("no", "at", "12", known)
    assert not is_short("no", "said", "then", known)
    assert is_short("kg", "5", "of", known)
    assert not is_short("in", "came", "he", known)
    assert is_short("m.g", "on", "road", known)
    assert not is_short("house", "the", "he", known)
    assert is_short("ltd", "", "", known)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("bn", "dui lakh taka"),
        ("bn", "dui koti taka"),
        ("en", "twenty three and a half lakh rupees"),
        ("hi", "do lakh rupees"),
    ],
)
def test_a_scale_word_behind_its_figure_keeps_its_small_letters_when_it_comes_again(lang: str, said: str) -> None:
    once = formatter(lang)(said).text
    assert any(map(str.isdigit, once))
    assert formatter(lang)(once).text == once
