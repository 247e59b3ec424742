"""Captions as files: SubRip, WebVTT and Advanced SubStation Alpha, written by pysubs2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pysubs2
import regex

from ..errors import InputError
from . import facts
from .model import Caption

FORMATS = ("srt", "vtt", "ass")

_WIDTH, _HEIGHT = 1920, 1080  # the screen that the sizes of the ASS style are meant for
_LETTERS = 52  # an em of the ASS style
_JOINER = "\u2060"  # word joiner: no width, no break; parts characters that a format would take for a command
_ESCAPED = "\ufdd0"  # a noncharacter that stands for a backslash while pysubs2, to which it is a command, has the text
_LETTER = regex.compile(r"\p{L}")


def render(
    captions: Sequence[Caption],
    format: str,
    *,
    word_times: bool = False,
    speakers: bool = False,
    font: str | None = None,
) -> str:
    """The text of a caption file.

    Args:
        captions: as `captions` made them.
        format: one of `FORMATS`.
        word_times: WebVTT has ``<00:00:01.000>`` before each word that begins later than its caption, ASS ``\\k`` tags;
            SubRip knows no such thing.
        speakers: WebVTT has ``<v Asha>``, SubRip ``[Asha]: `` in front of the first line (which makes it longer than
            was planned). ASS always has them, in the field for the name.
        font: of the ASS style; the Noto font of the script that most letters have, if not given.

    Characters that mean something in a format are written so that they are shown: ``&``, ``<`` and ``>`` as entities in
    WebVTT, braces and commands like ``\\N`` in ASS, ``-->`` in SubRip with a word joiner in it.
    Raises `InputError` for another format.
    """
    if format not in FORMATS:
        raise InputError(f"captions are not written as {format!r}; choose one of {', '.join(FORMATS)}")
    file = pysubs2.SSAFile()
    write = {"srt": _srt, "vtt": _vtt, "ass": _ass}[format]
    for one in captions:
        event = pysubs2.SSAEvent(start=_ms(one.start), end=_ms(one.end))
        event.text = write(one, word_times, speakers).replace("\\", _ESCAPED).replace("\n", r"\N")
        event.name = _field(one.speaker or "") if format == "ass" else ""
        file.append(event)
    if format == "ass":
        file.info.update({"PlayResX": str(_WIDTH), "PlayResY": str(_HEIGHT), "ScaledBorderAndShadow": "yes"})
        found = _font(captions)
        file.styles = {"Default": _style(font or found.name, round(_LETTERS * found.height))}
        return file.to_string("ass").replace(_ESCAPED, "\\")
    return file.to_string(format, keep_ssa_tags=True).replace(_ESCAPED, "\\")


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def _srt(one: Caption, word_times: bool, speakers: bool) -> str:
    name = f"[{_plain(one.speaker)}]: " if speakers and one.speaker else ""
    return (name + one.text).replace("-->", f"--{_JOINER}>")


def _plain(name: str | None) -> str:
    return " ".join((name or "").split())


def _vtt(one: Caption, word_times: bool, speakers: bool) -> str:
    name = f"<v {_entities(_plain(one.speaker))}>" if speakers and one.speaker else ""
    if not word_times:
        return name + _entities(one.text)
    starts, last, lines = iter(one.starts), one.start, []
    for line in one.lines:
        words = []
        for word in line.split(" "):
            start = round(next(starts), 3)
            tag = f"<{_stamp(start)}>" if last < start < one.end else ""
            last = max(last, start)
            words.append(tag + _entities(word))
        lines.append(" ".join(words))
    return name + "\n".join(lines)


def _entities(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _stamp(seconds: float) -> str:
    ms = _ms(seconds)
    return f"{ms // 3600000:02}:{ms // 60000 % 60:02}:{ms // 1000 % 60:02}.{ms % 1000:03}"


def _ass(one: Caption, word_times: bool, speakers: bool) -> str:
    if not word_times:
        return _literal(one.text)
    edges = [min(max(start, one.start), one.end) for start in one.starts] + [one.end]
    edges[0] = one.start
    at, lines = 0, []
    for line in one.lines:
        words = line.split(" ")
        ticks = [round(100 * (b - a)) for a, b in zip(edges[at:], edges[at + 1 : at + 1 + len(words)], strict=False)]
        lines.append(" ".join(f"{{\\k{max(0, t)}}}{_literal(w)}" for t, w in zip(ticks, words, strict=True)))
        at += len(words)
    return "\n".join(lines)


def _literal(text: str) -> str:
    """``text`` as ASS shows it: a brace is escaped, and no backslash of the text begins a command."""
    return regex.sub(r"\\", rf"\\{_JOINER}", text).replace("{", r"\{").replace("}", r"\}")


def _field(text: str) -> str:
    """A speaker's name in a line whose fields are parted by commas."""
    return " ".join(text.replace(",", " ").split())


def _font(captions: Sequence[Caption]) -> facts.Font:
    fonts = facts.fonts()
    letters = Counter(letter for one in captions for letter in _LETTER.findall(one.text))
    found = dict.fromkeys(fonts, 0)
    for letter, count in letters.items():
        for script in fonts:
            if regex.match(rf"\p{{Script={script}}}", letter):
                found[script] += count
    return fonts[max(found, key=lambda script: found[script])]


def _style(font: str, size: int) -> pysubs2.SSAStyle:
    return pysubs2.SSAStyle(
        fontname=font,
        fontsize=size,
        primarycolor=pysubs2.Color(255, 255, 255),
        secondarycolor=pysubs2.Color(255, 214, 10),
        outlinecolor=pysubs2.Color(0, 0, 0),
        backcolor=pysubs2.Color(0, 0, 0, 128),
        outline=3,
        shadow=0,
        alignment=pysubs2.Alignment.BOTTOM_CENTER,
        marginl=60,
        marginr=60,
        marginv=60,
    )
