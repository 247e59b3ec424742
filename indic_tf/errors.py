"""What can go wrong, as one tree.

IndicTFError
├── LanguageError    (ValueError)    unknown language: names the supported ones and the nearest
├── TableError       (ValueError)    a row of a grammar table or a language YAML: names file and line
├── GrammarError     (RuntimeError)  a grammar that cannot be built, found or run
├── ModelError       (ValueError)    a model that is missing or does not fit: names what would bring it
├── InputError       (ValueError)    a record of the user's input: names the record and the field
├── FormattingError  (RuntimeError)  a fault of this package that a text brought up; its cause is the fault
└── AlignmentError   (ValueError)    edits that do not fit the words they claim to change
"""

from __future__ import annotations


class IndicTFError(Exception):
    """Base of every error that this package raises on purpose."""


class LanguageError(IndicTFError, ValueError):
    """An unknown language, or a language configuration that does not hold together."""


class TableError(IndicTFError, ValueError):
    """A bad row in a table.

    >>> str(TableError("grammars/te/numbers.tsv", 14, "3 columns, expected 2"))
    'grammars/te/numbers.tsv:14: 3 columns, expected 2'
    """

    def __init__(self, path: object, line: int, problem: str) -> None:
        super().__init__(f"{path}:{line}: {problem}")
        self.path = path
        self.line = line
        self.problem = problem

    def __reduce__(self) -> tuple[object, ...]:
        """What another process makes it of again."""
        return type(self), (self.path, self.line, self.problem)


class GrammarError(IndicTFError, RuntimeError):
    """A grammar that cannot be built, found or run."""


class ModelError(IndicTFError, ValueError):
    """A model that is missing or does not fit; the message says what would bring it."""


class InputError(IndicTFError, ValueError):
    """A record of the input that cannot be used; the message names it."""


class FormattingError(IndicTFError, RuntimeError):
    """A fault of this package that a text brought up: the text stays as it was. ``__cause__`` is the fault."""


class AlignmentError(IndicTFError, ValueError):
    """Edits that overlap, go backwards or leave the text they are meant for."""
