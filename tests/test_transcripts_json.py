"""JSON of recognisers: read to the word, written back to the key, and never another error than InputError."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from amounts import many
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indic_tf import IndicFormatter, transcripts
from indic_tf.errors import InputError
from indic_tf.transcripts import Content, Transcript, TranscriptSegment, TranscriptWord

FOLDER = Path(__file__).parent / "transcripts"
FORMATS = (
    "assemblyai", "aws", "azure", "deepgram", "google", "huggingface", "sarvam", "sherpa", "ulca", "vosk", "whisper",
    "whispercpp", "whisperx",
)  # fmt: skip
FILES = [path for name in FORMATS for path in sorted((FOLDER / name).iterdir()) if path.suffix != ".tsv"]


def ids(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def values(raw: bytes) -> list[Any]:
    """The JSON values of a file, one or one after another."""
    content = Content(raw)
    return content.values or [content.json]


def told(talk: Transcript) -> str:
    """A transcript as the golden tables have it: a line for each segment, and one for each word under it."""
    lines = []
    for one in talk.segments:
        where = "\t".join(str(part or "-") for part in (one.recording, one.channel, one.speaker, one.language))
        lines.append(f"segment\t{at(one.start)}\t{at(one.end)}\t{one.text}\t{where}")
        lines += [
            f"{'~' if word.estimated else ''}\t{at(word.start)}\t{at(word.end)}\t{word.text}\t{word.speaker or '-'}"
            for word in one.words
        ]
    return "\n".join([*lines, *(f"problem\t{problem}" for problem in talk.problems)]) + "\n"


def at(time: float | None) -> str:
    return "-" if time is None else f"{time:.3f}"


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_golden(path: Path) -> None:
    """Segments, words, times, speakers, problems: the table beside the file, which was read by eye."""
    talk = transcripts.read(path)
    assert talk.format == path.parent.name
    assert told(talk) == path.with_suffix(".tsv").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_words_and_text_agree(path: Path) -> None:
    for one in transcripts.read(path).segments:
        assert one.text == " ".join(word.text for word in one.words)


@pytest.mark.parametrize("path", [p for p in FILES if p.stem not in ("cut_letters_hi", "printed_hi")], ids=ids)
def test_written_unchanged(path: Path) -> None:
    raw = path.read_bytes()
    assert values(transcripts.written(transcripts.read(path))) == values(raw)


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_other_segments_are_written(path: Path) -> None:
    """Whoever changes a text himself finds it in the file, whether he says that it is formatted or not."""
    talk = transcripts.read(path)
    made = talk.with_segments(tuple(_of(one, tuple(_louder(word) for word in one.words)) for one in talk.segments))
    again = transcripts.read(transcripts.written(made))
    assert [word.text for word in again.words] == [word.text + "!" for word in talk.words]


def _louder(word: TranscriptWord) -> TranscriptWord:
    return replace(word, text=word.text + "!")


# --- what a formatter makes of it ---------------------------------------------------------------------


def fused(talk: Transcript) -> Transcript:
    """As if formatted: the second and third word of a segment are a number, the last word has a mark, and the first
    segment takes the first word of the second."""
    made = [_fused(one) for one in talk.segments]
    if len(made) > 1 and made[0].words and made[1].words and made[0].recording == made[1].recording:
        taken = _union("500", made[0].words[-1], made[1].words[0])
        made[0] = _of(made[0], (*made[0].words[:-1], taken))
        made[1] = _of(made[1], made[1].words[1:])
    return replace(talk, segments=tuple(made), formatted=True)


def _fused(one: TranscriptSegment) -> TranscriptSegment:
    words = list(one.words)
    if len(words) > 2:
        words[1:3] = [_union("₹200", words[1], words[2])]
    if words and words[-1].text[-1] not in "।?.,":
        words[-1] = replace(words[-1], text=words[-1].text + "।")
    return _of(one, tuple(words))


def _union(text: str, first: TranscriptWord, last: TranscriptWord) -> TranscriptWord:
    ends = [time for time in (first.end, last.end) if time is not None]
    return replace(first, text=text, end=max(ends, default=None), estimated=first.estimated or last.estimated)


def _of(one: TranscriptSegment, words: tuple[TranscriptWord, ...]) -> TranscriptSegment:
    return replace(one, words=words, text=" ".join(word.text for word in words))


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_formatted_is_read_again(path: Path) -> None:
    """What was written has the words, times and speakers that were given, in the same format and language."""
    made = fused(transcripts.read(path))
    again = transcripts.read(transcripts.written(made))
    assert (again.format, again.language) == (made.format, made.language)
    assert [word.text for word in again.words] == [word.text for word in made.words]
    assert [one.text for one in again.segments if one.text] == [one.text for one in made.segments if one.text]
    for new, old in zip(again.words, made.words, strict=True):
        assert new.speaker == old.speaker
        if not old.estimated and old.start is not None and old.end is not None:
            assert new.start == pytest.approx(old.start, abs=0.002)
            if made.format != "sherpa":  # it has no ends
                assert new.end == pytest.approx(old.end, abs=0.002)


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_formatted_keeps_every_key(path: Path) -> None:
    """Unknown keys, at the top and in every record that still stands for a word, stay with their values."""
    planted = [_planted(value) for value in values(path.read_bytes())]
    talk = transcripts.read("\n".join(json.dumps(value) for value in planted).encode())
    written = values(transcripts.written(fused(talk)))
    assert values(transcripts.written(talk)) == values(_joined(planted))
    for old, new in zip(planted, written, strict=True):
        _same_keys(old, new)


def _joined(found: list[Any]) -> bytes:
    return "\n".join(json.dumps(value) for value in found).encode()


def _planted(value: Any) -> Any:
    """A JSON value with a key that nobody knows in every object of it."""
    if isinstance(value, dict):
        return {key: _planted(one) for key, one in value.items()} | {"x_unknown": {"kept": [1, None]}}
    return [_planted(one) for one in value] if isinstance(value, list) else value


def _same_keys(old: Any, new: Any) -> None:
    """Every key of every object is still there, as far as lists still have objects."""
    if isinstance(old, dict):
        assert isinstance(new, dict)
        assert set(old) <= set(new)
        for key in old:
            _same_keys(old[key], new[key])
    elif isinstance(old, list) and old and isinstance(old[0], dict):
        assert isinstance(new, list)
        shapes = [set(one) for one in old if isinstance(one, dict)]
        for one in new:
            if isinstance(one, dict):
                assert any(shape <= set(one) for shape in shapes), one


@pytest.mark.parametrize("source", FILES, ids=ids)
def test_written_in_every_other_format(source: Path) -> None:
    """Nothing of a foreign file gets into another format, and every word comes out again."""
    talk = transcripts.read(source)
    for name in FORMATS:
        again = transcripts.read(transcripts.written(talk, name), format=name)
        said = [w.text for w in again.words]
        expected = [w.text for w in talk.words]
        if name == "sarvam":  # its turns are read by time
            said, expected = sorted(said), sorted(expected)
        assert said == expected, name


FAST = ("hi", "en")  # the grammars of the others take long to compile where they are not in the cache


@pytest.mark.parametrize(
    "path",
    [pytest.param(p, marks=() if p.stem.endswith(FAST) else pytest.mark.slow, id=ids(p)) for p in FILES],
)
def test_by_the_formatter_itself(path: Path) -> None:
    """Read, formatted, written, read: the words that the formatter made, in the file's own shape."""
    lang = path.stem.rpartition("_")[2]
    made = IndicFormatter(lang, model=None).transcript(transcripts.read(path))
    again = transcripts.read(made.written())
    assert again.format == path.parent.name
    assert [word.text for word in again.words] == [word.text for word in made.words]


# --- second views of the same words -------------------------------------------------------------------


def test_aws_lists_agree() -> None:
    path = FOLDER / "aws" / "speakers_hi.json"
    [value] = values(transcripts.written(fused(transcripts.read(path))))
    results = value["results"]
    items = {item["id"]: item for item in results["items"]}
    assert list(items) == list(range(len(items)))
    assert [i for one in results["audio_segments"] for i in one["items"]] == list(items)
    assert results["transcripts"][0]["transcript"] == " ".join(
        one["transcript"] for one in results["audio_segments"] if one["transcript"]
    )
    timed = [item["start_time"] for item in results["items"] if item["type"] == "pronunciation"]
    labelled = [item["start_time"] for one in results["speaker_labels"]["segments"] for item in one["items"]]
    assert labelled == timed
    assert all("start_time" not in item for item in results["items"] if item["type"] == "punctuation")
    assert all(isinstance(item["end_time"], str) for item in results["items"] if item["type"] == "pronunciation")


def test_deepgram_lists_agree() -> None:
    [value] = values(transcripts.written(fused(transcripts.read(FOLDER / "deepgram" / "utterances_hi.json"))))
    best = value["results"]["channels"][0]["alternatives"][0]
    spoken = [word["punctuated_word"] for word in best["words"]]
    utterances = value["results"]["utterances"]
    assert spoken == [word["punctuated_word"] for one in utterances for word in one["words"]]
    assert best["transcript"] == " ".join(spoken)
    paragraphs = best["paragraphs"]["paragraphs"]
    assert [one["text"] for p in paragraphs for one in p["sentences"]] == [one["transcript"] for one in utterances]
    assert [p["num_words"] for p in paragraphs] == [len(one["words"]) for one in utterances]
    assert [word["word"] for word in best["words"]][1] == "₹200"


def test_whisperx_second_list_stays_backwards() -> None:
    [value] = values(transcripts.written(fused(transcripts.read(FOLDER / "whisperx" / "reversed_hi.json"))))
    words = [word for one in value["segments"] for word in one["words"]]
    assert [w["word"] for w in value["word_segments"]] == [w["word"] for w in words][::-1]
    assert [w.get("estimated", False) for w in words] == [False, True, True]


def test_sarvam_lists_have_one_length() -> None:
    for path in sorted((FOLDER / "sarvam").glob("*.json")):
        [value] = values(transcripts.written(fused(transcripts.read(path))))
        lists = [one for one in (value["timestamps"] or {}).values() if isinstance(one, list)]
        assert len({len(one) for one in lists}) <= 1, path


def test_sherpa_lists_have_one_length() -> None:
    [value] = values(transcripts.written(fused(transcripts.read(FOLDER / "sherpa" / "pieces_hi.json"))))
    assert value["tokens"] == ["▁मुझे", "▁₹200", "▁रुपये।"]
    assert value["timestamps"] == [0.0, 0.48, 1.2]
    assert value["ys_log_probs"] == [-0.1, -0.3, -0.5]


def test_google_last_result_says_all_again() -> None:
    [value] = values(transcripts.written(fused(transcripts.read(FOLDER / "google" / "v1_diarized_hi.json"))))
    *parts, last = value["response"]["results"]
    words = [word["word"] for one in parts for word in one["alternatives"][0]["words"]]
    assert [word["word"] for word in last["alternatives"][0]["words"]] == words
    assert {word["speakerTag"] for word in last["alternatives"][0]["words"]} <= {1, 2}
    assert "transcript" not in last["alternatives"][0]


def test_masked_names_are_never_said() -> None:
    for path in sorted((FOLDER / "azure").glob("masked*.json")):
        talk = transcripts.read(path)
        assert "रमेश" not in talk.text
        assert "गुप्ता" not in talk.text
        [value] = values(transcripts.written(fused(talk)))
        best = value["recognizedPhrases"][0]["nBest"][0]
        assert not any(name in json.dumps([best["display"], best["maskedITN"], best["words"]], ensure_ascii=False)
                       for name in ("रमेश", "गुप्ता"))  # fmt: skip


# --- files that are damaged ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_encodings(path: Path) -> None:
    """With a byte order mark, in UTF-16, with other line ends: the same words."""
    raw = path.read_bytes()
    if path.stem == "cut_letters_hi":
        pytest.skip("it is not UTF-8 in the first place")
    said = [word.text for word in transcripts.read(raw).words]
    for other in (b"\xef\xbb\xbf" + raw, raw.replace(b"\n", b"\r\n"), raw.decode().encode("utf-16")):
        assert [word.text for word in transcripts.read(other).words] == said


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_cut_at_every_twentieth(path: Path) -> None:
    """A file that was cut is read as far as it goes, or refused; what is read is the beginning of it."""
    raw = path.read_bytes()
    for i in range(1, 20):
        cut = raw[: len(raw) * i // 20]
        try:
            talk = transcripts.read(cut, format=path.parent.name)
        except InputError:
            continue
        assert talk.problems or not talk.words or len(values(raw)) > 1


NOTHING = (
    b"", b" \n", b"[]", b"{}", b"null", b"3", b'"x"', b"[1, [2], null]", b'""{}', b"\xff\xfe\x00", b"{",
    b"[" * 10_000, b"[" * 10_000 + b"]" * 10_000, b'{"a":' * 10_000, b'{"a": 1' + b"0" * 5000 + b"}",
)  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_no_transcript(name: str) -> None:
    """An `InputError`, or a transcript without words; never another error."""
    for raw in NOTHING:
        for chosen in (None, name):
            try:
                talk = transcripts.read(raw, format=chosen)
            except InputError:
                continue
            assert len(talk.words) < 2, raw[:20]
            assert transcripts.written(talk, name)


def test_html_entities_are_left_to_others() -> None:
    talk = transcripts.read(b'[{"start": 0.0, "end": 1.0, "text": " R&amp;D &#39;x"}]')
    assert talk.text == "R&amp;D &#39;x"


@pytest.mark.parametrize(
    ("start", "end"),
    [(-1, 2), (2, 1), (float("nan"), 1), (0, float("inf")), ("x", 1), ([], {}), (True, 2), (10**400, 1)],
)
def test_times_that_are_none(start: Any, end: Any) -> None:
    """The segment is read, its neighbours are untouched, and the place is named."""
    value = [{"start": 0.0, "end": 1.0, "text": " one"}, {"start": start, "end": end, "text": " two"},
             {"start": 3.0, "end": 4.0, "text": " three"}]  # fmt: skip
    talk = transcripts.read(json.dumps(value).encode())
    assert [one.text for one in talk.segments] == ["one", "two", "three"]
    assert (talk.segments[0].end, talk.segments[2].start) == (1.0, 3.0)
    assert any(problem.where.startswith("segments[1]") for problem in talk.problems)
    assert repr(json.loads(transcripts.written(talk))) == repr(json.loads(json.dumps(value)))


@pytest.mark.parametrize("text", [5, None, [], {}, True, 1.5])
@pytest.mark.parametrize("path", FILES, ids=ids)
def test_text_of_another_type(path: Path, text: Any) -> None:
    """One text is no string: the others are read, and it is reported or of no consequence."""
    for place in _texts(values(path.read_bytes())):
        found = values(path.read_bytes())
        *before, last = place
        inside: Any = found
        for key in before:
            inside = inside[key]
        inside[last] = text
        talk = transcripts.read(_joined(found), format=path.parent.name)
        assert talk.words or (talk.problems and len(talk.segments) == 1)


def _texts(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of texts of segments and words; the first eight of a file."""
    names = ("text", "word", "transcript", "content", "display", "lexical", "Lexical", "source", "punctuated_word")
    found = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in found:
        if key in names and isinstance(one, str):
            yield (*place, key)
        yield from _texts(one, (*place, key))


# --- mutations ----------------------------------------------------------------------------------------

JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.just(10**30), st.just(-1e300), st.just(float("nan")),
    st.sampled_from(["", " ", "x", "-1", "1e999", "PT", "PT1H", "00:99", "😀", "\ud83d", "\ufffd", "क् ा"]),
    st.just(float("inf")),
    st.just([]), st.just({}), st.just([[]]), st.just([None]), st.just({"text": 3}), st.just([{"word": []}]),
)  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn, name: str) -> bytes:
    """A fixture with a few of its nodes taken out, doubled or replaced, or a few of its bytes."""
    path = draw(st.sampled_from([path for path in FILES if path.parent.name == name]))
    raw = path.read_bytes()
    if draw(st.integers(0, 3)) == 0:
        for _ in range(draw(st.integers(1, 4))):
            i = draw(st.integers(0, len(raw) - 1))
            raw = raw[:i] + draw(st.binary(max_size=2)) + raw[i + draw(st.integers(0, 3)) :]
        return raw
    found = json.loads(json.dumps(values(raw)))
    for _ in range(draw(st.integers(1, 4))):
        nodes = list(_nodes(found))
        if not nodes:
            break
        inside, key = draw(st.sampled_from(nodes))
        what = draw(st.integers(0, 2))
        if what == 0:
            del inside[key]
        elif what == 1 and isinstance(inside, list):
            inside.insert(key, deepcopy(inside[key]))
        else:
            inside[key] = deepcopy(draw(JUNK))
    return _joined(found)


def _nodes(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _nodes(value[key])


def check(raw: bytes, name: str) -> None:
    """Only `InputError`, whether the format is found or given; what was read is written, formatted or not."""
    for chosen in (None, name):
        try:
            talk = transcripts.read(raw, format=chosen)
        except InputError:
            continue
        for one in talk.segments:
            assert one.text == " ".join(word.text for word in one.words)
            assert all(word.text and not any(letter.isspace() for letter in word.text) for word in one.words)
        for made in (talk, fused(talk)):
            assert transcripts.written(made)
            assert transcripts.written(made, name)


@pytest.mark.parametrize("name", FORMATS)
def test_mutations(name: str) -> None:
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(mutated(name))
    def run(raw: bytes) -> None:
        check(raw, name)

    run()


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_many_mutations(name: str) -> None:
    @settings(max_examples=many(400), deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(mutated(name))
    def run(raw: bytes) -> None:
        check(raw, name)

    run()
