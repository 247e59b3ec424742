"""Words of electronic addresses that no table knows, in Latin letters: जॉब्स jobs, ग्रीनफार्म greenfarm; and which words
before another one belong to it, by what they are."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from ..scripts import fold, is_latin
from ..transliterate import LETTERS, Spelling, Transliterator, first_words, own_words, stop_words, transliterator
from .phrases import Phrases
from .pipeline import Grammar

_NEAR, _MOST_OTHERS = 0.15, 4  # how much less likely another spelling may be that is worth a word
_NAMES = frozenset({"given", "family", "listed"})
_ENGLISH = frozenset({"english", "spoken", "web", "word"})
_BOX, _FIRM, _TOWN = "box", "firm", "town"
_COMPOUNDS = frozenset({_FIRM, "word", "web", _BOX})
_MOST_OF_COMPOUND = 3  # words
_MOST_LETTERS = 6
_HUNDREDS = 3  # figures
_SURE = 0.5  # the price of a word that is hardly any other
_THINGS = frozenset(["cv", "tc", "id", "pa", "tv", "url", "otp", "sms", "pc", "upi", "pdf", "app", "it", "ai", "hr"])
_ENDINGS = frozenset(
    [
        "pdf",
        "doc",
        "docx",
        "xls",
        "xlsx",
        "ppt",
        "pptx",
        "txt",
        "csv",
        "zip",
        "rar",
        "jpg",
        "jpeg",
        "png",
        "gif",
        "svg",
        "mp3",
        "mp4",
        "wav",
        "mov",
        "apk",
        "exe",
        "html",
        "json",
        "xml",
        "py",
    ]
)
_HOSTS = frozenset(
    {
        "ly",
        "io",
        "ai",
        "tv",
        "org",
        "ac",
        "edu",
        "gov",
        "shop",
        "club",
        "live",
        "tech",
        "site",
        "website",
        "blog",
        "life",
    }
    | {"world", "cloud", "digital", "news"}
)
"""Last parts of hosts, where the table of a language has no form of them."""

_LONGEST_ENDING = 5  # words: "m p four"


class AddressWords:
    """Spells the words of addresses in one language.

    ``phrases`` are those that the grammar spells itself, ``signs`` the words of signs, ``characters`` the names of
    characters.
    """

    def __init__(
        self, grammar: Grammar, phrases: Sequence[Phrases], signs: Container[str], characters: Container[str]
    ) -> None:
        self._grammar, self._phrases, self._signs, self._characters = grammar, phrases, signs, characters
        self._dots = frozenset(fold(form) for form in grammar.language.forms("words", name="dot"))
        self._stops = frozenset(map(fold, stop_words(grammar.language.code)))
        ats = grammar.language.forms("words", name="at")
        self._ats = frozenset(fold(form.split(" ")[0]) for form in ats)
        listed = (row["form"] for row in grammar.language.table("names") if row["latin"])
        self._listed = frozenset(map(fold, listed))
        self._letters = {
            fold(row["form"]): row["letter"].lower() for row in reversed(grammar.language.table("letters"))
        }

    @property
    def _spells(self) -> Transliterator:
        return transliterator(self._grammar.language.code)  # not loaded before an address asks

    def latin(self, words: Sequence[str]) -> list[str]:
        """``words`` of an address, those that the grammar has no spelling for in Latin letters."""
        words = self._with_figures(words)
        known = [self._is_known(word) for word in words]
        for i in range(len(words)):
            for phrases in self._phrases:
                end = phrases.at(words, i)
                known[i:end] = [True] * (end - i)
        made: list[str] = []
        position = 0
        while position < len(words):
            end = position if known[position] else self._end_of_compound(words, position)
            if end > position + 1:
                made.append(self._spelled("".join(words[position:end])))
            else:
                in_host = position > 0 and fold(words[position - 1]) in self._dots
                made.append(words[position] if known[position] else self._spelled(words[position], in_host))
            position = max(end, position + 1)
        return made

    def _with_figures(self, words: Sequence[str]) -> list[str]:
        """``words`` with numbers of hundreds or thousands in figures: budget-2025."""
        if words and fold(words[0]) in self._ats:  # a handle, where the grammar expects no digits
            words = [self._figure(word) for word in words]
        made: list[str] = []
        position = 0
        while position < len(words):
            end = position
            while end < len(words) and words[end] and self._is_numeral(words[end]):
                end += 1
            said = self._grammar.whole(words[position:end]) if end > position + 1 else None
            figures = said.token.fields.get("integer", "") if said and said.kind == "cardinal" else ""
            if len(figures) >= max(_HUNDREDS, end - position):
                made.append(figures)
            else:
                made += words[position:end]
            made += words[end : end + 1]
            position = end + 1
        return made

    def _figure(self, word: str) -> str:
        """A number in figures; any other word as it is."""
        token = self._grammar.address([word]) if word and self._is_numeral(word) else None
        return token.fields["address"] if token and token.fields["address"].isdecimal() else word

    def _is_numeral(self, word: str) -> bool:
        return fold(word) not in self._signs and self._grammar.is_number(word)

    def others(self, words: Sequence[str]) -> Iterator[list[str]]:
        """``words`` in Latin letters, each time with another of them spelled in a way that is nearly as likely."""
        chosen = self.latin(words)
        if len(chosen) != len(words):  # some are a known name together
            return
        for i, (word, text) in enumerate(zip(words, chosen, strict=True)):
            if word != text:
                first, *rest = self._spells.spellings(word, _MOST_OTHERS)
                near = (other.text for other in (first, *rest) if first.score - other.score < _NEAR)
                yield from ([*chosen[:i], other, *chosen[i + 1 :]] for other in near if other != text)

    def _end_of_compound(self, words: Sequence[str], start: int) -> int:
        """Where a known name of several words that begins at ``start`` ends; ``start`` if none does."""
        ends = range(min(len(words), start + _MOST_OF_COMPOUND), start + 1, -1)
        return next((end for end in ends if self._is_compound(words[start:end])), start)

    def _is_compound(self, words: Sequence[str]) -> bool:
        found = self._spells.known("".join(words)) if all(map(self._is_word, words)) else None
        return found is not None and found.source in _COMPOUNDS

    def _spelled(self, word: str, behind_dot: bool = False) -> str:
        found = self._spells.spellings(word)
        endings = [spelling.text for spelling in found if behind_dot and spelling.text in _ENDINGS | _HOSTS]
        return endings[0] if endings else found[0].text if found else word

    def _is_known(self, word: str) -> bool:
        return not self._is_word(word) or fold(word) in self._listed

    def _is_word(self, word: str) -> bool:
        """True for a word in the script of the language that is no sign, character or number."""
        if not word or is_latin(word) or not word[0].isalpha():
            return False
        folded = fold(word)
        return folded not in self._signs and folded not in self._characters and not self._grammar.is_number(word)

    def is_name(self, word: str) -> bool:
        """True for a given name or the name of a family."""
        found = self._spells.known(word) if self._is_word(word) else None
        return found is not None and found.source in _NAMES and -found.score < _SURE

    def has_stop(self, words: Sequence[str]) -> bool:
        """True if one of ``words`` is of the sentence around an address: में, के."""
        return any(fold(word) in self._stops and self._spelled(word) not in first_words() for word in words)

    def is_box(self, word: str) -> bool:
        """True for what firms call a mailbox: info, help, sales."""
        found = self._spells.known(word) if self._is_word(word) else None
        return found is not None and found.text in own_words(_BOX)

    def start_of_host(self, words: Sequence[str], start: int) -> int:
        """Where a name of several words begins: a known one (delhi metro), or one with letters first (b s e odisha)."""
        begin = self._start_of_compound(words, start)
        begin = begin if begin < start else self._start_of_letters(words, start)
        return begin if begin < start else self._start_with_first_word(words, start)

    def _start_with_first_word(self, words: Sequence[str], start: int) -> int:
        """Back over what a name begins with: green farm, delhi public school; not before the name of a firm."""
        host = self._spells.known(words[start]) if self._is_word(words[start]) else None
        if host is not None and host.text in own_words(_FIRM):
            return start
        begin = start
        while begin > max(0, start + 1 - _MOST_OF_COMPOUND) and self._goes_before(words[begin - 1], host):
            begin -= 1
        return begin

    def _goes_before(self, word: str, host: Spelling | None) -> bool:
        """True for what a name begins with: a first word; an English word or a name of a person before English."""
        if not self._is_word(word) or fold(word) in self._stops:
            return False
        found = self._spells.known(word)
        if found is None or -found.score > _SURE or found.text in self._stops:
            return False
        if found.source == _TOWN or found.text in first_words():
            return True
        of_business = host is not None and host.source in _ENGLISH and host.text not in own_words(_BOX)
        return of_business and (found.source in _ENGLISH or found.source in _NAMES)

    def start_of_name(self, words: Sequence[str], start: int) -> int:
        """Where the name of a mailbox begins: a known one of several words, a given name before that of the family."""
        begin = self._start_of_compound(words, start)
        if begin == start and start > 0 and self.is_name(words[start]) and self.is_name(words[start - 1]):
            return start - 1
        return begin if begin < start else self._start_with_first_word(words, start)

    def _start_of_compound(self, words: Sequence[str], start: int) -> int:
        begins = range(max(0, start + 1 - _MOST_OF_COMPOUND), start)
        return next((begin for begin in begins if self._is_compound(words[begin : start + 1])), start)

    def _start_of_letters(self, words: Sequence[str], start: int) -> int:
        if not start or not self._is_word(words[start]):
            return start
        first = start
        while first > max(0, start - _MOST_LETTERS) and fold(words[first - 1]) in self._letters:
            first -= 1
        if first < start:
            letters = "".join(self._letters[fold(word)] for word in words[first:start])
            return first if len(letters) > 1 and letters not in _THINGS else start
        found = self._spells.spellings(words[start - 1], 1) if self._is_word(words[start - 1]) else []
        return start - 1 if found and found[0].source == LETTERS and found[0].text not in _THINGS else start

    def end_of_unlisted(self, words: Sequence[str], start: int) -> int:
        """Where the ending of a file's name or a host that begins at ``start`` ends; ``start`` if there is none."""
        for end in range(min(len(words), start + _LONGEST_ENDING), start, -1):
            token = self._grammar.address(self.latin(words[start - 1 : end])[1:]) if all(words[start:end]) else None
            if token is not None and token.fields["address"] in _ENDINGS | _HOSTS:
                return end
        return start

    def end_of_handle(self, words: Sequence[str], at: int, start: int) -> int:
        """Where the first word of a handle ends (its "at" at ``at``, its name at ``start``); else ``start``."""
        if start - at < 2 or start >= len(words) or not self._is_word(words[start]):
            return start
        before = words[at - 1] if at else ""
        if before and (self.is_name(before) or self.is_box(before) or not self._is_word(before)):
            return start
        whole = start + 1 < len(words) and self.is_name(words[start]) and self.is_name(words[start + 1])
        return start + 1 + whole
