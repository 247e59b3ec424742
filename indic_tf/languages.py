"""One language: its YAML and its grammar tables. A language is data; this is the schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import regex
import yaml
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError, field_validator

from . import tables
from .complete import faults, faults_of_folder, is_compiled, rows_of
from .errors import LanguageError, TableError
from .facts import NumberFacts, Rescoring, Thresholds
from .labels import KINDS
from .resources import folder
from .schema import SCHEMAS, UNCOMPILED_TABLES
from .scripts import DIGITS
from .tables import Row

__all__ = [
    "SCHEMAS",
    "UNCOMPILED_TABLES",
    "Language",
    "Rescoring",
    "Thresholds",
    "language",
    "languages",
    "load",
]

_of_users: dict[str, Language] = {}
_ABBREVIATING = ("abbreviations", "units", "currency", "cues", "clock")
_TAG = regex.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{1,8})*")  # of BCP 47; _ as Python and Java have it


ConverterName = Literal["grammar", "mt5", "tags"]
DEFAULT = "default"


class Language(BaseModel):
    """A language's facts, as read from ``lang_configs/<code>.yaml``; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str
    name: str
    native_name: str
    also: tuple[str, ...] = Field(default=(), description="other codes and names, in small letters: hin")
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
    _home: Path | None = PrivateAttr(None)
    _added: tuple[Path, ...] = PrivateAttr(())
    _base: Language | None = PrivateAttr(None)
    _content: str = PrivateAttr("")

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Language:
        """A language of one's own: a folder with its YAML and its tables, for `IndicFormatter` in place of a code.

        The name of the YAML is its code, which no language of the package has. Raises `LanguageError` for a folder
        without one or with several, and for a YAML that does not fit; `TableError` for what is wrong with the tables.
        """
        home = Path(path).expanduser().resolve()
        found = sorted(home.glob("*.y*ml"))
        if len(found) != 1:
            raise LanguageError(f"{path} has {len(found)} YAML files, expected one: the facts of a language, bho.yaml")
        code = found[0].stem
        if not regex.fullmatch("[a-z]{2,8}", code) or code in languages():
            raise LanguageError(f"{found[0]}: {code!r} is no new code; expected two to eight small letters, as in bho")
        made = load(found[0], code)
        made._home = home
        return made._known(made.faults())

    def with_tables(self, *paths: str | PathLike[str]) -> Language:
        """The language with rows of one's own behind its own: folders with tables of the same names and columns.

        Raises `TableError` for what is wrong with them, `LanguageError` for a folder that is not there or has none.
        """
        places = tuple(Path(path).expanduser().resolve() for path in paths)
        found = [fault for place in places if place.is_dir() for fault in faults_of_folder(place)]
        for given, place in zip(paths, places, strict=True):
            if not place.is_dir():
                raise LanguageError(f"tables: {given} is no folder")
            if not found and not tables.in_folder(place, SCHEMAS):
                raise LanguageError(
                    f"tables: {given} has no tables in it; they are called {', '.join(SCHEMAS)}, all .tsv"
                )
        made = self.model_copy()
        made._base, made._added = self, (*self._added, *places)
        return made._known(found)

    def _known(self, faults: Sequence[TableError]) -> Language:
        """Itself, found by `language` from now on under its key."""
        tables.raise_all(faults)
        digest = sha256()
        for path in (path for place in self.places[:-1] if place.is_dir() for path in sorted(place.glob("*.tsv"))):
            digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
        self._content = digest.hexdigest()[:16]
        _of_users[self.key] = self
        if self._home is not None and not self._added:
            _of_users[self.code] = self
        return self

    def __setstate__(self, state: dict[Any, Any]) -> None:
        """Another process knows a user's language as this one does."""
        super().__setstate__(state)
        if self._content:
            _of_users.setdefault(self.key, self)
            if self._home is not None:
                _of_users.setdefault(self.code, self)

    @property
    def key(self) -> str:
        """What `language` finds it by: its code, and for a user's language or tables what is in them."""
        return f"{self.code}+{self._content}" if self._content else self.code

    @property
    def places(self) -> tuple[Path, ...]:
        """The folders that hold its tables: its own, those of the user, those common to all languages."""
        return self._home or folder("grammars") / self.code, *self._added, folder("grammars") / "common"

    def added(self) -> list[Path]:
        """The tables that a user added to it."""
        return [path for place in self._added for path in tables.in_folder(place, SCHEMAS)]

    @property
    def built(self) -> Language:
        """The language that its grammar is compiled of: without what a user added, where that changes no grammar."""
        if self._base is None or any(map(is_compiled, self.added())):
            return self
        return self._base.built

    def compiled_from(self) -> list[Path]:
        """The tables that its grammar is compiled from."""
        found = (path for place in self.places if place.is_dir() for path in sorted(place.glob("*.tsv")))
        return [path for path in found if path.stem not in UNCOMPILED_TABLES]

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
        return _rows(self.key, name)

    @property
    def named_letters(self) -> tuple[Row, ...]:
        """Names of letters in addresses: those of `letters`, and those that are letters in addresses alone."""
        return self.table("letters") + self.table("address_letters")

    def cased(self, word: str) -> str | None:
        """How a Latin word in small letters is written wherever it stands: iPhone, NASA's; None if that is open."""
        stem, ending = (word[:-2], word[-2:]) if word.endswith(("'s", "’s")) else (word, "")
        written = _cased(self.key).get(stem)
        return None if written is None else written + ending

    def forms(self, table: str, **where: str) -> list[str]:
        """The ``form`` cells of the rows of ``table`` whose cells equal ``where``."""
        return [row["form"] for row in self.table(table) if where.items() <= row.cells.items()]

    def faults(self) -> list[TableError]:
        """Everything that is wrong with its tables: files that are none, bad rows, what every language must have."""
        return faults(self.places)

    @property
    def abbreviations(self) -> list[str]:
        """Every form of the tables that is written with a full stop: titles, and units, currencies, eras, hours too."""
        return [form for table in _ABBREVIATING for form in self.forms(table) if form.endswith(".")]


@cache
def _rows(key: str, name: str) -> tuple[Row, ...]:
    return rows_of(language(key).places, name)


@cache
def _cased(key: str) -> dict[str, str]:
    return {row["form"]: row["written"] for row in reversed(_rows(key, "cased")) if not row["also"]}


@cache
def languages() -> tuple[str, ...]:
    """The codes of the supported languages, sorted."""
    return tuple(sorted(path.stem for path in folder("lang_configs").glob("*.yaml")))


def language(code: str) -> Language:
    """The language called ``code``: a BCP 47 tag ("hi", "hi-IN", "hin_Deva"), a name ("Hindi", "हिन्दी"), or the key of
    one that a user loaded.

    Raises `LanguageError` for an unknown code (it names the supported ones and the nearest) and for a YAML that does
    not fit the schema.
    """
    if (of_user := _of_users.get(str(code))) is not None:
        return of_user
    return _of_package(str(code))


@cache
def _of_package(code: str) -> Language:
    tag = _TAG.fullmatch(code.strip())
    primary = (tag[1] if tag else code.strip()).casefold()
    if primary not in languages():
        primary = _other_names().get(primary, "")
    if not primary:
        raise LanguageError(f"unknown language {code!r}{_nearest(code)} Supported: {', '.join(languages())}")
    return load(folder("lang_configs") / f"{primary}.yaml", primary)


@cache
def _other_names() -> Mapping[str, str]:
    """Names of the languages and their other codes, in small letters → code."""
    known = [language(code) for code in languages()]
    return {name.casefold(): one.code for one in known for name in (one.name, one.native_name, *one.also)}


def load(path: Path, code: str) -> Language:
    """The language described by the YAML at ``path``; `LanguageError` says which key does not fit."""
    try:
        return Language.model_validate({"code": code, **yaml.safe_load(path.read_text(encoding="utf-8"))})
    except (ValidationError, yaml.YAMLError, TypeError, ValueError, RecursionError) as error:
        raise LanguageError(f"{path}: {_said(error)}") from error


def _said(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    rows = [(".".join(map(str, row["loc"])), row["msg"].removeprefix("Value error, ")) for row in error.errors()]
    return "; ".join(f"{key}: {problem}" for key, problem in rows)


def _nearest(code: str) -> str:
    """'; did you mean …?' by code, English name or native name."""
    known = {**_other_names(), **{supported: supported for supported in languages()}}
    found = get_close_matches(str(code).casefold(), list(known), n=1)
    return f"; did you mean {known[found[0]]!r} ({language(known[found[0]]).name})?" if found else "."
