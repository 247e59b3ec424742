"""One language: its YAML and its grammar tables. A language is data; this is the schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache, partial
from pathlib import Path
from typing import Literal

import regex
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from . import tables
from .errors import LanguageError, TableError
from .labels import KINDS
from .resources import folder
from .schema import SCHEMAS
from .scripts import DIGITS
from .tables import Row

__all__ = ["SCHEMAS", "Language", "language", "languages", "load", "revise"]

UNCOMPILED_TABLES = ("carriers", "fillers", "cased", "doubled", "cues", "keep", "serials", "roman", "roman_letters")
"""Tables that no grammar is compiled from: they say what its spans are in a text, or make training data."""
_REQUIRED_SCALES = (100, 1000, 100_000, 10_000_000)
_REQUIRED_WORDS = {"point", "minus", "percent"}
_ABBREVIATING = ("abbreviations", "units", "currency", "cues", "clock")


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


ConverterName = Literal["grammar", "mt5", "tags"]
DEFAULT = "default"


class Language(BaseModel):
    """A language's facts, as read from ``lang_configs/<code>.yaml``; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str
    name: str
    native_name: str
    status: Literal["stable", "beta"] = Field(default="stable", description="beta: no native speaker has tested it")
    classes: tuple[str, ...] | None = Field(
        default=None,
        description="of numbers; none: all if it is stable, the basic ones if it is in beta",
    )
    script: str = Field(description="Unicode script name")
    other_scripts: tuple[str, ...] = Field(default=(), description="further scripts that its number words are read in")
    sentence_end: str = "."
    question: str = "?"
    comma: str = ","
    suffix_joiner: str = Field(default="", description="what stands between digits and a case suffix or classifier")
    final_a_silent: bool = Field(
        default=False, description="the vowel 'a' at the end of a word is not said: Rama is Ram"
    )
    capitalize: bool = Field(default=False, description="sentences begin with a capital letter")
    numbers: NumberFacts = NumberFacts()
    to_said: Literal["always", "apart", "never"] = Field(
        default="apart",
        description="TN says 'to' in 3-7: always, where the ends are far apart, or never, since 'to' is an ending",
    )
    model: str = Field(default="small", description="the tagger: one of the package, a folder or a hub id")
    fast_model: str | None = Field(default=None, description="one in less time, as `model`; none: that one")
    thresholds: Thresholds = Thresholds()
    normalizer: str | tuple[str, ...] | None = Field(
        default=None, description="the span normalizer: as `model`, several, or none"
    )
    converters: dict[str, tuple[ConverterName, ...]] = Field(
        default={DEFAULT: ("grammar", "mt5", "tags")},
        description="who is asked to write a span, in order, by class; `default` for the classes that are not named",
    )
    rescoring: Rescoring = Rescoring()

    @field_validator("script")
    @classmethod
    def _of_known_digits(cls, script: str) -> str:
        if script not in DIGITS:
            near = get_close_matches(script, DIGITS, n=1, cutoff=0.5)
            meant = f"did you mean {near[0]!r}? " if near else ""
            raise ValueError(f"unknown script {script!r}; {meant}Known are {', '.join(DIGITS)}")
        return script

    @field_validator("other_scripts")
    @classmethod
    def _of_unicode(cls, scripts: tuple[str, ...]) -> tuple[str, ...]:
        for script in scripts:
            try:
                regex.compile(rf"\p{{Script={script}}}")
            except regex.error:
                raise ValueError(f"unknown script {script!r}; Unicode has no such name") from None
        return scripts

    @field_validator("converters")
    @classmethod
    def _of_known_classes(cls, chains: dict[str, tuple[ConverterName, ...]]) -> dict[str, tuple[ConverterName, ...]]:
        if unknown := sorted(chains.keys() - {DEFAULT, *KINDS}):
            raise ValueError(f"unknown class {unknown[0]!r}; known are {DEFAULT}, {', '.join(KINDS)}")
        return chains

    def chain(self, kind: str) -> tuple[ConverterName, ...]:
        """Who is asked to write a span of the class ``kind``, in order."""
        return self.converters.get(kind) or self.converters.get(DEFAULT, ("grammar",))

    def table(self, name: str) -> tuple[Row, ...]:
        """The rows of the table ``name``: the language's own, then those common to all languages."""
        return _rows(self.code, name)

    def cased(self, word: str) -> str | None:
        """How a Latin word in small letters is written wherever it stands: iPhone, NASA's; None if that is open."""
        stem, ending = (word[:-2], word[-2:]) if word.endswith(("'s", "’s")) else (word, "")
        written = _cased(self.code).get(stem)
        return None if written is None else written + ending

    def forms(self, table: str, **where: str) -> list[str]:
        """The ``form`` cells of the rows of ``table`` whose cells equal ``where``."""
        return [row["form"] for row in self.table(table) if where.items() <= row.cells.items()]

    def faults(self) -> list[TableError]:
        """Everything that is wrong with its tables: files that are none, bad rows, what every language must have."""
        found: list[TableError] = []
        for place in _places(self.code):
            found += _faults_in(partial(tables.in_folder, place, SCHEMAS)) if place.is_dir() else []
        for name in SCHEMAS:
            found += _faults_in(partial(self.table, name))
        return found or self._missing()

    def _missing(self) -> list[TableError]:
        """What the required tables lack; without it a number is read by half."""
        numbers = [row for row in self.table("numbers") if row["role"] in ("", "stem")]
        plain = {row.number("value") for row in numbers if not row["role"]}
        tens = {row.number("value") for row in numbers if row["role"]}
        known = plain | {ten + unit for ten in tens for unit in range(1, 10) if unit in plain}
        scales = plain | {row.number("value") for row in self.table("scales")}
        money = {row["code"] for row in self.table("currency") if not row["role"]}
        lacking = {
            "numbers": [str(value) for value in range(100) if value not in known],
            "scales": [str(value) for value in _REQUIRED_SCALES if value not in scales],
            "words": sorted(_REQUIRED_WORDS - {row["name"] for row in self.table("words")}),
            "currency": [] if "INR" in money else ["INR"],
        }
        place = _places(self.code)[0]
        return [
            TableError(place / f"{name}.tsv", 1, f"no word for {', '.join(what)}; without one numbers are read by half")
            for name, what in lacking.items()
            if what
        ]

    @property
    def abbreviations(self) -> list[str]:
        """Every form of the tables that is written with a full stop: titles, and units, currencies, eras, hours too."""
        return [form for table in _ABBREVIATING for form in self.forms(table) if form.endswith(".")]


@cache
def _rows(code: str, name: str) -> tuple[Row, ...]:
    columns, required = SCHEMAS[name]
    return tuple(row for place in _places(code) for row in tables.read(place / f"{name}.tsv", columns, required))


def _places(code: str) -> tuple[Path, ...]:
    """The folders that hold a language's tables, its own first."""
    return folder("grammars") / code, folder("grammars") / "common"


def _faults_in(read: Callable[[], object]) -> list[TableError]:
    try:
        read()
    except TableError as error:
        return [*tables.faults_of(error)]
    return []


@cache
def _cased(code: str) -> dict[str, str]:
    return {row["form"]: row["written"] for row in _rows(code, "cased") if not row["also"]}


@cache
def languages() -> tuple[str, ...]:
    """The codes of the supported languages, sorted."""
    return tuple(sorted(path.stem for path in folder("lang_configs").glob("*.yaml")))


@cache
def language(code: str) -> Language:
    """The language called ``code``, which may be a longer tag: "hi-IN", "HI".

    Raises `LanguageError` for an unknown code (it names the supported ones and the nearest) and for a YAML that does
    not fit the schema.
    """
    primary = str(code).replace("_", "-").partition("-")[0].lower()
    if primary not in languages():
        raise LanguageError(f"unknown language {code!r}{_nearest(code)} Supported: {', '.join(languages())}")
    return load(folder("lang_configs") / f"{primary}.yaml", primary)


def load(path: Path, code: str) -> Language:
    """The language described by the YAML at ``path``; `LanguageError` says which key does not fit."""
    try:
        return Language.model_validate({"code": code, **yaml.safe_load(path.read_text(encoding="utf-8"))})
    except (ValidationError, yaml.YAMLError, TypeError, UnicodeDecodeError) as error:
        raise LanguageError(f"{path}: {_said(error)}") from error


def _said(error: Exception) -> str:
    """An error of a YAML without the address of a page about pydantic."""
    if not isinstance(error, ValidationError):
        return str(error)
    rows = [(".".join(map(str, row["loc"])), row["msg"].removeprefix("Value error, ")) for row in error.errors()]
    return "; ".join(f"{key}: {problem}" for key, problem in rows)


def revise(path: Path, key: str, values: Mapping[str, float]) -> None:
    """Set ``values`` under ``key`` of a language's YAML, on one line; what else stands there, and in the file, stays.

    Raises `LanguageError` where the language would not fit the schema any more; the file is then as it was.
    """
    text = path.read_text(encoding="utf-8")
    facts = {**(yaml.safe_load(text).get(key) or {}), **values}
    line = f"{key}: {{{', '.join(f'{name}: {value}' for name, value in facts.items())}}}\n"
    others = "".join(row for row in text.splitlines(keepends=True) if not row.startswith(f"{key}:"))
    try:
        Language.model_validate({"code": path.stem, **yaml.safe_load(others + line)})
    except ValidationError as error:
        raise LanguageError(f"{path.name}: {error}") from error
    path.write_text(others + line, encoding="utf-8")


def _nearest(code: str) -> str:
    """'; did you mean …?' by code, English name or native name."""
    known: dict[str, str] = {}
    for supported in languages():
        facts = language(supported)
        known |= {supported: supported, facts.name.casefold(): supported, facts.native_name: supported}
    found = get_close_matches(str(code).casefold(), list(known), n=1)
    return f"; did you mean {known[found[0]]!r} ({language(known[found[0]]).name})?" if found else "."
