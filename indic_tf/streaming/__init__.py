"""Live text: words go in as they are said, formatted text comes out as soon as it will not change any more.

    words ─hypothesis→ settled words ─window→ View ─commit→ Update

`Stream` is what a caller holds; `IndicFormatter.stream` makes one.
"""

from .messages import answer
from .stream import Stream
from .update import Update
from .window import Stage

__all__ = ["Stage", "Stream", "Update", "answer"]
