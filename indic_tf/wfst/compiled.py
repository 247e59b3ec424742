"""Compiled grammars in a content-hashed cache: a grammar that changed is built again, one that did not is only read."""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

from ..errors import GrammarError
from ..languages import UNCOMPILED_TABLES, Language, language
from ..resources import folder
from ..styles import Style

_log = logging.getLogger(__name__)

_KEY_LENGTH = 16
_NOT_COMPILED = {"thresholds", "model", "normalizer", "converters", "rescoring", "to_said"}
_BUILDERS = (
    *("wire", "fst", "lexicon", "fractional", "numbers", "parts", "figures", "suffixes", "romanize"),
    *("quantities", "measures", "dates", "clock", "codes", "inventory", "gate", "build"),
)


def cache_folder() -> Path:
    """Where compiled grammars lie: ``$INDIC_TF_CACHE``, or ``indic_tf`` in the user's cache folder."""
    if chosen := os.environ.get("INDIC_TF_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "indic_tf"


def grammar_folder(language: Language) -> Path:
    """The folder of a compiled grammar, see `build.language`; built if missing.

    Raises `GrammarError` where it is missing and cannot be built.
    """
    made = cache_folder() / f"{language.code}-{_key(language.code)}"
    if not made.is_dir():
        _log.info("compiling the grammar of %s; this happens once, and again when its tables change", language.code)
        _build_into(made, lambda place: _builder().language(language, place))
    return made


def verbalizer_file(language: Language, style: Style) -> Path:
    """The compiled verbalizer of one style; built if missing. Raises `GrammarError` as `grammar_folder` does."""
    made = grammar_folder(language) / "-".join(map(str, style.figures)).replace(":", "colon")
    if not made.is_dir():
        _build_into(made, lambda place: _builder().verbalizer(language, style, place))
    return made / "verbalize.fst"


@cache
def _key(code: str) -> str:
    """A hash over everything that the compiled grammar depends on."""
    tables = [p for place in (code, "common") for p in sorted((folder("grammars") / place).glob("*.tsv"))]
    tables = [path for path in tables if path.stem not in UNCOMPILED_TABLES]
    here = Path(__file__).parent
    sources = [*(here / f"{name}.py" for name in _BUILDERS), here.parent / "scripts.py"]
    digest = hashlib.sha256()
    digest.update(language(code).model_dump_json(exclude=_NOT_COMPILED).encode())
    for path in [*tables, *sources]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:_KEY_LENGTH]


def _builder() -> ModuleType:
    """The module that builds grammars. It needs pynini, which not every platform has."""
    try:
        from . import build
    except ImportError as error:
        raise GrammarError(
            "this grammar is not compiled yet, and compiling needs pynini: pip install pynini "
            f"(wheels for Linux x86-64; this is {sys.platform}). Or copy {cache_folder()} from a machine that has it."
        ) from error
    return build


def _build_into(made: Path, build: Callable[[Path], None]) -> None:
    """Build in a scratch folder and move it into place, so that a half-built grammar is never seen."""
    try:
        made.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(dir=made.parent, prefix=".building-"))
    except OSError as error:
        raise GrammarError(
            f"cannot write to {made.parent} ({error}); set INDIC_TF_CACHE to a folder that can"
        ) from error
    try:
        build(scratch)
        scratch.chmod(0o755)
        scratch.rename(made)
    except OSError:
        if not made.is_dir():  # otherwise another process built it meanwhile
            raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
