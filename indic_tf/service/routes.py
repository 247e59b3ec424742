"""The routes that take text: format, spoken, captions; and those that tell what the service is and how it is."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, cast

from fastapi import APIRouter, Body, Request, Response

from ..rendering.languages import language_rows
from . import asked as jobs
from . import examples
from .gate import answer
from .jobs import Job
from .messages import (
    Captioned,
    CaptionsRequest,
    Failed,
    FormatRequest,
    FormattedTalk,
    FormattedText,
    FormattedTexts,
    Languages,
    SpokenRequest,
    SpokenText,
    SpokenTexts,
)
from .metrics import CONTENT_TYPE
from .state import Call, State

_MEDIA = {"srt": "application/x-subrip", "vtt": "text/vtt", "ass": "text/x-ssa"}
PROBLEMS = "X-Problems"

FAULTS: dict[int | str, dict[str, Any]] = {
    401: {"model": Failed, "description": "No valid API key."},
    413: {"model": Failed, "description": "The body is too large."},
    422: {"model": Failed, "description": "What was asked for cannot be done; the message says why."},
    429: {"model": Failed, "description": "Too many requests of this caller; Retry-After says when to try again."},
    503: {"model": Failed, "description": "Too many requests, or the service is being stopped; see Retry-After."},
    504: {"model": Failed, "description": "Not done in time."},
}

router = APIRouter()


def state_of(request: Any) -> State:
    """The service that a request or socket came to."""
    return cast(State, request.app.state.service)


def call_of(request: Any) -> Call:
    """What is known of it."""
    return cast(Call, request.scope["state"]["call"])


async def _run(request: Request, job: Job) -> Any:
    state = state_of(request)
    found = await state.pool.run(job, call_of(request).left)
    if words := call_of(request).noted.get("words"):
        state.metrics.words.labels(request.scope["route"].path).inc(words)
    return found


@router.post(
    "/v1/format",
    response_model=FormattedText | FormattedTexts | FormattedTalk,
    responses=FAULTS,
    summary="Spoken words to written text",
)
async def format_(
    request: Request, asked: Annotated[FormatRequest, Body(openapi_examples=examples.FORMAT)]
) -> Response:
    """One text, several texts, timed segments, or the content of a recogniser's file, formatted.

    `text` is answered with an object, `texts` with `results` in their order, `segments` and `transcript` with the text,
    what was odd (`problems`) and, if `to` asks for it, a file in `content`. A text that cannot be formatted comes back
    as it was, with `problem`.
    """
    noted = call_of(request).noted
    noted["language"] = asked.language
    if asked.text is None and asked.texts is None:
        return answer(await _run(request, jobs.talk(asked, state_of(request), noted)))
    made = await _run(request, jobs.texts(asked, state_of(request), noted))
    return answer(made[0] if asked.text is not None else {"results": made})


@router.post(
    "/v1/spoken", response_model=SpokenText | SpokenTexts, responses=FAULTS, summary="Written text to spoken words"
)
async def spoken(request: Request, asked: Annotated[SpokenRequest, Body(openapi_examples=examples.SPOKEN)]) -> Response:
    """Numbers, amounts, dates … as words, for speech synthesis; all else stays."""
    noted = call_of(request).noted
    noted["language"] = asked.language
    made = [{"text": text} for text in await _run(request, jobs.spoken(asked, state_of(request), noted))]
    return answer(made[0] if asked.text is not None else {"results": made})


@router.post(
    "/v1/captions",
    responses={
        200: {
            "model": Captioned,
            "description": "A caption file; with `as_json` an object.",
            "content": {media: {"schema": {"type": "string"}} for media in _MEDIA.values()},
        },
        **FAULTS,
    },
    summary="What was said with times, as captions",
)
async def captions(
    request: Request, asked: Annotated[CaptionsRequest, Body(openapi_examples=examples.CAPTIONS)]
) -> Response:
    """SRT, WebVTT or ASS, cut where sentences and clauses end; X-Problems counts what could not be kept to."""
    noted = call_of(request).noted
    noted["language"] = asked.language
    made = await _run(request, jobs.captions(asked, state_of(request), noted))
    if asked.as_json:
        return answer({"content": made["content"], "problems": made["problems"]})
    headers = {PROBLEMS: str(len(made["problems"]))}
    return Response(made["content"].encode("utf-8", "replace"), headers=headers, media_type=_MEDIA[asked.to])


@cache
def rows() -> list[dict[str, Any]]:
    """The facts of every language."""
    return language_rows()


@router.get("/v1/languages", response_model=Languages, summary="What can be formatted")
async def languages() -> Response:
    """The languages, with what the grammar reads in them."""
    return answer({"languages": rows()})


@router.get("/health", summary="Whether the process lives")
async def health() -> Response:
    """200 as long as requests are answered at all."""
    return answer({"status": "ok"})


@router.get("/ready", summary="Whether requests should be sent here")
async def ready(request: Request) -> Response:
    """200 once every worker has loaded its languages; 503 before, where one cannot, and when the service stops."""
    state = state_of(request)
    if state.draining.is_set():
        return answer({"status": "stopping"}, 503)
    if state.pool.ready:
        return answer({"status": "ready"})
    return answer({"status": "failed" if state.pool.problem else "loading", "problem": state.pool.problem or None}, 503)


@router.get("/metrics", summary="Counters for Prometheus")
async def metrics(request: Request) -> Response:
    """In the text format of Prometheus."""
    return Response(state_of(request).metrics.page(), media_type=CONTENT_TYPE)
