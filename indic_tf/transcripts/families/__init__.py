"""One module a family of formats; each adds its formats to the registry when it is imported."""

from __future__ import annotations

from . import whisper

__all__ = ["whisper"]
