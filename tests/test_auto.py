"""``IndicFormatter("auto")``: texts, records and transcripts, each stretch in its language."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from indic_tf import IndicFormatter, InputError, LanguageError, Word, replay
from indic_tf.routed import RoutedFormatter
from indic_tf.transcripts import shape

AUTO: Any = IndicFormatter("auto", model=None)

TEXTS = [
    ("मुझे पच्चीस हजार रुपये चाहिए", "मुझे ₹25,000 चाहिए"),
    ("எனக்கு இருபத்தைந்தாயிரம் ரூபாய் வேண்டும்", "எனக்கு ₹25,000 வேண்டும்"),
    ("i want two hundred rupees", "i want ₹200"),
    ("আমার পঁচিশ হাজার টাকা লাগবে", "আমার ₹25,000 লাগবে"),
    ("", ""),
    ("12:30", "12:30"),
]


@pytest.mark.parametrize(("spoken", "written"), TEXTS)
def test_each_text_is_in_its_language(spoken: str, written: str) -> None:
    assert AUTO(spoken).text == written


def test_many_texts_come_in_order() -> None:
    assert [made.text for made in AUTO.map([spoken for spoken, _ in TEXTS])] == [written for _, written in TEXTS]


def test_languages_that_alternate_inside_a_text() -> None:
    said = "मुझे कल दो सौ रुपये चाहिए நாளை எனக்கு இருநூறு ரூபாய் வேண்டும் அவ்வளவுதான்"
    made = AUTO(said)
    assert made.text == "मुझे कल ₹200 चाहिए நாளை எனக்கு ₹200 வேண்டும் அவ்வளவுதான்"
    assert replay(made.words, made.edits) == made.text
    words = said.split()
    assert [word.words for word in made.words][-1] == (len(words) - 1, len(words))
    assert [(span.kind, span.words) for span in made.spans] == [("money", (2, 5)), ("money", (8, 10))]


def test_a_record_names_its_language() -> None:
    records: list[Any] = [
        {"text": "दोन हजार रुपये", "lang": "mr"},
        {"text": "दो हजार रुपये", "language": "hi-IN"},
        {"words": [Word("दो", start=0.0, end=0.3), Word("सौ", start=0.4, end=0.7)], "lang": "hi"},
        "two hundred people",
    ]
    made = list(AUTO.map(records))
    assert [one.text for one in made] == ["₹2,000", "₹2,000", "200", "200 people"]
    assert (made[2].words[0].start, made[2].words[0].end) == (0.0, 0.7)


def test_what_is_wrong_with_a_record_is_said() -> None:
    with pytest.raises(InputError, match=r"text 1 .*needs 'text' or 'words'"):
        list(AUTO.map(["दो सौ", {"txt": "दो सौ"}]))
    with pytest.raises(LanguageError, match="xx"):
        AUTO({"text": "दो सौ", "lang": "xx"})
    failed = []
    made = list(AUTO.map(["दो सौ", {"txt": "x"}, 3, "two hundred"], on_error=lambda i, *_: failed.append(i)))
    assert [one.text for one in made][0::3] == ["200", "200"]
    assert failed == [1, 2]


def test_arguments_are_checked_at_once() -> None:
    with pytest.raises(InputError, match="style"):
        IndicFormatter("auto", style=3)  # type: ignore[arg-type]


def test_it_pickles() -> None:
    again = pickle.loads(pickle.dumps(AUTO))
    assert isinstance(again, RoutedFormatter)
    assert again("two hundred").text == "200"


def test_spoken() -> None:
    assert AUTO.spoken("कीमत ₹1,500 है।") == "कीमत एक हज़ार पाँच सौ रुपये है।"
    assert AUTO.spoken("it costs ₹1,500") == "it costs one thousand five hundred rupees"


def test_segments_of_a_transcript_are_each_in_their_language() -> None:
    said = ("मुझे कल दो सौ रुपये चाहिए थे", "हाँ", "நாளை எனக்கு இருநூறு ரூபாய் வேண்டும்", "i will give you two hundred rupees")
    segments = [shape.segment(text, start=float(i), end=i + 1.0) for i, text in enumerate(said)]
    made = AUTO.transcript(shape.transcript(segments, "indic-tf", ()))
    assert [one.text for one in made.segments] == [
        "मुझे कल ₹200 चाहिए थे",
        "हाँ",
        "நாளை எனக்கு ₹200 வேண்டும்",
        "i will give you ₹200",
    ]
    assert list(dict.fromkeys(word.language for word in made.words)) == ["hi", "ta", "en"]
