"""Systems that write numbers, ours and what they are measured against, behind one interface: texts in, texts out.

    grammar      the grammar and the judge of readings, no network at all ("WFST only")
    tagged       the grammar; the tagger decides on doubtful words
    universal1   marks by the tagger first, then the grammar on what stands between them (Universal-1-TF)
    network      spans by the ITN head, written by the span normalizer, nobody checks (Universal-2-TF)
    tags         spans by the ITN head, written by edit tags, nobody checks (Antonova et al. 2022)
    hybrid       tagger, grammar and span normalizer with the check of what it writes; the judge's readings
    rescored     the same; the span normalizer weighs the grammar's readings
    seq2seq      whole texts through the span normalizer, no spans

Universal-1-TF, Universal-2-TF and the full sequence-to-sequence model are those of "Universal-2-TF: robust all-neural
text formatting for ASR", tables 2 and 6. Marks are no part of these answers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import InputError
from ..formatter import IndicFormatter
from ..labels import ITN, spans
from ..languages import Rescoring
from .case import cores

if TYPE_CHECKING:
    from ..convert import Normalizer
    from ..tagging.joint import Joint
    from ..tagging.predict import Tagger

System = Callable[[Sequence[str]], list[str]]
BATCH = 64
LONGEST = 40
"""Words of a text that the sequence-to-sequence baseline gets at once."""


@dataclass(frozen=True, slots=True)
class Models:
    """Names or folders of the models; ``tags`` None leaves that system out."""

    tagger: str = "default"
    normalizer: str = "builtin"
    tags: str | None = None
    device: str = "auto"


def systems(lang: str, models: Models, only: Collection[str] = ()) -> dict[str, System]:
    """The systems for one language, by name: all that there are models for, or ``only`` some.

    Raises `InputError` for a name that is none, `ModelError` for a model that is missing.
    """
    if unknown := set(only) - SYSTEMS.keys():
        raise InputError(f"no system is called {', '.join(sorted(unknown))}: choose from {', '.join(SYSTEMS)}")
    there = [name for name in SYSTEMS if name != TAGS or models.tags is not None]
    return {name: SYSTEMS[name](lang, models) for name in there if not only or name in only}


def _normalizer(name: str, models: Models) -> Normalizer:
    from ..consult import load

    return load(name, models.device)[1]


def _without_network(lang: str, models: Models) -> System:
    return _texts(IndicFormatter(lang, model=None, normalizer=None, punctuation=False, case=False))


def _tagged(lang: str, models: Models) -> System:
    return _texts(_formatter(lang, models, None))


def _formatter(lang: str, models: Models, normalizer: str | None) -> IndicFormatter:
    named = {"model": models.tagger, "device": models.device, "normalizer": normalizer}
    return IndicFormatter(lang, punctuation=False, case=False, **named)  # type: ignore[arg-type]


def _texts(formatter: IndicFormatter) -> System:
    return lambda texts: [found.text for found in formatter.map(texts, BATCH)]


def _hybrid(lang: str, models: Models) -> System:
    made = _formatter(lang, models, models.normalizer)
    silent = Rescoring(kind=0.0, grammar=1.0, network=0.0)  # the judge's reading is the cheapest
    made.language = made.language.model_copy(update={"rescoring": silent})
    return _texts(made)


def _rescored(lang: str, models: Models) -> System:
    return _texts(_formatter(lang, models, models.normalizer))


def _marked_first(lang: str, models: Models) -> System:
    marker = IndicFormatter(lang, model=models.tagger, device=models.device, itn=False, case=False, normalizer=None)
    grammar = IndicFormatter(lang, model=None, normalizer=None)

    def answer(texts: Sequence[str]) -> list[str]:
        marked = [found.text for found in marker.map(texts, BATCH)]
        return [unmarked(found.text) for found in grammar.map(marked, BATCH)]

    return answer


def unmarked(text: str) -> str:
    """A text without the marks around its words."""
    return " ".join(cores(text))


def _network(lang: str, models: Models) -> System:
    return _unchecked(lang, models.normalizer, models)


def _tags(lang: str, models: Models) -> System:
    return _unchecked(lang, models.tags or "", models)


def _unchecked(lang: str, name: str, models: Models) -> System:
    from ..seq2seq import Request
    from ..taggers import tagger_of

    tagger, network = tagger_of(lang, models.tagger, models.device), _normalizer(name, models)

    def answer(texts: Sequence[str]) -> list[str]:
        rows = [text.split() for text in texts]
        found = _found(tagger, rows)
        asked = [(i, span) for i, own in enumerate(found) for span in own]
        answers = network.normalize([Request.within(lang, rows[i], *span) for i, span in asked])
        for (i, (start, end)), made in reversed(list(zip(asked, answers, strict=True))):
            rows[i][start:end] = made.split()
        return [" ".join(row) for row in rows]

    return answer


def _found(tagger: Tagger | Joint, rows: Sequence[Sequence[str]]) -> list[list[tuple[int, int]]]:
    """The spans of each text by the ITN head."""
    full = [row for row in rows if row]
    labels = iter([tagged.labels[ITN.name] for tagged in tagger.tag(full)])
    return [[(a, b) for a, b, _ in spans(next(labels))] if row else [] for row in rows]


def _whole(lang: str, models: Models) -> System:
    """Texts of more than `LONGEST` words in pieces of that many."""
    from ..seq2seq import Request

    network = _normalizer(models.normalizer, models)

    def answer(texts: Sequence[str]) -> list[str]:
        rows = [text.split() for text in texts]
        pieces = [(i, row[k : k + LONGEST]) for i, row in enumerate(rows) for k in range(0, len(row), LONGEST)]
        answers = network.normalize([Request(lang, tuple(piece)) for _, piece in pieces])
        made: list[list[str]] = [[] for _ in rows]
        for (i, _), text in zip(pieces, answers, strict=True):
            made[i].append(text)
        return [" ".join(parts) for parts in made]

    return answer


TAGS = "tags"
SYSTEMS: dict[str, Callable[[str, Models], System]] = {
    "grammar": _without_network,
    "tagged": _tagged,
    "universal1": _marked_first,
    "network": _network,
    TAGS: _tags,
    "hybrid": _hybrid,
    "rescored": _rescored,
    "seq2seq": _whole,
}
"""What makes each system for a language."""
