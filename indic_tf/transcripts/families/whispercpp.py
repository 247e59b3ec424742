"""whisper.cpp JSON (``-oj``, ``-ojf``): ``transcription`` with ``timestamps``, ``offsets`` in ms and ``tokens``.

Known from reports: a token or segment may end inside a letter, and the file is then not valid UTF-8; the halves are put
together again, the letter to where it begins. Tokens in brackets (``[_BEG_]``, ``[_TT_150]``) are no words. The shape
itself is built from documentation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json import loads
from typing import Any

import regex

from ...scripts import nfc
from ..content import Content
from ..model import Transcript, TranscriptSegment, TranscriptWord, as_mapping
from ..records import as_time, dumped
from ..registry import Format, register
from ..shape import aligned, as_said, as_text, interval, name, segment, transcript, word
from ..values import is_as_read, object_of

_SPECIAL = regex.compile(r"^\s*(?:\[_[^\]]*\]|<\|[^|]*\|>)\s*$")
_MARK = regex.compile(r"\p{M}")
_LOST = "\ufffd"


def read(content: Content) -> Transcript:
    value = _mended(content)
    language = as_mapping(value.get("result")).get("language") or as_mapping(value.get("params")).get("language")
    found = value.get("transcription")
    if not isinstance(found, list):
        content.report("transcription", f"{str(found)[:40]!r} is no list", lost=True)
        found = []
    made = list(_segments(found, content))
    return transcript(made, "whispercpp", content.problems, language=language, source=value, unit_is_known=True)


def _segments(found: Sequence[Any], content: Content) -> Iterator[TranscriptSegment]:
    texts = _whole_words([_text(one, f"transcription[{i}]", content) for i, one in enumerate(found)])
    timed = aligned(" ".join(texts), [piece for i, one in enumerate(found) for piece in _pieces(one, i, content)])
    position = 0
    for i, (record, text) in enumerate(zip(found, texts, strict=True)):
        where = f"transcription[{i}]"
        words = timed[position : position + len(text.split())]
        position += len(words)
        if not isinstance(record, dict):
            content.report(where, f"{str(record)[:40]!r} is no segment; it is kept as it is", lost=True)
            yield segment("", record=record)
            continue
        start, end = _interval(record, where, content)
        yield segment(text, words, start=start, end=end, speaker=name(record.get("speaker")), record=record)


def _tokens(record: Any) -> list[tuple[int, dict[str, Any]]]:
    """The tokens of a segment that are parts of words, with their places."""
    found = as_mapping(record).get("tokens")
    listed = found if isinstance(found, list) else []
    return [(j, one) for j, one in enumerate(listed) if isinstance(one, dict) and not _is_special(one)]


def _text(record: Any, where: str, content: Content) -> str:
    """The text of a segment with the space before it; what its tokens say if it has none."""
    if not isinstance(record, dict):
        return ""
    if record.get("tokens") is not None and not isinstance(record["tokens"], list):
        content.report(f"{where}.tokens", f"{str(record['tokens'])[:40]!r} is no list")
    tokens = _tokens(record)
    if not isinstance(record.get("text"), (str, int, float)) and tokens:
        return " " + as_said(one.get("text") for _, one in tokens)
    return as_text(record.get("text"), where, content.report) or ""


def _whole_words(texts: list[str]) -> list[str]:
    """Texts without the space before them; a word that goes on in the next one belongs to where it begins.

    It does where the others have a space, or where it goes on with a vowel sign.
    """
    spaced = sum(text[:1].isspace() for text in texts) * 2 > sum(bool(text) for text in texts)
    made = list(texts)
    last = 0
    for i in range(1, len(made)):
        last = i - 1 if made[i - 1].strip() else last
        goes_on = _MARK.match(made[i]) or (spaced and made[i][:1].strip())
        if goes_on and made[last].strip() and not made[last][-1].isspace():
            head = made[i].split(maxsplit=1)[0]
            made[last], made[i] = made[last] + head, made[i][len(head) :]
    return [nfc(text).strip() for text in made]


def _pieces(record: Any, index: int, content: Content) -> list[TranscriptWord]:
    where = f"transcription[{index}].tokens"
    found = [_word(one, f"{where}[{j}]", content) for j, one in _tokens(record)]
    return [one for one in found if one is not None]


def _is_special(token: dict[str, Any]) -> bool:
    text = token.get("text")
    return isinstance(text, str) and _SPECIAL.match(text) is not None


def _interval(record: dict[str, Any], where: str, content: Content) -> tuple[float | None, float | None]:
    """By the milliseconds; by the strings where these are missing."""
    for key, unit in (("offsets", 1e3), ("timestamps", 1.0)):
        found = record.get(key)
        if isinstance(found, dict) and ("from" in found or "to" in found):
            return interval(found.get("from"), found.get("to"), f"{where}.{key}", content.report, unit)
    return None, None


def _word(record: dict[str, Any], where: str, content: Content) -> TranscriptWord | None:
    start, end = _interval(record, where, content)
    text = record.get("text")
    return word(text, start, end, where=where, report=content.report, confidence=record.get("p"), record=record)


# --- letters that were cut ----------------------------------------------------------------------------


def _mended(content: Content) -> dict[str, Any]:
    """The file's value, with the halves of letters that tokens and segments share put together."""
    value = object_of(content)
    try:
        content.raw.decode()
        return value
    except UnicodeDecodeError:
        pass
    try:
        cut = loads(content.raw.decode("utf-8-sig", "surrogateescape"))
    except (ValueError, RecursionError):
        return value
    if not isinstance(cut, dict):
        return value
    found = cut.get("transcription")
    segments = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    tokens = [
        token
        for one in segments
        if isinstance(one.get("tokens"), list)
        for token in one["tokens"]
        if isinstance(token, dict) and not _is_special(token)
    ]
    lost = _join_halves(segments) + _join_halves(tokens)
    if lost:
        content.report("", f"letters cut between tokens or segments: {lost} have lost their other half", lost=True)
    elif not content.problems:
        content.report("", "letters cut between tokens or segments were put together again")
    return as_mapping(_valid(cut))


def _join_halves(records: Sequence[dict[str, Any]]) -> int:
    """Put the letters that neighbouring texts share into the one where they begin; how many could not be."""
    mine = [one for one in records if isinstance(one.get("text"), str)]
    raw = [one["text"].encode("utf-8", "surrogateescape") for one in mine]
    for i, text in enumerate(raw):
        missing, after = _missing(text), i + 1
        while missing and after < len(raw):
            head = regex.match(rb"[\x80-\xbf]{0,3}", raw[after])[0][:missing]  # type: ignore[index]
            raw[i], raw[after] = raw[i] + head, raw[after][len(head) :]
            missing -= len(head)
            if raw[after]:
                break
            after += 1
    lost = 0
    for one, text in zip(mine, raw, strict=True):
        one["text"] = text.decode("utf-8", "replace")
        lost += one["text"].count(_LOST)
    return lost


def _missing(raw: bytes) -> int:
    """How many bytes the last letter of a text lacks."""
    for back in range(1, min(4, len(raw) + 1)):
        lead = raw[-back]
        if lead >= 0xC0:
            length = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
            return max(0, length - back)
        if lead < 0x80:
            return 0
    return 0


def _valid(value: Any) -> Any:
    """A JSON value without half letters, which no file could hold."""
    if isinstance(value, dict):
        return {_valid(key): _valid(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_valid(one) for one in value]
    if isinstance(value, str) and any("\udc80" <= letter <= "\udcff" for letter in value):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return value


# --- writing ------------------------------------------------------------------------------------------


def write(made: Transcript) -> bytes:
    if is_as_read(made, read):
        return dumped(made.source)
    value = as_mapping(made.source)
    value["transcription"] = [_record(one) for one in made.segments]
    if made.source is None:
        value["result"] = {"language": made.language}
    return dumped(value)


def _record(one: TranscriptSegment) -> Any:
    if one.record is not None and not isinstance(one.record, dict):
        return one.record
    record: dict[str, Any] = {"text": " "} if one.record is None else as_mapping(one.record)
    _put_times(record, one.start, one.end)
    record["text"] = " " + one.text if one.text else ""
    tokens = record.get("tokens")
    if isinstance(tokens, list):
        first = next((i for i, token in enumerate(tokens) if not _is_special(as_mapping(token))), len(tokens))
        special = [
            [token for token in part if _is_special(as_mapping(token))] for part in (tokens[:first], tokens[first:])
        ]
        record["tokens"] = [*special[0], *map(_token, one.words), *special[1]]
    return record


def _token(said: TranscriptWord) -> dict[str, Any]:
    """A token that is a word: the object of the first token of what it stands for."""
    record = as_mapping(said.record)
    record["text"] = " " + said.text
    if said.record is None or "timestamps" in record or "offsets" in record:
        _put_times(record, said.start, said.end)
    return record | ({"estimated": True} if said.estimated else {})


def _put_times(record: dict[str, Any], start: float | None, end: float | None) -> None:
    ways: tuple[tuple[str, Any, float], ...] = (("timestamps", "00:00:00,000", 1.0), ("offsets", 0, 1e3))
    fresh = not any(key in record for key, _, _ in ways)
    for key, old, unit in ways:
        found = as_mapping(record.get(key))
        if key in record or fresh:
            given = (("from", start), ("to", end))
            record[key] = found | {k: as_time(found.get(k, old), at, unit) for k, at in given if at is not None}


# --- which file it is ---------------------------------------------------------------------------------


def claims(content: Content) -> float:
    value = content.json
    found = value.get("transcription") if isinstance(value, dict) else None
    if not isinstance(found, list):
        return 0.0
    first = next((one for one in found if isinstance(one, dict)), None)
    if first is None:
        return 0.5 if "params" in value or "model" in value else 0.0
    return 0.9 if "text" in first and ("offsets" in first or "timestamps" in first) else 0.3


register(Format("whispercpp", "whisper.cpp JSON", "transcription with timestamps, offsets and text",
                claims, read, write, silence=("transcription",)))  # fmt: skip
