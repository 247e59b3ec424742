"""Repair of text as recognisers leave it: bytes, loops, lost vowel signs, labels, markup, wrong marks."""

from .encodings import Decoded, Problem, bytes_as_letters, decode
from .looping import Loop, collapsed, loops
from .pointing import Marks, marks
from .prepared import Flag, Prepared, prepare
from .songs import sung
from .stripping import is_stripped
from .tokens import Token, parts

__all__ = [
    "Decoded",
    "Flag",
    "Loop",
    "Marks",
    "Prepared",
    "Problem",
    "Token",
    "bytes_as_letters",
    "collapsed",
    "decode",
    "is_stripped",
    "loops",
    "marks",
    "parts",
    "prepare",
    "sung",
]
