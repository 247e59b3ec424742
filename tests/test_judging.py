"""How the judge of readings is fitted: carriers, edited text read aloud, the field, the weights as files."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from indic_tf.errors import TableError
from indic_tf.languages import language
from indic_tf.readings.facts import Facts
from indic_tf.readings.judge import Judge
from indic_tf.readings.proposing import Proposing
from indic_tf.readings.weights import Weights
from indic_tf.segment import segment
from indic_tf.training.judging import carriers, edited, promises
from indic_tf.training.judging.collecting import Collecting, is_held_out
from indic_tf.training.judging.examples import Drawing, Example, allowed, labelled
from indic_tf.training.judging.exporting import exported, write
from indic_tf.training.judging.field import Field
from indic_tf.training.judging.saying import Saying
from indic_tf.training.judging.slots_of_time import SLOTS
from indic_tf.wfst.pipeline import grammar

CARRIERS = """id\tcarrier\tnote
hi001\tमेरी ट्रेन {hm} की है\t
hi002\tइसका दाम {phund} है\t
hi003\tवह तो दो नंबर का माल है\tstays
"""


@pytest.fixture(scope="module")
def facts() -> Facts:
    return Facts(grammar("hi"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "hi.tsv"
    made.write_text(CARRIERS, encoding="utf-8")
    return made


def test_carriers_are_filled_with_numbers_whose_readings_are_known(path: Path, facts: Facts) -> None:
    say = Saying(facts.grammar, Random(1))
    first, _, last = carriers.read(path)
    words, [slot] = carriers.filled(first, say) or ([], [])
    assert words[:2] == ["मेरी", "ट्रेन"]
    assert words[slot.end :] == ["की", "है"]
    right = carriers.Right(words, [slot], facts)
    whole = {one.token.kind for one in Proposing(facts).lattice(words) if right(*one.words, one.span)}
    assert whole == {"time"}
    assert not right(slot.start, slot.start + 1, None)
    assert carriers.filled(last, say) == (list(last.words), [])


@pytest.mark.parametrize("name", SLOTS)
@pytest.mark.parametrize("lang", ["hi", "ta", "bn", "en"])
def test_every_slot_can_be_filled(name: str, lang: str) -> None:
    say = Saying(grammar(lang), Random(2))
    made = [carriers.filled(carriers.Carrier("x1", ("a", f"{{{name}}}", "b")), say) for _ in range(30)]
    found = [one for one in made if one]
    assert found
    for words, slots in found:
        assert all(words)
        assert slots[0].start == 1
        assert slots[-1].end == len(words) - 1


def test_a_carrier_without_a_tab_is_named(tmp_path: Path) -> None:
    path = tmp_path / "hi.tsv"
    path.write_text("id\tcarrier\nhi001\n", encoding="utf-8")
    with pytest.raises(TableError, match="2: expected an id and a carrier"):
        list(carriers.read(path))


def test_paths_that_are_written_as_the_reference_are_right(facts: Facts) -> None:
    drawn = Drawing(facts).draw(segment("दो सौ लोग").words)
    example = labelled(drawn, ["200 लोग"])
    assert example is not None
    taken = {drawn.texts[k] for _, _, k in example.right}
    assert taken == {"200", None}
    assert labelled(drawn, ["300 लोग"]) is None


def test_no_path_is_no_example(facts: Facts) -> None:
    drawn = Drawing(facts).draw(segment("दो सौ लोग").words)
    assert allowed(drawn, lambda start, end, span: span is not None) is None


def _examples(path: Path, names: dict[int, str]) -> list[Example]:
    collecting = Collecting("hi", names)
    return [*collecting.carriers(path, 40)]


def test_a_field_learns_what_tells_readings_apart_and_its_files_say_the_same(path: Path, tmp_path: Path) -> None:
    names: dict[int, str] = {}
    examples = _examples(path, names)
    field, random = Field(), Random(3)
    losses = []
    for _ in range(3):
        random.shuffle(examples)
        losses.append(sum(map(field.step, examples)))
    assert losses[-1] < losses[0] / 5
    assert sum(map(field.is_right, examples)) > 0.95 * len(examples)
    states = {edge[2] for one in examples for edge in one.edges}
    write(exported(set(names.values()), field, states), tmp_path)
    judge, proposing = Judge(Weights.read("hi", tmp_path)), Proposing(Facts(grammar("hi")))
    for text, kind in (("मेरी ट्रेन सात चालीस की है", "time"), ("इसका दाम सात चालीस है", "cardinal")):
        lattice = proposing.lattice(text.split())
        chosen = [
            reading.candidate.span.kind
            for reading in judge.readings(judge.scored(lattice, [*lattice]))
            if reading.chosen
        ]
        assert chosen == [kind]


@pytest.mark.parametrize("lang", ["hi", "ta", "brx"])
def test_what_the_tables_promise_can_be_read(lang: str) -> None:
    """Nearly every promise has a path (a few scale words take no decimals), and its number may not stay."""
    facts = Facts(grammar(lang))
    say = Saying(facts.grammar, Random(3))
    alone, cued = list(promises.alone(say)), list(promises.cued(say, ["xx", "yy", "zz"]))
    assert len(alone) > 200
    cues = [row for row in language(lang).table("cues") if not row["kind"]]
    assert len(cued) == len(cues)
    drawing, looked_at = Drawing(facts), [*alone[::10], *cued[::10]]
    drawn = [drawing.draw(segment(" ".join(promise.words)).words) for promise in looked_at]
    assert not any(promise(promise.start, promise.end, None) for promise in looked_at)
    assert sum(map(bool, map(allowed, drawn, looked_at))) >= 0.95 * len(looked_at)


def test_groups_are_held_out_whole() -> None:
    assert [i for i in range(1, 11) if is_held_out(f"hi{i:03d}")] == [5, 10]


def test_edited_text_is_read_aloud_and_its_figures_are_right(facts: Facts) -> None:
    text = "कंपनी ने 2019 में 250 लोगों को नौकरी दी और ₹2,500 कमाए।"
    [aloud] = edited.examples(edited.sentences([text, "दो लोग आए"], Random(1), 5), facts)
    assert not any(map(str.isdigit, " ".join(aloud.words)))
    lattice = Proposing(facts).lattice(aloud.words)
    right = {one.token.value for one in lattice if aloud(*one.words, one.span)}
    assert "cardinal integer=250" in right
    assert "date year=2019" in right
    assert "date year=250" not in right
