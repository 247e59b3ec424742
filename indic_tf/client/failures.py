"""What can go wrong between a client and the service; each error says what to do.

IndicTFError
└── ServiceError
    ├── Unreachable   no answer: nobody listens there, the connection broke, or it took too long
    ├── NotAllowed    401, 403: the API key
    ├── TooLarge      413: send less at a time
    ├── Invalid       422 and other 4xx: what was asked for; ``param`` names the field
    ├── Busy          429, 503, after all retries
    ├── TimedOut      504
    └── Fault         500, 502 …
"""

from __future__ import annotations

from ..errors import IndicTFError


class ServiceError(IndicTFError):
    """An answer that is an error, or none.

    Attributes:
        status: of HTTP; None where there was no answer.
        code: a name for programs: "too_many_words".
        param: the field that is wrong, where one is.
        request_id: what the service's log calls the request.
        retry_after: seconds after which the service asked to try again.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: str = "",
        param: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.param = status, code, param
        self.request_id, self.retry_after = request_id, retry_after


class Unreachable(ServiceError):
    """There was no answer."""


class NotAllowed(ServiceError):
    """The API key is missing or wrong."""


class TooLarge(ServiceError):
    """The request is too large."""


class Invalid(ServiceError):
    """What was asked for cannot be done."""


class Busy(ServiceError):
    """The service has too much to do, or the caller has too many requests there."""


class TimedOut(ServiceError):
    """The service did not get done in time."""


class Fault(ServiceError):
    """A fault of the service, or of the recogniser behind it."""


_OF_STATUS = {401: NotAllowed, 403: NotAllowed, 413: TooLarge, 429: Busy, 503: Busy, 504: TimedOut}
_HINTS = {
    401: "give Client(api_key=…) a key of the service, or set INDIC_TF_API_KEY",
    404: "is this the address of indic-tf serve, without a path behind it?",
    413: "send fewer or shorter texts at a time, or raise --max-body of the service",
    429: "make fewer requests at a time, or raise --per-caller of the service",
    503: "try again later, or give the service more --workers",
    504: "send less at a time, or raise --timeout of the service",
}


def of_status(status: int) -> type[ServiceError]:
    """The error for a status."""
    return _OF_STATUS.get(status, Fault if status >= 500 else Invalid)


def hint(status: int) -> str:
    """What to do about a status, "" where its message says it."""
    return _HINTS.get(status, "")
