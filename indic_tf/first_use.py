"""What is made once a process, by whichever thread asks first; and what a forked child needs before it goes on.

There is one lock for every first use (of a grammar, a model …), since one leads to another: locks of their own could
wait for each other. What is made already is had without it.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Hashable
from functools import cached_property, update_wrapper
from pathlib import Path
from typing import Any, Generic, TypeVar, overload
from weakref import WeakValueDictionary

Made = TypeVar("Made")
Key = TypeVar("Key", bound=Hashable)

_RUNS_TORCH = ("indic_tf.tagging", "indic_tf.seq2seq")


class _Process:
    """What a forked child has of its own."""

    lock = threading.RLock()
    forked_with_torch = False


class once_property(cached_property[Made]):
    """`functools.cached_property` that threads share: it has no lock of its own from Python 3.12 on."""

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> once_property[Made]: ...

    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> Made: ...

    def __get__(self, instance: object | None, owner: type[Any] | None = None) -> once_property[Made] | Made:
        if instance is None:
            return self
        with _Process.lock:
            return super().__get__(instance, owner)


class once(Generic[Key, Made]):
    """`functools.cache` of a function of one argument, which makes each value in one thread."""

    def __init__(self, make: Callable[[Key], Made]) -> None:
        self._make, self._made = make, dict[Key, Made]()
        update_wrapper(self, make)

    def __call__(self, key: Key) -> Made:
        if key in self._made:
            return self._made[key]
        with _Process.lock:
            if key not in self._made:
                self._made[key] = self._make(key)
            return self._made[key]

    def cache_clear(self) -> None:
        """Forget all that was made."""
        self._made.clear()


class Shared(Generic[Made]):
    """Models in use, each loaded once however many ask for it; it goes when nobody has it any more."""

    def __init__(self) -> None:
        self._made: WeakValueDictionary[Hashable, Made] = WeakValueDictionary()

    def get(self, name: str, device: str, load: Callable[[str, str], Made]) -> Made:
        """The model called ``name`` on ``device``; a folder whose files were written anew is another model."""
        key = (*identity(name), device)
        with _Process.lock:
            made = self._made.get(key)
            if made is None:
                _spare_threads()
                made = self._made[key] = load(name, device)
            return made


def identity(name: str) -> tuple[Hashable, ...]:
    """A model's name; for a folder its place, and names, sizes and times of its files."""
    folder = Path(name)
    if not folder.is_dir():
        return (name,)
    files = sorted((path.name, path.stat()) for path in folder.iterdir() if path.is_file())
    return str(folder.resolve()), *((file, stat.st_size, stat.st_mtime_ns) for file, stat in files)


def _in_child() -> None:
    """A forked child has the parent's memory but none of its threads.

    A lock that one of them held would never be given back. PyTorch waits for ever for the OpenMP threads that it
    believes to have; with one thread it asks for none.
    """
    _Process.lock = threading.RLock()
    _Process.forked_with_torch = sys.modules.get("torch") is not None
    if any(name in sys.modules for name in _RUNS_TORCH):
        _spare_threads()


def _spare_threads() -> None:
    """In a forked child whose parent had PyTorch, use one thread; elsewhere change nothing."""
    if _Process.forked_with_torch:
        sys.modules["torch"].set_num_threads(1)


if hasattr(os, "register_at_fork"):  # not on Windows, which has no fork
    os.register_at_fork(after_in_child=_in_child)
