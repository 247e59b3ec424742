"""Figures that are said digit by digit: behind "OTP", "PIN:", "account number is", and before "is your OTP" (TN)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import regex

from ...document import Range
from ...scripts import TO_LATIN_DIGITS, split_marks
from .voice import Cues, Told, Voice, ends

_SHORTEST = 4  # digits
_SURE = 5  # digits, where other words stand between the cue and a number that may be counted
_LINKS = 3  # words between a cue and its figures
_REACH = 5  # words between "OTP" and the "is" before its figures
_NO_WORD = regex.compile(r"[:：=#\-–—]+")
_GLUED = regex.compile(r"(?P<cue>\P{N}*\p{L}\P{N}*?)(?P<mark>[:=#(]|[-–])(?P<digits>\d{4,})")
_GROUPS = regex.compile(r"\d{3,5}(?:[ -]\d{3,5}){2,4}")
_CODED = regex.compile(r"(?:\+\d{1,3}[ -]?)?\(\+?\d{2,5}\)[ -]?\d{2,5}(?:[ -]?\d{3,5}){1,2}")  # (011) 2345-6789
_WIDEST = 4  # words of a telephone number with a bracket
_DIALLED = range(10, 14)  # digits


class Dialled:
    """Finds figures that are no number."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def digits(self, core: str, words: Sequence[str], range_: Range) -> str | None:
        """The digits of ``core``, which is at ``range_`` of ``words``, if they are said one by one."""
        plain = core.translate(TO_LATIN_DIGITS)
        digits = plain.replace("-", "").replace(" ", "") if _GROUPS.fullmatch(plain) else plain.replace(" ", "")
        if not digits.isdecimal():
            return None
        return (
            digits if self._is_cued(len(digits), words, range_) or self._is_told(len(digits), words, range_) else None
        )

    def is_named(self, words: Sequence[str], at: int) -> bool:
        """True for the word at ``at`` behind "number", "OTP", "code"."""
        return any(cues.before(words, at) for cues in (self._codes, self._cues, self._coding))

    def _is_cued(self, count: int, words: Sequence[str], range_: Range) -> bool:
        """True behind a cue; words that say nothing may stand between."""
        at, linked = range_[0], 0
        while at > 0 and linked <= _LINKS:
            if found := self._codes.before(words, at):
                return count >= int(found[1] or _SHORTEST)
            if count >= (_SURE if linked else _SHORTEST) and self._cues.before(words, at):
                return True
            if not linked and count > _SHORTEST and self._coding.before(words, at):
                return True
            if _NO_WORD.fullmatch(words[at - 1]):
                at -= 1
            elif link := self._links.before(words, at):
                at, linked = link[0], linked + 1
            else:
                break
        return linked > 0 and count >= _SHORTEST and self._is_far_cued(words, at)

    def _is_far_cued(self, words: Sequence[str], at: int) -> bool:
        """True for "OTP for your login is": what stands between says nothing of a number."""
        for end in range(at, max(0, at - _REACH), -1):
            if ends(words[end - 1]) or any(map(str.isdigit, words[end - 1])):
                return False
            if self._codes.before(words, end):
                return True
        return False

    def _is_told(self, count: int, words: Sequence[str], range_: Range) -> bool:
        """True before "is your OTP"."""
        at = range_[1]
        if count < _SHORTEST or ends(words[at - 1]):
            return False
        for _ in range(_LINKS):
            if not (link := self._links.at(words, at)) or self._links.closed(words[link[0] - 1]):
                return False
            at = link[0]
            if self._codes.at(words, at):
                return True
        return False

    def glued(self, words: Sequence[str], at: int) -> Told | None:
        """OTP:4582, PIN-560001: the cue in one word with its digits."""
        before, core, after = split_marks(words[at])
        match = _GLUED.fullmatch(core)
        if not match:
            return None
        parted = [*words[:at], match["cue"], match["digits"]]
        if not (digits := self.digits(match["digits"], parted, (at + 1, at + 2))):
            return None
        said = self._voice.dialled(digits)
        mark = {"-": " ", "–": " ", "(": "("}.get(match["mark"], match["mark"] + " ")
        return ((at, at + 1), f"{before}{match['cue']}{mark}{said}{after}") if said else None

    def coded(self, words: Sequence[str], at: int) -> Told | None:
        """(011) 2345-6789: what only a telephone number looks like."""
        for width in range(min(_WIDEST, len(words) - at), 0, -1):
            text = " ".join(words[at : at + width])
            match = _CODED.match(text)
            rest = text[match.end() :] if match else ""
            if not match or any(map(str.isalnum, rest)) or rest[:1] in ("-", "%", "/"):
                continue
            digits = regex.sub(r"\D", "", match[0].translate(TO_LATIN_DIGITS))
            said = self._voice.dialled(("+" if "+" in match[0] else "") + digits) if len(digits) in _DIALLED else None
            if said:
                return (at, at + width), said + rest
        return None

    @cached_property
    def _codes(self) -> Cues:
        return Cues(self._voice.rows("code"))

    @cached_property
    def _cues(self) -> Cues:
        forms = self._voice.facts.forms("cues", side="before", kind="digits")
        return Cues([*((form, "") for form in forms), *self._voice.rows("dialled")])

    @cached_property
    def _coding(self) -> Cues:
        return Cues([(form, "") for form in self._voice.facts.forms("cues", side="before", kind="code")])

    @cached_property
    def _links(self) -> Cues:
        return Cues(self._voice.rows("link"))
