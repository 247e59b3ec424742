"""Line, caption and table files of recognisers: known by their content, read whole, written back in their own shape."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import regex
from amounts import many
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indic_tf import InputError, transcripts
from indic_tf.transcripts import Transcript, TranscriptSegment
from indic_tf.transcripts.registry import formats

FIXTURES = Path(__file__).parent / "transcripts"
FORMATS = (
    "whisper-tsv", "whisper-txt", "whisper-listing", "faster-whisper-listing", "nemo", "kaldi", "trn", "ctm", "stm",
    "csv", "tsv", "audacity", "youtube-srt", "youtube-vtt", "youtube-json3", "srt", "vtt", "ass", "text", "indic-tf",
)  # fmt: skip
NOT_FOUND_BY_CONTENT = ("whisper-txt",)
REWRITTEN = ("youtube-vtt", "youtube-srt", "console_hi.txt")  # not to the byte: a window is undone, a log left out
FILES = [
    pytest.param(path, name, id=f"{name}/{path.name}")
    for name in FORMATS
    for path in sorted((FIXTURES / name).iterdir())
]
TIMED = ("whisper-tsv", "whisper-listing", "faster-whisper-listing", "ctm", "stm", "srt", "vtt", "ass", "youtube-vtt")


def read(data: Path | bytes, name: str | None = None) -> Transcript:
    return transcripts.read(data, format=name if name in NOT_FOUND_BY_CONTENT else None)


def texts(talk: Transcript) -> list[str]:
    return [one.text for one in talk.segments]


def shorter(one: TranscriptSegment) -> TranscriptSegment:
    """A segment as formatting leaves it: its first two words are one, over the time of both."""
    if len(one.words) < 2:
        return one
    first, second, *rest = one.words
    both = replace(first, text="₹2,500", end=second.end, confidence=None)
    words = (both, *rest)
    return replace(one, words=words, text=" ".join(word.text for word in words))


def formatted(talk: Transcript, change: Callable[[TranscriptSegment], TranscriptSegment] = shorter) -> Transcript:
    return replace(talk, segments=tuple(map(change, talk.segments)), formatted=True)


def times(talk: Transcript) -> list[tuple[float | None, float | None]]:
    return [(one.start, one.end) for one in talk.segments]


def spoken(talk: Transcript) -> list[tuple[str, float | None, float | None, str | None]]:
    return [(one.text, one.start, one.end, one.speaker) for one in talk.words]


# --- every file ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "name"), FILES)
def test_known_by_content(path: Path, name: str) -> None:
    talk = read(path.read_bytes(), name)
    assert talk.format == name
    assert any(texts(talk))


def test_files_of_other_families_are_left_to_them() -> None:
    others = [one for one in FIXTURES.iterdir() if one.is_dir() and one.name not in (*FORMATS, "refused")]
    for path in (path for folder in others for path in folder.iterdir() if path.suffix != ".tsv"):
        try:
            found = transcripts.read(path).format
        except InputError:
            continue
        assert found not in FORMATS, path


@pytest.mark.parametrize(("path", "name"), FILES)
def test_unchanged_is_written_as_it_was(path: Path, name: str) -> None:
    talk = read(path, name)
    made = transcripts.written(talk)
    if {path.name, name} & {*REWRITTEN}:
        assert spoken(read(made, name)) == spoken(talk)
    else:
        assert made == path.read_bytes()


@pytest.mark.parametrize(("path", "name"), FILES)
def test_fewer_words_are_written_where_the_old_stood(path: Path, name: str) -> None:
    talk = read(path, name)
    after = formatted(talk)
    again = read(transcripts.written(after), name)
    assert texts(again) == texts(after)
    assert times(again) == times(after) or path.name == "broken_hi.srt"  # its times are repaired, not written
    assert [one.recording for one in again.segments] == [one.recording for one in talk.segments]
    assert len(again.problems) <= len(talk.problems)


@pytest.mark.parametrize(("path", "name"), FILES)
def test_words_are_those_of_the_text(path: Path, name: str) -> None:
    for one in read(path, name).segments:
        assert one.text.split() == [word.text for word in one.words]
        assert all(word.end is None or word.start is None or word.start <= word.end for word in one.words)


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in ("youtube-vtt", "youtube-json3")])
def test_written_from_another_format(name: str) -> None:
    segments = [
        {"start": 0.5, "end": 2.0, "text": " कुल दो सौ", "speaker": "A"},
        {"start": 2.0, "end": 3.25, "text": " ठीक है"},
    ]
    talk = transcripts.read(json.dumps(segments).encode())
    again = transcripts.read(transcripts.written(talk, name), format=name)
    assert " ".join(texts(again)) == "कुल दो सौ ठीक है"
    if name in TIMED:
        assert again.words[0].start == 0.5
        assert again.words[-1].end == 3.25


@pytest.mark.parametrize("name", ["ctm", "stm", "srt", "vtt", "ass", "youtube-vtt", "youtube-json3"])
def test_words_without_times_are_no_captions(name: str) -> None:
    with pytest.raises(InputError, match="times"):
        transcripts.written(transcripts.read("दो बजे\n".encode(), format="text"), name)


# --- damage -------------------------------------------------------------------------------------------

BINARY = [
    b"\x00\x01\x02\x03" * 50,
    b"RIFF\x24\x00\x00\x00WAVE",
    b"PK\x03\x04rest",
    b"PAR1",
    b"\x89PNG\r\n",
    bytes(range(256)),
]


@pytest.mark.parametrize("data", [b"", b" \n\n", b"\xef\xbb\xbf", *BINARY], ids=range(9))
def test_what_holds_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        transcripts.read(data)


@pytest.mark.parametrize(("path", "name"), FILES)
def test_a_mark_at_the_front_and_other_line_ends(path: Path, name: str) -> None:
    data = path.read_bytes()
    plain = texts(read(data, name))
    assert texts(read(b"\xef\xbb\xbf" + data, name)) == plain
    unix = data.replace(b"\r\n", b"\n")
    for ending in (b"\r\n", b"\r"):
        if name in ("nemo", "youtube-json3", "indic-tf") and ending == b"\r":
            continue  # JSON knows the one ending only by chance
        other = unix.replace(b"\n", ending)
        talk = read(other, name)
        assert texts(talk) == plain
        made = transcripts.written(formatted(talk))
        if name not in ("indic-tf", "youtube-json3") and not {path.name, name} & {*REWRITTEN}:
            assert not regex.search(rb"(?<!\r)\n" if ending == b"\r\n" else rb"\n", made)
            assert transcripts.written(talk) == other


@pytest.mark.parametrize(("path", "name"), FILES)
def test_wide_letters(path: Path, name: str) -> None:
    data = path.read_bytes().decode().encode("utf-16")
    assert texts(read(data, name)) == texts(read(path, name))


@pytest.mark.parametrize(("path", "name"), FILES)
def test_stray_bytes_cost_their_line_at_most(path: Path, name: str) -> None:
    data = path.read_bytes()
    place = (
        next(i for i, byte in enumerate(data) if byte == 0xE0 and i > len(data) // 2)
        if b"\xe0" in data[len(data) // 2 :]
        else -1
    )
    if place < 0:
        return
    talk = read(data[: place + 1] + data[place + 3 :], name)
    assert len(talk.segments) >= len(read(data, name).segments) - 1
    assert talk.problems


LETTERS = [letter.encode() for letter in ["", *'\n\r\t",<>{}[]()\\:\0', "क", "-->", "&gt;&gt;", "NaN", "-1", "1e999"]]
PIECES = st.sampled_from([*LETTERS, b"\xe0", b"\xff", b"9" * 400])
CHANGE = st.tuples(st.sampled_from(["put", "cut", "copy", "over"]), st.floats(0, 1), PIECES)


def changes() -> st.SearchStrategy[list[tuple[str, float, bytes]]]:
    return st.lists(CHANGE, min_size=1, max_size=6)


def damaged(data: bytes, how: list[tuple[str, float, bytes]]) -> bytes:
    for what, where, piece in how:
        at, width = int(where * len(data)), 1 + len(piece) * 3
        if what == "put":
            data = data[:at] + piece + data[at:]
        elif what == "cut":
            data = data[:at] + data[at + width :]
        elif what == "copy":
            data = data[:at] + data[at : at + 5 * width] + data[at:]
        else:
            data = data[:at] + piece + data[at + len(piece) :]
    return data


def survive(name: str, which: int, how: list[tuple[str, float, bytes]]) -> None:
    """Damaged files end in an `InputError`, or are read and can be written."""
    paths = sorted((FIXTURES / name).iterdir())
    data = damaged(paths[which % len(paths)].read_bytes(), how)
    for format in (None, name):
        try:
            talk = transcripts.read(data, format=format)
            transcripts.written(talk)
            transcripts.written(formatted(talk))
        except InputError:
            continue


ANY = settings(deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", FORMATS)
@settings(ANY, max_examples=15)
@given(which=st.integers(0, 9), how=changes())
def test_damage_is_an_input_error(name: str, which: int, how: list[tuple[str, float, bytes]]) -> None:
    survive(name, which, how)


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
@settings(ANY, max_examples=many(400))
@given(which=st.integers(0, 9), how=changes())
def test_much_damage_is_an_input_error(name: str, which: int, how: list[tuple[str, float, bytes]]) -> None:
    survive(name, which, how)


@pytest.mark.parametrize("format", formats(), ids=lambda one: one.name)
@settings(ANY, max_examples=25)
@given(data=st.binary(max_size=200) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_claims_do_not_raise(format: transcripts.Format, data: bytes) -> None:
    try:
        content = transcripts.Content(data)
        assert content.text is not None
    except InputError:
        return
    assert 0.0 <= format.claims(content) <= 1.0


@pytest.mark.parametrize("path", sorted((FIXTURES / "refused").iterdir()), ids=lambda path: path.name)
def test_what_is_no_transcript_is_called_by_its_name(path: Path) -> None:
    names = {"lfs.json": "Git LFS", "page.html": "HTML", "pandas": "pandas", "labels": "HTK", "hvite": "HTK"}
    said = next(text for start, text in names.items() if path.name.startswith(start))
    for format in (None, "text", "nemo"):
        with pytest.raises(InputError, match=said):
            transcripts.read(path, format=format)


@pytest.mark.parametrize(("path", "name"), FILES)
def test_transcripts_go_from_process_to_process(path: Path, name: str) -> None:
    talk = read(path, name)
    again = pickle.loads(pickle.dumps(talk))
    assert again == talk
    assert transcripts.written(formatted(again)) == transcripts.written(formatted(talk))
