"""Sentences of formatted text: where they end, and that nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indic_tf import LanguageError, languages, tables
from indic_tf.languages import language
from indic_tf.sentences import Sentence, boundaries, split
from indic_tf.sentences.facts import _FOLDER, KINDS, facts

# "|" is where a sentence ends; the blank behind it is in the text.
CASES = [
    ("hi", "डॉ. राव आए।| कब गए?| कल!"),
    ("hi", "श्री ए. पी. जे. अब्दुल कलाम 3.5 बजे आए।| फिर चले गए।"),
    ("hi", "रु. 500 दीजिए।| नं. 5 पर जाइए।| www.example.com देखिए।| a.b@c.in पर लिखिए।"),
    ("hi", "15.8.1947 को आज़ादी मिली।| 2.0.1 आ गया।"),
    ("hi", "1. पहला।| 2. दूसरा।| (क) तीसरा।"),
    ("hi", 'उसने कहा, "चलो।"| फिर चला।|और गया।'),
    ("hi", "वह (कौन?) आया।| (वह गया।| फिर आया।)"),
    ("hi", "क्या?, उसने पूछा।| अरे!!!| सच?! हाँ।".replace("?! ", "?!| ")),
    ("hi", "वह गया है .| मैं नहीं ।| ठीक।"),
    ("sa", "धर्मक्षेत्रे कुरुक्षेत्रे ॥ १ ॥| पाण्डवाश्चैव ॥ २ ॥"),
    ("ta", "எம். ஜி. ஆர். வந்தார்.| மு. கருணாநிதி போனார்.| 5 கி.மீ. தூரம்."),
    ("ta", "அவர் வந்தார்.|நான் போனேன்.| இங்கே வா.| போ."),
    ("te", "ఇటు రా.| డా. రావు 5 మీ. దూరం వెళ్ళారు.| కె. వి. యస్. కుటుంబరావు వచ్చారు."),
    ("kn", "ಡಾ. ರಾವ್ ಬಂದರು.| ಎಂ. ಎಸ್. ಸುಬ್ಬುಲಕ್ಷ್ಮಿ ಹಾಡಿದರು."),
    ("ml", "പി. കെ. രാജൻ വന്നു.| അവൻ പോയി.| എം.പി. പറഞ്ഞു."),
    ("mr", "डॉ. आंबेडकर इ.स. १८९१ मध्ये जन्मले.| तू घे.| मला दे."),
    ("gu", "તે સારું છે.| હું જાઉં છું.| એમ. કે. ગાંધી આવ્યા."),
    ("bn", "তিনি 15. 8. 1947 তারিখে আসেন।| ড. ইউনূস গেলেন।| ঠিক আছে!!! …"),
    ("as", "ড. শৰ্মা আহিল।| কেতিয়া গ’ল?"),
    ("pa", "ਡਾ. ਸਿੰਘ ਆਏ।| ਉਹ ਗਿਆ ਹੈ.| ਫਿਰ?"),
    ("or", "ଡା. ଦାସ ଆସିଲେ।| କେବେ ଗଲେ?"),
    ("ne", "डा. शर्मा आए।| उनी कहाँ छन्?"),
    ("ur", "ایم۔ اے۔ جناح آئے۔| وہ گئے۔| کیوں؟| ڈاکٹر۔ خان آئے۔"),
    ("sd", "هو ويو۔| توهان ڪٿي آهيو؟"),
    ("sat", "ᱚᱱᱟ ᱫᱚ᱾| ᱪᱮᱫ?"),
    ("en", "Mr. Smith paid Rs. 5.50 at 5 p.m.| He left.| See No. 5.| I said no.| Go."),
    ("en", '"Really?" she asked.| We live in the U.S.| The end... and so on.| Wait...| What?'),
    ("en", "A. P. J. Abdul Kalam came.| So did I.| He wrote e.g. poems vs. prose."),
    ("en", "Visit https://a.co/x?y=z!q now.| Yes.| Version 2.0 is out.| It costs approx. five."),
    ("en", "One line\ngoes on here.| Two.|\n\nA heading|\n\nThree."),
    ("en", "1. First\n2. Second"),
]


def pieces(marked: str) -> list[str]:
    return [piece.strip() for piece in marked.split("|") if piece.strip()]


@pytest.mark.parametrize(("lang", "marked"), CASES, ids=[f"{lang}-{i}" for i, (lang, _) in enumerate(CASES)])
def test_split(lang: str, marked: str) -> None:
    text = marked.replace("|", "")
    assert [sentence.text for sentence in split(text, lang)] == pieces(marked)


@pytest.mark.parametrize(("lang", "marked"), CASES, ids=[f"{lang}-{i}" for i, (lang, _) in enumerate(CASES)])
def test_split_again(lang: str, marked: str) -> None:
    """A sentence by itself is one sentence."""
    for sentence in split(marked.replace("|", ""), lang):
        assert len(split(sentence.text, lang)) == 1


@pytest.mark.parametrize("lang", languages())
def test_every_language_ends_with_its_own_marks(lang: str) -> None:
    known = language(lang)
    word = max(known.forms("numbers"), key=len)
    for mark in (known.sentence_end, known.question, "!", "।", "?"):
        for closer in ("", '"', "”", ")", "’"):
            text = f"{word} {word}{mark}{closer} {word.capitalize()} {word}{mark}"
            first, second = split(text, lang)
            assert first.text == f"{word} {word}{mark}{closer}", text
            assert second == Sentence(text[second.start :], second.start, len(text))


@pytest.mark.parametrize("lang", languages())
def test_abbreviations_end_nothing(lang: str) -> None:
    word = max(language(lang).forms("numbers"), key=len)
    for form in facts(lang).short:
        text = f"{word} {form}. {word} {word}."
        assert len(split(text, lang)) == 1, text


ALPHABET = "कख ा्िаAbz.. ।।??!…\"'()[]“”’-–,;:1२॥\n\n  \t۔؟அஆ.ம்\u200d\u200c\u2029é@/😀"
TEXTS = st.text(alphabet=ALPHABET, max_size=80) | st.text(max_size=40)


@given(text=TEXTS, lang=st.sampled_from(languages()))
@settings(max_examples=400, deadline=None)
def test_nothing_is_lost(text: str, lang: str) -> None:
    position, rebuilt = 0, ""
    for sentence in split(text, lang):
        assert sentence.text == text[sentence.start : sentence.end] == sentence.text.strip() != ""
        gap = text[position : sentence.start]
        assert not gap.strip()
        rebuilt, position = rebuilt + gap + sentence.text, sentence.end
    assert not text[position:].strip()
    assert rebuilt + text[position:] == text


@given(words=st.lists(TEXTS, max_size=12), lang=st.sampled_from(languages()))
@settings(max_examples=200, deadline=None)
def test_boundaries_rise_to_the_last_word(words: list[str], lang: str) -> None:
    made = boundaries(words, lang)
    assert made == sorted(set(made))
    assert made[-1:] == [len(words)][: len(words)]
    assert all(0 < i <= len(words) for i in made)


@pytest.mark.parametrize(("lang", "marked"), CASES, ids=[f"{lang}-{i}" for i, (lang, _) in enumerate(CASES)])
def test_boundaries_are_those_of_split(lang: str, marked: str) -> None:
    spaced = [piece.split() for piece in pieces(marked)]
    text = " ".join(word for words in spaced for word in words)
    words, ends = text.split(), {sentence.end for sentence in split(text, lang)}
    assert {len(" ".join(words[:i])) for i in boundaries(words, lang)} == ends


@pytest.mark.parametrize("unit", ["अ.", "(", ")", ". ", "\n", "a" * 50, '"', "।", " ", "क. ख. ", "1.", "(a. "])
def test_long_texts_of_one_thing(unit: str) -> None:
    """What takes time by the square of the length would take hours here."""
    text = unit * (30_000 // len(unit))
    assert (
        "".join(sentence.text for sentence in split(text, "hi")).split() == "".join(text.split()).split() or " " in unit
    )


@pytest.mark.parametrize("path", sorted(_FOLDER.glob("*.tsv")), ids=lambda path: path.stem)
def test_word_tables(path: Path) -> None:
    assert path.stem in (*languages(), "common")
    rows = list(tables.read(path, ("form", "kind"), 2))
    cells = [(row["form"], row.choice("kind", KINDS)) for row in rows]
    assert len(cells) == len(set(cells))
    if path.stem != "common":  # nothing that the language's abbreviations say already
        listed = set(language(path.stem).forms("abbreviations"))
        assert not [form for form, kind in cells if kind == "short" and form in listed]


def test_unknown_language() -> None:
    with pytest.raises(LanguageError, match="xx"):
        split("a", "xx")


def test_module_is_reached_by_its_name() -> None:
    from indic_tf import sentences

    assert sentences.split("", "hi") == []
    assert sentences.boundaries([], "hi") == []
