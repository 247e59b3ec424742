"""`Stream`: text that is still being spoken."""

from __future__ import annotations

from collections.abc import Sequence

from ..document import OutputWord, Word
from ..errors import InputError
from ..segment import segment
from .commit import ready, rule
from .live import LiveText, broken
from .memory import NOTHING
from .update import Update, revised, written
from .window import Stage, View, closing_context, moved, view

_CONTEXT, _NUMBERS_CONTEXT = 96, 40
"""Committed words that are kept, at most: no window of a tagger has as many; and without one, for numbers alone."""


class Stream(LiveText):
    """A live text in one language; `IndicFormatter.stream` makes it.

    Args:
        stage: the formatter's parts.
        right_context: words that stand behind a word before it is committed; fewer where the tagger is very sure of
            it, up to six times as many where it is not. Raises `InputError` for less than one.
    """

    def __init__(self, stage: Stage, right_context: int) -> None:
        required(right_context)
        super().__init__()
        self._stage = stage
        self._rule = rule(right_context, stage.windows is not None)
        self._context: list[Word] = []
        self._begin = 0  # where in the context the tagger's window begins
        self._seen, self._memory = View(), NOTHING  # of the last look at pending words, and of the last of all
        self._pending: list[Word] = []
        self._behind: Sequence[OutputWord] | None = None  # the output of the pending words, if they were looked at last
        self._received = self._committed = 0  # words
        self._breaks: int | None = None  # line breaks behind the last committed word, once there is one
        self._made: list[OutputWord] = []  # committed, and not handed out yet
        self._text = ""
        self._shown: list[str] = []

    # --- what a live text does ------------------------------------------------------------------------

    def take(self, words: Sequence[Word]) -> None:
        for word in words:
            self._pending.append(word)
            self._received += 1
            self._behind = None
            if self._received % self._rule.step == 0 and len(self._pending) > self._rule.least:
                self._behind = self._look()

    def shown(self, open_words: Sequence[Word], contradicted: int = 0) -> Update:
        still = [*self._pending, *open_words]
        seen, self._behind = self._behind, None
        if still and (seen is None or open_words):
            seen = self._tentative(still)
        return self._answer(seen or (), still, contradicted)

    def paused(self) -> Update:
        if self._pending:
            context = closing_context(self._stage, self._context, self._begin, self._pending)
            self._take(view(self._stage, context, self._pending, closed=True), len(self._pending))
        return self._answer((), (), 0)

    def break_line(self, count: int) -> None:
        if self._pending:
            self._pending[-1] = broken(self._pending[-1], count)
        elif self._breaks is not None:
            self._breaks += count

    def take_back(self, count: int) -> list[Word]:
        """The last ``count`` words that came in, or those of them that are not committed: as if they never came."""
        count = min(count, len(self._pending))
        back = self._pending[len(self._pending) - count :]
        self._pending = self._pending[: len(self._pending) - count]
        self._behind, self._seen, self._memory = None, View(), NOTHING
        return back

    def go_on(self, before: Stream) -> None:
        """Begin behind the text of another stream that is flushed."""
        self._breaks = before._breaks

    # --- the way through ------------------------------------------------------------------------------

    def _look(self) -> Sequence[OutputWord] | None:
        """Commit what is ready of the pending words. The words behind it; None where they must be looked at anew."""
        seen = view(self._stage, self._context[self._begin :], self._pending)
        count = ready(self._rule, seen, self._seen.words, self._pending, self._stage.numbers)
        is_cut = any(word.words[0] < count < word.words[1] for word in seen.words)  # there was no better place
        self._take(self._until(count) if is_cut else seen, count)
        behind = seen.behind(count)
        self._seen, self._memory = View(behind), NOTHING if is_cut else seen.memory.behind(count)
        return None if is_cut else behind

    def _until(self, count: int) -> View:
        """A view of the first ``count`` pending words alone."""
        return view(self._stage, self._context[self._begin :], self._pending[:count])

    def _tentative(self, still: Sequence[Word]) -> Sequence[OutputWord]:
        """The output of words that nothing is committed of; for a few new ones the tagger is not asked again."""
        known = self._memory if self._stage.quick and self._memory.reaches(still) else None
        seen = view(self._stage, self._context[self._begin :], still, memory=known)
        if known is None:
            self._memory = seen.memory
        return seen.words

    def _take(self, seen: View, count: int) -> None:
        """Commit the first ``count`` pending words as ``seen`` has them."""
        taken = [word for word in seen.words if word.words[0] < count]
        text, self._breaks = written(taken, self._pending[:count], self._breaks)
        self._text += text
        self._made += [moved(word, self._committed) for word in taken]
        written_words = [segment([Word(word.text, speaker=word.speaker)]).words for word in taken]
        if seen.full is not None and count >= seen.full[0]:
            self._begin = self._place(seen.full[1], taken, written_words)
        context = [*self._context, *(word for words in written_words for word in words)]
        dropped = max(0, len(context) - (_NUMBERS_CONTEXT if self._stage.windows is None else _CONTEXT))
        self._context, self._begin = context[dropped:], max(0, self._begin - dropped)
        self._seen, self._memory = View(), NOTHING
        self._pending = self._pending[count:]
        self._committed += count

    def _place(self, start: int, taken: Sequence[OutputWord], as_written: Sequence[Sequence[Word]]) -> int:
        """Open word ``start``, which may stand before those that are taken now, as a place in the context to be."""
        words = zip(taken, as_written, strict=True)
        return len(self._context) + min(start, 0) + sum(len(made) for word, made in words if word.words[1] <= start)

    def _answer(self, behind: Sequence[OutputWord], still: Sequence[Word], contradicted: int) -> Update:
        """What was committed since the last answer, and ``behind``, the output of the open words ``still``."""
        made, self._made = tuple(self._made), []
        text, self._text = self._text, ""
        texts = [word.text for word in (*made, *behind)]
        flicker = revised(self._shown, texts)
        self._shown = texts[len(made) :]
        return Update(text, written(behind, still, self._breaks)[0], made, flicker, contradicted)


def required(right_context: int) -> int:
    """``right_context``; raises `InputError` for what is no number of words."""
    if not isinstance(right_context, int) or isinstance(right_context, bool) or right_context < 1:
        raise InputError(f"right_context is {right_context!r}, expected a number of words, 1 or more")
    return right_context
