"""Disfluencies put into fluent passages of every stable language: what is tagged to go gives back the passage."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby, islice, pairwise
from pathlib import Path

import numpy as np
import pytest

from indic_tf import languages
from indic_tf.errors import InputError
from indic_tf.labels import CASE, DISFLUENCY, HEADS, ITN, PUNCTUATION, REMOVED, case_of
from indic_tf.languages import language
from indic_tf.tagging.encode import NUMBER, tagger_word
from indic_tf.training.disfluency import disfluent, fluent
from indic_tf.training.label import UNKNOWN, Labelled, code
from indic_tf.training.rows import INSIDE, NONE, OUTSIDE, Row, joined, rows
from indic_tf.training.speech import Speech, doubled

STABLE = [lang for lang in languages() if language(lang).status == "stable"]
TAG = {code(DISFLUENCY, label): label for label in DISFLUENCY.labels} | {UNKNOWN: UNKNOWN}
END, COMMA = code(PUNCTUATION, "end"), code(PUNCTUATION, "comma")
BEGIN, WITHIN = code(ITN, "B-cardinal"), code(ITN, "I-cardinal")
ENOUGH = 8  # uses of a word in these few sentences that make it a function word
ADVERBS = {  # an adverb that is a word said twice, among other words
    "hi": "वह धीरे धीरे घर की ओर चला",
    "mr": "तो हळू हळू घरी गेला",
    "gu": "તે ધીમે ધીમે ઘરે ગયો",
    "pa": "ਉਹ ਹੌਲੀ ਹੌਲੀ ਘਰ ਗਿਆ",
    "bn": "সে আস্তে আস্তে বাড়ি গেল",
    "as": "সি লাহে লাহে ঘৰলৈ গ'ল",
    "or": "ସେ ଧୀରେ ଧୀରେ ଘରକୁ ଗଲା",
    "ta": "அவன் மெல்ல மெல்ல வீட்டுக்குப் போனான்",
    "te": "అతను నెమ్మది నెమ్మదిగా పెద్ద పెద్ద అడుగులు వేశాడు",
    "kn": "ಅವನು ಮೆಲ್ಲ ಮೆಲ್ಲ ಮನೆಗೆ ಹೋದನು",
    "ml": "അവൻ മെല്ലെ മെല്ലെ വീട്ടിലേക്ക് പോയി",
    "en": "he walked home very very slowly",
}


def labelled(text: str, numbers: frozenset[str] = frozenset()) -> Labelled:
    """A sentence; runs of ``numbers`` are spans of the ITN head."""
    written = text.split()
    words = [tagger_word(word) for word in written]
    cases = [case_of(word) for word in written]
    spans = [word in numbers for word in words]
    itn = [OUTSIDE if not span else WITHIN if i and spans[i - 1] else BEGIN for i, span in enumerate(spans)]
    return Labelled(
        tuple(words),
        NONE * (len(words) - 1) + END,
        "".join(UNKNOWN if case is None else code(CASE, case) for case in cases),
        "".join(itn),
    )


@cache
def passages(lang: str) -> tuple[Labelled, ...]:
    """Sentences of the language's cases as somebody says them, and one of `ADVERBS`."""
    numbers = frozenset(tagger_word(row["form"]) for row in language(lang).table("numbers"))
    place = Path(__file__).parent / "cases" / lang
    lines = [line for path in sorted(place.glob("*.tsv")) for line in path.read_text(encoding="utf-8").split("\n")]
    said = [line.split("\t")[0] for line in lines if line and not line.startswith("#")]
    return tuple(labelled(text, numbers) for text in [ADVERBS[lang], *said[::5]])


@cache
def speech(lang: str) -> Speech:
    return Speech.learn(language(lang), passages(lang), enough=ENOUGH)


def made(lang: str, rate: float = 0.3, seed: int = 1) -> Iterator[tuple[Labelled, Labelled]]:
    random = np.random.default_rng(seed)
    return ((passage, disfluent(passage, speech(lang), random, rate)) for passage in passages(lang))


def tags(passage: Labelled) -> list[str]:
    return [TAG[tag] for tag in passage.disfluency]


def kept(passage: Labelled) -> list[Row]:
    """The words that stay, without their tags."""
    return [row._replace(disfluency="") for row in rows(passage) if TAG[row.disfluency] not in REMOVED]


def runs(passage: Labelled) -> list[tuple[str, list[str]]]:
    """(tag, words) of every run of words of one tag."""
    spoken = zip(tags(passage), passage.words, strict=True)
    return [(tag, [word for _, word in run]) for tag, run in groupby(spoken, key=lambda pair: pair[0])]


def test_twelve_languages_have_fillers_of_each_kind() -> None:
    assert len(STABLE) == len(ADVERBS) == 12
    for lang in STABLE:
        fillers = speech(lang).fillers
        assert all(fillers.values()), lang
        assert not [sound for sound in fillers["sound"] if " " in sound or sound != tagger_word(sound)], lang


def test_what_goes_is_not_what_was_meant() -> None:
    assert set(DISFLUENCY.labels) - REMOVED == {"O", "C_RT", "C"}


@pytest.mark.parametrize("lang", STABLE)
def test_what_is_left_is_the_passage(lang: str) -> None:
    changed = 0
    for passage, said in made(lang):
        assert {len(said.codes(head)) for head in HEADS} == {len(said.words)}
        assert kept(said) == [row._replace(disfluency="") for row in rows(passage)]
        changed += said.words != passage.words
    assert changed > len(passages(lang)) / 3


@pytest.mark.parametrize("lang", STABLE)
def test_what_goes_has_no_mark_and_is_in_no_span(lang: str) -> None:
    for _, said in made(lang):
        gone = [row for row in rows(said) if TAG[row.disfluency] in REMOVED]
        assert {(row.punctuation, row.itn) for row in gone} <= {(NONE, OUTSIDE)}
        spans = said.itn
        assert all(spans[i - 1] != OUTSIDE for i in range(len(spans)) if spans[i] in INSIDE), "a span was torn"


@pytest.mark.parametrize("lang", STABLE)
def test_every_tag_occurs_where_it_belongs(lang: str) -> None:
    found = set()
    for seed in range(4):
        for _, said in made(lang, seed=seed):
            found |= set(tags(said))
            told = [run for run in runs(said) if run[0] != "F"]
            for (tag, words), (after, again) in zip(told, [*told[1:], ("", [])], strict=True):
                if tag == "R_RT":
                    assert after == "C_RT"
                    assert words[-len(again) :] == again
                if tag == "R":
                    assert after == "C"
                    assert words[:-1] == again[:-1]
    assert found >= {"O", "F", "R_RT", "C_RT", "R", "C", "D"}


@pytest.mark.parametrize("lang", STABLE)
def test_the_same_seed_makes_the_same_passages(lang: str) -> None:
    first, same, other = ([said for _, said in made(lang, seed=seed)] for seed in (3, 3, 4))
    assert first == same != other


@pytest.mark.parametrize("lang", STABLE)
def test_a_doubling_that_is_grammar_stays(lang: str) -> None:
    passage = labelled(ADVERBS[lang])
    words = passage.words
    at = next(i for i in range(len(words) - 1) if words[i] == words[i + 1])
    random = np.random.default_rng(2)
    for _ in range(200):
        said = disfluent(passage, speech(lang), random, 0.5)
        fluently = [word for word, tag in zip(said.words, tags(said), strict=True) if tag == "O"]
        twice = [i for i in range(len(said.words) - 1) if said.words[i : i + 2] == words[at : at + 2]]
        assert words[at] in fluently
        assert [tags(said)[i : i + 2] for i in twice] == [["O", "O"]]


@pytest.mark.parametrize("lang", STABLE)
def test_a_word_alone_is_repeated_only_if_it_is_never_doubled(lang: str) -> None:
    for _, said in islice(made(lang, rate=0.6), 300):
        for tag, words in runs(said):
            if tag == "R_RT" and len(set(words)) == 1:
                assert words[0] in speech(lang).steady - speech(lang).doubled


def test_no_slip_changes_nothing() -> None:
    passage = labelled("मैं कल दिल्ली जाऊँगा")
    said = disfluent(passage, speech("hi"), np.random.default_rng(), 0.0)
    assert said == fluent(passage, speech("hi"))
    assert tags(said) == ["O"] * 4


def test_a_head_of_which_nothing_is_known_stays_so() -> None:
    said = disfluent(Labelled(("मैं", "कल", "दिल्ली", "आया") * 5), speech("hi"), np.random.default_rng(1), 0.5)
    assert len(said.words) > 20
    assert (said.punctuation, said.case, said.itn) == ("", "", "")


def test_a_passage_without_words() -> None:
    assert disfluent(Labelled(()), speech("hi"), np.random.default_rng(1), 0.5) == Labelled(()) == joined([])


def test_written_hesitations_are_undecided() -> None:
    assert tags(fluent(labelled("um he came"), speech("en"))) == [UNKNOWN, "O", "O"]


def test_a_passage_is_made_disfluent_once() -> None:
    said = joined([row._replace(disfluency=code(DISFLUENCY, "F")) for row in rows(labelled("um"))])
    with pytest.raises(InputError, match="not a fluent passage: um"):
        disfluent(said, speech("en"), np.random.default_rng(1), 0.1)


def test_a_wrong_number_is_taken_back_aloud() -> None:
    numbers = speech("en").numbers
    random = np.random.default_rng(1)
    found = 0
    for _ in range(400):
        said = disfluent(labelled("five hundred people came", frozenset(numbers)), speech("en"), random, 0.3)
        told = runs(said)
        for (tag, words), (after, _) in pairwise(told):
            if tag == "R" and words[-1] in numbers:
                assert after == "F"
                assert words[-1] != "five"
                found += 1
    assert found > 5


def test_placeholders_are_no_words() -> None:
    random = np.random.default_rng(1)
    for _ in range(100):
        said = disfluent(Labelled((NUMBER, "people", "came")), speech("en"), random, 0.5)
        for before, after in pairwise(rows(said)):
            assert (before.word, after.word) != (NUMBER, NUMBER)
        assert not {"<", "<n"} & set(said.words)


def test_case_of_what_is_put_in() -> None:
    random = np.random.default_rng(1)
    cases = {
        (row.word, row.case)
        for _ in range(300)
        for row in rows(disfluent(labelled("She came to Delhi"), speech("en"), random, 0.3))[1:]
        if TAG[row.disfluency] == "F"
    }
    assert ("i", code(CASE, "capital")) in cases
    assert ("uh", code(CASE, "lower")) in cases
    assert ("uh", code(CASE, "capital")) not in cases


def test_what_fluent_text_says_twice() -> None:
    text = Labelled(("a", "b", "b", "c", "d", "a", "b", "a", "b", "c"), NONE * 10)
    assert doubled([text]) == {"b", "a b"}
    apart = Labelled(("a", "b", "b", "c"), NONE + END + NONE + END)
    assert doubled([apart]) == frozenset()
    listed = Labelled(("very", "very", "old"), COMMA + NONE + END)
    assert doubled([listed]) == {"very"}
    rare = [Labelled(("the", "the"), NONE * 2), *[Labelled(("the", "man"), NONE * 2)] * 2000]
    assert doubled(rare) == frozenset()
