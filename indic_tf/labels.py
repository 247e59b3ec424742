"""Label sets: what a head of the tagger can say about a word, and what a written word says about its label.

A label set is data. The two that the built-in model uses stand here; others are small YAML files
(``data_scripts/recipes/labels``) that `load` reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import regex
import yaml

from .errors import ModelError, TableError

IGNORE = -100
"""The index of "nobody knows": such a word adds nothing to the loss and is not scored."""

QUESTION_MARKS = "?؟"
SENTENCE_MARKS = ".!।॥۔…᱾᱿꯫" + QUESTION_MARKS

_LATIN = regex.compile(r"\p{Latin}")


@dataclass(frozen=True)
class LabelSet:
    """The labels of one head, in order; the first is the neutral one.

    ``marks`` says which written mark stands for which label. Where several marks follow one word, the label
    that stands last in the set wins, so a set lists its labels from weak to strong. A mark may be several characters
    (``."``): it is found where they stand together.

    >>> PUNCTUATION.of_marks('?",')
    'question'
    """

    name: str
    labels: tuple[str, ...]
    marks: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if not self.labels or len(set(self.labels)) != len(self.labels):
            raise ModelError(f"label set {self.name!r} needs labels, each once: {self.labels}")
        if unknown := sorted(set(self.marks.values()) - set(self.labels)):
            raise ModelError(f"label set {self.name!r} maps marks to unknown labels: {', '.join(unknown)}")

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {label: i for i, label in enumerate(self.labels)}

    def index(self, label: str) -> int:
        """The position of ``label``; raises `ModelError` for a label that is not in the set."""
        try:
            return self._indices[label]
        except KeyError:
            known = ", ".join(self.labels)
            raise ModelError(f"no label {label!r} in label set {self.name!r}, which has {known}") from None

    @cached_property
    def closing(self) -> tuple[str, ...]:
        """The labels that close a sentence: those that a full stop, an exclamation or a question mark stands for."""
        return self._with_any(SENTENCE_MARKS)

    @cached_property
    def asking(self) -> tuple[str, ...]:
        """The labels that a question mark stands for."""
        return self._with_any(QUESTION_MARKS)

    def _with_any(self, characters: str) -> tuple[str, ...]:
        found = {label for mark, label in self.marks.items() if set(mark) & set(characters)}
        return tuple(label for label in self.labels if label in found)

    def of_marks(self, marks: str) -> str:
        """The strongest label that ``marks`` (the characters behind a word) stand for."""
        if not marks:
            return self.labels[0]
        found = [self._indices[label] for mark, label in self.marks.items() if mark in marks]
        return self.labels[max(found, default=0)]

    def mark(self, label: str) -> str:
        """The mark that a label is written as: the first that stands for it; "" where there is none.

        Raises `ModelError` for a label that is not in the set.

        >>> PUNCTUATION.mark("comma"), PUNCTUATION.mark("none")
        (',', '')
        """
        self.index(label)
        return next((mark for mark, own in self.marks.items() if own == label), "")


PUNCTUATION = LabelSet(
    "punctuation",
    ("none", "comma", "end", "question"),
    {
        **dict.fromkeys(",;،؛、", "comma"),
        **dict.fromkeys(".!।॥۔᱾᱿꯫", "end"),
        **dict.fromkeys("?؟", "question"),
    },
)
CASE = LabelSet("case", ("lower", "capital", "upper", "mixed"))

KINDS = (
    "money",
    "percent",
    "measure",
    "time",
    "date",
    "decimal",
    "fraction",
    "ordinal",
    "range",
    "math",
    "serial",
    "telephone",
    "whitelist",
    "cardinal",
    "electronic",
)
"""The semiotic classes, in the order of the grammar's inventory."""

ITN = LabelSet("itn", ("O", *(f"{part}-{kind}" for kind in KINDS for part in "BI")))
"""Which words are written as one form, and of which class: the first word of a span is ``B-…``, the others ``I-…``."""

DISFLUENCY = LabelSet("disfluency", ("O", "F", "R_RT", "C_RT", "R", "C", "D"))
"""The tags of Tan et al. (2021), section 3.3: filler; reparandum and correction of a repetition; reparandum and
correction; any other disfluency. Corrections are what the speaker meant: they stay."""

REMOVED = frozenset({"F", "R_RT", "R", "D"})
"""The disfluency labels of the words that go; those of a correction (``C_RT``, ``C``) and of fluent speech stay."""

HEADS = {labels.name: labels for labels in (PUNCTUATION, CASE, ITN, DISFLUENCY)}
"""The label sets by the name of their head."""


def spans(tags: Sequence[str], texts: Sequence[int] | None = None) -> list[tuple[int, int, str]]:
    """The spans of B-/I-/O tags (first word, word behind the last one, class), read as conlleval does: an I- behind O
    or another class opens a span too.

    ``texts`` numbers the text of every word; no span crosses from one to the next.

    >>> spans(["B-money", "I-money", "O", "I-date"])
    [(0, 2, 'money'), (3, 4, 'date')]
    """
    texts = [0] * len(tags) if texts is None else texts
    found: list[tuple[int, int, str]] = []
    start, kind = 0, ""
    for i, (tag, text) in enumerate([*zip(tags, texts, strict=True), ("O", -1)]):
        if kind and not (tag == f"I-{kind}" and text == texts[start]):
            found.append((start, i, kind))
            kind = ""
        if not kind and tag != "O":
            start, kind = i, tag[2:]
    return found


_ENTITIES = {"money": "money", "time": "time", "ordinal": "ordinal"} | dict.fromkeys(
    ("serial", "electronic", "whitelist"), "alphanumeric"
)


def underscored(tags: Iterable[str]) -> tuple[str, ...]:
    """ITN labels in the scheme of Tan et al. (2021), section 3.4: five types, "_" before all but the first of a span.

    >>> underscored(["O", "B-time", "I-time", "B-date"])
    ('O', 'time', '_time', 'numeric')
    """
    return tuple(_underscored(tag) for tag in tags)


def _underscored(tag: str) -> str:
    part, _, kind = tag.partition("-")
    return ("_" if part == "I" else "") + _ENTITIES.get(kind, "numeric") if kind else tag


def load(path: Path) -> LabelSet:
    """Read a label set: ``name`` and ``labels``, a mapping of label to the marks that stand for it, written together
    ('.!') or, where some have several characters, as a list (['."', '".']).

    Raises `TableError` for a file that is not such a mapping, `ModelError` for labels that do not hold together.
    """
    try:
        table = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise TableError(path, 1, f"no YAML: {error}") from error
    if not isinstance(table, dict) or set(table) != {"name", "labels"} or not isinstance(table["labels"], dict):
        raise TableError(path, 1, "expected the keys 'name' and 'labels' (label: marks)")
    labels: dict[str, str | list[str] | None] = table["labels"]
    marks = {mark: str(label) for label, row in labels.items() for mark in row or ""}
    return LabelSet(str(table["name"]), tuple(map(str, labels)), marks)


def case_of(word: str) -> str | None:
    """The case label of a written word; None where it has no Latin letter and hence no case.

    A single capital ("I", "A") is ``capital``.

    >>> [case_of(w) for w in ("india", "India", "INDIA", "iPhone", "भारत")]
    ['lower', 'capital', 'upper', 'mixed', None]
    """
    letters = "".join(_LATIN.findall(word))
    if not letters:
        return None
    if letters == letters.lower():
        return "lower"
    if letters[0].isupper() and letters[1:] == letters[1:].lower():
        return "capital"
    return "upper" if letters == letters.upper() else "mixed"


def apply_case(word: str, label: str) -> str:
    """Write a lower-case ``word`` in the case that ``label`` names; ``mixed`` leaves it to others.

    >>> apply_case("o'neil", "capital"), apply_case("भारत", "upper")
    ("O'neil", 'भारत')
    """
    if label == "upper":
        return word.upper()
    first = _LATIN.search(word) if label == "capital" else None
    return word if first is None else word[: first.start()] + word[first.start() :].capitalize()
