"""Azure Speech: files of batch transcription, and the answers of the live interface (``DisplayText``, ``NBest``).

Seen in the wild: times three ways (ISO, ticks that are ints on phrases and floats on words, milliseconds), texts of
which any may be empty, names starred out in ``display`` that ``words`` still have. What is masked in one text is not
read from another. The live interface is built from documentation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import regex

from ..content import Content
from ..model import Report, Transcript, TranscriptSegment, TranscriptWord, as_mapping
from ..records import as_time, dumped, sure
from ..registry import Format, register
from ..shape import name, segment, split_off, transcript, word
from ..times import TICKS, seconds
from ..values import as_it_was, is_as_read, put_back, results, rewritten, several

_MASKED = regex.compile(r"\*{2,}|(?:^|\s)\*(?=$|\s)")


@dataclass(frozen=True, slots=True)
class _Names:
    """How one of the two interfaces spells its keys."""

    best: str
    texts: tuple[str, str, str, str]  # lexical, itn, masked itn, display
    words: str
    word: str
    times: tuple[tuple[str, str, float], ...]  # start, length, unit


BATCH = _Names(
    "nBest",
    ("lexical", "itn", "maskedITN", "display"),
    "words",
    "word",
    (
        ("offsetInTicks", "durationInTicks", TICKS),
        ("offsetMilliseconds", "durationMilliseconds", 1e3),
        ("offset", "duration", 1.0),
    ),
)
LIVE = _Names("NBest", ("Lexical", "ITN", "MaskedITN", "Display"), "Words", "Word", (("Offset", "Duration", TICKS),))


def read(content: Content) -> Transcript:
    value = content.json
    if isinstance(value, dict) and "recognizedPhrases" in value:
        phrases, names, place = value["recognizedPhrases"], BATCH, "recognizedPhrases"
    else:
        phrases, names, place = results(content), LIVE, ""
    if not isinstance(phrases, list):
        content.report(place, f"{str(phrases)[:40]!r} is no list of phrases", lost=True)
        phrases = []
    made = [_phrase(one, names, f"{place}[{i}]", content) for i, one in enumerate(phrases)]
    spoken = {one.language for one in made if one.language}
    language = spoken.pop() if len(spoken) == 1 else None
    return transcript(made, "azure", content.problems, language=language, source=several(content), unit_is_known=True)


def _phrase(record: Any, names: _Names, where: str, content: Content) -> TranscriptSegment:
    if not isinstance(record, dict):
        content.report(where, f"{str(record)[:40]!r} is no phrase; it is kept as it is", lost=True)
        return segment("", record=record)
    best = _best(record, names)
    if record.get(names.best) and not best:
        content.report(f"{where}.{names.best}", f"{str(record[names.best])[:40]!r} is no list of readings", lost=True)
    found = best.get(names.words)
    if found is not None and not isinstance(found, list):
        content.report(f"{where}.{names.words}", f"{str(found)[:40]!r} is no list of words")
    listed = found if isinstance(found, list) else []
    words = [_word(one, names, f"{where}.{names.words}[{i}]", content.report) for i, one in enumerate(listed)]
    timed = [one for one in words if one is not None]
    text = _text(record, best, names, timed, where, content.report)
    start, end = _interval(record, names, where, content.report)
    return segment(
        text,
        timed,
        start=start,
        end=end,
        speaker=name(record.get("speaker", record.get("SpeakerId"))),
        language=name(record.get("locale", as_mapping(record.get("PrimaryLanguage")).get("Language"))),
        channel=name(record.get("channel", record.get("Channel"))),
        record=record,
    )


def _best(record: Mapping[str, Any], names: _Names) -> dict[str, Any]:
    found = record.get(names.best)
    return as_mapping(found[0]) if isinstance(found, list) and found else {}


def _text(
    record: Mapping[str, Any],
    best: Mapping[str, Any],
    names: _Names,
    words: Sequence[TranscriptWord],
    where: str,
    report: Report,
) -> str:
    """The text of a phrase: bare words where it has them, the text with stars where something is masked.

    Where the words are those of another text and not the bare ones, that text counts.
    """
    given = [best.get(key) for key in names.texts] + [record.get("DisplayText")]
    for one in given:
        if one is not None and not isinstance(one, str):
            report(where, f"{str(one)[:40]!r} is no text", lost=True)
    texts = [" ".join(one.split()) for one in given if isinstance(one, str) and one.strip()]
    masked = [one for one in texts if _MASKED.search(one)]
    if masked:
        return masked[-1]
    said = [one.text for one in words]
    return next((one for one in reversed(texts) if said and one.split() == said), texts[0] if texts else "")


def _word(record: Any, names: _Names, where: str, report: Report) -> TranscriptWord | None:
    if not isinstance(record, dict):
        report(where, f"{str(record)[:40]!r} is no word", lost=True)
        return None
    start, end = _interval(record, names, where, report)
    confidence = record.get("confidence", record.get("Confidence"))
    return word(record.get(names.word), start, end, where=where, report=report, confidence=confidence, record=record)


def _interval(
    record: Mapping[str, Any], names: _Names, where: str, report: Report
) -> tuple[float | None, float | None]:
    """Start and end in seconds, by the first of the ways to say them that the record has."""
    for begin, length, unit in names.times:
        try:
            start, span = seconds(record.get(begin), unit), seconds(record.get(length), unit)
        except ValueError as error:
            report(where, f"{error}; it is estimated")
            continue
        if start is None:
            continue
        if span is not None and span < 0:
            report(where, f"negative length {span:g}")
            span = None
        return start, None if span is None else round(start + span, 7)
    return None, None


# --- writing ------------------------------------------------------------------------------------------


def write(made: Transcript) -> bytes:
    source = made.source
    if is_as_read(made, read):
        return as_it_was(source)
    if source is None or (isinstance(source, dict) and "recognizedPhrases" in source):
        value = as_mapping(source)
        phrases = value.get("recognizedPhrases")
        listed = phrases if isinstance(phrases, list) else []
        value["recognizedPhrases"] = rewritten(listed, made.segments, lambda one: _record(one, BATCH))
        if isinstance(whole := value.get("combinedRecognizedPhrases"), list):
            value["combinedRecognizedPhrases"] = [_combined(one, made.segments) for one in whole]
        return dumped(value)
    return put_back(source, rewritten(source, made.segments, lambda one: _record(one, LIVE)))


def _record(one: TranscriptSegment, names: _Names) -> Any:
    """A phrase with its new words. The bare text stays as it is where it is something else than the words."""
    if one.record is not None and not isinstance(one.record, dict):
        return one.record
    record = as_mapping(one.record)
    best = _best(record, names)
    if one.record is None:
        record |= _new_times(one.start, one.end)
        record |= {"speaker": one.speaker} if one.speaker is not None else {}
        record |= {"channel": one.channel} if one.channel is not None else {}
        best = dict.fromkeys(names.texts, "") | {names.words: []}
    else:
        _put_times(record, one, names)
    _put_texts(best, one.text, names)
    if isinstance(record.get("DisplayText"), str):
        record["DisplayText"] = one.text
    if isinstance(best.get(names.words), list):
        best[names.words] = [_word_record(said, names) for said in one.words]
    if best:
        others = record.get(names.best)
        record[names.best] = [best, *(others[1:] if isinstance(others, list) else [])]
    return record


def _put_texts(record: dict[str, Any], text: str, names: _Names) -> None:
    """Display as it is, the two with figures without marks, each where the file has it; the bare words stay."""
    _, itn, masked, display = names.texts
    bare = " ".join(core for said in text.split() if (core := split_off(said)))
    for key, value in ((itn, bare), (masked, bare), (display, text)):
        if key in record and (key == display or record[key]):
            record[key] = value


def _word_record(said: TranscriptWord, names: _Names) -> dict[str, Any]:
    record = as_mapping(said.record)
    record[names.word] = said.text
    if said.record is None:
        return record | _new_times(said.start, said.end)
    _put_times(record, said, names)
    record |= sure(record, "confidence", said) | sure(record, "Confidence", said)
    return record | ({"estimated": True} if said.estimated else {})


def _put_times(record: dict[str, Any], one: TranscriptWord | TranscriptSegment, names: _Names) -> None:
    """The times of a record in all the ways in which it says them."""
    if one.start is None or one.end is None:
        return
    said = [row for row in names.times if row[0] in record] or list(names.times[:1])
    for begin, length, unit in said:
        iso, fresh = "PT0S" if unit == 1.0 else None, begin not in record
        record[begin] = as_time(record.get(begin, iso), one.start, unit)
        if length in record or fresh:
            record[length] = as_time(record.get(length, iso), round(one.end - one.start, 7), unit)


def _new_times(start: float | None, end: float | None) -> dict[str, Any]:
    if start is None:
        return {}
    made = {"offset": as_time("PT0S", start), "offsetInTicks": round(start * TICKS)}
    span = 0.0 if end is None else end - start
    return made | {"duration": as_time("PT0S", span), "durationInTicks": round(span * TICKS)}


def _combined(record: Any, segments: Sequence[TranscriptSegment]) -> Any:
    """The whole text of a channel: what is masked in a phrase is masked here too, the bare words stay."""
    if not isinstance(record, dict):
        return record
    made, channel = dict(record), name(record.get("channel"))
    mine: Iterator[str] = (one.text for one in segments if one.text and one.channel in (channel, None))
    _put_texts(made, " ".join(mine), BATCH)
    return made


# --- which file it is ---------------------------------------------------------------------------------


def claims(content: Content) -> float:
    value = content.json
    if isinstance(value, dict) and isinstance(value.get("recognizedPhrases"), list):
        return 0.9
    found = results(content, all=False)
    return 0.9 if found and all(isinstance(one, dict) and _is_live(one) for one in found) else 0.0


def _is_live(value: Mapping[str, Any]) -> bool:
    return "RecognitionStatus" in value or isinstance(value.get("NBest"), list)


register(Format("azure", "Azure Speech JSON", "recognizedPhrases with nBest, or DisplayText and NBest",
                claims, read, write))  # fmt: skip
