"""Errors as examples: the texts of both sides with what differs, letter by letter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .blocks import Example, Examples, Line
from .diff import alone, diff
from .results import Utterance, Wrong, WrongRow
from .tongues import Tongue


def texts(errors: Sequence[Wrong], speech: Tongue) -> Examples | None:
    """Passages that are wrong."""
    made = (
        Example(
            f"line {error.line}",
            () if error.errors is None else (_errors(error.errors),),
            (*_spoken(error.spoken, speech), *_sides(error.reference, error.output, speech)),
        )
        for error in errors
    )
    return _examples(f"Errors: the {len(errors)} worst", made)


def rows(errors: Sequence[WrongRow], wrong: int, speech: Tongue) -> Examples | None:
    """Some of the ``wrong`` ITN rows, each compared with the written form that is nearest."""
    return _examples(f"Errors: {len(errors)} of {wrong}", (_row(error, speech) for error in errors))


def utterances(errors: Sequence[Utterance], speech: Tongue) -> Examples | None:
    """Utterances that were not heard right."""
    made = (
        Example(
            error.id,
            (f"{error.errors} of {error.words} words",),
            _sides(error.reference, error.hypothesis, speech),
        )
        for error in errors
    )
    return _examples(f"Errors: the {len(errors)} worst", made)


def _row(error: WrongRow, speech: Tongue) -> Example:
    notes = [error.kind] if error.kind else []
    notes += ["digits"] if error.digit_error else []
    notes += ["value"] if error.value_error else []
    nearest, *others = sorted(error.written, key=lambda form: _distance(form, error.output))
    also = (_same("also right", form, speech) for form in others)
    lines = (*_spoken(error.spoken, speech), *_sides(nearest, error.output, speech), *also)
    return Example(error.id or f"line {error.line}", tuple(notes), lines)


def _distance(form: str, output: str) -> int:
    return sum(len(piece.text) for side in diff(form, output) for piece in side if piece.changed)


def _sides(reference: str, output: str, speech: Tongue) -> tuple[Line, ...]:
    pieces = diff(reference, output)
    given = (("reference", reference), ("output", output))
    return tuple(
        Line(name, name, speech.direction_of(text), made) for (name, text), made in zip(given, pieces, strict=True)
    )


def _spoken(text: str, speech: Tongue) -> tuple[Line, ...]:
    return (_same("spoken", text, speech),) if text else ()


def _same(name: str, text: str, speech: Tongue) -> Line:
    return Line(name, "", speech.direction_of(text), alone(text))


def _errors(count: int) -> str:
    return f"{count} error{'' if count == 1 else 's'}"


def _examples(title: str, examples: Iterable[Example]) -> Examples | None:
    made = tuple(examples)
    return Examples(title, made) if made else None
