"""What every live text is for who holds it: words go in, updates come out, until it is finished."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace as changed

from ..document import Word
from ..errors import InputError
from ..inputs import Input, checked
from ..segment import segment
from .hypothesis import Hypothesis
from .update import Update


class LiveText(ABC):
    """One live text. It is not for several threads at once.

    Committed text never changes, and the same words give the same committed text however they are cut into pushes.
    Memory is bounded: a stream may run for days.
    """

    def __init__(self) -> None:
        self._hypothesis = Hypothesis()
        self._finished = False

    def push(self, text: Input, replace: bool = False) -> Update:
        """Take the next words, a text or a list of words with times.

        Args:
            text: whole words: no push ends inside one. Line breaks stay.
            replace: the words are what the recogniser hears now in the stretch of speech behind its last final, in
                place of those of the last push of this kind. A push without it is the final of such a stretch, and
                otherwise just goes on.

        Raises `InputError` for what is no text, and behind `finish`.
        """
        self._require_open()
        given = checked(text)
        words = list(segment(given).words)
        if isinstance(given, str) and not replace:
            self._break_lines(given, words)
        before = self._hypothesis.contradicted
        self.take(self._hypothesis.partial(words) if replace else self._hypothesis.final(words))
        return self.shown(self._hypothesis.open, self._hypothesis.contradicted - before)

    def flush(self) -> Update:
        """Commit all that is pending, as at a pause; the stream goes on. Partials count as their final."""
        self._require_open()
        self.take(self._hypothesis.close())
        return self.paused()

    def finish(self) -> Update:
        """`flush`, and the end: a later push raises `InputError`."""
        made = self.flush()
        self._finished = True
        return made

    # --- what a live text does ------------------------------------------------------------------------

    @abstractmethod
    def take(self, words: Sequence[Word]) -> None:
        """Let settled words come in; what is ready of them is committed."""

    @abstractmethod
    def shown(self, open_words: Sequence[Word], contradicted: int = 0) -> Update:
        """What was committed since the last answer, and what is pending with ``open_words`` behind it."""

    @abstractmethod
    def paused(self) -> Update:
        """Commit all that came in."""

    @abstractmethod
    def break_line(self, count: int) -> None:
        """Put ``count`` line breaks behind the last word that came in."""

    def _require_open(self) -> None:
        if self._finished:
            raise InputError("the stream is finished; begin another with IndicFormatter.stream()")

    def _break_lines(self, text: str, words: list[Word]) -> None:
        """Line breaks before the first word stand behind the one before it, those behind the last one behind that."""
        if words:
            words[-1] = broken(words[-1], text[len(text.rstrip()) :].count("\n"))
        self.break_line(text[: len(text) - len(text.lstrip())].count("\n"))


def broken(word: Word, count: int) -> Word:
    """``word`` with so many more line breaks behind it."""
    return changed(word, breaks=word.breaks + count) if count else word
