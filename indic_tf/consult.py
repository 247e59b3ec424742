"""The span normalizer's part in a text: what it is asked, and what becomes of its answers.

    proposals   words that the ITN head takes for a number but the grammar cannot read   it writes, the check judges
    chains      classes for which the YAML asks it before the grammar                    it writes, the check judges
    questions   words that the grammar reads in more than one way                        it weighs, the grammar writes
    case        Latin words that the case head calls mixed and no table has              it writes, letters must agree

It sees the words around a span as they will be written, and is asked again whenever they change: so the text that comes
out is one about which it has no more to say, and formatting it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .convert import GRAMMAR, Asked, Normalizer, ask, write
from .decide import Evidence, evidence
from .document import UNCONVERTED, Conversions, Edit, Range, Refusal, Span, Tagged
from .draft import Draft, merged
from .faithful import check_case
from .labels import CASE, case_of
from .languages import Language
from .proposals import proposals
from .rescore import Question, best, is_unsure, questions
from .seq2seq.requests import CONTEXT, Request
from .styles import Style

if TYPE_CHECKING:
    from .wfst.pipeline import Grammar

MT5, TAGS = "mt5", "tags"
"""The names of an encoder-decoder and of a model of edit tags in `Edit.by` and in the chains of a language's YAML."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What is new about a text: conversions, and doubtful words that are numbers."""

    conversions: Conversions = UNCONVERTED
    figures: frozenset[Range] = frozenset()


def load(name: str, device: str, *, local_files_only: bool = False) -> tuple[str, Normalizer]:
    """The normalizer called ``name``, an encoder-decoder or a model of edit tags, with its name in chains: "builtin",
    another of the package, a folder by its path, or "hf://owner/name[@revision]".

    Raises `ModelError` for a model that is missing or is neither.
    """
    from .seq2seq import SpanNormalizer
    from .tag_converter import TAGS as TAGS_FILE
    from .tag_converter import TagConverter

    folder = SpanNormalizer.find(name, local_files_only=local_files_only)
    if (folder / TAGS_FILE).is_file():
        return TAGS, TagConverter.load(str(folder), device)
    return MT5, SpanNormalizer.load(name, device, local_files_only=local_files_only)


class Consultant:
    """Asks normalizers about drafts of one language. The first of them weighs readings and knows about case."""

    def __init__(self, networks: Mapping[str, Normalizer], grammar: Grammar, language: Language, style: Style) -> None:
        self._networks, self._grammar, self._language, self._style = networks, grammar, language, style
        self._first, self._normalizer = next(iter(networks.items()))

    def settle(self, drafts: Sequence[Draft], tags: Sequence[Tagged | None]) -> list[Settled]:
        """What can be settled about each text, the network being asked once for all of them about each thing."""
        written = self._written(drafts, tags)
        return self._weighed(drafts, tags, written)

    def is_asked(self, doubtful: Span, said: Mapping[Range, Evidence]) -> bool:
        """True for a doubtful word that is left to the network."""
        return is_unsure(said.get(doubtful.words))

    # --- what it writes -------------------------------------------------------------------------------

    def _written(self, drafts: Sequence[Draft], tags: Sequence[Tagged | None]) -> list[Conversions]:
        asked = [(i, one) for i, row in enumerate(zip(drafts, tags, strict=True)) for one in self._asked(*row)]
        if not asked:
            return [UNCONVERTED] * len(drafts)
        chain = self._language.chain
        answers = ask([one for _, one in asked], chain, self._networks, self._grammar, self._style)
        made = [UNCONVERTED] * len(drafts)
        for (i, one), answer in zip(asked, answers, strict=True):
            free = _covered(made[i]).isdisjoint(range(*one.words))
            made[i] = merged(made[i], answer if free else UNCONVERTED)
        return made

    def _asked(self, draft: Draft, tagged: Tagged | None) -> Iterator[Asked]:
        """Proposals, the widest first; then what the network is asked about before the grammar."""
        for one in proposals(draft, tagged, self._language.thresholds.proposal, self._grammar):
            yield Asked(draft.segment, one.words, one.kind, self._request(draft, one.words))
        settled = _covered(draft.settled)
        for span in draft.choice.spans:
            if self._language.chain(span.kind)[0] in self._networks and settled.isdisjoint(range(*span.words)):
                yield Asked(draft.segment, span.words, span.kind, self._request(draft, span.words), span)

    # --- what it weighs -------------------------------------------------------------------------------

    def _weighed(
        self, drafts: Sequence[Draft], tags: Sequence[Tagged | None], written: Sequence[Conversions]
    ) -> list[Settled]:
        """``written``, and the readings that win over the judge's."""
        made = [Settled(conversions) for conversions in written]
        found = [
            (i, question)
            for i, (draft, tagged) in enumerate(zip(drafts, tags, strict=True))
            for question in self._questions(draft, tagged)
            if _covered(written[i]).isdisjoint(range(*question.words))
        ]
        if not found:
            return made
        requests = [self._request(drafts[i], question.words) for i, question in found]
        texts = [[candidate.text for candidate in question.candidates] for _, question in found]
        scores = self._normalizer.score(requests, texts)
        for (i, question), chances in zip(found, scores, strict=True):
            made[i] = self._with_answer(made[i], drafts[i], question, chances)
        return made

    def _questions(self, draft: Draft, tagged: Tagged | None) -> Iterator[Question]:
        said = evidence(draft.units, tagged) if tagged else {}
        return questions(draft, said, self._grammar, self._style)

    def _with_answer(self, made: Settled, draft: Draft, question: Question, chances: Sequence[float]) -> Settled:
        winner = best(question, chances, self._language.rescoring)
        if question.doubtful:
            return replace(made, figures=made.figures | {question.words}) if winner.spans else made
        overlap = not _covered(made.conversions).isdisjoint(range(*question.words))
        if winner is question.candidates[0] or overlap:
            return made
        words, by = draft.segment.words, f"{GRAMMAR} ({self._first} chose)"
        rows = [write(words, span, self._grammar, self._style, by) for span in winner.spans]
        edits = tuple(edit for row in rows for edit in row)
        return (
            replace(made, conversions=merged(made.conversions, Conversions(edits, winner.spans))) if all(rows) else made
        )

    # --- case -----------------------------------------------------------------------------------------

    def with_case(self, drafts: Sequence[Draft], tags: Sequence[Tagged | None]) -> list[Draft]:
        """Drafts with the Latin words that the case head calls mixed (iPhone, JavaScript) as the network has them."""
        rows = [(i, at) for i, row in enumerate(zip(drafts, tags, strict=True)) for at in self._mixed(*row)]
        made = list(drafts)
        answers = self._normalizer.normalize([self._request(drafts[i], at) for i, at in rows]) if rows else []
        for (i, at), answer in zip(rows, answers, strict=True):
            made[i] = _with_cased(made[i], at, answer.strip(), self._first)
        return made

    def _mixed(self, draft: Draft, tagged: Tagged | None) -> Iterator[Range]:
        """Words that came without capitals, should have some within, and are in no table."""
        labels: Mapping[str, tuple[str, ...]] = tagged.labels if tagged else {}
        converted = draft.conversions.edited
        for unit, label in zip(draft.units, labels.get(CASE.name, ()), strict=False):
            free = unit.words[0] not in converted and case_of(unit.core) == "lower"
            if label == "mixed" and free and self._language.cased(unit.core) is None:
                yield unit.words

    def _request(self, draft: Draft, words: Range) -> Request:
        """The span as it was spoken, the words around it as they will be written; case tells nothing."""
        start, end = words
        left = [unit.core.lower() for unit in draft.units if unit.words[1] <= start][-CONTEXT:]
        right = [unit.core.lower() for unit in draft.units if unit.words[0] >= end][:CONTEXT]
        said = tuple(word.core.lower() for word in draft.segment.words[start:end])
        return Request(self._language.code, said, tuple(left), tuple(right))


def _covered(conversions: Conversions) -> set[int]:
    """The words that belong to a conversion."""
    ranges = [*(edit.words for edit in conversions.edits), *(span.words for span in conversions.spans)]
    return {i for range_ in ranges for i in range(*range_)}


def _with_cased(draft: Draft, words: Range, answer: str, by: str) -> Draft:
    word = draft.segment.words[words[0]]
    verdict = check_case(word.core, answer)
    if not verdict.accepted:
        return draft.with_refusals([Refusal(words, answer, by, verdict.reason)])
    if answer == word.core:
        return draft
    edit = Edit(words, word.before + answer + word.after, "case", by)
    return replace(draft, mixed={**draft.mixed, words[0]: edit})
