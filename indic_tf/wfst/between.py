"""Ranges in figures, each end read by itself (TN): ₹300-400, 20-25%, 2.5–3 km, 7:30-8:30, 1939-45."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import regex

from ..document import Token
from ..languages import Language
from ..scripts import TO_LATIN_DIGITS
from .fields import Parsed, with_kept
from .saying import is_far
from .years import as_year

ReadAndSaid = tuple[Parsed, str | None]

_RANGE = regex.compile(r"(?P<sign>[^\d\s]*)\s?(?P<low>\d[\d.,:]*)(?P<unit>\p{L}*|%)\s?[-–—]\s?(?P<high>[^\s\d]*\d.*)")
_BARE = ("cardinal", "decimal", "date")  # a date that is a year alone
_KINDS = (*_BARE, "money", "percent", "measure", "time")
_LONGEST = 3  # digits of plain numbers; longer ones may be a code, unless they are round or grouped
_ROUND = regex.compile(r"\d{1,5}0|\d+(,\d+)+")
_YEAR = regex.compile(r"[12]\d{3}")
_PADDED = regex.compile(r"0\d")
_HUNDRED = 100
_PERCENT = "%"


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a range: its token, how it is said, and its number."""

    token: Token
    said: str
    value: float


class Between:
    """Reads what no one class does: two numbers with a dash between them.

    Args:
        facts: the language.
        read: the best reading of a written form, and how it is said if it can be; None if it is no written form.
        say: a token in words; None if it cannot be said.
    """

    def __init__(
        self, facts: Language, read: Callable[[str], ReadAndSaid | None], say: Callable[[Token], str | None]
    ) -> None:
        self._read, self._say = read, say
        self._to = facts.forms("words", name="to")[:1] if facts.to_said != "never" else []
        self._always = facts.to_said == "always"

    def read(self, text: str) -> ReadAndSaid | None:
        """The range that ``text`` is, and how it is said; None if it is none."""
        match = _RANGE.fullmatch(text.translate(TO_LATIN_DIGITS))
        if not match:
            return None
        sign, low, high, unit = match["sign"], match["low"], match["high"], match["unit"]
        shared = unit == _PERCENT  # said once
        start = self._end(low if shared or not unit else sign + low + unit)
        padded = not sign and _YEAR.fullmatch(low) and _PADDED.fullmatch(high)  # 2003-04
        end = self._end(high[1:] if padded else high if high.startswith(sign) else sign + high)
        if not start or not end or not self._fit(start, end, bool(unit) and not shared):
            return None
        if shared:
            fits = end.token.kind == "percent" and start.value < end.value
            return self._made(start, end, to=True) if fits else None
        if end.token.kind in _BARE:
            return self._plain(start, end, low, high)
        return self._made(start, end, to=end.token.kind == "time" or self._are_apart(start, end))

    def _end(self, text: str) -> _End | None:
        found, said = self._read(text) or (None, None)
        if not found or not said or not found.token or found.token.kind not in _KINDS:
            return None
        fields = found.token.fields
        if found.token.kind == "date" and fields.keys() != {"year"}:
            return None
        value = float(f"{fields.get('integer', fields.get('year', 0))}.{fields.get('fraction', 0)}")
        return _End(found.token, with_kept(said, text.split(" "), found.kept), value)

    @staticmethod
    def _fit(start: _End, end: _End, same: bool) -> bool:
        """Two times, or two numbers of which the first is less: with a unit each, or with one behind both."""
        if same or "time" in (start.token.kind, end.token.kind):
            return start.token.kind == end.token.kind and (end.token.kind == "time" or start.value < end.value)
        return start.token.kind in _BARE and "sign" not in end.token.fields

    def _plain(self, start: _End, end: _End, low: str, high: str) -> ReadAndSaid | None:
        """Numbers without a unit: years, or numbers that are no code."""
        since = self._year(start) if low.isdigit() else None
        if since and len(high) == len("45") and end.value > since.value % _HUNDRED:
            return self._made(since, end, to=end.value > since.value % _HUNDRED + 1)  # 2024-25 is one year to many
        until = self._year(end) if high.isdigit() else None
        if since and until and since.value < until.value:
            return self._made(since, until, to=True)
        usual = all(len(text) <= _LONGEST or _ROUND.fullmatch(text) for text in (low, high))
        if _PADDED.match(low) or _PADDED.match(high) or start.value >= end.value or not (usual or "." in low + high):
            return None
        return self._made(start, end, to=self._are_apart(start, end))

    def _year(self, end: _End) -> _End | None:
        year = end.token if end.token.kind == "date" else as_year(end.token)
        return _End(year, self._say(year) or end.said, end.value) if year else None

    def _are_apart(self, start: _End, end: _End) -> bool:
        """Not said side by side; "two point five three" is one number."""
        return self._always or start.value % 1 > 0 or end.value % 1 > 0 or is_far(start.value, end.value)

    def _made(self, start: _End, end: _End, *, to: bool) -> ReadAndSaid:
        """A unit that is said first ("ಶೇಕಡಾ 25") comes before both."""
        unit = {k: v for k, v in end.token.fields.items() if k in ("currency", "unit")}
        number = self._say(Token("cardinal", {"integer": f"{end.value:.0f}"})) or end.said
        first, _, _ = end.said.rpartition(f" {number}") if end.said.endswith(f" {number}") else ("", "", "")
        last = end.said.removeprefix(first).strip()
        said = [first, start.said, *(self._to if to else []), last]
        return Parsed(Token("range", unit), 1), " ".join(filter(None, said))
