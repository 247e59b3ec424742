"""Sentences → sentences with tagged fields in place of what is said as a number: the first of the two transducers."""

from __future__ import annotations

import math
import string
from collections.abc import Iterable, Iterator, Sequence

import kaldifst
import regex

from ...editors import words_below
from ...languages import Language
from ...scripts import fold
from ...styles import Style
from ..bare import never_numbers
from ..compiled import Compiled
from ..pipeline import Grammar
from ..wire import KEPT_END, KEPT_START, KEPT_WORD, SPACE_MARK, TOKEN_MARK
from .as_bytes import RAW_LABELS, in_bytes
from .machine import Machine, walked
from .spellings import Spellings

TOKEN_START, TOKEN_END = 0x10, 0x11
"""Around the fields of a token."""

_OUTSIDE, _KEPT, _CODE, _BEHIND, _ENDING, _TOLD = range(6)
"""Of a word that stays: in it, what it stands for, the rest of the word, what that stands for, where it has ended."""

State = tuple[int, int, str, tuple[int, ...]]
"""Of a token: its state in the grammar, the place in words that stay, what is held back, what was reached of prices."""

_SPACES = b" \t\r\n"
_MARKS = ",.?!;:।॥۔؟،"
_WORD, _LETTER, _LINK = 10.0, 1.0, 0.1  # what words cost that stay, as in `inventory.classify`
_NEVER, _ALONE = 1.0, 1.5  # phrases that are never numbers, and words that are none alone
_SMALL, _PAIR = 9.5, 19.0  # make a token dearer than its one word, than its two
_LONE = 1.0  # makes a token dearer than `_ALONE`, and no dearer than that and another number
_SERIAL = 1.0  # makes a serial number dearer than a letter that is a word, and a number
_OUT = math.inf
_MARKED = regex.compile(rf"[{KEPT_START}{KEPT_END}{SPACE_MARK}{TOKEN_MARK}#@]")
_CLASSES = {"#": string.digits, "@": string.ascii_uppercase}
_LONGEST = 100  # characters of the fields that are looked for


def reader(grammar: Grammar, style: Style) -> tuple[Machine, set[str]]:
    """The transducer of a language over bytes, and the characters of words that tokens keep as they were said."""
    token = Machine.of(kaldifst.StdConstFst.read(str(Compiled(grammar.language).file("classify.fst"))))
    spelled = Spellings(token.labels() | set(map(ord, "".join(fold(form) for form, _ in _staying(grammar.language)))))
    tokens = _respelled(_one_token(token, _surcharges(grammar, style)), spelled)
    raw = {chr(label & ~RAW_LABELS) for label in tokens.labels(written=True) if label & RAW_LABELS}
    return _sentence(tokens, _stays(grammar.language, spelled)), raw


def _surcharges(grammar: Grammar, style: Style) -> list[tuple[str, float]]:
    """Fields, # being any figure and @ any letter, and what a token costs more that has them.

    Small numbers stay words, titles depend on a name, and many a letter is a word: what the words beside them say to
    the package is more than a transducer can weigh. What costs too much is what is said, and never written.
    """
    small = ["#"] if words_below(grammar.language.key, style) >= 10 else []
    return [
        (" when=", _OUT),
        (" kind=serial", _SERIAL),
        ("code=@# kind=serial", _SMALL),
        ("digits=## kind=telephone", _OUT),
        ("denominator=### numerator=", _OUT),
        ("sign=- sign=", _OUT),
        ("denominator=#### numerator=", _OUT),
        *((f"integer={few} kind={kind}", _SMALL) for few in small for kind in ("cardinal", "ordinal")),
        *((f" high={few} kind=range", _PAIR) for few in small),
        *((fields, _LONE) for fields in sorted(_alone(grammar))),
    ]


def _alone(grammar: Grammar) -> set[str]:
    """The fields of words that are numbers only with something beside them: hundred, half."""
    rows = (row for row in grammar.language.table("keep") if row["when"] in ("alone", "inflected"))
    found = {grammar.classify([row["form"]]) for row in rows if " " not in row["form"]}
    return {fields for fields in found if "=" in fields and not _MARKED.search(fields) and len(fields) < _LONGEST}


def _one_token(classify: Machine, surcharges: Sequence[tuple[str, float]]) -> Machine:
    """A token alone, with its words that stay marked, and written as they are read; spaces leave no mark.

    What such a word stands for is written behind it, so that it comes in one piece.
    """
    dropped, ends = {ord(KEPT_WORD), ord(TOKEN_MARK)}, {ord(KEPT_START): _KEPT, ord(KEPT_END): _BEHIND}
    space, end = ord(SPACE_MARK), ord(KEPT_END)

    def told(at: State, mark: int, then: int) -> Iterator[tuple[int, int, float, State]]:
        state, place, held, begun = at
        output = ord(held[0]) if held else mark
        following, price = _matched(surcharges, begun, output)
        yield 0, output, price, (state, place if held else then, held[1:], following)

    def arcs_of(at: State) -> Iterator[tuple[int, int, float, State]]:
        state, place, held, begun = at
        if place == _CODE:
            yield from told(at, end, _BEHIND)
            return
        if place == _ENDING:
            yield from told(at, 0, _TOLD)
            return
        if place == _BEHIND:
            yield 0, 0, 0.0, (state, _ENDING, held, begun)
        for read, written, weight, to in classify.arcs[state]:
            if written in dropped or (place == _BEHIND and read == ord(" ")):
                continue
            now = ends.get(written, place)
            if place == _TOLD and read:
                if read != ord(" "):
                    continue
                now = _OUTSIDE
            raw = RAW_LABELS if read and now in (_KEPT, _BEHIND) else 0
            output = 0 if written == space else written
            if written == end:
                yield read | raw, 0, weight, (to, _CODE, held, begun)
            elif output and place == now and now in (_KEPT, _BEHIND):
                yield read | raw, 0, weight, (to, now, held + chr(output), begun)
            else:
                following, price = _matched(surcharges, begun, output)
                yield read | raw, output, weight + price, (to, now, held, following)

    def affordable(at: State) -> Iterator[tuple[int, int, float, State]]:
        return (arc for arc in arcs_of(at) if arc[2] < _OUT)

    def final_of(at: State) -> float | None:
        return classify.finals.get(at[0]) if at[1] in (_OUTSIDE, _TOLD) else None

    start: State = (0, _OUTSIDE, "", ())
    return walked(start, affordable, final_of)


def _matched(
    surcharges: Sequence[tuple[str, float]], begun: tuple[int, ...], written: int
) -> tuple[tuple[int, ...], float]:
    """The places in ``surcharges`` that have been reached once a character is written, and what it costs.

    Those reached before are numbers: which one, times `_LONGEST`, and how much of it was written.
    """
    if not written:
        return begun, 0.0
    following, price = list[int](), 0.0
    for place in (*begun, *(i * _LONGEST for i in range(len(surcharges)))):
        fields, cost = surcharges[place // _LONGEST]
        if chr(written) in _CLASSES.get(wanted := fields[place % _LONGEST], wanted):
            if place % _LONGEST + 1 < len(fields):
                following.append(place + 1)
            else:
                price += cost
    return tuple(following), price


def _respelled(machine: Machine, spelled: Spellings) -> Machine:
    """A machine that reads folded letters, and so any spelling of them. What is to be raw is written as it is read."""
    made = Machine()
    for _ in machine.arcs:
        made.state()
    made.finals = dict(machine.finals)
    passed: set[tuple[int, int]] = set()
    for state, arcs in enumerate(machine.arcs):
        for label, written, weight, to in arcs:
            read, raw = label & ~RAW_LABELS, label & RAW_LABELS
            if not read:
                made.add(state, 0, written, to, weight)
                continue
            for spelling in spelled.of(read):
                pairs = [(code, code | RAW_LABELS if raw else 0) for code in spelling]
                if written and raw:
                    made.chain(state, [*pairs, (0, written)], to, weight)
                else:
                    made.chain(state, [*pairs[:-1], (pairs[-1][0], pairs[-1][1] or written)], to, weight)
            passed.update((to, mark | raw) for mark in spelled.behind(read))
    for state, mark in passed:
        code = mark & ~RAW_LABELS
        made.add(state, code, mark if mark != code else 0, state)
    return made


# --- words that stay ----------------------------------------------------------------------------------


def _staying(facts: Language) -> Iterator[tuple[str, float]]:
    """Words and phrases that are no numbers, and what each costs."""
    yield from ((form, _NEVER) for form in never_numbers(facts))
    yield from ((row["form"], _ALONE) for row in facts.table("keep") if row["when"] in ("alone", "inflected"))
    letters = {*facts.forms("letters"), *string.ascii_lowercase}
    yield from ((form, _LETTER) for form in sorted(letters) if " " not in form)
    links = {*facts.forms("words", name="to"), *facts.forms("words", name="or")} - letters
    yield from ((form, _LINK) for form in sorted(links) if " " not in form)


def _stays(facts: Language, spelled: Spellings) -> Machine:
    """Words and phrases that are written as they are read, as a tree by their letters."""
    made, behind = Machine(), dict[tuple[int, str], int]()
    made.state()
    for form, cost in _staying(facts):
        at = 0
        for letter in fold(form):
            if (at, letter) not in behind:
                new = behind[at, letter] = made.state()
                _copy(made, at, new, ord(letter), spelled)
            at = behind[at, letter]
        made.finals[at] = min(cost, made.finals.get(at, cost))
    return made


def _copy(made: Machine, at: int, to: int, letter: int, spelled: Spellings) -> None:
    if letter == ord(" "):
        made.add(at, letter, letter, to)
        return
    for spelling in spelled.of(letter):
        made.chain(at, [(code, code) for code in spelling], to)
    for mark in spelled.behind(letter):
        made.add(to, mark, mark, to)


# --- sentences ----------------------------------------------------------------------------------------


def _sentence(tokens: Machine, stays: Machine) -> Machine:
    """Words, tokens and what stays, with spaces between them and marks behind them."""
    made = Machine()
    between, ended = made.state(), made.state()
    begun, closed = made.state(), made.state()
    made.add(between, 0, TOKEN_START, begun)
    made.put(in_bytes(tokens), begun, closed)
    made.add(closed, 0, TOKEN_END, ended)
    made.put(in_bytes(stays), between, ended)
    word = made.state()
    for byte in _copied(range(0x21, 0x100)):
        made.add(between, byte, byte, word, _WORD)
        made.add(word, byte, byte, word)
    made.add(word, 0, 0, ended)
    for mark in _MARKS:
        made.chain(ended, [(byte, byte) for byte in mark.encode()], ended)
    for byte in range(1, 0x20):
        for state in (between, ended):
            made.add(state, byte, byte if byte in _SPACES else 0, between)
    for state in (between, ended):
        made.add(state, ord(" "), ord(" "), between)
        made.finals[state] = 0.0
    return made


def _copied(bytes_: Iterable[int]) -> Iterator[int]:
    return (byte for byte in bytes_ if byte != 0x7F)
