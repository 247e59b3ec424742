"""Facts of a language's YAML that are made of several values."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class NumberFacts(BaseModel):
    """Facts of a language's number grammar that tables cannot say."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    say_one_before: tuple[int, ...] = Field(default=(), description="scales that take 'one' in careful speech")
    hundreds_above_nine: bool = Field(default=False, description="'twenty-five hundred' is said for 2,500")
    year_in_hundreds: bool = Field(default=False, description="'nineteen hundred forty-seven' is the year 1947")
    year_in_pairs: bool = Field(default=False, description="'nineteen forty-seven' is how that year is said")
    pairs_alone: bool = Field(default=True, description="English 'one eighty' is 180 without a unit, too")
    stem_before_noun: bool = Field(default=False, description="the combining form also stands before a noun")
    mult_before_noun: bool = Field(default=False, description="so does the form before scale words: 'a' for 'one'")
    currency_first: bool = Field(default=False, description="'rupees five hundred' is said too")
    linkers: tuple[str, ...] = Field(default=(), description="words that may stand behind the hundreds: 'and'")
    linkers_said: Literal["never", "hundreds", "everywhere"] = Field(
        default="never", description="where a linker is said as a rule; unless never, it is read behind every scale"
    )
    scale_first: bool = Field(default=False, description="a scale word stands before its multiplier: 'thousand two'")

    @property
    def nouns_differ(self) -> bool:
        """True if a number before a noun has a form of its own."""
        return self.stem_before_noun or self.mult_before_noun


class Thresholds(BaseModel):
    """Probabilities of the ITN head from which it is believed; ``data_scripts/calibrate_spans.py`` finds them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: float = Field(default=0.9, gt=0, le=1.01, description="a doubtful word is a number; above 1: never")
    cued: float = Field(default=0.3, ge=0, le=1.01, description="so is one beside a cue: a unit, a counted noun")
    kind: float = Field(default=0.95, gt=0, le=1.01, description="a number is of another class than the grammar's")
    proposal: float = Field(default=0.9, gt=0, le=1.01, description="words that the grammar cannot read are a number")


class Rescoring(BaseModel):
    """What the sum that chooses among readings of the same words is made of; ``data_scripts/calibrate_rescoring.py``
    finds the weights."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: float = Field(default=0.5, ge=0, description="times the log probability of the class, by the ITN head")
    grammar: float = Field(default=1.0, ge=0, description="times what the grammar thinks of it, lower being better")
    network: float = Field(default=0.5, ge=0, description="times the log probability of the text, by the normalizer")
