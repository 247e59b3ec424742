"""What becomes of a transcript: words with times, segments, sentences, captions, files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..transcripts import Problem, Transcript, TranscriptSegment, TranscriptWord, registry
from ..transcripts.files import put, written

if TYPE_CHECKING:
    from ..captions import Caption, Layout

CAPTIONS = ("srt", "vtt", "ass")
_BY_SUFFIX = {".srt": "srt", ".vtt": "vtt", ".ass": "ass", ".ssa": "ass", ".txt": "text"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FormattedWord(TranscriptWord):
    """One word of the formatted text. Its interval is the union of those of the words that it stands for.

    Attributes:
        words: positions of these in `Transcript.words`.
        segment: index of the segment that it stands in: that of the first of these words.
        language: the code of the language that it was formatted in.
        kind: "money", "date" … for what was written in figures; "" for all else.
        glued: it belongs together with the next word: an amount and its unit, a title and a name.
        ends_sentence: a sentence ends behind it.
        passive: no speech: a sound label, a tag.
    """

    words: tuple[int, ...] = ()
    segment: int = 0
    language: str = ""
    kind: str = ""
    glued: bool = False
    ends_sentence: bool = False
    passive: bool = False

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready; what is unknown or usual is left out."""
        made: dict[str, Any] = {"text": self.text, "words": list(self.words)}
        for name in ("start", "end", "speaker", "confidence"):
            if (value := getattr(self, name)) is not None:
                made[name] = value
        for name in ("kind", "estimated"):
            if value := getattr(self, name):
                made[name] = value
        return made


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of one speaker, with its words."""

    text: str
    words: tuple[FormattedWord, ...]

    @property
    def start(self) -> float | None:
        """Seconds; that of its first word."""
        return self.words[0].start

    @property
    def end(self) -> float | None:
        """Seconds; the latest of its words."""
        return max((word.end for word in self.words if word.end is not None), default=None)

    @property
    def speaker(self) -> str | None:
        return self.words[0].speaker

    def as_dict(self) -> dict[str, Any]:
        known = {"start": self.start, "end": self.end, "speaker": self.speaker}
        return {"text": self.text} | {name: value for name, value in known.items() if value is not None}


@dataclass(frozen=True)
class FormattedTranscript:
    """A transcript, formatted.

    Attributes:
        transcript: what came in.
        words: all words of the output, in the order in which they were said.
        segments: those of the transcript with their new words. What goes across a border stands in the first segment.
        turns: ranges of ``words``: what one speaker says before another does; a recording begins a new one.
        sentences: of each turn; the words of a sentence that an interjection of another speaker breaks stay together.
        problems: those of the file, and what could not be formatted.
        loops: ranges of `Transcript.words` that look like a recogniser stuck in a loop; they are not formatted.
        failed: texts that came out as they went in, since formatting them ended in an error; ``problems`` has it.
    """

    transcript: Transcript
    words: tuple[FormattedWord, ...]
    segments: tuple[TranscriptSegment, ...]
    turns: tuple[tuple[int, int], ...]
    sentences: tuple[Sentence, ...]
    problems: tuple[Problem, ...] = ()
    loops: tuple[tuple[int, int], ...] = ()
    failed: int = 0

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        """A line for each turn."""
        return "\n".join(" ".join(word.text for word in self.words[a:b]) for a, b in self.turns)

    def captions(
        self,
        layout: str | Layout = "broadcast",
        *,
        recut: bool | None = None,
        **changes: Any,
    ) -> list[Caption]:
        """The transcript as captions, cut where sentences and clauses end, never inside a number or a name.

        Args:
            layout: a preset ("broadcast", "social", "youtube") or a `Layout`.
            recut: cut anew where the file already was captions; by default these keep their times as far as they fit.
            changes: fields of the layout: ``max_chars=42, max_lines=2, max_cps=22`` ….

        Raises `InputError` where no word has a time.
        """
        from .. import captions

        made = captions.layout(layout, self.language) if isinstance(layout, str) else layout
        if unknown := changes.keys() - {one.name for one in fields(made)}:
            raise InputError(f"captions have no {unknown.pop()!r}; known are {', '.join(f.name for f in fields(made))}")
        changed = replace(made, **{name: value for name, value in changes.items() if value is not None})
        keep = registry.named(self.transcript.format).is_captions if recut is None else not recut
        return captions.captions(self.words, changed, language=self.language or None, keep_segments=keep)

    @property
    def language(self) -> str:
        """The language that most words are in."""
        counted: dict[str, int] = {}
        for word in self.words:
            counted[word.language] = counted.get(word.language, 0) + 1
        return max(counted, key=lambda code: counted[code], default="")

    def written(self, format: str | None = None, **options: Any) -> bytes:
        """The bytes of a file: "srt", "vtt", "ass" (``options`` are those of `captions`; ``word_times`` and
        ``speakers`` of VTT), "text", or a format of `transcripts`; the one that came in if not given."""
        if format in CAPTIONS:
            return self._captioned(str(format), **options)
        if options:
            raise InputError(f"{', '.join(options)}: only captions have these")
        if format == "text":
            return self.text.encode() + b"\n"
        return written(self.as_transcript(), format)

    def _captioned(self, format: str, word_times: bool = False, speakers: bool = False, **options: Any) -> bytes:
        from ..captions import render

        made = self.captions(**options)
        if self._keeps_cues(format, len(made)) and not (word_times or speakers or options.get("recut")):
            return written(self.as_transcript())
        return render(made, format, word_times=word_times, speakers=speakers).encode()

    def _keeps_cues(self, format: str, captions: int) -> bool:
        """True for a caption file whose cues fit with their new text: its tags, notes and styles stay, too. Those of
        an ASS file stay always."""
        own = registry.named(self.transcript.format)
        fit = captions == sum(1 for segment in self.segments if segment.text)
        return own.is_captions and own.suffix == f".{format}" and (fit or format == "ass")

    def save(self, path: str | PathLike[str], format: str | None = None, **options: Any) -> None:
        """Write a file: captions for .srt, .vtt and .ass, text for .txt, else the shape that came in.

        What stood at ``path`` stays until the new file is complete. Raises `InputError` for what cannot be written so.
        """
        target = Path(path).expanduser()
        put(target, self.written(format or self.format_for(target), **options))

    def format_for(self, path: Path) -> str | None:
        """What to write into a file of this name."""
        name = path.name.lower().removesuffix(".gz")
        if found := _BY_SUFFIX.get(Path(name).suffix):
            return found
        own = registry.named(self.transcript.format)
        return own.name if own.write and Path(name).suffix in ("", own.suffix) else "indic-tf"

    def as_transcript(self) -> Transcript:
        """The formatted words in the segments that came in, to be written in any format or formatted again."""
        kept = {name: getattr(self.transcript, name) for name in ("format", "language", "source")}
        return Transcript(segments=self.segments, problems=self.problems, formatted=True, **kept)

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready: text, sentences, words, and what was wrong."""
        made: dict[str, Any] = {
            "text": self.text,
            "sentences": [sentence.as_dict() for sentence in self.sentences],
            "words": [word.as_dict() for word in self.words],
        }
        rest: Mapping[str, list[Any]] = {
            "problems": [str(problem) for problem in self.problems],
            "loops": [list(loop) for loop in self.loops],
        }
        return made | {name: value for name, value in rest.items() if value}
