"""Deepgram: files (``results.channels``, with ``utterances`` and ``paragraphs`` if asked for), streams of messages.

Seen in the wild, in one result that does not name its recogniser: times with the noise of 32-bit floats, whole seconds
as ints, marks on the words. ``punctuated_word`` is missing on words without marks; Flux messages (``TurnInfo``) and all
else are built from documentation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from ..content import Content
from ..model import Report, Transcript, TranscriptSegment, TranscriptWord, as_mapping, silently
from ..records import Keys, Twins, dumped, only_words
from ..registry import Format, register
from ..shape import as_text, name, segment, split_off, transcript
from ..values import as_it_was, is_as_read, put_back, results, rewritten, several

MARKED, BARE = Keys(text="punctuated_word"), Keys(text="word")
TIMES = Keys(text="transcript")


def read(content: Content) -> Transcript:
    value = content.json
    if isinstance(value, dict) and isinstance(value.get("results"), dict):
        made, source = list(_file(value["results"], content)), value
    else:
        made, source = list(_stream(results(content), content)), several(content)
    spoken = {one.language for one in made if one.language}
    language = spoken.pop() if len(spoken) == 1 else None
    return transcript(made, "deepgram", content.problems, language=language, source=source, unit_is_known=True)


def _list(value: Any, where: str, report: Report) -> list[Any]:
    if value is not None and not isinstance(value, list):
        report(where, f"{str(value)[:40]!r} is no list", lost=True)
    return value if isinstance(value, list) else []


def _words(record: Mapping[str, Any], where: str, report: Report) -> list[TranscriptWord]:
    found = _list(record.get("words"), f"{where}.words", report)
    made = [_keys(one).word(one, f"{where}.words[{i}]", report) for i, one in enumerate(found)]
    return [one for one in made if one is not None]


def _keys(record: Any) -> Keys:
    return MARKED if isinstance(record, dict) and isinstance(record.get("punctuated_word"), str) else BARE


def _file(found: Mapping[str, Any], content: Content) -> Iterator[TranscriptSegment]:
    """Utterances; without them the channels, a segment for each stretch of one speaker."""
    channels = _list(found.get("channels"), "results.channels", content.report)
    languages = {str(i): name(as_mapping(one).get("detected_language")) for i, one in enumerate(channels)}
    utterances = _list(found.get("utterances"), "results.utterances", content.report)
    for i, one in enumerate(utterances):
        where = f"results.utterances[{i}]"
        if not isinstance(one, dict):
            content.report(where, f"{str(one)[:40]!r} is no utterance; it is kept as it is", lost=True)
            continue
        channel = name(one.get("channel")) if len(channels) > 1 else None
        start, end = TIMES.interval(one, where, content.report)
        yield segment(
            _text(one, where, content.report),
            _words(one, where, content.report),
            start=start,
            end=end,
            speaker=name(one.get("speaker")),
            channel=channel,
            language=languages.get(channel or "0"),
            record=one,
        )
    for i, one in enumerate(channels if not utterances else ()):
        where = f"results.channels[{i}].alternatives[0]"
        best = _best(one)
        if best is None:
            content.report(where, "no alternative in this channel", lost=True)
            continue
        whole = segment(_text(best, where, content.report), _words(best, where, content.report))
        channel = str(i) if len(channels) > 1 else None
        for stretch in _stretches(whole.words) or [[]]:
            text = " ".join(word.text for word in stretch)
            yield segment(text, stretch, channel=channel, language=languages[str(i)], record=best)


def _text(record: Mapping[str, Any], where: str, report: Report) -> str:
    text = record.get("transcript")
    if text is None and "words" not in record:
        report(where, "neither transcript nor words", lost=True)
    return (as_text(text, f"{where}.transcript", report) or "") if text is not None else ""


def _best(channel: Any) -> dict[str, Any] | None:
    """The first alternative of a channel: the object itself, since segments are found by it again."""
    found = as_mapping(channel).get("alternatives")
    return found[0] if isinstance(found, list) and found and isinstance(found[0], dict) else None


def _stretches(words: Sequence[TranscriptWord]) -> list[list[TranscriptWord]]:
    made: list[list[TranscriptWord]] = []
    for one in words:
        if made and made[-1][-1].speaker == one.speaker:
            made[-1].append(one)
        else:
            made.append([one])
    return made


# --- streams ------------------------------------------------------------------------------------------


def _stream(messages: Sequence[Any], content: Content) -> Iterator[TranscriptSegment]:
    """A segment for each final message; the others are replaced later or hold no words."""
    for i, record in enumerate(messages):
        where = f"[{i}]" if len(messages) > 1 else ""
        body = _body(record)
        if body is None:
            if not isinstance(record, dict) or (_says(record) and not _is_interim(record)):
                content.report(where, f"{str(record)[:40]!r} is no message; it is kept as it is", lost=True)
            continue
        start, end = _interval(record, where, content.report)
        index = record.get("channel_index")
        channel = name(index[0]) if isinstance(index, list) and len(index) == 2 and index[1] != 1 else None
        words = _words(body, where, content.report)
        languages = body.get("languages")
        yield segment(
            _text(body, where, content.report),
            words,
            start=words[0].start if words and words[0].start is not None else start,
            end=words[-1].end if words and words[-1].end is not None else end,
            channel=channel,
            language=name(languages[0]) if isinstance(languages, list) and len(languages) == 1 else None,
            record=record,
        )


def _body(message: Any) -> dict[str, Any] | None:
    """What is said in a final message: the object with the words."""
    if not isinstance(message, dict):
        return None
    if _is_interim(message):
        return None
    if message.get("type") == "TurnInfo":
        return message
    channel = message.get("channel")
    return _best(channel) if isinstance(channel, dict) else None


def _is_interim(message: Mapping[str, Any]) -> bool:
    if message.get("type") == "TurnInfo":
        return message.get("event") != "EndOfTurn"
    return message.get("is_final") is False


def _says(message: Mapping[str, Any]) -> bool:  # those about the stream itself say nothing
    return any(message.get(key) for key in ("transcript", "words", "channel", "alternatives"))


def _interval(record: Mapping[str, Any], where: str, report: Report) -> tuple[float | None, float | None]:
    if record.get("type") == "TurnInfo":
        return Keys(start="audio_window_start", end="audio_window_end").interval(dict(record), where, report)
    start, length = Keys(start="start", end="").interval({"start": record.get("start")}, where, report)[0], None
    _, length = Keys(start="", end="duration").interval({"duration": record.get("duration")}, where, report)
    return start, None if start is None or length is None else start + length


# --- writing ------------------------------------------------------------------------------------------


def write(made: Transcript) -> bytes:
    source = made.source
    if is_as_read(made, read):
        return as_it_was(source)
    if source is not None and not (isinstance(source, dict) and isinstance(source.get("results"), dict)):
        marked = any(_keys(word.record) is MARKED for word in made.words)
        return put_back(source, rewritten(source, made.segments, lambda one: _message(one, marked)))
    value = as_mapping(source)
    found = as_mapping(value.get("results"))
    channels, utterances = found.get("channels"), found.get("utterances")
    marked = source is None or any(_keys(word.record) is MARKED for word in made.words)
    if isinstance(utterances, list) and utterances:
        found["utterances"] = rewritten(utterances, made.segments, lambda one: _utterance(one, marked))
    if source is None:
        found["channels"] = [{"alternatives": [_alternative({"words": []}, made.segments, marked)]}]
        found["utterances"] = [_utterance(one, marked) for one in made.segments]
    elif isinstance(channels, list):
        found["channels"] = [_channel(one, i, made, marked, len(channels)) for i, one in enumerate(channels)]
    return dumped(value | {"results": found})


def _word_record(said: TranscriptWord, marked: bool) -> Any:
    """The object of a word: with marks under ``punctuated_word``, without them under ``word``."""
    if not marked:
        return BARE.word_record(said, fill=True)
    made = MARKED.word_record(said, fill=True)
    if isinstance(made, dict):
        bare = split_off(said.text) or said.text
        was_low = isinstance(made.get("word"), str) and made["word"] == made["word"].lower()
        made["word"] = bare.lower() if was_low else bare
    return made


def _message(one: TranscriptSegment, marked: bool) -> Any:
    record, body = one.record, _body(one.record)
    if body is None:
        new = _alternative({"words": []}, [one], marked)
        return {"type": "Results", "is_final": True, "channel": {"alternatives": [new]}}
    new = _alternative(body, [one], marked)
    if body is record:
        return new
    channel = record["channel"]
    return record | {"channel": channel | {"alternatives": [new, *channel["alternatives"][1:]]}}


def _utterance(one: TranscriptSegment, marked: bool) -> Any:
    if one.record is not None and not isinstance(one.record, dict):
        return one.record
    record = TIMES.segment_record(one)
    if isinstance(record.get("words"), list) or one.record is None:
        record["words"] = [_word_record(said, marked) for said in one.words]
    return record


def _channel(record: Any, index: int, made: Transcript, marked: bool, channels: int) -> Any:
    best = _best(record)
    if best is None:
        return record
    mine = [one for one in made.segments if channels == 1 or one.channel == str(index)]
    return record | {"alternatives": [_alternative(best, mine, marked), *record["alternatives"][1:]]}


def _alternative(best: Mapping[str, Any], segments: Sequence[TranscriptSegment], marked: bool) -> dict[str, Any]:
    """All that a channel says, and its paragraphs."""
    new = dict(best)
    old = best.get("words")
    words = only_words(segments)
    if isinstance(old, list):
        words = Twins(old, BARE).words(words)
        new["words"] = [_word_record(said, marked) for said in words]
    new["transcript"] = " ".join(said.text for said in words)
    if isinstance(found := best.get("paragraphs"), dict) and isinstance(found.get("paragraphs"), list):
        new["paragraphs"] = _paragraphs(found, words)
    return new


def _paragraphs(found: Mapping[str, Any], words: Iterable[TranscriptWord]) -> dict[str, Any]:
    """Paragraphs and sentences with the words that begin in them; what begins in none belongs to the one before."""
    left = list(words)
    lines, made = [], []
    sentences = [one for p in found["paragraphs"] for one in _list(as_mapping(p).get("sentences"), "", silently)]
    starts = [TIMES.interval(as_mapping(one), "", silently)[0] for one in sentences]
    later = iter([*starts[1:], None])
    for record in found["paragraphs"]:
        if not isinstance(record, dict) or not isinstance(record.get("sentences"), list):
            made.append(record)
            continue
        inside, said = [], 0
        for one in record["sentences"]:
            mine = _before(left, next(later))
            left = left[len(mine) :]
            said += len(mine)
            inside.append(as_mapping(one) | {"text": " ".join(w.text for w in mine)})
        new = record | {"sentences": [one for one in inside if one["text"]]}
        made.append(new | {"num_words": said} if "num_words" in record else new)
        text = " ".join(one["text"] for one in new["sentences"])
        lines.append(f"Speaker {record['speaker']}: {text}" if "speaker" in record else text)
    old = found.get("transcript")
    lead = "\n" if isinstance(old, str) and old.startswith("\n") else ""
    spoken = [line for line in lines if line]
    return {**found, "paragraphs": made} | ({"transcript": lead + "\n\n".join(spoken)} if "transcript" in found else {})


def _before(words: Sequence[TranscriptWord], time: float | None) -> list[TranscriptWord]:
    """The words up to the first that begins at a time or later; all if there is no time."""
    return list(takewhile(lambda one: time is None or one.start is None or one.start < time - 1e-6, words))


# --- which file it is ---------------------------------------------------------------------------------


def claims(content: Content) -> float:
    value = content.json
    found = value.get("results") if isinstance(value, dict) else None
    if isinstance(found, dict) and isinstance(found.get("channels"), list):
        return 0.9
    shown = results(content, all=False)
    return 0.9 if shown and any(_is_message(one) for one in shown) else 0.0


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if value.get("type") == "TurnInfo":
        return "event" in value
    return value.get("type") == "Results" and isinstance(value.get("channel"), dict)


register(Format("deepgram", "Deepgram JSON", "results with channels, or messages of the type Results or TurnInfo",
                claims, read, write))  # fmt: skip
