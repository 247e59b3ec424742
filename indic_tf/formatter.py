"""IndicFormatter: the whole way through, for one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from . import decide, removal
from .assemble import assemble, mark_of, without_end
from .convert import Normalizer
from .document import UNCONVERTED, Conversions, Formatted, Range, Refusal, Segment, Span, Tagged, Word
from .draft import Draft, merged
from .drafter import Drafter, undecided
from .errors import InputError, ModelError
from .finality import THRESHOLD, ends
from .inputs import Arguments, Final, Input, batches, checked, require, unchanged
from .labels import CASE, DISFLUENCY, ITN, PUNCTUATION
from .languages import Language, language
from .repair import Marks
from .routed import RoutedFormatter
from .scripts import fold
from .segment import segment
from .styles import Style, named
from .tagging.encode import NUMBER

if TYPE_CHECKING:
    from .consult import Consultant, Settled
    from .streaming import Stream
    from .tagging.joint import Joint
    from .tagging.predict import Tagger
    from .talk import FormattedTranscript, Loops
    from .transcripts import Transcript
    from .wfst.pipeline import Grammar, Trace

OnError = Callable[[int, Any, Exception], None]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What each stage said about one text; what ``indic-tf explain`` prints.

    Attributes:
        words: the input words.
        traces: the four grammar stages for every run of number words.
        spans: the spans that were chosen for conversion.
        doubtful: words that may be numbers, about which the tagger had the last word if it has a head for them.
        units: what the tagger saw, one entry per output word, numbers as a placeholder.
        tags: the tagger's labels and probabilities for ``units``; None without a tagger.
        formatted: the result; ``formatted.edits`` says which converter answered.
        refusals: answers of the span normalizer that were not what was said.
    """

    words: tuple[Word, ...]
    traces: tuple[Trace, ...]
    spans: tuple[Span, ...]
    doubtful: tuple[Span, ...]
    units: tuple[str, ...]
    tags: Tagged | None
    formatted: Formatted
    refusals: tuple[Refusal, ...] = ()


AUTO = "auto"
_ROUNDS = 4  # of asking the tagger about doubtful words; each but the last turned some into figures
_DEFAULTS: dict[str, Any] = {
    **{"model": "default", "device": "auto", "style": "default", "disfluency": "keep", "normalizer": "default"},
    **{"punctuation": True, "itn": True, "case": True, "final": "always"},
}
_ROUNDS_OF_NETWORK = 100  # with a normalizer each settles something, and all that is left is asked about again


class IndicFormatter:
    """Formats the output of a speech recogniser in one language, and reads written text aloud.

    A text is one utterance or passage. Its line breaks stay, but tell nothing: sentences and numbers go across them, as
    in captions. Separate utterances are separate texts (`map`).

    >>> fmt = IndicFormatter("hi", model=None)
    >>> fmt("मुझे पच्चीस हजार रुपये चाहिए").text
    'मुझे ₹25,000 चाहिए'
    >>> fmt.spoken("₹25,000")
    'पच्चीस हज़ार रुपये'

    Args:
        lang: a code of `languages()`.
        model: a tagger: "default" (the one that the language's YAML names), "fast" (a smaller one), a folder, the id of
            one on the Hugging Face hub; several with a plus between them as one, as in "default+fast"; None to work
            without one.
        device: "auto", "cpu", "cuda" or "cuda:N" for the models.
        style: a preset ("default", "verbatim", "native", "captions", "news") or a `Style`.
        punctuation: add commas, sentence ends and question marks.
        itn: write numbers, money … in figures.
        case: capital letters for Latin-script words.
        normalizer: a network for spans that the grammar cannot read, or reads in more than one way: "default" (the one
            that the language's YAML names; none without a tagger), "builtin", a folder, a hub id, several of them; None
            to work without one.
        disfluency: "keep" marks fillers, repetitions and restarts in `Formatted.disfluencies` and leaves them in the
            text; "remove" takes them out, corrections stay.
        final: the mark behind the last word of a text. "always" ends it; "auto" only where a sentence ends, for texts
            that a recogniser cut at pauses; "never" leaves it open.

    Raises `LanguageError` for an unknown language, `InputError` for an argument of no use, `ModelError` for a model
    that is missing or lacks a head that was asked for. Models and grammars load on first use, and so do their errors.
    """

    def __new__(cls, lang: str = "", **options: Any) -> Any:
        """``IndicFormatter("auto")`` is a `RoutedFormatter`, which has a formatter of each language that comes."""
        if lang != AUTO:
            return super().__new__(cls)
        Arguments.check(**{**_DEFAULTS, **options, "lang": lang})
        return RoutedFormatter(partial(cls, **options))

    def __init__(
        self,
        lang: str,
        *,
        model: str | PathLike[str] | None = "default",
        device: str = "auto",
        style: str | Style = "default",
        punctuation: bool = True,
        itn: bool = True,
        case: bool = True,
        disfluency: Literal["keep", "remove"] = "keep",
        normalizer: str | PathLike[str] | Sequence[str] | None = "default",
        final: Final = "always",
    ) -> None:
        given = Arguments.check(
            lang=lang,
            model=model,
            device=device,
            style=style,
            punctuation=punctuation,
            itn=itn,
            case=case,
            disfluency=disfluency,
            normalizer=normalizer,
            final=final,
        )
        self.final = given.final
        self.language: Language = language(given.lang)
        self.style = named(given.style)
        self.itn = given.itn
        default = None if given.model is None else self.language.normalizer
        chosen = default if given.normalizer == "default" else given.normalizer
        self._normalizers = (chosen,) if isinstance(chosen, str) else tuple(chosen or ())
        self._model, self._device = given.model, given.device
        self._heads = {PUNCTUATION.name: given.punctuation, CASE.name: given.case, ITN.name: given.itn}
        self._removes = given.disfluency == "remove"
        if self._removes and given.model is None:
            raise ModelError("disfluency='remove' needs a model with a disfluency head")

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs; compiled grammars and models are loaded there again."""
        return {
            k: v
            for k, v in self.__dict__.items()
            if k not in ("grammar", "tagger", "normalizers", "_tagger_heads", "_drafter", "_consultant", "_marks")
        }

    def prepare(self) -> None:
        """Load grammar and models now, not with the first text. Raises `ModelError`, `GrammarError`."""
        _ = self.tagger, self.normalizers, self.grammar if self.itn else None

    # --- the parts ------------------------------------------------------------------------------------

    @cached_property
    def grammar(self) -> Grammar:
        """The language's compiled grammar; compiled on first use and kept in the cache folder."""
        from .wfst.pipeline import grammar

        return grammar(self.language.code)

    @cached_property
    def _drafter(self) -> Drafter:
        from .wfst.policy import Policy

        decided_later = ITN.name in self._tagger_heads or self._consultant is not None
        return Drafter(Policy(self.grammar), self.language, self.style, decided_later)

    @cached_property
    def normalizers(self) -> Mapping[str, Normalizer]:
        """The span normalizers by the name that chains of converters have for them; none if they have nothing to do."""
        if not (self._normalizers and (self.itn or self._heads[CASE.name])):
            return {}
        from .consult import load

        return dict(load(name, self._device) for name in self._normalizers)

    @cached_property
    def _consultant(self) -> Consultant | None:
        """Who asks the normalizers."""
        if not self.normalizers:
            return None
        from .consult import Consultant

        return Consultant(self.normalizers, self.grammar, self.language, self.style)

    @cached_property
    def tagger(self) -> Tagger | Joint | None:
        """The tagger, or None if it was switched off or has nothing to do."""
        if self._model is None or not (self._removes or any(self._heads.values())):
            return None
        from .taggers import chosen
        from .tagging import joint

        made = joint.load(chosen(self.language.code, self._model), self._device)
        if self._removes and DISFLUENCY.name not in made.heads:
            raise ModelError(f"disfluency='remove' needs a disfluency head, which the model {self._model!r} has not")
        return made

    @cached_property
    def _doubled(self) -> Mapping[str, str]:
        """Words that are said twice in a row, folded: as "grammar" or as a "slip"."""
        return {fold(row["form"]): row.choice("kind", ("grammar", "slip")) for row in self.language.table("doubled")}

    @cached_property
    def _sounds(self) -> frozenset[str]:
        """Hesitations of one word, folded."""
        return frozenset(map(fold, self.language.forms("fillers", kind="sound")))

    @cached_property
    def _tagger_heads(self) -> frozenset[str]:
        return frozenset(self.tagger.heads) if self.tagger else frozenset()

    # --- the way through ------------------------------------------------------------------------------

    def __call__(self, text: Input, *, final: Final | None = None) -> Formatted:
        """Format one text, or one list of recogniser words; ``final`` in place of the formatter's own."""
        return self._format([text], final)[0]

    def map(
        self,
        texts: Iterable[Input],
        batch_size: int = 64,
        on_error: OnError | None = None,
        *,
        final: Final | None = None,
    ) -> Iterator[Formatted]:
        """Format many texts: lazily, in order, at most ``batch_size`` in memory at a time.

        A text that fails raises; with ``on_error`` it is handed over as (index from 0, text, exception) and comes out
        unchanged. ``final`` stands in place of the formatter's own.
        """
        if isinstance(texts, str):
            raise InputError("map takes many texts; for one text call the formatter itself")
        if batch_size < 1:
            raise InputError(f"batch_size is {batch_size}, expected 1 or more")
        for batch in batches(texts, batch_size):
            try:
                made = self._format([text for _, text in batch], final)
            except Exception:
                if on_error is None:
                    require(batch)
                    raise
                made = [self._format_or_report(i, text, on_error, final) for i, text in batch]
            yield from made

    def _format_or_report(self, index: int, text: Input, on_error: OnError, final: Final | None) -> Formatted:
        try:
            return self(text, final=final)
        except Exception as error:
            on_error(index, text, error)
            return Formatted(unchanged(text), (), ())

    def _format(self, texts: Sequence[Input], final: Final | None = None) -> list[Formatted]:
        segments = [self._segment(text) for text in texts]
        decide = partial(self._decided, final=Arguments.final_or(final, self.final))
        if not self._removes:
            return [self._assemble(*made) for made in decide(segments)]
        return removal.without_disfluencies(segments, decide, self._assemble)

    @cached_property
    def _marks(self) -> Marks:
        """What the marks of recognisers are brought to."""
        end = mark_of("end", self.language, self.style)
        made = Marks(end, self.language.comma, self.language.question, latin_end="")
        return made.with_forms(self.language.forms("abbreviations"), self.language.forms("letters"))

    def _segment(self, text: Input) -> Segment:
        """The words of a text, put right."""
        return segment(checked(text), self._marks)

    def _decided(self, segments: Sequence[Segment], final: Final = "always") -> list[tuple[Draft, Tagged | None]]:
        """Drafts with the tagger's last word on them."""
        return self._ended(self._tagged(segments), final)

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
        self, made: Segment, figures: frozenset[Range] = frozenset(), settled: Conversions = UNCONVERTED
    ) -> Draft:
        """Everything that comes before the tagger."""
        return self._drafter.draft(made, figures, settled) if self.itn else undecided(made)

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

    def stream(self, right_context: int = 8) -> Stream:
        """A live text: words are pushed as they are said, and come out formatted once they will not change any more.

        ``right_context``: words that stand behind a word before it is committed; fewer answer sooner, more are nearer
        to what the whole text would be formatted to (docs/streaming.md). Raises `InputError` for less than one.

        >>> stream = IndicFormatter("hi", model=None).stream(right_context=2)
        >>> [stream.push(text).committed for text in ("मुझे पच्चीस हजार", "रुपये चाहिए कल तक दे")]
        ['', 'मुझे ₹25,000 चाहिए कल']
        >>> stream.finish().committed
        ' तक दे'
        """
        from .streaming import Stage, Stream

        numbers = self.grammar if self.itn and self.style.convert else None
        close = partial(self._decided, final=self.final)
        return Stream(Stage(self._decided, close, self._assemble, self._removes, numbers), right_context)

    # --- whole transcripts, live text -----------------------------------------------------------------

    def transcript(
        self,
        talk: Transcript | FormattedTranscript,
        *,
        final: Final = "auto",
        loops: Loops = "keep",
        progress: Callable[[int], None] | None = None,
    ) -> FormattedTranscript:
        """Format a whole transcript: sentences and numbers across the borders of its segments, speakers apart.

        What one speaker says is one text, until another takes over (a word or two between do not), or silence comes. A
        text that fails stays as it was, and `FormattedTranscript.problems` says why.

        Args:
            talk: what `transcripts.read` makes of a file.
            final: as in `IndicFormatter`, for the end of what a speaker says.
            loops: words that a recogniser says again and again are not formatted: "keep" leaves them, "collapse" leaves
                them once, "drop" takes them out.
            progress: is told how many words were done since it was last told.

        >>> from indic_tf import transcripts
        >>> said = b'[{"start": 0, "end": 1, "text": "two hundred and"}, {"start": 1, "end": 2, "text": "five people"}]'
        >>> made = IndicFormatter("en", model=None).transcript(transcripts.read(said))
        >>> [(segment.text, segment.start, segment.end) for segment in made.segments]
        [('205', 0.0, 1.36), ('people', 1.36, 2.0)]
        """
        from .talk import OneLanguage, format_transcript

        return format_transcript(talk, OneLanguage(self, self.language.code), final, loops, progress)

    # --- looking inside, and the other way round ------------------------------------------------------

    def explain(self, text: Input) -> Explanation:
        """Every stage's answer for one text."""
        [(draft, tagged)] = self._decided([self._segment(text)])
        words = draft.segment.words
        traces = tuple(self.grammar.trace([word.core for word in words], self.style)) if self.itn else ()
        formatted = self(text) if self._removes else self._assemble(draft, tagged)
        spans, doubtful = tuple(draft.choice.spans), tuple(draft.choice.doubtful)
        refusals = draft.conversions.refusals
        return Explanation(words, traces, spans, doubtful, tuple(draft.seen), tagged, formatted, refusals)

    def drafts(self, texts: Iterable[Input]) -> list[tuple[Draft, Tagged | None]]:
        """What is decided about each text before it is written: conversions, and the tagger's labels for its units."""
        return self._decided([self._segment(text) for text in texts])

    def spoken(self, text: Input) -> str:
        """The other direction (text normalization): written numbers, amounts … as words; all else stays.

        >>> IndicFormatter("hi").spoken("कीमत ₹1,500 है।")
        'कीमत एक हज़ार पाँच सौ रुपये है।'
        """
        given = checked(text)
        return self.grammar.spoken(given if isinstance(given, str) else unchanged(given))
