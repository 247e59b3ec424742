"""Text of captions: tags, signs and brackets around words, songs, headers and times."""

from __future__ import annotations

from functools import cache

import pytest

from indic_tf import IndicFormatter, languages, replay
from indic_tf.repair import Marks, parts, sung
from indic_tf.segment import segment

SONGS = {
    "as": "তুমি আহিলা", "bn": "তুমি এলে", "en": "we will rock you", "gu": "તું ક્યાં છે", "hi": "तुम कब आओगे",
    "kn": "ನೀನು ಎಲ್ಲಿ", "ml": "നീ എവിടെ", "mr": "तू कुठे आहेस", "pa": "ਤੂੰ ਕਿੱਥੇ ਹੈਂ", "ta": "நீ எங்கே",
    "te": "నువ్వు ఎక్కడ", "ur": "تم کہاں ہو",
}  # fmt: skip


@cache
def formatter(lang: str, model: str | None = "default") -> IndicFormatter:
    return IndicFormatter(lang, model=model, style="figures")


def formatted(lang: str, text: str, model: str | None = "default") -> str:
    """The text formatted; formatting it again changes nothing."""
    made = formatter(lang, model)(text)
    assert replay(made.words, made.edits) == made.text
    assert formatter(lang, model)(made.text).text == made.text
    return made.text


@pytest.mark.parametrize("lang", languages())
def test_numbers_inside_of_tags(lang: str) -> None:
    said = formatter(lang, None).spoken("25,000")
    assert formatted(lang, said, None) == "25,000"
    assert formatted(lang, f"<b>{said}</b>", None) == "<b>25,000</b>"
    assert formatted(lang, f'{{\\an8}}<font color="#ff0">{said}</font>', None) == (
        '{\\an8}<font color="#ff0">25,000</font>'
    )
    for before, after in (("(", ")"), ('"', '"'), ("“", "”"), ("**", "**"), ("_", "_"), ("«", "»"), ("#", "")):
        assert formatted(lang, before + said + after, None) == f"{before}25,000{after}"


@pytest.mark.parametrize("lang", languages())
def test_a_number_goes_on_behind_a_tag(lang: str) -> None:
    """Half of it would be another number."""
    words = formatter(lang, None).spoken("25,000").split()
    for i, word in enumerate(words):
        tagged = [*words[:i], f"<i>{word}</i>", *words[i + 1 :]]
        assert formatted(lang, " ".join(tagged), None) == "<i>25,000</i>"
    assert formatted(lang, " ".join(f"<u>{word}</u>" for word in words), None) == "<u>25,000</u>"
    assert formatted(lang, " ".join([f"<i>{words[0]}", *words[1:]]) + "</i>!", None) == "<i>25,000!</i>"


def test_a_number_ends_at_marks_beside_tags() -> None:
    assert formatted("en", "<i>two hundred,</i> three thousand", None) == "<i>200,</i> 3,000"
    assert formatted("hi", "<i>दो सौ</i> रुपये, <b>तीन सौ</b> लोग", None) == "<i>₹200,</i> <b>300</b> लोग"


@pytest.mark.parametrize(
    ("lang", "text", "written"),
    [
        ("en", "<i>can you help me</i>", "<i>Can you help me?</i>"),
        ("en", "{\\an8}<i>where are you</i>", "{\\an8}<i>Where are you?</i>"),
        ("en", "[applause] thank you", "[applause] Thank you."),
        ("en", "(laughs) that is funny", "(laughs) That is funny."),
        ("en", "that is funny (laughs)", "That is funny. (laughs)"),
        ("hi", "<i>तुम कब आओगे</i>", "<i>तुम कब आओगे?</i>"),
        ("hi", "धन्यवाद [तालियाँ]", "धन्यवाद। [तालियाँ]"),
        ("ta", "[கைத்தட்டல்] நன்றி", "[கைத்தட்டல்] நன்றி."),
        ("en", "WEBVTT", "WEBVTT"),
    ],
)  # fmt: skip
def test_what_is_no_word_gets_no_marks(lang: str, text: str, written: str) -> None:
    assert formatted(lang, text) == written


@pytest.mark.parametrize("head", ["WEBVTT", "WEBVTT Kind: captions Language: hi"])
def test_headers_and_cues(head: str) -> None:
    head += "\n\n00:01.000 --> 00:04.000\n"
    assert formatted("en", head + "hello how are you") == head + "Hello, how are you?"
    assert formatted("hi", head + "दो सौ रुपये दो") == head + "₹200 दो।"


def test_a_header_stands_at_the_start() -> None:
    assert [token.kind for token in parts("WEBVTT now")] == ["markup", "speech"]
    assert {token.kind for token in parts("the WEBVTT file")} == {"speech"}
    assert {token.kind for token in parts("WEBVTTs are files")} == {"speech"}


# --- songs --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "song"), SONGS.items())
def test_songs_get_no_marks(lang: str, song: str) -> None:
    for sign in "♪♫":
        for text in (f"{sign} {song} {sign}", f"{sign}{song}{sign}", f"{sign} {song}"):
            assert formatted(lang, text).casefold() == text.casefold()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("♪ la la ♪ yes", "la la"),
        ("♪la la♪ yes", "♪la la♪"),
        ("yes ♪ la la ♪ no ♪ lo lo ♪", "la la lo lo"),
        ("♪ la la\nlo lo ♪\nyes", "la la lo lo"),
        ("♪ la la\nyes it is", "la la"),
        ("♪ la la\n♪ lo lo\nyes", "la la lo lo"),
        ("yes ♪", ""),
        ("♪ ♪ yes", ""),
        ("yes", ""),
        ("♪ music ♪ yes", ""),
    ],
)
def test_which_words_are_sung(text: str, words: str) -> None:
    made = segment(text, Marks()).words
    assert " ".join(made[i].text for i in sorted(sung(made))) == words


def test_a_sentence_begins_behind_a_song() -> None:
    assert formatted("en", "♪ we will rock you ♪ thank you all for coming") == (
        "♪ We will rock you ♪ Thank you all for coming."
    )
