"""Whole transcripts formatted: sentences and numbers across the borders of segments, speakers apart."""

from __future__ import annotations

from .make import Loops, format_transcript
from .result import FormattedTranscript, FormattedWord, Sentence
from .speaking import OneLanguage

__all__ = ["FormattedTranscript", "FormattedWord", "Loops", "OneLanguage", "Sentence", "format_transcript"]
