"""Figures and signs as they stand there, where nothing tells what they are: 56:49, 72,00, 13.2.1, 38/4, 007 (TN)."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from ...scripts import TO_LATIN_DIGITS, split_marks
from .mended import is_address
from .voice import Voice

_TOKEN = regex.compile(r"\d+(?:[.,]\d+)*°?|[()\[\]{}%]|[^\d()\[\]{}%]+")
_BRACKETS = regex.compile(r"(?<=[(\[{]) +| +(?=[)\]},])")
_GROUPED = regex.compile(r"[1-9]\d{0,2}(?:(?:,\d{2})*,\d{3}|(?:,\d{3})+)(?:\.\d+)?")
_RATIO = regex.compile(r"[1-9]\d?(?::[1-9](?:\.\d)?){1,2}")
_LONGEST = 4  # digits that are a number
_SIGNS = {"+": "plus", "×": "times", "*": "times", "÷": "divided", "=": "equals", "−": "minus", "±": "plus"}
_PAUSES = regex.compile(r"[:;,.…'’\"”“]+")
_DASHES = regex.compile(r"[-–—‑_]+")


class Literal:
    """Says every number of a word, and what stands between them."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def said(self, word: str) -> str | None:
        """``word`` with its figures in words; None if it has none, and for an address."""
        before, core, after = split_marks(word.translate(TO_LATIN_DIGITS))
        tokens = _TOKEN.findall(core)
        if not any(map(str.isdecimal, core)) or is_address(core):
            return None
        padded = any(token[0] == "0" and token[1:2].isdecimal() for token in tokens)
        link = self._voice.ratio if _RATIO.fullmatch(core) and not before else None
        said = [*self._parts(tokens, link, padded=padded)]
        if not all(said):
            return None
        made = _BRACKETS.sub("", " ".join(part for part in said if part and part.strip())).strip()
        return f"{before}{made}{after}"

    def _parts(self, tokens: list[str], link: str | None, *, padded: bool) -> Iterator[str | None]:
        for i, token in enumerate(tokens):
            if token[0].isdecimal():
                yield self._number(token)
            elif link and token == ":":
                yield link
            else:
                yield self._sign(token, first=i == 0, last=i == len(tokens) - 1, padded=padded)

    def _sign(self, token: str, *, first: bool, last: bool, padded: bool) -> str:
        """A sign as it is called; a pause, or nothing, for one that has no name."""
        name = _SIGNS.get(token)
        if name and not padded and (said := self._voice.word(f"{name}_sign", name)):
            return said
        if token in ("-", "−") and first:
            return self._voice.word("minus") or " "
        if token == "%":
            return self._voice.word("percent") or token
        if token in ("/", "÷") and not padded:
            return self._voice.word("over", "slash") or " "
        if token == "^":
            return self._voice.form("power") or " "
        if _DASHES.fullmatch(token) or token in ("/", "÷"):
            return " "
        if token in ")]}([{":
            return token
        if _PAUSES.fullmatch(token):
            return " " if last else ","
        return token

    def _number(self, text: str) -> str | None:
        """A number; digits one by one if they begin with a zero or are many; several, if it can be no single one."""
        if text.endswith("°"):
            return self._voice.read(text) or self._number(text[:-1])
        if text.isdecimal():
            if len(text) > _LONGEST or (len(text) > 1 and text[0] == "0"):
                return self._voice.dialled(text)
            return self._voice.number(text) or self._voice.cardinal(text)
        if (_GROUPED.fullmatch(text) or ("," not in text and text.count(".") == 1)) and (
            said := self._voice.number(text)
        ):
            return said
        if "," in text:
            return self._joined(text.split(","), ", ")
        return self._joined(text.split("."), f" {self._voice.word('dot', 'point') or ''} ".replace("  ", " "))

    def _joined(self, parts: list[str], link: str) -> str | None:
        said = [*map(self._number, parts)]
        return link.join(part for part in said if part) if all(said) else None
