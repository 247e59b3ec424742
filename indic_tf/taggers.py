"""The tagger of a language, by name."""

from __future__ import annotations

from functools import cache

from .languages import language
from .tagging.predict import Tagger

DEFAULT = "default"


def tagger_of(lang: str, name: str = DEFAULT, device: str = "auto") -> Tagger:
    """``name`` as `IndicFormatter` takes it: "default" is the tagger that the language's YAML names, anything else goes
    to `Tagger.load`. Each is loaded once a process, for all of its languages.

    Raises `LanguageError` for an unknown language, `ModelError` for a model that cannot be loaded.
    """
    return _loaded(language(lang).model if name == DEFAULT else name, device)


@cache
def _loaded(name: str, device: str) -> Tagger:
    return Tagger.load(name, device)
