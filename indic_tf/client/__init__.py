"""A client of `indic-tf serve`, typed, for programs that wait and for those that do not.

    from indic_tf.client import Client

    with Client("http://127.0.0.1:8000") as client:
        client.format("दस प्रतिशत छूट", language="hi").text

`AsyncClient` has the same methods, to be awaited. Both try again where the service is busy or away, as long as its
``Retry-After`` asks for. It needs the extra ``client``, and no PyTorch.
"""

from __future__ import annotations

from ..service.messages import FormattedTalk, FormattedText, LanguageFacts
from .aio import AsyncClient, AsyncLive
from .failures import Busy, Fault, Invalid, NotAllowed, ServiceError, TimedOut, TooLarge, Unreachable
from .options import CaptionOptions, FormatOptions
from .sync import Client, Live

__all__ = [
    "AsyncClient",
    "AsyncLive",
    "Busy",
    "CaptionOptions",
    "Client",
    "Fault",
    "FormatOptions",
    "FormattedTalk",
    "FormattedText",
    "Invalid",
    "LanguageFacts",
    "Live",
    "NotAllowed",
    "ServiceError",
    "TimedOut",
    "TooLarge",
    "Unreachable",
]
