"""Captions: words with times, cut where a reader would pause.

>>> from dataclasses import dataclass
>>> @dataclass
... class Word:
...     text: str
...     start: float | None
...     end: float | None
...     speaker: str | None = None
...     estimated: bool = False
...     glued: bool = False
...     segment: int = 0
...     ends_sentence: bool = False
...     passive: bool = False
>>> said = "The train to Pune leaves at half past ten, and the one to Nashik is late.".split()
>>> for made in captions([Word(text, i * 0.3, i * 0.3 + 0.3) for i, text in enumerate(said)]):
...     print(made.text)
The train to Pune leaves at half past ten,
and the one to Nashik is late.
"""

from __future__ import annotations

from .make import captions
from .model import PRESETS, Caption, CaptionWord, Layout, layout
from .render import FORMATS, render

__all__ = ["FORMATS", "PRESETS", "Caption", "CaptionWord", "Layout", "captions", "layout", "render"]
