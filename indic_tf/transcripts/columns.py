"""Which column of a prediction file holds what the recogniser said: nobody agrees on its name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

import regex

from ..errors import InputError

HYPOTHESES = (
    "raw_prediction", "pred_text", "prediction", "predicted_text", "predicted", "pred", "hypothesis", "hyp",
    "asr_text", "asr_output", "model_output", "recognized_text", "transcript", "transcription", "preds", "hypotheses",
)  # fmt: skip
"""In this order; the first that is there is read."""

TEXTS = ("text", "sentence", "utterance", "caption", "content", "line")
"""A reference where a hypothesis stands beside it, the only text where none does."""

_BY_NAME = regex.compile(
    r"(?:^|[_\s.-])(?:pred|preds|prediction|predictions|predicted|hyp|hypothesis|asr)(?:$|[_\s.-])"
)
_NO_TEXT = regex.compile(
    r"wer|cer|score|conf|time|len|dur|prob|count|loss|path|file|lang|model|id$|entities|error|norm", regex.I
)


def likely(names: Iterable[str]) -> list[str]:
    """The columns that may hold hypotheses, the likeliest first; a column of texts if there are none.

    >>> likely(["audio_filepath", "text", "pred_text", "wer"]), likely(["id", "text"]), likely(["whisper_pred", "text"])
    (['pred_text'], ['text'], ['whisper_pred'])
    """
    given = [name for name in names if isinstance(name, str)]
    known = {name.strip().casefold(): name for name in reversed(given)}
    found = [known[name] for name in HYPOTHESES if name in known]
    for name in given:
        if name not in found and _BY_NAME.search(name.casefold()) and not _NO_TEXT.search(name):
            found.append(name)
    return found or [known[name] for name in TEXTS if name in known]


def chosen(names: Sequence[str], column: str | None, where: str) -> str:
    """The column to read: ``column`` if given, else the likely one; `InputError` that lists them if there is none."""
    listed = ", ".join(names) or "(none)"
    if column is None:
        if found := likely(names):
            return found[0]
        raise InputError(f"{where}: which column holds the text? Choose one with column=. There are: {listed}")
    if column in names:
        return column
    guess = get_close_matches(column, names, 1, 0.6) or likely(names)
    hint = f" Perhaps {guess[0]!r}?" if guess else ""
    raise InputError(f"{where}: no column {column!r}. There are: {listed}.{hint}")


def there(names: Sequence[str], asked: Sequence[str], where: str) -> Sequence[str]:
    """``asked``, if all of these columns are there; `InputError` otherwise."""
    for name in asked:
        chosen(names, name, where)
    return asked
