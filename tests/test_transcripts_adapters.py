"""The objects of the libraries themselves: made by their own classes, read without a file between."""

from __future__ import annotations

import enum
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from indic_tf import InputError, transcripts
from indic_tf.transcripts import from_result

FOLDER = Path(__file__).parent / "transcripts"


def rows(talk: transcripts.Transcript) -> list[tuple[str, float | None, float | None]]:
    return [(word.text, word.start, word.end) for word in talk.words]


# --- faster-whisper -----------------------------------------------------------------------------------


def spoken() -> Iterator[Any]:
    library = pytest.importorskip("faster_whisper.transcribe")
    for i, (start, pieces) in enumerate([(0.0, [" दो", " सौ", " रु", "पये"]), (2.0, [" it", "'s", " done."])]):
        words = [
            library.Word(start=start + 0.4 * k, end=start + 0.4 * k + 0.3, word=piece, probability=np.float64(0.9))
            for k, piece in enumerate(pieces)
        ]
        yield library.Segment(
            id=i + 1,
            seek=0,
            start=start,
            end=start + 1.6,
            text="".join(pieces),
            tokens=[50364],
            avg_logprob=-0.2,
            compression_ratio=1.2,
            no_speech_prob=0.01,
            words=words,
            temperature=0.0,
        )


def info() -> Any:
    """faster-whisper's description of a recording; only the fields that it has for sure are filled."""
    import dataclasses

    kind = pytest.importorskip("faster_whisper.transcribe").TranscriptionInfo
    values: dict[str, Any] = {field.name: None for field in dataclasses.fields(kind)}
    return kind(**(values | {"language": "hi", "duration": 4.0}))


WORDS = ["दो", "सौ", "रुपये", "it's", "done."]


def test_faster_whisper_generator() -> None:
    talk = from_result(spoken())
    assert (talk.format, [word.text for word in talk.words]) == ("whisper", WORDS)
    assert talk.words[2].start == pytest.approx(0.8)
    assert talk.words[2].end == pytest.approx(1.5)
    assert not any(word.estimated for word in talk.words)


def test_faster_whisper_pair() -> None:
    talk = from_result((spoken(), info()))
    assert (talk.language, [word.text for word in talk.words]) == ("hi", WORDS)
    again = transcripts.read(transcripts.written(talk))
    assert rows(again) == rows(talk)


def test_faster_whisper_heard_nothing() -> None:
    assert from_result(iter(())).words == ()
    assert from_result((iter(()), info())).words == ()


# --- the OpenAI client --------------------------------------------------------------------------------


def test_openai_client() -> None:
    audio = pytest.importorskip("openai.types.audio")
    given = json.loads((FOLDER / "whisper" / "openai_verbose_bn.json").read_text(encoding="utf-8"))
    answer = audio.TranscriptionVerbose.model_validate(given)
    assert rows(from_result(answer)) == rows(transcripts.read(given))
    assert from_result(answer).language == "bengali"


def test_openai_client_text_only() -> None:
    audio = pytest.importorskip("openai.types.audio")
    assert from_result(audio.Transcription(text="দুই শ টাকা")).text == "দুই শ টাকা"


# --- dicts of libraries -------------------------------------------------------------------------------


def test_hugging_face_pipeline() -> None:
    """Times come as tuples, with numpy's floats, and the last may be None."""
    chunks = [{"text": " दो सौ", "timestamp": (np.float32(0.0), 1.5)}, {"text": " रुपये लाना", "timestamp": (1.5, None)}]
    talk = from_result({"text": " दो सौ रुपये लाना", "chunks": chunks})
    assert talk.format == "huggingface"
    assert [(one.text, one.start, one.end) for one in talk.segments] == [("दो सौ", 0.0, 1.5), ("रुपये लाना", 1.5, None)]


def test_hugging_face_batch() -> None:
    talk = from_result(iter([{"text": " एक"}, {"text": " दो", "chunks": [{"text": " दो", "timestamp": (0.0, 1.0)}]}]))
    assert [(one.recording, one.text) for one in talk.segments] == [("0", "एक"), ("1", "दो")]


def test_whisperx() -> None:
    words = [
        {"word": "कुल", "start": np.float64(0.1), "end": np.float64(0.4), "score": np.float64(0.8)},
        {"word": "2450"},
    ]
    result = {"segments": [{"start": 0.0, "end": 1.0, "text": " कुल 2450", "words": words}], "word_segments": words}
    talk = from_result(result)
    assert (talk.format, rows(talk)) == ("whisperx", [("कुल", 0.1, 0.4), ("2450", 0.4, 1.0)])


# --- anything -----------------------------------------------------------------------------------------


class Code(str, enum.Enum):
    HINDI = "hi"


@dataclass
class Answer:
    segments: Any
    text: str
    language: Code


def test_other_objects() -> None:
    """Dataclasses, enums, tensors: as JSON has them."""
    segment = {"text": "दो", "start": torch.tensor(0.5), "end": np.int64(2)}
    talk = from_result(Answer((segment,), "दो", Code.HINDI))
    assert (rows(talk), talk.language) == ([("दो", 0.5, 2.0)], "hi")
    transcripts.written(talk)


def test_parsed_json_is_read() -> None:
    for path in sorted(FOLDER.rglob("*.json")):
        try:
            value = json.loads(path.read_bytes())
        except ValueError:
            continue
        if path.parent.name == "refused":
            continue
        assert rows(transcripts.read(value)) == rows(transcripts.read(path)), path
        assert transcripts.read(value).format == transcripts.read(path).format


def test_what_is_no_result() -> None:
    deep: list[Any] = []
    for _ in range(200):
        deep = [deep]
    wrong: tuple[Any, ...] = (3, None, "a text", b"x", object(), {"a": object()}, {"a": b"x"}, deep, {}, {"a": 1})
    for one in wrong:
        with pytest.raises(InputError):
            from_result(one)
