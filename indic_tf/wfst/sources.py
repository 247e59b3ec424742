"""Which modules of the package a module is made of: itself, what it imports, what that imports …"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import regex

_IMPORT = regex.compile(r"^[ \t]*from (\.+)([a-z0-9_.]*) import (\([^)]*\)|[^\n]*)", regex.MULTILINE)
_COMMENT = regex.compile(r"#[^\n]*")
_PACKAGE = Path(__file__).parent.parent


def sources(module: Path) -> list[Path]:
    """The source files that a module of this package needs, its own among them, sorted by name.

    Read off the relative imports as `ruff format` writes them, inside functions and for types alone too: it costs
    milliseconds, and what is there too much only builds once more than needed.
    """
    found: set[Path] = set()
    todo = [module]
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            todo += _imported(path)
    return sorted(found)


def _imported(path: Path) -> Iterator[Path]:
    for dots, name, imported in _IMPORT.findall(path.read_text(encoding="utf-8")):
        place = path.parents[len(dots) - 1].joinpath(*filter(None, name.split(".")))
        if place.with_suffix(".py").is_file():
            yield place.with_suffix(".py")
            continue
        parts = [part.split()[0] for part in _COMMENT.sub("", imported).strip("()").split(",") if part.strip()]
        modules = [place / f"{part}.py" for part in parts]
        yield from (module for module in modules if module.is_file())
        if place != _PACKAGE and not all(module.is_file() for module in modules):
            yield place / "__init__.py"
