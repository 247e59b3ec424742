"""Writes the transducers of a language."""

from __future__ import annotations

from pathlib import Path

import kaldifst

from ...styles import Style, named
from ..pipeline import Grammar
from .machine import Machine, minimized
from .reader import reader
from .writer import writer


def export(own: Grammar, folder: Path, style: str | Style = "default") -> list[Path]:
    """Write the transducers of a language into ``folder`` and return their paths, in the order in which they are
    applied.

    Raises `InputError` for an unknown style, `GrammarError` for a grammar that cannot be compiled, `OSError` for a
    folder that cannot be written.
    """
    chosen = named(style) if isinstance(style, str) else style
    folder.mkdir(parents=True, exist_ok=True)
    reads, raw = reader(own, chosen)
    return [
        _put(reads, folder / f"{own.language.code}_read.fst"),
        _put(writer(own, chosen, raw), folder / f"{own.language.code}_write.fst"),
    ]


def _put(machine: Machine, path: Path) -> Path:
    """Sorted by input, as composition wants it; as a const FST, which is read at once."""
    made = minimized(machine)
    kaldifst.arcsort(made, "ilabel")
    kaldifst.StdConstFst(made).write(str(path))
    return path
