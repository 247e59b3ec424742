"""The tagger of a language, by name."""

from __future__ import annotations

from functools import cache

from .languages import language
from .tagging import joint
from .tagging.predict import Tagger

DEFAULT = "default"


def tagger_of(lang: str, name: str = DEFAULT, device: str = "auto") -> Tagger | joint.Joint:
    """``name`` as `IndicFormatter` takes it: "default" is the tagger that the language's YAML names, anything else goes
    to `Tagger.load`, and "default+marks" is both as one (`joint`), or the one that has learnt the language if only one
    has. Each is loaded once a process, for all of its languages.

    Raises `LanguageError` for an unknown language, `ModelError` for a model that cannot be loaded.
    """
    parts = joint.names(resolved(name, language(lang).model))
    return joint.together([_loaded(part, device) for part in parts], lang)


def resolved(name: str, default: str) -> str:
    """A model's name with that of the language's own for "default"."""
    return joint.PLUS.join(default if part == DEFAULT else part for part in joint.names(name))


@cache
def _loaded(name: str, device: str) -> Tagger:
    return Tagger.load(name, device)
