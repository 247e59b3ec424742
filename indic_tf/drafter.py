"""Everything that is decided about a text before the tagger sees it: what its numbers are, and how they are written."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import is_
from typing import TYPE_CHECKING

from . import decide
from .assemble import units
from .code_mixing import CodeMixing
from .convert import GRAMMAR, convert
from .counts import SmallNumbers
from .document import INLINE_MARKUP, UNCONVERTED, Choice, Conversions, Range, Segment, Span, Tagged, Word
from .draft import Draft, as_written, merged
from .endings import Endings
from .labels import KINDS
from .languages import Language
from .listed_digits import ListedDigits
from .scripts import fold, with_visarga
from .styles import Style
from .terms import GIVEN, WORD

if TYPE_CHECKING:
    from .readings.choosing import Chooser
    from .readings.judge import Reading

_OF_TWO = ("range", "score", "fraction", "math", "time")
_ROUNDS = 3  # of reading again what stands beside figures


class Drafter:
    """Makes drafts of texts of one language, ``chooser`` choosing what is converted.

    With ``leaves_doubtful``, words that may be numbers or not are left to a tagger or a normalizer, which give the
    figures among them.
    """

    def __init__(self, chooser: Chooser, language: Language, style: Style, leaves_doubtful: bool) -> None:
        self._chooser, self._grammar = chooser, chooser.grammar
        self._language, self._style, self._leaves_doubtful = language, style, leaves_doubtful
        self._listed_digits, self._endings = ListedDigits(self._grammar), Endings(self._grammar)
        self._small = SmallNumbers(self._grammar, style)
        self._mixing = CodeMixing(language, style)
        self._not_by_grammar = frozenset(kind for kind in KINDS if GRAMMAR not in language.chain(kind))

    def draft(
        self, made: Segment, figures: frozenset[Range] = frozenset(), settled: Conversions = UNCONVERTED
    ) -> Draft:
        """The draft of a text, given the doubtful words that are ``figures`` and what a network settled."""
        made = self._spelled_out(made)
        choice = self._choose(made, figures, settled)
        draft = self._converted(made, choice, figures, settled)
        for _ in range(_ROUNDS):
            known = frozenset(choice.spans)
            if not (more := [span for span in self._read_again(draft) if span not in known]):
                break
            choice = replace(choice, spans=sorted([*choice.spans, *more], key=lambda span: span.words))
            draft = self._converted(made, choice, figures, settled)
        return draft

    def forget(self) -> None:
        """Let go of what is known of a long text whose draft is not asked for any more."""
        self._chooser.forget()

    def _read_again(self, draft: Draft) -> list[Span]:
        """What is read beside the figures of a draft and was not beside its words: formatting twice changes nothing.

        Doubtful words are left to who knows better.
        """
        edited, words = draft.conversions.edited, draft.segment.words
        if not edited or not any(self._is_number(word) for i, word in enumerate(words) if i not in edited):
            return []
        barred = self._barred(draft.segment, draft.conversions, frozenset())
        positions = [i for i, _ in barred]
        known: Container[Range] | None = () if self._leaves_doubtful else None
        found = self._chooser.choose([core for _, core in barred], self._style, known).spans
        return [one for span in found if edited.isdisjoint(range(*(one := span.at(positions)).words))]

    def _converted(self, made: Segment, choice: Choice, figures: frozenset[Range], settled: Conversions) -> Draft:
        spans = choice.spans
        if self._not_by_grammar:
            spans = [span for span in spans if span.kind not in self._not_by_grammar]
        spans, small = self._small.parted(made, spans)
        conversions = self._written(made, spans, settled)
        as_written = units(made, conversions.edits)
        if alike := self._small.beside_figures(made, as_written, choice, small):
            spans = sorted([*spans, *alike], key=lambda span: span.words)
            conversions = self._written(made, spans, settled)
            as_written = units(made, conversions.edits)
        return Draft(made, choice, conversions, as_written, figures, settled)

    def _written(self, made: Segment, spans: Sequence[Span], settled: Conversions) -> Conversions:
        conversions = convert(made, spans, self._grammar, self._style) if spans else UNCONVERTED
        conversions = merged(conversions, settled) if settled or settled.refusals else conversions
        return with_english(conversions, made, spans, self._mixing) if self._mixing.on else conversions

    def with_kinds(self, draft: Draft, tagged: Tagged | None) -> Draft:
        """The draft with the classes that the tagger is sure of."""
        if tagged is None or not draft.choice.spans:
            return draft
        said, words = decide.evidence(draft.units, tagged), [word.core for word in draft.segment.words]
        spans = decide.with_kinds(draft.choice.spans, words, said, self._language.thresholds, self._grammar)
        if all(map(is_, spans, draft.choice.spans)):
            return draft
        return self._converted(draft.segment, replace(draft.choice, spans=spans), draft.figures, draft.settled)

    def _spelled_out(self, made: Segment) -> Segment:
        """Marks that belong to the spelling of number words: a colon typed for a visarga (छ:), an elision (ছয়শ’)."""
        if not any(word.after[:1] in (":", "’", "'") for word in made.words):
            return made
        quoted = any(mark in word.before for word in made.words for mark in "‘'")
        return Segment(tuple(self._spelled_word(word, quoted) for word in made.words))

    @cached_property
    def _elided(self) -> frozenset[str]:
        """Words of addresses, folded, that end in an apostrophe as they are spelled: Assamese ইনফ'."""
        return frozenset(fold(form) for form in self._language.forms("domains") if form.endswith("'"))

    def _spelled_word(self, word: Word, quoted: bool) -> Word:
        spelled = with_visarga(word.core) if word.after[:1] == ":" else ""
        if word.after[:1] in ("’", "'") and not quoted:
            spelled = word.core
            if self._elided:
                whole = spelled + "'"
                return replace(word, core=whole if fold(whole) in self._elided else spelled, after=word.after[1:])
        if not spelled or not self._grammar.is_number(spelled):
            return word
        return replace(word, core=spelled, after=word.after[1:])

    def _choose(self, made: Segment, figures: frozenset[Range], settled: Conversions) -> Choice:
        """What to convert. No span crosses a mark that is already there, nor a line break that parts two numbers.

        Commas between the digits of one number are no such marks.
        """
        listed = self._listed_digits.found(made)
        while listed:
            choice = self._chosen_in_lines(self._listed_digits.opened(made, listed), figures, settled)
            taken = self._listed_digits.taken(listed, choice.spans)
            if taken == listed:
                return choice
            listed = taken
        return self._chosen_in_lines(made, figures, settled)

    def _chosen_in_lines(self, made: Segment, figures: frozenset[Range], settled: Conversions) -> Choice:
        choice = self._chosen(made, figures, settled, frozenset())
        parted = self._parted(made, [*choice.spans, *choice.doubtful])
        return self._chosen(made, figures, settled, parted) if parted else choice

    def _parted(self, made: Segment, spans: Sequence[Span]) -> frozenset[int]:
        """Words at the end of a line that begin a range whose other end the next line has, with no word between them.

        Only that they stand side by side makes them a range, and on two lines they do not. A number goes on over a line
        break, and so does a range that says that it is one ("two hundred to | three hundred").
        """
        two = (span for span in spans if "high" in span.token.fields or span.kind in _OF_TWO)
        inside = (i for span in two for i in range(span.words[0], span.words[1] - 1))
        words = made.words
        return frozenset(i for i in inside if words[i].breaks and all(map(self._is_number, words[i : i + 2])))

    def _is_number(self, word: Word) -> bool:
        return self._grammar.is_number(word.core)

    @property
    def rules(self) -> Mapping[str, str]:
        """The names of the rules that propose readings, and what each finds."""
        return {rule.name: rule.about for rule in self._chooser.proposing.rules}

    def readings(self, made: Segment, settled: Conversions = UNCONVERTED) -> list[Reading]:
        """Every reading that is considered of a text, with what the judge says of it; words count as in ``made``."""
        barred = self._barred(made, settled, frozenset())
        positions = [i for i, _ in barred]
        found = self._chooser.readings([core for _, core in barred], self._style)
        return [replace(one, candidate=replace(one.candidate, span=one.candidate.span.at(positions))) for one in found]

    def _barred(self, made: Segment, settled: Conversions, parted: frozenset[int]) -> list[tuple[int, str]]:
        """The words that the chooser sees with their positions: barriers at marks, what is settled as it is written,
        English number words with endings of the language as the grammar reads them."""
        made = self._endings.shown(made)
        barred = _barred(made)
        if settled:
            seen, at = as_written(made, settled.edits)
            given = {i for edit in settled.edits if edit.by in GIVEN for i in range(*edit.words)}
            barred = [(at[i], WORD if core and at[i] in given else core) for i, core in _barred(seen)]
        if parted:
            barred = [row for i, core in barred for row in ([(i, core), (i, "")] if i in parted else [(i, core)])]
        return barred

    def _chosen(self, made: Segment, figures: frozenset[Range], settled: Conversions, parted: frozenset[int]) -> Choice:
        barred = self._barred(made, settled, parted)
        positions = [i for i, _ in barred]
        known = None
        if self._leaves_doubtful:
            known = {
                (i, i + 1) for i, (position, core) in enumerate(barred) if core and (position, position + 1) in figures
            }
        choice = self._chooser.choose([core for _, core in barred], self._style, known)
        spans = [span.at(positions) for span in choice.spans]
        return Choice(
            [span for span in spans if settled.edited.isdisjoint(range(*span.words))] if settled else spans,
            frozenset(positions[i] for i in choice.bound),
            [span.at(positions) for span in choice.doubtful],
            *(
                frozenset((positions[start], positions[end - 1] + 1) for start, end in ranges)
                for ranges in (choice.cued, choice.told)
            ),
        )


def with_english(conversions: Conversions, made: Segment, spans: Sequence[Span], mixing: CodeMixing) -> Conversions:
    """``conversions`` with the English words of the text, where nothing is converted and no span keeps its words."""
    taken = conversions.edited.union(*(range(*span.words) for span in spans))
    english = mixing.conversions(made, taken)
    return merged(conversions, english) if english else conversions


def undecided(made: Segment, mixing: CodeMixing, settled: Conversions = UNCONVERTED) -> Draft:
    """A draft that converts nothing but what is settled, and English words."""
    if mixing.on:
        settled = with_english(settled, made, (), mixing)
    return Draft(made, Choice((), frozenset()), settled, units(made, settled.edits), settled=settled)


def _barred(made: Segment) -> list[tuple[int, str]]:
    """Cores with their positions, and an empty core wherever a mark or a change of speaker stands between two words.

    Markup is no mark: <b>two</b> hundred is a number.
    """
    if not any(word.before or word.after or word.speaker for word in made.words):
        return [(i, word.core) for i, word in enumerate(made.words)]
    barred: list[tuple[int, str]] = []
    speaker = made.words[0].speaker
    for i, word in enumerate(made.words):
        if (word.core and _parts(word.before)) or word.speaker != speaker:
            barred.append((i, ""))
        barred.append((i, word.core))
        if _parts(word.after):
            barred.append((i, ""))
        speaker = word.speaker
    return barred


def _parts(marks: str) -> bool:
    """True for marks that no number goes across."""
    return bool(marks) and not (marks.endswith(">") and INLINE_MARKUP.fullmatch(marks))
