"""The mark behind the last word: where a text ends, where a sentence does, or never."""

from __future__ import annotations

from functools import cache
from math import exp

import pytest

from indic_tf import IndicFormatter, InputError, ModelError
from indic_tf.document import Tagged
from indic_tf.finality import THRESHOLD, endings, ends, log_odds, with_continuation
from indic_tf.inputs import Final
from indic_tf.labels import PUNCTUATION
from indic_tf.languages import languages
from indic_tf.taggers import tagger_of

WITH_TABLE = ("as", "bn", "en", "gu", "hi", "kn", "ml", "mr", "ne", "or", "pa", "ta", "te", "ur")

# Language, a text that is cut in mid sentence, a text that is not.
TEXTS = [
    ("hi", "कल मुझे एक किताब मिली थी और", "कल मुझे एक किताब मिली थी"),
    ("hi", "वह अपने दोस्त के", "वह अपने दोस्त के घर गया"),
    ("ta", "நான் நேற்று என்னுடைய", "நான் நேற்று வீட்டுக்கு போனேன்"),
    ("te", "నేను నిన్న మా ఊరికి వెళ్ళి అక్కడ", "నేను నిన్న మా ఊరికి వెళ్ళాను"),
    ("bn", "আমি কাল আমার বন্ধুর", "আমি কাল বাড়ি গিয়েছিলাম"),
    ("mr", "मी काल माझ्या", "मी काल घरी गेलो होतो"),
    ("gu", "હું ગઈકાલે મારા", "હું ગઈકાલે ઘરે ગયો હતો"),
    ("kn", "ನಾನು ನಿನ್ನೆ ನನ್ನ", "ನಾನು ನಿನ್ನೆ ಮನೆಗೆ ಹೋದೆನು"),
    ("ml", "ഞാൻ ഇന്നലെ എന്റെ", "ഞാൻ ഇന്നലെ വീട്ടിലേക്ക് പോയി"),
    ("pa", "ਮੈਂ ਕੱਲ੍ਹ ਆਪਣੇ", "ਮੈਂ ਕੱਲ੍ਹ ਘਰ ਗਿਆ ਸੀ"),
    ("or", "ମୁଁ କାଲି ମୋର", "ମୁଁ କାଲି ଘରକୁ ଯାଇଥିଲି"),
    ("as", "মই কালি মোৰ", "মই কালি ঘৰলৈ গৈছিলোঁ"),
    ("ur", "وہ اپنے دوست کے", "وہ اپنے دوست کے گھر گیا تھا"),
    ("ne", "म हिजो मेरो", "म हिजो घर गएको थिएँ"),
    ("en", "yesterday i went to the", "yesterday i went to the market"),
]
MARKS = tuple(".।۔?؟,،!")
FINALS: tuple[Final, ...] = ("auto", "never", "always")
IDS = [f"{lang}-{i}" for i, (lang, *_) in enumerate(TEXTS)]


@cache
def formatter(lang: str) -> IndicFormatter:
    return IndicFormatter(lang, final="auto")


@pytest.mark.parametrize(("lang", "cut", "whole"), TEXTS, ids=IDS)
def test_ends(lang: str, cut: str, whole: str) -> None:
    of_cut, of_whole = ends([cut.split(), whole.split()], tagger_of(lang), lang)
    assert 0 <= of_cut < THRESHOLD <= of_whole <= 1


@pytest.mark.parametrize(("lang", "cut", "whole"), TEXTS[:1] + TEXTS[2:4] + TEXTS[-1:], ids=["hi", "ta", "te", "en"])
def test_formatter(lang: str, cut: str, whole: str) -> None:
    fmt = formatter(lang)
    always = [made.text for made in fmt.map([cut, whole], final="always")]
    assert all(text.endswith(MARKS) for text in always)
    assert fmt(cut).text == always[0][:-1]
    assert [made.text for made in fmt.map([cut, whole])] == [always[0][:-1], always[1]]
    assert [made.text for made in fmt.map([cut, whole], final="never")] == [text[:-1] for text in always]


def test_always_is_the_default() -> None:
    lang, cut, _ = TEXTS[0]
    assert IndicFormatter(lang)(cut).text == formatter(lang)(cut, final="always").text


@pytest.mark.parametrize("final", FINALS)
@pytest.mark.parametrize("text", [text for lang, *texts in TEXTS if lang == "hi" for text in texts] + ["क्या आप", "हाँ"])
def test_formatting_twice_changes_nothing(text: str, final: Final) -> None:
    fmt = formatter("hi")
    once = fmt(text, final=final).text
    assert fmt(once, final=final).text == once


@pytest.mark.parametrize("mark", ["।", "?", "!", ",", "।”"])
@pytest.mark.parametrize("final", FINALS[:2])
def test_a_mark_that_is_there_stays(mark: str, final: Final) -> None:
    text = "कल मुझे एक किताब मिली थी और" + mark
    assert formatter("hi")(text, final=final).text.endswith("और" + mark)


def test_numbers_and_disfluencies() -> None:
    fmt = IndicFormatter("hi", final="auto", disfluency="remove")
    assert fmt("मुझे पच्चीस हजार रुपये चाहिए").text == "मुझे ₹25,000 चाहिए।"
    assert not fmt("मुझे पच्चीस हजार").text.endswith(MARKS)


def test_empty_and_marks_only() -> None:
    fmt = formatter("hi")
    assert [fmt(text).text for text in ("", " ", "…", "12")] == ["", "", "…", fmt("12", final="always").text]
    assert ends([], tagger_of("hi"), "hi") == []
    assert ends([[]], tagger_of("hi"), "hi") == [0.0]


def test_what_final_may_be() -> None:
    with pytest.raises(InputError, match="final"):
        IndicFormatter("hi", final="sometimes")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="final"):
        IndicFormatter("hi", model=None)("एक", final="sometimes")  # type: ignore[arg-type]


def test_without_a_tagger_there_are_no_marks_to_leave_out() -> None:
    assert IndicFormatter("hi", model=None, final="auto")("मिली थी").text == "मिली थी"
    with pytest.raises(ModelError):
        IndicFormatter("hi", model="nowhere", final="auto")("मिली थी")


@pytest.mark.parametrize("lang", languages())
def test_tables(lang: str) -> None:
    score = endings.score(["क", "ख"], lang)
    assert (score is not None) == (lang in WITH_TABLE)
    assert endings.score([], lang) is None
    assert len(set(endings.hashes(["क", "ख"]))) > 15


def test_a_continuation_is_the_text_again() -> None:
    assert with_continuation(["a", "b"]) == ["a", "b"] + ["a", "b"] * 6
    words = [str(i) for i in range(30)]
    assert with_continuation(words) == words[-24:] + words[:24]


@pytest.mark.parametrize(
    ("label", "share", "neutral", "expected"),
    [("end", 0.9, 0.1, 0.9), ("question", 0.6, 0.2, 0.7), ("none", 0.8, 0.8, 0.1), ("comma", 0.7, 0.1, 0.2)],
)
def test_log_odds(label: str, share: float, neutral: float, expected: float) -> None:
    name = PUNCTUATION.name
    tagged = Tagged({name: (label,)}, {name: (share,)}, {name: (neutral,)})
    assert 1 / (1 + exp(-log_odds(tagged, 0, PUNCTUATION))) == pytest.approx(expected)
