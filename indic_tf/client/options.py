"""What callers may choose, as keyword arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from typing_extensions import TypedDict


class FormatOptions(TypedDict, total=False):
    """How texts are formatted, as for `IndicFormatter`."""

    language: str
    model: str
    style: str | Mapping[str, Any]
    punctuation: bool
    itn: bool
    case: bool
    disfluency: Literal["keep", "remove"]
    normalizer: str
    script: Literal["keep", "native"]
    final: Literal["auto", "always", "never"]
    terms: Sequence[str]


class CaptionOptions(FormatOptions, total=False):
    """How captions are cut, as for `FormattedTranscript.captions`."""

    preset: Literal["broadcast", "social", "youtube"]
    max_chars: int
    max_lines: int
    max_cps: float
    word_times: bool
    speakers: bool
    recut: bool
    loops: Literal["keep", "collapse", "drop"]
