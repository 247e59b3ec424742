"""Builds and writes the transducers of a language. Needs pynini; everything else at run time does not."""

from __future__ import annotations

import json
from pathlib import Path

from pywrapfst import convert

from ..languages import Language
from . import gate, inventory
from .fst import Fst, code_points


def language(facts: Language, place: Path) -> None:
    """Write ``classify``, ``address``, ``verbalize``, ``speak``, ``read`` (.fst) and the gates: ``words``, ``written``,
    words.json."""
    with code_points():
        number = inventory.numbers_read(facts)
        token = inventory.spoken(facts, number)
        words, read = gate.vocabulary(token), inventory.read(facts)
        _write(inventory.classify(facts, token), place / "classify.fst")
        _write(inventory.address(facts, number), place / "address.fst")
        _write(inventory.verbalize(facts), place / "verbalize.fst")
        _write(inventory.speak(facts), place / "speak.fst")
        _write(read, place / "read.fst")
        _write(gate.written(read), place / "written.fst")
        _write(words, place / "words.fst")
        (place / "words.json").write_text(json.dumps(gate.prefixes(words)), encoding="utf-8")


def _write(fst: Fst, path: Path) -> None:
    """Sorted by input, as composition wants it; as a const FST, which is read all at once."""
    convert(fst.arcsort("ilabel"), "const").write(str(path))
