"""IndicFormatter: the whole way through, for one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from . import removal
from .deciding import DEFAULT, Decider, require_models
from .document import Formatted, Tagged
from .draft import Draft
from .errors import FormattingError, IndicTFError, InputError, ModelError
from .explanation import Explanation
from .inputs import Arguments, Final, Input, OneAtATime, Script, batches, checked, limited, require, unchanged
from .labels import CASE, ITN, PUNCTUATION
from .languages import Language, language
from .overlay import Overlay
from .routed import RoutedFormatter
from .styles import Style, named
from .terms import given as known

if TYPE_CHECKING:
    from .readings.judge import Reading
    from .streaming import Stream
    from .talk import FormattedTranscript, Loops
    from .transcripts import Transcript

OnError = Callable[[int, Any, Exception], None]


AUTO = "auto"
_LOADED = frozenset(("grammar", "tagger", "normalizers", "_tagger_heads", "_drafter", "_consultant", "_marks"))
_LOADED |= {"_mixing", "_named", "_native_script"}


class IndicFormatter(Decider):
    """Formats the output of a speech recogniser in one language, and reads written text aloud.

    A text is one utterance or passage. Its line breaks stay, and sentences and numbers go across them, as in captions;
    only two numbers that stand side by side are no range on two lines. Separate utterances are separate texts (`map`).

    >>> fmt = IndicFormatter("hi", model=None)
    >>> fmt("मुझे पच्चीस हजार रुपये चाहिए").text
    'मुझे ₹25,000 चाहिए'
    >>> fmt.spoken("₹25,000")
    'पच्चीस हज़ार रुपये'

    Args:
        lang: a code of `languages()`, or a language of your own, which `Language.load` reads.
        model: a tagger: "default" (the one that the language's YAML names), "fast" (a smaller one), the path of a
            folder (./tagger), "hf://owner/name[@revision]" for one of the Hugging Face hub; several with a plus between
            them as one, as in "default+fast"; None to work without one.
        device: "auto", "cpu", "cuda" or "cuda:N" for the models.
        style: a preset ("default", "verbatim", "careful", "eager", "native", "captions", "news", "codemix", "figures")
            or a `Style`.
        punctuation: add commas, sentence ends and question marks.
        itn: write numbers, money … in figures.
        case: capital letters for Latin-script words.
        normalizer: a network for spans that the grammar cannot read, or reads in more than one way: "default" (the one
            that the language's YAML names; none without a tagger), "builtin", a folder or "hf://owner/name" as for
            ``model``, several of them; None to work without one.
        disfluency: "keep" marks fillers, repetitions and restarts in `Formatted.disfluencies` and leaves them in the
            text; "remove" takes them out, corrections stay.
        final: the mark behind the last word of a text. "always" ends it; "auto" only where a sentence ends, for texts
            that a recogniser cut at pauses; "never" leaves it open.
        script: "keep" leaves words in Latin letters as they are, and reads the numbers among them that are certain;
            "native" puts what is Hindi, Tamil, Telugu, Bengali or Marathi into its script first; English words stay
            (docs/roman_input.md). Nothing changes in other languages.
        tables: a folder of your own tables, or several, which are read behind those of the language: names, acronyms,
            units, idioms, … (docs/your_words.md). Some are compiled once, in seconds.
        terms: words that come out as they are given here, whatever their case and marks when they are said:
            ``terms=["OnePlus", "Chandrayaan"]``; none of them is converted.
        rules_off: names of rules that propose no reading of numbers (`indic-tf rules` lists them).
        local_files_only: ask no hub; models of the hub are those that are there already (or ``HF_HUB_OFFLINE=1``).
        max_words: a longer text raises `InputError`; None for any length. Words of a stream come in as they are said.

    Raises `LanguageError` for an unknown language, `TableError` for what is wrong with ``tables``, `InputError` for an
    argument of no use, `ModelError` for the name of a model that is none. Models and grammars load on first use, and so
    come the errors of what is in them (`prepare`).
    """

    def __new__(cls, lang: str | Language = "", **options: Any) -> Any:
        """``IndicFormatter("auto")`` is a `RoutedFormatter`, which has a formatter of each language that comes."""
        if lang != AUTO:
            return super().__new__(cls)
        given = Arguments.check(**{**options, "lang": lang})
        require_models(given.model, () if given.normalizer == DEFAULT else given.normalizers)
        return RoutedFormatter(partial(cls, **{**options, "terms": given.terms}), max_words=given.max_words)

    def __init__(
        self,
        lang: str | Language,
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
        script: Script = "keep",
        tables: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None,
        terms: Iterable[str] = (),
        rules_off: Iterable[str] = (),
        local_files_only: bool = False,
        max_words: int | None = None,
    ) -> None:
        given = Arguments.check(
            lang=lang.code if isinstance(lang, Language) else lang,
            model=model,
            device=device,
            style=style,
            punctuation=punctuation,
            itn=itn,
            case=case,
            disfluency=disfluency,
            normalizer=normalizer,
            final=final,
            script=script,
            tables=tables,
            terms=terms,
            rules_off=rules_off,
            local_files_only=local_files_only,
            max_words=max_words,
        )
        self.final, self.script = given.final, given.script
        self.language: Language = lang if isinstance(lang, Language) else language(given.lang)
        if given.tables is not None:
            self.language = self.language.with_tables(
                *([given.tables] if isinstance(given.tables, str) else given.tables)
            )
        self._overlay = Overlay(self.language)
        self._finders = tuple([known(given.terms), *self._overlay.finders] if given.terms else self._overlay.finders)
        self.style = named(given.style)
        self.itn = given.itn
        if given.normalizer == DEFAULT:
            given.normalizer = None if given.model is None else self.language.normalizer
        self._rules_off = frozenset(given.rules_off)
        self._normalizers, self.max_words = given.normalizers, given.max_words
        self._model, self._device, self._local = given.model, given.device, given.local_files_only
        require_models(self._model, self._normalizers, self.language)
        self._heads = {PUNCTUATION.name: given.punctuation, CASE.name: given.case, ITN.name: given.itn}
        self._removes = given.disfluency == "remove"
        if self._removes and given.model is None:
            raise ModelError("disfluency='remove' needs a model with a disfluency head")

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs; compiled grammars and models are loaded there again."""
        return {name: value for name, value in self.__dict__.items() if name not in _LOADED}

    def prepare(self) -> None:
        """Load grammar and models now, not with the first text. Raises `ModelError`, `GrammarError`."""
        _ = self.tagger, self.normalizers, self.grammar if self.itn else None

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
        as it went in, one that is no text as "". That is an error of this package: an `InputError`, or a
        `FormattingError` where it has a fault. A model or grammar that is missing raises before the first text.
        ``final`` stands in place of the formatter's own. Threads that share the formatter call ``map`` each.
        """
        return OneAtATime(self._mapped(texts, batch_size, on_error, final))

    def _mapped(
        self, texts: Iterable[Input], batch_size: int, on_error: OnError | None, final: Final | None
    ) -> Iterator[Formatted]:
        if isinstance(texts, str):
            raise InputError("map takes many texts; for one text call the formatter itself")
        if batch_size < 1:
            raise InputError(f"batch_size is {batch_size}, expected 1 or more")
        for batch in batches(texts, batch_size):
            self.prepare()
            try:
                made = self._format([text for _, text in batch], final)
            except Exception:
                if on_error is None:
                    require(batch, self.max_words)
                    raise
                made = [self._format_or_report(i, text, on_error, final) for i, text in batch]
            yield from made

    def _format_or_report(self, index: int, text: Input, on_error: OnError, final: Final | None) -> Formatted:
        try:
            return self(text, final=final)
        except MemoryError:
            raise
        except IndicTFError as error:
            on_error(index, text, error)
        except Exception as fault:
            named = FormattingError(f"this package failed on it ({type(fault).__name__}: {fault}); it stays as it was")
            named.__cause__ = fault
            on_error(index, text, named)
        return Formatted(unchanged(text), (), ())

    def _format(self, texts: Sequence[Input], final: Final | None = None) -> list[Formatted]:
        segments = [self._segment(text) for text in texts]
        decide = partial(self._decided, final=Arguments.final_or(final, self.final))
        if not self._removes:
            return [self._assemble(*made) for made in decide(segments)]
        return removal.without_disfluencies(segments, decide, self._assemble)

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

        return Stream(
            Stage(
                decide=self._decided,
                close=partial(self._decided, final=self.final),
                draft=self._draft,
                quick=self.tagger is not None and self._consultant is None,
                windows=self.tagger.windows if self.tagger else None,
                assemble=self._assemble,
                removes=self._removes,
                numbers=self.grammar if self.itn and self.style.convert else None,
            ),
            right_context,
        )

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
        [('205', 0.0, 1.4), ('people', 1.4, 2.0)]
        """
        from .talk import OneLanguage, format_transcript

        return format_transcript(talk, OneLanguage(self, self.language.key), final, loops, progress)

    # --- looking inside, and the other way round ------------------------------------------------------

    def explain(self, text: Input) -> Explanation:
        """Every stage's answer for one text."""
        [(draft, tagged)] = self._decided([self._segment(text)])
        words = draft.segment.words
        traces = tuple(self.grammar.trace([word.core for word in words], self.style)) if self.itn else ()
        formatted = self(text) if self._removes else self._assemble(draft, tagged)
        readings = tuple(self._drafter.readings(draft.segment, draft.settled)) if self.itn else ()
        doubtful = tuple(draft.choice.doubtful)
        refusals = draft.conversions.refusals
        on = self.tagger is not None
        return Explanation(words, traces, readings, doubtful, tuple(draft.seen), tagged, formatted, refusals, on)

    def readings(self, text: Input) -> list[Reading]:
        """Every reading of a text's numbers that its rules propose, with what the judge says of it: likely or not."""
        return self._drafter.readings(self._native_script.read(self._segment(text))) if self.itn else []

    @property
    def rules(self) -> Mapping[str, str]:
        """The names of the rules that propose readings, in their order, and what each finds."""
        return self._drafter.rules

    def drafts(self, texts: Iterable[Input]) -> list[tuple[Draft, Tagged | None]]:
        """What is decided about each text before it is written: conversions, and the tagger's labels for its units."""
        return self._decided([self._segment(text) for text in texts])

    def spoken(self, text: Input) -> str:
        """The other direction (text normalization): written numbers, amounts … as words; all else stays.

        >>> IndicFormatter("hi").spoken("कीमत ₹1,500 है।")
        'कीमत एक हज़ार पाँच सौ रुपये है।'
        """
        given = limited(checked(text), self.max_words)
        return self.grammar.spoken(self._overlay.spoken(given if isinstance(given, str) else unchanged(given)))
