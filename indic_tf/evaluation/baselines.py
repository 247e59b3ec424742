"""Systems that write numbers, ours and what they are measured against, behind one interface: texts in, texts out.

    grammar      the grammar and its own policy, no network at all ("WFST only")
    tagged       the grammar; the tagger decides on doubtful words
    universal1   marks by the tagger first, then the grammar on what stands between them (Universal-1-TF)
    network      spans by the ITN head, written by the span normalizer, nobody checks (Universal-2-TF)
    tags         spans by the ITN head, written by edit tags, nobody checks (Antonova et al. 2022)
    hybrid       tagger, grammar and span normalizer with the check of what it writes; the policy's readings
    rescored     the same; the span normalizer weighs the grammar's readings
    seq2seq      whole texts through the span normalizer, no spans

Universal-1-TF, Universal-2-TF and the full sequence-to-sequence model are those of "Universal-2-TF: robust all-neural
text formatting for ASR", tables 2 and 6. Marks are no part of these answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..formatter import IndicFormatter
from ..labels import ITN, spans
from ..languages import Rescoring
from ..segment import segment

if TYPE_CHECKING:
    from ..convert import Normalizer
    from ..seq2seq import Request
    from ..tagging.predict import Tagger

System = Callable[[Sequence[str]], list[str]]
BATCH = 64
LONGEST = 40
"""Words of a text that the sequence-to-sequence baseline gets at once."""


@dataclass(frozen=True, slots=True)
class Models:
    """Names or folders of the models; ``tags`` None leaves that system out."""

    tagger: str = "builtin"
    normalizer: str = "builtin"
    tags: str | None = None
    device: str = "auto"


def systems(lang: str, models: Models) -> dict[str, System]:
    """The systems for one language, by name. Raises `ModelError` for a model that is missing."""
    made = {
        "grammar": _formatter(lang, model=None),
        "tagged": _formatter(lang, model=models.tagger, device=models.device),
        "universal1": _marked_first(lang, models),
        "network": _unchecked(lang, _normalizer(models.normalizer, models.device), models),
        "hybrid": _hybrid(lang, models, weigh=False),
        "rescored": _hybrid(lang, models, weigh=True),
        "seq2seq": _whole(lang, _normalizer(models.normalizer, models.device)),
    }
    if models.tags is not None:
        made["tags"] = _unchecked(lang, _normalizer(models.tags, models.device), models)
    return made


def _normalizer(name: str, device: str) -> Normalizer:
    from ..consult import load

    return load(name, device)[1]


def _formatter(lang: str, **options: str | None) -> System:
    made = IndicFormatter(lang, punctuation=False, case=False, **{"normalizer": None, **options})  # type: ignore[arg-type]
    return lambda texts: [found.text for found in made.map(texts, BATCH)]


def _hybrid(lang: str, models: Models, weigh: bool) -> System:
    made = IndicFormatter(
        lang, model=models.tagger, normalizer=models.normalizer, device=models.device, punctuation=False, case=False
    )
    if not weigh:
        silent = Rescoring(kind=0.0, grammar=1.0, network=0.0)  # the policy's reading is the cheapest
        made.language = made.language.model_copy(update={"rescoring": silent})
    return lambda texts: [found.text for found in made.map(texts, BATCH)]


def _marked_first(lang: str, models: Models) -> System:
    marker = IndicFormatter(lang, model=models.tagger, device=models.device, itn=False, case=False, normalizer=None)
    grammar = IndicFormatter(lang, model=None, normalizer=None)

    def answer(texts: Sequence[str]) -> list[str]:
        marked = [found.text for found in marker.map(texts, BATCH)]
        return [_bare(found.text) for found in grammar.map(marked, BATCH)]

    return answer


def _bare(text: str) -> str:
    """A text without the marks around its words."""
    return " ".join(word.core for word in segment(text).words if word.core)


def _unchecked(lang: str, network: Normalizer, models: Models) -> System:
    from ..tagging.predict import Tagger

    tagger = Tagger.load(models.tagger, models.device)

    def answer(texts: Sequence[str]) -> list[str]:
        rows = [text.split() for text in texts]
        found = _found(tagger, rows)
        asked = [(i, span) for i, own in enumerate(found) for span in own]
        answers = network.normalize([_request(lang, rows[i], *span) for i, span in asked])
        for (i, (start, end)), made in reversed(list(zip(asked, answers, strict=True))):
            rows[i][start:end] = made.split()
        return [" ".join(row) for row in rows]

    return answer


def _found(tagger: Tagger, rows: Sequence[Sequence[str]]) -> list[list[tuple[int, int]]]:
    """The spans of each text by the ITN head."""
    full = [row for row in rows if row]
    labels = iter([tagged.labels[ITN.name] for tagged in tagger.tag(full)])
    return [[(a, b) for a, b, _ in spans(next(labels))] if row else [] for row in rows]


def _request(lang: str, words: Sequence[str], start: int, end: int) -> Request:
    from ..seq2seq.requests import CONTEXT, Request

    left, right = words[max(0, start - CONTEXT) : start], words[end : end + CONTEXT]
    return Request(lang, tuple(words[start:end]), tuple(left), tuple(right))


def _whole(lang: str, network: Normalizer) -> System:
    """Texts of more than `LONGEST` words in pieces of that many."""
    from ..seq2seq import Request

    def answer(texts: Sequence[str]) -> list[str]:
        rows = [text.split() for text in texts]
        pieces = [(i, row[k : k + LONGEST]) for i, row in enumerate(rows) for k in range(0, len(row), LONGEST)]
        answers = network.normalize([Request(lang, tuple(piece)) for _, piece in pieces])
        made: list[list[str]] = [[] for _ in rows]
        for (i, _), text in zip(pieces, answers, strict=True):
            made[i].append(text)
        return [" ".join(parts) for parts in made]

    return answer
