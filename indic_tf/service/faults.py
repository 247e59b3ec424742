"""What a service answers when it does not answer what was asked: status, a message that says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Problem(Exception):
    """An answer that is an error.

    Attributes:
        status: of HTTP.
        message: what was wrong and what to do; it quotes no text of the caller's that is longer than a word.
        code: a name for programs: "too_many_words".
        param: the field that is wrong, where one is.
        retry_after: seconds after which to try again.
    """

    status: int
    message: str
    code: str
    param: str | None = None
    retry_after: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def body(self) -> dict[str, Any]:
        """The JSON of the answer."""
        kind = "server_error" if self.status >= 500 else "invalid_request_error"
        return {"error": {"message": self.message, "type": kind, "code": self.code, "param": self.param}}

    def all_headers(self) -> dict[str, str]:
        """Headers of the answer."""
        again = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
        return {**self.headers, **again}


def busy(waiting: int, seconds: int) -> Problem:
    """503: more requests than the service takes at a time."""
    said = f"{waiting} requests are waiting, more are not taken; try again in {seconds} s"
    return Problem(503, said, "overloaded", retry_after=seconds)


def too_long(what: str, found: int, most: int, option: str, param: str | None = None) -> Problem:
    """422: more than one request may ask for."""
    said = f"{found} {what}; this service takes {most} in a request ({option}): send it in parts"
    return Problem(422, said, f"too_many_{what}", param)


def fault() -> Problem:
    """500: a fault, which is in the log."""
    return Problem(500, "a fault of the service; its log says more", "fault")


def late(seconds: float) -> Problem:
    """504: the time for a request is over."""
    said = f"not done within {seconds:g} s; send less at a time, or try again"
    return Problem(504, said, "timeout", retry_after=1)


def stopping() -> Problem:
    """503: the service is being stopped."""
    return Problem(503, "the service is being stopped; try again", "stopping", retry_after=1)
