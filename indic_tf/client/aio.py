"""`AsyncClient`: a program that does other things while it waits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from os import PathLike
from typing import Any, TypeVar

import httpx
from typing_extensions import Self, Unpack

from ..service.messages import CaptionFormat, FormattedTalk, FormattedText, LanguageFacts, Parts
from . import asks
from .failures import ServiceError
from .options import CaptionOptions, FormatOptions
from .sync import refused, update
from .wire import Setup, failure_of, may_again, parts, pause

Made = TypeVar("Made")


class AsyncClient:
    """A service at ``url``, for one event loop; its methods are those of `Client`.

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
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._setup = Setup.of(url, api_key, timeout, retries)
        self._http = httpx.AsyncClient(**self._setup.client_arguments(), transport=transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close its connections."""
        await self._http.aclose()

    # --- what can be asked ----------------------------------------------------------------------------

    async def format(
        self, text: str, *, include: Sequence[Parts] = (), **options: Unpack[FormatOptions]
    ) -> FormattedText:
        """One text, formatted; ``include`` asks for words, edits, spans …"""
        return await self._send(asks.text(text, include, options))

    async def format_many(
        self,
        texts: Sequence[str],
        *,
        include: Sequence[Parts] = (),
        per_request: int = 64,
        **options: Unpack[FormatOptions],
    ) -> list[FormattedText]:
        """Many texts, in order, so many in a request. One that cannot be formatted has a ``problem``."""
        several = [await self._send(asks.texts(part, include, options)) for part in parts(texts, per_request)]
        return [one for some in several for one in some]

    async def transcript(
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
        return await self._send(asks.talk(source, to, from_, include, options))

    async def captions(
        self,
        source: str | bytes | dict[str, Any] | list[Any],
        to: CaptionFormat = "srt",
        *,
        from_: str | None = None,
        **options: Unpack[CaptionOptions],
    ) -> str:
        """A caption file of what `transcript` takes."""
        return await self._send(asks.captions(source, to, from_, options))

    async def spoken(self, text: str, language: str = "auto") -> str:
        """A text read aloud: numbers as words."""
        return (await self.spoken_many([text], language))[0]

    async def spoken_many(self, texts: Sequence[str], language: str = "auto") -> list[str]:
        """Texts read aloud."""
        return [one for part in parts(texts, 64) for one in await self._send(asks.spoken(part, language))]

    async def languages(self) -> list[LanguageFacts]:
        """What can be formatted."""
        return await self._send(asks.languages())

    async def ready(self) -> bool:
        """Whether the service has loaded what it was to load; False also where nobody answers."""
        try:
            return (await self._http.get("/ready")).status_code == 200
        except httpx.HTTPError:
            return False

    async def transcribe(
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
        return await self._send(asks.transcribed(file, told, options))

    @asynccontextmanager
    async def stream(self, right_context: int = 8, **options: Unpack[FormatOptions]) -> AsyncIterator[AsyncLive]:
        """A live text: ``async with client.stream(language="hi") as live: await live.push("दो सौ")``."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import InvalidStatus

        url = self._setup.socket({**options, "right_context": right_context})
        try:
            socket = await connect(url, additional_headers=self._setup.headers, open_timeout=self._setup.seconds)
        except InvalidStatus as error:
            raise refused(error) from None
        except OSError as error:
            raise self._setup.unreachable(error) from None
        async with socket:
            yield AsyncLive(socket)

    # --- sending --------------------------------------------------------------------------------------

    async def _send(self, call: asks.Call[Made]) -> Made:
        for attempt in range(self._setup.retries + 1):
            failure: ServiceError | None
            try:
                got = await self._http.request(**call.ask.arguments())
                failure = failure_of(got)
                if failure is None:
                    return call.read(got)
            except httpx.HTTPError as error:
                failure = self._setup.unreachable(error)
            if attempt == self._setup.retries or not may_again(failure):
                raise failure
            await asyncio.sleep(pause(attempt, failure))
        raise AssertionError("the last try returns or raises")


class AsyncLive:
    """A live text of `AsyncClient.stream`. Updates are those of `LiveText`: "committed", "tentative", "words"."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket

    async def push(self, text: str, *, replace: bool = False, final: bool = False) -> dict[str, Any]:
        """The next words, or with ``replace`` a partial result in place of the last one."""
        return await self._told({"text": text, "replace": replace, "final": final})

    async def push_words(self, words: Sequence[dict[str, Any]], *, replace: bool = False) -> dict[str, Any]:
        """Words with ``word``, ``start``, ``end``, ``speaker``."""
        return await self._told({"words": list(words), "replace": replace})

    async def flush(self) -> dict[str, Any]:
        """Commit all that is pending, as at a pause."""
        return await self._told({"flush": True})

    async def finish(self) -> dict[str, Any]:
        """The last update."""
        return await self._told({"finish": True})

    async def _told(self, message: dict[str, Any]) -> dict[str, Any]:
        await self._socket.send(json.dumps(message, ensure_ascii=False))
        return update(await self._socket.recv())
