"""What the options of a command are to `IndicFormatter`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .base import Disfluent, FinalMark, or_none
from .own_words import language_of, own_words


def of_formatter(
    lang: str,
    model: str,
    normalizer: str,
    disfluency: Disfluent,
    final: FinalMark | None,
    own_tables: Sequence[Path] | None,
    term: Sequence[str] | None,
    terms: Path | None,
    **same: Any,
) -> dict[str, Any]:
    """Arguments of `IndicFormatter`, of options as they were given; ``same`` are those that it takes as they are.

    Raises as `own_words` and `language_of` do.
    """
    return {
        "lang": language_of(lang),
        "model": or_none(model),
        "normalizer": or_none(normalizer),
        "disfluency": disfluency.value,
        "final": (final or FinalMark.always).value,
        **same,
        **own_words(own_tables, term, terms),
    }
