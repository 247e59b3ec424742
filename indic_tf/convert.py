"""Which converter answers: the first in the chain that has an answer writes the span, and signs it.

The grammar writes what it reads. A network writes what it is asked for in its context, and is believed where
`faithful.check` finds that it was said; what it says of a value is then written by the grammar, in the caller's style.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

import regex

from .day_parts import part_beside
from .document import CLOSING_MARKUP, Conversions, Edit, Range, Refusal, Segment, Span, Token, Word
from .endings import parted
from .faithful import check
from .scripts import fold
from .styles import Style
from .wfst.wire import ENDING_OF_KEPT, KEPT_END, KEPT_START

if TYPE_CHECKING:
    from .seq2seq import Request
    from .wfst.large import LargeNumbers
    from .wfst.pipeline import Grammar


GRAMMAR = "grammar"
KEPT = regex.compile(f"{KEPT_START}[^{KEPT_END}]*{KEPT_END}")
"""Stands in a written form for words that stay as they are spoken; between its marks is their usual form."""
_TAG = regex.compile(r"</?[A-Za-z][^<>]*>")
_CLOSED_AND_OPENED = regex.compile(r"</([a-z]+)><\1>")
_ENDING = regex.compile(r"(?<=\p{N})[[\p{L}\p{M}]--[A-Za-z]]+$", regex.V1)


class Normalizer(Protocol):
    """A network that writes spans in their context; `seq2seq.SpanNormalizer` is one.

    ``normalize`` has one answer for each request, the words of the span for "nothing to do"; ``score`` the natural
    logarithm of the probability of each candidate.
    """

    def normalize(self, requests: Sequence[Request], batch_size: int = 64) -> list[str]: ...

    def score(self, requests: Sequence[Request], candidates: Sequence[Sequence[str]]) -> list[list[float]]: ...


@dataclass(frozen=True, slots=True)
class Asked:
    """Words of a text that a network may write, and what the grammar reads in them, if it does."""

    segment: Segment
    words: Range
    kind: str
    request: Request
    span: Span | None = None


def convert(segment: Segment, spans: Sequence[Span], grammar: Grammar, style: Style) -> Conversions:
    """The edits of every span that the grammar can write, and these spans.

    The marks around a span are kept. Words that stay as they are spoken are not touched where they stand apart.
    """
    edits: list[Edit] = []
    written: list[Span] = []
    timed = style.hours == "24"
    taken = {i for span in spans for i in range(*span.words)} if timed else set()
    for span in spans:
        part = part_beside(segment.words, span, taken, grammar.language.key) if timed else ""
        if made := write(segment.words, span, grammar, style, part=part):
            edits += made
            written.append(span)
    return Conversions(tuple(edits), tuple(written))


def write(
    words: Sequence[Word], span: Span, grammar: Grammar, style: Style, by: str = GRAMMAR, part: str = ""
) -> list[Edit]:
    """The edits that write ``span``, in the ``part`` of the day that words beside it say; none if it cannot be."""
    if (large := grammar.large(style)) is not None:
        span, edits = _with_scales(words, span, large, grammar, style, by)
        if edits:
            return edits
    written = (part and _in_part(span, part, grammar, style)) or grammar.written(span.token, style)
    if written is None:
        return []
    parts = _parts(words, span, written)
    return [_edit(words, r, _ended(words[r[1] - 1].core, text, span), span.kind, by) for r, text in parts]


def _with_scales(
    words: Sequence[Word], span: Span, large: LargeNumbers, grammar: Grammar, style: Style, by: str
) -> tuple[Span, list[Edit]]:
    """``span`` as it is written with its scale word; and the edits of what has several: 8 lakh 25 thousand, a range.

    Only the words of the span are looked at, so that a text with many spans takes no longer for each.
    """
    start = span.words[0]
    cores, own = [word.core for word in words[slice(*span.words)]], span.moved(-start)
    if parts := large.parts(own, cores, style):
        return span, [_edit(words, (a + start, b + start), text, span.kind, by) for (a, b), text in parts]
    short = large.shortened(own, cores, style)
    ends = large.ends(own, cores, style) if style.ranges == "words" or short is own else None
    edits = (edit for end in ends or () for edit in write(words, end.moved(start), grammar, style, by))
    return span if short is own else short.moved(start), [replace(edit, kind=span.kind) for edit in edits]


def _in_part(span: Span, part: str, grammar: Grammar, style: Style) -> str | None:
    """``span`` as it is written where ``part`` is said right before it, without that word."""
    written = grammar.written(Token(span.kind, {**span.token.fields, "daypart": part}), style)
    found = KEPT.match(written or "")
    return written[found.end() :].lstrip() if written and found else None


# --- networks -----------------------------------------------------------------------------------------


@dataclass
class _Turn:
    """One span on its way through its chain."""

    asked: Asked
    chain: list[str]
    refusals: list[Refusal] = field(default_factory=list)
    made: Conversions | None = None

    @property
    def by(self) -> str:
        """What is behind the name of the converter that answers in the end."""
        names = dict.fromkeys(refusal.by for refusal in self.refusals)
        return "".join(f" ({name} refused)" for name in names)


def ask(
    asked: Sequence[Asked],
    chain: Callable[[str], Sequence[str]],
    networks: Mapping[str, Normalizer],
    grammar: Grammar,
    style: Style,
) -> list[Conversions]:
    """Send every span through the chain of its class, each network being asked once for all that have come to it.

    What nobody writes has no edits; refusals are in the answer in any case. Networks that are not there are skipped.
    """
    turns = [_Turn(a, [name for name in chain(a.kind) if name == GRAMMAR or name in networks]) for a in asked]
    while waiting := [turn for turn in turns if turn.made is None and turn.chain]:
        by_name: dict[str, list[_Turn]] = defaultdict(list)
        for turn in waiting:
            by_name[turn.chain.pop(0)].append(turn)
        for turn in by_name.pop(GRAMMAR, ()):
            turn.made = _by_grammar(turn, grammar, style)
        for name, members in by_name.items():
            answers = networks[name].normalize([turn.asked.request for turn in members])
            for turn, answer in zip(members, answers, strict=True):
                turn.made = _judged(turn, name, answer, grammar, style)
    return [
        Conversions(*((made.edits, made.spans) if (made := turn.made) else ((), ())), tuple(turn.refusals))
        for turn in turns
    ]


def _by_grammar(turn: _Turn, grammar: Grammar, style: Style) -> Conversions | None:
    asked = turn.asked
    if asked.span is None:
        return None
    edits = write(asked.segment.words, asked.span, grammar, style, GRAMMAR + turn.by)
    return Conversions(tuple(edits), (asked.span,)) if edits else None


def _judged(turn: _Turn, name: str, answer: str, grammar: Grammar, style: Style) -> Conversions | None:
    """``answer`` as edits if it is what was said; None, and a refusal where it says something else."""
    asked = turn.asked
    words, (start, end) = asked.segment.words, asked.words
    said = [word.core for word in words[start:end]]
    if fold(" ".join(answer.split())) == fold(" ".join(said)):
        return None
    verdict = check(said, answer, grammar)
    spans = [span.moved(start) for span in verdict.spans]
    edits = [edit for span in spans for edit in write(words, span, grammar, style, name + turn.by)]
    if verdict.accepted and not spans:
        edits = [_changed(words, asked, answer.split(), name + turn.by)]
    if edits:
        return Conversions(tuple(edits), tuple(spans))
    turn.refusals.append(Refusal(asked.words, answer, name, verdict.reason or "cannot be written in this style"))
    return None


def _changed(words: Sequence[Word], asked: Asked, written: list[str], by: str) -> Edit:
    """``written`` without the words at its ends that are as they were said: there is always a figure between them."""
    start, end = asked.words
    while written[0] == words[start].core and end - start > 1 and len(written) > 1:
        written, start = written[1:], start + 1
    while written[-1] == words[end - 1].core and end - start > 1 and len(written) > 1:
        written, end = written[:-1], end - 1
    return _edit(words, (start, end), " ".join(written), asked.kind, by)


# --- edits --------------------------------------------------------------------------------------------


def _edit(words: Sequence[Word], range_: Range, text: str, kind: str, by: str) -> Edit:
    start, end = range_
    opening, closing = _inside(words[start:end])
    after = words[end - 1].after
    marks = CLOSING_MARKUP.sub("", after) if closing else after
    return Edit(range_, words[start].before + opening + text + marks + closing + after[len(marks) :], kind, by)


def _inside(words: Sequence[Word]) -> tuple[str, str]:
    """The tags between ``words`` that open and that close something, put around what is written for all of them."""
    marks = "".join(one.after + two.before for one, two in pairwise(words))
    if ">" not in marks:
        return "", ""
    tags = _TAG.findall(_CLOSED_AND_OPENED.sub("", marks))
    opening = "".join(tag for tag in tags if not tag.startswith("</"))
    return opening, "".join(tag for tag in tags if tag.startswith("</"))


def _ended(word: str, text: str, span: Span) -> str:
    """``text`` with the ending of ``word``: that of the language behind an English word as it was said."""
    _, hyphen, ending = parted(word)
    if not ending:
        return with_ending_of(word, text)
    bare = text.removesuffix(ending).rstrip("-") if text.endswith(ending) else text
    return text if "suffix" in span.token.fields and bare == text else bare + hyphen + ending


def with_ending_of(word: str, text: str) -> str:
    """``text`` with its ending spelled as at the end of ``word``, where that is another spelling of the same.

    >>> with_ending_of("सतहत्तरवां", "77वाँ"), with_ending_of("पाँचवाँ", "5वाँ"), with_ending_of("रुपये", "₹77")
    ('77वां', '5वाँ', '₹77')
    """
    found = _ENDING.search(text)
    if found is None or not fold(word).endswith(fold(found[0])):
        return text
    spellings = (word[i:] for i in range(len(word) - 1, -1, -1))
    said = next((spelling for spelling in spellings if fold(spelling) == fold(found[0])), found[0])
    return text.removesuffix(found[0]) + said


def _parts(words: Sequence[Word], span: Span, written: str) -> list[tuple[Range, str]]:
    """``written`` cut at the words that stay: each part with the words that it replaces.

    One part for all if a part would replace nothing, or be glued to a word that stays.
    """
    if span.kept and span.kept[-1][1] == span.words[1]:
        written = ENDING_OF_KEPT.sub("", written)
    texts = KEPT.split(written)
    if len(texts) == len(span.kept) + 1:
        edges = [span.words[0], *(edge for range_ in span.kept for edge in range_), span.words[1]]
        parts = list(zip(zip(edges[::2], edges[1::2], strict=True), texts, strict=True))
        if all((start < end) == bool(text.strip()) for (start, end), text in parts) and _are_apart(texts):
            return [(range_, text.strip()) for range_, text in parts if text.strip()]
    stays = iter(" ".join(word.core for word in words[slice(*range_)]) for range_ in span.kept)
    fill = len(texts) == len(span.kept) + 1
    return [(span.words, KEPT.sub(lambda kept: next(stays) if fill else kept[0][1:-1], written))]


def _are_apart(texts: Sequence[str]) -> bool:
    """True if a space stands between each text and the kept words beside it."""
    return all(not t or t[-1] == " " for t in texts[:-1]) and all(not t or t[0] == " " for t in texts[1:])
