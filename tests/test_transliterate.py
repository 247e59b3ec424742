"""Words in Indian scripts as they are spelled in Latin letters."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import regex
from case_tables import formatter
from hypothesis import given, settings
from hypothesis import strategies as st

from indic_tf.errors import LanguageError
from indic_tf.transliterate import Spelling, transliterate
from indic_tf.transliterate.data import english, table
from indic_tf.transliterate.lexicon import KINDS, own_entries
from indic_tf.transliterate.shapes import Reader, shape

WRITTEN = Path(__file__).parent.parent / "benchmarks" / "transliteration"
SCRIPTS = {
    **{"hi": "Devanagari", "mr": "Devanagari", "gu": "Gujarati", "pa": "Gurmukhi", "bn": "Bengali", "or": "Oriya"},
    **{"ta": "Tamil", "te": "Telugu", "kn": "Kannada", "ml": "Malayalam", "ur": "Arabic", "as": "Bengali"},
}


def written(name: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Language, word in its script, right spellings, of the rows that were looked at."""
    lines = [line.split("\t") for line in (WRITTEN / name).read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    for cells in lines[1:]:
        for code, natives in zip(lines[0][2:], cells[2:], strict=True):
            if cells[1] == "dev":
                yield from ((code, native, tuple(cells[0].split("|"))) for native in natives.split("|") if native)


@pytest.mark.parametrize(("name", "least"), [("english.tsv", 0.95), ("names.tsv", 0.92)])
def test_words_that_were_looked_at(name: str, least: float) -> None:
    rows = [row for row in written(name) if " " not in row[1]]
    right = sum(transliterate(native, code, 1)[0].text in latin for code, native, latin in rows)
    assert right / len(rows) > least


@pytest.mark.parametrize(
    ("lang", "word", "latin"),
    [
        ("hi", "ग्रीनफार्म", "greenfarm"),
        ("te", "వెన్నెలసాఫ్ట్", "vennelasoft"),
        ("ta", "முல்லைமெயில்", "mullaimail"),
        ("ta", "புளூஸ்கை", "bluesky"),
        ("kn", "ಗ್ರೀನ್‌ವ್ಯಾಲಿ", "greenvalley"),
        ("gu", "જીટીયુ", "gtu"),
        ("hi", "एसबीआईसपोर्ट", "sbisupport"),
    ],
)
def test_words_that_run_together(lang: str, word: str, latin: str) -> None:
    assert transliterate(word, lang)[0].text == latin


@pytest.mark.parametrize(
    ("lang", "word", "latin"),
    [("hi", "टेंपोत्रा", "tempotra"), ("ml", "കുഞ്ഞാലിക്കുട്ടി", "kunjalikkutti"), ("bn", "ঝালমুড়ি", "jhalmudi")],
)
def test_unknown_words_are_spelled_by_rules(lang: str, word: str, latin: str) -> None:
    assert latin in [spelling.text for spelling in transliterate(word, lang)]


@pytest.mark.parametrize(
    ("word", "latin"),
    [
        ("دواخیل", "davakhil"),  # a before the vowel that is written, waw before a vowel is v
        ("شبزم", "shabzam"),  # as a script with inherent vowels has it
        ("یزدان", "yazdan"),  # ye that begins a word
        ("رمایا", "ramaya"),  # and between vowels
        ("چندیا", "chandiya"),  # and behind a consonant
        ("ایمانو", "imano"),  # an alef that bears another vowel
        ("مگنگ", "magang"),  # no a within a cluster that ends the word
        ("ککرہ", "kakra"),  # one consonant twice has a vowel between
        ("بھگھر", "bhaghar"),  # an aspirate is one consonant
    ],
)
def test_short_vowels_that_urdu_does_not_write(word: str, latin: str) -> None:
    assert latin in [spelling.text for spelling in transliterate(word, "ur", 20) if spelling.source == "rules"]


@pytest.mark.parametrize(
    ("word", "latin", "not_latin"),
    [
        ("نعت", "naat", "anita"),  # a vowel that a word begins or ends with is written
        ("زکوٰۃ", "zakat", "sketch"),
        ("شبنم", "shabnam", "shibu"),
        ("ممتاز", "mumtaz", "mutaz"),
        ("سہارنپور", "saharanpur", "haroonpower"),
    ],
)
def test_short_vowels_are_free_inside_words(word: str, latin: str, not_latin: str) -> None:
    found = [spelling.text for spelling in transliterate(word, "ur", 20)]
    assert found[0] == latin
    assert not_latin not in found


def test_listed_names_are_known_as_they_are_written() -> None:
    assert transliterate("ندیم", "ur")[0] == Spelling("nadeem", transliterate("ندیم", "ur")[0].score, "listed")
    assert transliterate("یوسف", "ur")[0].text == "yusuf"


def test_names_are_spelled_as_their_region_does() -> None:
    assert [transliterate(word, lang)[0].text for lang, word in (("hi", "लता"), ("te", "లత"), ("bn", "গীতা"))] == [
        *("lata", "latha", "gita"),
    ]


def test_scores_fall_and_texts_are_once_each() -> None:
    found = transliterate("लक्ष्मी", "hi", n=10)
    assert [s.score for s in found] == sorted((s.score for s in found), reverse=True)
    assert len({s.text for s in found}) == len(found)


def test_what_cannot_be_read() -> None:
    assert not transliterate("word", "hi")
    assert not transliterate("", "hi")
    assert transliterate("क्या?", "hi") == []
    with pytest.raises(LanguageError):
        transliterate("शब्द", "xx")


@settings(deadline=None)
@given(st.sampled_from(sorted(SCRIPTS)), st.data())
def test_any_word_is_spelled_in_small_letters(lang: str, data: st.DataObject) -> None:
    letters = sorted({letter for code, native, _ in ROWS for letter in native if code == lang} or {"क"})
    word = data.draw(st.text(letters, max_size=12))
    for spelling in transliterate(word, lang):
        assert spelling.text.isascii()
        assert spelling.text.islower()


ROWS = [*written("english.tsv"), *written("names.tsv")]


def test_own_words_are_small_letters() -> None:
    """That they can be read in Devanagari is what `own_entries` checks."""
    assert not [row["latin"] for row in table("own") if not regex.fullmatch("[a-z0-9]+", row["latin"])]
    assert {row["kind"] for row in table("own")} == set(KINDS)


def test_lists() -> None:
    words, tenths, sounds = english()
    assert len(words) == len(tenths) == len(sounds) > 60_000
    assert len(own_entries()) > 2_500


def test_one_word_has_one_shape_in_every_script() -> None:
    words = {"hi": "राजेश", "gu": "રાજેશ", "bn": "রাজেশ", "ta": "ராஜேஷ்", "te": "రాజేశ్", "kn": "ರಾಜೇಶ್", "ml": "രാജേശ്"}
    shapes = [shape(Reader(code, SCRIPTS[code]).read(word)[0]).consonants for code, word in words.items()]
    assert {consonants[:2] for consonants in shapes} == {("र", "ज")}


@pytest.mark.parametrize(
    ("lang", "spoken", "text"),
    [
        ("hi", "जॉब्स एट ग्रीनफार्म डॉट कॉम पर लिखो", "jobs@greenfarm.com पर लिखो"),
        ("hi", "कस्टमर केयर ऐट ब्लूस्काई डॉट इन", "customercare@bluesky.in"),
        ("hi", "रिपोर्ट अंडरस्कोर फाइनल डॉट पीडीएफ भेज दो", "report_final.pdf भेज दो"),
        ("hi", "गाना सॉन्ग डॉट एमपी थ्री में है", "गाना song.mp3 में है"),
        ("hi", "फाइल बजट डैश दो हजार पच्चीस डॉट एक्सएलएसएक्स", "फाइल budget-2025.xlsx"),
        ("hi", "हमें ऐट द रेट प्रिया अंडरस्कोर आर्ट पर टैग करो", "हमें @priya_art पर टैग करो"),
        ("hi", "डब्ल्यू डब्ल्यू डब्ल्यू डॉट सनराइज स्कूल डॉट ओआरजी", "www.sunriseschool.org"),
        ("hi", "प्रिया शर्मा ऐट द रेट ओके एक्सिस पर भेजो", "priyasharma@okaxis पर भेजो"),
        ("te", "జాబ్స్ ఎట్ వెన్నెలసాఫ్ట్ డాట్ కామ్ కు రాయండి", "jobs@vennelasoft.com కు రాయండి"),
        ("ta", "ரிப்போர்ட் டாட் பிடிஎஃப் அனுப்பு", "report.pdf அனுப்பு"),
        ("ml", "സെയിൽസ് അറ്റ് ഗ്രീൻവാലി ഡോട്ട് കോം", "sales@greenvalley.com"),
        ("ur", "جابز ایٹ گرین فارم ڈاٹ کام", "jobs@greenfarm.com"),
        ("bn", "জবস অ্যাট গ্রিনফার্ম ডট কম এ লিখুন", "jobs@greenfarm.com এ লিখুন"),
    ],
)
def test_addresses(lang: str, spoken: str, text: str) -> None:
    formatted = formatter(lang)(spoken)
    assert formatted.text == text
    assert formatter(lang)(formatted.text).text == text


def test_an_address_carries_what_is_nearly_as_likely() -> None:
    (span,) = formatter("hi")("लक्ष्मी ऐट जीमेल डॉट कॉम").spans
    assert span.token.fields["address"] == "lakshmi@gmail.com"
    assert "laxmi@gmail.com" in span.others
    assert span.as_dict()["others"] == list(span.others)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("hi", "ब्याज ऐट द रेट दस मिला"),
        ("hi", "वह पुलिस स्टेशन के पास ग्रीन पार्क में रहता है"),
        ("hi", "रिपोर्ट फाइनल है"),
        ("ta", "ரிப்போர்ட் அனுப்பு"),
    ],
)
def test_no_address_where_none_is_said(lang: str, text: str) -> None:
    assert not [span for span in formatter(lang)(text).spans if span.kind == "electronic"]


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    code = (
        "from indic_tf.transliterate import data; from indic_tf import IndicFormatter; "
        "IndicFormatter('hi', model=None)('पच्चीस रुपये'); print(data.english.cache_info().currsize)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "0\n"
