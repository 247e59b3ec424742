"""Whole transcripts formatted: sentences and numbers across the borders of segments, speakers apart."""

from __future__ import annotations

from .make import Loops, format_transcript
from .result import FormattedTranscript, FormattedWord, Sentence

__all__ = ["FormattedTranscript", "FormattedWord", "Loops", "Sentence", "format_transcript"]
