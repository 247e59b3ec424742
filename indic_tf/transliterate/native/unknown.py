"""Words in Latin letters that no list has, letter by letter: the likeliest letters for what is typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ...languages import Language
from ...scripts import DIGITS
from ..data import rows
from ..distances import FIRST, LAST
from ..shapes import Shape
from .pricing import DOUBLED, SILENT, Typing
from .sounds import dotted
from .typed import Parser

_BEAM = 10
_UNSEEN = 9.0  # for three letters in a row that no word has
_WIDEST = 3
_INHERENT, _AA, _VIRAMA, _GLIDE = "\u0905", "\u0906", "\u094d", "\u092f"
_VOWELS = "".join(map(chr, range(0x0904, 0x0915)))
_SIGN_OF = dict(
    zip(
        map(chr, (*range(0x0906, 0x090B), *range(0x090D, 0x0915))),
        map(chr, (*range(0x093E, 0x0943), *range(0x0945, 0x094D))),
        strict=True,
    )
)
_DEVANAGARI, _DIGIT_ZERO, _ANUSVARA = 0x0900, 0x66, "\u0902"

Way = tuple[float, str]


class Letters:
    """Writes unknown words of one language."""

    def __init__(self, facts: Language, typing: Typing, parser: Parser, in_a_row: Mapping[str, float]) -> None:
        self._silent, self._parser, self._in_a_row = facts.final_a_silent, parser, in_a_row
        self._consonants: dict[str, list[Way]] = {}
        self._vowels: dict[str, list[Way]] = {}
        for letters, sounds in typing.typed().items():
            for sound, price in sounds.items():
                self._of(sound, typing).setdefault(letters, []).append((price, sound))
        self._written = {row["letter"]: row["written"] for row in rows("written", facts.code)}
        block = ord(DIGITS[facts.script][0]) - _DIGIT_ZERO
        self._moved = {_DEVANAGARI + i: block + i for i in range(0x64)}
        self.best = lru_cache(maxsize=20_000)(self._best)

    def _of(self, sound: str, typing: Typing) -> dict[str, list[Way]]:
        return self._consonants if sound in typing.classes else self._vowels

    def _best(self, typed: str) -> tuple[float, str]:
        """The likeliest native letters for ``typed`` and their price; no letters where it has what nobody types."""
        found = [
            (price + extra, text) for extra, shape in self._parser.shapes(typed) for price, text in self._ways(shape)
        ]
        if not found:
            return 99.0, ""
        price, text = min(found)
        return price, self._native(text[2:-1])

    def _ways(self, shape: Shape) -> list[Way]:
        """The likeliest ways to write a word, between its edges."""
        last = len(shape.consonants)
        ways: list[Way] = [(0.0, "^^")]
        for i, slot in enumerate(shape.slots):
            place = FIRST if i == 0 else LAST if i == last else ""
            ways = self._grown(ways, [*self._of_slot(slot, place)])
            if i < last:
                ways = self._grown(ways, [*self._of_consonant(shape.consonants[i])])
        return self._grown(ways, [(0.0, "$")])

    def _grown(self, ways: Sequence[Way], choices: Sequence[Way]) -> list[Way]:
        made: dict[str, float] = {}
        for price, text in ways:
            for more, added in choices:
                total, longer = price + more, text
                for letter in added:
                    longer += letter
                    total += self._in_a_row.get(longer[-3:], _UNSEEN)
                if total < made.get(longer, 1e9):
                    made[longer] = total
        return sorted((price, text) for text, price in made.items())[:_BEAM]

    def _of_consonant(self, typed: str) -> Iterator[Way]:
        bare = typed.removesuffix(DOUBLED)
        for price, sound in self._consonants.get(bare, ()):
            letter = dotted(sound)
            yield price + (0.7 if bare != typed else 0.0), letter
            if bare != typed:
                yield price, letter * 2

    def _of_slot(self, letters: str, place: str) -> Iterator[Way]:
        """What may stand between two consonants for vowel letters."""
        if not letters:
            if place != LAST or not self._silent:
                yield 0.0, ""
            if place != FIRST and self._silent:
                yield 0.1, _INHERENT
            return
        yield from self._of_vowels(letters, place)

    def _of_vowels(self, letters: str, place: str) -> Iterator[Way]:
        for width in range(1, min(_WIDEST, len(letters)) + 1):
            rest = letters[width:]
            for price, sound in self._vowels.get(letters[:width], ()):
                bare = sound.rstrip("$^")
                at = sound[len(bare) :]
                if (at and (at != place or rest)) or price > 2.6:
                    continue
                letter = _INHERENT if bare == SILENT else bare
                if not rest:
                    yield price, letter
                else:
                    yield from ((price + more, letter + behind) for more, behind in self._of_vowels(rest, place))

    def _native(self, text: str) -> str:
        """Letters of Devanagari that stand alone in the script of the language."""
        made = ""
        bare = False
        for i, letter in enumerate(text):
            vowel = letter in _VOWELS
            if bare and not vowel and letter != _ANUSVARA:
                made += _VIRAMA
            written = (self._written.get("^" + letter) if not i else None) or self._written.get(letter, letter)
            if bare and vowel:
                made += "" if letter == _INHERENT else _SIGN_OF.get(written, written)
            else:
                made += written
            bare = not vowel and letter != _ANUSVARA
        made += _VIRAMA if bare and not self._silent else ""
        return made.translate(self._moved)
