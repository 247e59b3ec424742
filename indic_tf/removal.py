"""Taking fillers, repetitions and restarts out, with the rest formatted as if they had not been said.

What is left is read again until nothing is found any more: "पच्चीस अं हज़ार रुपये" is an amount once the filler is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import regex

from .assemble import Drafted, disfluent, formatted
from .casing import BY_TAGGER
from .document import Disfluency, Edit, Formatted, Range, Segment, Tagged
from .labels import DISFLUENCY, REMOVED
from .scripts import fold

D = TypeVar("D", bound=Drafted)

_FILLER = "F"
_HYPHEN = regex.compile(r"[\-‐‑–]")
_REPEATED = ("R_RT", "C_RT")
"""The tags of a word and its repetition."""


def without_disfluencies(
    segments: Sequence[Segment],
    decide: Callable[[Sequence[Segment]], Sequence[tuple[D, Tagged | None]]],
    assemble: Callable[[D, Tagged | None], Formatted],
) -> list[Formatted]:
    """Format every segment without the words that the model wants removed.

    ``decide`` drafts and tags segments, ``assemble`` makes a text of the result. The answers speak of all input words:
    removed ones are edits with an empty text. Words with marks of their own are never removed.
    """
    left = [list(range(len(segment.words))) for segment in segments]
    found: list[list[Disfluency]] = [[] for _ in segments]
    made: list[Formatted | None] = [None] * len(segments)
    todo = list(range(len(segments)))
    while todo:
        reduced = [Segment(tuple(segments[i].words[p] for p in left[i])) for i in todo]
        again = []
        for i, (draft, tagged) in zip(todo, decide(reduced), strict=True):
            marked = disfluent(draft.units, tagged) if tagged else []
            gone = [d for d in marked if d.tag in REMOVED and _is_bare(draft.segment, d.words)]
            if gone:
                found[i] += [Disfluency(_at(d.words, left[i]), d.tag) for d in marked]
                positions = {p for d in gone for p in range(*d.words)}
                left[i] = [p for n, p in enumerate(left[i]) if n not in positions]
                again.append(i)
            else:
                made[i] = _restored(assemble(draft, tagged), segments[i], left[i], found[i])
        todo = again
    return [answer for answer in made if answer is not None]


def with_doubled(tagged: Tagged, words: Sequence[str], doubled: Mapping[str, str]) -> Tagged:
    """``tagged`` with what the language knows of words that are said twice in a row.

    धीरे धीरे is grammar and no repetition, "the the" always one. ``words`` are those that were tagged, ``doubled`` says
    by folded form which it is ("grammar", "slip").
    """
    if DISFLUENCY.name not in tagged.labels:
        return tagged
    keys = [fold(word) for word in words]
    twice = [i for i in range(1, len(keys)) if keys[i] == keys[i - 1] in doubled]
    if not twice:
        return tagged
    tags, shares = list(tagged.labels[DISFLUENCY.name]), list(tagged.probabilities[DISFLUENCY.name])
    fluent = DISFLUENCY.labels[0]
    for i in twice:
        if doubled[keys[i]] == "grammar":
            tags[i - 1 : i + 1] = [tag if tag not in _REPEATED else fluent for tag in tags[i - 1 : i + 1]]
        elif {tags[i - 1], tags[i]} <= {fluent, *_REPEATED}:
            tags[i - 1 : i + 1], shares[i - 1 : i + 1] = _REPEATED, (1.0, 1.0)
    return _retagged(tagged, tags, shares)


def with_sounds(tagged: Tagged, words: Sequence[str], sounds: frozenset[str]) -> Tagged:
    """``tagged`` with every word of ``sounds`` (folded), nothing but hesitations, as a filler; "um-um" too."""
    if DISFLUENCY.name not in tagged.labels:
        return tagged
    places = [i for i, word in enumerate(words) if sounds.issuperset(_HYPHEN.split(fold(word)))]
    if not places:
        return tagged
    tags, shares = list(tagged.labels[DISFLUENCY.name]), list(tagged.probabilities[DISFLUENCY.name])
    for i in places:
        if tags[i] not in REMOVED:
            tags[i], shares[i] = _FILLER, 1.0
    return _retagged(tagged, tags, shares)


def _retagged(tagged: Tagged, tags: Sequence[str], shares: Sequence[float]) -> Tagged:
    """``tagged`` with other disfluency tags and their probabilities."""
    labels = {**tagged.labels, DISFLUENCY.name: tuple(tags)}
    return replace(tagged, labels=labels, probabilities={**tagged.probabilities, DISFLUENCY.name: tuple(shares)})


def _is_bare(segment: Segment, words: Range) -> bool:
    return not any(word.before or word.after for word in segment.words[slice(*words)])


def _restored(made: Formatted, segment: Segment, left: Sequence[int], found: Sequence[Disfluency]) -> Formatted:
    """An answer about the words at the positions ``left`` as one about all words of ``segment``."""
    edits = [Edit(_at(edit.words, left), edit.text, edit.kind, edit.by) for edit in made.edits]
    covered = {i for edit in edits for i in range(*edit.words)} | set(left)
    gone = [i for i in range(len(segment.words)) if i not in covered]
    edits += [Edit((i, i + 1), "", "disfluency", BY_TAGGER) for i in gone]
    spans = [span.at(left) for span in made.spans]
    disfluencies = sorted({*found, *(Disfluency(_at(d.words, left), d.tag) for d in made.disfluencies)}, key=_place)
    refusals = [replace(refusal, words=_at(refusal.words, left)) for refusal in made.refusals]
    return formatted(segment.words, sorted(edits, key=lambda edit: edit.words), spans, disfluencies, refusals)


def _at(words: Range, left: Sequence[int]) -> Range:
    """A range of the words at the positions ``left``; an empty one stays behind the word before it."""
    start, end = words
    return (left[start], left[end - 1] + 1) if start < end else (left[end - 1] + 1,) * 2


def _place(disfluency: Disfluency) -> Range:
    return disfluency.words
