"""Spans in their context, written or said by an encoder-decoder. Importing this package loads no torch."""

from __future__ import annotations

from .normalizer import SpanNormalizer
from .requests import Request

__all__ = ["Request", "SpanNormalizer"]
