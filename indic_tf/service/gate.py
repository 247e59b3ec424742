"""What every request goes through first and last: its name, its caller's key, the limits, the log, the counters."""

from __future__ import annotations

import asyncio
import json
import time
import traceback
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from uuid import uuid4

import regex
from starlette.requests import HTTPConnection
from starlette.responses import Response

from . import faults
from .logs import LOG
from .state import Call, State

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

UPLOADS = "/v1/audio/"
PROBES = ("/health", "/ready", "/metrics")  # asked for again and again: in the log only where they fail
_QUIET = (*PROBES, "/page/{name}")  # parts of the page come by the dozen, too
_GUARDED = "/v1/"
_ID = regex.compile(r"[A-Za-z0-9._:-]{1,64}")
_NONE = "(none)"  # the route of what is none: paths of callers would be labels without end


def answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON response; what is no valid Unicode in it becomes question marks."""
    data = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return Response(data, status, headers, media_type="application/json")


def refusal(problem: faults.Problem) -> Response:
    """The response that is a problem."""
    return answer(problem.body(), problem.status, problem.all_headers())


class Gate:
    """An ASGI application around that of the service."""

    def __init__(self, app: App, state: State) -> None:
        self._app, self._state = app, state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        call = self._call(scope)
        scope.setdefault("state", {})["call"] = call
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, call)
            return
        told = _Told(send, call.id, self._state.draining.is_set)
        try:
            await self._http(scope, receive, told, call)
        except faults.Problem as problem:
            await self._refuse(problem, scope, receive, told, call)
        except Exception as fault:
            _log_fault(fault, call, self._state.settings.log_text)
            await self._refuse(faults.fault(), scope, receive, told, call)
        finally:
            self._log(scope, call, told.status)

    def _call(self, scope: Scope) -> Call:
        connection = HTTPConnection(scope)
        given = connection.headers.get("x-request-id", "")
        caller = self._caller(connection)
        now = time.monotonic()
        limits, settings = self._state.settings.limits, self._state.settings
        seconds = settings.upstream_seconds if scope["path"].startswith(UPLOADS) else limits.seconds
        return Call(given if _ID.fullmatch(given) else uuid4().hex, caller, now, now + seconds)

    def _caller(self, connection: HTTPConnection) -> str:
        """Whose key came along, "" where it is nobody's; the address where there are no keys."""
        keys = self._state.settings.keys
        if not keys:
            return connection.client.host if connection.client else ""
        kind, _, key = connection.headers.get("authorization", "").partition(" ")
        given = key.strip() if kind.casefold() == "bearer" else connection.headers.get("x-api-key", "")
        if not given and connection.scope["type"] == "websocket":  # browsers send no headers with these
            given = connection.query_params.get("api_key", "")
        return keys.name_of(given) or ""

    def _require_key(self, scope: Scope, call: Call) -> None:
        if self._state.settings.keys and not call.caller and scope["path"].startswith(_GUARDED):
            said = "no valid API key; send it as 'Authorization: Bearer KEY' or 'X-API-Key: KEY'"
            raise faults.Problem(401, said, "invalid_api_key", headers={"WWW-Authenticate": "Bearer"})

    # --- requests -------------------------------------------------------------------------------------

    async def _http(self, scope: Scope, receive: Receive, send: Send, call: Call) -> None:
        self._require_key(scope, call)
        if scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        with self._state.admitted(call.caller):
            limits = self._state.settings.limits
            uploads = scope["path"].startswith(UPLOADS)
            most = limits.upload if uploads else limits.body
            limited = _Limited(receive, most, call, "--max-upload" if uploads else "--max-body")
            limited.check_head(scope)
            await self._app(scope, limited if uploads else await limited.whole(), send)

    async def _refuse(self, problem: faults.Problem, scope: Scope, receive: Receive, told: _Told, call: Call) -> None:
        call.noted["problem"] = problem.code
        if told.status is None:
            told.closes = told.closes or problem.status in (408, 413)  # the rest of the body is not read
            await refusal(problem)(scope, receive, told)

    def _log(self, scope: Scope, call: Call, status: int | None) -> None:
        seconds = time.monotonic() - call.started
        route = getattr(scope.get("route"), "path", _NONE)
        method = scope["method"] if route != _NONE else _NONE
        self._state.metrics.request(route, method, status or 499, seconds)
        if route in _QUIET and status in (200, 304):
            return
        LOG.info(
            "request",
            extra={
                "id": call.id,
                "method": scope["method"],
                "path": scope["path"][:200],
                "status": status or 499,
                "ms": round(1000 * seconds, 1),
                "caller": call.caller or None,
                **call.noted,
            },
        )

    # --- live text ------------------------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send, call: Call) -> None:
        try:
            self._require_key(scope, call)
            await self._app(scope, receive, send)
        except faults.Problem as problem:
            call.noted["problem"] = problem.code
            await _deny(problem, scope, send)
        except Exception as fault:
            _log_fault(fault, call, self._state.settings.log_text)
        finally:
            seconds = round(time.monotonic() - call.started, 1)
            known = {"id": call.id, "path": scope["path"][:200], "seconds": seconds, "caller": call.caller or None}
            LOG.info("stream", extra={**known, **call.noted})


class _Told:
    """``send``, with the name of the request in the answer; it remembers the status."""

    def __init__(self, send: Send, id: str, closes: Callable[[], bool]) -> None:
        self._send, self._id, self._closing = send, id, closes
        self.status: int | None = None
        self.closes = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [*message.get("headers", ()), (b"x-request-id", self._id.encode())]
            if self.closes or self._closing():
                headers.append((b"connection", b"close"))
            message = {**message, "headers": headers}
        await self._send(message)


class _Limited:
    """``receive`` that ends with a problem where a body is too long or takes too long."""

    def __init__(self, receive: Receive, most: int, call: Call, option: str) -> None:
        self._receive, self._most, self._call, self._option = receive, most, call, option
        self._seen = 0

    def check_head(self, scope: Scope) -> None:
        """Raises `Problem` (413) for a body that says that it is too long."""
        length = HTTPConnection(scope).headers.get("content-length", "")
        if length.isascii() and length.isdigit() and (len(length) > 15 or int(length) > self._most):
            raise self._too_long()

    def _too_long(self) -> faults.Problem:
        said = f"the body has more than {self._most} bytes ({self._option}): send it in parts"
        return faults.Problem(413, said, "body_too_large")

    async def __call__(self) -> Message:
        try:
            message = await asyncio.wait_for(self._receive(), self._call.left)
        except asyncio.TimeoutError:
            raise faults.Problem(408, "the body did not come in time", "slow_body") from None
        self._seen += len(message.get("body", b""))
        if self._seen > self._most:
            raise self._too_long()
        return message

    async def whole(self) -> Receive:
        """Read all of it, and return a ``receive`` that has it in one message."""
        chunks, more = [], True
        while more:
            message = await self()
            chunks.append(message.get("body", b""))
            more = message["type"] == "http.request" and message.get("more_body", False)
        once: Message = {"type": "http.request", "body": b"".join(chunks), "more_body": False}
        waiting: list[Message] = [once if message["type"] == "http.request" else message]

        async def receive() -> Message:
            return waiting.pop() if waiting else await self._receive()

        return receive


async def _deny(problem: faults.Problem, scope: Scope, send: Send) -> None:
    """Refuse a live text before it has begun: as an HTTP answer where the server can, as a closed socket elsewhere."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": problem.code})
        return
    response = refusal(problem)
    await send(
        {"type": "websocket.http.response.start", "status": response.status_code, "headers": response.raw_headers}
    )
    await send({"type": "websocket.http.response.body", "body": response.body})


def _log_fault(fault: Exception, call: Call, with_text: bool) -> None:
    """Say where a fault is; what it says may quote a text."""
    frames = traceback.extract_tb(fault.__traceback__)[-8:]
    where = "; ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames)
    said = f": {fault}" if with_text else ""
    LOG.error("fault", extra={"id": call.id, "fault": f"{type(fault).__name__}{said}", "where": where})
