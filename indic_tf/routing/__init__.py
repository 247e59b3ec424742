"""Which language a text is in, and which each stretch of a mixed one: docs/routing.md."""

from .detection import Detection, detect
from .piecewise import Piece, pieces

__all__ = ["Detection", "Piece", "detect", "pieces"]
