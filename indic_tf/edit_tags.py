"""Tag scripts: one tag per spoken word says what becomes of it (Antonova et al. 2022, "Thutmose Tagger: Single-pass
neural model for Inverse Text Normalization", sections 3.2 and 3.4).

    मुझे  पच्चीस  हज़ार   चार   सौ   रुपये   चाहिए
    SELF  _25     ,      4     00   _₹<<1  SELF      → मुझे ₹25,400 चाहिए

``SELF`` keeps the word and ``DELETE`` drops it; anything else is written in its place. ``_`` is a border: with it a
fragment opens a written word, without it it goes on with the one before; within a fragment it is a space. ``JOIN``
keeps the word without a border. The paper marks both borders of a fragment; where one opens, the other closes, so one
mark says the same with fewer fragments.

Fragments that are said last and written first, or the other way round, say so: ``<<2`` puts one in front of the second
last written word, ``>>1`` behind the next one; there it sticks unless a ``_`` keeps it off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import regex

SELF, DELETE, JOIN = "SELF", "DELETE", "JOIN"
SPECIAL = (SELF, DELETE, JOIN)
BORDER = "_"

_LOW_LINE = "\uff3f"
"""Stands in a tag for a "_" that is written."""

_MOVED = regex.compile(r"^(?<text>.+)(?<way><<|>>)(?<by>[1-9])$", regex.DOTALL)
_FARTHEST = 9

Tags = tuple[str, ...]
Sources = Sequence[int | None]


# --- tags → text ------------------------------------------------------------------------------------------------


def apply(words: Sequence[str], tags: Sequence[str]) -> str:
    """The text that ``tags``, one for each word, make of ``words``. Any tags make some text: a move that leads out of
    it ends at its border.

    >>> apply("मुझे पच्चीस हज़ार रुपये चाहिए".split(), ["SELF", "_25", ",000", "_₹<<1", "SELF"])
    'मुझे ₹25,000 चाहिए'
    >>> apply("half past three".split(), [":30>>1", "DELETE", "_3"])
    '3:30'
    """
    groups: list[str] = []
    moves: list[tuple[str, str, int]] = []
    for word, tag in zip(words, tags, strict=True):
        if moved := _MOVED.match(tag):
            moves.append((moved["text"], moved["way"], _target(moved["way"], int(moved["by"]), len(groups))))
        elif tag != DELETE:
            fragment = _fragment(word, tag)
            if fragment.startswith(BORDER) or not groups:
                groups.append(fragment)
            else:
                groups[-1] += fragment
    for fragment, way, target in moves:
        _dock(groups, fragment, way, target)
    return regex.sub(f"{BORDER}+", " ", "".join(groups)).strip().replace(_LOW_LINE, BORDER)


def _fragment(word: str, tag: str) -> str:
    if tag in (SELF, JOIN):
        return (BORDER if tag == SELF else "") + word.replace(BORDER, _LOW_LINE)
    return tag


def _target(way: str, by: int, groups: int) -> int:
    """The number of the written word that a fragment moves to, ``groups`` of which stand before it."""
    return groups - by if way == "<<" else groups + by - 1


def _dock(groups: list[str], fragment: str, way: str, target: int) -> None:
    """Put a fragment before or behind a written word."""
    if not groups:
        groups.append(fragment)
        return
    at = min(max(target, 0), len(groups) - 1)
    if way == "<<":
        groups[at] = BORDER + fragment.removeprefix(BORDER) + groups[at].removeprefix(BORDER)
    else:
        groups[at] += fragment


# --- text → tags ------------------------------------------------------------------------------------------------


def encode(words: Sequence[str], text: str, sources: Sources) -> Tags | None:
    """The tags that make ``text`` of ``words``; None if none do.

    ``sources[i]`` is the number of the word that character ``i`` of ``text`` comes from, None for nobody's: a mark or a
    zero between two words goes to a word between them that writes nothing (the scale word of "two crore three"), else
    to the later one.

    >>> encode(["दो", "सौ", "रुपये"], "₹200", [2, 0, 1, 1])
    ('_2', '00', '_₹<<1')
    """
    if not text or text != " ".join(text.split(" ")).strip() or _LOW_LINE in text:
        return None
    chunks = _chunks(text.replace(BORDER, _LOW_LINE), _owners(text, sources, len(words)))
    if len({word for word, _ in chunks}) < len(chunks):
        return None  # a word that writes in two places
    tags = _tags(words, chunks)
    return tags if tags and apply(words, tags) == text else None


def _owners(text: str, sources: Sources, count: int) -> list[int]:
    """The word of every character; a space by itself goes with what it precedes."""
    known = [None if c == " " else source for c, source in zip(text, sources, strict=True)]
    silent = sorted(set(range(count)) - set(known))
    owners: list[int] = []
    for source, run in groupby(range(len(text)), key=known.__getitem__):
        at = [*run]
        if source is None:
            after = known[at[-1] + 1] if at[-1] + 1 < len(text) else None
            source = _heir(text[at[0] : at[-1] + 1], owners[-1] if owners else -1, after, silent, count)
        owners += [source] * len(at)
    return owners


def _heir(text: str, before: int, after: int | None, silent: Sequence[int], count: int) -> int:
    """Who gets what nobody wrote between two words."""
    last = count if after is None else after
    between = [word for word in silent if before < word < last] if text.strip() else []
    if between:
        return between[0]
    return max(before, 0) if after is None else after


def _chunks(text: str, owners: Sequence[int]) -> list[tuple[int, str]]:
    """(word, fragment) in the order of writing; a fragment that opens a written word begins with a border."""
    made = []
    for word, run in groupby(zip(owners, text, strict=True), key=lambda c: c[0]):
        made.append((word, "".join(c for _, c in run).replace(" ", BORDER)))
    word, first = made[0]
    return [(word, BORDER + first), *made[1:]]


def _tags(words: Sequence[str], chunks: Sequence[tuple[int, str]]) -> Tags | None:
    """One tag per word. What stands in the order of speech stays; the rest moves to the written words that it makes."""
    staying = _staying(chunks)
    tags = [DELETE] * len(words)
    moved = [i for i in range(len(chunks)) if i not in staying]
    opens = {i: _opens(i, chunks, staying) for i in staying}
    for i in staying:
        word, fragment = chunks[i]
        tags[word] = _kept(words[word], BORDER * opens[i] + fragment.removeprefix(BORDER))
    for i in moved:
        tag = _moved(i, chunks, staying, opens)
        if tag is None:
            return None
        tags[chunks[i][0]] = tag
    return None if any(fragment in SPECIAL for _, fragment in chunks) else tuple(tags)


def _kept(word: str, fragment: str) -> str:
    """A fragment, or the name of what it is of its word."""
    own = word.replace(BORDER, _LOW_LINE)
    return {BORDER + own: SELF, own: JOIN}.get(fragment, fragment)


def _staying(chunks: Sequence[tuple[int, str]]) -> list[int]:
    """The chunks that stay where they are said: the heaviest ones in the order of speech, figures before signs."""
    best: list[tuple[int, list[int]]] = []
    for i, (word, fragment) in enumerate(chunks):
        before = [found for found in best if chunks[found[1][-1]][0] < word]
        weight, path = max(before, key=lambda found: found[0], default=(0, []))
        best.append((weight + 1 + fragment.removeprefix(BORDER)[:1].isalnum(), [*path, i]))
    return max(best, key=lambda found: found[0])[1]


def _opens(i: int, chunks: Sequence[tuple[int, str]], staying: Sequence[int]) -> bool:
    """True if a chunk that stays opens a written word: also where what stands before it was moved there."""
    return chunks[i][1].startswith(BORDER) or i == 0 or (i - 1 not in staying and _goes_left(i - 1, chunks, staying))


def _goes_left(i: int, chunks: Sequence[tuple[int, str]], staying: Sequence[int]) -> bool:
    """True for a chunk that is said behind the one it is written before."""
    following = next((s for s in staying if s > i), None)
    return following is not None and chunks[following][0] < chunks[i][0]


def _moved(i: int, chunks: Sequence[tuple[int, str]], staying: Sequence[int], opens: Mapping[int, bool]) -> str | None:
    """The tag of a chunk that moves, its distance counted in written words."""
    word, fragment = chunks[i]
    said_before = sum(opens[s] for s in staying if chunks[s][0] < word)
    if _goes_left(i, chunks, staying):
        target = next(s for s in staying if s > i)
        distance = said_before - sum(opens[s] for s in staying if s < target)
        way, fragment = "<<", fragment + BORDER * chunks[target][1].startswith(BORDER)
    else:
        target = max((s for s in staying if s < i), default=staying[0])
        distance = sum(opens[s] for s in staying if s <= target) - said_before
        way = ">>"
    return f"{fragment}{way}{distance}" if 1 <= distance <= _FARTHEST else None


# --- the vocabulary ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The tags that a model knows, each with how often it stands in the text that it was made of."""

    counts: Mapping[str, int]

    @classmethod
    def of(cls, texts: Iterable[Sequence[str]], size: int) -> Vocabulary:
        """The ``size`` most frequent tags of ``texts``; `SELF`, which is the neutral one, `DELETE` and `JOIN` first."""
        counts = Counter(tag for tags in texts for tag in tags)
        ranked = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
        fragments = [row for row in ranked if row[0] not in SPECIAL]
        special = [(tag, counts[tag]) for tag in SPECIAL]
        return cls(dict([*special, *fragments[: max(0, size - len(SPECIAL))]]))

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def labels(self) -> Tags:
        """The tags, the neutral one first."""
        return tuple(self.counts)

    def encode(self, words: Sequence[str], text: str, sources: Sources) -> Tags | None:
        """`encode`; None also for what takes a tag that is not in the vocabulary."""
        tags = encode(words, text, sources)
        return tags if tags and self.covers(tags) else None

    def covers(self, tags: Sequence[str]) -> bool:
        """True if every tag is in the vocabulary."""
        return all(tag in self.counts for tag in tags)
