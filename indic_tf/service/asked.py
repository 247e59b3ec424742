"""Requests as jobs: what callers may ask for is checked here, before anything goes to a worker."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ..errors import IndicTFError
from ..formatter import AUTO
from ..languages import language
from ..styles import Style, named
from ..talk.result import CAPTIONS
from ..transcripts import registry
from . import faults
from .jobs import Maker, Spoken, Talk, Texts
from .messages import CaptionsRequest, FormatRequest, Options, Recording, SpokenRequest
from .state import State

_MODELS = ("default", "fast", "none")
_NETWORKS = ("default", "builtin", "none")
_OF_TEXTS = frozenset(("words", "edits", "spans", "disfluencies", "refusals"))
_OF_TALKS = frozenset(("words", "sentences", "segments"))


def code_of(lang: str) -> str:
    """The code of a language, or "auto". Raises `Problem` (422) for an unknown one."""
    try:
        return AUTO if lang == AUTO else language(lang).code
    except IndicTFError as error:
        raise faults.Problem(422, str(error)[:400], "unknown_language", "language") from None


def maker(options: Options, state: State) -> Maker:
    """What the formatter is made with. Raises `Problem` (422) for what this service does not let callers choose."""
    models = (*_MODELS, *state.settings.models)
    _one_of("model", options.model, models)
    _one_of("normalizer", options.normalizer, (*_NETWORKS, *state.settings.models))
    return Maker(
        code_of(options.language),
        None if options.model == "none" else options.model,
        _style(options.style),
        options.punctuation,
        options.itn,
        options.case,
        options.disfluency,
        None if options.normalizer == "none" else options.normalizer,
        options.terms,
        options.script,
    )


def _one_of(param: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        said = f"{param} is {value[:40]!r}, choose one of {', '.join(known)}"
        raise faults.Problem(422, said, f"unknown_{param}", param)


def _style(style: str | Style) -> str | Style:
    try:
        named(style)
    except IndicTFError as error:
        raise faults.Problem(422, str(error)[:400], "unknown_style", "style") from None
    return style


def checked(texts: Sequence[str], state: State, noted: dict[str, Any]) -> tuple[str, ...]:
    """Texts within the limits. Raises `Problem` (422) otherwise."""
    limits = state.settings.limits
    if len(texts) > limits.texts:
        raise faults.too_long("texts", len(texts), limits.texts, "--max-texts", "texts")
    for text in texts:
        _valid(text)
    words = sum(len(text.split()) for text in texts)
    if words > limits.words:
        raise faults.too_long("words", words, limits.words, "--max-words")
    noted |= {"texts": len(texts), "words": words}
    if state.settings.log_text:
        noted["text"] = "\n".join(texts)
    return tuple(texts)


def _valid(text: str) -> bytes:
    """A text as UTF-8. Raises `Problem` (422) for half a character, which JSON can write."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        said = f"not valid Unicode text: {error.reason} at character {error.start}"
        raise faults.Problem(422, said, "invalid_unicode") from None


def texts(asked: FormatRequest, state: State, noted: dict[str, Any]) -> Texts:
    """The job of a request with ``text`` or ``texts``."""
    _refuse(asked, _OF_TEXTS)
    if asked.to is not None or asked.from_ is not None:
        param = "to" if asked.to is not None else "from"
        raise faults.Problem(422, f"{param} is for segments and transcripts", "not_for_texts", param)
    given = (asked.text,) if asked.text is not None else asked.texts or ()
    return Texts(maker(asked, state), checked(given, state, noted), asked.final or "always", frozenset(asked.include))


def spoken(asked: SpokenRequest, state: State, noted: dict[str, Any]) -> Spoken:
    """The job of a request to read texts aloud."""
    given = (asked.text,) if asked.text is not None else asked.texts or ()
    return Spoken(Maker(code_of(asked.language), model=None), checked(given, state, noted))


def talk(asked: FormatRequest, state: State, noted: dict[str, Any]) -> Talk:
    """The job of a request with segments or a transcript."""
    _refuse(asked, _OF_TALKS)
    _known("from", asked.from_, ())
    _known("to", asked.to, (*CAPTIONS, "text", "same"))
    return _talk(asked, state, noted, to=asked.to, include=frozenset(asked.include))


def captions(asked: CaptionsRequest, state: State, noted: dict[str, Any]) -> Talk:
    """The job of a request for captions."""
    _known("from", asked.from_, ())
    names = ("max_chars", "max_lines", "max_cps", "word_times", "speakers", "recut")
    options = {name: value for name in names if (value := getattr(asked, name)) is not None}
    return _talk(asked, state, noted, to=asked.to, captions={"layout": asked.preset, **options})


def _talk(asked: Recording, state: State, noted: dict[str, Any], **more: Any) -> Talk:
    source = asked.records()
    if state.settings.log_text:
        noted["text"] = source if isinstance(source, str) else json.dumps(source, ensure_ascii=False)
    return Talk(
        maker(asked, state),
        _valid(source) if isinstance(source, str) else source,
        state.settings.limits.words,
        asked.from_,
        final=asked.final or "auto",
        loops=asked.loops,
        **more,
    )


def _refuse(asked: FormatRequest, able: frozenset[str]) -> None:
    if wrong := sorted(set(asked.include) - able):
        said = f"include: there are no {wrong[0]} for this input; there are {', '.join(sorted(able))}"
        raise faults.Problem(422, said, "unknown_part", "include")


def _known(param: str, format: str | None, more: Sequence[str]) -> None:
    if format is None or format in more:
        return
    try:
        chosen = registry.named(format)
    except IndicTFError as error:
        raise faults.Problem(422, str(error)[:600], "unknown_format", param) from None
    if more and chosen.write is None:
        able = ", ".join([*more, *(one.name for one in registry.formats() if one.write)])
        raise faults.Problem(422, f"{chosen.title} is not written; choose one of {able}", "unknown_format", param)
