"""Repair of text as recognisers leave it: bytes, loops, lost vowel signs, labels and markup, marks of the wrong kind."""

from .encodings import Decoded, Problem, bytes_as_letters, decode
from .looping import Loop, collapsed, loops
from .stripping import is_stripped
from .tokens import Token, parts

__all__ = [
    "Decoded",
    "Loop",
    "Problem",
    "Token",
    "bytes_as_letters",
    "collapsed",
    "decode",
    "is_stripped",
    "loops",
    "parts",
]
