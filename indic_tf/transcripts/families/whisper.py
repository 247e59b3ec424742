"""openai-whisper JSON and what shares its shape: ``verbose_json`` of the OpenAI API, faster-whisper, whisperX, lists.

Seen in the wild: times on a 0.02 s grid with float noise, texts that begin with a space, words without times where the
aligner knew no letters for them (whisperX), ``word_segments`` in any order, bare lists of segments, segments under the
key ``chunks``, words cut at an apostrophe (faster-whisper).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..content import Content
from ..model import Transcript, TranscriptSegment, TranscriptWord, as_mapping
from ..records import Keys, Twins, dumped, only_words
from ..registry import Format, register
from ..shape import aligned, as_said, as_text, name, segment, transcript
from ..values import is_as_read, value_of

WORD = Keys(text="word", confidence="score")
PROBABLE = Keys(text="word", confidence="probability")
SEGMENT = Keys(text="text")
_LISTS = ("segments", "chunks")  # where an object has its segments


def read_as(format: str) -> Callable[[Content], Transcript]:
    """A reader of this shape that calls its transcripts ``format``."""

    def read(content: Content) -> Transcript:
        value = value_of(content)
        outer = as_mapping(value)
        made = list(_segments(_found(value) or [], content))
        if not any(one.text for one in made) and isinstance(outer.get("text"), str):
            # only the whole text; segments that are there stay as they are
            start, end = SEGMENT.interval(outer, "", content.report)
            made = [segment(outer["text"], start=start, end=end, language=name(outer.get("language"))), *made]
        if any(isinstance(one, dict) for one in _list(outer.get("words"))):
            made = _with_words(made, _words(outer, "", content))
        return transcript(made, format, content.problems, language=outer.get("language"), source=value)

    return read


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _found(value: Any) -> list[Any] | None:
    """The segments of a file, None where there is no list of them."""
    if isinstance(value, dict):
        value = next((value[key] for key in _LISTS if isinstance(value.get(key), list)), None)
    return value if isinstance(value, list) else None


def _segments(found: Sequence[Any], content: Content) -> Iterator[TranscriptSegment]:
    for i, record in enumerate(found):
        where = f"segments[{i}]"
        if not isinstance(record, dict):
            content.report(where, f"{str(record)[:40]!r} is no segment; it is kept as it is", lost=True)
            yield segment("", record=record)
            continue
        start, end = SEGMENT.interval(record, where, content.report)
        words = _words(record, where, content)
        text = record.get("text")
        yield segment(
            (as_text(text, where, content.report) or "") if text is not None or not words else "",
            words,
            start=start,
            end=end,
            speaker=name(record.get("speaker")),
            language=name(record.get("language")),
            record=record,
        )


def _words(record: dict[str, Any], where: str, content: Content) -> list[TranscriptWord]:
    """The words of a segment; pieces without a space before them belong to the word before where others have one."""
    found = record.get("words")
    if found is not None and not isinstance(found, list):
        content.report(f"{where}.words".lstrip("."), f"{str(found)[:40]!r} is no list of words")
    pieces, texts = [], []
    for i, one in enumerate(_list(found)):
        keys = PROBABLE if isinstance(one, dict) and "probability" in one else WORD
        if (piece := keys.word(one, f"{where}.words[{i}]".lstrip("."), content.report)) is not None:
            pieces.append(piece)
            texts.append(one["word"] if isinstance(one, dict) else one)
    return aligned(as_said(texts), pieces)


def _with_words(segments: Sequence[TranscriptSegment], words: Sequence[TranscriptWord]) -> list[TranscriptSegment]:
    """Segments with the words of a list beside them."""
    timed = aligned(" ".join(one.text for one in segments), words)
    made, position = [], 0
    for one in segments:
        behind = position + len(one.text.split())
        again = segment(one.text, timed[position:behind], start=one.start, end=one.end, speaker=one.speaker)
        made.append(replace(again, language=one.language, record=one.record))
        position = behind
    return made


# --- writing ------------------------------------------------------------------------------------------


def write(made: Transcript) -> bytes:
    """The file as it was read, with the words of ``made``; ``word_segments`` and the whole text follow the segments."""
    if is_as_read(made, read_as(made.format)):
        return dumped(made.source)
    keys = _as_in_file(made)
    outer = as_mapping(made.source)
    beside = outer.get("words") if any(isinstance(one, dict) for one in _list(outer.get("words"))) else None
    records = [_record(one, keys, beside is not None) for one in made.segments]
    if isinstance(made.source, list):
        return dumped(records)
    place = next((key for key in _LISTS if isinstance(outer.get(key), list)), "segments")
    if made.source is None or place in outer:
        only_text = not any(
            as_mapping(one).get("text") or as_mapping(one).get("words") for one in _list(outer.get(place))
        )
        outer[place] = [
            r for one, r in zip(made.segments, records, strict=True) if one.record is not None or not only_text
        ]
    if "text" in outer or made.source is None:
        lead = " " if str(outer.get("text", " ")).startswith(" ") else ""
        outer["text"] = lead + " ".join(one.text for one in made.segments if one.text)
    if made.source is None:
        outer["language"] = made.language
    if beside is not None:
        outer["words"] = [_word(word, keys) for word in made.words]
    if (found := outer.get("word_segments")) and isinstance(found, list):
        outer["word_segments"] = [_word(word, keys) for word in _in_order_of(found, made)]
    return dumped(outer)


def _as_in_file(made: Transcript) -> Keys:
    """The keys of segments in the unit of the file: some have milliseconds where seconds belong."""
    for one in made.segments:
        end = one.record.get("end") if isinstance(one.record, dict) else None
        if isinstance(end, (int, float)) and end and one.end:
            ratio = end / one.end
            return replace(SEGMENT, per_second=next((u for u in (1e3, 1e7) if 0.9 < ratio / u < 1.1), 1.0))
    return SEGMENT


def _in_order_of(found: Sequence[Any], made: Transcript) -> list[TranscriptWord]:
    """The words as objects of ``word_segments``, backwards if that list is."""
    words = only_words(made.segments)
    times = [one["start"] for one in found if isinstance(one, dict) and isinstance(one.get("start"), (int, float))]
    backwards = len(times) > 1 and times[0] > times[-1]
    twins = Twins(found, WORD).words(words)
    return twins[::-1] if backwards else twins


def _word(word: TranscriptWord, keys: Keys) -> Any:
    known = as_mapping(word.record)
    made = replace(PROBABLE if "probability" in known else WORD, per_second=keys.per_second).word_record(word, True)
    if isinstance(made, dict) and not known and word.confidence is not None:
        made["score"] = word.confidence
    return made


def _record(one: TranscriptSegment, keys: Keys, words_beside: bool) -> Any:
    if one.record is not None and not isinstance(one.record, dict):
        return one.record
    record = keys.segment_record(one)
    if isinstance(record.get("words"), list) or (one.record is None and one.words and not words_beside):
        record["words"] = [_word(word, keys) for word in one.words]
    return record


# --- which file it is ---------------------------------------------------------------------------------


def _has_segments(content: Content) -> list[Any] | None:
    found = _found(content.json)
    if not found:
        is_silent = found == [] and isinstance(content.json, dict) and ({"text", "language"} & set(content.json))
        return [] if is_silent else None
    first = next((one for one in found if isinstance(one, dict)), None)
    if first is None or not ("start" in first or "end" in first):
        return None
    return found if "text" in first or "words" in first else None


def _claims_whisper(content: Content) -> float:
    if _has_segments(content) is not None:
        return 0.5
    value = content.json
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        words = _list(value.get("words"))
        return 0.5 if words and isinstance(words[0], dict) and "word" in words[0] else 0.1
    return 0.0


def _claims_whisperx(content: Content) -> float:
    found = _has_segments(content)
    if found is None:
        return 0.0
    if isinstance(content.json, dict) and "word_segments" in content.json:
        return 0.9
    words = next((one["words"] for one in found if isinstance(one, dict) and one.get("words")), None)
    first = words[0] if isinstance(words, list) else None
    return 0.8 if isinstance(first, dict) and "score" in first else 0.0


register(Format("whisper", "whisper JSON", "an object with segments that have start, end and text, or a list of these",
                _claims_whisper, read_as("whisper"), write, silence=("segments",)))  # fmt: skip
register(Format("whisperx", "whisperX JSON", "such segments whose words have a score, and word_segments",
                _claims_whisperx, read_as("whisperx"), write))  # fmt: skip
