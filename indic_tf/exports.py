"""What a package exports, imported when it is asked for: who imports the package pays for what is used.

Type checkers and editors read the package's imports under ``TYPE_CHECKING``; they never see this.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any


class _Package(ModuleType):
    """A package whose names come from its modules when they are first asked for, and so do the modules."""

    _homes: dict[str, str]

    def __getattr__(self, name: str) -> Any:
        """The import system has a lock for every module, so threads may ask at the same time."""
        if name in self._homes:
            made = getattr(import_module(self._homes[name]), name)
            vars(self)[name] = made
            return made
        if not name.startswith("_") and find_spec(f"{self.__name__}.{name}") is not None:
            return import_module(f"{self.__name__}.{name}")
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name, obj=self)

    def __setattr__(self, name: str, value: Any) -> None:
        """Whoever first imports a module has it set here by its name: a function of the same name goes first."""
        if isinstance(value, ModuleType) and self._homes.get(name) == value.__name__:
            value = getattr(value, name)
        super().__setattr__(name, value)

    def __dir__(self) -> Iterable[str]:
        return sorted({*vars(self), *self._homes})


def when_asked_for(package: str, homes: Mapping[str, Iterable[str]]) -> None:
    """Let ``package`` export names of its modules, ``{"errors": ["InputError"]}``, without importing them now."""
    module = sys.modules[package]
    vars(module)["_homes"] = {name: f"{package}.{home}" for home, names in homes.items() for name in names}
    module.__class__ = _Package
