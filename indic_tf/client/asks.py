"""What each method asks and makes of the answer; `Client` and `AsyncClient` send it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Generic, TypeVar

import httpx

from ..service.messages import FormattedTalk, FormattedText, LanguageFacts
from .wire import Ask, body, recording

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Call(Generic[Made]):
    """A request, and how its answer is read."""

    ask: Ask
    read: Callable[[httpx.Response], Made]


def text(said: str, include: Sequence[str], options: Mapping[str, Any]) -> Call[FormattedText]:
    """One text."""
    ask = Ask("POST", "/v1/format", body(options, text=said, include=list(include) or None))
    return Call(ask, lambda got: FormattedText.model_validate(got.json()))


def texts(said: Sequence[str], include: Sequence[str], options: Mapping[str, Any]) -> Call[list[FormattedText]]:
    """Several texts."""
    ask = Ask("POST", "/v1/format", body(options, texts=list(said), include=list(include) or None))
    return Call(ask, lambda got: [FormattedText.model_validate(one) for one in got.json()["results"]])


def talk(
    source: Any, to: str | None, from_: str | None, include: Sequence[str], options: Mapping[str, Any]
) -> Call[FormattedTalk]:
    """A transcript."""
    given = body(options, **recording(source), **{"to": to, "from": from_, "include": list(include) or None})
    return Call(Ask("POST", "/v1/format", given), lambda got: FormattedTalk.model_validate(got.json()))


def captions(source: Any, to: str, from_: str | None, options: Mapping[str, Any]) -> Call[str]:
    """Captions."""
    given = body(options, **recording(source), **{"to": to, "from": from_})
    return Call(Ask("POST", "/v1/captions", given), lambda got: got.content.decode("utf-8"))


def spoken(said: Sequence[str], language: str) -> Call[list[str]]:
    """Texts read aloud."""
    ask = Ask("POST", "/v1/spoken", {"texts": list(said), "language": language})
    return Call(ask, lambda got: [one["text"] for one in got.json()["results"]])


def languages() -> Call[list[LanguageFacts]]:
    """The languages."""
    return Call(
        Ask("GET", "/v1/languages"),
        lambda got: [LanguageFacts.model_validate(one) for one in got.json()["languages"]],
    )


def transcribed(
    file: bytes | str | PathLike[str], form: Mapping[str, Any], options: Mapping[str, Any]
) -> Call[dict[str, Any] | str]:
    """A recording, heard by the recogniser behind the service: an object, or text for text, srt and vtt."""
    name, data = ("audio", file) if isinstance(file, bytes) else (Path(file).name, Path(file).read_bytes())
    sent = name, data, "application/octet-stream"
    ask = Ask("POST", "/v1/audio/transcriptions", query=body(options), form=body(form), file=sent)
    plain = form.get("response_format") in ("text", "srt", "vtt")
    return Call(ask, lambda got: got.text if plain else got.json())
