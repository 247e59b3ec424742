"""``IndicFormatter("auto")``: every stretch of a text in the formatter of its own language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Protocol

from .document import Formatted, OutputWord, Range, Word, joined
from .errors import InputError
from .first_use import once
from .inputs import Final, Input, OneAtATime, batches, checked, limited, unchanged
from .languages import Language, language
from .routing import detect, pieces
from .segment import segment

if TYPE_CHECKING:
    from .streaming import RoutedStream, Stream
    from .talk import FormattedTranscript, Loops
    from .talk.speaking import OnError
    from .transcripts import Transcript, TranscriptSegment

Record = Mapping[str, Any]
_SURE, _FEW = 0.9, 3  # a segment of fewer words, or less sure, may be in the language of those beside it
_NEAR = 20  # segments


class OneFormatter(Protocol):
    """A formatter of one language."""

    language: Language

    def map(
        self, texts: Iterable[Any], batch_size: int = 64, on_error: OnError | None = None, *, final: Final | None = None
    ) -> Iterator[Formatted]: ...

    def spoken(self, text: Input) -> str: ...

    def stream(self, right_context: int = 8) -> Stream: ...


@dataclass(frozen=True, slots=True)
class _Part:
    """Words of a text that are in one language."""

    lang: str
    words: Sequence[Word]
    is_last: bool


class RoutedFormatter:
    """A formatter of all languages, which finds out what each text is in; `IndicFormatter("auto")` makes one.

    Args:
        make: makes the formatter of a language.
        among: the languages that may come; all of `languages()` if empty.
        fallback: that of texts without letters.
        max_words: of one text, as in `IndicFormatter`.
    """

    def __init__(
        self,
        make: Callable[[str], OneFormatter],
        among: Sequence[str] = (),
        fallback: str = "en",
        max_words: int | None = None,
    ) -> None:
        self._make, self.max_words = make, max_words
        self._among = tuple(language(code).code for code in among) or None
        self._fallback = self._among[0] if self._among else fallback
        self._made: once[str, OneFormatter] = once(make)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_made"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _made=once(state["_make"]))

    def of(self, lang: str) -> OneFormatter:
        """The formatter of a language, made when it is first asked for. Raises `LanguageError`."""
        return self._made(language(lang).code)

    def prepare(self) -> None:
        """Nothing is loaded before its language comes."""

    def __call__(self, text: Input | Record, *, final: Final | None = None) -> Formatted:
        """Format one text, one list of words, or one record with ``text`` (or ``words``) and ``lang``."""
        return next(self.map([text], final=final))

    def map(
        self,
        texts: Iterable[Input | Record],
        batch_size: int = 64,
        on_error: OnError | None = None,
        *,
        final: Final | None = None,
    ) -> Iterator[Formatted]:
        """Format many texts, as `IndicFormatter.map`; a record names its language: ``{"text": …, "lang": "ta"}``."""
        return OneAtATime(self._mapped(texts, batch_size, on_error, final))

    def _mapped(
        self, texts: Iterable[Input | Record], batch_size: int, on_error: OnError | None, final: Final | None
    ) -> Iterator[Formatted]:
        if isinstance(texts, (str, Mapping)):
            raise InputError("map takes many texts; for one text call the formatter itself")
        if batch_size < 1:
            raise InputError(f"batch_size is {batch_size}, expected 1 or more")
        for batch in batches(texts, batch_size):
            yield from self._batch(batch, on_error, final)

    def _batch(
        self, batch: Sequence[tuple[int, Any]], on_error: OnError | None, final: Final | None
    ) -> list[Formatted]:
        """Every text of a batch: parts of one language go through its formatter together."""
        made: list[Formatted | None] = [None] * len(batch)
        parts: list[tuple[int, _Part]] = []
        for at, (index, text) in enumerate(batch):
            try:
                parts += [(at, part) for part in self._parts(text)]
            except Exception as error:
                if on_error is None:
                    if isinstance(error, InputError):
                        raise InputError(f"text {index} (counted from 0): {error}") from error
                    raise
                on_error(index, text, error)
                made[at] = Formatted(unchanged(text), (), ())
        answers: list[list[tuple[Formatted, Sequence[Word]]]] = [[] for _ in batch]
        for at, answer, part in self._answers(parts, batch, on_error, final):
            answers[at].append((answer, part.words))
        for at, several in enumerate(answers):
            if made[at] is None:
                made[at] = merged(several)
        return [one for one in made if one is not None]

    def _answers(
        self,
        parts: Sequence[tuple[int, _Part]],
        batch: Sequence[tuple[int, Any]],
        on_error: OnError | None,
        final: Final | None,
    ) -> list[tuple[int, Formatted, _Part]]:
        """The parts in the order in which they came, formatted language by language."""
        answers: dict[int, Formatted] = {}
        for lang in dict.fromkeys(part.lang for _, part in parts):
            for is_last in (True, False):
                mine = [i for i, (_, part) in enumerate(parts) if part.lang == lang and part.is_last == is_last]

                def note(index: int, words: Any, error: Exception, mine: Sequence[int] = mine) -> None:
                    if on_error is None:
                        raise error
                    on_error(batch[parts[mine[index]][0]][0], words, error)

                texts = [list(parts[i][1].words) for i in mine]
                made = self.of(lang).map(texts, len(texts) or 1, note, final=final if is_last else "auto")
                answers |= zip(mine, made, strict=True)
        return [(at, _whole(answers[i], part), part) for i, (at, part) in enumerate(parts)]

    def _parts(self, text: Input | Record) -> list[_Part]:
        """A text in its languages, or in the one that its record names."""
        said, lang = _of_record(text) if isinstance(text, Mapping) else (text, None)
        words = segment(limited(checked(said), self.max_words)).words
        if lang is not None:
            return [_Part(language(lang).code, words, True)]
        found = pieces([word.text for word in words], among=self._among)
        return [
            _Part(piece.lang or self._fallback, words[piece.start_word : piece.end_word], piece.end_word == len(words))
            for piece in found
        ]

    # --- live text, whole transcripts -----------------------------------------------------------------

    def stream(self, right_context: int = 8) -> RoutedStream:
        """A live text, as `IndicFormatter.stream`, whose language is found out, also where it changes.

        Raises `InputError` for a ``right_context`` of less than one.
        """
        from .streaming import RoutedStream, required

        wanted = required(right_context)
        return RoutedStream(lambda lang: self.of(lang).stream(wanted), self._among, self._fallback)

    def transcript(
        self,
        talk: Transcript | FormattedTranscript,
        *,
        final: Final = "auto",
        loops: Loops = "keep",
        progress: Callable[[int], None] | None = None,
    ) -> FormattedTranscript:
        """A whole transcript, each segment in its language, as `IndicFormatter.transcript`."""
        from .talk import format_transcript

        return format_transcript(talk, self, final, loops, progress)

    def languages(self, segments: Sequence[TranscriptSegment]) -> list[list[str]]:
        """The language of every word; segments of a word or two are in that of those beside them."""
        return _languages(segments, self._among, self._fallback)

    def key(self, lang: str) -> str:
        """What a language is found under, with the user's tables."""
        return self.of(lang).language.key

    def format_texts(
        self, texts: Iterable[tuple[str, list[Word]]], final: Final, on_error: OnError, batch_size: int
    ) -> Iterator[Formatted]:
        """Texts whose language is known, in order."""
        records = ({"words": words, "lang": lang} for lang, words in texts)
        return self.map(records, batch_size, on_error, final=final)

    def spoken(self, text: Input) -> str:
        """The other direction: a text read aloud, in the language that it is in."""
        given = limited(checked(text), self.max_words)
        said = given if isinstance(given, str) else unchanged(given)
        return self.of(detect(said, self._among).lang or self._fallback).spoken(said)


def _of_record(record: Record) -> tuple[Any, str | None]:
    """Text and language of a record; `InputError` says which key is missing."""
    said = next((record[name] for name in ("text", "words") if record.get(name) is not None), None)
    if said is None:
        raise InputError(f"a record needs 'text' or 'words'; this one has {', '.join(map(str, record)) or 'nothing'}")
    return said, next((record[name] for name in ("lang", "language") if record.get(name)), None)


def _whole(answer: Formatted, part: _Part) -> Formatted:
    """The answer; of a text that failed its words as they were."""
    if answer.words or not part.words:
        return answer
    words = tuple(OutputWord(word.text, (i, i + 1), (word,)) for i, word in enumerate(part.words))
    return Formatted(answer.text, words, ())


def merged(parts: Sequence[tuple[Formatted, Sequence[Word]]]) -> Formatted:
    """Formatted stretches of one text, each with its input words, as one: positions are counted from its beginning."""
    if len(parts) == 1:
        return parts[0][0]
    source = [word for _, words in parts for word in words]
    starts = accumulate((len(words) for _, words in parts), initial=0)
    moved = [(made, by) for (made, _), by in zip(parts, starts, strict=False)]
    words = [replace(word, words=_moved(word.words, by)) for made, by in moved for word in made.words]
    return Formatted(
        joined([(word.text, word.words) for word in words], source),
        tuple(words),
        tuple(replace(edit, words=_moved(edit.words, by)) for made, by in moved for edit in made.edits),
        tuple(span.moved(by) for made, by in moved for span in made.spans),
        tuple(replace(one, words=_moved(one.words, by)) for made, by in moved for one in made.disfluencies),
        tuple(replace(one, words=_moved(one.words, by)) for made, by in moved for one in made.refusals),
    )


def _moved(words: Range, by: int) -> Range:
    return words[0] + by, words[1] + by


def _languages(segments: Sequence[TranscriptSegment], among: Sequence[str] | None, fallback: str) -> list[list[str]]:
    """The language of every word. The letters count, not what the file says."""
    found = [detect(one.text, among) for one in segments]
    sure = [
        made.lang if made.probability >= _SURE and len(one.words) >= _FEW else None
        for made, one in zip(found, segments, strict=True)
    ]
    spoken = tuple({lang for lang in sure if lang}) or among
    return [
        _of_words(one, spoken)
        if lang
        else [_beside(segments, sure, i) or _alone(one, spoken) or fallback] * len(one.words)
        for i, (one, lang) in enumerate(zip(segments, sure, strict=True))
    ]


def _of_words(one: TranscriptSegment, spoken: Sequence[str] | None) -> list[str]:
    made: list[str] = []
    for piece in pieces([word.text for word in one.words], among=spoken):
        made += [piece.lang or ""] * (piece.end_word - piece.start_word)
    known = next((lang for lang in made if lang), "")
    return [lang or known for lang in made]


def _alone(one: TranscriptSegment, spoken: Sequence[str] | None) -> str | None:
    return detect(one.text, spoken).lang or detect(one.text).lang


def _beside(segments: Sequence[TranscriptSegment], sure: Sequence[str | None], i: int) -> str | None:
    """The language of the nearest segment of the same recording whose language is sure, if ``i`` may be in it too."""
    for distance in range(1, _NEAR):
        for j in (i - distance, i + distance):
            if 0 <= j < len(sure) and segments[j].recording == segments[i].recording and (lang := sure[j]):
                alone = detect(segments[i].text, [lang]).lang
                return lang if alone or not detect(segments[i].text).lang else None
    return None
