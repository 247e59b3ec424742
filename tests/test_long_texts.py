"""The work for a text grows with its length, not with its square, and nothing of a long text is kept behind it."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from case_tables import formatter

from indic_tf import IndicFormatter, Style
from indic_tf.convert import convert
from indic_tf.document import Segment, Word
from indic_tf.readings import choosing
from indic_tf.readings.facts import Facts
from indic_tf.readings.judge import _stretches
from indic_tf.readings.paths import LINK, NUMBER, OTHER, Edge, best, probabilities
from indic_tf.segment import segment

TWICE = 2.2  # as many words may be this much more work
SAID = {
    "en": "it cost twenty five thousand rupees at five thirty in the evening and three lakh more ",
    "hi": "शाम साढ़े पाँच बजे पच्चीस हजार रुपये और तीन लाख लोग मिले ",
    "ta": "மாலை ஐந்து மணிக்கு இருபத்தைந்தாயிரம் ரூபாய் மூன்று லட்சம் பேர் வந்தார்கள் ",
}
PLAIN = "मेरे गाँव में आज बहुत बारिश हुई और पच्चीस हजार रुपये का नुकसान हुआ फिर सब लोग घर आए कल तक सब ठीक रहेगा"
DIGITS = {"en": "one four seven two nine ", "hi": "एक चार सात दो नौ ", "ta": "ஒன்று நான்கு ஏழு இரண்டு ஒன்பது "}


class Looked(tuple[Word, ...]):
    """Words that count how many of them were looked at."""

    seen = 0

    def __iter__(self) -> Iterator[Word]:
        for word in tuple.__iter__(self):
            self.seen += 1
            yield word

    def __getitem__(self, at: Any) -> Any:
        found = tuple.__getitem__(self, at)
        self.seen += len(found) if isinstance(at, slice) else 1
        return found


@pytest.mark.parametrize("lang", SAID)
@pytest.mark.parametrize("style", [Style(), Style(hours="24"), Style(ranges="words")], ids=["12", "24", "words"])
def test_an_amount_is_written_without_a_look_at_all_other_words(lang: str, style: Style) -> None:
    rules, seen = formatter(lang).grammar, []
    for times in (20, 40):
        words = segment(SAID[lang] * times).words
        spans, looked = rules.spans([word.core for word in words]), Looked(words)
        assert len(convert(Segment(looked), spans, rules, style).spans) >= times
        seen.append(looked.seen)
    assert seen[1] <= TWICE * seen[0]


@pytest.mark.parametrize("lang", DIGITS)
def test_digits_in_a_row_are_not_walked_over_from_each_of_them(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    is_digit, asked = Facts.is_digit, [0]

    def counted(self: Facts, word: str) -> bool:
        asked[-1] += 1
        return is_digit(self, word)

    monkeypatch.setattr(Facts, "is_digit", counted)
    said = Random(1).choices(DIGITS[lang].split(), k=300)  # in no order that comes again, as in loops of recognisers
    IndicFormatter(lang, model=None)(" ".join(said[:150]))
    asked.append(0)
    IndicFormatter(lang, model=None)(" ".join(said))
    assert 0 < asked[1] <= TWICE * asked[0]


def text_of(draw: Random) -> tuple[list[str], list[Edge]]:
    """The states of some words, and candidates among them."""
    states = draw.choices([OTHER, NUMBER, LINK, "cardinal"], [6, 2, 1, 1], k=draw.randint(1, 24))
    starts = [draw.randrange(len(states)) for _ in range(draw.randint(0, 6))]
    ends = [min(start + draw.randint(1, 3), len(states)) for start in starts]
    kinds = draw.choices(["cardinal", "money", "time"], k=len(starts))
    return states, [Edge(a, b, kind, draw.gauss(0, 2)) for a, b, kind in zip(starts, ends, kinds, strict=True)]


def chosen(states: Sequence[str], candidates: Sequence[Edge], start: int, end: int) -> tuple[set[Edge], dict[int, Any]]:
    """The candidates of the best path through some words, and how probable each is, by its identity."""
    kept = [Edge(i - start, i + 1 - start, state, 0.0) for i, state in enumerate(states) if start <= i < end]
    here = [one for one in candidates if start <= one.start < end]
    edges = [*kept, *(Edge(one.start - start, one.end - start, one.state, one.score) for one in here)]
    path, shares = best(end - start, edges, beside), probabilities(end - start, edges, beside)
    return {here[i - len(kept)] for i in path if i >= len(kept)}, {
        id(one): share for one, share in zip(here, shares[len(kept) :], strict=True)
    }


def beside(before: str, behind: str) -> float:
    return float(Random(f"{before} {behind}").gauss(0, 1))


def test_the_best_path_is_that_of_each_stretch() -> None:
    for number in range(300):
        states, candidates = text_of(Random(number))
        covered = {i for one in candidates for i in range(one.start, one.end)}
        stretches = list(_stretches(states, covered))
        assert all(any(a <= i < b for a, b in stretches) for i in covered)
        whole, shares = chosen(states, candidates, 0, len(states))
        parts = [chosen(states, candidates, *stretch) for stretch in stretches]
        assert set().union(*(path for path, _ in parts)) == whole, number
        found = {one: share for _, several in parts for one, share in several.items()}
        assert found == pytest.approx(shares), number


def test_nothing_of_a_long_text_is_kept_behind_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "_RECENT", 1000)  # words
    made, draw = IndicFormatter("hi", model=None), Random(2)
    text = " ".join(draw.choices(PLAIN.split(), k=3000))
    made(text[:1000])
    gc.collect()
    tracemalloc.start()
    try:
        words = len(made(text).words)
        gc.collect()
        left, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert words > 2000
    assert left < most / 5, f"{left / words:.0f} of {most / words:.0f} bytes a word"
