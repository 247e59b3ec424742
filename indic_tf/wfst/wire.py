"""What the builders and the run time agree on: marks, field orders, kinds."""

from __future__ import annotations

SPACE_MARK = "\x01"
"""Written by a token for every space that it swallows."""

TOKEN_MARK = "\n"
"""Between two tokens of a run."""

KEPT_WORD = "~"
"""Stands for a word that is no token."""

PREFIX = 2
"""How many characters of a word the first test of the gate looks at."""

KINDS = ("money", "percent", "decimal", "date", "cardinal")
"""The semiotic classes, in the order of the inventory."""

SPOKEN_ORDER = ("sign", "year", "integer", "fraction", "scale", "currency", "minor", "kind", "suffix")
"""Fields as they are said: a currency behind its amount."""

WRITTEN_ORDER = ("sign", "year", "currency", "integer", "fraction", "scale", "minor", "kind", "suffix")
"""Fields as they are written: a currency before its amount."""
