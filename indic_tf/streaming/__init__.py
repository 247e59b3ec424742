"""Live text: words go in as they are said, formatted text comes out as soon as it will not change any more.

    words ─hypothesis→ settled words ─window→ View ─commit→ Update

`Stream` is what a caller holds; `IndicFormatter.stream` makes one, `IndicFormatter("auto").stream` a `RoutedStream`.
"""

from .live import LiveText
from .messages import answer
from .routed import RoutedStream
from .stream import Stream, required
from .update import Update
from .window import Stage

__all__ = ["LiveText", "RoutedStream", "Stage", "Stream", "Update", "answer", "required"]
