"""Requests and answers, whoever sends them; when to try again."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlencode

import httpx

from .failures import ServiceError, Unreachable, hint, of_status

KEY_VARIABLE = "INDIC_TF_API_KEY"
_AGAIN = (429, 502, 503, 504)
_FIRST, _LONGEST = 0.25, 60.0  # seconds between two tries


@dataclass(frozen=True, slots=True)
class Ask:
    """One request; it may be made again, since the service keeps nothing of it."""

    method: str
    path: str
    json: Mapping[str, Any] | None = None
    query: Mapping[str, Any] = field(default_factory=dict)
    form: Mapping[str, Any] | None = None
    file: tuple[str, bytes, str] | None = None

    def arguments(self) -> dict[str, Any]:
        """What `httpx` takes."""
        made: dict[str, Any] = {"method": self.method, "url": self.path}
        if self.query:
            made["params"] = list(_several(self.query))
        if self.json is not None:
            made["content"] = json.dumps(self.json, ensure_ascii=False).encode()
            made["headers"] = {"Content-Type": "application/json"}
        if self.file is not None:
            made |= {"files": {"file": self.file}, "data": dict(self.form or {})}
        return made


def _several(query: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in query.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            yield name, _one(one)


def _one(value: Any) -> str:
    if isinstance(value, Mapping):  # a style of one's own
        return json.dumps(dict(value), ensure_ascii=False)
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Setup:
    """Where the service is and how patient its caller: what both clients are made with."""

    url: str
    key: str | None
    seconds: float
    retries: int

    @classmethod
    def of(cls, url: str, api_key: str | None, timeout: float, retries: int) -> Setup:
        return cls(url.rstrip("/"), api_key or os.environ.get(KEY_VARIABLE), timeout, retries)

    def client_arguments(self) -> dict[str, Any]:
        """What an `httpx` client takes."""
        return {"base_url": self.url, "timeout": self.seconds, "headers": self.headers}

    @property
    def headers(self) -> dict[str, str]:
        """Those of every request."""
        return {"Authorization": f"Bearer {self.key}"} if self.key else {}

    def socket(self, query: Mapping[str, Any]) -> str:
        """The URL of a live text."""
        return f"ws{self.url.removeprefix('http')}/v1/stream?{urlencode(list(_several(query)))}"

    def unreachable(self, error: Exception) -> Unreachable:
        """The error where there was no answer."""
        if isinstance(error, httpx.TimeoutException):
            return Unreachable(f"{self.url} did not answer within {self.seconds:g} s; give Client(timeout=…) more")
        said = str(error) or type(error).__name__
        return Unreachable(f"{self.url} cannot be reached ({said}); does indic-tf serve run there?")


def pause(attempt: int, failure: ServiceError) -> float:
    """Seconds before the next try: as long as the service asked for, or else longer from try to try."""
    if failure.retry_after is not None:
        return min(_LONGEST, failure.retry_after) + random.uniform(0, 0.1)
    longest: float = min(_LONGEST, _FIRST * 2**attempt)
    return longest * random.uniform(0.5, 1.0)


def may_again(failure: ServiceError) -> bool:
    """Whether another try may help."""
    return failure.status is None or failure.status in _AGAIN


def failure_of(response: httpx.Response) -> ServiceError | None:
    """The error that an answer is, None for one that is none."""
    status = response.status_code
    if status < 400:
        return None
    fault = _fault(response)
    said = str(fault.get("message") or f"{status} {response.reason_phrase}")
    advice = f" ({hint(status)})" if hint(status) else ""
    return of_status(status)(
        said + advice,
        status=status,
        code=str(fault.get("code") or ""),
        param=fault.get("param"),
        request_id=response.headers.get("x-request-id"),
        retry_after=retry_after(response.headers.get("retry-after")),
    )


def _fault(response: httpx.Response) -> dict[str, Any]:
    try:
        found = response.json()["error"]
    except (ValueError, KeyError, TypeError):
        return {}
    return found if isinstance(found, dict) else {"message": str(found)}


def retry_after(value: str | None) -> float | None:
    """Seconds of a header ``Retry-After``, which has seconds or a date; None for what is neither.

    >>> retry_after("3"), retry_after("soon"), retry_after("Wed, 21 Oct 2015 07:28:00 GMT")
    (3.0, None, 0.0)
    """
    if value is None:
        return None
    if value.strip().isascii() and value.strip().isdigit():
        return float(value)
    try:
        then = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    return max(0.0, (then - datetime.now(timezone.utc)).total_seconds()) if then.tzinfo else None


# --- what is asked ------------------------------------------------------------------------------------


def body(options: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """The JSON of a request; what is None is left out."""
    return {name: value for name, value in {**options, **more}.items() if value is not None}


def recording(source: Any) -> dict[str, Any]:
    """``source`` as the fields that say what was said: segments, or the content of a file (text, bytes, JSON)."""
    if isinstance(source, bytes):
        return {"transcript": source.decode("utf-8-sig")}
    is_segments = isinstance(source, (list, tuple)) and source and all(map(_is_segment, source))
    return {"segments" if is_segments else "transcript": source}


def _is_segment(one: Any) -> bool:
    return isinstance(one, Mapping) and one.keys() <= {"text", "start", "end", "speaker", "words"}


def parts(texts: Sequence[str], count: int) -> Iterator[Sequence[str]]:
    """Texts, so many at a time."""
    for start in range(0, len(texts), count):
        yield texts[start : start + count]
