"""Compiled grammars in a content-hashed cache: a grammar that changed is built again, one that did not is only read."""

from __future__ import annotations

import hashlib
import logging
import sys
from functools import cache
from importlib import metadata
from pathlib import Path
from types import ModuleType

from ..errors import GrammarError
from ..languages import Language, language
from ..tables import raise_all
from . import manifest
from .cache import build_into, cache_folder, used
from .sources import sources

__all__ = ["Compiled", "cache_folder", "grammar_folder"]

_log = logging.getLogger(__name__)

_KEY_LENGTH = 16
_NOT_COMPILED = {"thresholds", "model", "normalizer", "converters", "rescoring", "to_said", "also"}
_COMPILER = ("pynini", "pywrapfst", "_pynini", "_pywrapfst")


class Compiled:
    """The compiled grammar of a language, see `build.language`; built if it is missing or damaged, also later on.

    Raises `GrammarError` where it cannot be built and `TableError` for tables of which none can, and so do its methods.
    """

    def __init__(self, language: Language) -> None:
        self._language, self._root = language.built, cache_folder()
        self.folder = self._root / _name(self._root, self._language)
        self._build_unless(manifest.fits(self.folder))

    def file(self, name: str) -> Path:
        """One of its files, as it was built to the bit: what is damaged would crash whoever reads it."""
        path = self.folder / name
        used(self.folder)
        self._build_unless(manifest.fits(self.folder) and manifest.is_whole(path))
        return path

    def _build_unless(self, is_there: bool) -> None:
        if not is_there:
            raise_all(self._language.faults())
            builder = _builder()
            build_into(self._root, self.folder, self._language.code, lambda made: self._grammar(builder, made))

    def _grammar(self, builder: ModuleType, made: Path) -> None:
        why = "it is damaged" if self.folder.is_dir() else "this happens once, and again when its tables change"
        _log.warning("compiling the grammar of %s, which takes 5 to 30 seconds; %s", self._language.code, why)
        builder.language(self._language, made)


def grammar_folder(language: Language) -> Path:
    """The folder of a compiled grammar; built if missing. Raises as `Compiled` does."""
    return Compiled(language).folder


def _name(root: Path, facts: Language) -> str:
    """What the folder of a grammar is called, by all that it is made of.

    Where there is no pynini, one that any version of it has built will do.
    """
    name = f"{facts.code}-{_key(facts.key)}"
    if (version := _pynini()) is not None:
        return f"{name}-pynini{version}"
    made = [path.name for path in root.glob(f"{name}-*") if manifest.fits(path)]
    return max(made, default=name)


@cache
def _pynini() -> str | None:
    try:
        return metadata.version("pynini")
    except metadata.PackageNotFoundError:
        return None


@cache
def _key(key: str) -> str:
    """A hash over tables, YAML and all of the package that builds a grammar."""
    digest = hashlib.sha256()
    digest.update(language(key).model_dump_json(exclude=_NOT_COMPILED).encode())
    for path in _ingredients(key):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:_KEY_LENGTH]


def _ingredients(key: str) -> list[Path]:
    """The files that a compiled grammar is made of: tables, and modules of the package."""
    return [*language(key).compiled_from(), *sources(Path(__file__).with_name("build.py"))]


def _builder() -> ModuleType:
    """The module that builds grammars. It needs pynini, which not every platform has."""
    try:
        from . import build
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in _COMPILER:
            raise
        raise GrammarError(
            f"this grammar is not compiled yet, and compiling needs pynini ({error}): pip install pynini "
            f"(wheels for Linux x86-64; this is {sys.platform}). Or copy {cache_folder()} from a machine that has it."
        ) from error
    return build
