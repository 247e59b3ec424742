"""Whole transcripts: times are unions, nothing is lost, borders of segments are none, speakers stay apart."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from amounts import many
from synthetic_talks import talk

from indic_tf import IndicFormatter, InputError, transcripts
from indic_tf.talk import FormattedTranscript
from indic_tf.transcripts import Transcript, TranscriptSegment, TranscriptWord, shape

TWELVE = ("hi", "ta", "te", "kn", "gu", "mr", "or", "bn", "as", "ml", "pa", "en")


@cache
def formatter(lang: str, model: str | None = None) -> IndicFormatter:
    return IndicFormatter(lang, model=model)


def spoken(*segments: str, speakers: tuple[str | None, ...] = (), pause: float = 0.1) -> Transcript:
    """Segments of a second each; words share it out."""
    made, now = [], 0.0
    for i, text in enumerate(segments):
        speaker = speakers[i] if speakers else None
        made.append(shape.segment(text, start=now, end=now + 1.0, speaker=speaker))
        now += 1.0 + pause
    return shape.transcript(made, "indic-tf", ())


def assert_whole(source: Transcript, made: FormattedTranscript) -> None:
    """Every word of the source is in one word of the output, whose interval is the union of theirs."""
    words = source.words
    assert sorted(i for word in made.words for i in word.words) == list(range(len(words)))
    for word in made.words:
        sources = [words[i] for i in word.words]
        assert word.start == min((s.start for s in sources if s.start is not None), default=None)
        assert word.end == max((s.end for s in sources if s.end is not None), default=None)
        assert {s.speaker for s in sources} == {word.speaker}
    assert len(made.segments) == len(source.segments)
    assert [word for segment in made.segments for word in segment.words] == sorted(
        made.words, key=lambda word: (word.segment, word.words[0])
    )
    assert " ".join(word.text for word in made.words) == " ".join(made.text.split("\n"))
    assert sum(len(sentence.words) for sentence in made.sentences) == len(made.words)


@pytest.mark.parametrize("lang", TWELVE)
def test_intervals_are_unions(lang: str) -> None:
    for seed in range(8):
        source = talk(lang, seed)
        assert_whole(source, formatter(lang).transcript(source))


@pytest.mark.slow
@pytest.mark.parametrize("lang", TWELVE)
def test_intervals_are_unions_in_many_talks(lang: str) -> None:
    for seed in range(many(1_000)):
        source = talk(lang, seed, words=40)
        assert_whole(source, formatter(lang).transcript(source))


def test_a_number_across_segments_stands_in_the_first() -> None:
    made = formatter("hi").transcript(spoken("मुझे पच्चीस", "हजार रुपये चाहिए"))
    assert [segment.text for segment in made.segments] == ["मुझे ₹25,000", "चाहिए"]
    assert made.words[1].words == (1, 2, 3)
    first, second = made.segments
    assert first.end == made.words[1].end
    assert second.start == made.words[2].start


def test_a_number_does_not_go_across_speakers() -> None:
    made = formatter("hi").transcript(spoken("मुझे पच्चीस", "हजार रुपये चाहिए", speakers=("A", "B")))
    assert "25,000" not in made.text
    assert list(made.turns) == [(0, 2), (2, len(made.words))]


def test_a_back_channel_does_not_end_what_is_said() -> None:
    made = formatter("hi").transcript(spoken("मुझे पच्चीस", "हो", "हजार रुपये चाहिए", speakers=("A", "B", "A")))
    assert [word.text for word in made.words] == ["मुझे", "₹25,000", "हो", "चाहिए"]
    assert made.text == "मुझे ₹25,000\nहो\nचाहिए"


def test_a_turn_of_another_does() -> None:
    said = ("मुझे पच्चीस", "हाँ मैं कल दुकान पर गया था", "हजार रुपये चाहिए")
    assert "25,000" not in formatter("hi").transcript(spoken(*said, speakers=("A", "B", "A"))).text


def test_recordings_are_texts_of_their_own() -> None:
    segments = [
        TranscriptSegment(text=text, words=(TranscriptWord(text=text),), recording=name)
        for text, name in (("पच्चीस", "a"), ("हजार", "b"))
    ]
    made = formatter("hi").transcript(shape.transcript(segments, "indic-tf", ()))
    assert "25,000" not in made.text


def test_a_loop_is_left_as_it_is() -> None:
    said = "पच्चीस हजार लोग " + "दो " * 60
    source = spoken(said.strip())
    kept = formatter("hi").transcript(source)
    assert kept.text.split()[:2] == ["25,000", "लोग"]
    assert kept.text.split()[2:] == ["दो"] * 60
    assert kept.loops == ((3, 63),)
    assert any("loop" in str(problem) for problem in kept.problems)
    assert formatter("hi").transcript(source, loops="drop").text == "25,000 लोग"
    assert formatter("hi").transcript(source, loops="collapse").text.split()[2:] == ["दो"]
    with pytest.raises(InputError, match="loops"):
        formatter("hi").transcript(source, loops="forget")  # type: ignore[arg-type]


def test_units_and_titles_are_glued() -> None:
    made = formatter("hi").transcript(spoken("पाँच किलोमीटर दूर डॉ. शर्मा पंद्रह अगस्त को मिले"))
    glued = [word.text for word in made.words if word.glued]
    assert glued == ["5", "डॉ.", "15"]


@pytest.mark.parametrize("lang", TWELVE)
def test_formatting_twice_changes_nothing(lang: str) -> None:
    source = talk(lang, 1)
    once = formatter(lang).transcript(source)
    twice = formatter(lang).transcript(once.as_transcript())
    assert twice.text == once.text


def test_its_own_json_holds_everything() -> None:
    made = formatter("hi").transcript(spoken("मुझे पच्चीस", "हजार रुपये चाहिए"))
    found = json.loads(made.written("indic-tf"))
    assert found["segments"][0]["text"] == "मुझे ₹25,000"
    again = transcripts.read(made.written("indic-tf"))
    assert [word.text for word in again.words] == [word.text for word in made.words]


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["hi", "ta", "bn", "en"])
def test_sentences_go_across_segments(lang: str) -> None:
    """With the default model: no mark is put where a segment ends in mid sentence."""
    source = talk(lang, 3, words=120, speakers=0)
    made = formatter(lang, "default").transcript(source)
    assert_whole(source, made)
    whole = " ".join(word.text for word in source.words)
    assert made.text.split() == formatter(lang, "default")(whole, final="auto").text.split()


def test_a_long_silence_ends_what_is_said() -> None:
    assert "25,000" not in formatter("hi").transcript(spoken("मुझे पच्चीस", "हजार रुपये चाहिए", pause=5.0)).text


@pytest.mark.parametrize(("loops", "became"), [("keep", "left"), ("collapse", "said once"), ("drop", "dropped")])
def test_every_loop_is_told_of(loops: Any, became: str) -> None:
    made = formatter("hi").transcript(spoken("पच्चीस हजार लोग " + "दो " * 60), loops=loops)
    [problem] = made.problems
    assert problem.where.startswith("segments[0]")
    assert problem.what.startswith("a loop of 60 words")
    assert became in problem.what
    assert made.loops == ((3, 63),)


def test_a_long_talk_is_cut_at_sentences_only() -> None:
    amounts = [f"₹{1_000 + 37 * i:,}" for i in range(120)]
    said = [formatter("hi").spoken(f"कल {amount} मिले और आज कुछ नहीं मिला।") for amount in amounts]
    source = spoken(*said)
    assert len(source.words) > 1_000
    made = formatter("hi").transcript(source)
    assert_whole(source, made)
    assert [sentence.text for sentence in made.sentences] == [f"कल {one} मिले और आज कुछ नहीं मिला।" for one in amounts]
