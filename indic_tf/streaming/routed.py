"""`RoutedStream`: a live text whose language is found out, and may change.

The language is that of the first words; from then on the last few are looked at at every step. Where they are surely in
another language, what came before them is flushed, and a stream of that language goes on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from ..document import Word
from ..routing import detect, pieces
from .live import LiveText, broken
from .stream import Stream
from .update import Update, revised
from .window import moved

_FIRST = 3  # words with letters that decide on the language at the beginning …
_AT_MOST = 12  # … or so many of any kind
_RECENT = 12  # words that a change of language is looked for in
_FEWEST, _SURE = 4, 0.9  # words, and their probability, that change it
_STEP = 4  # words between two looks, counted from the start of the stream


class RoutedStream(LiveText):
    """A live text of any language; `RoutedFormatter.stream` makes it.

    Args:
        make: makes the stream of a language.
        among: the languages that may come; None for all.
        fallback: that of words without letters.
    """

    def __init__(self, make: Callable[[str], Stream], among: Sequence[str] | None, fallback: str) -> None:
        super().__init__()
        self._make, self._among, self._fallback = make, among, fallback
        self._lang = ""
        self._inner: Stream | None = None
        self._first = self._received = 0  # words before the inner stream, words at all
        self._held: list[Word] = []  # before the language is known
        self._recent: deque[Word] = deque(maxlen=_RECENT)
        self._made = Update()  # of streams that are flushed
        self._shown: list[str] = []

    def take(self, words: Sequence[Word]) -> None:
        for word in words:
            self._received += 1
            if self._inner is None:
                self._held.append(word)
                self._decide(is_last=False)
                continue
            self._inner.take([word])
            self._recent.append(word)
            if self._received % _STEP == 0:
                self._change()

    def shown(self, open_words: Sequence[Word], contradicted: int = 0) -> Update:
        if self._inner is not None:
            return self._answer(self._inner.shown(open_words, contradicted))
        texts = [word.text for word in (*self._held, *open_words)]
        flicker, self._shown = revised(self._shown, texts), texts
        return Update(tentative=" ".join(texts), flicker=flicker, contradicted=contradicted)

    def paused(self) -> Update:
        self._decide(is_last=True)
        return Update() if self._inner is None else self._answer(self._inner.paused())

    def break_line(self, count: int) -> None:
        if self._inner is not None:
            self._inner.break_line(count)
        elif self._held:
            self._held[-1] = broken(self._held[-1], count)

    def _answer(self, update: Update) -> Update:
        words = tuple(moved(word, self._first) for word in update.words)
        made, self._made = self._made.then(replace(update, words=words)), Update()
        return made

    def _decide(self, is_last: bool) -> None:
        """Begin in the language of the words that are held, if there are enough."""
        if self._inner is not None or not self._held:
            return
        lettered = sum(any(map(str.isalpha, word.text)) for word in self._held)
        if lettered >= _FIRST or len(self._held) >= _AT_MOST or is_last:
            found = detect(" ".join(word.text for word in self._held), self._among)
            self._begin(found.lang or self._fallback, self._held, self._received - len(self._held))
            self._held = []

    def _change(self) -> None:
        """Go on in another language if the last words are surely in it."""
        *_, last = pieces([word.text for word in self._recent], self._among)
        count = last.end_word - last.start_word
        if self._inner is None or last.lang is None or last.lang == self._lang:
            return
        if last.probability < _SURE or count < _FEWEST:
            return
        back = self._inner.take_back(count)
        before, self._made = self._inner, self._answer(self._inner.paused())
        self._begin(last.lang, back, self._received - len(back))
        self._inner.go_on(before)

    def _begin(self, lang: str, words: Sequence[Word], first: int) -> None:
        self._lang, self._first = lang, first
        self._recent.clear()
        self._recent.extend(words)
        self._inner = self._make(lang)
        self._inner.take(words)
