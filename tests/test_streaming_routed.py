"""Live text of any language: it is found out, it may change, and the same words give the same text however cut."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from functools import cache

import pytest
from case_tables import formatter
from test_streaming import SPOKEN, cut, document, streamed

from indic_tf import InputError, languages
from indic_tf.routed import RoutedFormatter

HINDI = "मुझे पच्चीस हजार रुपये चाहिए क्या आप दे सकते हैं कल सुबह दस बजे तक मैं आ जाऊँगा"
TAMIL = "எனக்கு இருபத்தைந்தாயிரம் ரூபாய் வேண்டும் நாளை காலை பத்து மணிக்கு வருகிறேன் நன்றி"
ENGLISH = "i have to pay two hundred and fifty rupees tomorrow morning and then we will go home"


@cache
def routed() -> RoutedFormatter:
    return RoutedFormatter(formatter)


@pytest.mark.parametrize("lang", [lang for lang in languages() if SPOKEN[lang]])
def test_one_language_is_as_its_own_stream(lang: str) -> None:
    words = document(lang, seed=2, words=24)
    only = RoutedFormatter(formatter, among=[lang])
    assert streamed(only.stream(4), words) == streamed(formatter(lang).stream(4), words)


@pytest.mark.parametrize(("said", "lang"), [(HINDI, "hi"), (TAMIL, "ta"), (ENGLISH, "en")])
def test_the_first_words_say_the_language(said: str, lang: str) -> None:
    assert streamed(routed().stream(4), said.split()) == formatter(lang)(said).text


@pytest.mark.parametrize("parts", [*itertools.permutations((HINDI, TAMIL, ENGLISH), 2)])
def test_a_change_of_language_is_found(parts: Sequence[str]) -> None:
    langs = {HINDI: "hi", TAMIL: "ta", ENGLISH: "en"}
    words = " ".join(parts).split()
    expected = " ".join(formatter(langs[part])(part).text for part in parts)
    assert streamed(routed().stream(8), words) == expected
    for place in range(1, len(words), 5):
        assert streamed(routed().stream(8), cut(words, [place])) == expected, place


def test_same_in_any_pieces() -> None:
    chance = random.Random(3)
    words = f"{HINDI} {ENGLISH} {TAMIL} {HINDI} {TAMIL}".split()
    whole = streamed(routed().stream(4), [" ".join(words)])
    for _ in range(12):
        places = chance.sample(range(1, len(words)), chance.randint(1, 12))
        assert streamed(routed().stream(4), cut(words, places)) == whole, places


def test_positions_count_from_the_start() -> None:
    words = f"{HINDI} {ENGLISH} {TAMIL}".split()
    stream = routed().stream(3)
    made = [w for word in words for w in stream.push(word).words] + [*stream.finish().words]
    assert [w.words[0] for w in made] == [0, *(w.words[1] for w in made)][:-1]
    assert made[-1].words[1] == len(words)
    assert all([one.text for one in w.source] == words[slice(*w.words)] for w in made)


def test_partials_and_pauses() -> None:
    stream = routed().stream(4)
    words = ENGLISH.split()
    shown = [stream.push(" ".join(words[: i + 1]), replace=True) for i in range(len(words))]
    assert shown[1].tentative == "i have"
    assert "₹250" in "".join(update.committed for update in shown) + shown[-1].tentative
    text = "".join(update.committed for update in [*shown, stream.push(ENGLISH), stream.flush()])
    assert text == formatter("en")(ENGLISH).text
    assert stream.push("और पाँच सौ रुपये").tentative.startswith(" ")
    assert stream.finish().committed
    with pytest.raises(InputError, match="finished"):
        stream.push("one")


def test_line_breaks_stay() -> None:
    said = HINDI + "\n" + ENGLISH
    for pieces in (said.splitlines(keepends=True), [HINDI, "\n" + ENGLISH], [said]):
        assert streamed(routed().stream(8), pieces).count("\n") == 1


def test_nothing_and_few_words() -> None:
    stream = routed().stream()
    assert not stream.push("").tentative
    assert stream.push("12").tentative == "12"
    assert stream.push("दो").tentative.split()[0] == "12"
    assert stream.finish().committed.split()[0] == "12"
    with pytest.raises(InputError, match="right_context"):
        routed().stream(0)
