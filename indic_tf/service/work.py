"""Jobs done: where the formatters are. One thread of a worker process does them, one batch after another."""

from __future__ import annotations

import traceback
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from .. import transcripts
from ..document import Formatted
from ..errors import IndicTFError, InputError, LanguageError, ModelError, TableError
from ..formatter import AUTO, IndicFormatter
from ..languages import language
from ..routing import pieces
from ..streaming import LiveText, answer
from ..talk import FormattedTranscript
from .jobs import Broken, Close, Job, Maker, Open, Push, Refused, Spoken, Talk, Texts

_KEPT = 64  # formatters; what they share (grammars, models) stays as long as one of them does
_CALLERS = (InputError, LanguageError, ModelError, TableError)  # the errors that a caller can mend
_SAME, _TEXT = "same", "text"
_CAPTIONS = ("srt", "vtt", "ass")


class Work:
    """The formatters and live texts of one worker.

    Args:
        model: what "default" is.
        device: of the models.
    """

    def __init__(self, model: str | None = "default", device: str = "auto") -> None:
        self._model, self._device = model, device
        self._formatters: OrderedDict[Maker, Any] = OrderedDict()
        self._streams: dict[int, LiveText] = {}

    def warm(self, lang: str) -> None:
        """Load all that the texts of a language need."""
        formatter = self.formatter(Maker(lang))
        formatter.prepare()
        formatter("1")

    def formatter(self, maker: Maker) -> Any:
        """The formatter for ``maker``, made when it is first asked for. Raises the errors of `IndicFormatter`."""
        if maker in self._formatters:
            self._formatters.move_to_end(maker)
            return self._formatters[maker]
        options = {name: getattr(maker, name) for name in Maker.__slots__}
        if maker.model == "default":
            options["model"] = self._model
        made = self._formatters[maker] = IndicFormatter(**options, device=self._device)
        if len(self._formatters) > _KEPT:
            self._formatters.popitem(last=False)
        return made

    def do(self, jobs: Sequence[Job]) -> list[Any]:
        """The answers in order. Texts that ask for the same go through the models together."""
        answers: list[Any] = [None] * len(jobs)
        together: dict[tuple[Maker, str], list[int]] = {}
        for i, job in enumerate(jobs):
            if isinstance(job, Texts):
                together.setdefault((job.maker, job.final), []).append(i)
            else:
                answers[i] = _answered(partial(self._one, job))
        for (maker, final), places in together.items():
            mine = [job for i in places if isinstance(job := jobs[i], Texts)]
            made = _answered(partial(self._texts, maker, final, mine))
            for i, one in zip(places, made if isinstance(made, list) else [made] * len(places), strict=True):
                answers[i] = one
        return answers

    # --- texts ----------------------------------------------------------------------------------------

    def _texts(self, maker: Maker, final: str, jobs: Sequence[Texts]) -> list[list[dict[str, Any]]]:
        texts = [text for job in jobs for text in job.texts]
        problems: dict[int, str] = {}
        formatter = self.formatter(maker)
        made = iter(
            list(
                formatter.map(texts, len(texts) or 1, lambda i, _, error: problems.update({i: str(error)}), final=final)
            )
        )
        at = iter(range(len(texts)))
        return [[_shown(next(made), text, job, problems.get(next(at))) for text in job.texts] for job in jobs]

    def _one(self, job: Job) -> Any:
        if isinstance(job, Spoken):
            formatter = self.formatter(job.maker)
            return [formatter.spoken(text) for text in job.texts]
        if isinstance(job, Talk):
            return self._talk(job)
        if isinstance(job, Open):
            self._streams[job.stream] = self.formatter(job.maker).stream(job.right_context)
            return None
        if isinstance(job, Push):
            stream = self._streams[job.stream]
            return (stream.finish() if job.line is None else answer(stream, job.line)).as_dict()
        if isinstance(job, Close):
            self._streams.pop(job.stream, None)
        return None

    # --- transcripts ----------------------------------------------------------------------------------

    def _talk(self, job: Talk) -> dict[str, Any]:
        talk = transcripts.read(job.source, format=job.from_)
        if len(talk.words) > job.most_words:
            raise InputError(f"{len(talk.words)} words; this service takes {job.most_words} at a time")
        made: FormattedTranscript = self.formatter(job.maker).transcript(talk, final=job.final, loops=job.loops)
        answer: dict[str, Any] = {"text": made.text, "language": made.language}
        for name in ("sentences", "words"):
            if name in job.include:
                answer[name] = [one.as_dict() for one in getattr(made, name)]
        if "segments" in job.include:
            answer["segments"] = [_segment(one) for one in made.segments]
        if job.to is not None:
            answer["content"] = made.written(_target(job.to), **job.captions).decode("utf-8")
        return answer | {"problems": [*map(str, made.problems), *_too_fast(made, job)]}


def _target(to: str) -> str | None:
    return None if to == _SAME else to


def _segment(one: Any) -> dict[str, Any]:
    known = {name: getattr(one, name) for name in ("start", "end", "speaker", "language")}
    return {"text": one.text} | {name: value for name, value in known.items() if value is not None}


def _too_fast(made: FormattedTranscript, job: Talk) -> list[str]:
    """The limits that captions could not keep."""
    if job.to not in _CAPTIONS:
        return []
    layout = {name: value for name, value in job.captions.items() if name not in ("word_times", "speakers")}
    return [
        f"caption {number} ({caption.start:.1f} s): {problem}"
        for number, caption in enumerate(made.captions(**layout), start=1)
        for problem in caption.problems
    ]


def _shown(made: Formatted, text: str, job: Texts, problem: str | None) -> dict[str, Any]:
    """The answer to one text."""
    answer: dict[str, Any] = {"text": made.text, "language": _language(text, job.maker.lang)}
    for name in job.include:
        answer[name] = [one.as_dict() for one in getattr(made, name)]
    return answer | ({"problem": problem} if problem is not None else {})


def _language(text: str, lang: str) -> str:
    """The language that a text was formatted in: that of most of its words."""
    if lang != AUTO:
        return language(lang).code
    counted: Counter[str] = Counter()
    for piece in pieces(text.split()):
        counted[piece.lang or ""] += piece.end_word - piece.start_word
    return max(counted, key=lambda code: counted[code], default="")


def _answered(do: Callable[[], Any]) -> Any:
    """What ``do`` returns; an error as what is sent back for it."""
    try:
        return do()
    except _CALLERS as error:
        return Refused(str(error))
    except Exception as fault:
        frames = traceback.extract_tb(fault.__traceback__)
        where = "; ".join(f"{frame.filename.rpartition('indic_tf')[2]}:{frame.lineno}" for frame in frames[-8:])
        kind = type(fault).__name__ if not isinstance(fault, IndicTFError) else f"indic_tf.{type(fault).__name__}"
        return Broken(kind, str(fault), where)
