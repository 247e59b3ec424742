"""The data folders: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """The data folder called ``name`` ("grammars" or "lang_configs")."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def model_folder(name: str) -> Path:
    """The folder of a model that ships with the package."""
    return _PACKAGE / "models" / name


def model_names() -> list[str]:
    """The models that ship with the package."""
    return sorted(path.parent.name for path in model_folder("").glob("*/config.json"))
