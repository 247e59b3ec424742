"""Lines of text or JSON as what is done to a stream: what a pipe or a socket sends."""

from __future__ import annotations

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from ..document import Word
from ..errors import InputError
from .live import LiveText
from .update import Update


class _Heard(BaseModel):
    """A word with what is known of it; fields that nobody asks for are passed over."""

    model_config = ConfigDict(frozen=True)

    text: str = Field(validation_alias=AliasChoices("word", "text"))
    start: float | None = None
    end: float | None = None
    speaker: str | int | None = None

    def word(self) -> Word:
        speaker = None if self.speaker is None else str(self.speaker)
        return Word(self.text, start=self.start, end=self.end, speaker=speaker)


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True)

    text: str | None = None
    words: list[_Heard] | None = None
    replace: bool = False
    final: bool = False
    flush: bool = False


def answer(stream: LiveText, line: str) -> Update:
    """Do to ``stream`` what ``line`` says.

    A line of text is new words, an empty one a `LiveText.flush`. A line that begins with a brace is JSON: ``text`` or
    ``words`` (``word``, ``start``, ``end``, ``speaker``) are pushed, with ``replace`` as a partial result, with
    ``final`` as the final that it waits for; ``flush`` ends with a flush. Raises `InputError` for what is neither.
    """
    if not line.strip():
        return stream.flush()
    if not line.lstrip().startswith("{"):
        return stream.push(line.strip())
    message = _read(line)
    if message.text is None and message.words is None:
        if not message.flush:
            raise InputError('expected "text", "words" or "flush": true in the JSON')
        return stream.flush()
    given = message.text or "" if message.words is None else [heard.word() for heard in message.words]
    made = stream.push(given, replace=message.replace and not message.final)
    return made.then(stream.flush()) if message.flush else made


def _read(line: str) -> _Message:
    try:
        return _Message.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise InputError(f"{where}: {first['msg']}" if where else first["msg"]) from None
