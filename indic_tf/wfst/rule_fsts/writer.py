"""Tagged fields in a sentence → what is written for them: the second of the two transducers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum

import kaldifst

from ...styles import Style
from ..compiled import Compiled
from ..pipeline import Grammar
from ..styled import options
from ..wire import KEPT_END, KEPT_START
from .as_bytes import PLACES, RAW, RAW_LOOP, in_bytes
from .finishing import LATIN, finished
from .machine import Machine, minimized, walked
from .reader import TOKEN_END, TOKEN_START

_UNWRITTEN = 1000.0
_DEFAULT_WORD = 0.01  # dearer than the word that was said, where there is one


def writer(grammar: Grammar, style: Style, raw: Iterable[str]) -> Machine:
    """The transducer of a language and a style over bytes; ``raw`` are the characters of words that stay."""
    verbalizer = kaldifst.StdConstFst.read(str(Compiled(grammar.language).file("verbalize.fst")))
    chosen = kaldifst.compose(_chosen(style, Machine.of(verbalizer).labels()), verbalizer)
    kept = _with_marks(Machine.of(minimized(_with_words_said(Machine.of(chosen))))).compiled()
    ordered = _ordered(grammar, Machine.of(kept).labels())
    figures = finished(style, grammar.language.script, Machine.of(kept).labels(written=True))
    kaldifst.arcsort(kept, "ilabel")
    both = kaldifst.compose(ordered, kept)
    kaldifst.arcsort(both, "olabel")
    token = minimized(Machine.of(kaldifst.compose(both, figures)))
    return _sentence(in_bytes(Machine.of(token), raw))


def _chosen(style: Style, labels: Iterable[int]) -> kaldifst.StdVectorFst:
    """Writes the options of a style, and then what it reads."""
    made = Machine()
    at = made.state()
    for option in options(style):
        new = made.state()
        made.add(at, 0, ord(option), new)
        at = new
    for label in sorted(labels):
        made.add(at, label, label, at)
    made.finals[at] = 0.0
    fst = made.compiled()
    kaldifst.arcsort(fst, "olabel")
    return fst


# --- words that stay ----------------------------------------------------------------------------------


class Place(IntEnum):
    """Where a path is, of a word that stays: before it, where its space is written already or needs none yet; in it,
    before the word that was said and behind it; in its ending; behind it, where fields say it later than the grammar
    writes it. Labels that no character has."""

    text = PLACES
    word = PLACES + 1  # as the grammar writes it
    spaced = PLACES + 2
    before = PLACES + 3
    within = PLACES + 4
    spaced_said = PLACES + 5
    before_said = PLACES + 6
    within_said = PLACES + 7
    ending = PLACES + 8
    late = PLACES + 9
    late_said = PLACES + 10


_SAID = {
    Place.spaced: Place.spaced_said,
    Place.before: Place.before_said,
    Place.within: Place.within_said,
    Place.late: Place.late_said,
}
_HEARD = PLACES + 11  # read between a place and the same behind the word that was said
_STARTED = {
    Place.text: [Place.word, Place.within],
    Place.before: [Place.within],
    Place.before_said: [Place.within_said],
}
_ENDED = {
    Place.text: [Place.text],
    Place.word: [Place.text],
    Place.within: [Place.late],
    Place.within_said: [Place.text, Place.ending],
}
_SPACED = {Place.spaced: Place.before, Place.spaced_said: Place.before_said}
State = tuple[int, Place]


def _with_words_said(verbalizer: Machine) -> Machine:
    """Where a word stays, the one that was said is written, if it was, in place of the grammar's.

    Fields may say it sooner than the grammar writes it. What is left of it behind the word is its ending, which the
    grammar then does not write again.
    """

    def arcs_of(at: State) -> Iterator[tuple[int, int, float, State]]:
        state, place = at
        yield place, 0, 0.0, at
        if place in _SAID:
            yield _HEARD, 0, 0.0, (state, _SAID[place])
        if place is Place.text:
            yield 0, ord(" "), 0.0, (state, Place.spaced)
            yield 0, 0, 0.0, (state, Place.before)
        if place is Place.late_said:
            yield 0, 0, 0.0, (state, Place.text)
            yield 0, 0, 0.0, (state, Place.ending)
        for read, written, weight, to in verbalizer.arcs[state]:
            for then, output in _then(place, written):
                price = _DEFAULT_WORD if then is Place.word and place is Place.text else 0.0
                yield read, output, weight + price, (to, then)

    def final_of(at: State) -> float | None:
        return verbalizer.finals.get(at[0]) if at[1] in (Place.text, Place.ending) else None

    return walked((0, Place.text), arcs_of, final_of)


def _then(place: Place, written: int) -> Iterator[tuple[Place, int]]:
    """The places behind what a verbalizer writes at one, and what is written of it."""
    if written == ord(KEPT_START):
        yield from ((then, 0) for then in _STARTED.get(place, []))
    elif written == ord(KEPT_END):
        yield from ((then, 0) for then in _ENDED.get(place, []))
    elif place in (Place.text, Place.word):
        yield place, written
    elif not written or place in (Place.within, Place.within_said):
        yield place, 0
    elif written == ord(" "):
        yield from ((_SPACED[place], 0) for _ in range(place in _SPACED))
    elif place is Place.ending:
        yield place, 0


def _with_marks(machine: Machine) -> Machine:
    """The marks of words that stay, and these words, read where a field begins or ends: inside one they never are."""
    places = [{arc[0] for arc in arcs if arc[0] >= PLACES} for arcs in machine.arcs]
    heard = [[arc[3] for arc in arcs if arc[0] == _HEARD] for arcs in machine.arcs]
    machine.arcs = [[arc for arc in arcs if arc[0] < PLACES] for arcs in machine.arcs]
    start, end = ord(KEPT_START), ord(KEPT_END)
    for state in _between_fields(machine):
        for behind in heard[state]:
            word = machine.state()
            machine.add(state, start, 0, word)
            machine.add(word, RAW_LOOP, RAW_LOOP, word)
            machine.add(word, 0, 0, behind)
        if places[state] & {*_SAID.values(), Place.ending}:
            machine.add(state, RAW_LOOP, RAW_LOOP, state)
        if places[state] & {*_SAID.values(), Place.ending, Place.text}:
            machine.add(state, end, 0, state)
        if Place.text in places[state]:
            machine.add(state, start, 0, state)
    return machine


def _between_fields(machine: Machine) -> set[int]:
    """The states where a field or its value begins, or has been read: its end, or a space, comes next."""
    into: dict[int, list[int]] = {}
    outof: dict[int, list[int]] = {}
    ended, begun = set(machine.finals), {0}
    for state, arcs in enumerate(machine.arcs):
        for read, _, _, to in arcs:
            if read == ord(" "):
                ended.add(state)
            if read in (ord(" "), ord("=")):
                begun.add(to)
            if not read:
                into.setdefault(to, []).append(state)
                outof.setdefault(state, []).append(to)
    return _reached(ended, into) | _reached(begun, outof)


def _reached(found: set[int], leads: Mapping[int, list[int]]) -> set[int]:
    todo = list(found)
    while todo:
        new = set(leads.get(todo.pop(), [])) - found
        found |= new
        todo += new
    return found


# --- order --------------------------------------------------------------------------------------------


def _ordered(grammar: Grammar, labels: Iterable[int]) -> kaldifst.StdVectorFst:
    """Fields in the order in which they are said → that in which they are written: a currency before its amount, the
    hour before minutes that are said first, a fraction from above."""
    made, known = Machine(), sorted(labels)
    start, same = made.state(), made.state()
    made.add(start, 0, 0, same)
    made.finals[same] = 0.0
    _any(made, same, known)
    for code in sorted({row["code"] for row in grammar.language.table("currency")}):
        begun, before, behind = made.state(), made.state(), made.state()
        made.add(start, 0, 0, begun)
        signed = made.state()
        made.chain(start, [(ord(c), ord(c)) for c in "sign=- "], signed)
        for at in (begun, signed):
            made.chain(at, [(0, ord(c)) for c in f"currency={code} "], before)
        _any(made, before, known)
        made.chain(before, [(ord(c), 0) for c in f" currency={code}"], behind)
        rest = made.state()
        made.add(behind, ord(" "), ord(" "), rest)
        _any(made, rest, known)
        made.finals[rest] = 0.0
    minutes = [f"{minute:{width}}" for width in ("", "02") for minute in range(60)]
    part, parted = made.state(), made.state()
    made.chain(start, [(ord(c), ord(c)) for c in "daypart="], part)
    _any(made, part, (label for label in known if label != ord(" ")))
    made.add(part, ord(" "), ord(" "), parted)
    for begin in (start, parted):
        _exchanged(made, begin, same, "minute", minutes, "hour")
    _exchanged(made, start, same, "denominator", map(str, range(1, 100)), "numerator")
    fst = made.compiled()
    kaldifst.arcsort(fst, "olabel")
    return fst


def _exchanged(made: Machine, start: int, rest: int, first: str, values: Iterable[str], second: str) -> None:
    """A field that is said first and written second; its value is kept in mind."""
    begun = made.state()
    made.chain(start, [(ord(c), 0) for c in f"{first}="], begun)
    for value in dict.fromkeys(values):
        read, figures = made.state(), made.state()
        made.chain(begun, [(ord(c), 0) for c in value], read)
        made.chain(read, [(ord(" "), 0), *((ord(c), ord(c)) for c in f"{second}=")], figures)
        _any(made, figures, map(ord, LATIN))
        made.chain(figures, [(0, ord(c)) for c in f" {first}={value}"], rest)


def _any(made: Machine, state: int, labels: Iterable[int]) -> None:
    for label in labels:
        made.add(state, label, label, state)


# --- sentences ----------------------------------------------------------------------------------------


def _sentence(token: Machine) -> Machine:
    """Everything as it is, and between the marks of a token what is written for it; its fields if nothing is, since no
    text at all would be worse."""
    made = Machine()
    outside, begun, ended = made.state(), made.state(), made.state()
    made.finals[outside] = 0.0
    for byte in range(1, 0x100):
        if byte not in (TOKEN_START, TOKEN_END, RAW):
            made.add(outside, byte, byte, outside)
    made.add(outside, TOKEN_START, 0, begun)
    made.put(token, begun, ended)
    fields = made.state()
    made.add(begun, 0, 0, fields, _UNWRITTEN)
    made.add(fields, 0, 0, ended)
    for byte in range(1, 0x100):
        if byte not in (TOKEN_START, TOKEN_END):
            made.add(fields, byte, byte if byte >= ord(" ") else 0, fields)
    made.add(ended, TOKEN_END, 0, outside)
    return made
