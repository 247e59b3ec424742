"""What recognisers' libraries return, in the process itself: as a transcript, without a file between.

>>> talk = from_result({"text": " two hundred", "chunks": [{"text": " two hundred", "timestamp": (0.0, 1.2)}]})
>>> talk.format, [(word.text, word.start, word.end) for word in talk.words]
('huggingface', [('two', 0.0, 0.36), ('hundred', 0.36, 1.2)])
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import InputError
from . import registry
from .content import Content
from .model import Transcript

_DEEPEST = 100


def from_result(result: Any, format: str | None = None) -> Transcript:
    """The transcript in what a recogniser's library returned.

    Args:
        result: faster-whisper's segments (a generator too, which is used up) or its ``(segments, info)``; the dicts of
            openai-whisper, whisperX and of the pipelines of Hugging Face; an answer of the OpenAI client or of any
            other whose objects are dataclasses or have ``model_dump`` or ``to_dict``; parsed JSON of any format.
        format: the name of its format, one of `formats`; found by the content if not given.

    The transcript's source is what the objects say as JSON, so it can be written as a file. Raises `InputError` for
    what is no transcript.
    """
    content = content_of(result)
    if not format and content.json == []:  # nothing was said
        format = "whisper"
    chosen = registry.named(format) if format else registry.detect(content)
    return chosen.read(content)


def content_of(result: Any) -> Content:
    """What a library returned as the content of a file."""
    value = plain(_segments_and_info(result))
    if isinstance(value, str) or not isinstance(value, (dict, list)):
        raise InputError(f"expected the result of a recogniser, got {type(result).__name__}")
    return Content(json.dumps(value).encode(), type(result).__name__)


def _segments_and_info(result: Any) -> Any:
    """faster-whisper's pair as the object that a file would have."""
    if isinstance(result, tuple) and len(result) == 2 and hasattr(result[1], "language"):
        segments, info = result
        given = {"language": info.language, "duration": getattr(info, "duration", None), "segments": plain(segments)}
        return {key: value for key, value in given.items() if value is not None}
    return result


def plain(value: Any, depth: int = 0) -> Any:
    """Any object as dicts, lists, texts and numbers; raises `InputError` for one that is none of these."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value if type(value) in (str, bool, int, float, type(None)) else _number(value)
    if depth > _DEEPEST:
        raise InputError("the result is nested deeper than a transcript can be")
    inner = _as_mapping(value)
    if inner is not None:
        return {str(key): plain(one, depth + 1) for key, one in inner.items()}
    if hasattr(value, "tolist"):  # an array, a tensor or a number of numpy or torch
        return plain(value.tolist(), depth + 1)
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray)):
        return [plain(one, depth + 1) for one in value]
    raise InputError(f"{type(value).__name__} in the result of a recogniser is no data")


def _number(value: Any) -> Any:
    """A number or text of a subclass (an enum, numpy's float) as one of Python's own."""
    base = next(kind for kind in (bool, int, float, str) if isinstance(value, kind))
    return base.__str__(value) if base is str else base(value)


def _as_mapping(value: Any) -> Mapping[Any, Any] | None:
    """The parts of an object by their names, None for what has none."""
    if isinstance(value, Mapping):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    for method in ("model_dump", "to_dict", "_asdict"):
        made = getattr(value, method, None)
        if callable(made) and not isinstance(value, type):
            found = made()
            return found if isinstance(found, Mapping) else None
    return None
