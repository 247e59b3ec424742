"""The stretches of a text that are in one language each, where languages take turns inside it.

The cheapest way through the words (Viterbi): a word costs what its letters say against a language, a change of language
costs what a few words can pay. So words that a language has borrowed, names and stray letters change nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from . import model
from .detection import Detection, candidates, of_script, of_words, seen
from .words import LATIN, OTHER

_CHANGE = 1.25  # what another script costs …
_CHANGE_WITHIN = 5.0  # … and another language of the same script
_FOREIGN, _FOREIGN_LATIN = 1.5, 0.8  # a word of another script; English words stand in every language's talk
_MOST = 4.0  # a word cannot say more than this against a language
_FEWEST = 2  # words with letters that make a piece
_WINDOW = 8  # words in which a language must once be the best to be thought of


@dataclass(frozen=True, slots=True)
class Piece:
    """Words ``start_word`` to ``end_word`` (half-open, whitespace-delimited) and their language, as in `Detection`."""

    start_word: int
    end_word: int
    lang: str | None
    probability: float
    roman: bool


@dataclass(frozen=True, slots=True)
class _State:
    """A language in a script; ``column`` of the script's model, -1 where the script needs none."""

    script: str
    lang: str | None
    column: int = -1


_Seen = tuple[str, tuple[str, ...]]


def pieces(text: str | Sequence[str], among: Collection[str] | None = None) -> list[Piece]:
    """The stretches of ``text``, or of a list of words, by language; they cover its words without gap or overlap.

    A stretch has two words or more (unless the text has only one), and three or four where it interrupts another
    language. ``among`` restricts the languages, as in `detect`. A text without words has no pieces.

    >>> [(piece.start_word, piece.end_word, piece.lang) for piece in pieces("see you tomorrow நாளை பார்க்கலாம்")]
    [(0, 3, 'en'), (3, 5, 'ta')]
    """
    words = text.split() if isinstance(text, str) else list(text)
    allowed = candidates(among)
    found = [seen(word) for word in words]
    states = list(_states(found, allowed))
    ends = _ends(found, _path(found, states)) if len(states) > 1 else [len(words)]
    made: list[Piece] = []
    for end in ends if words else []:
        start = made[-1].end_word if made else 0
        piece = _piece(start, end, of_words(words[start:end], allowed))
        if made and (made[-1].lang, made[-1].roman) == (piece.lang, piece.roman):
            start = made.pop().start_word
            piece = _piece(start, end, of_words(words[start:end], allowed))
        made.append(piece)
    return made


def _piece(start: int, end: int, detection: Detection) -> Piece:
    return Piece(start, end, detection.lang, detection.probability, detection.roman)


def _states(found: Sequence[_Seen], among: frozenset[str] | None) -> Iterator[_State]:
    """What the words may be in: of a script that languages share, those that are the best of some window."""
    by_script: dict[str, list[tuple[str, ...]]] = {}
    for script, runs in found:
        if runs:
            by_script.setdefault(script, []).append(runs)
    for script, words in by_script.items():
        codes = of_script(script, among)
        shared = model.load(script)
        if script == OTHER:
            yield _State(script, None)
        elif shared is None or len(codes) == 1:
            yield from (_State(script, code) for code in codes)
        elif codes:
            columns = [shared.languages.index(code) for code in codes]
            for column in sorted(_leading([_scores(shared, runs) for runs in words], columns)):
                yield _State(script, shared.languages[column], column)


def _scores(shared: model.ScriptModel, runs: tuple[str, ...]) -> tuple[float, ...]:
    if len(runs) == 1:
        return shared.word(runs[0])
    return tuple(map(sum, zip(*map(shared.word, runs), strict=True)))


def _leading(rows: Sequence[tuple[float, ...]], columns: Sequence[int]) -> set[int]:
    """The columns with the highest sum in some window of the rows."""
    sums = {column: sum(row[column] for row in rows[:_WINDOW]) for column in columns}
    leading = {max(columns, key=lambda column: sums[column])}
    for i in range(_WINDOW, len(rows)):
        old, new = rows[i - _WINDOW], rows[i]
        for column in columns:
            sums[column] += new[column] - old[column]
        leading.add(max(columns, key=lambda column: sums[column]))
    return leading


def _path(found: Sequence[_Seen], states: Sequence[_State]) -> list[int]:
    """The state of each word on the cheapest way."""
    numbers = range(len(states))
    change = [
        [0.0 if i == j else _CHANGE_WITHIN if states[i].script == states[j].script else _CHANGE for i in numbers]
        for j in numbers
    ]
    total = [0.0] * len(states)
    groups = {state.script: [i for i in numbers if states[i].script == state.script] for state in states}.values()
    before: list[list[int]] = []
    for script, runs in found:
        if not runs:
            before.append(list(numbers))
            continue
        leaders = [min(group, key=total.__getitem__) for group in groups]  # all that another state could come from
        came, reached = [], []
        for j, costs in enumerate(change):
            best = min((j, *leaders), key=lambda i: total[i] + costs[i])
            came.append(best)
            reached.append(total[best] + costs[best])
        before.append(came)
        total = [a + b for a, b in zip(reached, _costs(script, runs, states), strict=True)]
    at = min(numbers, key=lambda i: total[i])
    path = []
    for came in reversed(before):
        path.append(at)
        at = came[at]
    return path[::-1]


def _costs(script: str, runs: tuple[str, ...], states: Sequence[_State]) -> list[float]:
    """What a word says against each state."""
    foreign = _FOREIGN_LATIN if script == LATIN else _FOREIGN
    shared = model.load(script)
    row = _scores(shared, runs) if shared else ()
    own = [row[state.column] for state in states if state.script == script and state.column >= 0]
    best = max(own, default=0.0)
    return [
        foreign if state.script != script else min(_MOST, best - row[state.column]) if state.column >= 0 else 0.0
        for state in states
    ]


def _ends(found: Sequence[_Seen], path: Sequence[int]) -> list[int]:
    """Where stretches of one state end; one of too few words with letters joins the one before it, or after it."""
    ends = [i + 1 for i in range(len(path) - 1) if path[i] != path[i + 1]] + [len(path)]
    kept: list[int] = []
    for end in ends:
        start = kept[-1] if kept else 0
        if sum(bool(runs) for _, runs in found[start:end]) >= _FEWEST:
            kept.append(end)
        elif kept:
            kept[-1] = end
    return kept or [len(path)]
