"""What is decided about texts before they are written: grammar, tagger and normalizer, each asked in its turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from . import decide, removal
from .assemble import assemble, mark_of, without_end
from .code_mixing import CodeMixing
from .convert import Normalizer
from .document import Conversions, Formatted, Range, Segment, Tagged
from .draft import Draft, merged
from .drafter import Drafter, undecided
from .errors import ModelError
from .finality import THRESHOLD, ends
from .first_use import Shared, once_property
from .grades import Grades
from .hashtags import Hashtags
from .inputs import Final, Input, Script, checked, limited
from .labels import CASE, DISFLUENCY, ITN, PUNCTUATION
from .languages import Language
from .named_codes import NamedCodes
from .native_script import NativeScript
from .repair import Marks
from .scripts import fold
from .segment import segment
from .sentences.facts import facts
from .seq2seq import SpanNormalizer
from .styles import Style
from .tagging.encode import NUMBER
from .tagging.hub import parts, require
from .terms import Finder, fixed

if TYPE_CHECKING:
    from .consult import Consultant, Settled
    from .tagging.joint import Joint
    from .tagging.predict import Tagger
    from .wfst.pipeline import Grammar

_ROUNDS = 4  # of asking the tagger about doubtful words; each but the last turned some into figures
_ROUNDS_OF_NETWORK = 100  # with a normalizer each settles something, and all that is left is asked about again


_SHARED: Shared[Normalizer] = Shared()
DEFAULT, FAST = "default", "fast"


class Decider:
    """The parts of a formatter, made when they are first needed, and what they decide between them.

    Threads may share one. Formatters that ask for the same model have one between them, while one of them is there.

    Attributes:
        language, style, script, itn, max_words: what the formatter was made with.
    """

    language: Language
    style: Style
    script: Script
    itn: bool
    max_words: int | None
    _model: str | None
    _device: str
    _local: bool
    _normalizers: tuple[str, ...]
    _heads: dict[str, bool]
    _removes: bool
    _finders: tuple[Finder, ...]
    _rules_off: frozenset[str]

    # --- the parts ------------------------------------------------------------------------------------

    @once_property
    def grammar(self) -> Grammar:
        """The language's compiled grammar; compiled on first use and kept in the cache folder."""
        from .wfst.pipeline import grammar

        return grammar(self.language.key)

    @once_property
    def _drafter(self) -> Drafter:
        from .readings.choosing import Chooser

        asks = self._consultant is not None
        decided_later = ITN.name in self._tagger_heads or asks
        return Drafter(Chooser(self.grammar, self._rules_off, weighed=asks), self.language, self.style, decided_later)

    @once_property
    def _mixing(self) -> CodeMixing:
        return CodeMixing(self.language, self.style)

    @once_property
    def _native_script(self) -> NativeScript:
        return NativeScript(self.language, self.script == "native", self._finders, self._marks)

    @once_property
    def _named(self) -> tuple[Hashtags, Grades, NamedCodes]:
        return Hashtags(self.language), Grades(self.language), NamedCodes(self.language, lambda: self.grammar)

    @once_property
    def normalizers(self) -> Mapping[str, Normalizer]:
        """The span normalizers by the name that chains of converters have for them; none if they have nothing to do."""
        if not (self._normalizers and (self.itn or self._heads[CASE.name])):
            return {}
        return dict(_normalizer(name, self._device, self._local) for name in self._normalizers)

    @once_property
    def _consultant(self) -> Consultant | None:
        """Who asks the normalizers."""
        if not self.normalizers:
            return None
        from .consult import Consultant

        return Consultant(self.normalizers, self.grammar, self.language, self.style)

    @once_property
    def tagger(self) -> Tagger | Joint | None:
        """The tagger, or None if it was switched off or has nothing to do."""
        if self._model is None or not (self._removes or any(self._heads.values())):
            return None
        from .taggers import chosen, shared

        made = shared(chosen(self.language.code, self._model, self._local), self._device, self._local)
        if self._removes and DISFLUENCY.name not in made.heads:
            raise ModelError(f"disfluency='remove' needs a disfluency head, which the model {self._model!r} has not")
        return made

    @once_property
    def _doubled(self) -> Mapping[str, str]:
        """Words that are said twice in a row, folded: as "grammar" or as a "slip"."""
        return {fold(row["form"]): row.choice("kind", ("grammar", "slip")) for row in self.language.table("doubled")}

    @once_property
    def _sounds(self) -> frozenset[str]:
        """Hesitations of one word, folded."""
        return frozenset(map(fold, self.language.forms("fillers", kind="sound")))

    @once_property
    def _tagger_heads(self) -> frozenset[str]:
        return frozenset(self.tagger.heads) if self.tagger else frozenset()

    # --- texts ----------------------------------------------------------------------------------------

    @cached_property
    def _marks(self) -> Marks:
        """What the marks of recognisers are brought to."""
        end = mark_of("end", self.language, self.style)
        made = Marks(end, self.language.comma, self.language.question, latin_end="")
        numbered = facts(self.language.key).figure
        return made.with_forms(self.language.abbreviations, self.language.forms("letters"), numbered)

    def _segment(self, text: Input) -> Segment:
        """The words of a text, put right."""
        return segment(limited(checked(text), self.max_words), self._marks)

    # --- decisions ------------------------------------------------------------------------------------

    def _decided(self, segments: Sequence[Segment], final: Final = "always") -> list[tuple[Draft, Tagged | None]]:
        """Drafts with the tagger's last word on them."""
        decided = self._tagged(segments)
        if self.itn:
            self._drafter.forget()
        return self._ended(decided, final)

    def _ended(self, decided: list[tuple[Draft, Tagged | None]], final: Final) -> list[tuple[Draft, Tagged | None]]:
        """Without a mark behind the last word of a text, where ``final`` says so."""
        if final == "always" or self.tagger is None or not self._heads[PUNCTUATION.name]:
            return decided
        ended = [0.0] * len(decided)
        if final == "auto":
            ended = ends([draft.seen for draft, _ in decided], self.tagger, self.language.code)
        return [
            (draft, tagged if tagged is None or share >= THRESHOLD else without_end(tagged))
            for (draft, tagged), share in zip(decided, ended, strict=True)
        ]

    def _tagged(self, segments: Sequence[Segment]) -> list[tuple[Draft, Tagged | None]]:
        drafts = [self._draft(made) for made in segments]
        tags = self._tag(drafts)
        if ITN.name not in self._tagger_heads and self._consultant is None:
            return list(zip(drafts, tags, strict=True))
        todo = list(range(len(drafts)))
        for _ in range(_ROUNDS if self._consultant is None else _ROUNDS_OF_NETWORK):
            if not (todo := self._settle(segments, drafts, tags, todo)):
                break
            for i, tagged in zip(todo, self._tag([drafts[i] for i in todo]), strict=True):
                tags[i] = tagged
        drafts = [self._with_kinds(draft, tagged) for draft, tagged in zip(drafts, tags, strict=True)]
        if self._consultant is not None:
            drafts = self._consultant.with_case(drafts, tags)
        return list(zip(drafts, tags, strict=True))

    def _settle(
        self, segments: Sequence[Segment], drafts: list[Draft], tags: Sequence[Tagged | None], todo: Sequence[int]
    ) -> list[int]:
        """Draft anew the texts among ``todo`` about which tagger and normalizer have something new to say: these."""
        changed = []
        for i, new in zip(todo, self._consulted([drafts[i] for i in todo], [tags[i] for i in todo]), strict=True):
            figures = drafts[i].figures | self._figures(drafts[i], tags[i])
            settled = drafts[i].settled
            if new is not None:
                figures, settled = figures | new.figures, merged(settled, new.conversions)
            if figures != drafts[i].figures or settled.edits != drafts[i].settled.edits:
                drafts[i] = self._draft(segments[i], figures, settled)
                changed.append(i)
            elif new is not None:
                drafts[i] = drafts[i].with_refusals(new.conversions.refusals)
        return changed

    def _consulted(self, drafts: Sequence[Draft], tags: Sequence[Tagged | None]) -> Sequence[Settled | None]:
        """What the normalizer settles, the classes that the tagger is sure of being as they will be."""
        if self._consultant is None or not (self.itn and self.style.convert):
            return [None] * len(drafts)
        return self._consultant.settle(list(map(self._with_kinds, drafts, tags)), tags)

    def _draft(
        self, made: Segment, figures: frozenset[Range] = frozenset(), settled: Conversions | None = None
    ) -> Draft:
        """Everything that comes before the tagger; what is settled begins with the caller's words."""
        made = self._native_script.read(made)
        settled = self._given(made) if settled is None else settled
        return self._drafter.draft(made, figures, settled) if self.itn else undecided(made, self._mixing, settled)

    def _given(self, made: Segment) -> Conversions:
        """What the words of a text are, whatever else is said: a caller's words, tags, grades, codes with a name."""
        settled = fixed(made, self._finders)
        if not (self.itn and self.style.convert):
            return settled
        said = {fold(word.core) for word in made.words} | {word.before[-1:] for word in made.words}
        for finder in self._named:
            found = None if finder.first.isdisjoint(said) else finder.conversions(made, settled.edited)
            settled = merged(settled, found) if found else settled
        return settled

    def _with_kinds(self, draft: Draft, tagged: Tagged | None) -> Draft:
        """The draft with the classes that the tagger is sure of."""
        return self._drafter.with_kinds(draft, tagged) if draft.choice.spans else draft

    def _figures(self, draft: Draft, tagged: Tagged | None) -> frozenset[Range]:
        """The doubtful words that the tagger takes for numbers."""
        if tagged is None or not draft.choice.doubtful:
            return frozenset()
        said = decide.evidence(draft.units, tagged)
        doubtful = draft.choice.doubtful
        if self._consultant is not None:
            doubtful = [span for span in doubtful if not self._consultant.is_asked(span, said)]
        return decide.accepted(doubtful, draft.choice.cued, said, self.language.thresholds)

    def _assemble(self, draft: Draft, tagged: Tagged | None) -> Formatted:
        heads = self.tagger.heads if self.tagger else {}
        marks = heads.get(PUNCTUATION.name, PUNCTUATION)
        bound = draft.choice.bound
        conversions, mixed = draft.conversions, draft.mixed
        tagged = self._mixing.with_small_letters(tagged, draft.units) if tagged and self._mixing.on else tagged
        return assemble(draft.segment, conversions, tagged, bound, self.language, self.style, marks, mixed)

    def _tag(self, drafts: Sequence[Draft]) -> list[Tagged | None]:
        """Labels for every unit of every text; None where there is nothing to punctuate."""
        seen = [draft.seen for draft in drafts]
        if self.tagger is None:
            return [None] * len(seen)
        todo = [i for i, words in enumerate(seen) if any(word != NUMBER for word in words)]
        found: list[Tagged | None] = [None] * len(seen)
        for i, tagged in zip(todo, self.tagger.tag([seen[i] for i in todo]), strict=True):
            known = removal.with_sounds(tagged, seen[i], self._sounds)
            found[i] = self._switched_on(removal.with_doubled(known, seen[i], self._doubled))
        return found

    def _switched_on(self, tagged: Tagged) -> Tagged:
        on = [head for head in tagged.labels if self._heads.get(head, True)]
        return Tagged(
            {head: tagged.labels[head] for head in on},
            {head: tagged.probabilities[head] for head in on},
            {head: tagged.neutral[head] for head in on},
        )


def require_models(model: str | None, normalizers: Sequence[str], own: Language | None = None) -> None:
    """Raise `ModelError` for names of models that are none, without loading any: as soon as a formatter is made.

    ``own`` is the language that "default" and "fast" stand for models of; None if it is not known yet.
    """
    for name in parts(model) if model is not None else ():
        of_language = {DEFAULT: own.model, FAST: own.fast_model or own.model} if own else {}
        for part in parts(of_language.get(name, name)):
            require(part, also=(DEFAULT, FAST))
    for name in normalizers:
        SpanNormalizer.require(name, also=(DEFAULT,))


def _normalizer(name: str, device: str, local_files_only: bool) -> tuple[str, Normalizer]:
    """A normalizer with its name in chains, loaded once for all formatters; raises as `consult.load` does."""
    from .consult import MT5, TAGS, load
    from .tag_converter import TagConverter

    made = _SHARED.get(name, device, lambda name, device: load(name, device, local_files_only=local_files_only)[1])
    return TAGS if isinstance(made, TagConverter) else MT5, made
