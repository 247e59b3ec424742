"""The application: routes, errors, and the gate around them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware

from . import faults, front, live, routes, upstream
from .gate import Gate, refusal
from .settings import Settings
from .state import State

_SAID = 300  # characters of a message
_ABOUT = """Text formatting for Indic-language speech recognition: punctuation, case, and numbers as people write them.

Errors are JSON: `{"error": {"message", "type", "code", "param"}}`; 429 and 503 have `Retry-After`. Every answer has
`X-Request-ID`, that of the request if it had one. `WS /v1/stream` takes live text.
"""


def make(settings: Settings) -> tuple[Any, State]:
    """The ASGI application of a service, and what its requests share."""
    from .. import __version__

    state = State(settings)
    routes.rows()  # reads every language, so that no request waits for it

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        state.pool.start()
        try:
            async with upstream.client(state):
                yield
        finally:
            await state.pool.stop()

    app = FastAPI(title="indic_tf", version=__version__, description=_ABOUT, lifespan=life)
    app.state.service = state
    app.include_router(routes.router)
    app.include_router(live.router)
    app.include_router(upstream.router)
    if settings.page:
        app.include_router(front.router())
    app.add_exception_handler(faults.Problem, _problem)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    outer: Any = Gate(app, state)
    if settings.origins:
        outer = CORSMiddleware(
            outer,
            allow_origins=settings.origins,
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type", "X-API-Key", "X-Request-ID"],
            expose_headers=["Retry-After", "X-Problems", "X-Request-ID"],
        )
    return outer, state


Handler = Callable[[Request, Exception], Awaitable[Response]]


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, faults.Problem)
    routes.call_of(request).noted["problem"] = error.code
    return refusal(error)


async def _http(request: Request, error: Exception) -> Response:
    """What FastAPI refuses by itself: no such route, another method, a body that is no JSON."""
    assert isinstance(error, HTTPException)
    status = 422 if error.status_code == 400 else error.status_code
    said = {404: "no such route; GET /docs lists them", 422: "the body is no JSON that can be read"}
    message = said.get(status, str(error.detail))
    return refusal(faults.Problem(status, message, f"http_{status}", headers=error.headers or {}))


async def _invalid(request: Request, error: Exception) -> Response:
    """The first thing that is wrong with a request, without what was in it."""
    assert isinstance(error, RequestValidationError)
    first = min(error.errors(), key=lambda one: -len(one["loc"]))
    where = ".".join(str(part)[:40] for part in first["loc"][1:])
    message = str(first["msg"]).removeprefix("Value error, ")
    if first["type"] == "json_invalid":
        where, message = "", f"the body is no JSON: {first.get('ctx', {}).get('error', '')}"
    elif not where and "json" not in request.headers.get("content-type", ""):
        message = "expected JSON; send the header Content-Type: application/json"
    routes.call_of(request).noted["problem"] = "invalid"
    said = f"{where}: {message}" if where else message
    return refusal(faults.Problem(422, said[:_SAID], "invalid", where or None))
