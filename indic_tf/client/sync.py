"""`Client`: a program that waits for each answer."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from typing import Any, TypeVar

import httpx
from typing_extensions import Self, Unpack

from ..service.messages import CaptionFormat, FormattedTalk, FormattedText, LanguageFacts, Parts
from . import asks
from .failures import Busy, Invalid, ServiceError
from .options import CaptionOptions, FormatOptions
from .wire import Setup, failure_of, may_again, parts, pause

Made = TypeVar("Made")


class Client:
    """A service at ``url``. Threads may share one; it is closed by ``close``, or as a context.

    Args:
        url: as "http://127.0.0.1:8000".
        api_key: a key of the service; ``$INDIC_TF_API_KEY`` if not given.
        timeout: seconds for one try.
        retries: tries after the first, where the service is busy or away.
        transport: of httpx, for those who bring their own.

    Every method raises `ServiceError`: `Invalid` for what cannot be done, `Busy`, `Unreachable` … (`failures`).
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        api_key: str | None = None,
        *,
        timeout: float = 60.0,
        retries: int = 3,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._setup = Setup.of(url, api_key, timeout, retries)
        self._http = httpx.Client(**self._setup.client_arguments(), transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close its connections."""
        self._http.close()

    # --- what can be asked ----------------------------------------------------------------------------

    def format(self, text: str, *, include: Sequence[Parts] = (), **options: Unpack[FormatOptions]) -> FormattedText:
        """One text, formatted; ``include`` asks for words, edits, spans …"""
        return self._send(asks.text(text, include, options))

    def format_many(
        self,
        texts: Sequence[str],
        *,
        include: Sequence[Parts] = (),
        per_request: int = 64,
        **options: Unpack[FormatOptions],
    ) -> list[FormattedText]:
        """Many texts, in order, so many in a request. One that cannot be formatted has a ``problem``."""
        several = (self._send(asks.texts(part, include, options)) for part in parts(texts, per_request))
        return [one for some in several for one in some]

    def transcript(
        self,
        source: str | bytes | dict[str, Any] | list[Any],
        *,
        to: str | None = None,
        from_: str | None = None,
        include: Sequence[Parts] = (),
        **options: Unpack[FormatOptions],
    ) -> FormattedTalk:
        """The content of a file of a recogniser, or a list of segments with ``text``, ``start``, ``end``.

        ``to``: the format of `FormattedTalk.content`: "srt", "text", "same" …; ``from_``: that of ``source``.
        """
        return self._send(asks.talk(source, to, from_, include, options))

    def captions(
        self,
        source: str | bytes | dict[str, Any] | list[Any],
        to: CaptionFormat = "srt",
        *,
        from_: str | None = None,
        **options: Unpack[CaptionOptions],
    ) -> str:
        """A caption file of what `transcript` takes."""
        return self._send(asks.captions(source, to, from_, options))

    def spoken(self, text: str, language: str = "auto") -> str:
        """A text read aloud: numbers as words."""
        return self.spoken_many([text], language)[0]

    def spoken_many(self, texts: Sequence[str], language: str = "auto") -> list[str]:
        """Texts read aloud."""
        return [one for part in parts(texts, 64) for one in self._send(asks.spoken(part, language))]

    def languages(self) -> list[LanguageFacts]:
        """What can be formatted."""
        return self._send(asks.languages())

    def ready(self) -> bool:
        """Whether the service has loaded what it was to load; False also where nobody answers."""
        try:
            return self._http.get("/ready").status_code == 200
        except httpx.HTTPError:
            return False

    def transcribe(
        self,
        file: bytes | str | PathLike[str],
        *,
        recognizer: str = "whisper-1",
        response_format: str = "json",
        form: dict[str, Any] | None = None,
        **options: Unpack[FormatOptions],
    ) -> dict[str, Any] | str:
        """A recording, heard by the recogniser behind the service and formatted.

        ``recognizer``: its model; ``form``: what else it is told. An object; text where the format is text, srt or vtt.
        """
        told = {**(form or {}), "model": recognizer, "response_format": response_format}
        return self._send(asks.transcribed(file, told, options))

    @contextmanager
    def stream(self, right_context: int = 8, **options: Unpack[FormatOptions]) -> Iterator[Live]:
        """A live text: ``with client.stream(language="hi") as live: live.push("दो सौ")``."""
        from websockets.exceptions import InvalidStatus
        from websockets.sync.client import connect

        url = self._setup.socket({**options, "right_context": right_context})
        try:
            socket = connect(url, additional_headers=self._setup.headers, open_timeout=self._setup.seconds)
        except InvalidStatus as error:
            raise refused(error) from None
        except OSError as error:
            raise self._setup.unreachable(error) from None
        with socket:
            yield Live(socket)

    # --- sending --------------------------------------------------------------------------------------

    def _send(self, call: asks.Call[Made]) -> Made:
        for attempt in range(self._setup.retries + 1):
            failure: ServiceError | None
            try:
                got = self._http.request(**call.ask.arguments())
                failure = failure_of(got)
                if failure is None:
                    return call.read(got)
            except httpx.HTTPError as error:
                failure = self._setup.unreachable(error)
            if attempt == self._setup.retries or not may_again(failure):
                raise failure
            time.sleep(pause(attempt, failure))
        raise AssertionError("the last try returns or raises")


class Live:
    """A live text of `Client.stream`. Updates are those of `LiveText`: "committed", "tentative", "words"."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket

    def push(self, text: str, *, replace: bool = False, final: bool = False) -> dict[str, Any]:
        """The next words, or with ``replace`` a partial result in place of the last one."""
        return self._told({"text": text, "replace": replace, "final": final})

    def push_words(self, words: Sequence[dict[str, Any]], *, replace: bool = False) -> dict[str, Any]:
        """Words with ``word``, ``start``, ``end``, ``speaker``."""
        return self._told({"words": list(words), "replace": replace})

    def flush(self) -> dict[str, Any]:
        """Commit all that is pending, as at a pause."""
        return self._told({"flush": True})

    def finish(self) -> dict[str, Any]:
        """The last update."""
        return self._told({"finish": True})

    def _told(self, message: dict[str, Any]) -> dict[str, Any]:
        self._socket.send(json.dumps(message, ensure_ascii=False))
        return update(self._socket.recv())


def update(message: str | bytes) -> dict[str, Any]:
    """The update in a message. Raises `Invalid` for one that is an error."""
    made: dict[str, Any] = json.loads(message)
    if "error" in made:
        fault = made["error"]
        raise Invalid(str(fault["message"]), code=str(fault["code"]), param=fault.get("param"))
    return made


def refused(error: Any) -> ServiceError:
    """The error where a live text was not begun; ``error`` is that of `websockets`."""
    made = httpx.Response(
        error.response.status_code,
        headers=list(error.response.headers.raw_items()),
        content=bytes(error.response.body or b""),
    )
    return failure_of(made) or Busy("the live text was not begun")
