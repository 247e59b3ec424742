"""Facts of a language that a calibration sets in its YAML."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml
from pydantic import ValidationError

from indic_tf.errors import LanguageError
from indic_tf.languages import Language
from indic_tf.replacing import write_text


def revise(path: Path, key: str, values: Mapping[str, float]) -> None:
    """Set ``values`` under ``key`` of a language's YAML, on one line; what else stands there, and in the file, stays.

    Raises `LanguageError` where the language would not fit the schema any more; the file is then as it was.
    """
    text = path.read_text(encoding="utf-8")
    facts = {**(yaml.safe_load(text).get(key) or {}), **values}
    line = f"{key}: {{{', '.join(f'{name}: {value}' for name, value in facts.items())}}}\n"
    others = "".join(row for row in text.splitlines(keepends=True) if not row.startswith(f"{key}:"))
    try:
        Language.model_validate({"code": path.stem, **yaml.safe_load(others + line)})
    except ValidationError as error:
        raise LanguageError(f"{path.name}: {error}") from error
    write_text(path, others + line)
