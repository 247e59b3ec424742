"""Spoken values planted into real sentences: numbers that written text hardly has, such as PINs and telephone numbers.

A value is drawn (`entities`), said (`wording`) and put into a passage in one of three ways. It takes the place of a
number that the passage has, whose kind, unit and ending it keeps (`renewed`); it stands behind a cue ("PIN code …") at
the border of a clause; or it comes in a sentence of its own, one of the `carriers` table. The words around it stay.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from ..labels import CASE, PUNCTUATION
from ..languages import Language, language
from ..tagging.encode import tagger_word
from ..wfst.pipeline import Grammar
from . import entities
from .label import Labelled, code, concatenated, cut, tokens
from .renewed import renewed, replaced
from .rows import COMMA, FLUENT, INSIDE, OUTSIDE
from .spoken import case_code
from .wording import labelled_span, said

ALONE = 0.1
"""The share of utterances that `plant` makes of a carrier alone."""

RENEWED = 0.3
"""The share of passages in which, where it can be, a number is changed rather than one added."""

ASIDE = 0.15
"""The share of sentences that stand behind a comma of another one, as an aside."""

_SLOT = "0"  # a word of its own where a frame has "{}"
_CUED = ("digits", "code")  # kinds of cues that are kinds of values too
_DICTATED = ("telephone", "otp", "pin", "account", "aadhaar", "pan", "ifsc", "vehicle", "section", "code")
_TRIES = 8
_END, _QUESTION = (code(PUNCTUATION, name) for name in ("end", "question"))
_CAPITAL = code(CASE, "capital")


@dataclass(frozen=True)
class Carrier:
    """A frame around a value: the words before and behind it, and the mark that closes it as a sentence."""

    before: Labelled
    after: Labelled
    mark: str
    """The code of a mark inside the frame right behind the value."""
    close: str
    is_phrase: bool = False
    """True for a cue and its value, which need a sentence around them."""

    def around(self, span: Labelled, close: str) -> Labelled:
        """The frame with ``span`` in it and the mark with the code ``close`` behind its last word."""
        marked = replace(span, punctuation=span.punctuation[:-1] + self.mark)
        return _closed(concatenated([self.before, marked, self.after]), close)


def plant(passages: Iterable[Labelled], grammar: Grammar, random: Random, share: float = 1.0) -> Iterator[Labelled]:
    """A ``share`` of ``passages`` with a value planted in each; one utterance in ten is a carrier alone.

    Passages are spoken views: words, and at least punctuation. The same passages and the same state of ``random``
    give the same result. A passage that nothing can be planted into is left out.
    """
    for passage in passages:
        if random.random() < share:
            alone = random.random() < ALONE
            made = standalone(grammar, random) if alone else planted(passage, grammar, random)
            if made:
                yield made


def planted(
    passage: Labelled, grammar: Grammar, random: Random, kinds: Sequence[str] = entities.KINDS
) -> Labelled | None:
    """``passage`` with one value of one of ``kinds`` said in it; None where there is no place for it.

    The words of the value are labelled as a span of its class; all others as they were, those of a carrier as no span.
    """
    if random.random() < RENEWED and (made := renewed(passage, grammar, random, kinds)):
        return made
    for _ in range(_TRIES):
        chosen = _filled(grammar, random, kinds)
        if chosen and (made := _inserted(passage, *chosen, grammar.language, random)):
            return made
    return None


def standalone(grammar: Grammar, random: Random, kinds: Sequence[str] = entities.KINDS) -> Labelled | None:
    """An utterance that is a carrier with a value; None where the language has none for ``kinds``."""
    for _ in range(_TRIES):
        if chosen := _filled(grammar, random, kinds):
            carrier, span = chosen
            return _sentence(carrier, span, grammar.language)
    return None


# --- carriers -------------------------------------------------------------------------------------------------


@cache
def carriers(lang: str) -> dict[str, list[Carrier]]:
    """The carriers of a language by the kind of value: the sentences of its table, and cues with a value behind them.

    Cues of the `cues` table that stand before the value in the table's sentences are for values of that kind; the
    others are for any digits. Raises `TableError` for a frame without a "{}" that stands by itself, and for a kind that
    is not one of `entities.KINDS`.
    """
    facts = language(lang)
    cues = {r["form"]: r["kind"] for r in facts.table("cues") if r["side"] == "before" and r["kind"] in _CUED}
    made: dict[str, list[Carrier]] = {}
    owners: dict[str, set[str]] = {}
    for row in facts.table("carriers"):
        try:
            made.setdefault(row.choice("kind", entities.KINDS), []).append(_carrier(row["frame"]))
        except ValueError as error:
            raise row.error(str(error)) from None
        if row["kind"] in _DICTATED and (cue := _cue_of(row["frame"], cues)):
            owners.setdefault(cue, set()).add(row["kind"])
    for cue, kind in cues.items():
        for owner in sorted(owners.get(cue, {kind})):
            made.setdefault(owner, []).append(replace(_carrier(f"{cue} {{}}"), is_phrase=True))
    return made


def _cue_of(frame: str, cues: Container[str]) -> str | None:
    """The longest cue that stands right before the value."""
    words = frame.partition(" {}")[0].lower().split(" ")
    phrases = (" ".join(words[i:]) for i in range(len(words)))
    return next((phrase for phrase in phrases if phrase in cues), None)


def _carrier(frame: str) -> Carrier:
    cut_up = tokens(frame.replace("{}", _SLOT))
    places = [i for i, (before, core, _) in enumerate(cut_up) if core == _SLOT and not before]
    if len(places) != 1:
        raise ValueError(f"expected one '{{}}' that is a word of its own in {frame!r}")
    marks = [code(PUNCTUATION, PUNCTUATION.of_marks(after)) for _, _, after in cut_up]
    words = Labelled(
        tuple(tagger_word(core) for _, core, _ in cut_up),
        "".join(marks),
        "".join(case_code(core) for _, core, _ in cut_up),
        OUTSIDE * len(cut_up),
        FLUENT * len(cut_up),
    )
    slot = places[0]
    close = _QUESTION if marks[-1] == _QUESTION else _END
    return Carrier(cut(words, 0, slot), cut(words, slot + 1, len(cut_up)), marks[slot], close)


def _filled(grammar: Grammar, random: Random, kinds: Sequence[str]) -> tuple[Carrier, Labelled] | None:
    """A carrier and a value of its kind, said; None where this draw cannot be said."""
    frames = carriers(grammar.language.code)
    known = [kind for kind in kinds if kind in frames]
    if not known:
        return None
    kind = random.choice(known)
    token = entities.draw(kind, grammar, random)
    words = said(token, grammar, random) if token else None
    if not token or not words:
        return None
    return random.choice(frames[kind]), labelled_span(token.kind, words, grammar.language)


# --- places ---------------------------------------------------------------------------------------------------


def _inserted(passage: Labelled, carrier: Carrier, span: Labelled, facts: Language, random: Random) -> Labelled | None:
    """``passage`` with the carrier behind a comma, at the end of a sentence, or as a sentence; None without a place."""
    marks = passage.punctuation
    borders = [i for i in range(len(marks)) if not _is_inside_span(passage, i + 1)]
    commas, ends = ([i for i in borders if marks[i] == mark] for mark in (COMMA, _END))
    places = [*commas, *ends] if carrier.is_phrase else commas if random.random() < ASIDE else []
    if places and carrier.close == _END:
        place = random.choice(places)
        opened = replace(passage, punctuation=marks[:place] + COMMA + marks[place + 1 :])
        return replaced(opened, (place + 1, place + 1), carrier.around(span, marks[place]))
    closed = [i for i in borders if marks[i] in (_END, _QUESTION)]
    if not closed or carrier.is_phrase:
        return None
    place = random.choice([-1, *closed])
    return replaced(passage, (place + 1, place + 1), _sentence(carrier, span, facts))


def _is_inside_span(passage: Labelled, position: int) -> bool:
    """True if the word at ``position`` goes on a span of the word before it."""
    return passage.codes("itn")[position : position + 1] in INSIDE


def _sentence(carrier: Carrier, span: Labelled, facts: Language) -> Labelled:
    """The carrier as a sentence, which begins with a capital where the language's sentences do."""
    made = carrier.around(span, carrier.close)
    small = facts.capitalize and made.case[0] == code(CASE, "lower")
    return replace(made, case=_CAPITAL + made.case[1:]) if small else made


def _closed(part: Labelled, close: str) -> Labelled:
    return replace(part, punctuation=part.punctuation[:-1] + close)
