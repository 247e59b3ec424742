"""``POST /v1/audio/transcriptions``: an OpenAI-compatible recogniser's answer, formatted, in the shape that it had."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from fastapi import APIRouter, Request, Response
from pydantic import ValidationError
from starlette.datastructures import FormData, UploadFile

from . import faults
from .asked import maker
from .jobs import Maker, Talk, Texts
from .messages import Options
from .routes import FAULTS, PROBLEMS, call_of, state_of
from .state import State

router = APIRouter()
_PATH = "/audio/transcriptions"
_MOST_FIELDS = 64
_KEPT = ("content-type", "retry-after", "x-request-id")  # headers of the upstream that callers see
_AUTO = "auto"
_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file", "model"],
                    "properties": {
                        "file": {"type": "string", "format": "binary"},
                        "model": {"type": "string", "description": "Of the upstream recogniser."},
                        "language": {"type": "string", "description": "As for /v1/format; also told the upstream."},
                        "response_format": {"enum": ["json", "text", "srt", "verbose_json", "vtt", "diarized_json"]},
                    },
                    "additionalProperties": True,
                }
            }
        },
    }
}


@dataclass(frozen=True, slots=True)
class _Heard:
    """What the upstream answered."""

    status: int
    content: bytes
    headers: dict[str, str]


@router.post(
    "/v1/audio/transcriptions",
    responses={**FAULTS, 502: {"description": "The upstream recogniser failed."}},
    openapi_extra=_BODY,
    summary="Speech to written text, by an upstream recogniser",
)
async def transcriptions(request: Request) -> Response:
    """Forward the form to the recogniser of `--upstream`, and format what it hears.

    The query may have the options of /v1/format (`?style=news&disfluency=remove`). What the upstream refuses is passed
    on as it is. What cannot be formatted comes back as the upstream wrote it, and X-Problems says so.
    """
    state, call = state_of(request), call_of(request)
    if state.settings.upstream is None:
        said = "this service has no recogniser behind it; start it with --upstream URL"
        raise faults.Problem(501, said, "no_upstream")
    async with request.form(max_files=1, max_fields=_MOST_FIELDS) as form:
        made = _maker(request, form, state)
        if str(form.get("stream", "false")).lower() not in ("false", "0", ""):
            raise faults.Problem(422, "stream: answers are not streamed; leave it out", "not_streamed", "stream")
        heard = await _ask(request, form, state)
        if heard.status != 200:
            return Response(heard.content, heard.status, heard.headers)
        shape = str(form.get("response_format") or "json")
    call.noted["language"] = made.lang
    text, problems = await _formatted(request, heard, shape, made)
    headers = {**heard.headers, PROBLEMS: str(problems)}
    return Response(text, 200, headers)


def _maker(request: Request, form: FormData, state: State) -> Maker:
    """What the formatter is made with: the query, and the language of the form. Raises `Problem` (422)."""
    given: dict[str, Any] = dict(request.query_params)
    if "terms" in given:
        given["terms"] = request.query_params.getlist("terms")
    if (lang := form.get("language")) and isinstance(lang, str):
        given.setdefault("language", lang)
    try:
        return maker(Options.model_validate(given), state)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise faults.Problem(422, f"{where}: {first['msg']}"[:300], "invalid", where) from None


# --- the upstream -------------------------------------------------------------------------------------


@asynccontextmanager
async def client(state: State) -> AsyncIterator[None]:
    """The connections to the upstream, while the service runs."""
    if state.settings.upstream is None:
        yield
        return
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=32)
    async with httpx.AsyncClient(timeout=state.settings.upstream_seconds, limits=limits) as made:
        state.upstream = made
        yield


async def _ask(request: Request, form: FormData, state: State) -> _Heard:
    """The upstream's answer. Raises `Problem`: 502 where it fails, 504 where it takes too long."""
    if not isinstance(form.get("file"), UploadFile):
        raise faults.Problem(422, "file: expected a file in a multipart form", "invalid", "file")
    fields: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if isinstance(value, str) and not (name == "language" and value == _AUTO):  # OpenAI's has no such code
            fields.setdefault(name, []).append(value)
    files = [
        (name, (one.filename or "audio", one.file, one.content_type or "application/octet-stream"))
        for name, one in form.multi_items()
        if isinstance(one, UploadFile)
    ]
    url = f"{str(state.settings.upstream).rstrip('/')}{_PATH}"
    begun, status = time.monotonic(), "error"
    try:
        asked = state.upstream.post(url, data=fields, files=files, headers=_headers(request, state))
        got = await _within(asked, call_of(request).left)
        status = str(got.status_code)
    except (TimeoutError, httpx.TimeoutException):
        raise faults.Problem(504, "the upstream recogniser takes too long (--upstream-timeout)", "timeout") from None
    except httpx.HTTPError as error:
        said = f"the upstream recogniser cannot be reached ({type(error).__name__}); see --upstream"
        raise faults.Problem(502, said, "upstream") from None
    finally:
        state.metrics.upstream.labels(status).observe(time.monotonic() - begun)
    if got.status_code >= 500:
        raise faults.Problem(502, f"the upstream recogniser answered {got.status_code}", "upstream")
    headers = {name: got.headers[name] for name in _KEPT if name in got.headers and name != "x-request-id"}
    return _Heard(got.status_code, got.content, headers)


async def _within(asked: Any, seconds: float) -> httpx.Response:
    import asyncio

    try:
        made: httpx.Response = await asyncio.wait_for(asked, seconds)
    except asyncio.TimeoutError:
        raise TimeoutError from None
    return made


def _headers(request: Request, state: State) -> dict[str, str]:
    """The key of the upstream; the caller's own only where this service asks for none."""
    made = {"X-Request-ID": call_of(request).id}
    if state.settings.upstream_key:
        return made | {"Authorization": f"Bearer {state.settings.upstream_key}"}
    given = request.headers.get("authorization")
    return made | ({"Authorization": given} if given and not state.settings.keys else {})


# --- its answer ---------------------------------------------------------------------------------------


async def _formatted(request: Request, heard: _Heard, shape: str, made: Maker) -> tuple[bytes, int]:
    """The answer in its shape with its words formatted, and how many problems there were."""
    try:
        if shape == "text":
            text = heard.content.decode("utf-8", "replace")
            return (await _text(request, text.rstrip("\n"), made)).encode() + b"\n" * text.endswith("\n"), 0
        value = json.loads(heard.content) if shape not in ("srt", "vtt") else None
        if isinstance(value, dict) and not _has_times(value):
            value["text"] = await _text(request, str(value.get("text") or ""), made)
            return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"), 0
        job = Talk(made, heard.content, state_of(request).settings.limits.words, to="same")
        found = await _run(request, job)
        return found["content"].encode("utf-8", "replace"), len(found["problems"])
    except (faults.Problem, ValueError, RecursionError) as error:
        call_of(request).noted["unformatted"] = error.code if isinstance(error, faults.Problem) else "no JSON"
        return heard.content, 1


def _has_times(value: dict[str, Any]) -> bool:
    return any(isinstance(value.get(name), list) and value[name] for name in ("segments", "words"))


async def _text(request: Request, text: str, made: Maker) -> str:
    (answer,) = await _run(request, Texts(made, (text,)))
    return str(answer["text"])


async def _run(request: Request, job: Talk | Texts) -> Any:
    return await state_of(request).pool.run(job, state_of(request).settings.limits.seconds)
