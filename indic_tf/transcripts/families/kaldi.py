"""Line files of Kaldi and sclite: ``text``, trn and STM. (CTM is in `ctm`.)

Seen in the wild: a TAB behind the id where Kaldi itself writes a space, spaces at line ends, tags such as
``<incomplete/>``, ids with counters (``01-00827-01``, ``-02``) for what one speaker says in a row; trn of fairseq with
``(None-15645)`` in any order and empty hypotheses. STM from its documentation alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise, takewhile

import regex

from ...errors import InputError
from ..content import Content
from ..model import Transcript, TranscriptSegment
from ..pieces import Cutter, Place, lines, rewritten
from ..registry import Format, register
from ..shape import interval, name, segment, transcript

_TEXT = regex.compile(r"^(?P<lead>[ \t]*)(?P<id>[!-~]+)(?P<gap>[ \t]*)(?P<said>.*)$")
_ID = regex.compile(r"^(?=.*\d)(?=.*[A-Za-z_-])[A-Za-z0-9][A-Za-z0-9_.#:/-]{2,}$")
_DIGITS = regex.compile(r"^\d{5,}$")
_NUMBER = regex.compile(r"\d+")
_DATE = regex.compile(
    r"^(?:(?:19|20)\d\d([-/._])\d{1,2}\1\d{1,2}|\d{1,2}([-/._])\d{1,2}\2(?:19|20)?\d\d)(?![A-Za-z0-9])"
)
_YEAR = regex.compile(r"^(?:19|20)\d\d$")
_LONG = 4  # digits of a counter that is not padded
_ALONE = 3  # lines that are enough where a space stands behind the id; with a TAB one less
_FIRST = 50  # lines that are looked at
_COUNTER = regex.compile(r"^(?P<stem>.*?[_-])(?P<number>\d{1,18})$")
_INTERVAL = regex.compile(r"^(?P<stem>.*?[_-])(?P<start>\d{4,18})[_-](?P<end>\d{4,18})$")
_TRN = regex.compile(r"^(?P<said>.*?)(?P<gap>[ \t]*)\((?P<id>[^()\s]+)\)(?P<tail>[ \t]*)$")
_TRN_ID = regex.compile(r"^(?:[!-~]*[A-Za-z!-~][_-]\d+|(?:spk|speaker|utt)[_-]?[!-~]+)$", regex.I)
_LETTER = regex.compile(r"[A-Za-z]|\d{4}")
_STM = regex.compile(
    r"^(?P<front>\s*(?P<file>\S+)\s+(?P<channel>\S+)\s+(?P<speaker>\S+)\s+)(?P<start>-?[\d.]+)(?P<gap>\s+)"
    r"(?P<end>-?[\d.]+)(?P<label>(?:\s+<[^>]*>(?=\s|$))?[ \t]*)(?P<said>.*)$"
)
_IGNORED = regex.compile(r"^\s*(?:ignore_time_segment_in_scoring|inter_segment_gap)\s*$", regex.I)
_MOST = 0.9  # of the lines have to fit


# --- text ---------------------------------------------------------------------------------------------


def read_text(content: Content) -> Transcript:
    """``utt words`` on each line. Lines whose ids count up in a row are one recording; all others one each."""
    found = [(number, line, end, _TEXT.match(line)) for number, (line, end) in enumerate(lines(content.text), start=1)]
    ids = [match["id"] for _, _, _, match in found if match]
    recordings = iter(_recordings(ids))
    cut, made = Cutter(), []
    for number, line, end, match in found:
        if match is None:
            if line.strip():
                content.report(f"line {number}", "no id in front; it is left as it is", lost=True)
            cut.add(line + end)
            continue
        said = match["said"]
        if said and not match["gap"]:
            content.report(f"line {number}", f"no space between the id {match['id']!r} and the text")
        cut.add(match["lead"] + match["id"] + match["gap"])
        made.append(segment(said, recording=next(recordings), record=Place(cut.add(said), said)))
        cut.add(end)
    for again in (one for one, count in Counter(ids).items() if count > 1):
        content.report("", f"the id {again!r} stands on more than one line")
    return transcript(made, "kaldi", content.problems, source=cut.source(content, len(made)), unit_is_known=True)


def _recordings(ids: Iterable[str]) -> Iterator[str]:
    """For each id the first id of the recording that it belongs to.

    >>> list(_recordings(["a-01", "a-02", "a-04", "b-01", "c-0100-0200", "c-0200-0300"]))
    ['a-01', 'a-01', 'a-04', 'b-01', 'c-0100-0200', 'c-0100-0200']
    """
    first, before = "", ""
    for one in ids:
        if not before or not _follows(before, one):
            first = one
        yield first
        before = one


def _follows(before: str, one: str) -> bool:
    for pattern, low, high in ((_INTERVAL, "start", "end"), (_COUNTER, "number", "number")):
        a, b = pattern.match(before), pattern.match(one)
        if a and b and a["stem"] == b["stem"]:
            gap = int(b[low]) - int(a[high])
            if gap == 1 if low == high else gap >= 0:
                return True
    return False


def write_text(made: Transcript) -> bytes:
    """The file as it was read, or ids made of the recordings and a counter."""
    found = rewritten(made) if made.format == "kaldi" else None
    return found if found is not None else _fresh(made, lambda utterance, said: f"{utterance} {said}".rstrip())


def _fresh(made: Transcript, line: Callable[[str, str], str]) -> bytes:
    shown = [line(f"{token(one.recording, 'utt')}-{i:04d}", one.text) for i, one in enumerate(made.segments, start=1)]
    return "".join(f"{one}\n" for one in shown).encode("utf-8", "replace")


def token(text: str | None, otherwise: str) -> str:
    """A name without white space or parentheses, as a field of a line can have it."""
    return regex.sub(r"[\s()]+", "_", text or "") or otherwise


# --- trn ----------------------------------------------------------------------------------------------


def read_trn(content: Content) -> Transcript:
    """``words (id)`` on each line, each a recording of its own; empty hypotheses are kept."""
    cut, made = Cutter(), []
    seen: dict[str, int] = {}
    for number, (line, end) in enumerate(lines(content.text), start=1):
        match = _TRN.match(line)
        if match is None:
            if line.strip():
                content.report(f"line {number}", "no (id) at its end; it is left as it is", lost=True)
            cut.add(line + end)
            continue
        utterance = match["id"]
        seen[utterance] = seen.get(utterance, 0) + 1
        if seen[utterance] > 1:
            content.report(f"line {number}", f"the id {utterance!r} stood on a line before")
            utterance = f"{utterance}#{seen[utterance]}"
        said = match["said"]
        made.append(segment(said, recording=utterance, record=Place(cut.add(said), said)))
        cut.add(line[len(said) :] + end)
    return transcript(made, "trn", content.problems, source=cut.source(content, len(made)), unit_is_known=True)


def write_trn(made: Transcript) -> bytes:
    found = rewritten(made) if made.format == "trn" else None
    return found if found is not None else _fresh(made, lambda utterance, said: f"{said} ({utterance})")


# --- STM ----------------------------------------------------------------------------------------------


def read_stm(content: Content) -> Transcript:
    """``file channel speaker start end <label> words`` on each line; a file is a recording."""
    cut, made = Cutter(), []
    for number, (line, end) in enumerate(lines(content.text), start=1):
        match = None if line.lstrip().startswith(";;") else _STM.match(line)
        if match is None:
            if line.strip() and not line.lstrip().startswith(";;"):
                content.report(
                    f"line {number}", "not file, channel, speaker, start, end, text; it is left as it is", lost=True
                )
            cut.add(line + end)
        elif _IGNORED.match(match["said"]):
            cut.add(line + end)
        else:
            made.append(_stm_line(match, f"line {number}", content, cut))
            cut.add(end)
    return transcript(made, "stm", content.problems, source=cut.source(content, len(made)), unit_is_known=True)


def _stm_line(match: regex.Match[str], where: str, content: Content, cut: Cutter) -> TranscriptSegment:
    first, last = interval(match["start"], match["end"], where, content.report)
    cut.add(match["front"])
    start = cut.add(match["start"])
    cut.add(match["gap"])
    end = cut.add(match["end"])
    cut.add(match["label"])
    said = match["said"]
    return segment(
        said,
        start=first,
        end=last,
        speaker=name(match["speaker"]),
        channel=match["channel"],
        recording=match["file"],
        record=Place(cut.add(said), said, start, end),
    )


def write_stm(made: Transcript) -> bytes:
    """The file as it was read, or a new one; segments without times are left out of it only if they have no words.

    Raises `InputError` for words without times.
    """
    found = rewritten(made) if made.format == "stm" else None
    if found is not None:
        return found
    shown = []
    for i, one in enumerate(made.segments):
        if one.start is None or one.end is None:
            if not one.words:
                continue
            raise InputError(f"segments[{i}]: no times, which STM needs; write 'kaldi' or 'trn'")
        fields = token(one.recording, "audio"), token(one.channel, "1"), token(one.speaker, "unknown")
        shown.append(f"{' '.join(fields)} {one.start:.2f} {one.end:.2f} <o> {one.text}\n")
    return "".join(shown).encode("utf-8", "replace")


# --- claims -------------------------------------------------------------------------------------------


def _shown(content: Content) -> list[str]:
    shown = [line for line in content.head.splitlines() if line.strip() and not line.lstrip().startswith(";;")]
    return shown[:-1][:200] if len(shown) > 1 and len(content.text) > len(content.head) + 64 else shown[:200]


def _claims_text(content: Content) -> float:
    """Diaries, ledgers and verse begin their lines with dates, words and numbers too: the ids have to be a family."""
    shown = _shown(content)[:_FIRST]
    found = [match for line in shown if (match := _TEXT.match(line))]
    ids = [match["id"] for match in found]
    is_tabbed = all("\t" in match["gap"] or not match["said"] for match in found)
    if len(found) < len(shown) or len(ids) < _ALONE - is_tabbed or len(set(ids)) < _MOST * len(ids):
        return 0.0
    if all(map(_DIGITS.match, ids)):
        return 0.5 if _counts_up(ids) else 0.0
    if not all(_ID.match(one) and not _DATE.match(one) for one in ids) or not _are_alike(ids):
        return 0.0
    return 0.5 if is_tabbed or _have_counters(ids) else 0.0


def _counts_up(ids: list[str]) -> bool:
    """Numbers as ids: as long as each other, rising, alike in front."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(ids[0], ids[-1], strict=False)))
    is_rising = len({len(one) for one in ids}) == 1 and all(a < b for a, b in pairwise(ids))
    return is_rising and len(ids) >= _ALONE and 2 * shared >= len(ids[0])


def _are_alike(ids: list[str]) -> bool:
    """True if half of the ids differ from another in their numbers only."""
    shapes = Counter(_NUMBER.sub("0", one) for one in ids)
    return 2 * sum(count for count in shapes.values() if count > 1) >= len(ids)


def _have_counters(ids: list[str]) -> bool:
    """True if the ids have numbers that are padded or long, as counters are and the numbers of words are not."""
    numbers = [[one for one in _NUMBER.findall(given) if not _YEAR.match(one)] for given in ids]
    good = sum(any(len(one) >= _LONG or (one[0] == "0" and len(one) > 1) for one in given) for given in numbers)
    lasts = {len(given[-1]) for given in numbers if given}
    is_padded = len(lasts) == 1 and max(lasts) > 1 and any(given and given[-1][0] == "0" for given in numbers)
    is_phone = not any(map(str.isalpha, "".join(ids)))  # or any other list of long numbers
    return is_padded or (good >= _MOST * len(ids) and not is_phone)


def _claims_trn(content: Content) -> float:
    shown = _shown(content)
    found = [match["id"] for line in shown if (match := _TRN.match(line)) and _TRN_ID.match(match["id"])]
    is_family = len(set(found)) >= _MOST * len(found) and _are_alike(found) and all(map(_LETTER.search, found))
    return 0.7 if len(found) > 1 and len(found) == len(shown) and is_family else 0.0


def _claims_stm(content: Content) -> float:
    shown = _shown(content)
    found = [match for line in shown if (match := _STM.match(line)) and match["start"].count(".") < 2]
    timed = [match for match in found if "." in match["start"] + match["end"]]
    return 0.75 if timed and len(found) >= _MOST * len(shown) else 0.0


register(Format("kaldi", "Kaldi text", "an utterance id such as spk1-0001 in front of every line", _claims_text,
                read_text, write_text, ".txt"))  # fmt: skip
register(Format("trn", "sclite trn", "an (id) at the end of every line", _claims_trn, read_trn, write_trn, ".trn"))
register(Format("stm", "STM", "lines of file, channel, speaker, start, end, text", _claims_stm, read_stm, write_stm,
                ".stm"))  # fmt: skip
