"""Google Speech-to-Text, v1 and v2: ``results[].alternatives[].words[]``, times as "1.200s", 0 left out.

With diarization the last result of v1 says all words again, with ``speakerTag``; it gives the speakers and no words of
its own. Also inside ``response`` (long-running operations), ``results`` by file (v2 batches) and streamed answers one
after another. Built from documentation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..content import Content
from ..model import Report, Transcript, TranscriptSegment, TranscriptWord, as_mapping
from ..records import Keys, Twins, as_time, dumped, only_words, sure
from ..registry import Format, register
from ..shape import aligned, as_text, name, segment, transcript, word
from ..times import seconds
from ..values import as_it_was, is_as_read, put_back, results, several

# the same in REST, in v2, and in Python's protocol buffers
_STARTS, _ENDS = ("startTime", "startOffset", "start_time", "start_offset"), (
    "endTime", "endOffset", "end_time", "end_offset")  # fmt: skip
_SPEAKERS = ("speakerLabel", "speakerTag", "speaker_label", "speaker_tag")
_RESULT_ENDS = ("resultEndTime", "resultEndOffset", "result_end_time", "result_end_offset")
_CHANNELS, _LANGUAGES = ("channelTag", "channel_tag"), ("languageCode", "language_code")
_WITHOUT_WORDS = {*_RESULT_ENDS, *_CHANNELS, *_LANGUAGES, "alternatives", "isFinal", "is_final", "stability"}


@dataclass(frozen=True, slots=True)
class _Result:
    """A result of a file: which list of them it stands in, and where."""

    record: Any
    recording: str
    where: str


def read(content: Content) -> Transcript:
    found = list(_results(content))
    recordings = list(dict.fromkeys(one.recording for one in found))
    made: list[TranscriptSegment] = []
    for recording in recordings:
        made += _recording([one for one in found if one.recording == recording], content)
    spoken = {one.language for one in made if one.language}
    language = spoken.pop() if len(spoken) == 1 else None
    return transcript(made, "google", content.problems, language=language, source=several(content), unit_is_known=True)


def _recording(found: Sequence[_Result], content: Content) -> list[TranscriptSegment]:
    """The segments of a recording; speakers come from a last result that says all words again."""
    known = [one for one in found if isinstance(one.record, dict)]
    tagged = _repeat(known)
    read = [_segment(one, content) for one in found if one.record is not tagged]
    made = [one for one in read if one is not None]
    if made and made[0].start is None and made[0].end is not None:  # only its end is in the file
        made[0] = segment(made[0].text, start=0.0, end=made[0].end, channel=made[0].channel, language=made[0].language,
                          recording=made[0].recording, record=made[0].record)  # fmt: skip
    if tagged is None:
        return made
    where = f"{known[-1].where}.alternatives[0].words"
    found_words = [_word(one, f"{where}[{i}]", content.report) for i, one in enumerate(_words_of(tagged))]
    said = [one for one in found_words if one is not None]
    timed = aligned(" ".join(one.text for one in made), said)
    position, spoken = 0, []
    for one in made:
        mine = timed[position : position + len(one.words)]
        position += len(mine)
        given = zip(one.words, mine, strict=True)
        words = [replace(tag if w.estimated or w.record is None else w, speaker=tag.speaker) for w, tag in given]
        again = segment(one.text, words, start=one.start, end=one.end, channel=one.channel, language=one.language)
        spoken.append(replace(again, recording=one.recording, record=one.record))
    return spoken


def _results(content: Content) -> Iterator[_Result]:
    values = results(content)
    for i, value in enumerate(values):
        where = f"[{i}]" if len(values) > 1 else ""
        if not isinstance(value, dict):
            content.report(where, f"{str(value)[:40]!r} is no answer", lost=True)
            continue
        for recording, found, place in _lists(value):
            if not isinstance(found, list):
                content.report(f"{where}{place}", f"{str(found)[:40]!r} is no list of results", lost=True)
                continue
            yield from (_Result(one, recording, f"{where}{place}[{j}]") for j, one in enumerate(found))


def _lists(value: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Recording, results and their place, for every list of results in an answer."""
    if isinstance(value.get("response"), dict):
        yield from ((r, found, f"response.{place}") for r, found, place in _lists(value["response"]))
    elif isinstance(by_file := value.get("results"), dict):
        for file, one in by_file.items():
            inside = as_mapping(
                as_mapping(one).get("transcript") or as_mapping(as_mapping(one).get("inlineResult")).get("transcript")
            )
            yield file, inside.get("results", []), f"results[{file!r}].results"
    elif "results" in value:
        yield "", value["results"], "results"


def _first(record: Mapping[str, Any], keys: Sequence[str]) -> Any:
    return next((record[key] for key in keys if record.get(key) is not None), None)


def _best(record: Mapping[str, Any]) -> dict[str, Any]:
    found = record.get("alternatives")
    return as_mapping(found[0]) if isinstance(found, list) and found else {}


def _words_of(record: Mapping[str, Any]) -> list[Any]:
    found = _best(record).get("words")
    return found if isinstance(found, list) else []


def _repeat(found: Sequence[_Result]) -> Any:
    """The last result if it says again what the others said: as many words, and with tags that theirs have not."""
    if len(found) < 2:
        return None
    last = found[-1].record
    words = _words_of(last)
    if not words or not all(_first(as_mapping(one), _SPEAKERS) is not None for one in words):
        return None
    before = [word for one in found[:-1] for word in _words_of(one.record)]
    if any(_first(as_mapping(one), _SPEAKERS) for one in before):
        return None
    said = [part for one in found[:-1] for part in str(_best(one.record).get("transcript") or "").split()]
    return last if len(words) >= max(len(before), 0.9 * len(said)) else None


def _segment(one: _Result, content: Content) -> TranscriptSegment | None:
    """The segment of a result; None for what is none, and for interim results, which later ones replace."""
    record, where = one.record, one.where
    if not isinstance(record, dict):
        content.report(where, f"{str(record)[:40]!r} is no result; it is kept as it is", lost=True)
        return None
    if _is_interim(record):
        return None
    best = _best(record)
    words = [_word(said, f"{where}.words[{i}]", content.report) for i, said in enumerate(_words_of(record))]
    text = best.get("transcript")
    if not words and not isinstance(text, str) and (best or record.keys() - _WITHOUT_WORDS):
        content.report(where, "no text", lost=True)
    end = None if words else _time(_first(record, _RESULT_ENDS), where, content.report)
    return segment(
        (as_text(text, where, content.report) or "") if text is not None else "",
        words,
        end=end,
        language=name(_first(record, _LANGUAGES)),
        recording=one.recording,
        channel=name(_first(record, _CHANNELS)),
        record=record,
    )


def _is_interim(record: Mapping[str, Any]) -> bool:
    return record.get("isFinal", record.get("is_final")) is False


def _time(value: Any, where: str, report: Report) -> float | None:
    try:
        return seconds(value)
    except ValueError as error:
        report(where, f"{error}; it is estimated")
        return None


def _word(record: Any, where: str, report: Report) -> TranscriptWord | None:
    if not isinstance(record, dict):
        report(where, f"{str(record)[:40]!r} is no word", lost=True)
        return None
    start, end = _first(record, _STARTS), _first(record, _ENDS)
    return word(
        record.get("word"),
        "0s" if start is None and end is not None else start,
        end,
        where=where,
        report=report,
        speaker=_first(record, _SPEAKERS),
        confidence=record.get("confidence"),
        record=record,
    )


# --- writing ------------------------------------------------------------------------------------------


def write(made: Transcript) -> bytes:
    source = made.source
    if is_as_read(made, read):
        return as_it_was(source)
    if source is None:
        return dumped({"results": [_record(one) for one in made.segments]})
    values = list(source) if isinstance(source, (list, tuple)) else [source]
    by_record = {id(one.record): one for one in made.segments}
    return put_back(source, [_answer(value, by_record, made) for value in values])


def _answer(value: Any, segments: Mapping[int, TranscriptSegment], made: Transcript) -> Any:
    """An answer with its results rewritten, wherever they stand in it."""
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("response"), dict):
        return value | {"response": _answer(value["response"], segments, made)}
    if isinstance(by_file := value.get("results"), dict):
        return value | {"results": {file: _file(one, file, segments, made) for file, one in by_file.items()}}
    if isinstance(value.get("results"), list):
        return value | {"results": _rewritten(value["results"], "", segments, made)}
    return value


def _file(one: Any, file: str, segments: Mapping[int, TranscriptSegment], made: Transcript) -> Any:
    for key in ("inlineResult", "transcript"):
        if isinstance(one, dict) and isinstance(one.get(key), dict):
            return one | {key: _file(one[key], file, segments, made)}
    if isinstance(one, dict) and isinstance(one.get("results"), list):
        return one | {"results": _rewritten(one["results"], file, segments, made)}
    return one


def _rewritten(
    found: Sequence[Any], recording: str, segments: Mapping[int, TranscriptSegment], made: Transcript
) -> list[Any]:
    return [_record(segments[id(one)]) if id(one) in segments else _tagged(one, recording, made) for one in found]


def _tagged(record: Any, recording: str, made: Transcript) -> Any:
    """The last result, which says all words again."""
    if not isinstance(record, dict) or not _words_of(record):
        return record
    words = Twins(_words_of(record), _keys(record)).words(
        only_words(s for s in made.segments if s.recording == recording)
    )
    best = _best(record) | {"words": [_word_record(said) for said in words]}
    if best.get("transcript"):
        best["transcript"] = " ".join(said.text for said in words)
    return record | {"alternatives": [best, *record["alternatives"][1:]]}


def _keys(record: Mapping[str, Any]) -> Keys:
    first = next((one for one in _words_of(record) if isinstance(one, dict)), {})
    start, end = (next((key for key in keys if key in first), keys[0]) for keys in (_STARTS, _ENDS))
    return Keys(start=_STARTS[_ENDS.index(end)] if start not in first else start, end=end)


def _record(one: TranscriptSegment) -> Any:
    record = as_mapping(one.record)
    best = _best(record)
    if not best and not one.text:
        return record
    text = best.get("transcript")
    lead = " " if isinstance(text, str) and text.startswith(" ") else ""
    best["transcript"] = lead + one.text
    if isinstance(best.get("words"), list) or (one.record is None and one.words):
        best["words"] = [_word_record(said) for said in one.words]
    if one.record is None:
        record |= {"languageCode": one.language} if one.language else {}
    return record | {"alternatives": [best, *(record.get("alternatives") or [None])[1:]]}


def _word_record(said: TranscriptWord) -> dict[str, Any]:
    record = as_mapping(said.record)
    record["word"] = said.text
    end_key = next((key for key in _ENDS if key in record), _ENDS[0])
    start_key = next((key for key in _STARTS if key in record), _STARTS[_ENDS.index(end_key)])
    if said.start is not None and (said.start or start_key in record):
        record[start_key] = as_time(record.get(start_key, "0s"), said.start)
    if said.end is not None:
        record[end_key] = as_time(record.get(end_key, "0s"), said.end)
    if said.record is None and said.speaker is not None:
        record["speakerLabel"] = said.speaker
    return record | sure(record, "confidence", said) | ({"estimated": True} if said.estimated else {})


# --- which file it is ---------------------------------------------------------------------------------


def claims(content: Content) -> float:
    found = results(content, all=False)
    lists = [part for value in found if isinstance(value, dict) for _, part, _ in _lists(value)]
    shown = [one for part in lists if isinstance(part, list) for one in part[:20]]
    if not shown or not all(isinstance(one, dict) for one in shown):
        return 0.0
    return 0.9 if any(isinstance(one.get("alternatives"), list) for one in shown) else 0.0


register(Format("google", "Google Speech-to-Text JSON", "results with alternatives, each with a transcript and words",
                claims, read, write, silence=("results",)))  # fmt: skip
