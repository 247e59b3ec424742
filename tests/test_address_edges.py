"""Where names of addresses begin and end: what holds for every language, whatever the weights are."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indic_tf import IndicFormatter
from indic_tf.languages import languages
from indic_tf.transliterate import edge_weights
from indic_tf.wfst.address_edges import HANDLE, HOST, LOCAL, MOST_OF_NAME, PART, PAYEE, AddressEdges
from indic_tf.wfst.addresses import Addresses
from indic_tf.wfst.pipeline import grammar

KINDS = (LOCAL, HOST, PAYEE, PART)


@cache
def edges(lang: str) -> AddressEdges:
    return Addresses(grammar(lang)).edges


def words_of(lang: str) -> list[str]:
    """Words that stand in addresses and beside them, signs among them."""
    facts = grammar(lang).language
    tables = (("words", "at"), ("words", "dot"), ("words", "underscore"))
    signs = [form.split(" ")[0] for table, name in tables for form in facts.forms(table, name=name)[:1]]
    names = [row["form"] for row in facts.table("names")][:40]
    return [*signs, *names, *(row["form"].split(" ")[0] for row in facts.table("domains"))][:60]


@pytest.mark.parametrize("lang", languages())
@settings(deadline=None)  # the first word loads what spells
@given(data=st.data())
def test_a_name_is_what_stands_between_signs(lang: str, data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(words_of(lang)), min_size=1, max_size=9))
    place = data.draw(st.integers(0, len(words) - 1))
    kind, found = data.draw(st.sampled_from(KINDS)), edges(lang)
    begin = found.begin(words, place + 1, kind)
    assert place - MOST_OF_NAME < begin <= place
    assert not any(map(found.ends_name, words[begin:place]))
    end = found.end(words, place)
    assert place < end <= place + MOST_OF_NAME
    assert not any(map(found.ends_name, words[place + 1 : end]))


@pytest.mark.parametrize("lang", languages())
def test_no_name_reaches_over_what_is_taken(lang: str) -> None:
    words = words_of(lang)[3:6]
    assert edges(lang).begin(["", *words], 4, HOST) >= 1
    assert edges(lang).begin(words, 3, LOCAL, first=2) == 2
    assert edges(lang).end([words[0], ""], 0) == 1


def test_every_weight_is_of_something_that_is_weighed() -> None:
    kinds = {*KINDS, HANDLE}
    bare = (name.removeprefix("behind ") for name in edge_weights())
    assert [
        name for name in bare if not any(_is_known(one, kinds) for one in (name, name.removeprefix("latin ")))
    ] == []
    assert all(abs(weight) < 20 for weight in edge_weights().values())


def _is_known(name: str, kinds: set[str]) -> bool:
    first, _, rest = name.partition(" ")
    told = (first in kinds and rest.startswith("of ")) or any(f" in {kind} of " in name for kind in kinds)
    return told or first in ("inside", "outside", "before", "all") or " then " in name or " | " in name


@pytest.mark.parametrize(
    ("lang", "words", "kind", "name"),
    [
        ("hi", "दाखिले के लिए ज्ञान गंगा पब्लिक स्कूल", HOST, "ज्ञान गंगा पब्लिक स्कूल"),
        ("hi", "मेरी ईमेल आईडी रमेश चंद्र", LOCAL, "रमेश चंद्र"),
        ("bn", "ফলাফল দেখতে আলোর দিশা ফাউন্ডেশন", HOST, "আলোর দিশা ফাউন্ডেশন"),
        ("ta", "எங்க கடையோட யூபிஐ ஐடி அமுதா டிஃபன் சென்டர்", PAYEE, "அமுதா டிஃபன் சென்டர்"),
        ("en", "please read it on blue lotus schools", HOST, "blue lotus schools"),
    ],
)
def test_a_name_begins_where_the_sentence_ends(lang: str, words: str, kind: str, name: str) -> None:
    said = words.split(" ")
    assert " ".join(said[edges(lang).begin(said, len(said), kind) :]) == name


@pytest.mark.parametrize(
    ("lang", "spoken", "written"),
    [
        ("as", "সাত 9876543210 gmail.com এট ডেছ অ ছি", "79876543210 gmail.com এট ডেছ অ ছি"),
        ("hi", "देखिए amazon.in और लिखिए रवि एट जीमेल डॉट कॉम", "देखिए amazon.in और लिखिए ravi@gmail.com"),
        ("en", "see amazon.in and write to ravi at gmail dot com", "see amazon.in and write to ravi@gmail.com"),
    ],
)
def test_what_is_partly_written(lang: str, spoken: str, written: str) -> None:
    formatted = IndicFormatter(lang, model=None)(spoken).text
    assert formatted == written
    assert IndicFormatter(lang, model=None)(formatted).text == formatted


@pytest.mark.parametrize(
    ("lang", "spoken"),
    [
        ("mni", "wikipedia ꯑꯃ # ac ꯇꯔꯥ forward slash com ꯐꯨꯟ at dot ꯇꯔꯦꯠ dot co #"),
        ("ks", "under score at the rate of … dash at dot yahoo forward slash شےٚہ # under score dash forward slash"),
    ],
)
def test_a_number_in_an_address_has_no_other_spelling(lang: str, spoken: str) -> None:
    assert IndicFormatter(lang, model=None)(spoken).text.endswith(spoken[-1])


@pytest.mark.parametrize(("kind", "lang"), [*product(KINDS, ("hi", "en"))])
def test_what_is_weighed_has_a_value(kind: str, lang: str) -> None:
    said = [*words_of(lang)[3:6]]
    features = [*edges(lang).features_before(said, 1, 3, kind), *edges(lang).features_behind(said, 0, 2)]
    assert features
    assert all(isinstance(name, str) and abs(value) <= 5 for name, value in features)
