"""``WS /v1/stream``: live text, a message in for each update out."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from itertools import count
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from . import faults
from .asked import maker
from .jobs import Close, Open, Push
from .messages import Options
from .routes import call_of, state_of
from .state import State

router = APIRouter()
_NUMBERS = count()
_OPTIONS = TypeAdapter(Options)
_NORMAL, _RESTARTS, _FAULT, _QUIET = 1000, 1012, 1011, 1001
_MOST_CONTEXT = 200


@router.websocket("/v1/stream")
async def stream(socket: WebSocket) -> None:
    """Live text. The query has the options of /v1/format and ``right_context``; docs/service.md has the messages."""
    state = state_of(socket)
    opened = _asked(socket, state)
    async with _Live(state, opened) as live:
        await live.open()
        await socket.accept()
        code = await _talk(socket, live)
        with suppress(RuntimeError, WebSocketDisconnect):  # the caller is gone
            await socket.close(code)
    call_of(socket).noted |= {"updates": live.updates, "code": code}


def _asked(socket: WebSocket, state: State) -> Open:
    """What the query asks for. Raises `Problem`."""
    if state.draining.is_set():
        raise faults.stopping()
    if len(state.streams) >= state.settings.limits.streams:
        raise faults.Problem(503, f"{len(state.streams)} live texts, more are not taken", "overloaded", retry_after=5)
    given: dict[str, Any] = dict(socket.query_params)
    given.pop("api_key", None)
    context = given.pop("right_context", "8")
    if not (context.isascii() and context.isdigit() and 1 <= int(context[:9]) <= _MOST_CONTEXT):
        said = f"expected a number from 1 to {_MOST_CONTEXT}"
        raise faults.Problem(422, f"right_context: {said}", "invalid", "right_context")
    if "terms" in given:
        given["terms"] = socket.query_params.getlist("terms")
    given["style"] = _style(given.get("style", "default"))
    try:
        options = _OPTIONS.validate_python(given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise faults.Problem(422, f"{where}: {first['msg']}"[:300], "invalid", where) from None
    call_of(socket).noted["language"] = options.language
    return Open(next(_NUMBERS), maker(options, state), int(context))


def _style(style: str) -> Any:
    """A preset as it is; a style of the caller's own is written as JSON in a query. Raises `Problem`."""
    if not style.startswith("{"):
        return style
    try:
        return json.loads(style)
    except (ValueError, RecursionError):
        raise faults.Problem(422, "style: no JSON that can be read", "invalid", "style") from None


class _Live:
    """A live text at its worker."""

    def __init__(self, state: State, opened: Open) -> None:
        self._state, self._opened = state, opened
        self._worker = state.pool.least()
        self._life = state.pool.lives(self._worker)
        self.updates = 0

    @property
    def state(self) -> State:
        return self._state

    async def __aenter__(self) -> _Live:
        self._state.streams.add(self._opened.stream)
        self._state.metrics.streams.set(len(self._state.streams))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._state.streams.discard(self._opened.stream)
        self._state.metrics.streams.set(len(self._state.streams))
        if self._life == self._state.pool.lives(self._worker):
            with suppress(faults.Problem):
                await self._run(Close(self._opened.stream))

    async def open(self) -> None:
        """Let the worker begin it. Raises `Problem`."""
        await self._run(self._opened)

    async def push(self, line: str | None) -> dict[str, Any]:
        """The update for a line; None finishes. Raises `Problem`."""
        if self._life != self._state.pool.lives(self._worker):
            raise faults.Problem(500, "the worker of this live text ended; begin another", "lost")
        self.updates += 1
        made: dict[str, Any] = await self._run(Push(self._opened.stream, line))
        return made

    async def _run(self, job: Open | Push | Close) -> Any:
        return await self._state.pool.run(job, self._state.settings.limits.seconds, on=self._worker)


async def _talk(socket: WebSocket, live: _Live) -> int:
    """Answer messages until the caller finishes or goes; the code with which to close."""
    stopping = asyncio.create_task(live.state.draining.wait())
    try:
        while True:
            line, code = await _next(socket, live.state, stopping)
            if code == _NORMAL and line is None:
                return _NORMAL  # gone
            try:
                made = await live.push(line)
            except faults.Problem as problem:
                await _send(socket, problem.body())
                if problem.status >= 500 or line is None:
                    return _FAULT
                continue
            await _send(socket, made | ({"finished": True} if line is None else {}))
            if line is None:
                return _NORMAL if code == 0 else code
    except WebSocketDisconnect:
        return _NORMAL
    finally:
        stopping.cancel()


async def _next(socket: WebSocket, state: State, stopping: asyncio.Task[Any]) -> tuple[str | None, int]:
    """The next line; None to finish, with the code to close with (0: the caller asked; 1000: the caller is gone)."""
    coming = asyncio.ensure_future(socket.receive())
    await asyncio.wait((coming, stopping), timeout=state.settings.limits.quiet, return_when=asyncio.FIRST_COMPLETED)
    if not coming.done():
        coming.cancel()
        return None, _RESTARTS if stopping.done() else _QUIET
    message = coming.result()
    if message["type"] == "websocket.disconnect":
        return None, _NORMAL
    text = message.get("text")
    line = text if text is not None else message.get("bytes", b"").decode("utf-8", "replace")
    return (None, 0) if _finishes(line) else (line, 0)


def _finishes(line: str) -> bool:
    """Whether a message is ``{"finish": true}``."""
    if len(line) > 40 or "finish" not in line:
        return False
    try:
        return bool(json.loads(line) == {"finish": True})
    except ValueError:
        return False


async def _send(socket: WebSocket, body: dict[str, Any]) -> None:
    try:
        await socket.send_text(json.dumps(body, ensure_ascii=False).encode("utf-8", "replace").decode())
    except RuntimeError:
        raise WebSocketDisconnect from None
