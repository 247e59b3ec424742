"""Everything that is put right in the words of a recogniser before they are formatted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .encodings import bytes_as_letters
from .looping import Loop, loops
from .pointing import Marks, marks
from .stripping import is_stripped
from .tokens import CUT, Token, parts

_BARE = Marks()
_ROUNDS = 6


@dataclass(frozen=True, slots=True)
class Flag:
    """What could not be put right: a loop, lost vowel signs, a cut letter; ``words`` are a half-open range."""

    kind: Literal["loop", "stripped", "cut"]
    words: tuple[int, int]
    message: str

    def as_dict(self) -> dict[str, object]:
        return {"kind": self.kind, "words": list(self.words), "message": self.message}


@dataclass(frozen=True, slots=True)
class Prepared:
    """One token for each word that came, and what could not be put right.

    A token with an empty text was a mark that hangs on the word before it now.
    """

    tokens: tuple[Token, ...]
    loops: tuple[Loop, ...] = ()
    flags: tuple[Flag, ...] = ()

    @property
    def words(self) -> list[str]:
        """The text of every token."""
        return [token.text for token in self.tokens]

    @property
    def is_stripped(self) -> bool:
        return any(flag.kind == "stripped" for flag in self.flags)

    @property
    def is_cut(self) -> bool:
        """True if the text ends in a letter cut in two: nobody knows how it goes on, and no mark belongs behind it."""
        return any(flag.kind == "cut" for flag in self.flags)


def prepare(words: Sequence[str], facts: Marks = _BARE, line_starts: Collection[int] = (0,)) -> Prepared:
    """Words as a recogniser printed them, put right one by one; see `parts`, `marks`, `loops`, `is_stripped`.

    Bytes and character references become letters, marks those of the language (``facts``); labels, markup, times and
    speakers are told from speech, and so are the words of loops and of stripped text, which are left as they are.
    Positions stay: token ``i`` is word ``i``. What is prepared already stays as it is. ``line_starts`` are the words
    that lines begin with. In time linear in the letters; never raises.

    >>> made = prepare(["<i>हाँ</i>", "[संगीत]", "यार.", "ठीक", "है", "।"], Marks(sentence_end="।"))
    >>> made.words, [token.kind for token in made.tokens if token.passive]
    (['<i>हाँ</i>', '[संगीत]', 'यार।', 'ठीक', 'है।', ''], ['sound'])
    """
    tokens = _mended([bytes_as_letters(word) for word in words], facts, line_starts)
    mended = [token.word for token in tokens]
    if is_stripped(" ".join(mended)):
        lost = "its vowel signs are gone (whisper's BasicTextNormalizer?): use the text before it was normalized"
        stripped = tuple(replace(token, kind="stripped") if token.word else token for token in tokens)
        return Prepared(stripped, (), (Flag("stripped", (0, len(tokens)), lost),))
    found = loops(mended)
    flags = [Flag("loop", (loop.start, loop.end), _said(loop)) for loop in found]
    for loop in found:
        for i in range(loop.start, loop.end):
            tokens[i] = replace(tokens[i], kind="loop") if tokens[i].word else tokens[i]
    last = next((i for i in reversed(range(len(tokens))) if tokens[i].text), -1)
    if last >= 0 and tokens[last].text.endswith(CUT):
        flags.append(Flag("cut", (last, last + 1), "cut in the middle of a letter"))
    return Prepared(tuple(tokens), tuple(found), tuple(flags))


def _mended(words: Sequence[str], facts: Marks, line_starts: Collection[int]) -> list[Token]:
    """The tokens of ``words`` with their marks mended; a mark that moves may lay a label bare, which then is one."""
    for _ in range(_ROUNDS):
        tokens = parts(words, line_starts)
        said = [token.word for token in tokens]
        written = marks(said, facts)
        if written != said:
            tokens = [replace(token, word=word) for token, word in zip(tokens, written, strict=True)]
        mended = [token.text for token in tokens]
        if mended == words:
            break
        words = mended
    return tokens


def _said(loop: Loop) -> str:
    what = f"{loop.period} word{'s' * (loop.period != 1)}" if loop.period else "syllables of one word"
    return f"a loop: {what}, {loop.times} times"
