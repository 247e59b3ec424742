"""Sentences → sentences with tagged fields in place of what is said as a number: the first of the two transducers."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator

import kaldifst

from ...editors import words_below
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

_OUTSIDE, _KEPT, _BEHIND = range(3)  # of words that stay: within, and what is left of the word
_SPACES = b" \t\r\n"
_MARKS = ",.?!;:।॥۔؟،"
_WORD, _LETTER, _LINK, _SMALL = 10.0, 1.0, 0.1, 0.5
"""What words cost that stay; as in `inventory.classify`, and small numbers that are less than any token."""

_NEEDS_MORE = " when="  # what is so only beside a name, which a transducer cannot know


def reader(grammar: Grammar, style: Style) -> Machine:
    """The transducer of a language over bytes."""
    token = Machine.of(kaldifst.StdConstFst.read(str(Compiled(grammar.language).file("classify.fst"))))
    letters = {arc[0] for arcs in token.arcs for arc in arcs if arc[0]}
    spelled = Spellings(letters | set(map(ord, "".join(fold(w) for w, _ in _staying(grammar, style)))))
    tokens = _respelled(_one_token(token), spelled)
    return _sentence(tokens, _stays(grammar, style, spelled))


def _one_token(classify: Machine) -> Machine:
    """A token alone, with its words that stay marked, which are written as they are read; spaces leave no mark."""
    dropped, ends = {ord(KEPT_WORD), ord(TOKEN_MARK)}, {ord(KEPT_START): _KEPT, ord(KEPT_END): _BEHIND}
    space = ord(SPACE_MARK)

    def arcs_of(at: tuple[int, ...]) -> Iterator[tuple[int, int, float, tuple[int, ...]]]:
        state, place, matched = at
        for read, written, weight, to in classify.arcs[state]:
            if written in dropped:
                continue
            now = ends.get(written, place)
            if now == _BEHIND and read == ord(" "):
                now = _OUTSIDE
            output = 0 if written == space else written
            found = _matched(matched, output)
            if found == len(_NEEDS_MORE):
                continue
            raw = RAW_LABELS if read and now != _OUTSIDE else 0
            yield read | raw, output, weight, (to, now, found)

    return walked((0, _OUTSIDE, 0), arcs_of, lambda at: classify.finals.get(at[0]))


def _matched(matched: int, written: int) -> int:
    """How much of `_NEEDS_MORE` has been written."""
    if not written:
        return matched
    if written == ord(_NEEDS_MORE[matched]):
        return matched + 1
    return int(written == ord(_NEEDS_MORE[0]))


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


def _staying(grammar: Grammar, style: Style) -> Iterator[tuple[str, float]]:
    """Words and phrases that are no numbers, and what each costs."""
    facts = grammar.language
    yield from ((form, 0.0) for form in never_numbers(facts))
    yield from ((row["form"], _SMALL) for row in facts.table("keep") if row["when"] in ("alone", "inflected"))
    least = words_below(facts.key, style)
    yield from ((word, _SMALL) for word in _small(grammar, least))
    letters = {*facts.forms("letters"), *string.ascii_lowercase}
    yield from ((form, _LETTER) for form in sorted(letters) if " " not in form)
    links = {*facts.forms("words", name="to"), *facts.forms("words", name="or")} - letters
    yield from ((form, _LINK) for form in sorted(links) if " " not in form)


def _small(grammar: Grammar, least: int) -> Iterator[str]:
    """Words of the tables that are counts below ``least``."""
    facts = grammar.language
    forms = {*facts.forms("numbers"), *facts.forms("english")}
    for form in sorted(form for form in forms if " " not in form):
        found = grammar.whole([form])
        if found and found.token.kind == "cardinal" and int(found.token.fields["integer"]) < least:
            yield form


def _stays(grammar: Grammar, style: Style, spelled: Spellings) -> Machine:
    """Words and phrases that are written as they are read, as a tree by their letters."""
    made, behind = Machine(), dict[tuple[int, str], int]()
    made.state()
    for form, cost in _staying(grammar, style):
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
