"""What a formatter takes: texts and lists of words, checked before anything is done with them."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike, fspath
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from .document import Word
from .errors import InputError
from .styles import Style

Input = str | Iterable[Word | str]
Final = Literal["auto", "always", "never"]
Script = Literal["keep", "native"]


Made = TypeVar("Made")
_SHARED = "two threads asked one iterator of map at once; call map in each thread, which may share the formatter"


class Arguments(BaseModel):
    """What a formatter is made with; ``"no"`` for False would otherwise be noticed late or never."""

    model_config = ConfigDict(strict=True, arbitrary_types_allowed=True)

    lang: str
    model: str | None = "default"
    device: str = "auto"
    style: str | Style = "default"
    punctuation: bool = True
    itn: bool = True
    case: bool = True
    disfluency: Literal["keep", "remove"] = "keep"
    normalizer: str | Sequence[str] | None = "default"
    final: Final = "always"
    script: Script = "keep"
    tables: str | Sequence[str] | None = None
    terms: Sequence[str] = ()
    rules_off: Sequence[str] = ()
    local_files_only: bool = False
    max_words: Annotated[int, Field(ge=1)] | None = None

    @field_validator("tables", mode="before")
    @classmethod
    def _folders(cls, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [fspath(one) if isinstance(one, PathLike) else one for one in value]
        return fspath(value) if isinstance(value, PathLike) else value

    @field_validator("terms", "rules_off", mode="before")
    @classmethod
    def _several(cls, value: Any) -> Any:
        if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
            raise ValueError("that is one")
        return list(value)

    @field_validator("model", "normalizer", mode="before")
    @classmethod
    def _model(cls, value: Any) -> Any:
        if value == "none":
            raise ValueError("that is None")
        return fspath(value) if isinstance(value, PathLike) else value

    @property
    def normalizers(self) -> tuple[str, ...]:
        """The names of the normalizers."""
        return (self.normalizer,) if isinstance(self.normalizer, str) else tuple(self.normalizer or ())

    @classmethod
    def check(cls, **given: Any) -> Arguments:
        """``given`` as arguments; raises `InputError` for the first that is of no use."""
        try:
            return cls(**given)
        except ValidationError as error:
            name = str(error.errors()[0]["loc"][0])
            raise InputError(f"{name} is {given[name]!r}; {_HELP[name]}") from None

    @classmethod
    def listed(cls, terms: Iterable[str]) -> list[str]:
        """Terms as a list; raises `InputError` for one that is alone, and for what is no text."""
        return list(cls.check(lang="", terms=terms).terms)

    @staticmethod
    def final_or(given: Final | None, default: Final) -> Final:
        """What a call says of the mark at the end, or the formatter; raises `InputError` for anything else."""
        if given is not None and given not in get_args(Final):
            raise InputError(f"final is {given!r}; {_HELP['final']}")
        return given or default


_SWITCH = "choose True or False"
_HELP = {
    "lang": "expected the code of a language, as in 'hi'",
    "model": "expected a name, a folder, or None to work without one",
    "device": "choose 'auto', 'cpu', 'cuda' or 'cuda:N'",
    "style": "expected the name of a preset or a Style",
    "punctuation": _SWITCH,
    "itn": _SWITCH,
    "case": _SWITCH,
    "disfluency": "choose 'keep' or 'remove'",
    "script": "choose 'keep' or 'native'",
    "final": "choose 'auto', 'always' or 'never'",
    "tables": "expected a folder with tables, several of them, or None",
    "terms": "expected a list of words as they are to be written, as in ['OnePlus']",
    "rules_off": "expected a list of names of rules, as in ['guess-pair']; `indic-tf rules` lists them",
    "normalizer": "expected a name, a folder, several of them, or None to work without one",
    "local_files_only": _SWITCH,
    "max_words": "expected a number of words, 1 or more, or None for texts of any length",
}


def batches(texts: Iterable[Input], size: int) -> Iterator[list[tuple[int, Input]]]:
    """Numbered texts, ``size`` at a time. What was read before the source fails is still handed out."""
    batch: list[tuple[int, Input]] = []
    try:
        for i, text in enumerate(texts):
            # a list of words may be an iterator, and is needed again if the batch fails
            batch.append((i, text if isinstance(text, str) or not isinstance(text, Iterator) else tuple(text)))
            if len(batch) == size:
                yield batch
                batch = []
    except Exception:
        if batch:
            yield batch
        raise
    if batch:
        yield batch


def unchanged(text: Any) -> str:
    """A text that could not be formatted, as a text; "" for what is none."""
    if isinstance(text, (list, tuple)):
        texts = (word.text if isinstance(word, Word) else word for word in text)
        return " ".join(word for word in texts if isinstance(word, str))
    return text if isinstance(text, str) else ""


def require(batch: Iterable[tuple[int, Input]], most: int | None = None) -> None:
    """Raise `InputError` for the first text of ``batch`` that cannot be formatted, with its number."""
    for i, text in batch:
        try:
            limited(checked(text), most)
        except InputError as error:
            raise InputError(f"text {i} (counted from 0): {error}") from error


def limited(text: Any, most: int | None) -> Any:
    """``text``, a text or a list of words, if it has at most ``most`` words; `InputError` otherwise."""
    if most is not None:
        count = len(text.split()) if isinstance(text, str) else len(text)
        if count > most:
            raise InputError(f"the text has {count:,} words and the limit (max_words) is {most:,}; cut it, or raise it")
    return text


class OneAtATime(Iterator[Made], Generic[Made]):
    """An iterator that is one thread's: asked by two at once it raises `InputError`, and from then on.

    Each of them would otherwise get some of the answers.
    """

    def __init__(self, made: Iterator[Made]) -> None:
        self._made, self._lock, self._is_shared = made, threading.Lock(), False

    def __next__(self) -> Made:
        if not self._lock.acquire(blocking=False):
            self._is_shared = True
            raise InputError(_SHARED)
        try:
            if self._is_shared:
                raise InputError(_SHARED)
            return next(self._made)
        finally:
            self._lock.release()


def checked(text: Any) -> Any:
    """``text`` if it can be formatted; `InputError` that says what is wrong otherwise."""
    if isinstance(text, str):
        return _valid(text)
    if isinstance(text, (bytes, Mapping)) or not isinstance(text, Iterable):
        raise InputError(f"expected a text or a list of words, got {type(text).__name__}")
    return [_checked_word(i, word) for i, word in enumerate(text)]


def _checked_word(index: int, word: Any) -> Word | str:
    if isinstance(word, Word):
        _valid(word.text)
        if not all(isinstance(part, str) for part in (word.core, word.before, word.after)):
            raise InputError(f"word {index} has a core or a mark that is no text; times go by name: start=…")
        return word
    if isinstance(word, str):
        return _valid(word)
    raise InputError(f"word {index} of the list is {type(word).__name__}, expected a Word or a str")


def _valid(text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(f"not valid Unicode text: {error.reason} at character {error.start}") from error
    return text
