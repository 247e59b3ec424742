"""Pairs for a span normalizer: reproducible, true to what is said, dev apart from train; dev sentences for ITN."""

from __future__ import annotations

import gzip
import lzma
from functools import cache
from pathlib import Path
from random import Random

import pytest
import regex

from indic_tf import IndicFormatter, InputError
from indic_tf.document import Token
from indic_tf.labels import case_of
from indic_tf.languages import language
from indic_tf.seq2seq.requests import CONTEXT
from indic_tf.training import itn_dev, shards
from indic_tf.training.build import is_dev
from indic_tf.training.label import Labelled, Periods, label, tokens
from indic_tf.training.noise import Confusions
from indic_tf.training.spans import build as span_pairs
from indic_tf.training.spans.build import SHARES
from indic_tf.training.spans.makers import Makers
from indic_tf.training.spans.mishearing import Mishearing
from indic_tf.training.spans.pairs import Pair, read, write
from indic_tf.training.spans.places import Place, Places, collect, is_plain, mixed_names, read_as, shape, whole
from indic_tf.training.spans.values import Said, as_said, belongs, draw, is_rare
from indic_tf.training.speech import graphemes
from indic_tf.training.spoken import readings, spoken_view, written_view
from indic_tf.training.values import ordinal_endings
from indic_tf.wfst.pipeline import grammar

NO_PERIODS = Periods(frozenset(), frozenset())
DIGIT = regex.compile(r"\p{Nd}")
MARK = {"train": "alpha", "dev": "omega"}
TEXTS = {
    "hi": [
        "{} मुझे ₹25,000 चाहिए, क्या आप {} दे सकते हैं?",
        "वह 15 अगस्त 1947 को {} से 10 किलोमीटर दूर 250 लोगों से मिला।",
        "दो दोस्त {} एक चादर ले कर घर चले।",
        "दो तीन दोस्त {} घर चले।",
        "iPhone की कीमत {} बहुत है।",
        "सन् 1972 में {} 45% लोग पास थे। साथ चलो {} भाई।",
    ],
    "ta": [
        "எனக்கு {} ₹25,000 வேண்டும், தர {} முடியுமா?",
        "அவர் 250 பேரை {} 10 கிலோமீட்டர் தொலைவில் சந்தித்தார்.",
        "{} ஒரு வீட்டுக்கு வா.",
    ],
    "en": ["I need ₹25,000 {}, can you lend it?", "He met 250 people {}, 10 kilometres away.", "Let us go {} home."],
}
COUNT = 300


def passages(lang: str, split: str) -> list[tuple[Labelled, Labelled]]:
    """Written and spoken views of the texts; every passage of a split holds its mark."""
    made = []
    for text in TEXTS[lang]:
        cut = tokens(text.format(*[MARK[split]] * 2))
        found, labelled = readings(cut, grammar(lang)), label(cut, NO_PERIODS)
        made.append((written_view(labelled, found), spoken_view(labelled, found)))
    return made


def written_shards(folder: Path, lang: str) -> Path:
    for split in MARK:
        views = passages(lang, split) * 4
        shards.write(folder / lang / f"news.{split}.tsv.gz", [written for written, _ in views])
        shards.write(folder / lang / f"news+spoken.{split}.tsv.gz", [spoken for _, spoken in views])
    (folder / lang / "confusions.tsv").write_text("# confusions\nदस\tदश\t0.5\n", encoding="utf-8")
    return folder / lang


@cache
def mishearing(lang: str) -> Mishearing:
    return Mishearing.learn(grammar(lang), Confusions({}))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("shards")
    for lang in TEXTS:
        written_shards(made, lang)
    return made


@pytest.fixture(scope="module")
def built(folder: Path) -> Path:
    span_pairs.build(folder / "hi", folder / "out", COUNT, seed=1)
    return folder / "out"


def makers(folder: Path, lang: str, split: str = "train", seed: int = 1) -> Makers:
    random = Random(seed)
    places = collect(folder / lang, split, grammar(lang), random, mishearing(lang).resembles)
    return Makers(split, places, mishearing(lang), random)


def figures(token: Token) -> list[str]:
    """The digits of a token by field; "digits" of a code are an integer to who sees no cue."""
    return sorted(text for text in token.fields.values() if text.isdigit())


def some(made: Makers, name: str, count: int = 40) -> list[Pair]:
    return [pair for _ in range(count) if (pair := made.by_name[name]()) is not None]


# --- files ----------------------------------------------------------------------------------------------------


def test_pairs_come_back_as_they_were(tmp_path: Path) -> None:
    pairs = [
        Pair("itn", "default", "money", "", "दस रुपये", "दो", "₹10"),
        Pair("tn", "native", "cardinal", "a b", "५", "", "पाँच"),
    ]
    assert write(tmp_path / "hi" / "spans.train.tsv.gz", pairs) == 2
    assert list(read(tmp_path / "hi" / "spans.train.tsv.gz")) == pairs


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("itn\tdefault\tmoney\ta\tb\tc", "6 columns"),
        ("asr\tdefault\tmoney\t\ta\t\tb", "task 'asr', expected one of itn, tn"),
        ("itn\tloud\tmoney\t\ta\t\tb", "style 'loud', expected one of default"),
        ("itn\tdefault\tmoney\t\t\t\tb", "empty span"),
        ("itn\tdefault\tmoney\ta  b\ta\t\tb", "left is not words joined by single spaces"),
    ],
)
def test_bad_rows_are_named(tmp_path: Path, row: str, problem: str) -> None:
    path = tmp_path / "spans.train.tsv.gz"
    with gzip.open(path, "wt", encoding="utf-8") as lines:
        lines.write(f"itn\tdefault\tmoney\t\ta\t\tb\n{row}\n")
    with pytest.raises(InputError, match=rf"spans\.train\.tsv\.gz:2: .*{problem}"):
        list(read(path))


def test_what_cannot_be_read_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="span is not words"):
        write(tmp_path / "x.tsv.gz", [Pair("itn", "default", "none", "", "a\tb", "", "a b")])
    assert not (tmp_path / "x.tsv.gz").exists()


# --- the whole ------------------------------------------------------------------------------------------------


def test_same_seed_same_bytes(folder: Path, built: Path, tmp_path: Path) -> None:
    counts = span_pairs.build(folder / "hi", tmp_path, COUNT, seed=1)
    for name in ("spans.train.tsv.gz", "spans.dev.tsv.gz", "spans.json"):
        assert (tmp_path / "hi" / name).read_bytes() == (built / "hi" / name).read_bytes()
    assert sum(n for name, n in counts.items() if name.startswith("train")) == COUNT
    span_pairs.build(folder / "hi", tmp_path, 20, seed=2)
    assert (tmp_path / "hi" / "spans.train.tsv.gz").read_bytes() != (built / "hi" / "spans.train.tsv.gz").read_bytes()
    assert span_pairs.is_built(tmp_path, "hi")
    assert not span_pairs.is_built(tmp_path, "ta")


def test_contexts_are_short_and_of_their_split(built: Path) -> None:
    for split, other in (("train", "dev"), ("dev", "train")):
        pairs = list(read(built / "hi" / f"spans.{split}.tsv.gz"))
        around = [side.split() for pair in pairs for side in (pair.left, pair.right)]
        assert max(map(len, around)) <= CONTEXT
        words = {word for side in around for word in side}
        assert MARK[split] in words
        assert MARK[other] not in words


def test_carriers_do_where_there_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    shards.write(tmp_path / "en" / "news.train.tsv.gz", [])
    made = span_pairs.build(tmp_path / "en", tmp_path / "out", 20, seed=1)  # carriers need no text
    assert made["train drawn"]
    assert "train author" not in made


def test_shares_name_every_maker(folder: Path) -> None:
    assert sum(SHARES.values()) == pytest.approx(1)
    assert SHARES.keys() == makers(folder, "en").by_name.keys()


# --- makers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", TEXTS)
@pytest.mark.parametrize("name", ["author", "renewed", "drawn"])
def test_targets_are_what_the_grammar_writes(folder: Path, lang: str, name: str) -> None:
    made = [pair for pair in some(makers(folder, lang), name) if pair.style == "default"]
    assert made
    known = 0
    for pair in made:
        assert pair.target != pair.span
        span = whole(grammar(lang).spans(pair.span.split()), pair.span.split())
        if span and span.kind == pair.kind and (token := grammar(lang).read(pair.target)):
            known += 1
            assert figures(token) == figures(span.token), pair
    assert known > len(made) / 2


@pytest.mark.parametrize("lang", TEXTS)
def test_misheard_words_are_no_other_number(lang: str) -> None:
    random, heard = Random(3), mishearing(lang)
    spoken = (grammar(lang).spoken(f"₹{n:,}").split() for n in (25_000, 385, 78, 412_345, 66, 17, 30_500) * 4)
    made = [(words, found) for words in spoken if (found := heard.misheard(words, {len(words) - 1}, random))]
    assert len(made) > 20
    for words, found in made:
        assert found != words
        assert found[-1] == words[-1], "words that are kept stay"
        assert not [w for w in found if w not in words and grammar(lang).is_number(w)], found


@pytest.mark.parametrize("lang", TEXTS)
def test_enough_of_a_misheard_word_is_left(lang: str) -> None:
    random, heard = Random(4), mishearing(lang)
    for word in {word for n in range(1, 100) for word in (grammar(lang).spoken(str(n))).split()}:
        for _ in range(20):
            found = heard.misheard([word], (), random)
            assert not found or len(graphemes("".join(found))) >= min(2, len(graphemes(word)))


@pytest.mark.parametrize(("number", "ending"), [(31, "st"), (62, "nd"), (43, "rd"), (95, "th"), (11, "th"), (30, "th")])
def test_english_ordinals_have_one_ending(number: int, ending: str) -> None:
    assert ordinal_endings(language("en"), number) == [ending]


def test_spread_values_stand_where_their_class_does() -> None:
    random = Random(5)
    drawn = [found for _ in range(600) if (found := draw(grammar("hi"), random))]
    speeds = {value.token.fields["unit"] for kind, value in drawn if kind == "speed"}
    assert speeds <= {"kmph"}
    assert all("@" not in value.token.fields["address"] for kind, value in drawn if kind == "web")


def test_a_year_behind_its_month_stays_a_year(folder: Path) -> None:
    made = makers(folder, "hi")
    words = ("फरवरी", "दो", "हज़ार", "तीन")
    value = as_said(words, Token("date", {"month": "2", "year": "2003"}), grammar("hi"))
    cut = [pair for _ in range(20) if (pair := made._shorter(value, Place())) and pair.left]
    assert cut
    assert not [pair for pair in cut if "," in pair.target]


def test_wide_ranges_are_scores(folder: Path) -> None:
    made = makers(folder, "hi")
    made.places.shapes[shape(Token("range", {"integer": "6", "high": "43"}))] = [Place(("यह",), ("फुट",))] * 20
    placed = {made._place(Token("range", {"integer": "6", "high": "43"}), ("score",)) for _ in range(20)}
    assert Place(("यह",), ("फुट",)) not in placed


@pytest.mark.parametrize(
    ("lang", "written", "spoken"),
    [
        ("bn", "11-এর", "এগারোর"),
        ("bn", "20-এ", "কুড়িতে"),
        ("bn", "1985-এর", "উনিশ শো পঁচাশির"),
        ("bn", "6-এর", "ছয়ের"),
        ("hi", "2:00 PM", "दो पी एम"),
        ("hi", "2:50 PM", "दो पचास पी एम"),
        ("en", "20 october 2007", "twenty october twenty oh seven"),
        ("en", "1906", "nineteen oh six"),
    ],
)
def test_said_as_people_say_it(lang: str, written: str, spoken: str) -> None:
    assert grammar(lang).spoken(written) == spoken


@pytest.mark.parametrize("lang", ["hi", "ta"])
def test_misheard_pairs_write_what_was_meant(folder: Path, lang: str) -> None:
    made = some(makers(folder, lang), "misheard", 60)
    assert len(made) > 20
    for pair in made:
        words = pair.span.split()
        span = whole(grammar(lang).spans(words), words)
        token = grammar(lang).read(pair.target)
        assert span is None or pair.style == "native" or token is None or token.value == span.token.value


def test_cut_amounts_stay_words_and_neighbours_stay_as_they_are(folder: Path) -> None:
    cut = longer = 0
    for pair in some(makers(folder, "hi"), "edge", 150):
        if pair.kind == "none":
            assert pair.target == pair.span
            cut += 1
        elif pair.span.split()[0] == pair.target.split()[0] or pair.span.split()[-1] == pair.target.split()[-1]:
            longer += 1
    assert cut > 5
    assert longer > 5


def test_unchanged_words_hold_no_amount(folder: Path) -> None:
    made = some(makers(folder, "hi"), "unchanged", 80)
    assert all(pair.target == pair.span and pair.kind == "none" for pair in made)
    spans = {pair.span for pair in made}
    assert spans & {"एक", "दो"}, "small numbers that the author left as words"
    assert all(is_plain(span.split(), grammar("hi")) for span in spans - {"एक", "दो"})


@pytest.mark.parametrize("lang", ["hi", "en"])
def test_a_guess_stays_in_words(folder: Path, lang: str) -> None:
    made = some(makers(folder, lang), "guess", 60)
    for pair in made:
        assert pair.target == pair.span
        low, high = (read_as([word], "cardinal", grammar(lang)) for word in pair.span.split())
        assert low
        assert high
        assert int(low.token.fields["integer"]) < int(high.token.fields["integer"]) <= 10
    if lang == "hi":  # the author's, and others where "दो" stood
        spans = {pair.span for pair in made}
        assert "दो तीन" in spans
        assert len(spans) > 10


def test_one_wording_has_several_answers(folder: Path) -> None:
    answers: dict[str, set[str]] = {}
    for pair in some(makers(folder, "hi"), "ambiguous", 700):
        if pair.style == "default":
            answers.setdefault(pair.span, set()).add(pair.kind)
    kinds = set().union(*(found for found in answers.values() if len(found) > 1))
    assert {"time", "range", "telephone", "date", "cardinal"} <= kinds


def test_mixed_case_comes_from_text_and_table(folder: Path) -> None:
    made = some(makers(folder, "hi"), "mixed", 200)
    phones = [pair for pair in made if pair.span == "iphone"]
    assert {pair.target for pair in phones} == {"iPhone"}
    assert any("कीमत" in pair.right for pair in phones)
    assert len({pair.span for pair in made}) > 50


def test_mixed_names_are_those_with_capitals_within() -> None:
    names = mixed_names("en")
    assert names["javascript"] == "JavaScript"
    assert all(case_of(name) == "mixed" for name in names.values())


@pytest.mark.parametrize("lang", ["hi", "ta"])
def test_the_other_direction_says_figures(folder: Path, lang: str) -> None:
    made = some(makers(folder, lang), "tn")
    assert len(made) > 20
    for pair in made:
        assert pair.task == "tn"
        assert not DIGIT.search(pair.target)
        assert pair.target != pair.span


@pytest.mark.parametrize(
    ("lang", "spoken", "behind", "target"),
    [
        ("ta", "இரண்டாயிரத்து பதினேழாம்", "ஆண்டு", "2017ஆம்"),
        ("te", "వెయ్యి తొమ్మిది వందల అరవై ఒకటవ", "సంవత్సరంలో", "1961వ"),
    ],
)
def test_ordinals_that_are_years_have_no_group_mark(lang: str, spoken: str, behind: str, target: str) -> None:
    words = tuple(spoken.split())
    (span,) = grammar(lang).spans(words)
    made = Makers("train", Places(), mishearing(lang), Random(1))
    assert made._written(Said(words, span), Place((), (behind,)), "default") == target


@pytest.mark.parametrize(
    ("lang", "number", "behind", "spoken"),
    [
        ("ta", "11", "பேர்", "பதினொரு"),
        ("ta", "11", "லட்சம்", "பதினொரு"),
        ("ta", "11", "ஆகும்", "பதினொன்று"),
        ("te", "600", "మంది", "ఆరు వందల"),
        ("te", "23000", "మంది", "ఇరవై మూడు వేల"),
        ("te", "21", "మంది", "ఇరవై ఒక్క"),
        ("hi", "1", "लाख", "एक"),
    ],
)
def test_numbers_have_the_form_that_stands_before_nouns(lang: str, number: str, behind: str, spoken: str) -> None:
    token, place = Token("cardinal", {"integer": number}), Place((), (behind,))
    made = Makers("train", Places(), mishearing(lang), Random(1))
    value = as_said((grammar(lang).say(token) or "").split(), token, grammar(lang))
    assert " ".join(made._counted(value, place).words) == spoken
    assert made._spoken(value, number, place) == spoken


def test_a_rare_value_is_in_one_split(folder: Path) -> None:
    found: dict[str, set[str]] = {}
    for split in ("train", "dev"):
        drawn = makers(folder, "hi", split)
        found[split] = {pair.span for _ in range(150) if (pair := drawn.drawn()) and pair.kind == "cardinal"}
    for both in found["train"] & found["dev"]:
        (span,) = grammar("hi").spans(both.split())
        assert not is_rare(span.token)
    (span,) = grammar("hi").spans(["दो", "सौ", "पच्चीस"])
    assert is_rare(span.token)
    assert belongs(span.token, "train") != belongs(span.token, "dev")


# --- dev sentences --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpora") / "hi" / "news.txt.xz"
    path.parent.mkdir()
    with lzma.open(path, "wt", encoding="utf-8") as text:
        text.writelines(f"{line}\n" for line in LINES)
    return path


@pytest.fixture(scope="module")
def found(corpus: Path) -> list[itn_dev.Row]:
    return itn_dev.rows(corpus)


LINES = [f"कल शाम को शहर में {300 + i} लोग आए, और उन्हें ₹25,000 मिले। पता नहीं क्या हुआ।" for i in range(120)]


def test_sentences_are_said_and_can_be_written(found: list[itn_dev.Row]) -> None:
    formatter = IndicFormatter("hi", model=None)
    for row in found:
        assert not regex.search(r"[\p{Nd},।]", row.spoken)
        assert row.kind == "several"
        assert formatter(row.spoken).text in row.written
    dev = {300 + i for i in range(120) if is_dev("hi/news", i, 120)}
    assert {people(row) for row in found if row.origin == "dev"} == dev


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("खाद्यान्न की कीमत से 60 प्रतिशत लोग प्रभावित हुए", ["60 प्रतिशत", "60%"]),
        ("पूरे 50 हजार जवान जेल जाने को तैयार बैठे हैं", ["50 हजार", "50,000"]),
        ("मेरे घर के पास 5 रुपये की चाय मिलती है", ["5 रुपये", "पाँच रुपये", "₹5"]),
    ],
)
def test_a_figure_may_be_written_with_what_belongs_to_it(text: str, references: list[str]) -> None:
    row = itn_dev.row_of(tokens(text), grammar("hi"))
    assert row is not None
    assert sorted(row.written) == sorted(text.replace(references[0], form) for form in references)


def test_no_pairs_are_made_of_reserved_passages(found: list[itn_dev.Row], tmp_path: Path) -> None:
    reserved = {people(row) for row in found if row.origin == "reserved"}
    cut = [tokens(line) for line in LINES]
    views = [spoken_view(label(each, NO_PERIODS), readings(each, grammar("hi"))) for each in cut]
    shards.write(tmp_path / "news+spoken.train.tsv.gz", views)
    places = collect(tmp_path, "train", grammar("hi"), Random(1), mishearing("hi").resembles)
    used = {int(span.span.token.fields["integer"]) for span in places.spans if span.span.kind == "cardinal"}
    assert len(reserved) > 5
    assert used
    assert not used & reserved


def test_passages_that_were_trained_on_are_rows_on_request(corpus: Path, found: list[itn_dev.Row]) -> None:
    every = itn_dev.rows(corpus, trained_on=True)
    assert {people(row) for row in every} == {300 + i for i in range(120)}
    assert [row for row in every if row.origin != "trained on"] == found


def people(row: itn_dev.Row) -> int:
    number = regex.search(r"(\d+) लोग", row.written[0])
    assert number
    return int(number[1])


def test_sources_take_turns_and_dev_comes_first() -> None:
    def of(source: str, count: int, origin: str = "dev") -> list[itn_dev.Row]:
        return [itn_dev.Row(f"{source}{i}", ("1",), "cardinal", origin) for i in range(count)]

    made = itn_dev.chosen([of("a", 100), of("b", 3)], 10, Random(1))
    assert len(made) == 10
    assert sum(row.spoken.startswith("b") for row in made) == 3
    assert made == itn_dev.chosen([of("a", 100), of("b", 3)], 10, Random(1))
    filled = itn_dev.chosen([of("a", 100, "reserved"), of("b", 3)], 10, Random(1))
    assert sum(row.origin == "reserved" for row in filled) == 7
    assert itn_dev.chosen([], 10, Random(1)) == []
