"""What requests and answers hold: the JSON of the service, which its client reads and writes too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator, with_config

from ..styles import PRESETS, Style

MOST_TERMS, LONGEST_TERM = 200, 100
LONGEST_NAME = 200
Parts = Literal["words", "edits", "spans", "disfluencies", "refusals", "sentences", "segments"]
CaptionFormat = Literal["srt", "vtt", "ass"]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Seconds = Annotated[float, Field(allow_inf_nan=False)]

_STRICT = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
_STYLE_HELP = f"A preset ({', '.join(PRESETS)}) or an object with fields of a style, such as {{'digits': 'native'}}."


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True, slots=True)
class OwnStyle(Style):
    """How figures look; fields that are left out are those of the preset `default`."""


class Options(BaseModel):
    """How a text is formatted: what `IndicFormatter` takes, as far as a caller may choose it."""

    model_config = _STRICT

    language: Name = Field("auto", description="A code or name of GET /v1/languages, or auto: found by the text.")
    model: Name = Field("default", description="default, fast, none, or a model that the operator allows.")
    style: Name | OwnStyle = Field("default", description=_STYLE_HELP)
    punctuation: bool = Field(True, description="Put in marks.")
    itn: bool = Field(True, description="Write numbers, money … in figures.")
    case: bool = Field(True, description="Capital letters in Latin script.")
    disfluency: Literal["keep", "remove"] = Field("keep", description="Leave fillers and restarts, or take them out.")
    normalizer: Name = Field("default", description="Network for unusual spans: default, builtin or none.")
    script: Literal["keep", "native"] = Field(
        "keep", description="native: words of the language in Latin letters come out in its script."
    )
    final: Literal["auto", "always", "never"] | None = Field(
        None, description="The mark behind the last word; null: always for texts, auto for transcripts."
    )
    terms: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=LONGEST_TERM)], ...], Field(max_length=MOST_TERMS)
    ] = Field((), description="Words that come out as they are given here: OnePlus.")


class Heard(BaseModel):
    """A word of a recogniser."""

    model_config = _STRICT

    text: str = Field(validation_alias="word", serialization_alias="word")
    start: Seconds | None = Field(None, description="Seconds.")
    end: Seconds | None = Field(None, description="Seconds.")
    speaker: Name | None = None


class Segment(BaseModel):
    """A timed piece of a recogniser's answer."""

    model_config = _STRICT

    text: str = ""
    start: Seconds | None = Field(None, description="Seconds.")
    end: Seconds | None = Field(None, description="Seconds.")
    speaker: Name | None = None
    words: tuple[Heard, ...] = ()


class Recording(Options):
    """What was said with times: segments, or the content of a file of a recogniser."""

    segments: tuple[Segment, ...] | None = Field(None, description="Timed segments.")
    transcript: str | dict[str, Any] | list[Any] | None = Field(
        None, description="The content of a file that `indic-tf formats` lists, as text or as its JSON."
    )
    from_: Name | None = Field(None, alias="from", description="The format of `transcript`; found by its content.")
    loops: Literal["keep", "collapse", "drop"] = Field("keep", description="Of a recogniser that was stuck.")

    def records(self) -> str | dict[str, Any] | list[Any]:
        """What `transcripts.read` is given."""
        if self.segments is None:
            return self.transcript or ""
        return [one.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True) for one in self.segments]


def _only(given: BaseModel, names: Sequence[str]) -> None:
    found = [name for name in names if getattr(given, name) is not None]
    if len(found) != 1:
        raise ValueError(f"expected one of {', '.join(names)}; there is {' and '.join(found) or 'none of them'}")


class FormatRequest(Recording):
    """One text, several texts, timed segments, or a transcript: one of the four."""

    text: str | None = Field(None, description="One utterance or passage.")
    texts: tuple[str, ...] | None = Field(None, description="Several, which have nothing to do with each other.")
    include: tuple[Parts, ...] = Field(
        (),
        description="What the answer has beside the text: words, edits, spans …; sentences, segments of transcripts.",
    )
    to: Name | None = Field(
        None, description="Of segments and transcripts: the format of `content`: srt, vtt, ass, text, same, whisper …"
    )

    @model_validator(mode="after")
    def _one(self) -> FormatRequest:
        _only(self, ("text", "texts", "segments", "transcript"))
        return self


class SpokenRequest(BaseModel):
    """Written text to be read aloud."""

    model_config = _STRICT

    language: Name = Field("auto", description="A code or name of GET /v1/languages, or auto: found by the text.")
    text: str | None = None
    texts: tuple[str, ...] | None = None

    @model_validator(mode="after")
    def _one(self) -> SpokenRequest:
        _only(self, ("text", "texts"))
        return self


class CaptionsRequest(Recording):
    """What was said with times, to be cut into captions."""

    to: CaptionFormat = "srt"
    preset: Literal["broadcast", "social", "youtube"] = "broadcast"
    max_chars: Annotated[int, Field(ge=1, le=1000)] | None = Field(None, description="Letters in a line.")
    max_lines: Annotated[int, Field(ge=1, le=100)] | None = Field(None, description="Lines in a caption.")
    max_cps: Annotated[float, Field(ge=1, le=1000)] | None = Field(None, description="Letters a second.")
    word_times: bool = Field(False, description="A time before every word (VTT, ASS).")
    speakers: bool = Field(False, description="Who speaks.")
    recut: bool | None = Field(None, description="Cut anew what was captions already.")
    as_json: bool = Field(False, description="An object with the file in `content`, not the file itself.")

    @model_validator(mode="after")
    def _one(self) -> CaptionsRequest:
        _only(self, ("segments", "transcript"))
        return self


# --- answers ------------------------------------------------------------------------------------------

_OPEN = ConfigDict(extra="allow", frozen=True)


class FormattedText(BaseModel):
    """A formatted text. ``problem`` says why one stands as it was."""

    model_config = _OPEN

    text: str
    language: str
    words: list[dict[str, Any]] | None = Field(None, description="Output words with the range of their input words.")
    edits: list[dict[str, Any]] | None = Field(None, description="Every change, by range of input words.")
    spans: list[dict[str, Any]] | None = Field(None, description="Kind and fields of what was written in figures.")
    disfluencies: list[dict[str, Any]] | None = None
    refusals: list[dict[str, Any]] | None = None
    problem: str | None = None


class FormattedTalk(BaseModel):
    """A formatted transcript."""

    model_config = _OPEN

    text: str = Field(description="A line for each turn.")
    language: str = Field(description="That most words are in.")
    sentences: list[dict[str, Any]] | None = None
    segments: list[dict[str, Any]] | None = None
    words: list[dict[str, Any]] | None = None
    content: str | None = Field(None, description="The file that `to` asked for.")
    problems: list[str] = Field([], description="What was odd, or stands as it was.")


class FormattedTexts(BaseModel):
    """The answers to `texts`, in their order."""

    results: list[FormattedText]


class SpokenText(BaseModel):
    """A text read aloud."""

    text: str


class SpokenTexts(BaseModel):
    """The answers to `texts`, in their order."""

    results: list[SpokenText]


class Captioned(BaseModel):
    """Captions, and the limits that some could not keep."""

    content: str
    problems: list[str] = []


class LanguageFacts(BaseModel):
    """A language of the service."""

    model_config = _OPEN

    code: str
    name: str
    native_name: str
    script: str
    sentence_end: str
    status: Literal["stable", "beta"]
    classes: list[str]


class Languages(BaseModel):
    """The languages."""

    languages: list[LanguageFacts]


class Fault(BaseModel):
    """What was wrong, and what to do; of the shape that OpenAI's clients know."""

    message: str
    type: str
    code: str
    param: str | None = None


class Failed(BaseModel):
    """The body of every answer that is an error."""

    error: Fault
