"""ULCA and Bhashini: ``output``, a list of sentences under ``source`` or ``transcript``, without times.

Also the whole answer of a pipeline (``pipelineResponse``), of which the recogniser's task is read; the others stay as
they are. Built from documentation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..content import Content
from ..model import Transcript, TranscriptSegment, as_mapping
from ..records import dumped
from ..registry import Format, register
from ..shape import as_before, as_text, name, segment, transcript
from ..values import as_it_was, is_as_read, put_back, results, rewritten, several

_KEYS = ("source", "transcript")


@dataclass(frozen=True, slots=True)
class _Task:
    """An answer of a recogniser, and where it stands."""

    record: dict[str, Any]
    where: str


def read(content: Content) -> Transcript:
    made = [one for i, task in enumerate(_tasks(results(content), content)) for one in _segments(task, str(i), content)]
    spoken = {one.language for one in made if one.language}
    language = spoken.pop() if len(spoken) == 1 else None
    return transcript(made, "ulca", content.problems, language=language, source=several(content))


def _tasks(values: list[Any], content: Content) -> Iterator[_Task]:
    for i, value in enumerate(values):
        where = f"[{i}]." if len(values) > 1 else ""
        pipeline = as_mapping(value).get("pipelineResponse")
        if isinstance(pipeline, list):
            for j, one in enumerate(pipeline):
                if isinstance(one, dict) and one.get("taskType", "asr") == "asr":
                    yield _Task(one, f"{where}pipelineResponse[{j}].")
                elif not isinstance(one, dict):
                    content.report(f"{where}pipelineResponse[{j}]", f"{str(one)[:40]!r} is no answer", lost=True)
        elif isinstance(value, dict):
            yield _Task(value, where)
        else:
            content.report(where.removesuffix("."), f"{str(value)[:40]!r} is no answer", lost=True)


def _segments(task: _Task, recording: str, content: Content) -> Iterator[TranscriptSegment]:
    """Each sentence of the output is a recording of its own: one was sent for each."""
    output, where = task.record.get("output"), f"{task.where}output"
    if not isinstance(output, list):
        content.report(where, "no output" if output is None else f"{str(output)[:40]!r} is no list", lost=True)
        return
    spoken = as_mapping(as_mapping(task.record.get("config")).get("language")).get("sourceLanguage")
    for i, record in enumerate(output):
        if not isinstance(record, dict):
            content.report(f"{where}[{i}]", f"{str(record)[:40]!r} is no sentence; it is kept as it is", lost=True)
            continue
        text = as_text(record.get(_key(record)), f"{where}[{i}]", content.report) or ""
        if "-->" in text:
            content.report(f"{where}[{i}]", "the text is a caption file; save it as .srt and read that")
        yield segment(text, language=name(spoken), recording=f"{recording}.{i}", record=record)


def _key(record: dict[str, Any]) -> str:
    return next((key for key in _KEYS if record.get(key) is not None), _KEYS[0])


def write(made: Transcript) -> bytes:
    if is_as_read(made, read):
        return as_it_was(made.source)
    if made.source is None:
        return dumped({"output": [{"source": one.text} for one in made.segments]})
    values = list(made.source) if isinstance(made.source, (list, tuple)) else [made.source]
    return put_back(made.source, [_answer(one, made) for one in values])


def _answer(value: Any, made: Transcript) -> Any:
    if not isinstance(value, dict):
        return value
    if isinstance(pipeline := value.get("pipelineResponse"), list):
        return value | {"pipelineResponse": [_answer(one, made) for one in pipeline]}
    if isinstance(output := value.get("output"), list):
        known = [one for one in made.segments if one.record is not None]
        return value | {"output": rewritten(output, known, _sentence)}
    return value


def _sentence(one: TranscriptSegment) -> dict[str, Any]:
    record = as_mapping(one.record)
    key = _key(record)
    return record | {key: as_before(record.get(key), one.text)}


def claims(content: Content) -> float:
    found = results(content, all=False)
    return 0.9 if found and all(_is_answer(one) for one in found) else 0.0


def _is_answer(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("pipelineResponse"), list):
        return True
    output = value.get("output")
    first = output[0] if isinstance(output, list) and output else None
    return isinstance(first, dict) and any(key in first for key in _KEYS)


register(Format("ulca", "ULCA or Bhashini JSON", "output, a list of sentences under source or transcript",
                claims, read, write, silence=("output", "pipelineResponse")))  # fmt: skip
