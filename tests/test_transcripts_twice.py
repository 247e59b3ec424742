"""What is formatted twice, through any reader and writer, stays as it is; so do captions of captions."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
import regex

from indic_tf import IndicFormatter, InputError, transcripts
from indic_tf.talk import FormattedTranscript

FIXTURES = Path(__file__).parent / "transcripts"
NEVER_READ = ("refused",)  # what is no transcript
ONLY_IF_NAMED = ("whisper-txt",)
TABLES = ("tsv", "whisper-tsv")  # elsewhere a .tsv holds what is expected of its neighbour


def fixtures() -> list[Path]:
    found = [path for path in sorted(FIXTURES.glob("*/*")) if path.parent.name not in NEVER_READ]
    return [path for path in found if path.suffix != ".tsv" or path.parent.name in TABLES]


@cache
def formatter(lang: str, model: str | None) -> IndicFormatter:
    return IndicFormatter(lang, model=model)


def formatted(data: Path | bytes, folder: str, lang: str, model: str | None) -> FormattedTranscript:
    talk = transcripts.read(data, format=folder if folder in ONLY_IF_NAMED else None)
    return formatter(lang, model).transcript(talk)


def language_of(path: Path) -> str:
    [lang] = regex.findall(r"(?:^|_)(hi|ta|te|bn|mr|gu|kn|ml|or|en)(?=[._]|$)", path.name)
    return str(lang)


def assert_stays(path: Path, model: str | None) -> None:
    lang, folder = language_of(path), path.parent.name
    once = formatted(path, folder, lang, model)
    if "console" in path.name:  # a log around a list is read, and not written
        return
    twice = formatted(once.written(), folder, lang, model)
    assert twice.text == once.text
    assert twice.written() == once.written()
    assert [segment.text for segment in twice.segments] == [segment.text for segment in once.segments]


@pytest.mark.parametrize("path", fixtures(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_through_its_own_shape(path: Path) -> None:
    assert_stays(path, None)


@pytest.mark.slow
@pytest.mark.parametrize("path", fixtures(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_through_its_own_shape_with_a_model(path: Path) -> None:
    assert_stays(path, "default")


@pytest.mark.parametrize("format", ["srt", "vtt", "ass", "indic-tf", "text"])
@pytest.mark.parametrize("path", fixtures(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_through_another_shape(path: Path, format: str) -> None:
    lang = language_of(path)
    once = formatted(path, path.parent.name, lang, None)
    if format in ("srt", "vtt", "ass") and all(word.start is None for word in once.words):
        with pytest.raises(InputError, match="time"):
            once.written(format)
        return
    data = once.written(format)
    twice = formatted(data, "", lang, None)
    assert twice.text.split() == once.text.split()
    assert without_problems(twice.written(format)) == without_problems(data)


def without_problems(data: bytes) -> object:
    """A file but for what was wrong with the one before, which our own JSON tells on."""
    return {**json.loads(data), "problems": None} if data.startswith(b"{") else data


def test_a_number_with_spaces_is_several_words_of_a_file() -> None:
    """A word of a file has no white space in it, as readers of word lists expect."""
    said = [{"start": 0.0, "end": 3.0, "text": "call one eight hundred one eight zero one two three four now"}]
    once = formatter("en", None).transcript(transcripts.read(json.dumps(said).encode()))
    data = once.written("indic-tf")
    [segment] = json.loads(data)["segments"]
    assert [word["text"] for word in segment["words"]] == ["call", "1800", "180", "1234", "now"]
    assert all(a["end"] <= b["start"] for a, b in zip(segment["words"], segment["words"][1:], strict=False))
    assert formatter("en", None).transcript(transcripts.read(data)).written() == data
