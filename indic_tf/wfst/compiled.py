"""Compiled grammars in a content-hashed cache: a grammar that changed is built again, one that did not is only read.

It comes into the cache from the package, where that has it ready, and is compiled otherwise.
"""

from __future__ import annotations

import hashlib
import logging
import sys
from functools import cache, partial
from importlib import metadata
from pathlib import Path
from types import ModuleType

from ..errors import GrammarError
from ..extras import BRINGS, install
from ..languages import Language, language
from ..tables import raise_all
from . import manifest, ready
from .cache import build_into, cache_folder, used
from .sources import sources

__all__ = ["Compiled", "cache_folder", "grammar_folder"]

_log = logging.getLogger(__name__)

_KEY_LENGTH = 16
_NOT_COMPILED = {"thresholds", "model", "normalizer", "converters", "rescoring", "to_said", "also"}


class Compiled:
    """The compiled grammar of a language, see `build.language`; made if it is missing or damaged, also later on.

    Raises `GrammarError` where it cannot be built and `TableError` for tables of which none can, and so do its methods.
    """

    def __init__(self, language: Language) -> None:
        self._language, self._root = language.built, cache_folder()
        name = f"{self._language.code}-{_key(self._language.key)}"
        self._ready = ready.archive(name)
        self.folder = self._root / (_in_cache(self._root, name) if self._ready is None else _called(self._ready))
        self._build_unless(manifest.fits(self.folder))

    @property
    def files(self) -> list[Path]:
        """All of its files, whole."""
        return [self.file(path.name) for path in sorted(self.folder.iterdir()) if path.name != manifest.NAME]

    def file(self, name: str) -> Path:
        """One of its files, as it was built to the bit: what is damaged would crash whoever reads it."""
        path = self.folder / name
        used(self.folder)
        self._build_unless(manifest.fits(self.folder) and manifest.is_whole(path))
        return path

    def _build_unless(self, is_there: bool) -> None:
        if is_there:
            return
        if self._ready is not None:
            make = partial(ready.unpack, self._ready)
        else:
            raise_all(self._language.faults())
            make = partial(self._compile, _builder(self._language))
        build_into(self._root, self.folder, self._language.code, make)

    def _compile(self, builder: ModuleType, made: Path) -> None:
        why = "it is damaged" if self.folder.is_dir() else "this happens once, and again when its tables change"
        _log.warning("compiling the grammar of %s, which takes 5 to 30 seconds; %s", self._language.code, why)
        builder.language(self._language, made)


def grammar_folder(language: Language) -> Path:
    """The folder of a compiled grammar; built if missing. Raises as `Compiled` does."""
    return Compiled(language).folder


def _called(packed: Path) -> str:
    return packed.name.removesuffix(ready.ENDING)


def _in_cache(root: Path, name: str) -> str:
    """What the folder of a compiled grammar is called: ``name``, by all that it is made of, and pynini's version.

    Where there is no pynini, one that any version of it has built will do.
    """
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


def _builder(facts: Language) -> ModuleType:
    """The module that builds grammars. It needs pynini, which few run: wheels have grammars ready."""
    try:
        from . import build
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in BRINGS["grammar"]:
            raise
        own = f"{facts.code} with tables of your own" if "+" in facts.key else facts.code
        raise GrammarError(
            f"the grammar of {own} is not compiled, and compiling needs pynini ({error}): {install('grammar')} (Linux "
            f"x86-64; this is {sys.platform}), or copy {cache_folder()} from a machine that has compiled it. "
            "The languages of the package come compiled with its wheel."
        ) from error
    return build
