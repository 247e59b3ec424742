"""The tagger of a language, by name."""

from __future__ import annotations

from functools import partial

from .first_use import Shared, once
from .languages import language
from .tagging import joint
from .tagging.predict import Tagger, find
from .tagging.settings import Settings

DEFAULT, FAST = "default", "fast"
_SHARED: Shared[Tagger] = Shared()


def tagger_of(lang: str, name: str = DEFAULT, device: str = "auto") -> Tagger | joint.Joint:
    """``name`` as `IndicFormatter` takes it: "default" is the tagger that the language's YAML names, "fast" the smaller
    one that it names, anything else goes to `Tagger.load`, and "default+fast" is both as one (`joint`), or the one that
    has learnt the language if only one has. What ``name`` asks for is loaded once a process.

    Raises `LanguageError` for an unknown language, `ModelError` for a model that cannot be loaded.
    """
    return _kept((chosen(lang, name), device))


def chosen(lang: str, name: str, local_files_only: bool = False) -> str:
    """What ``name`` asks for in a language: of several taggers not those that have not learnt it, where others have.

    Raises as `tagger_of` does.
    """
    parts = joint.names(resolved(name, lang))
    if len(parts) == 1:
        return parts[0]

    def known(part: str) -> bool:
        return Settings.read(find(part, local_files_only=local_files_only)).knows(lang)

    return joint.PLUS.join([part for part in parts if known(part)] or parts)


def resolved(name: str, lang: str) -> str:
    """A model's name with those of the language's own for "default" and "fast", each once.

    Raises `LanguageError` for an unknown language.
    """
    own = language(lang)
    named = {DEFAULT: own.model, FAST: own.fast_model or own.model}
    return joint.PLUS.join(dict.fromkeys(named.get(part, part) for part in joint.names(name)))


def shared(name: str, device: str, local_files_only: bool = False) -> Tagger | joint.Joint:
    """`joint.load`, but whoever asks for a model that is in use gets the same one: a tagger may be shared.

    Raises as `joint.load` does.
    """
    load = partial(Tagger.load, local_files_only=local_files_only)
    taggers = [_SHARED.get(one, device, load) for one in joint.names(name)]
    return taggers[0] if len(taggers) == 1 else joint.Joint(taggers)


@once
def _kept(name_and_device: tuple[str, str]) -> Tagger | joint.Joint:
    return shared(*name_and_device)
