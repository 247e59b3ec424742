"""One language: its YAML and its grammar tables. A language is data; this is the schema."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from . import tables
from .errors import LanguageError
from .labels import KINDS
from .resources import folder
from .tables import Row

Role = Literal["", "stem", "mult", "added", "homograph"]

# Columns of each table; the first `required` cells must be there. docs/adding_a_language.md explains them.
SCHEMAS: dict[str, tuple[tuple[str, ...], int]] = {
    "numbers": (("value", "form", "role"), 2),
    "scales": (("value", "form", "role", "multiplier", "system"), 2),
    "scale_signs": (("value", "sign"), 2),
    "english": (("value", "form"), 2),
    "fractions": (("value", "form", "role"), 2),
    "words": (("name", "form"), 2),
    "currency": (("code", "form", "role", "suffix"), 2),
    "suffixes": (("strip", "add", "written", "flag"), 3),
    "keep": (("form", "when"), 1),
    "cues": (("form", "side", "kind"), 2),
    "ordinals": (("value", "form", "written", "when"), 3),
    "months": (("value", "form"), 2),
    "units": (("code", "form", "role"), 2),
    "unit_symbols": (("code", "symbol", "kind"), 2),
    "clock": (("name", "form"), 2),
    "letters": (("letter", "form", "flag"), 2),
    "denominators": (("value", "form", "role"), 2),
    "domains": (("written", "form", "role"), 2),
    "whitelist": (("form", "written", "when"), 2),
    "names": (("form", "latin"), 1),
    "romanization": (("letter", "latin", "kind"), 3),
    "serials": (("pattern", "cue", "note"), 1),
    "terms": (("written", "numbers"), 1),
    "acronyms": (("written", "said"), 1),
    "abbreviations": (("form",), 1),
    "fillers": (("form", "kind"), 2),
    "doubled": (("form", "kind"), 2),
    "symbols": (("code", "symbol"), 2),
    "carriers": (("kind", "frame"), 2),
    "cased": (("form", "written", "also"), 2),
    "roman": (("form", "native", "flag"), 2),
    "roman_letters": (("letters", "key"), 2),
}
UNCOMPILED_TABLES = ("carriers", "fillers", "cased", "doubled", "cues", "keep", "serials", "roman", "roman_letters")
"""Tables that no grammar is compiled from: they say what its spans are in a text, or make training data."""
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

    @property
    def abbreviations(self) -> list[str]:
        """Every form of the tables that is written with a full stop: titles, and units, currencies, eras, hours too."""
        return [form for table in _ABBREVIATING for form in self.forms(table) if form.endswith(".")]


@cache
def _rows(code: str, name: str) -> tuple[Row, ...]:
    columns, required = SCHEMAS[name]
    paths = (folder("grammars") / place / f"{name}.tsv" for place in (code, "common"))
    return tuple(row for path in paths for row in tables.read(path, columns, required))


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
    except (ValidationError, yaml.YAMLError, TypeError) as error:
        raise LanguageError(f"{path.name}: {error}") from error


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
