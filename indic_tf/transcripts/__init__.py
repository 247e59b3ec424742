"""Files of recognisers: read as they are, written in their own shape or as captions.

>>> from indic_tf import transcripts
>>> talk = transcripts.read(b'[{"start": 0.0, "end": 1.2, "text": " two hundred"}]')
>>> talk.format, [(word.text, word.start, word.end) for word in talk.words]
('whisper', [('two', 0.0, 0.36), ('hundred', 0.36, 1.2)])
"""

from __future__ import annotations

from ..replacing import replacing
from . import families
from .adapters import from_result
from .content import NOT_JSON, Content
from .files import put, read, sniff, written
from .model import Problem, Transcript, TranscriptSegment, TranscriptWord
from .registry import Format, formats, register

__all__ = [
    "NOT_JSON",
    "Content",
    "Format",
    "Problem",
    "Transcript",
    "TranscriptSegment",
    "TranscriptWord",
    "families",
    "formats",
    "from_result",
    "put",
    "read",
    "register",
    "replacing",
    "sniff",
    "written",
]
