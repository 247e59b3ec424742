"""Number words in Latin letters: every spelling reads as its value or stays, and nothing is half a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pytest
import regex
from amounts import many
from case_tables import formatter

from indic_tf import IndicFormatter, Token
from indic_tf.languages import UNCOMPILED_TABLES, language, languages
from indic_tf.readings.choosing import Chooser
from indic_tf.scripts import fold
from indic_tf.styles import named
from indic_tf.wfst.pipeline import grammar
from indic_tf.wfst.roman import RomanWords
from indic_tf.wfst.roman_text import Romans

ROMAN = ("hi", "ta", "te", "bn", "mr")
HOUR = {"hi": "baje", "ta": "mani", "te": "gantalaku", "mr": "vajta"}
CURRENCY = {"hi": "rupaye", "ta": "rubaai", "te": "rupayalu", "bn": "taka", "mr": "rupaye"}
DEFAULT = named("default")
CARRIER = {
    "hi": "mujhe lagta hai {} nahi",
    "ta": "enakku {} illai",
    "te": "naaku {} ledu",
    "bn": "amake {} hobe",
    "mr": "tumhi {} nahi",
}
FRAMES = (
    "{}|haan {}|{} haan|achha {} theek|acha toh {}|{} na|okay {}|okay so {}|{} thanks|hello {} bye|"
    "sir {}|{} please|oh {}|{} okay|arre {}|sorry {}|{} maybe|hmm {}|{} wow|listen {} listen"
)


@cache
def words_of(lang: str) -> RomanWords:
    return RomanWords(grammar(lang))


@cache
def chooser(lang: str) -> Chooser:
    return Chooser(grammar(lang))


@cache
def spellings(lang: str) -> dict[str, list[str]]:
    """Native word (folded) → its forms in the table; those that are another word too only where it has no others."""
    made: dict[str, list[str]] = {}
    for form, word in words_of(lang).listed.items():
        if not word.homograph and not word.text:
            made.setdefault(fold(word.native), []).append(form)
    return made


def values(lang: str) -> dict[str, int]:
    rows = language(lang).table("numbers")
    return {fold(row["form"]): row.number("value") for row in rows if row["role"] in ("", "mult")}


def digits(text: str) -> str:
    return "".join(regex.findall(r"\d", text))


def said(lang: str, number: int, turn: int) -> str | None:
    """``number`` as the grammar says it, each word in one of its spellings in Latin letters."""
    native = grammar(lang).say(Token("cardinal", {"integer": str(number)}))
    assert native is not None
    words = []
    for i, word in enumerate(native.split(" ")):
        if not (forms := spellings(lang).get(fold(word))):
            return None
        words.append(forms[(turn + i) % len(forms)])
    return " ".join(words)


def wrong(lang: str, numbers: Sequence[int], turn: int) -> Iterator[tuple[int, str, list[str]]]:
    """Numbers that read as another value, or in part."""
    for number in numbers:
        if (spoken := said(lang, number, turn + number)) is None:
            continue
        spans = chooser(lang).choose(spoken.split(" "), DEFAULT).spans
        found = [grammar(lang).verbalize(span.token, DEFAULT) or "" for span in spans]
        whole = len(spans) == 1 and spans[0].words == (0, len(spoken.split(" ")))
        if spans and not (whole and int(digits(found[0])) == number):
            yield number, spoken, found


@pytest.mark.slow
@pytest.mark.parametrize("lang", ROMAN)
def test_every_number_below_ten_thousand(lang: str) -> None:
    for turn in range(many(3)):
        assert not list(wrong(lang, range(10_000), turn))


@pytest.mark.parametrize("lang", ROMAN)
def test_numbers_in_every_language(lang: str) -> None:
    large = [100_000 * i + 10_007 * (i % 9) + i for i in range(1, 99, 7)] + [10**7 * i for i in range(1, 100, 9)]
    assert not list(wrong(lang, [*range(0, 100), *range(100, 10_000, 97), *large], 0))


def test_what_is_said_in_latin_letters_is_read() -> None:
    """Nearly all of it: single words that English has too stay."""
    numbers = range(100, 10_000, 49)
    spoken = [said("hi", number, number) for number in numbers]
    read = [bool(chooser("hi").choose(text.split(" "), DEFAULT).spans) for text in spoken if text]
    assert len(read) > 190
    assert sum(read) / len(read) > 0.99


@pytest.mark.parametrize("lang", ROMAN)
def test_every_spelling_before_a_currency(lang: str) -> None:
    known = values(lang)
    for form, word in words_of(lang).listed.items():
        value = known.get(fold(word.native))
        if value is None or word.text or " " in form:
            continue
        text = formatter(lang)(f"{form} {CURRENCY[lang]}").text
        assert text == f"{form} {CURRENCY[lang]}" or int(digits(text)) == value, (form, text)


@pytest.mark.parametrize("lang", ROMAN)
def test_every_form_is_a_word_of_the_grammar(lang: str) -> None:
    for form, word in words_of(lang).listed.items():
        if not word.text:
            assert grammar(lang).knows(word.native), form
        assert regex.fullmatch(r"[a-z]+( [a-z]+)?", form), form
        assert len(form.split(" ")) == len(word.native.split(" ")), form


@pytest.mark.parametrize("lang", ROMAN)
def test_spellings_alike_have_one_value(lang: str) -> None:
    """What is spelled in another way than the table has it is looked up by its key: that has one value."""
    table, known = words_of(lang), values(lang)
    for form, word in table.listed.items():
        near = table._spelled_alike(form)
        if near and fold(word.native) in known and fold(near.native) in known:
            assert known[fold(near.native)] == known[fold(word.native)], (form, near)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(
    "text",
    [
        "do lakh rupees",
        "paanch lakh rupees",
        "eradu lakh rupees",
        "moonu lakh rupees",
        "dui crore rupees",
        "pachees hundred rupees",
        "irubathu lakh",
        "one lakh pachees hazaar rupees",
    ],
)
def test_never_half_of_a_number(lang: str, text: str) -> None:
    formatted = formatter(lang)(text).text
    assert formatted == text or not regex.search("lakh|crore|hundred|hazaar|rupees", formatted), formatted
    assert not regex.match("[a-z]", formatted) or formatted == text, formatted


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(
    "text",
    [
        "what do you want to do",
        "she sat down and so did he",
        "the teen had a tin of bees",
        "he was so sad that he sat in the bar",
        "char grilled chicken and a pan",
        "an on or be at no",
        "a don and a kapital in the den",
        "we share the noise of the array",
    ],
)
def test_english_stays(lang: str, text: str) -> None:
    assert not formatter(lang)(text).edits


def test_english_behind_a_number() -> None:
    assert formatter("mr")("at age twenty she married vis a vis").text == "at age 20 she married vis a vis"


def test_native_text_is_not_touched() -> None:
    words = ["मुझे", "पच्चीस", "हजार", "रुपये", "चाहिए"]
    assert Romans(grammar("hi")).read(words).words is words


def test_mixed_scripts_and_names() -> None:
    fmt = formatter("hi")
    assert fmt("मुझे das हज़ार चाहिए").text == "मुझे 10,000 चाहिए"
    assert fmt("the bees made honey रोज़").text == "the bees made honey रोज़"
    assert fmt("Mujhe Pachees hazaar rupaye chahiye").text == "Mujhe ₹25,000 chahiye"
    assert fmt("kal Das ne kaha").text == "kal Das ne kaha"


def test_endings_stay_as_they_are_written() -> None:
    made = formatter("hi")("pachaasvi saalgirah")
    assert made.text == "50vi saalgirah"
    assert made.spans[0].token.fields["integer"] == "50"


def test_endings_of_the_rules_are_latin() -> None:
    assert formatter("ta")("ainooru rubaikku").text == "₹500-kku"


@pytest.mark.parametrize(
    ("lang", "text", "written"),
    [
        ("hi", "dosau rupaye", "₹200"),
        ("mr", "deedshe rupaye", "₹150"),
        ("bn", "dersho taka", "₹150"),
    ],
)
def test_a_number_and_its_scale_in_one(lang: str, text: str, written: str) -> None:
    assert formatter(lang)(text).text == written


def test_scale_words_that_stay() -> None:
    news = IndicFormatter("hi", model=None, style="news")
    assert news("sarkar ne paanch karod rupaye diye").text == "sarkar ne ₹5 karod diye"


def test_tables_are_not_compiled() -> None:
    assert {"roman", "roman_letters"} <= set(UNCOMPILED_TABLES)


def ordinary(lang: str) -> list[str]:
    return [form for form, word in words_of(lang).listed.items() if word.ordinary]


@pytest.mark.parametrize("lang", ROMAN)
def test_an_ordinary_word_alone_stays(lang: str) -> None:
    fmt, texts = formatter(lang), [CARRIER[lang].format(form) for form in ordinary(lang)]
    for frame in FRAMES.split("|"):
        for text in texts:
            said = frame.format(text)
            assert fmt(said).text == said


@pytest.mark.parametrize("lang", ROMAN)
def test_an_ordinary_word_that_is_all_that_is_said_stays(lang: str) -> None:
    for form in ordinary(lang):
        assert formatter(lang)(form).text == form


@pytest.mark.parametrize("lang", ROMAN)
def test_numbers_in_company(lang: str) -> None:
    """Every spelling of every value has its value before a currency, a percent and a kilo, whatever else it is."""
    known, fmt = values(lang), formatter(lang)
    for form, word in words_of(lang).listed.items():
        value = known.get(fold(word.native))
        if value is None or not 1 < value < 100 or word.text or " " in form:
            continue
        for company in (CURRENCY[lang], "percent", "kilo"):
            assert digits(fmt(f"{form} {company}").text) == str(value), (form, company)
        if value <= 12 and (hour := HOUR.get(lang)):
            assert digits(fmt(f"{form} {hour}").text) == str(value), (form, hour)


@pytest.mark.parametrize("lang", ROMAN)
def test_never_a_number_before_what_stands_behind_names(lang: str) -> None:
    fmt = formatter(lang)
    for form in (form for form in spellings_of_numbers(lang) if " " not in form):
        for behind in sorted(words_of(lang).honorifics):
            assert fmt(f"{form} {behind} kothay").text == f"{form} {behind} kothay"


@pytest.mark.parametrize("lang", ROMAN)
def test_an_ending_apart_is_no_letter(lang: str) -> None:
    others = [form for form, word in words_of(lang).listed.items() if word.text and " " not in form and len(form) < 4]
    for form in spellings_of_numbers(lang)[::29]:
        for other in (*others, *sorted(words_of(lang).endings)):
            assert not regex.search(r"\d ?[A-Z]", formatter(lang)(f"{form} {other}").text), (form, other)


@pytest.mark.parametrize("lang", ROMAN)
def test_a_number_beside_an_unread_one_stays(lang: str) -> None:
    """No half of a number: what is read is all of them, or nothing."""
    listed = words_of(lang).listed
    unread = [f for f, word in listed.items() if word.homograph and not word.text and f not in words_of(lang).english]
    sure = [form for form in spellings_of_numbers(lang) if listed[form].apart][::11]
    for form in unread:
        for number in sure:
            for text in (f"{number} {form} zzz", f"{form} {number} zzz", f"{number} by {form} zzz"):
                made = formatter(lang)(text).text
                assert made == text or form not in made.split(), made


def spellings_of_numbers(lang: str) -> list[str]:
    known, listed = values(lang), words_of(lang).listed
    return [form for form, word in listed.items() if not word.text and known.get(fold(word.native), 0) > 1]
