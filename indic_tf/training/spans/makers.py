"""Makers of pairs: each turns values and places into one sort of pair.

Spans with a word too many or too few, and the duplex task, are those of Lai et al. 2021, "A Unified Transformer-based
Framework for Duplex Text Normalization"; misheard number words are what a grammar cannot read and a network can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from random import Random

from ...document import Span, Token
from ...readings.choosing import Chooser
from ...seq2seq.requests import CONTEXT
from ...styles import PRESETS, Style
from ...tagging.encode import tagger_word
from ...wfst.cues import Cues
from ...wfst.pipeline import Grammar
from ..planted import Carrier, carriers
from ..renewed import KINDS as CHANGEABLE
from ..renewed import other_words
from .ambiguity import ambiguous, guessed
from .mishearing import Mishearing
from .pairs import Pair
from .places import Place, Places, Words, is_plain, mixed_names, read_as, shape, whole
from .values import Said, as_said, as_said_year, belongs, draw, written

STYLES: Mapping[str, float] = {"default": 0.82, "native": 0.1, "captions": 0.08}
"""The styles that are asked for. What is not the default is rendered again by the grammar in most cases."""

WRITTEN_OTHERWISE = (Style(date="slash"), Style(units="symbols"))
"""What people also write, and TN must say; half as often as the presets together."""

ALONE, AT_CORPUS, SHORT = 0.25, 0.5, 0.75
"""Shares: carriers with nothing around them, drawn values in a place of the corpora where one fits, short contexts.
Prompts are most of what a step costs and answers all that it learns from: short contexts give more answers a step."""

GUESSED_ANEW = 0.5
"""The share of guesses with numbers that are drawn: which ones they are does not matter, the place does."""

_SHORT_CONTEXT = 4  # words, at most
_ENOUGH_PLACES = 10
_WIDEST_RANGE = 2  # times its lower end


class Makers:
    """Makes pairs of one language and split; a maker answers None where a draw came to nothing.

    The same places, mishearing and state of ``random`` give the same pairs.
    """

    def __init__(self, split: str, places: Places, mishearing: Mishearing, random: Random) -> None:
        self.split, self.places, self.mishearing, self.random = split, places, mishearing, random
        self.grammar: Grammar = mishearing.grammar
        self._cues, self._chooser = Cues(self.grammar.language), Chooser(self.grammar)
        self._authors = iter(random.sample(places.spans, len(places.spans)))
        self._said: list[tuple[Said, Place]] = []

    @cached_property
    def by_name(self) -> dict[str, Callable[[], Pair | None]]:
        """The makers by their name."""
        return {
            "author": self.author,
            "renewed": self.renewed,
            "drawn": self.drawn,
            "ambiguous": self.ambiguous,
            "misheard": self.misheard,
            "edge": self.edge,
            "guess": self.guess,
            "unchanged": self.unchanged,
            "mixed": self.mixed,
            "text": self.text,
            "tn": self.tn,
        }

    # --- values in places

    def author(self) -> Pair | None:
        """A span of the corpora with the author's value; each one once."""
        found = next(self._authors, None)
        return self._clear((Said(found.words, found.span), found.place) if found else None)

    def renewed(self) -> Pair | None:
        """A span of the corpora with another value of its kind."""
        return self._clear(self._renewed())

    def drawn(self) -> Pair | None:
        """Any value in a place of the corpora, or in a carrier between two sentences."""
        return self._clear(self._drawn())

    def _clear(self, found: tuple[Said, Place] | None) -> Pair | None:
        """The pair of a value that is said clearly; it is kept for those makers that change or turn it."""
        found = (self._counted(*found), found[1]) if found else None
        pair = self._itn(*found) if found else None
        if found and pair:
            self._said.append(found)
        return pair

    def _counted(self, value: Said, place: Place) -> Said:
        """``value`` in the form that it has before a noun, if a noun stands behind it: ఆరు వందల మంది, not వందలు."""
        said, alone = self._before_noun(value.token, place), self.grammar.say(value.token)
        if not said or not alone or value.words[-1] != alone.split()[-1]:
            return value
        return as_said((*value.words[:-1], said.split()[-1]), value.token, self.grammar)

    def _any_value(self) -> tuple[Said, Place] | None:
        """A value that was said before: most of the work is in drawing, saying and reading one."""
        return self.random.choice(self._said) if self._said else self._drawn()

    def _renewed(self) -> tuple[Said, Place] | None:
        if not self.places.spans:
            return None
        old = self.random.choice(self.places.spans)
        if old.span.kind not in CHANGEABLE:
            return Said(old.words, old.span), old.place
        found = other_words(old.words, old.span.kind, self.grammar, self.random)
        words = tuple(map(tagger_word, found or ()))
        span = read_as(words, old.span.kind, self.grammar) if words else None
        return (Said(words, span), old.place) if span else None

    def _drawn(self) -> tuple[Said, Place] | None:
        found = draw(self.grammar, self.random)
        if not found:
            return None
        kind, value = found
        return value, self._place(value.token, (kind,))

    def _place(self, token: Token, kinds: Sequence[str]) -> Place:
        """A place of the corpora where something of the token's shape stood, or a carrier of one of ``kinds``."""
        known = () if _is_score(token) else self.places.shapes.get(shape(token), ())
        if len(known) >= _ENOUGH_PLACES and self.random.random() < AT_CORPUS:
            return self.random.choice(known)
        frames = [frame for kind in kinds for frame in carriers(self.grammar.language.code).get(kind, ())]
        return self._around(self.random.choice(frames)) if frames else Place()

    def _around(self, frame: Carrier) -> Place:
        """The place in a carrier, which stands alone or between two sentences."""
        alone = not self.places.seams or self.random.random() < ALONE
        seam = Place() if alone else self.random.choice(self.places.seams)
        left, right = (*seam.left, *frame.before.words), (*frame.after.words, *seam.right)
        return Place(left[-CONTEXT:], right[:CONTEXT])

    # --- one wording, several answers

    def ambiguous(self) -> Pair | None:
        """Words that mean one thing here and another one there: the place decides."""
        words, readings = ambiguous(self.grammar, self.random)
        frames = carriers(self.grammar.language.code)
        known = [(kinds, token) for kinds, token in readings if not frames.keys().isdisjoint(kinds)]
        if not words or not known:
            return None
        kinds, token = self.random.choice(known)
        return self._itn(Said(words, Span((0, len(words)), token)), self._place(token, kinds))

    def guess(self) -> Pair | None:
        """Two small numbers side by side that stay words: the author's, or others where one or two stood."""
        drawn = not self.places.guesses or self.random.random() < GUESSED_ANEW
        pool = self._counts if drawn and self._counts else self.places.guesses
        if not pool:
            return None
        words, place = self.random.choice(pool)
        words = guessed(self.grammar, self.random) if drawn else words
        return self._pair("itn", self._style(), "none", words, place, " ".join(words)) if words else None

    @cached_property
    def _counts(self) -> list[tuple[Words, Place]]:
        """Small numbers other than "one", which is an article too, and guesses."""
        one = self.grammar.say(Token("cardinal", {"integer": "1"}))
        return [(words, place) for words, place in self.places.small if words != (one,)] + self.places.guesses

    # --- what a grammar cannot read

    def misheard(self) -> Pair | None:
        """A value whose number words are misheard, with what was meant."""
        found = self._any_value()
        if not found:
            return None
        value, place = found
        heard = self.mishearing.misheard(value.words, value.kept, self.random)
        reading = whole(self.grammar.spans(heard), heard) if heard else None
        if not heard or (reading and reading.token.value != value.token.value):
            return None
        return self._itn(value, place, tuple(heard))

    def edge(self) -> Pair | None:
        """A span with a word too many, or too few, at one of its ends."""
        found = self._any_value()
        if not found or found[0].token.kind == "electronic" or not belongs(found[0].token, self.split):
            return None
        change = self._longer if self.random.random() < 0.5 else self._shorter
        return change(*found)

    def _longer(self, value: Said, place: Place) -> Pair | None:
        """A neighbour is in the span: it is written as it is."""
        before = self.random.random() < 0.5
        word = (place.left[-1:] if before else place.right[:1]) or ("",)
        style, around = self._style(), replace(place)
        target = self._written(value, place, style)
        words = (*word, *value.words) if before else (*value.words, *word)
        if target is None or not word[0] or not is_plain(word, self.grammar) or self._changes(words, value):
            return None
        if before:
            around, target = replace(place, left=place.left[:-1]), f"{word[0]} {target}"
        else:
            around, target = replace(place, right=place.right[1:]), f"{target} {word[0]}"
        return self._pair("itn", style, value.token.kind, words, around, target)

    def _changes(self, words: Words, value: Said) -> bool:
        """True if the grammar makes something else of ``words`` than of ``value``: the neighbour was a part of it."""
        return [s.token.value for s in self.grammar.spans(words)] != [
            s.token.value for s in self.grammar.spans(value.words)
        ]

    def _shorter(self, value: Said, place: Place) -> Pair | None:
        """The first or last word is outside: what is left is written, unless the amount was cut in two."""
        if len(value.words) < 2:
            return None
        if self.random.random() < 0.5:
            lost, rest = value.words[0], value.words[1:]
            around = Place((*place.left, lost)[-CONTEXT:], place.right)
        else:
            lost, rest = value.words[-1], value.words[:-1]
            around = Place(place.left, (lost, *place.right)[:CONTEXT])
        if self.grammar.is_number(lost):
            return self._pair("itn", self._style(), "none", rest, around, " ".join(rest))
        span = whole(self.grammar.spans(rest), rest)
        if not span:
            return None
        said = Said(rest, span)  # behind a month that is outside stands a year
        return self._itn(as_said_year(said) if value.token.kind == "date" else said, around)

    def unchanged(self) -> Pair | None:
        """Words that are no number: plain ones, such as look like one, and small numbers that stay words."""
        pools = (self.places.plain, self.places.alike, self.places.small)
        pool = self.random.choices(pools, (0.35, 0.4, 0.25))[0]
        if not pool:
            return None
        words, place = self.random.choice(pool)
        style = "default" if pool is self.places.small else self._style()
        return self._pair("itn", style, "none", words, place, " ".join(words))

    def mixed(self) -> Pair | None:
        """A Latin name in mixed case where the author wrote one, or in the place of another word."""
        if self._noted and self.random.random() < 0.5:
            word = self.random.choice(list(self._noted))
            place = self.random.choice(self._noted[word])
        elif self.places.plain:
            word, place = self.random.choice(list(self._names)), self.random.choice(self.places.plain)[1]
        else:
            return None
        return self._pair("itn", self._style(), "mixed", (word,), place, self._names[word])

    @property
    def _names(self) -> dict[str, str]:
        return mixed_names(self.grammar.language.code)

    @cached_property
    def _noted(self) -> dict[str, list[Place]]:
        """Where each of the names stands in the text: some stand everywhere, most hardly ever."""
        made: dict[str, list[Place]] = {}
        for (word, *_), place in self.places.mixed:
            if word in self._names:
                made.setdefault(word, []).append(place)
        return made

    def text(self) -> Pair | None:
        """A value and all that is around it, other numbers aside, as one span: what gets whole texts learns from it."""
        found = self._any_value()
        if not found or not belongs(found[0].token, self.split):
            return None
        value, (left, right) = found[0], (found[1].left, found[1].right)
        style = self._style()
        target = self._written(value, found[1], style)
        if target is None or not (left or right) or not is_plain((*left, *right), self.grammar):
            return None
        spoken, made = (*left, *value.words, *right), " ".join((*left, target, *right))
        return self._pair("itn", style, "text", spoken, Place(), made)

    # --- the other direction

    def tn(self) -> Pair | None:
        """A written form and how it is said."""
        found = self._any_value()
        if not found:
            return None
        value, place = found
        name = self._style()
        style = name if self.random.random() < 2 / 3 else self.random.choice(WRITTEN_OTHERWISE)
        text = self._written(value, place, style)
        spoken = self._spoken(value, text, place) if text else None
        if not text or not spoken or not belongs(value.token, self.split) or text == spoken:
            return None
        named = style if isinstance(style, str) else "default"
        return self._pair("tn", named, value.token.kind, text.split(), place, spoken)

    def _spoken(self, value: Said, text: str, place: Place) -> str | None:
        """How the value is said; words of ``text`` that are said as they are stay in it."""
        words = text.split()
        readings = list(self.grammar.readings(words)) if value.kept else []
        if [r.words for r in readings] == [(0, len(words))] and readings[0].kind == value.token.kind:
            return readings[0].said
        said = self.grammar.say(value.token)
        return said and (self._before_noun(value.token, place) or said)

    def _before_noun(self, token: Token, place: Place) -> str | None:
        """A number as it is said before what it counts, where that is told: பதினொரு பேர், not பதினொன்று.

        The number of metres, less the metres, as a grammar says numbers alone or with a unit.
        """
        if token.kind != "cardinal" or token.fields.keys() != {"integer"} or not self._is_counted(place):
            return None
        words = (self.grammar.say(Token("measure", {**token.fields, "unit": "m"})) or "").split()[:-1]
        number = read_as(words, "cardinal", self.grammar)
        return " ".join(words) if number and number.token.value == token.value else None

    def _is_counted(self, place: Place) -> bool:
        """True before a word that is counted, and before a scale word."""
        return self._cues.counts(place.right, 0) or (place.right != () and place.right[0] in self._scales)

    @cached_property
    def _scales(self) -> frozenset[str]:
        return frozenset(self.grammar.language.forms("scales"))

    # --- pairs

    def _itn(self, value: Said, place: Place, heard: Words | None = None) -> Pair | None:
        """What is said (or ``heard`` instead) and how it is written; None for a value of the other split."""
        style = self._style()
        target = self._written(value, place, style) if belongs(value.token, self.split) else None
        return self._pair("itn", style, value.token.kind, heard or value.words, place, target) if target else None

    def _written(self, value: Said, place: Place, style: str | Style) -> str | None:
        """``value`` as it is written at ``place``: an ordinal that is a year there has no group mark (2017ஆம் ஆண்டு)."""
        if value.token.kind == "ordinal":
            words = (*place.left, *value.words, *place.right)
            at = value.span.moved(len(place.left)).words
            spans = self._chooser.choose(words, PRESETS["figures"]).spans
            meant = next((span for span in spans if span.words == at), None)
            if meant and meant.kind == "date":
                value = Said(value.words, replace(value.span, token=meant.token))
        return written(value, self.grammar, style)

    def _style(self) -> str:
        return self.random.choices(list(STYLES), list(STYLES.values()))[0]

    def _pair(self, task: str, style: str, kind: str, words: Sequence[str], place: Place, target: str) -> Pair:
        if self.random.random() < SHORT:
            left, right = (self.random.randint(0, _SHORT_CONTEXT) for _ in range(2))
            place = Place(place.left[len(place.left) - left :] if left else (), place.right[:right])
        return Pair(task, style, kind, " ".join(place.left), " ".join(words), " ".join(place.right), target)


def _is_score(token: Token) -> bool:
    """True for a score, which is a range to the grammar: most ranges of the corpora rise, and by little."""
    low, high = token.fields.get("integer", ""), token.fields.get("high", "")
    return low.isdigit() and high.isdigit() and not int(low) < int(high) <= _WIDEST_RANGE * int(low)
