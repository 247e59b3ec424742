"""SRT and WebVTT as cues, as loosely as players read them: every byte of the file is in one of them.

pysubs2 is stricter: it takes a line of digits at the end of a cue for the number of the next, a time of ``NaN`` for
text, and knows neither settings, names and notes of WebVTT nor who speaks. So these two are read here.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import regex

from .markup import BREAK, TAG, retagged
from .pieces import lines

Line = tuple[str, str]
"""A line and its ending."""

_TIME = r"(?:\d{1,4}:)?\d{1,3}:\d{1,2}(?:[.,:]\d*)?|NaN[A-Za-z:.,]*"
TIME_LINE = regex.compile(
    rf"^(?P<lead>\s*)(?P<start>{_TIME})(?P<arrow>\s*-{{1,2}}>\s*)(?P<end>{_TIME})(?P<rest>(?:\s.*)?)$"
)
_DIGITS = regex.compile(r"^\s*\d+\s*$")
_BLOCK = regex.compile(r"^(?:NOTE|STYLE|REGION)(?:\s|$)")
_STAMP = regex.compile(r"<(\d[\d:.,]*)>")
_OPENED = regex.compile(r"^<(?P<name>[ibuc]|font|lang|strong|em)(?:[.\s][^<>]*)?>", regex.I)
_VOICE = regex.compile(r"^<v(?:\.[^\s>]*)?(?:\s+(?P<name>[^<>]*))?>", regex.I)
_OVERRIDE = regex.compile(r"^\{\\[^{}]*\}")
_OVERRIDE_LAST = regex.compile(r"\{\\[^{}]*\}$")
_TURN = regex.compile(r"^(?:>>+|&gt;&gt;(?:&gt;)*)\s*")
_DASHED = regex.compile(r"[-–—]")
_DASH = regex.compile(r"^[-–—]\s*(?=[^\s\d-])")
LABEL = regex.compile(r"^(?:\[(?P<boxed>[^\[\]]{1,40})\]\s*:|(?P<name>[\p{L}\p{M}\p{N}_.'’() -]{1,40}?)\s*:)\s+(?=\S)")
_SURE_LABEL = regex.compile(r"^(?:speaker|spk|person)[ _]?[A-Za-z]?\d*$|^(?=.*[A-Z])[A-Z][A-Z0-9 .'_-]+$", regex.I)


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue: what stands before its times (number, name, notes, the header), its times as written, its lines."""

    line: int
    before: str
    start: str
    arrow: str
    end: str
    rest: str
    body: tuple[Line, ...]

    @property
    def span(self) -> tuple[int, int]:
        """The range of its lines from the first with text to the last; an empty one if none has."""
        full = [i for i, (line, _) in enumerate(self.body) if line.strip()]
        return (full[0], full[-1] + 1) if full else (0, 0)


def cues(text: str, is_vtt: bool) -> tuple[list[Cue], str]:
    """The cues of a file, and all of it that is none, if there are none."""
    all_lines = list(lines(text))
    found = [(i, match) for i, (line, _) in enumerate(all_lines) if (match := TIME_LINE.match(line))]
    if not found:
        return [], text
    made, before, number = [], all_lines[: found[0][0]], -1
    for n, (i, match) in enumerate(found):
        number = _number(before, number)
        is_last = n + 1 == len(found)
        region = all_lines[i + 1 :] if is_last else all_lines[i + 1 : found[n + 1][0]]
        size = _body(region, number, is_vtt, is_last)
        rest = match["rest"] + all_lines[i][1]
        lead = _joined(before) + match["lead"]
        made.append(Cue(i + 1, lead, match["start"], match["arrow"], match["end"], rest, tuple(region[:size])))
        before = region[size:]
    return made, _joined(before)


def _joined(given: Sequence[Line]) -> str:
    return "".join(line + end for line, end in given)


def _number(before: Sequence[Line], last: int) -> int:
    """The number of a cue, or one more than the last."""
    given = next((line for line, _ in reversed(before) if line.strip()), "")
    return int(given) if _DIGITS.match(given) and len(given) < 12 else last + 1


def _body(region: Sequence[Line], number: int, is_vtt: bool, is_last: bool) -> int:
    """How many of the lines behind a time line belong to its cue; number, name and notes of the next do not."""
    size = len(region) if is_last else _without_name(region, number, is_vtt)
    if not is_vtt:
        return size
    has_text = False
    for i in range(size):
        line = region[i][0]
        if has_text and i and not region[i - 1][0].strip() and _BLOCK.match(line):
            return i
        has_text = has_text or bool(line.strip())
    return size


def _without_name(region: Sequence[Line], number: int, is_vtt: bool) -> int:
    last = next((i for i in range(len(region) - 1, -1, -1) if region[i][0].strip()), -1)
    if last < 0:
        return len(region)
    stands_alone = last == 0 or not region[last - 1][0].strip()
    if _DIGITS.match(region[last][0]):
        is_next = int(region[last][0]) == number + 1 if len(region[last][0]) < 12 else False
        return last if is_next or (stands_alone and last > 0) else len(region)
    is_name = is_vtt and stands_alone and last > 0 and last == len(region) - 1
    return last if is_name and any(line.strip() for line, _ in region[:last]) else len(region)


# --- what a cue says ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """The text of a cue or of one of its lines, without what stands around it.

    Attributes:
        lead, inner, tail: joined they are the text as it stands; tags around all of it, labels and dashes are outside.
        text: what ``inner`` says, without tags, on one line.
        speaker: whom a label or a voice tag names.
        is_turn: it begins with ``>>``.
    """

    lead: str
    inner: str
    tail: str
    text: str
    speaker: str | None = None
    is_turn: bool = False


def said(raw: str, labels: frozenset[str] = frozenset()) -> Said:
    """What ``raw`` says. ``labels`` are the names that are known to be such; see `labels_of`."""
    lead, tail, inner, speaker, is_turn = "", "", raw, None, False
    while True:
        stripped = inner.lstrip()
        lead, inner = lead + inner[: len(inner) - len(stripped)], stripped
        stripped = inner.rstrip()
        tail, inner = inner[len(stripped) :] + tail, stripped
        if (closed := _OVERRIDE_LAST.search(inner)) and closed.start():
            tail, inner = closed[0] + tail, inner[: closed.start()]
        elif found := _OVERRIDE.match(inner):
            lead, inner = lead + found[0], inner[found.end() :]
        elif found := _VOICE.match(inner):
            lead, inner, speaker = lead + found[0], inner[found.end() :], (found["name"] or "").strip() or speaker
            if inner.endswith("</v>") and inner.count("</v>") == 1:
                tail, inner = "</v>" + tail, inner[:-4]
        elif found := _around(inner):
            end = f"</{found['name']}>"
            lead, inner, tail = lead + found[0], inner[found.end() : -len(end)], inner[-len(end) :] + tail
        elif found := _TURN.match(inner):
            lead, inner, is_turn = lead + found[0], inner[found.end() :], True
        elif found := _DASH.match(inner):
            lead, inner = lead + found[0], inner[found.end() :]
        elif (found := LABEL.match(inner)) and (found["boxed"] or label(found) in labels):
            lead, inner, speaker = lead + found[0], inner[found.end() :], label(found)
        else:
            return Said(lead, inner, tail, plain(inner), speaker, is_turn)


def _around(inner: str) -> regex.Match[str] | None:
    """The tag that opens ``inner`` if it closes at its end and nowhere before."""
    found = _OPENED.match(inner)
    if not found:
        return None
    end = f"</{found['name']}>".casefold()
    rest = inner[found.end() :].casefold()
    return found if rest.endswith(end) and rest.count(end) == 1 else None


def turns(parts: Sequence[str], labels: frozenset[str]) -> list[int]:
    """Which lines of a cue begin what another speaker says; none if the first does not begin so.

    >>> turns(["- दो", "और तीन", "- चार"], frozenset()), turns(["दो", "- चार"], frozenset())
    ([0, 2], [])
    """
    begins = [i for i, part in enumerate(parts) if _begins_turn(part, labels)]
    return begins if begins[:1] == [0] else []


def _begins_turn(line: str, labels: frozenset[str]) -> bool:
    found = said(line, labels)
    return found.speaker is not None or found.is_turn or _DASHED.search(TAG.sub("", found.lead)) is not None


def shared_out(
    texts: Sequence[str], first: float | None, last: float | None
) -> Iterator[tuple[float | None, float | None]]:
    """The time of a cue shared out among what several speakers say in it, by letters."""
    sizes = [max(1, len(one)) for one in texts]
    total, position = sum(sizes), 0
    for size in sizes:
        if first is None or last is None:
            yield None, None
        else:
            a, b = (round(first + (last - first) * at / total, 3) for at in (position, position + size))
            yield a, b
        position += size


def label(found: regex.Match[str]) -> str:
    """The name in a match of `LABEL`."""
    return str(found["boxed"] or found["name"]).strip()


def labels_of(starts: Sequence[str]) -> frozenset[str]:
    """Names in front of a colon that are speakers: capitals, "Speaker 1", and what begins several of ``starts``."""
    counted: dict[str, int] = {}
    for raw in starts:
        if found := LABEL.match(_DASH.sub("", TAG.sub("", raw).lstrip())):
            counted[label(found)] = counted.get(label(found), 0) + 1
    return frozenset(
        one for one, count in counted.items()
        if (_SURE_LABEL.match(one) and (one.upper() == one or any(map(str.isdigit, one))))
        or (count > 1 and len(one.split()) <= 3)
    )  # fmt: skip


def unix(text: str) -> str:
    """A text whose lines end in line feeds."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def plain(raw: str) -> str:
    """A text without tags and entities, on one line.

    >>> plain("<i>दो</i> &amp; तीन")
    'दो & तीन'
    """
    return " ".join(html.unescape(BREAK.sub(" ", TAG.sub("", raw))).split())


def timed(
    parts: Sequence[tuple[Any, float | None, str]], last: float | None
) -> Iterator[tuple[Any, float | None, float | None, str]]:
    """Parts of a line (anything, when it begins, its text) with their ends: where the next begins, or the line ends.

    Parts of which nobody knows when they begin are put together with the one before, whose time they share.
    """
    groups: list[tuple[Any, float | None, str]] = []
    for given, begin, text in parts:
        low = next((time for _, time, _ in reversed(groups) if time is not None), None)
        if groups and (begin is None or (low is not None and begin < low)):
            groups[-1] = (None, groups[-1][1], f"{groups[-1][2]} {text}")
        else:
            groups.append((given, begin, text))
    ends = [*(begin for _, begin, _ in groups[1:]), last]
    for (given, begin, text), end in zip(groups, ends, strict=True):
        yield given, begin, end if begin is None or end is None or end >= begin else None, text


def stamped(raw: str) -> Iterator[tuple[str | None, str]]:
    """The parts of a text between ``<00:00:01.000>``, each with the time in front of it (None for the first)."""
    time, position = None, 0
    for found in _STAMP.finditer(raw):
        yield time, plain(raw[position : found.start()])
        time, position = found[1], found.end()
    yield time, plain(raw[position:])


def is_stamped(raw: str) -> bool:
    return _STAMP.search(raw) is not None


def dressed(text: str, like: str) -> str:
    """``text`` with the line breaks and tags of ``like``."""
    return retagged(wrapped(text, like), like)


def wrapped(text: str, like: str) -> str:
    """``text`` on as many lines as ``like`` has, broken at spaces about where it was.

    >>> wrapped("₹500 दे दीजिए अब", "पाँच सौ रुपये\\ndे दीजिए अब")
    '₹500 दे\\nदीजिए अब'
    """
    breaks = BREAK.findall(like)
    sizes = [max(1, len(plain(part))) for part in BREAK.split(like)]
    words, total = text.split(), sum(sizes)
    if not breaks or len(words) < len(sizes):
        return text
    made, position, want = words[0], len(words[0]), 0
    ends = [sum(sizes[: i + 1]) / total * len(text) for i in range(len(breaks))]
    for word in words[1:]:
        if want < len(ends) and position + len(word) / 2 >= ends[want]:
            made, want = made + breaks[want] + word, want + 1
        else:
            made += " " + word
        position += 1 + len(word)
    return made
