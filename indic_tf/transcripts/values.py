"""Files that hold one result, a list of results, or results one after another: recognisers that answer utterance by
utterance leave all three."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..errors import InputError
from .content import NOT_JSON, Content
from .model import Transcript, TranscriptSegment
from .records import dumped


def value_of(content: Content) -> Any:
    """The JSON value of a file; raises `InputError` for one that is none."""
    if content.json is NOT_JSON:
        raise InputError(f"{content.name}: {content.json_error or 'not JSON'}")
    return content.json


def object_of(content: Content) -> dict[str, Any]:
    """The JSON object of a file; raises `InputError` for anything else."""
    value = value_of(content)
    if not isinstance(value, dict):
        raise InputError(f"{content.name}: expected a JSON object, found a list")
    return value


def results(content: Content, all: bool = True) -> list[Any]:
    """The values of a file that is one, a list of some, or has several one after another; or only the first of them."""
    value = content.json
    if value is NOT_JSON:
        return content.values if all else content.first_values
    found = value if isinstance(value, list) else [value]
    return found if all else found[:20]


def several(content: Content) -> Any:
    """What a writer needs of such a file: its value, or its values as a tuple. Raises `InputError` if it has none."""
    if content.json is NOT_JSON and content.values:
        return tuple(content.values)
    return value_of(content)


def rewritten(source: Any, segments: Iterable[TranscriptSegment], record: Callable[[TranscriptSegment], Any]) -> Any:
    """The objects of ``source`` (see `several`) with those anew that are a segment's; other objects stay as they are.

    Segments that were read from nothing come behind them.
    """
    made = list(segments)
    by_record = {id(one.record): one for one in made}
    old = list(source) if isinstance(source, (list, tuple)) else [] if source is None else [source]
    kept = [record(by_record[id(one)]) if id(one) in by_record else one for one in old]
    return kept + [record(one) for one in made if one.record is None]


def is_as_read(made: Transcript, read: Callable[[Content], Transcript]) -> bool:
    """True for a transcript that still says what its source says, so that the source can be written as it is."""
    if made.source is None or made.formatted:
        return False
    return read(Content(as_it_was(made.source))).segments == made.segments


def as_it_was(source: Any) -> bytes:
    """A file of such objects with nothing changed."""
    return put_back(source, list(source) if isinstance(source, (list, tuple)) else [source])


def put_back(source: Any, made: list[Any]) -> bytes:
    """The objects of a file as it had them: one, a list, or a line each."""
    if isinstance(source, tuple):
        return b"".join(dumped(one) for one in made)
    return dumped(made if isinstance(source, list) or len(made) != 1 else made[0])
