"""What holds figures and nobody reads, in the words that it is made of: 18अगस्त, टी20, (24)से, 939.நூல் (TN).

These are read again, each in its place: 18 अगस्त is a date then.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import regex

from ...scripts import fold, split_marks
from ..wire import bare
from .dialled import Dialled
from .mended import Mended, is_address
from .voice import Voice

_LETTER = r"\p{L}\p{M}\p{Cf}"
_PADDED = regex.compile(rf"0(\d(?:[.:]\d\d)?(?:[-'’]?[{_LETTER}]+)?)")
_RANGE = regex.compile(rf"(\d{{1,4}})[-–](\d{{1,4}})([-–'’]?)([{_LETTER}]+)")
_GLUED = regex.compile(rf"(\d[\d,.]*)([{_LETTER}]+)")
_NAMED = regex.compile(rf"([{_LETTER}.]*[{_LETTER}])[-–]([1-9]\d{{0,2}})([-–'’]?)([{_LETTER}]+)")
_OWNED = regex.compile(rf"(\d[\d,.]*)['’]([{_LETTER}]+)")
_CODE = regex.compile(r"(?=.*[A-Z])(?=.*\d)[A-Z\d]+(?:[-/][A-Z\d]+)*")
_BEFORE_LATIN = regex.compile(
    r"(?:^(?P<sign>[-−+]))?(?<![\d.,])(?:(?<=\p{L}\p{M}*)[-–])?(?P<digits>\d+)[-–]?(?=[A-Za-z])"
)
_CAPITALS = regex.compile(r"[A-Z]{1,3}")
_RUN = regex.compile(r"[A-Z]+|\d+")
_OPENING = r"(\[{“‘\"'#"
_BEHIND_FIGURES = (
    (regex.compile(rf"(?<=[\d{_LETTER}%])(?=[(\[{{“‘])|(?<=[)\]}}”])(?=[\p{{L}}\d(\[{{])"), " "),
    (regex.compile(r"(?<=\d)['’](?=\p{L})"), " "),
    (regex.compile(r"(?<=\d[)\]}\"”'’]?)[-–—‑_/](?=\p{L})"), " "),
    (regex.compile(rf"(?<=\d[^\d\s{_LETTER}{_OPENING}\p{{No}}]{{0,3}})(?=[\"'“‘]?\p{{L}})"), " "),
)
_BEFORE_FIGURES = (
    (regex.compile(rf"(?<=[{_LETTER}][)\]}}\"”'’.]?)[-–—‑_/]+(?=[(\[\"]?\p{{Sc}}?\d)"), " "),
    (
        regex.compile(
            rf"(?<=[{_LETTER}](?:[\"'”’][,.;:)]?)?)([^\d\s{_LETTER}{_OPENING}\p{{Sc}}\p{{No}}+−]{{0,3}})"
            rf"(?=[{_OPENING}+−]*\p{{Sc}}?\d)"
        ),
        r"\1 ",
    ),
)
_DASHED_YEAR = regex.compile(rf"[-–—]([12]\d{{3}}[{_LETTER}]+)")
_LONGEST = 4  # digits that are a number
_EQUALS = regex.compile(rf"(?<=[{_LETTER}])=(?=[-−+]?\d)")
_SURE = 3  # runs of letters and figures that make a code


class Parted:
    """Takes words with figures apart."""

    def __init__(self, voice: Voice, dialled: Dialled) -> None:
        self._voice, self._dialled, self._mended = voice, dialled, Mended(voice)

    def words(self, words: Sequence[str], at: int) -> list[str] | None:
        """The words that the one at ``at`` is made of; None for an address, and where there is nothing to be parted."""
        word = words[at]
        if is_address(word):
            return None
        before, core, after = split_marks(_EQUALS.sub(self._equals, self._mended.word(word)))
        made = f"{before}{self._core(core, words, at).strip()}{after}"
        for cuts in (_BEHIND_FIGURES, _BEFORE_FIGURES):  # Rs.2lakh: an amount has its sign before it
            for pattern, cut in cuts:
                made = pattern.sub(cut, made)
            if (parts := made.split()) != [word]:
                return [*map(self._named, parts)] if len(parts) > 1 else parts
        return None

    def _named(self, part: str) -> str:
        """Capital letters beside figures by their names: 10-A is no ampere."""
        before, core, after = split_marks(part)
        said = self._voice.letters(core) if _CAPITALS.fullmatch(core) else None
        return f"{before}{said}{after}" if said and fold(said) != fold(core) else part

    def _core(self, core: str, words: Sequence[str], at: int) -> str:
        if (padded := _PADDED.fullmatch(core)) and padded[1] != "0" and not self._is_said_whole(words, at):
            return padded[1]
        if dashed := _DASHED_YEAR.fullmatch(core):
            return dashed[1]
        readers = (self._range, self._named_ended, self._owned, self._code, self._spelled_ending, self._ended_before)
        return next(filter(None, (read(core) for read in readers)), None) or _BEFORE_LATIN.sub(self._apart, core)

    @cached_property
    def _equals(self) -> str:
        return f" {self._voice.word('equals') or '='} "

    def _is_said_whole(self, words: Sequence[str], at: int) -> bool:
        """True behind "number" and behind "point": the zero is said too."""
        points = map(fold, self._voice.facts.forms("words", name="point"))
        return self._dialled.is_named(words, at) or (at > 0 and fold(words[at - 1]) in points)

    def _apart(self, match: regex.Match[str]) -> str:
        """Figures before Latin letters, in words: what stands behind them is no unit (1860s, 0x8e)."""
        digits, sign = match["digits"], match["sign"]
        plain = len(digits) <= _LONGEST and (digits == "0" or digits[0] != "0")
        said = (self._voice.number if plain else self._voice.dialled)(digits) or digits
        name = self._voice.word("plus_sign", "plus") if sign == "+" else self._voice.word("minus")
        return f" {name or sign} {said} " if sign else f" {said} "

    def _range(self, core: str) -> str | None:
        """1948-49ல்: the ending is that of the last number."""
        match = _RANGE.fullmatch(core)
        if not match:
            return None
        low, high, joiner, ending = match.groups()
        said, last = self._voice.read(f"{low}-{high}"), self._voice.cardinal(high)
        ended = self._ended(high, joiner, ending) if said and last and said.endswith(f" {last}") else None
        return said[: -len(last)] + ended if said and last and ended and ended != last else None

    def _named_ended(self, core: str) -> str | None:
        """கோவிட்-19-இன்: a name, its number, and the ending of that."""
        match = _NAMED.fullmatch(core)
        ended = self._ended(*match.groups()[1:]) if match else None
        return f"{match[1]} {ended}" if match and ended else None

    def _owned(self, core: str) -> str | None:
        """52’র, which is 52র."""
        match = _OWNED.fullmatch(core)
        return self._ended(match[1], "", match[2]) if match else None

    def _spelled_ending(self, core: str) -> str | None:
        """15वां, which is 15वाँ."""
        match = _GLUED.fullmatch(core)
        ending = self._endings.get(fold(match[2])) if match else None
        return self._ended(match[1], "", ending) if match and ending else None

    @cached_property
    def _endings(self) -> dict[str, str]:
        return {fold(bare(row["written"])): bare(row["written"]) for row in self._voice.facts.table("suffixes")}

    def _ended_before(self, core: str) -> str | None:
        """8వతేదీ: an ending, and behind it a word that stands behind numbers."""
        match = _GLUED.fullmatch(core)
        number, letters = match.groups() if match else ("", "")
        for i in range(1, len(letters)):
            ending, word = letters[:i], letters[i:]
            if fold(word) in self._followers and (said := self._ended(number, "", ending)):
                return f"{said} {word}"
        return None

    @cached_property
    def _followers(self) -> frozenset[str]:
        facts = self._voice.facts
        named = (form for name in ("day", "numbering") for form, _ in self._voice.rows(name))
        return frozenset(
            map(fold, (*named, *facts.forms("cues", side="after", kind="ordinal"), *facts.forms("months")))
        )

    def _ended(self, number: str, joiner: str, ending: str) -> str | None:
        if number[0] == "0":
            number = number.lstrip("0") or "0"
        joiners = dict.fromkeys((joiner, "", self._voice.facts.suffix_joiner, "-"))
        written = (f"{number}{sign}{ending}" for sign in joiners)
        return next(filter(None, (self._voice.read(text, "cardinal", "date", "ordinal") for text in written)), None)

    def _code(self, core: str) -> str | None:
        """AS-12-K, 01M-1251: letters by their names, figures one by one."""
        runs = _RUN.findall(core)
        figures = [run for run in runs if run[0].isdigit()]
        padded = any(len(run) > 1 and run[0] == "0" for run in figures)
        if not _CODE.fullmatch(core) or not (padded or len(runs) > _SURE):
            return None
        said = [self._voice.dialled(run) if run in figures else self._voice.letters(run) for run in runs]
        return " ".join(filter(None, said)) if all(said) else None
