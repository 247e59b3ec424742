"""Examples for the OpenAPI page, read from a file: words of a language are data."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml


@cache
def _all() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(
        Path(__file__).with_name("examples.yaml").read_text(encoding="utf-8")
    )
    return found


FORMAT, SPOKEN, CAPTIONS = (_all()[name] for name in ("format", "spoken", "captions"))
