"""Rules propose, a judge chooses: the protocol, the limits of every rule, what is never written."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path

import pytest

from indic_tf import IndicFormatter
from indic_tf.errors import InputError
from indic_tf.evaluation import itn_rows
from indic_tf.evaluation.lines import BadLine
from indic_tf.evaluation.rules import count
from indic_tf.languages import language, languages
from indic_tf.readings.choosing import Chooser
from indic_tf.readings.facts import Facts
from indic_tf.readings.orders import is_ordered_in_pairs
from indic_tf.readings.proposing import Proposing
from indic_tf.readings.weights import Weights
from indic_tf.segment import segment
from indic_tf.styles import Style
from indic_tf.wfst.pipeline import grammar
from indic_tf.wfst.runtime import Transducer

ROOT = Path(__file__).parent
TEXTS = {"hi": "सात चालीस की ट्रेन में दो सौ लोग थे", "en": "the seven forty train had two hundred people"}
COMPOSITIONS = 2.0
"""At most so many of the grammar's a text, on average: what time goes into, whatever the machine."""


def limits() -> list[tuple[str, str, str, str]]:
    rows = csv.reader((ROOT / "readings.tsv").read_text(encoding="utf-8").splitlines(), delimiter="\t")
    return [(row[0], row[1], row[2], row[3]) for row in rows if row and not row[0].startswith("#")]


@cache
def proposing(lang: str) -> Proposing:
    return Proposing(Facts(grammar(lang)))


@cache
def formatter(lang: str) -> IndicFormatter:
    return IndicFormatter(lang, model=None)


@pytest.mark.parametrize(("rule", "lang", "words", "expected"), limits())
def test_limits_of_rules(rule: str, lang: str, words: str, expected: str) -> None:
    said = words.split()
    found = [one for one in proposing(lang).lattice(said) if one.words == (0, len(said))]
    if expected == "-":
        assert not [one.token.value for one in found if one.rule == rule]
    else:
        assert expected in [one.token.value for one in found]


@pytest.mark.parametrize("lang", languages())
def test_every_rule_has_a_name_of_its_own_and_says_what_it_finds(lang: str) -> None:
    rules = proposing(lang).rules
    assert len({rule.name for rule in rules}) == len(rules)
    assert all(rule.about and rule.name == rule.name.lower() for rule in rules)


@pytest.mark.parametrize("lang", TEXTS)
def test_spans_say_which_rule_they_are_from(lang: str) -> None:
    fmt = formatter(lang)
    assert [span.rule for span in fmt(TEXTS[lang]).spans] == ["hour-minute", "grammar"]
    assert {"hour-minute", "grammar", "guess-pair"} <= fmt.rules.keys()


@pytest.mark.parametrize("lang", TEXTS)
def test_a_rule_can_be_switched_off(lang: str) -> None:
    without = IndicFormatter(lang, model=None, rules_off=["hour-minute"])
    assert "7:40" in formatter(lang)(TEXTS[lang]).text
    assert "7:40" not in without(TEXTS[lang]).text
    assert "hour-minute" not in without.rules


def test_a_rule_that_is_none_is_named() -> None:
    with pytest.raises(InputError, match="no rule is called 'gess-pair'"):
        IndicFormatter("hi", model=None, rules_off=["gess-pair"])("दस")
    with pytest.raises(InputError, match="rules_off"):
        IndicFormatter("hi", model=None, rules_off="guess-pair")


def test_readings_are_all_there_with_their_probabilities() -> None:
    readings = formatter("hi").readings("सात चालीस की ट्रेन")
    by_value = {reading.candidate.token.value: reading for reading in readings}
    time, price = by_value["time hour=7 minute=40"], by_value["cardinal integer=740"]
    assert time.chosen
    assert not price.chosen
    assert price.probability < 0.1 < 0.9 < time.probability <= 1
    assert {name for name, _ in time.evidence}
    assert sum(reading.probability for reading in readings if reading.candidate.words == (0, 2)) <= 1.0001


def test_rules_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "rows.tsv"
    path.write_text("सात चालीस की ट्रेन\t7:40 की ट्रेन\nदो सौ लोग\t300 लोग\n", encoding="utf-8")
    found = count(itn_rows.cases(path, []), IndicFormatter("hi", model=None, punctuation=False))
    by_rule = {one.rule: one for one in found.rules}
    assert (by_rule["hour-minute"].chosen, by_rule["hour-minute"].right) == (1, 1)
    assert (by_rule["grammar"].chosen, by_rule["grammar"].right, by_rule["grammar"].precision) == (1, 0, 0.0)
    assert (found.texts, found.right) == (2, 1)


def test_lines_that_cannot_be_read_are_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "texts.txt"
    path.write_bytes("दो सौ लोग\n\n".encode() + b"\xff\n" + "तीन सौ लोग\n".encode())
    bad: list[BadLine] = []
    found = count(itn_rows.texts(path, bad), IndicFormatter("hi", model=None, punctuation=False))
    assert (found.texts, found.right) == (2, None)
    assert list(map(str, bad)) == ["line 3: not UTF-8 at byte 1"]


@pytest.mark.parametrize("lang", languages())
def test_half_of_a_number_is_never_written(lang: str) -> None:
    """A scale word behind a figure that is there, before a number in words."""
    facts, fmt = language(lang), formatter(lang)
    scale = next(row["form"] for row in facts.table("scales") if row.number("value") == 1000 and not row["role"])
    five = next(row["form"] for row in facts.table("numbers") if row["value"] == "5" and not row["role"])
    for text in (f"84 {scale} {five}", f"1.02 {scale} {five}"):
        assert scale in fmt(text).text


NEVER = [
    ("hi", "एक लाख करोड़ दो लाख करोड़", "cardinal integer=10000020000000000000"),
    ("hi", "एक करोड़ दो करोड़ रुपये", "money currency=INR integer=100000020000000"),  # two amounts
    ("hi", "पाँच से दस हज़ार लोग", "range high=10000 integer=5 to=1"),  # 5,000 is the lower end
    ("hi", "दो से तीन सौ लोग", "range high=300 integer=2 to=1"),
    ("hi", "5 दशमलव दो प्रतिशत", "percent fraction=2 integer=0"),
    ("hi", "84 लाख लोग", "cardinal integer=100000"),
    ("gu", "એક લાખ pachhas હજાર", "cardinal integer=100000"),
    ("or", "ଚାଳିଶରୁ ପଚାଶ ହଜାର ଲୋକ", "cardinal integer=50000"),  # the scale is that of both
    ("en", "twenty-twenty five", "cardinal integer=5"),
    ("ta", "விழாவில் திரு", "whitelist when=name written=திரு."),  # a title without a name
]
EVER = [
    ("hi", "एक करोड़ दस लाख बीस हज़ार करोड़ रुपये", "money currency=INR integer=110200000000000"),
    ("hi", "एक करोड़ दस लाख अस्सी करोड़ रुपये", "money currency=INR integer=110000800000000"),
    ("hi", "एक करोड़ दो करोड़ रुपये", "money currency=INR integer=20000000"),
    ("hi", "दस लाख करोड़ रुपये", "money currency=INR integer=10000000000000"),
    ("en", "two hundred thousand three hundred people", "cardinal integer=200300"),
    ("hi", "एक से दस हज़ार तक", "range high=10000 integer=1 to=1"),
    ("hi", "पाँच से सौ लोग", "range high=100 integer=5 to=1"),
    ("hi", "एक लाख लोग", "cardinal integer=100000"),
]


CUTS = [  # words; where candidates that begin with them may end
    ("चौबीस लाख सत्तावन हज़ार तीन सौ बारह", {1, 6, 7}),  # behind hundreds a list may begin, behind thousands none
    ("दो हज़ार तीन सौ लोग", {1, 4}),
    ("दो हज़ार पाँच लोग", {1, 2, 3}),  # 2,000 five people
    ("लाख सात सौ लोग", {1, 3}),  # a lakh, 700
]


@pytest.mark.parametrize(("text", "ends"), CUTS)
def test_a_number_is_not_cut_where_it_goes_on(text: str, ends: set[int]) -> None:
    assert {one.words[1] for one in proposing("hi").lattice(text.split()) if one.words[0] == 0} == ends


@pytest.mark.parametrize(("digits", "ordered"), [("34353942", True), ("343539", False), ("34394235", False)])
def test_pairs_in_order_are_no_code(digits: str, ordered: bool) -> None:
    assert is_ordered_in_pairs(digits) == ordered


def test_the_part_of_the_day_belongs_to_its_time() -> None:
    readings = formatter("hi").readings("शाम साढ़े छह तक")
    assert [r.candidate.words for r in readings if r.candidate.span.kind == "time"] == [(0, 3)]


@pytest.mark.parametrize(("lang", "words", "value"), NEVER)
def test_what_would_be_another_value_is_not_considered(lang: str, words: str, value: str) -> None:
    assert value not in [reading.candidate.token.value for reading in formatter(lang).readings(words)]


@pytest.mark.parametrize(("lang", "words", "value"), EVER)
def test_what_may_be_meant_is_considered(lang: str, words: str, value: str) -> None:
    assert value in [reading.candidate.token.value for reading in formatter(lang).readings(words)]


@pytest.mark.parametrize("certainty", [0.0, 0.5, 0.9, 1.0])
def test_what_is_read_with_less_probability_stays_words(certainty: float) -> None:
    text = "सात चालीस पर मिलो और दस बारह लोग लाना"
    fmt = IndicFormatter("hi", model=None, style=Style(certainty=certainty))
    sure = [r for r in fmt.readings(text) if r.chosen and r.probability >= certainty]
    assert [span.words for span in fmt(text).spans] == sorted(r.candidate.words for r in sure)


@pytest.mark.parametrize("lang", ["hi", "ta", "bn", "en"])
def test_compositions_a_text(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = list(itn_rows.cases(ROOT.parent / "benchmarks" / "itn" / f"{lang}.tsv", []))[::3]
    texts = [[word.core for word in segment(case.spoken).words] for case in cases]
    chooser, made = Chooser(grammar(lang)), list[str]()
    chooser.choose(["teen", "zindagiyan"], Style())  # reads the tables of words in Latin letters
    for words in texts:
        _ = [chooser.grammar.knows(word) for word in words]
    compose = Transducer._compose

    def counted(self: Transducer, text: str) -> object:
        made.append(text)
        return compose(self, text)

    monkeypatch.setattr(Transducer, "_compose", counted)
    for words in texts:
        chooser.choose(words, Style())
    assert len(made) / len(texts) <= COMPOSITIONS


def test_weights_that_are_not_there_are_those_of_all_languages(tmp_path: Path) -> None:
    assert Weights.read("xx").alone == Weights.read("yy").alone != {}
    assert Weights.read("xx", tmp_path) == Weights()


def test_explain_has_every_reading() -> None:
    from typer.testing import CliRunner

    from indic_tf.cli import app

    made = CliRunner().invoke(app, ["explain", "-l", "hi", "--model", "none", "--json", TEXTS["hi"]])
    readings = json.loads(made.stdout)["readings"]
    assert {"rule", "probability", "score", "chosen", "evidence", "kind", "fields", "words"} <= readings[0].keys()
    assert sum(reading["chosen"] for reading in readings) == 2
