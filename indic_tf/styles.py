"""How written forms look: named presets over a few independent choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args, get_type_hints

from .errors import InputError


@dataclass(frozen=True, slots=True)
class Style:
    """The choices a verbalizer makes. Frozen, so that it can be a key.

    Attributes:
        digits: Latin (25) or the language's own (२५).
        grouping: 12,34,567 (indian), 1,234,567 (western) or 1234567 (none).
        currency: the sign before the amount (₹25) or behind it (25 ₹).
        currency_space: a space between sign and amount.
        date: 15 अगस्त 1947 (words), 15/08/1947 (slash), 15-08-1947 (dash), 15.08.1947 (point) or 1947-08-15 (iso).
        hours: as they are said (12) or by the part of the day on the clock of 24 hours.
        time_separator: 5:30 or 5.30.
        units: 5 किलोमीटर (words) or 5 km (symbols).
        ranges: 10 से 12 (words) or 10–12 (dash).
        scales: 5 करोड़ where the language's editors write a round number so (editor), from a lakh wherever it takes no
            more than two decimals (words), or 5,00,00,000 (figures).
        small: whole numbers below ten: words or figures as the language's editors have them by what is counted
            (editor), all in words that count something (words), all in figures (figures), or in words only where they
            stand bare, without a classifier, an ending, a unit (bare).
        spell_out_below: isolated whole numbers below this stay words.
        certainty: what is read with less probability stays words (0 to 1): 0 takes the likeliest reading.
        english: English words that were recognised in the language's script stay (native: ऑर्डर) or are written in Latin
            letters (latin: order), but for names and for what has become a word of the language.
        sentence_mark: "danda" or "period" overrides the language's own sentence end; "language" keeps it.
        convert: False keeps every spoken form as it is.
    """

    digits: Literal["latin", "native"] = "latin"
    grouping: Literal["indian", "western", "none"] = "indian"
    currency: Literal["before", "after"] = "before"
    currency_space: bool = False
    date: Literal["words", "slash", "dash", "point", "iso"] = "words"
    hours: Literal["12", "24"] = "12"
    time_separator: Literal[":", "."] = ":"
    units: Literal["words", "symbols"] = "words"
    ranges: Literal["words", "dash"] = "words"
    scales: Literal["editor", "figures", "words"] = "editor"
    small: Literal["editor", "figures", "words", "bare"] = "editor"
    spell_out_below: int = 10
    certainty: float = 0.0
    english: Literal["native", "latin"] = "native"
    sentence_mark: Literal["language", "danda", "period"] = "language"
    convert: bool = True

    def __post_init__(self) -> None:
        """Refuse values that no verbalizer knows; `InputError` names the choices."""
        for name, choice in get_type_hints(type(self)).items():
            value, choices = getattr(self, name), get_args(choice)
            if choices and value not in choices:
                raise InputError(f"style: {name} is {value!r}, choose one of {', '.join(choices)}")
            if not choices and type(value) is not choice and not (choice is float and type(value) is int):
                raise InputError(f"style: {name} is {value!r}, expected {choice.__name__}")
        if self.spell_out_below < 0:
            raise InputError(f"style: spell_out_below is {self.spell_out_below}, expected 0 or more")
        if not 0 <= self.certainty <= 1:
            raise InputError(f"style: certainty is {self.certainty}, expected 0 to 1")

    @property
    def words_below(self) -> int:
        """Isolated whole numbers below this stay words, whatever the language."""
        return 0 if self.small == "figures" else self.spell_out_below


PRESETS: Mapping[str, Style] = {
    "default": Style(),
    "verbatim": Style(convert=False),
    "careful": Style(certainty=0.9),
    "eager": Style(spell_out_below=0),
    "native": Style(digits="native"),
    "captions": Style(spell_out_below=1),
    "news": Style(),
    "codemix": Style(english="latin"),
    "figures": Style(scales="figures", small="bare"),
}


def named(style: str | Style) -> Style:
    """The style called ``style``; a `Style` is returned as it is. Raises `InputError` for an unknown name."""
    if isinstance(style, Style):
        return style
    if style not in PRESETS:
        raise InputError(f"unknown style {style!r}; choose one of {', '.join(PRESETS)} or pass a Style")
    return PRESETS[style]
