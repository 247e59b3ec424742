"""All examples of a language: its case tables, carriers with numbers by chance, edited text read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from ...evaluation import itn_rows
from ...readings.facts import Facts
from ...segment import segment
from ...wfst.pipeline import grammar
from . import carriers, edited, promises
from .examples import Allowed, Drawing, Example, allowed, labelled
from .saying import Saying

_FORMS = 8  # written forms of one row that are looked at
_JOINED = 0.25  # of the carriers stand behind another one
_HELD = 5
_PROMISE = "promise"


def is_held_out(group: str) -> bool:
    """True for the fifth of the groups, by their number, that judges are measured on."""
    return int("".join(filter(str.isdecimal, group)) or 1) % _HELD == 0


class Collecting:
    """Collects examples of one language; ``names`` gets the names of their features."""

    def __init__(self, code: str, names: dict[int, str] | None = None, seed: int = 7) -> None:
        self._facts = Facts(grammar(code))
        self._drawing, self._random = Drawing(self._facts, names), Random(seed)

    def rows(self, path: Path) -> Iterator[Example | None]:
        """The rows of an ITN file; None for one that no path writes. Rows with nothing to decide are left out. What is
        written stays as it is when it comes again."""
        for case in itn_rows.cases(path, []):
            drawn = self._drawing.draw(segment(case.spoken).words)
            if any(drawn.spans):
                yield labelled(drawn, case.written[:_FORMS], case.spoken)
            unmarked = not any(word.before or word.after for word in segment(case.written[0]).words)
            yield from filter(None, self.unchanged(case.written[:1])) if unmarked else ()

    def unchanged(self, texts: Iterable[str]) -> Iterator[Example | None]:
        """Texts that stay as they are."""
        for text in texts:
            drawn = self._drawing.draw(segment(text).words)
            if any(drawn.spans):
                yield labelled(drawn, [text], text)

    def carriers(self, path: Path, times: int) -> Iterator[Example]:
        """Every carrier of a file, filled so many times; its id is the group of its examples. Some have the next one of
        the same share (of `is_held_out`) behind them: what a number is must not hang on the text being short."""
        say = Saying(self._facts.grammar, self._random)
        last: dict[bool, tuple[list[str], list[carriers.Filled]]] = {}
        for carrier in carriers.read(path):
            for _ in range(times if carrier.has_slots else 1):
                if made := carriers.filled(carrier, say):
                    before = last.get(is_held_out(carrier.id)) if self._random.random() < _JOINED else None
                    last[is_held_out(carrier.id)] = made
                    words, slots = carriers.joined(before, made) if before else made
                    yield from self._example(words, carriers.Right(words, slots, self._facts), carrier.id)

    def promises(self, path: Path) -> Iterator[Example]:
        """What the tables promise; the words around some numbers are those of the carriers of ``path``."""
        say = Saying(self._facts.grammar, self._random)
        words = {word for one in carriers.read(path) for word in one.words} if path.exists() else set()
        filler = sorted(word for word in words if "{" not in word and not self._facts.grammar.knows(word))
        for promise in (*promises.alone(say), *promises.cued(say, filler)):
            yield from self._example(promise.words, promise, _PROMISE)
        for said, texts in (*promises.written(say), *promises.hours(say), *promises.ranges(say)):
            drawn = self._drawing.draw(segment(said).words)
            yield from filter(None, [labelled(drawn, texts, _PROMISE)])

    def edited(self, lines: Iterable[str], most: int) -> Iterator[Example]:
        """Sentences of edited text with figures, read aloud, and as they are: these stay."""
        found = edited.sentences(lines, self._random, 3 * most)
        for i, aloud in enumerate(edited.examples(found, self._facts)):
            if i == most:
                return
            yield from self._example(aloud.words, aloud, f"edited-{i}")
            yield from (replace(one, group=f"edited-{i}") for one in self.unchanged([aloud.written]) if one)

    def running(self, lines: Iterable[str], most: int) -> Iterator[Example]:
        """Sentences of edited text without figures, as far as something in them could be written otherwise."""
        for i, sentence in enumerate(edited.running(lines, self._facts, self._random, most)):
            yield from self._example(sentence.words, sentence, f"running-{i}")

    def _example(self, words: list[str], may: Allowed, group: str) -> Iterator[Example]:
        made = segment(" ".join(words)).words
        if len(made) != len(words) or not all(word.core for word in made):
            return
        drawn = self._drawing.draw(made)
        if any(drawn.spans) and (example := allowed(drawn, may, group)):
            yield example
