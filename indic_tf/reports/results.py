"""What ``indic-tf evaluate … --json`` writes, as models that check it; histories of training and other curves too."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Interval = tuple[float, float] | None
Coordinate = Annotated[float, Field(ge=-1e12, le=1e12)]


class Result(BaseModel):
    """What all kinds have in common: they are checked, numbers are finite, what is not known is left alone."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)

    signature: str = ""

    @cached_property
    def signed(self) -> dict[str, str]:
        """The parts of the signature by name; ``task`` is the first."""
        task, *parts = self.signature.split("|")
        return {"task": task} | {name: value for name, _, value in (part.partition(":") for part in parts)}

    @property
    def lang(self) -> str:
        return self.signed.get("lang", "")

    @property
    def subject(self) -> str:
        """Test set and system, without their hashes."""
        parts = (self.signed.get(name, "").partition("@")[0] for name in ("set", "model"))
        return " · ".join(filter(None, parts))


class Bad(BaseModel):
    line: int
    error: str


class Label(BaseModel):
    """Counts and shares of a label; shares are None for one that is empty."""

    reference: int
    predicted: int
    hits: int
    precision: float | None = None
    recall: float | None = None
    f1: float | None = None


class Wrong(BaseModel):
    """A text that is wrong; ``spoken`` is what was said, where that is not the reference without marks."""

    line: int
    reference: str
    output: str
    errors: int | None = None
    spoken: str = ""


class Labelled(Result):
    """Punctuation, case or disfluency: figures, labels, the confusion matrix (reference → output → words)."""

    model_config = ConfigDict(frozen=True, extra="allow", allow_inf_nan=False)

    passages: int
    labels: dict[str, Label]
    removed: Label | None = None
    confusion: dict[str, dict[str, int]] = {}
    intervals: dict[str, Interval] = {}
    errors: list[Wrong] = []
    bad: list[Bad] = []

    def figure(self, name: str) -> float | None:
        """A figure that stands at the top of the result: "macro_f1"."""
        value = (self.model_extra or {}).get(name)
        return float(value) if isinstance(value, int | float) else None


class Kind(BaseModel):
    """Counts of one kind of ITN rows."""

    rows: int
    right: int
    accuracy: float | None = None
    loose_accuracy: float | None = None
    digit_errors: int = 0
    digit_error_rate: float | None = None
    value_errors: int = 0
    value_judged: int = 0
    value_error_rate: float | None = None
    i_wer: float | None = None
    intervals: dict[str, Interval] = {}


class WrongRow(BaseModel):
    """An ITN row whose output is none of its written forms."""

    line: int
    id: str = ""
    kind: str = ""
    spoken: str
    written: list[str] = Field(min_length=1)
    output: str
    digit_error: bool = False
    value_error: bool | None = None


class Itn(Result, Kind):
    """Numbers as people write them."""

    kinds: dict[str, Kind]
    errors: list[WrongRow] = []
    bad: list[Bad] = []


class Edits(BaseModel):
    correct: int
    substitutions: int
    deletions: int
    insertions: int
    reference: int


class Rates(BaseModel):
    """Error rates under one normalization."""

    wer: float | None
    cer: float | None
    ger: float | None = None
    ser: float | None = None
    words: Edits
    intervals: dict[str, Interval] = {}
    signature: str = ""


class Utterance(BaseModel):
    """One that was not heard right."""

    id: str
    reference: str
    hypothesis: str
    errors: int
    words: int


class Ids(BaseModel):
    """What is wrong with the utterances of two files."""

    missing: list[str] = []
    extra: list[str] = []
    duplicates: list[str] = []
    bad: list[str] = []


class Asr(Result):
    """A recogniser."""

    utterances: int
    speakers: int = 0
    normalizations: dict[str, Rates]
    left_out: dict[str, str] = {}
    ids: Ids = Ids()
    errors: list[Utterance] = []


class Loss(BaseModel):
    shares: dict[str, float | None]
    hidden_share: float | None = None
    words: int
    words_after: int
    meteor: float | None = None
    chrf: float | None = None


class Losses(Result):
    """What normalizations take out of a text."""

    sentences: int
    normalizations: dict[str, Loss]
    left_out: dict[str, str] = {}


class Compared(BaseModel):
    a: float | None
    b: float | None
    difference: float | None = None
    interval: Interval = None
    p: float | None = None


class Comparison(Result):
    """Two systems on one test set."""

    signatures: tuple[str, str]
    sentences: int
    figures: dict[str, Compared]


class History(Result):
    """A run of training, row by row of its ``history.jsonl``; ``f1`` is head → language → measure."""

    name: str
    losses: list[tuple[int, float]] = []
    scores: list[tuple[int, dict[str, dict[str, dict[str, float]]]]] = []


class Curves(Result):
    """Any curves: name → points."""

    title: str
    x: str = ""
    y: str = ""
    curves: dict[str, list[tuple[Coordinate, Coordinate]]]
