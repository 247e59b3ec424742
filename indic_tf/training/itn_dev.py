"""Sentences with figures as rows for ITN scores: what the author wrote is the reference, the grammar says it.

Only sentences whose figures the grammar can all say are rows, first of all those of dev passages (see
`build.is_dev`). Where these are too few, those of reserved passages follow: taggers were trained on them, pairs of
spans were not made of them (see `places.is_reserved`). On request, passages that everything was trained on fill up
the rest. Marks are taken off both sides; what the author wrote in words stays. A row has several references where
several ways of writing are right: the author's, the default style's, also that of the figure with its unit or scale
word (60 percent, 60%), and words for small whole numbers.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, product
from pathlib import Path
from random import Random

import regex

from ..document import Range, Span
from ..languages import Language, language
from ..scripts import TO_LATIN_DIGITS, fold
from ..tagging.encode import NUMBER, tagger_word
from ..wfst.pipeline import Grammar, grammar
from ..wfst.reading import Reading
from ..wfst.wire import bare
from . import clean
from .build import is_dev
from .label import Periods, Token, label, tokens
from .rows import CLOSING
from .spans.places import Words, is_guess, is_reserved, is_small, read_as
from .spans.values import CODES, Said, written
from .spoken import readings, said_words, spoken_view

LENGTHS = range(4, 41)
"""Words of a sentence."""

LOOKED_AT = 1500
"""Passages of a source that are no dev passages; one in eight is reserved."""

ORIGINS = DEV, RESERVED, TRAINED_ON = ("dev", "reserved", "trained on")
"""Of what passages a row can be, the better to score with first."""

_MOST_FIGURES = 0.3
_MOST_REFERENCES = 32
_LEAST_OWN = 0.6
_OR = " | "  # between references, as `evaluation.itn` reads them
SEVERAL = "several"
"""The class of a row with figures of several classes."""

_UNSAID = "whitelist"  # abbreviations are no figures, and stay as they are
_NO_FIGURES = (*CODES, _UNSAID)  # "10 E" is no code where E means "this"
Figure = tuple[Reading, Range]
"""A figure, and the range of the spoken words that say it."""
_NO_PERIODS = Periods(frozenset(), frozenset())
_FIGURE = regex.compile(r"\p{N}")
_UNITS = regex.compile(r"\d{2,}\p{Latin}{1,2}$")  # taken for codes
_GUESS = regex.compile(r"([4-9]|\d{2,})/")  # taken for a fraction
_VERSE = regex.compile(r"\d+[:.]\d+$")
_LETTER = regex.compile(r"\p{L}")


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence as it is said, the ways to write it, and the class of its figures.

    ``origin`` is one of `ORIGINS`; ``readings`` are its figures, by the tokens of the sentence.
    """

    spoken: str
    written: tuple[str, ...]
    kind: str
    origin: str = DEV
    readings: tuple[Reading, ...] = field(default=(), repr=False, compare=False)

    def __str__(self) -> str:
        return "\t".join((self.spoken, _OR.join(self.written), self.kind))


def rows(source: Path, looked_at: int = LOOKED_AT, *, trained_on: bool = False) -> list[Row]:
    """The rows of one ``<language>/<name>.txt.xz``. Raises `LanguageError`, `GrammarError`, `OSError`.

    Which passages are reserved is known only once they are said, so they are looked for among ``looked_at`` passages
    that are no dev passages; 0 leaves them out. ``trained_on`` keeps also those of them that are not reserved.
    """
    speaker = grammar(source.parent.name)
    texts = list(_sampled(source, _texts(source), looked_at))
    passages = [(dev, cut) for dev, text in texts if (cut := tokens(clean.clean(text)))]
    periods = Periods.learn([passage for _, passage in passages])
    made: dict[str, Row] = {}
    for dev, passage in passages:
        origin = DEV if dev else RESERVED if _reserved(passage, speaker) else TRAINED_ON
        if trained_on or origin != TRAINED_ON:
            for sentence in _sentences(passage, periods):
                if row := row_of(sentence, speaker, origin):
                    made.setdefault(row.spoken, row)
    return list(made.values())


def chosen(found: Sequence[Sequence[Row]], count: int, random: Random) -> list[Row]:
    """``count`` rows of the sources, in turn from each, so that no large one drowns the others; in random order.

    Rows of reserved passages are taken where those of dev passages do not do, and so on (`ORIGINS`).
    """
    picked: dict[str, Row] = {}
    for origin in ORIGINS:
        own = [[row for row in rows if row.origin == origin] for rows in found]
        shuffled = [random.sample(rows, len(rows)) for rows in own]
        for row in (
            rows[turn] for turn in range(max(map(len, own), default=0)) for rows in shuffled if turn < len(rows)
        ):
            if len(picked) < count:
                picked.setdefault(row.spoken, row)
    made = list(picked.values())
    random.shuffle(made)
    return made


def _texts(source: Path) -> list[tuple[bool, str]]:
    """The passages of a source that are worth reading, and whether they are dev passages and nothing else."""
    with lzma.open(source, "rt", encoding="utf-8") as lines:
        texts = [clean.normal(line) for line in lines]
    name = f"{source.parent.name}/{source.name.removesuffix('.txt.xz')}"
    dev = [is_dev(name, i, len(texts)) for i in range(len(texts))]
    once: dict[str, bool] = {}
    for text, own in zip(texts, dev, strict=True):
        once[text] = once.get(text, True) and own
    return [(own, text) for text, own in once.items() if clean.coarse_reason(text) is None]


def _sampled(source: Path, texts: list[tuple[bool, str]], most: int) -> Iterator[tuple[bool, str]]:
    """Dev passages with figures, and at most ``most`` others."""
    figures = [(dev, text) for dev, text in texts if _FIGURE.search(text)]
    others = [i for i, (dev, _) in enumerate(figures) if not dev]
    taken = set(Random(source.name).sample(others, min(most, len(others))))
    return (row for i, row in enumerate(figures) if row[0] or i in taken)


def _reserved(passage: tuple[Token, ...], speaker: Grammar) -> bool:
    """Whether no pairs were made of a passage that is not dev."""
    return is_reserved(spoken_view(label(passage, _NO_PERIODS), readings(passage, speaker)))


def _sentences(passage: tuple[Token, ...], periods: Periods) -> Iterator[tuple[Token, ...]]:
    marks = label(passage, periods).punctuation
    start = 0
    for i, mark in enumerate(marks):
        if mark in CLOSING:
            yield passage[start : i + 1]
            start = i + 1


def row_of(sentence: Sequence[Token], speaker: Grammar, origin: str = DEV) -> Row | None:
    """The row of a sentence; None for one without figures, or with some that are not said or could be several things.

    A number that the author wrote in several words leaves open how the others should be written: no row either.
    """
    cores = [core for _, core, _ in sentence]
    figures = {i for i, core in enumerate(cores) if tagger_word(core) == NUMBER}
    if len(cores) not in LENGTHS or not 0 < len(figures) <= _MOST_FIGURES * len(cores) or not _is_own(cores, speaker):
        return None
    found = [reading for reading in readings(sentence, speaker) if reading.kind != _UNSAID]
    covered = {i for reading in found for i in range(*reading.words)}
    rest = ["" if i in covered else core for i, core in enumerate(cores)]
    if not figures <= covered or any(s.words[1] - s.words[0] > 1 for s in speaker.spans(rest)):
        return None
    if any(_is_torn(reading, cores, found, speaker.language) for reading in found):
        return None
    spoken = _with(cores, [(reading.words, said_words(reading.said)) for reading in found])
    regions = _regions(sentence, found, spoken.split(), speaker)
    ways = [[(words, way.split()) for way in each] for words, each in regions]
    references = list(dict.fromkeys(_with(cores, each) for each in product(*ways)))
    if len(references) > _MOST_REFERENCES or any(_OR.strip() in text for text in references):
        return None
    kinds = {reading.kind for reading in found}
    return Row(spoken, tuple(references), kinds.pop() if len(kinds) == 1 else SEVERAL, origin, tuple(found))


def _is_torn(reading: Reading, cores: Sequence[str], found: Sequence[Reading], facts: Language) -> bool:
    """True for "19 19", "18 th" and "250V", which are one word, or number, to a speaker, for the guess "6/7", and for
    "22:18", which is a verse as often as a time."""
    end = reading.words[1]
    following = cores[end] if end < len(cores) else ""
    torn = any(other.words[0] == end for other in found) or following in _endings(facts.code)
    text = " ".join(cores[slice(*reading.words)]).translate(TO_LATIN_DIGITS)
    pattern = {"serial": _UNITS, "fraction": _GUESS, "time": _VERSE}.get(reading.kind)
    return torn or (pattern is not None and pattern.match(text) is not None)


@cache
def _endings(lang: str) -> frozenset[str]:
    """What is said as one word with the number before it."""
    return frozenset(bare(row["written"]) for row in language(lang).table("suffixes"))


def _is_own(cores: Sequence[str], speaker: Grammar) -> bool:
    """True if most letters are in the language's script."""
    letters = "".join(_LETTER.findall(" ".join(cores)))
    own = regex.findall(rf"\p{{{speaker.language.script}}}", letters)
    return len(own) >= _LEAST_OWN * max(1, len(letters))


def _regions(
    sentence: Sequence[Token], found: Sequence[Reading], spoken: Sequence[str], speaker: Grammar
) -> list[tuple[Range, list[str]]]:
    """The words around every figure that are written with it, and how they may be written.

    Figures that the grammar takes for one number ("1 lakh 70 thousand") share their words.
    """
    spans = [span for span in speaker.spans(spoken) if span.kind not in _NO_FIGURES]
    made: list[tuple[Range, list[str]]] = []
    for span, group in _grouped(found, spans):
        wider = _shared(span, group, sentence, spoken, speaker) if span else None
        made += [wider] if wider else [(r.words, _ways(r, sentence, speaker)) for r, _ in group]
    return made


def _grouped(found: Sequence[Reading], spans: Sequence[Span]) -> Iterator[tuple[Span | None, list[Figure]]]:
    """The figures, each with the range of the words that say it, by the span of the spoken words that holds them."""
    placed: list[tuple[Span | None, Reading, Range]] = []
    gained = 0  # words, by saying the figures so far
    for reading in found:
        start, end = reading.words[0] + gained, reading.words[0] + gained + len(said_words(reading.said))
        inside = (span for span in spans if span.words[0] <= start and end <= span.words[1])
        placed.append((next(inside, None), reading, (start, end)))
        gained = end - reading.words[1]
    for span, group in groupby(placed, key=lambda place: place[0] or place[1]):
        yield (span if isinstance(span, Span) else None), [(reading, said) for _, reading, said in group]


def _shared(
    span: Span,
    group: Sequence[Figure],
    sentence: Sequence[Token],
    spoken: Sequence[str],
    speaker: Grammar,
) -> tuple[Range, list[str]] | None:
    """The words of one span and the ways to write them; None if it is one figure, or more than one number."""
    (first, (said_from, _)), (last, (_, said_to)) = group[0], group[-1]
    if len(group) == 1 and span.words == (said_from, said_to):
        return None
    start, end = first.words[0] - (said_from - span.words[0]), last.words[1] + span.words[1] - said_to
    figures = {i for reading, _ in group for i in range(*reading.words)}
    cores = {i: sentence[i][1] for i in range(start, end)}
    left = [cores[i] for i in range(start, first.words[0])]
    if not _is_one(left, [core for i, core in cores.items() if i >= first.words[1] and i not in figures], speaker):
        return None
    own = [[(reading.words, way.split()) for way in _ways(reading, sentence, speaker)] for reading, _ in group]
    moved = ([((a - start, b - start), way) for (a, b), way in each] for each in product(*own))
    ways = [_with(list(cores.values()), each) for each in moved]
    return (start, end), list(dict.fromkeys([*ways, *_styled(tuple(spoken[slice(*span.words)]), span.kind, speaker)]))


def _is_one(left: Sequence[str], right: Sequence[str], speaker: Grammar) -> bool:
    """True if the words around a figure make no other number of it: signs, units, and scale words behind it."""
    facts = speaker.language
    known = tuple(fold(form) for form in (*facts.forms("scales"), *facts.forms("currency")))
    return not any(map(speaker.is_number, left)) and all(
        fold(word).startswith(known) or not speaker.is_number(word) for word in right
    )


def _ways(reading: Reading, sentence: Sequence[Token], speaker: Grammar) -> list[str]:
    """How one figure may be written: as the author did, in the default style, in words where it is small or a guess."""
    text = " ".join("".join(token) for token in sentence[slice(*reading.words)])
    author = text.removeprefix(reading.before).removesuffix(reading.after)
    words = tuple(said_words(reading.said))
    small = len(words) == 1 and is_small(words[0], speaker)
    in_words = [" ".join(words)] if small or is_guess(words, speaker) else []
    return list(filter(None, (author, *_styled(words, reading.kind, speaker), *in_words)))


def _styled(words: Words, kind: str, speaker: Grammar) -> list[str]:
    """The one way in which the default style writes words of a class; none where the grammar cannot."""
    span = read_as(words, kind, speaker)
    styled = written(Said(words, span), speaker) if span else None
    return [styled] if styled else []


def _with(cores: Sequence[str], parts: Sequence[tuple[Range, Sequence[str]]]) -> str:
    """The sentence with words in the place of each range."""
    made: list[str] = []
    position = 0
    for (start, end), own in parts:
        made += [*cores[position:start], *own]
        position = end
    return " ".join([*made, *cores[position:]])
