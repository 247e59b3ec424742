"""Text formatting for Indic-language speech recognition: punctuation, case, and numbers as people write them.

>>> from indic_tf import IndicFormatter
>>> IndicFormatter("hi", model=None)("दस प्रतिशत छूट").text
'10% छूट'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import starting  # noqa: F401  (before anything that takes long)
from .exports import when_asked_for

if TYPE_CHECKING:
    from .document import Edit, Formatted, OutputWord, Span, Tagged, Token, Word, replay
    from .errors import (
        AlignmentError,
        FormattingError,
        GrammarError,
        IndicTFError,
        InputError,
        LanguageError,
        ModelError,
        TableError,
    )
    from .explanation import Explanation
    from .formatter import IndicFormatter
    from .languages import Language, languages
    from .styles import Style

__version__ = "0.1.0"

__all__ = [
    "AlignmentError",
    "Edit",
    "Explanation",
    "Formatted",
    "FormattingError",
    "GrammarError",
    "IndicFormatter",
    "IndicTFError",
    "InputError",
    "Language",
    "LanguageError",
    "ModelError",
    "OutputWord",
    "Span",
    "Style",
    "TableError",
    "Tagged",
    "Token",
    "Word",
    "languages",
    "replay",
]

when_asked_for(
    __name__,
    {
        "document": ["Edit", "Formatted", "OutputWord", "Span", "Tagged", "Token", "Word", "replay"],
        "errors": [
            "AlignmentError",
            "FormattingError",
            "GrammarError",
            "IndicTFError",
            "InputError",
            "LanguageError",
            "ModelError",
            "TableError",
        ],
        "explanation": ["Explanation"],
        "formatter": ["IndicFormatter"],
        "languages": ["Language", "languages"],
        "styles": ["Style"],
    },
)
