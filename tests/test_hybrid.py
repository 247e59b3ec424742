"""The network beside the grammar: what it may write, what it may not, and that nothing else changes."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import ClassVar

import pytest
import regex
from amounts import many

from indic_tf import Edit, IndicFormatter, Style, replay
from indic_tf.convert import Normalizer
from indic_tf.document import Tagged
from indic_tf.evaluation.itn import cases
from indic_tf.evaluation.lines import BadLine
from indic_tf.faithful import check, check_case
from indic_tf.labels import HEADS
from indic_tf.languages import Language, language
from indic_tf.seq2seq import Request, SpanNormalizer
from indic_tf.wfst.nearest import nearest
from indic_tf.wfst.pipeline import Grammar, grammar
from indic_tf.wfst.senses import spellings

LANGS = ("hi", "ta", "en", "bn")
LONGEST_SECONDS = 20.0  # for the worst span, formatted twice; grammars are loaded within


class Scripted:
    """Answers from a table; keeps what it was asked. Readings are scored by the words that should stand around them."""

    def __init__(self, answers: dict[str, str], liked: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self.answers, self.liked = answers, liked or {}
        self.calls: list[list[Request]] = []

    def normalize(self, requests: Sequence[Request], batch_size: int = 64) -> list[str]:
        self.calls.append(list(requests))
        return [self.answers.get(" ".join(r.span), " ".join(r.span)) for r in requests]

    def score(self, requests: Sequence[Request], candidates: Sequence[Sequence[str]]) -> list[list[float]]:
        return [
            [0.0 if set(self.liked.get(c, ())) & {*r.left, *r.right} else -9.0 for c in row]
            for r, row in zip(requests, candidates, strict=True)
        ]


class Adversary:
    """Answers anything, the same thing to the same request."""

    ALPHABET = "0123456789५௭৭½Ⅳ,.-/:%₹$ कaங\x00\u200d१२"
    """Its favourites are answers that are nearly right."""

    def normalize(self, requests: Sequence[Request], batch_size: int = 64) -> list[str]:
        return [self._answer(request) for request in requests]

    def _answer(self, request: Request) -> str:
        draw = random.Random(repr(request))
        free = "".join(draw.choices(self.ALPHABET, k=draw.randint(0, 12)))
        number = str(draw.choice([draw.randint(0, 30), draw.randint(0, 10**6), "1,000", "₹25,000", "10:20"]))
        words = [draw.choice([word, number, free, ""]) for word in request.span]
        return draw.choice([free, number, " ".join(words), *[self._nearly(request, draw)] * 4, number * 200])

    def _nearly(self, request: Request, draw: random.Random) -> str:
        """What the grammar would write once misheard words are put right, with a digit or a word changed perhaps."""
        rules = grammar(request.lang)
        spelled = list(spellings(request.span[:12], rules))[-1].words
        rows = [(s.words[0], rules.verbalize(s.token, Style()) or "") for s in rules.spans(spelled)]
        text = " ".join(written for _, written in rows) if draw.random() < 0.7 else " ".join(spelled)
        i = draw.randrange(max(len(text), 1))
        return draw.choice([text, text, text[:i] + draw.choice(self.ALPHABET) + text[i + 1 :], text.title()])

    def score(self, requests: Sequence[Request], candidates: Sequence[Sequence[str]]) -> list[list[float]]:
        return [
            [-float(sum(map(ord, repr(r) + c)) % 97) for c in row] for r, row in zip(requests, candidates, strict=True)
        ]


class Labels:
    """A tagger that takes the words of a list, and every figure, for amounts of money, and is sure of it."""

    heads: ClassVar = {name: HEADS[name] for name in ("itn", "case")}

    def __init__(self, words: str = "", mixed: str = "", share: float = 0.99) -> None:
        self._words, self._mixed, self._share = set(words.split()), set(mixed.split()), share

    def tag(self, sequences: Sequence[Sequence[str]]) -> list[Tagged]:
        return [self._tag(words) for words in sequences]

    def _tag(self, words: Sequence[str]) -> Tagged:
        inside = [word in self._words or word == "<num>" for word in words]
        itn = ["O" if not x else "I-money" if i and inside[i - 1] else "B-money" for i, x in enumerate(inside)]
        case = ["mixed" if word in self._mixed else "lower" for word in words]
        sure = (self._share,) * len(words)
        none = tuple(1 - self._share if x else self._share for x in inside)
        return Tagged(
            {"itn": tuple(itn), "case": tuple(case)},
            {"itn": sure, "case": sure},
            {"itn": none, "case": (0.5,) * len(words)},
        )


class Eager(Labels):
    """Takes two words in three for numbers."""

    def _tag(self, words: Sequence[str]) -> Tagged:
        self._words = {word for word in words if sum(word.encode()) % 4}
        self._mixed = {word for word in words if sum(word.encode()) % 5 == 0}
        return super()._tag(words)


def hybrid(lang: str, network: Normalizer, tagger: Labels | None = None, **facts: object) -> IndicFormatter:
    fmt = IndicFormatter(lang, model="default" if tagger else None)
    fmt.__dict__ |= {"normalizers": {"mt5": network}} | ({"tagger": tagger} if tagger else {})
    fmt.language = fmt.language.model_copy(update=facts)
    return fmt


# --- what is believed ---------------------------------------------------------------------------------

HINDI = [
    ("पच्चीस हज़र रुपये", "₹25,000", True),
    ("पच्चीस हज़र रुपये", "₹26,000", False),
    ("पच्चीस हज़र रुपये", "₹2,50,000", False),
    ("पच्चीस हज़र रुपये", "$25,000", False),
    ("दो लाख पाँच हज़र", "2,05,000", True),
    ("दो लाख पाँच हज़र", "2,50,000", False),
    ("दो हज़ार चौबीस", "2024", True),
    ("दो हज़ार चौबीस", "2 1024", False),
    ("दस बीस", "10:20", True),
    ("दस बीस", "10-20", True),
    ("दस बीस", "10-21", False),
    ("सेक्टर पाँच बटा दो ए", "सेक्टर 5/2-A", True),
    ("सेक्टर पाँच बटा दो ए", "सेक्टर 2/5-A", False),
    ("सेक्टर पाँच बटा दो ए", "सेक्टर 5/2-B", False),
    ("सेक्टर पाँच बटा दो ए", "5/2-A", False),
    ("पचपनवालों", "55वालों", True),
    ("पचपनवालों", "56वालों", False),
    ("पंद्रह अगस्त उन्नीस सौ सैंतालीस", "15/08/1947", True),
    ("हज़र किलोमीटर", "1,000 km", True),
    ("हज़र किलोमीटर", "1,000 kg", False),
    ("पाँच सौ", "५००", True),
    ("पाँच सौ", "-500", False),
    ("पाँच सौ", "500%", False),
    ("पाँच सौ", "500 लोग", False),
    ("पाँच सौ", "५०", False),
    ("पाँच सौ", "½", False),
    ("पाँच सौ", "500\x00", False),
    ("पाँच सौ", "", False),
    ("मकान पेड़", "25", False),
    ("बस साथ", "10 7", False),
    ("", "5", False),
]


@pytest.mark.parametrize(("spoken", "written", "said"), HINDI)
def test_only_what_was_said_is_believed(spoken: str, written: str, said: bool) -> None:
    verdict = check(spoken.split(), written, grammar("hi"))
    assert (verdict.accepted, not verdict.reason) == (said, said), verdict.reason


def test_case_may_change_and_letters_may_not() -> None:
    assert check_case("iphone", "iPhone").accepted
    assert not check_case("iphone", "iPhones").accepted


def test_spans_of_any_length_are_judged() -> None:
    words = ["नौ", "आठ", "सात", "छह", "पाँच"] * 40
    assert not check(words, "98765" * 40, grammar("hi")).accepted
    assert check(words[:10], "9876598765", grammar("hi")).accepted


def test_one_word_is_one_number() -> None:
    """A misheard word may stand for two, but then nobody can say which of it is which."""
    assert not check(["பத்தம்பத"], "10 50", grammar("ta")).accepted


# --- what becomes of it -------------------------------------------------------------------------------


def test_misheard_words_are_written_by_the_network_in_the_style_of_the_caller() -> None:
    tagger = Labels("पच्चीस हज़र रुपये")
    network = Scripted({"पच्चीस हज़र रुपये": "₹25000"})
    fmt = hybrid("hi", network, tagger)
    made = fmt("उसने पच्चीस हज़र रुपये दिए")
    assert made.text == "उसने ₹25,000 दिए"
    assert [(e.words, e.text, e.by) for e in made.edits] == [((1, 4), "₹25,000", "mt5")]
    assert [span.token.fields for span in made.spans] == [{"integer": "25000", "currency": "INR"}]
    assert fmt(made.text).text == made.text


def test_a_refused_answer_changes_nothing_and_is_told() -> None:
    fmt = hybrid("hi", Scripted({"पच्चीस हज़र रुपये": "₹26,000"}), Labels("पच्चीस हज़र रुपये"))
    made = fmt("उसने पच्चीस हज़र रुपये दिए")
    assert "26" not in made.text
    refusal = made.refusals[0]
    assert (refusal.words, refusal.by, refusal.text) == ((1, 4), "mt5", "₹26,000")
    assert "another value" in refusal.reason
    assert fmt.explain("उसने पच्चीस हज़र रुपये दिए").refusals == made.refusals
    assert made.as_dict()["refusals"][0]["text"] == "₹26,000"


def test_classes_may_be_the_networks_first() -> None:
    chains = {"default": ("grammar", "mt5"), "money": ("mt5", "grammar")}
    fmt = hybrid("hi", Scripted({"पाँच सौ रुपये": "₹500", "छह सौ रुपये": "₹700"}), converters=chains)
    assert [(e.text, e.by) for e in fmt("पाँच सौ रुपये और दो सौ लोग").edits] == [("₹500", "mt5"), ("200", "grammar")]
    assert [(e.text, e.by) for e in fmt("छह सौ रुपये").edits] == [("₹600", "grammar (mt5 refused)")]


def test_networks_are_asked_once_for_a_batch() -> None:
    network = Scripted({})
    fmt = hybrid("hi", network, Labels("पच्चीस हज़र रुपये"))
    list(fmt.map(["पच्चीस हज़र रुपये दिए", "दो सौ लोग", "हज़र रुपये लिए"]))
    asked = [[" ".join(request.span) for request in call] for call in network.calls]
    assert asked == [["पच्चीस हज़र रुपये", "हज़र रुपये", "हज़र रुपये"]]


def test_the_words_around_choose_among_readings() -> None:
    liked = {"12-25": ("बात",), "12:25": ("ट्रेन",)}
    fmt = hybrid("hi", Scripted({}, liked))
    story = fmt("बारह पच्चीस की बात")
    assert story.text == "12-25 की बात"
    assert story.edits[0].by == "grammar (mt5 chose)"
    assert fmt("बारह पच्चीस की ट्रेन").text == "12:25 की ट्रेन"
    assert fmt(story.text).text == story.text


def test_what_the_judge_is_sure_of_is_not_weighed() -> None:
    fmt = hybrid("hi", Scripted({}, {"2010": ("मतदाता",)}))
    assert fmt("दो हज़ार दस मतदाता").text == "2,010 मतदाता"


def test_doubtful_words_are_weighed() -> None:
    fmt = hybrid("ta", Scripted({}, {"6": ("பேர்",), "ஆறு": ("கரையில்",)}))
    assert fmt("ஆறு கரையில் நின்றான்").text == "ஆறு கரையில் நின்றான்"
    assert fmt("மொத்தம் ஆறு பேர்").text == "மொத்தம் 6 பேர்"


def test_mixed_case_is_the_networks() -> None:
    fmt = hybrid("en", Scripted({"zphone": "zPhone", "jarascript": "TypeScript"}), Labels(mixed="zphone jarascript"))
    made = fmt("my zphone runs jarascript")
    assert made.text.endswith("zPhone runs jarascript")
    assert Edit((1, 2), "zPhone", "case", "mt5") in made.edits
    assert [refusal.reason for refusal in made.refusals] == ["changes letters"]


def test_names_of_the_table_are_not_the_networks() -> None:
    fmt = hybrid("en", Scripted({"iphone": "IPhone"}), Labels(mixed="iphone"))
    assert Edit((1, 2), "iPhone", "case", "rule") in fmt("my iphone is new").edits


def test_without_a_normalizer_nothing_is_loaded_or_asked() -> None:
    fmt = IndicFormatter("hi", model=None)
    assert (fmt.normalizers, fmt("पच्चीस हजार रुपये").edits[0].by) == ({}, "grammar")


def test_chains_are_checked() -> None:
    facts = language("hi").model_dump()
    assert language("hi").chain("money") == ("grammar", "mt5", "tags")
    with pytest.raises(ValueError, match="unknown class 'cash'"):
        Language.model_validate({**facts, "converters": {"cash": ["mt5"]}})


def test_every_sentence_of_the_context_cases_can_be_read() -> None:
    """Their accuracy is measured by data_scripts/evaluate_context.py."""
    for path in sorted((Path(__file__).parent / "cases" / "context").glob("*.tsv")):
        bad: list[BadLine] = []
        found = list(cases(path, bad))
        assert not bad
        assert len(found) >= (30 if path.stem in ("hi", "ta") else 10), path.name
        assert language(path.stem)


# --- the adversary ------------------------------------------------------------------------------------


def words_of(lang: str, *tables: str) -> list[str]:
    facts = grammar(lang).language
    return sorted({word for table in tables for form in facts.forms(table) for word in form.split(" ")})


@cache
def number_words(lang: str) -> list[str]:
    return words_of(lang, "numbers", "scales")


@cache
def other_words(lang: str) -> list[str]:
    return words_of(lang, "english", "currency", "words", "units", "keep", "letters", "ordinals", "fractions")


def garbled(word: str, draw: random.Random) -> str:
    i = draw.randrange(len(word))
    return word[:i] + draw.choice(["", word[i] * 2, draw.choice("कமaxিു")]) + word[i + 1 :]


def random_span(draw: random.Random, lang: str) -> list[str]:
    """Number words, garbled ones, other words, those of another language, noise; now and then none or 200 of them."""
    length = draw.choice([0, 9, 200]) if draw.random() < 0.03 else draw.randint(1, 5)
    other = draw.choice(LANGS)
    noise = ["\x00", "\x07a", "x" * 300, "मकान", "house", "😀", "\u200d", "<m>", "</m>", "வீடு", *number_words(other)]
    kinds = {
        lambda: draw.choice(number_words(lang)): 6,
        lambda: garbled(draw.choice(number_words(lang)), draw): 3,
        lambda: draw.choice(other_words(lang)): 2,
        lambda: draw.choice(noise): 0.5,
    }
    return [draw.choices([*kinds], [*kinds.values()])[0]() for _ in range(length)]


def licensed_digits(words: Sequence[str], rules: Grammar) -> set[str]:
    """Every digit in anything that the grammar reads in a few words in a row, misheard ones put right one by one."""
    rows = [[word, *(w for guess in nearest(rules).guesses(word) for w in guess.words)] for word in words]
    texts = [[form] for forms in rows for form in forms]
    together = ((2, None), (3, 3))  # how many words, and how many guesses at each
    texts += [
        list(row)
        for i in range(len(words))
        for n, most in together
        for row in product(*(r[:most] for r in rows[i : i + n]))
    ]
    tokens = [span.token for text in texts for spans, _ in rules.alternatives(text, 8) for span in spans]
    return {c for token in tokens for c in token.value if c.isdigit()}


def assert_licensed(words: Sequence[str], text: str, rules: Grammar) -> None:
    """No digit is written but those that some words say; a nought only beside others, or where it is said."""
    written = {str(int(c)) for c in regex.findall(r"\p{Nd}", text)}
    said = licensed_digits(words, rules) if written else set()
    assert written <= said | ({"0"} if said else set()), (words, text, said)


def attack(count: int, seed: int, adversary: Normalizer) -> Counter[str]:
    """Judge ``count`` answers to random spans, and format one text in five; who wrote what comes back."""
    draw, seen = random.Random(seed), Counter[str]()
    formatters = {lang: hybrid(lang, adversary, Eager()) for lang in LANGS}
    for i in range(count):
        lang = draw.choice(LANGS)
        words, fmt = random_span(draw, lang), formatters[lang]
        started = time.process_time()
        [answer] = adversary.normalize([Request(lang, tuple(words), (str(i),))])
        verdict = check(words, answer, fmt.grammar)
        seen["believed" if verdict.accepted else verdict.reason.split()[0]] += 1
        if verdict.accepted:
            assert_licensed(words, answer, fmt.grammar)
        if i % 5 == 0:
            seen.update(formatted(fmt, words))
            seen["heaps"] += 1
        assert time.process_time() - started < LONGEST_SECONDS, words
    assert seen["changed"] <= max(1, seen["heaps"] // 25), "figures of the network beside number words that stay"
    return seen


def formatted(fmt: IndicFormatter, words: Sequence[str]) -> list[str]:
    """Who made the edits of one text, all of them checked."""
    made = fmt(words)
    assert replay(made.words, made.edits) == made.text
    changed = []
    if fmt(made.text).text != made.text:  # heaps of number words may do that to the grammar's rules alone
        bare = IndicFormatter(fmt.language.code, model=None)
        alone = bare(words).text
        changed = ["changed"] if bare(alone).text == alone else []
    said = [word.text for out in made.words for word in out.source]  # empty words are none
    for edit in made.edits:
        if edit.by.startswith("mt5") and edit.kind != "case":
            assert_licensed(said[slice(*edit.words)], edit.text, fmt.grammar)
    return [*changed, *(edit.by for edit in made.edits)]


def test_an_adversary_writes_no_digit_that_was_not_said() -> None:
    seen = attack(100, seed=1, adversary=Adversary())
    assert min(seen["believed"], seen["mt5"]) > 0


@pytest.mark.slow
def test_an_adversary_never_does() -> None:
    seen = attack(many(5000), seed=2, adversary=Adversary())
    assert min(seen["believed"], seen["mt5"]) > many(50)


@pytest.mark.slow
def test_nor_does_the_model_of_the_package() -> None:
    seen = attack(many(1000), seed=3, adversary=SpanNormalizer.load(device="cpu"))
    assert min(seen["believed"], seen["mt5"]) > 0
