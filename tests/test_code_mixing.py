"""English words that were recognised in an Indian script, in Latin letters."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest
from case_tables import formatter
from typer.testing import CliRunner

from indic_tf import IndicFormatter, Style, Word, transcripts
from indic_tf.cli import app
from indic_tf.document import replay
from indic_tf.transliterate import mixed
from indic_tf.transliterate.endings import Endings

STYLE = Style(english="latin")


def latin(lang: str, text: str) -> str:
    return IndicFormatter(lang, model=None, style=STYLE)(text).text


@pytest.mark.parametrize(
    ("lang", "said", "written"),
    [
        ("hi", "मेरा ऑर्डर कैंसल करो", "मेरा order cancel करो"),
        ("hi", "पच्चीस हजार का पेमेंट डिलीट हुआ", "25,000 का payment delete हुआ"),
        ("ta", "மீட்டிங்குக்கு நெட்வொர்க் வேண்டும்", "meeting-க்கு network வேண்டும்"),
        ("te", "నెట్‌వర్క్‌లో పేమెంట్ చేశాను", "network-లో payment చేశాను"),
        ("bn", "প্রজেক্টের রিফান্ড পেয়েছি", "project-এর refund পেয়েছি"),
        ("mr", "प्रोजेक्टसाठी पेमेंट केलं", "project-साठी payment केलं"),
        ("kn", "ನೆಟ್‌ವರ್ಕ್ ಸರಿಯಿಲ್ಲ", "network ಸರಿಯಿಲ್ಲ"),
        ("ml", "നെറ്റ്‌വർക്ക് ശരിയല്ല", "network ശരിയല്ല"),
        ("gu", "નેટવર્ક સારું નથી", "network સારું નથી"),
    ],
)
def test_english_in_latin_letters(lang: str, said: str, written: str) -> None:
    assert latin(lang, said) == written
    assert latin(lang, written) == written


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("hi", "कल मन से बात कर"),  # sounds like call, man, bought, car
        ("hi", "बच्चे स्कूल से बस में आए"),  # words of the language by now
        ("hi", "राम और मोहन दिल्ली में हैं"),
        ("ta", "இந்த வில் நல்ல கால்"),
        ("bn", "কাল আর সব দিন"),
        ("mr", "काल केळी आली"),
        ("te", "నా మాట మీ పాట"),
    ],
)
def test_words_of_the_language_stay(lang: str, said: str) -> None:
    assert latin(lang, said) == said


def test_the_default_leaves_english_as_it_is() -> None:
    assert formatter("hi")("मेरा ऑर्डर कैंसल करो").text == "मेरा ऑर्डर कैंसल करो"


def test_nothing_is_loaded_for_the_default() -> None:
    code = (
        "import sys; from indic_tf import IndicFormatter; IndicFormatter('hi', model=None)('मेरा ऑर्डर कैंसल करो');"
        "assert not [name for name in sys.modules if name.startswith('indic_tf.transliterate.data')"
        " and sys.modules[name].english.cache_info().currsize]"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_edits_and_spans_say_what_was_said() -> None:
    made = IndicFormatter("ta", model=None, style=STYLE)("என் நெட்வொர்க்கை பாருங்க")
    [edit] = made.edits
    [span] = made.spans
    assert (edit.words, edit.text, edit.kind, edit.by) == ((1, 2), "network-ஐ", "english", "transliterator")
    assert (span.kind, dict(span.token.fields)) == ("english", {"latin": "network", "suffix": "ஐ"})
    assert made.words[1].source[0].text == "நெட்வொர்க்கை"
    assert replay(made.words, made.edits) == made.text


def test_words_keep_their_times() -> None:
    heard = [Word("ऑर्डर", start=0.0, end=0.4), Word("कैंसल", start=0.5, end=0.9), Word("करो", start=1.0, end=1.2)]
    made = IndicFormatter("hi", model=None, style=STYLE)(heard)
    assert [(word.text, word.start, word.end) for word in made.words] == [
        ("order", 0.0, 0.4),
        ("cancel", 0.5, 0.9),
        ("करो", 1.0, 1.2),
    ]


def test_marks_stay_around_a_word() -> None:
    assert latin("hi", "मेरा “ऑर्डर”, कैंसल!") == "मेरा “order”, cancel!"


def test_a_stream_says_the_same() -> None:
    said = "मेरा ऑर्डर कैंसल करो और दो सौ रुपये का रिफंड मेरे अकाउंट में डाल दो"
    fmt = IndicFormatter("hi", model=None, style=STYLE)
    stream = fmt.stream(right_context=3)
    pieces = [stream.push(word).committed for word in said.split()]
    assert "".join([*pieces, stream.finish().committed]) == fmt(said).text


def test_transcripts() -> None:
    said = '[{"start": 0, "end": 1, "text": "मेरा ऑर्डर"}, {"start": 1, "end": 2, "text": "कैंसल करो"}]'.encode()
    made = IndicFormatter("hi", model=None, style=STYLE).transcript(transcripts.read(said))
    assert [segment.text for segment in made.segments] == ["मेरा order", "cancel करो"]


def test_without_numbers_and_with_terms() -> None:
    fmt = IndicFormatter("hi", model=None, style=STYLE, itn=False, terms=["कैंसल"])
    assert fmt("मेरा ऑर्डर कैंसल दो सौ").text == "मेरा order कैंसल दो सौ"


def test_verbatim_stays_verbatim() -> None:
    fmt = IndicFormatter("hi", model=None, style=Style(english="latin", convert=False))
    assert fmt("मेरा ऑर्डर कैंसल करो").text == "मेरा ऑर्डर कैंसल करो"


def test_a_formatter_pickles_without_what_it_loaded() -> None:
    fmt = IndicFormatter("hi", model=None, style=STYLE)
    fmt("मेरा ऑर्डर")
    made = pickle.dumps(fmt)
    assert len(made) < 100_000
    assert pickle.loads(made)("मेरा ऑर्डर").text == "मेरा order"


def test_the_command_has_a_preset() -> None:
    asked = ["format", "--lang", "hi", "--model", "none", "--style", "codemix", "--text", "मेरा ऑर्डर कैंसल करो"]
    assert CliRunner().invoke(app, asked).stdout.strip() == "मेरा order cancel करो"


@pytest.mark.parametrize(
    ("lang", "word", "stem", "ending"),
    [
        ("ta", "ஆர்டரை", "ஆர்டர்", "ஐ"),
        ("ta", "லிங்க்கை", "லிங்க்", "ஐ"),
        ("ta", "மீடியாவில்", "மீடியா", "வில்"),
        ("te", "ఆర్డర్‌ని", "ఆర్డర్", "ని"),
        ("bn", "মিটিংয়ের", "মিটিং", "এর"),
        ("mr", "ऑर्डरच्या", "ऑर्डर", "च्या"),
        ("kn", "ಆರ್ಡರನ್ನು", "ಆರ್ಡರ್", "ಅನ್ನು"),
    ],
)
def test_endings_come_off(lang: str, word: str, stem: str, ending: str) -> None:
    assert (stem, ending) in Endings(lang).apart(word)


def test_a_language_without_text_turns_nothing() -> None:
    assert not mixed("ur").knows
    assert mixed("ur").english("آرڈر") is None


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("hi", "नया अपडेट इंस्टॉल करने के बाद सर्वर डाउन है"),
        ("mr", "डिलिव्हरी कॅन्सल करा आणि पेमेंट रिफंड करा"),
        ("ta", "என் நெட்வொர்க்கை பாருங்க ப்ளீஸ்"),
    ],
)
def test_formatting_twice_changes_nothing(lang: str, said: str) -> None:
    fmt = IndicFormatter(lang, model="fast", style=STYLE)
    once = fmt(said).text
    assert any(word.isascii() for word in once.split())
    assert fmt(once).text == once
