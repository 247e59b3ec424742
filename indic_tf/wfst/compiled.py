"""Compiled grammars in a content-hashed cache: a grammar that changed is built again, one that did not is only read."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import GrammarError
from ..languages import Language
from ..resources import folder
from ..styles import Style

_KEY_LENGTH = 16
_BUILDERS = ("fst", "lexicon", "fractional", "numbers", "quantities", "inventory")


def cache_folder() -> Path:
    """Where compiled grammars lie: ``$INDIC_TF_CACHE``, or ``indic_tf`` in the user's cache folder."""
    if chosen := os.environ.get("INDIC_TF_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "indic_tf"


def grammar_folder(language: Language) -> Path:
    """The folder with the compiled ``classify``, ``speak``, ``read`` and ``words`` transducers; built if missing."""
    made = cache_folder() / f"{language.code}-{_key(language.code)}"
    if not (made / "words.json").is_file():
        _build_into(made, lambda place: _build(language, place))
    return made


def verbalizer_file(language: Language, style: Style) -> Path:
    """The compiled verbalizer of one style; built if missing."""
    name = hashlib.sha256(json.dumps(style.as_dict(), sort_keys=True).encode()).hexdigest()[:_KEY_LENGTH]
    made = grammar_folder(language) / f"style-{name}" / "verbalize.fst"
    if not made.is_file():
        _build_into(made.parent, lambda place: _write(_inventory().verbalize(language, style), place / made.name))
    return made


@cache
def _key(code: str) -> str:
    """A hash over everything that the compiled grammar depends on."""
    tables = [p for place in (code, "common") for p in sorted((folder("grammars") / place).glob("*.tsv"))]
    here = Path(__file__).parent
    sources = [*(here / f"{name}.py" for name in _BUILDERS), here.parent / "scripts.py"]
    digest = hashlib.sha256(_pynini_version().encode())
    for path in [folder("lang_configs") / f"{code}.yaml", *tables, *sources]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:_KEY_LENGTH]


def _pynini_version() -> str:
    try:
        return version("pynini")
    except PackageNotFoundError:
        return "none"


def _build(language: Language, place: Path) -> None:
    inventory = _inventory()
    token = inventory.spoken_tokens(language)
    words = inventory.vocabulary(token)
    for name, fst in (
        ("classify", inventory.classify(token)),
        ("speak", inventory.speak(language)),
        ("read", inventory.read(language)),
        ("words", words),
    ):
        _write(fst, place / f"{name}.fst")
    (place / "words.json").write_text(json.dumps(inventory.prefixes(words)), encoding="utf-8")


def _write(fst: Any, path: Path) -> None:
    """Sorted by input, as composition wants it."""
    fst.arcsort("ilabel").write(str(path))


def _inventory() -> ModuleType:
    """The module that builds grammars. It needs pynini, which not every platform has."""
    try:
        from . import inventory
    except ImportError as error:
        raise GrammarError(
            "this grammar is not compiled yet, and compiling needs pynini: pip install pynini "
            f"(wheels for Linux x86-64; this is {sys.platform}). Or copy {cache_folder()} from a machine that has it."
        ) from error
    return inventory


def _build_into(made: Path, build: Callable[[Path], None]) -> None:
    """Build in a scratch folder and move it into place, so that a half-built grammar is never seen."""
    made.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(dir=made.parent, prefix=".building-"))
    try:
        build(scratch)
        if not made.exists():
            scratch.rename(made)
    except OSError:
        if not made.exists():
            raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
