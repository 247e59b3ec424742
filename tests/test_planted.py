"""Values as people say them, planted into passages: labels line up, values can be read back, the rest stays."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
import regex

from indic_tf import languages, tables
from indic_tf.labels import DISFLUENCY, HEADS, ITN, PUNCTUATION
from indic_tf.languages import SCHEMAS, language
from indic_tf.resources import folder
from indic_tf.training import entities, renewed, values
from indic_tf.training.label import Labelled, Periods, code, label, tokens
from indic_tf.training.planted import carriers, plant, planted, standalone
from indic_tf.training.renewed import labelled_spans
from indic_tf.training.spoken import readings, spoken_view
from indic_tf.training.wording import means, said
from indic_tf.wfst import compiled
from indic_tf.wfst.pipeline import grammar

STABLE = [lang for lang in languages() if language(lang).status == "stable"]
DRAWS = 50
NO_PERIODS = Periods(frozenset(), frozenset())
TEXTS = {
    "hi": ["मुझे ₹25,000 चाहिए, क्या आप दे सकते हैं?", "वह 15 अगस्त 1947 को, 10 किलोमीटर दूर, 250 लोगों से मिला।", "घर चलो।"],
    "ta": ["எனக்கு ₹25,000 வேண்டும், தர முடியுமா?", "அவர் 250 பேரை, 10 கிலோமீட்டர் தொலைவில் சந்தித்தார்.", "வீட்டுக்கு வா."],
    "en": ["I need ₹25,000, can you lend it?", "He met 250 people, 10 kilometres away.", "Let us go home."],
}


@cache
def passages(lang: str) -> tuple[Labelled, ...]:
    made = []
    for text in TEXTS[lang]:
        cut = tokens(text)
        made.append(spoken_view(label(cut, NO_PERIODS), readings(cut, grammar(lang))))
    return tuple(made)


def draws(lang: str, count: int = 60) -> Iterator[tuple[Labelled, Labelled]]:
    """Passages with what was planted into them."""
    rng = random.Random(lang)
    for i in range(count):
        passage = passages(lang)[i % len(passages(lang))]
        if made := planted(passage, grammar(lang), rng):
            yield passage, made


def known_kinds(lang: str) -> list[str]:
    return [kind for kind in entities.KINDS if kind in carriers(lang)]


@pytest.mark.slow
@pytest.mark.parametrize("lang", STABLE)
def test_a_carrier_holds_a_span_that_is_read_back(lang: str) -> None:
    """For every kind, 19 of 20 spans say the value that was drawn; the rest are values that sound like another."""
    wrong: Counter[str] = Counter()
    speaker = grammar(lang)
    for kind in known_kinds(lang):
        rng = random.Random(f"{lang} {kind}")
        drawn = [token for _ in range(DRAWS) if (token := entities.draw(kind, speaker, rng))]
        spoken = [(token, words) for token in drawn if (words := said(token, speaker, rng))]
        assert len(spoken) >= 0.8 * DRAWS, kind
        lost = [f"{token.value}: {' '.join(words)}" for token, words in spoken if not means(token, words, speaker)]
        wrong[kind] = len(lost)
        print("\n".join([f"{lang} {kind}", *lost]) if lost else "", end="")
    assert not [kind for kind, count in wrong.items() if count > DRAWS // 20], wrong


@pytest.mark.parametrize("lang", STABLE)
def test_codes_line_up(lang: str) -> None:
    for kind in known_kinds(lang):
        made = standalone(grammar(lang), random.Random(kind), [kind])
        assert made is not None, kind
        assert {len(made.codes(head)) for head in HEADS} == {len(made.words)}
        assert len(labelled_spans(made)) == 1
        assert set(made.disfluency) == {code(DISFLUENCY, "O")}
        assert made.punctuation[-1] in {code(PUNCTUATION, "end"), code(PUNCTUATION, "question")}
        for (start, end), _ in labelled_spans(made):
            assert set(made.punctuation[start : end - 1]) <= {code(PUNCTUATION, "none")}


@pytest.mark.parametrize("lang", TEXTS)
def test_the_rest_of_the_passage_stays(lang: str) -> None:
    places = set()
    for passage, made in draws(lang):
        before = next(i for i in range(len(made.words)) if made.words[: i + 1] != passage.words[: i + 1])
        after = len(passage.words) - before
        while made.words[len(made.words) - after :] != passage.words[len(passage.words) - after :]:
            after -= 1
        assert before + after <= len(passage.words)
        assert all(label in ITN.labels for _, kind in labelled_spans(made) for label in (f"B-{kind}", f"I-{kind}"))
        places.add((before == 0, after == 0))
    assert len(places) >= 3


@pytest.mark.parametrize("lang", TEXTS)
def test_a_number_is_renewed_in_its_place(lang: str) -> None:
    rng = random.Random(lang)
    for passage in passages(lang)[:2]:
        made = renewed.renewed(passage, grammar(lang), rng)
        assert made is not None
        assert made.words != passage.words
        kinds = [[kind for _, kind in labelled_spans(p)] for p in (passage, made)]
        assert kinds[0] == kinds[1]
        outside = [[w for w, c in zip(p.words, p.itn, strict=True) if c == code(ITN, "O")] for p in (passage, made)]
        assert outside[0] == outside[1]


def test_a_renewed_number_keeps_its_ending() -> None:
    passage = Labelled(("ஐந்தாயிரத்துக்கு", "வாங்கினேன்"), "02", "--", code(ITN, "B-cardinal") + "0", "00")
    for seed in range(5):
        made = renewed.renewed(passage, grammar("ta"), random.Random(seed))
        assert made is not None
        (start, end), _ = labelled_spans(made)[0]
        assert grammar("ta").spans(made.words[start:end])[0].token.fields["suffix"] == "க்கு"


@pytest.mark.parametrize("lang", TEXTS)
def test_the_same_seed_plants_the_same(lang: str) -> None:
    made = [list(plant(passages(lang) * 5, grammar(lang), random.Random(7), 0.8)) for _ in range(2)]
    assert made[0] == made[1]
    assert 0 < len(made[0]) < 5 * len(passages(lang))


@pytest.mark.parametrize("kind", values.KINDS)
def test_a_value_depends_on_the_seed_alone(kind: str) -> None:
    drawn = [values.draw(kind, language("hi"), random.Random(3)) for _ in range(2)]
    assert drawn[0] == drawn[1]


def test_kinds_narrow_what_is_planted() -> None:
    for seed in range(10):
        made = standalone(grammar("hi"), random.Random(seed), ["percent"])
        assert made is not None
        assert [kind for _, kind in labelled_spans(made)] == ["percent"]


def test_a_passage_without_a_place_is_left_out() -> None:
    assert planted(Labelled(("घर",), "0"), grammar("hi"), random.Random(1)) is None


@pytest.mark.parametrize("lang", STABLE)
def test_frames(lang: str) -> None:
    """Enough of each kind, all of them short and with one value."""
    rows = list(tables.read(folder("grammars") / lang / "carriers.tsv", *SCHEMAS["carriers"]))
    counts = Counter(row["kind"] for row in rows)
    assert {"telephone", "pin", "pan", "vehicle", "account", "email", "web"} <= {k for k, n in counts.items() if n >= 4}
    assert {"money", "time", "date", "percent", "measure"} <= {k for k, n in counts.items() if n >= 4}
    assert counts.keys() <= set(entities.KINDS)
    for row in rows:
        frame = row["frame"].split(" ")
        assert [regex.sub(r"[?,]$", "", word) for word in frame].count("{}") == 1, row["frame"]
        assert 2 <= len(frame) <= 9, row["frame"]


def test_tables_of_training_are_no_part_of_a_grammar() -> None:
    tables = {path.name for path in compiled._ingredients("hi")}
    assert (folder("grammars") / "hi" / "carriers.tsv").is_file()
    assert "numbers.tsv" in tables
    assert "carriers.tsv" not in tables
