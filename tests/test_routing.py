"""Which language a text is in: every script, shared ones, romanised and mixed text, and text that is none."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from indic_tf.errors import InputError, LanguageError, ModelError
from indic_tf.languages import language, languages
from indic_tf.routing import Detection, Piece, detect, pieces
from indic_tf.routing import model as models
from indic_tf.routing.detection import UNKNOWN
from indic_tf.routing.report import detect_file, shares
from indic_tf.routing.romanise import chat_words, romanise
from indic_tf.routing.words import LATIN, by_script, letters, parts
from indic_tf.transliterate.data import typed_words

EVERYDAY = Path(__file__).parent / "everyday"
SHARED = [script for script, codes in by_script().items() if len(codes) > 1 or script == LATIN]


def everyday(code: str) -> Iterator[str]:
    for row in (EVERYDAY / f"{code}.tsv").read_text(encoding="utf-8").splitlines():
        if "\t" in row and not row.startswith("#"):
            yield row.split("\t")[1]


NATIVE = {
    "hi": "मुझे कल सुबह दिल्ली जाना है",
    "mr": "मला उद्या पुण्याला जायचे आहे",
    "ne": "मलाई भोलि काठमाडौं जानु पर्छ",
    "sa": "अहं श्वः नगरं गमिष्यामि",
    "kok": "हांव फाल्यां पणजे वचपाचो आसां",
    "mai": "हमरा काल्हि दरभंगा जएबाक अछि",
    "bn": "আমাকে কাল সকালে ঢাকা যেতে হবে",
    "as": "মই কাইলৈ গুৱাহাটীলৈ যাম",
    "ur": "مجھے کل صبح لاہور جانا ہے",
    "sd": "مون کي سڀاڻي ڪراچي وڃڻو آهي",
    "ta": "நாளை சென்னைக்குப் போகிறேன்",
    "te": "రేపు హైదరాబాద్ వెళ్తున్నాను",
    "kn": "ನಾಳೆ ಬೆಂಗಳೂರಿಗೆ ಹೋಗುತ್ತೇನೆ",
    "ml": "നാളെ കൊച്ചിയിലേക്ക് പോകുന്നു",
    "gu": "કાલે અમદાવાદ જવાનું છે",
    "or": "ମୁଁ କାଲି ଭୁବନେଶ୍ୱର ଯିବି",
    "pa": "ਮੈਂ ਕੱਲ੍ਹ ਅੰਮ੍ਰਿਤਸਰ ਜਾਣਾ ਹੈ",
    "mni": "ꯑꯩ ꯍꯌꯦꯡ ꯏꯝꯐꯥꯜ ꯆꯠꯀꯅꯤ",
    "sat": "ᱤᱧ ᱜᱟᱯᱟ ᱟᱹᱛᱩ ᱪᱟᱞᱟᱜᱼᱟ",
    "en": "i want two hundred rupees",
}

ROMAN = {
    "mujhe pachees hazaar rupaye chahiye": "hi",
    "kal ki meeting kitne baje hai": "hi",
    "yaar kal meeting hai": "hi",
    "bhai kya kar rha h tu": "hi",
    "please mujhe kal call kar lena office ke baad": "hi",
    "mala udya punyala jaycha ahe": "mr",
    "ami kal dhaka jabo": "bn",
    "naan nalaikku chennai poren": "ta",
    "nenu repu hyderabad velthunnanu": "te",
}

ENGLISH = [
    "please send me the money tomorrow",
    "the meeting is at five in the evening",
    "main road is closed today",
    "are you coming to the party with me",
    "ramesh will meet you at the station in pune",
]


@pytest.mark.parametrize(("code", "text"), NATIVE.items(), ids=list(NATIVE))
def test_native_text(code: str, text: str) -> None:
    found = detect(text)
    assert found.lang == code
    assert not found.roman
    assert found.probability == max(found.probabilities.values())


@pytest.mark.parametrize(("text", "code"), ROMAN.items())
def test_romanised_text(text: str, code: str) -> None:
    found = detect(text)
    assert (found.lang, found.roman) == (code, True)
    assert detect(text.upper()).lang == code


@pytest.mark.parametrize("text", ENGLISH)
def test_english_of_india(text: str) -> None:
    assert detect(text).lang == "en"
    assert not detect(text).roman


@pytest.mark.parametrize("code", [code for code in languages() if (EVERYDAY / f"{code}.tsv").is_file()])
def test_everyday_speech(code: str) -> None:
    """Held out: no model has learnt from it. Kashmiri, Dogri and Bodo have little text to learn from."""
    texts = list(everyday(code))
    assert sum(detect(text).lang == code for text in texts) >= 0.95 * len(texts)


@pytest.mark.parametrize("code", [code for code in by_script()["Devanagari"] if code in ("hi", "mr", "ne")])
def test_spellings_do_not_matter(code: str) -> None:
    """Nukta, candrabindu and joiners come and go in transcripts."""
    for text in list(everyday(code))[:40]:
        bare = unicodedata.normalize("NFD", text).replace("\u093c", "").replace("\u0901", "\u0902")
        assert detect(bare.replace("\u200d", "")).lang == code, text


def test_marks_digits_and_nothing() -> None:
    for text in ("", " \n", "12:30", "₹25,000 — !", "०१२ ३४५", "…", "\u200d", "👍🏽 🎉"):
        assert detect(text) == UNKNOWN == Detection(None, 0.0, {}, False), text


def test_scripts_of_nobody() -> None:
    assert detect("привет мир").lang is None
    assert detect("привет नमस्ते आप कैसे हैं").lang == "hi"


def test_a_few_words_of_another_script_change_nothing() -> None:
    assert detect("ये बहुत अच्छा commentator है और office में है").lang == "hi"
    assert detect("Institute-ൽ നാളെ വരണം").lang == "ml"
    assert detect("मला ହଁ उद्या लेंڡ जायचे आहे").lang == "mr"


def test_among() -> None:
    assert detect("मला उद्या जायचे आहे", among=("hi", "ne")).lang in {"hi", "ne"}
    assert detect("मला उद्या जायचे आहे", among=("mr-IN", "hi-IN")).lang == "mr"
    assert detect("i want two hundred rupees", among="hi").roman
    assert detect("நாளை", among=("hi", "mr")) == UNKNOWN
    assert detect("நாளை வருகிறேன் मैं", among=("hi", "mr")).lang == "hi"
    with pytest.raises(LanguageError):
        detect("मला", among=("hi", "xx"))


@given(
    st.text() | st.text(st.sampled_from("कमा् ءڪ বৰ abz\u200d'’.1 ହ\ud800")),
    st.sampled_from([None, ("hi", "mr"), ("ta",)]),
)
@example("\ud800", None)
@example("İ ǅ ﬁ ㎏", None)
@settings(max_examples=300, deadline=None)
def test_any_string(text: str, among: tuple[str, ...] | None) -> None:
    found = detect(text, among)
    assert (found.lang is None) == (not found.probabilities)
    assert 0 <= found.probability <= 1
    assert sum(found.probabilities.values()) <= 1 + 1e-9
    assert found.lang is None or found.lang in (among or languages())
    made = pieces(text, among)
    ends = [0, *(piece.end_word for piece in made)]
    assert [piece.start_word for piece in made] == ends[:-1]
    assert ends[-1] == len(text.split())


def test_huge_texts_are_sampled() -> None:
    hindi = "मुझे कल सुबह दिल्ली जाना है और वहाँ काम करना है "
    assert detect(hindi * 20_000).lang == "hi"
    assert detect("आ" * 1_000_000).lang is not None
    assert pieces("आ" * 1_000_000)[0].end_word == 1


def test_pieces_of_a_mixed_text() -> None:
    text = "मुझे कल जाना है நாளை பார்க்கலாம் see you tomorrow"
    assert [(p.start_word, p.end_word, p.lang) for p in pieces(text)] == [(0, 4, "hi"), (4, 6, "ta"), (6, 9, "en")]


@pytest.mark.parametrize(
    "text",
    [
        "ये बहुत अच्छा commentator है",
        "commentator बहुत अच्छा है",
        "मुझे आज machine learning पढ़नी है और फिर घर जाना है",
        "मला ହଁ उद्या लेंڡ पुण्याला जायचे आहे",
        "yaar kal ki meeting mein please laptop lekar aana",
        "ramesh and i went to the market in pune yesterday",
        "१२ मई को 5 बजे मुझे फोन करना",
    ],
)
def test_what_makes_no_piece(text: str) -> None:
    assert pieces(text) == [Piece(0, len(text.split()), detect(text).lang, *_rest(detect(text)))]


def _rest(found: Detection) -> tuple[float, bool]:
    return found.probability, found.roman


def test_languages_of_one_script_take_turns() -> None:
    hindi, marathi = NATIVE["hi"], NATIVE["mr"]
    made = pieces(f"{hindi} {hindi} {marathi} {marathi}")
    assert [piece.lang for piece in made] == ["hi", "mr"]
    assert abs(made[0].end_word - 2 * len(hindi.split())) <= 1
    mixed = pieces("mujhe kal subah delhi jaana hai please send me the ticket before five in the evening")
    assert [(piece.lang, piece.roman) for piece in mixed] == [("hi", True), ("en", False)]


def test_pieces_of_little() -> None:
    assert pieces("") == []
    assert pieces("12 — 30") == [Piece(0, 3, None, 0.0, False)]
    assert [piece.lang for piece in pieces("नमस्ते")] == ["hi"] or len(pieces("नमस्ते")) == 1
    assert pieces(["मला", "उद्या", "जायचे", "आहे"])[0].lang == "mr"


def test_probabilities_mean_something() -> None:
    """Of the answers that were given about 0.9 and more, few are wrong."""
    sure = right = 0
    for code in ("hi", "mr", "ne", "bn", "as", "ur"):
        for text in everyday(code):
            words = text.split()
            found = detect(" ".join(words[:3]))
            sure += found.probability > 0.9
            right += found.probability > 0.9 and found.lang == code
    assert right / sure > 0.95


@pytest.mark.parametrize("script", SHARED)
def test_model_files(script: str) -> None:
    shared = models.load(script)
    assert shared is not None
    assert set(shared.languages) >= set(by_script()[script])
    assert shared.word("") == shared.word("☃") == (0.0,) * len(shared.languages)
    assert models.path_of(script).stat().st_size < 1_500_000


def test_a_broken_model_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "latin.xz"
    path.write_bytes(b"version https://git-lfs")
    with pytest.raises(ModelError, match=r"latin\.xz"):
        models.read(path)


def test_model_files_read_back(tmp_path: Path) -> None:
    header = models.Header("Latin", ("en", "hi"), 2, 0.5, (0.0, 1.0), 2)
    models.write(tmp_path / "x.xz", header, {"a": bytes((130, 126)), " b": bytes((0, 255))})
    read = models.read(tmp_path / "x.xz")
    assert read.header == header
    assert read.word("ba") == (-63.0, 62.5)


def test_letters_and_parts() -> None:
    assert letters("Ꭰé'S") == "ꭰes"
    assert parts("हिंदी-English") == ("Latin", ["english"])
    assert parts("—") == ("", [])
    assert letters("नमस्\u200dते") == "नमस्ते"


@pytest.mark.parametrize("code", [code for code in languages() if chat_words(code)])
def test_romanised_words_are_latin(code: str) -> None:
    rng = random.Random(0)
    source = "ur" if language(code).script == LATIN else code
    for text in list(everyday(source))[:30]:
        words = [run for word in text.split() for run in parts(word)[1] if parts(word)[0] == language(code).script]
        for word, spelt in zip(words, romanise(words, code, rng), strict=True):
            assert spelt, word
            assert spelt.isascii(), word
            assert spelt == spelt.lower()
    assert all(word.replace("-", "").isalpha() for word in chat_words(code))
    assert all(word.isascii() for words in typed_words(code).values() for word in words)


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    path.write_text(f"{NATIVE['hi']}\r\n\n{NATIVE['ta']}\nmujhe kal jaana hai yaar\n12 30\n", encoding="utf-8-sig")
    rows = detect_file(path)
    assert [(row.line, row.lang, row.roman, row.words) for row in rows] == [
        (1, "hi", False, 6), (3, "ta", False, 3), (4, "hi", True, 5), (5, None, False, 2),
    ]  # fmt: skip
    assert sum(row.share for row in rows) == pytest.approx(1)
    whole = shares(rows)
    assert [(row.lang, row.roman, row.lines, row.words) for row in whole] == [
        ("hi", False, 1, 6), ("hi", True, 1, 5), ("ta", False, 1, 3), (None, False, 1, 2),
    ]  # fmt: skip
    assert sum(row.share for row in whole) == pytest.approx(1)
    path.write_bytes("नमस्ते आप".encode() + b"\xe0\xa4")
    assert detect_file(path)[0].words == 2
    path.write_bytes(NATIVE["te"].encode("utf-16"))
    assert detect_file(path)[0].lang == "te"
    path.write_bytes(b"")
    assert detect_file(path) == [] == shares([])


def test_a_file_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no\.txt"):
        detect_file(tmp_path / "no.txt")
    (tmp_path / "b.bin").write_bytes(b"a\0b")
    with pytest.raises(InputError, match="NUL"):
        detect_file(tmp_path / "b.bin")
