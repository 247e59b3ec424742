"""Words of the languages with the spelling that people use: the tables, and that they are used."""

from __future__ import annotations

import unicodedata

import pytest
import regex

from indic_tf.languages import language, languages
from indic_tf.scripts import fold
from indic_tf.tables import read
from indic_tf.transliterate import transliterate
from indic_tf.transliterate.data import FOLDER, written_words

CODES = sorted(path.stem for path in (FOLDER / "words").glob("*.tsv"))


@pytest.mark.parametrize("code", CODES)
def test_a_row_is_a_word_of_the_script_and_its_spellings(code: str) -> None:
    script = {"Perso-Arabic": "Arabic"}.get(language(code).script, language(code).script)
    word = regex.compile(rf"[\p{{Script_Extensions={script}}}\u200c\u200d]+")
    rows = read(FOLDER / "words" / f"{code}.tsv", ("word", "latin", "kind"), required=3)
    assert len(rows) == len({fold(row["word"]) for row in rows}) > 1000
    for row in rows:
        assert word.fullmatch(row["word"]), row.line
        assert unicodedata.is_normalized("NFC", row["word"]), row.line
        spellings = row["latin"].split(" ")
        assert len(spellings) == len(set(spellings)) <= 3, row.line
        assert all(spelling.isascii() and spelling.isalpha() and spelling.islower() for spelling in spellings), row.line


@pytest.mark.parametrize("code", CODES)
def test_listed_words_are_spelled_as_listed(code: str) -> None:
    for word, (_, spellings) in [*written_words(code).items()][::40]:
        assert transliterate(word, code)[0].text == spellings[0], word


@pytest.mark.parametrize("code", sorted(set(languages()) - set(CODES)))
def test_a_language_may_have_none(code: str) -> None:
    assert written_words(code) == {}


@pytest.mark.parametrize(
    ("code", "word", "latin", "source"),
    [
        ("kn", "ಕನ್ನಡ", "kannada", "word"),
        ("hi", "बर्तन", "bartan", "native"),
        ("bn", "হাট", "haat", "native"),
        ("pa", "ਚਾਟ", "chaat", "native"),
        ("te", "ఫణి", "phani", "given"),
        ("ur", "گلی", "gali", "native"),
        ("ur", "اودھ", "awadh", "town"),
        ("ml", "മീൻ", "meen", "native"),
        ("hi", "बाज़ार", "bazaar", "native"),
        ("hi", "बाजार", "bazaar", "native"),
    ],
)
def test_english_that_sounds_alike_comes_behind(code: str, word: str, latin: str, source: str) -> None:
    found = transliterate(word, code)[0]
    assert (found.text, found.source) == (latin, source)


@pytest.mark.parametrize(
    ("code", "word", "latin"),
    [
        ("ta", "தேன்கூடு", "thenkoodu"),
        ("ml", "മീൻകട", "meenkada"),
        ("kn", "ಮಲ್ಲಿಗೆಮನೆ", "malligemane"),
        ("bn", "কৃষিঘর", "krishighar"),
        ("te", "వెన్నెలవాన", "vennelavaana"),
        ("hi", "चायघर", "chaighar"),
    ],
)
def test_words_that_run_together_are_made_of_listed_ones(code: str, word: str, latin: str) -> None:
    assert transliterate(word, code)[0].text == latin
