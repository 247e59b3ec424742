"""AWS Transcribe: every number is a string, marks are items of their own without times.

Seen in the wild: both shapes, with ``speaker_labels.segments`` (whose items have no text) and with ``audio_segments``
(whose items are numbers); a danda joined with a space. Channels are built from documentation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...scripts import split_marks
from ..content import Content
from ..model import Transcript, TranscriptSegment, TranscriptWord, as_mapping, silently
from ..records import Keys, as_time, dumped, sure
from ..registry import Format, register
from ..shape import interval, name, segment, transcript, word
from ..values import is_as_read, object_of

TIMES = Keys(text="transcript", start="start_time", end="end_time", speaker="speaker_label")


@dataclass(frozen=True, slots=True)
class _Said:
    """A word, its item and its channel."""

    word: TranscriptWord
    item: Mapping[str, Any]
    channel: str | None


def read(content: Content) -> Transcript:
    value = object_of(content)
    results = as_mapping(value.get("results"))
    said = [one for items, channel in _lists(results, content) for one in _words(items, channel, content)]
    language = results.get("language_code") or value.get("LanguageCode") or value.get("language_code")
    made = list(_segments(said, results, content))
    if not made and isinstance(text := _transcript(results), str):
        made = [segment(text)]
    return transcript(made, "aws", content.problems, language=language, source=value, unit_is_known=True)


def _list(value: Any, where: str, content: Content) -> list[Any]:
    if value is not None and not isinstance(value, list):
        content.report(where, f"{str(value)[:40]!r} is no list", lost=True)
    return value if isinstance(value, list) else []


def _transcript(results: Mapping[str, Any]) -> Any:
    found = results.get("transcripts")
    return as_mapping(found[0]).get("transcript") if isinstance(found, list) and found else None


def _lists(results: Mapping[str, Any], content: Content) -> Iterator[tuple[list[Any], str | None]]:
    """The items of each channel, or all items of a recording that has one."""
    channels = as_mapping(results.get("channel_labels")).get("channels")
    found = [one for one in channels if isinstance(one, dict)] if isinstance(channels, list) else []
    if channels is not None and (not isinstance(channels, list) or len(found) < len(channels)):
        content.report("results.channel_labels.channels", "not all of them are channels", lost=True)
    if not any(isinstance(one.get("items"), list) for one in found):
        yield _list(results.get("items"), "results.items", content), None
    for i, channel in enumerate(found):
        where = f"results.channel_labels.channels[{i}].items"
        yield _list(channel.get("items"), where, content), name(channel.get("channel_label")) or str(i)


def _words(items: Sequence[Any], channel: str | None, content: Content) -> list[_Said]:
    """The words of a list of items, marks joined to the word before."""
    made: list[_Said] = []
    for i, item in enumerate(items):
        where = f"items[{i}]" if channel is None else f"{channel}.items[{i}]"
        if not isinstance(item, dict):
            content.report(where, f"{str(item)[:40]!r} is no item", lost=True)
            continue
        others = item.get("alternatives")
        best = as_mapping(others[0]) if isinstance(others, list) and others else {}
        one = word(
            best.get("content"),
            item.get("start_time"),
            item.get("end_time"),
            where=where,
            report=content.report,
            speaker=item.get("speaker_label"),
            confidence=best.get("confidence"),
            record=item,
        )
        if one is None:
            continue
        if item.get("type") == "punctuation" and made:
            made[-1] = replace(made[-1], word=replace(made[-1].word, text=made[-1].word.text + one.text))
        else:
            made.append(_Said(one, item, channel))
    return made


def _segments(said: Sequence[_Said], results: Mapping[str, Any], content: Content) -> Iterator[TranscriptSegment]:
    """Words by the segment that names their items; those that none names stay with the word before."""
    listed = _list(results.get("audio_segments"), "results.audio_segments", content)
    owners = _by_number(listed)
    if not owners:
        labels = as_mapping(results.get("speaker_labels"))
        listed = _list(labels.get("segments"), "results.speaker_labels.segments", content)
        owners = {f"at {time}": i for i, one in enumerate(listed) for time in _starts(one)}
    inside: dict[tuple[int, str], list[_Said]] = {}
    place = next((owners[key] for one in said for key in _keys(one) if key in owners), -1)
    for one in said:
        place = next((owners[key] for key in _keys(one) if key in owners), place)
        inside.setdefault((place, one.channel or ""), []).append(one)
    for (place, _), found in sorted(inside.items(), key=lambda pair: pair[0]):
        record = listed[place] if place >= 0 else None
        known = as_mapping(record)
        start, end = TIMES.interval(known, f"segments[{place}]", content.report)
        words, channel = [one.word for one in found], found[0].channel
        speaker = name(known.get("speaker_label"))
        yield segment("", words, start=start, end=end, speaker=speaker, channel=channel, record=record)


def _keys(one: _Said) -> tuple[str, ...]:
    """What a segment may call an item by: its number in its channel, its number, its start."""
    number = one.item.get("id")
    return f"{one.channel} {number}", f"None {number}", f"at {one.item.get('start_time')}"


def _by_number(segments: Sequence[Any]) -> dict[str, int]:
    return {
        f"{one.get('channel_label')} {item}": i
        for i, one in enumerate(segments)
        if isinstance(one, dict) and isinstance(one.get("items"), list)
        for item in one["items"]
    }


def _starts(record: Any) -> list[Any]:
    found = as_mapping(record).get("items")
    return [one.get("start_time") for one in found if isinstance(one, dict)] if isinstance(found, list) else []


# --- writing ------------------------------------------------------------------------------------------


def write(made: Transcript) -> bytes:
    """The file with other items; numbers of items are given anew where it has some, and every list follows them."""
    if is_as_read(made, read):
        return dumped(made.source)
    value = as_mapping(made.source)
    old = as_mapping(value.get("results"))
    results = dict(old)
    template = next((item for item in _all_items(old) if item.get("type") == "punctuation"), {})
    numbered = made.source is None or any("id" in item for item in _all_items(old))
    items: dict[int, list[dict[str, Any]]] = {}
    number = 0
    for i, one in enumerate(made.segments):
        items[i] = [item for word in one.words for item in _items(word, template)]
        for item in items[i]:
            if numbered:
                item["id"] = number
            number += 1
    results["transcripts"] = _transcripts(old, " ".join(one.text for one in made.segments if one.text))
    results["items"] = _in_time(item for found in items.values() for item in found)
    if isinstance(found := old.get("audio_segments"), list) or made.source is None:
        results["audio_segments"] = _audio_segments(found or [], made, items)
    if isinstance(labels := old.get("speaker_labels"), dict):
        results["speaker_labels"] = labels | {"segments": _speaker_segments(labels.get("segments"), made.words)}
    if isinstance(channels := old.get("channel_labels"), dict):
        results["channel_labels"] = channels | {"channels": _channels(channels.get("channels"), made, items)}
    if made.source is None:
        value |= {"jobName": "", "accountId": "", "status": "COMPLETED"}
        results |= {"language_code": made.language} if made.language else {}
    return dumped(value | {"results": results})


def _all_items(results: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    channels = as_mapping(results.get("channel_labels")).get("channels")
    owners = [results, *(channels if isinstance(channels, list) else [])]
    for owner in owners:
        found = as_mapping(owner).get("items")
        yield from (one for one in found if isinstance(one, dict)) if isinstance(found, list) else ()


def _items(word: TranscriptWord, template: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The items of a word: what is said, and the marks behind it."""
    record = as_mapping(word.record)
    before, core, after = split_marks(word.text)
    spoken = before + core if core else word.text
    made = {**record, "type": record.get("type", "pronunciation"), "alternatives": _best(record, spoken)}
    made["alternatives"][0] |= sure(made["alternatives"][0], "confidence", word) if record else {}
    for key, time in (("start_time", word.start), ("end_time", word.end)):
        if time is not None:
            made[key] = as_time(record.get(key, "0.0"), time)
    if word.estimated:
        made["estimated"] = True
    if not record and word.speaker is not None:
        made["speaker_label"] = word.speaker
    yield made
    if after and core:
        whose: dict[str, Any] = {
            key: made[key] for key in ("speaker_label", "channel_label", "language_code") if key in made
        }
        yield {**template, "type": "punctuation", "alternatives": _best(template, after), **whose}


def _best(record: Mapping[str, Any], text: str) -> list[Any]:
    others = record.get("alternatives")
    found = others if isinstance(others, list) else []
    best = as_mapping(found[0]) if found else {"confidence": "0.0"}
    return [best | {"content": text}, *found[1:]]


def _in_time(items: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Items of all channels in order of time; marks stay behind their word."""
    last, keyed = 0.0, []
    for item in items:
        start, _ = interval(item.get("start_time"), None, "", silently)
        last = last if start is None else start
        keyed.append((last, item))
    return [item for _, item in sorted(keyed, key=lambda pair: pair[0])]


def _transcripts(old: Mapping[str, Any], text: str) -> list[Any]:
    found = old.get("transcripts")
    others = found if isinstance(found, list) else []
    return [as_mapping(others[0] if others else None) | {"transcript": text}, *others[1:]]


def _audio_segments(found: Sequence[Any], made: Transcript, items: Mapping[int, list[dict[str, Any]]]) -> list[Any]:
    """The segments with their new text and numbers; one that lost its words stays, with none."""
    written: dict[int, dict[str, Any]] = {}
    new = []
    for i, one in enumerate(made.segments):
        record = TIMES.segment_record(one) | {"items": [item["id"] for item in items[i] if "id" in item]}
        if one.record is None:
            new.append({"id": i, **record})
        else:
            written[id(one.record)] = record
    empty = {"transcript": "", "items": []}
    kept = [written.get(id(one), as_mapping(one) | empty if isinstance(one, dict) else one) for one in found]
    return kept + new


def _speaker_segments(found: Any, words: Iterable[TranscriptWord]) -> Any:
    """The segments of speakers with an item for each word, which says its times and nothing else."""
    if not isinstance(found, list):
        return found
    records = {str(item.get("start_time")): (i, item) for i, one in enumerate(found) for item in _label_items(one)}
    inside: dict[int, list[Any]] = {i: [] for i in range(len(found))}
    for said in words:
        place, item = records.get(str(as_mapping(said.record).get("start_time")), (-1, {}))
        if place >= 0:
            inside[place].append(item | TIMES.times_of(item, said.start, said.end))
    return [as_mapping(one) | {"items": inside[i]} if _is_labelled(one) else one for i, one in enumerate(found)]


def _label_items(record: Any) -> list[dict[str, Any]]:
    return [one for one in record["items"] if isinstance(one, dict)] if _is_labelled(record) else []


def _is_labelled(record: Any) -> bool:
    return isinstance(record, dict) and isinstance(record.get("items"), list)


def _channels(found: Any, made: Transcript, items: Mapping[int, list[dict[str, Any]]]) -> Any:
    if not isinstance(found, list):
        return found
    inside: dict[str, list[dict[str, Any]]] = {}
    for i, one in enumerate(made.segments):
        inside.setdefault(one.channel or "", []).extend(items[i])
    written = []
    for i, one in enumerate(found):
        label = name(as_mapping(one).get("channel_label")) or str(i)
        mine = inside.get(label, [])
        written.append(as_mapping(one) | {"items": mine} if _is_labelled(one) else one)
    return written


# --- which file it is ---------------------------------------------------------------------------------


def claims(content: Content) -> float:
    results = content.json.get("results") if isinstance(content.json, dict) else None
    if not isinstance(results, dict) or "channels" in results:
        return 0.0
    return 0.9 if isinstance(results.get("transcripts"), list) or isinstance(results.get("items"), list) else 0.0


register(Format("aws", "AWS Transcribe JSON", "results with transcripts and items",
                claims, read, write))  # fmt: skip
