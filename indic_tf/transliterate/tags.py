"""Words behind the word for a hashtag, run together: मेक इन इंडिया MakeInIndia."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from ..first_use import once
from ..scripts import fold, is_latin
from .data import rows, table
from .lexicon import grammatical_words, own_words
from .mixed import FARTHER, Mixed, mixed
from .native.stored import stored
from .words import LETTERS, Spelling, transliterate

_KNOWN = frozenset({"english", "spoken", "web", "box", "given", "family", "town", "firm", "word", "listed", LETTERS})
_ENGLISH_OR_PERSON = frozenset({"english", "spoken", "web", "box", "given", "family", "joined", LETTERS})
_COMMON, _SPELLINGS = 50, 12  # tenths of the Zipf scale; spellings that are looked at
_NAMES = frozenset({"given", "family", "town", "firm", "listed"})
MOST = 4
"""Words of a tag at most."""

_MOST_PHRASE = 4
_WHOLE, _WEAK, _MAYBE, _FIRST = _SIGNS = "$", "%", "~", "^"  # behind forms of `tag_ends`
_SHORT = 2  # words of a tag that a word of mere grammar ends, whatever they are
_OWN = 5.0  # a word of the language that is so frequent (Zipf) is none of a tag, where nothing says that it ends
_GRAMMAR = 6.0  # and here it ends one
_PRICE = 0.8  # of a word of a tag, at most


class Tags:
    """Reads the words of hashtags in one language. Raises `LanguageError` for a language that is not known."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._mixed: Mixed = mixed(code)
        ends = [fold(form) for row in rows("tag_ends", code) for form in row["words"].split()]
        self._ends = tuple(form for form in ends if form[-1] not in _SIGNS)
        self._whole_ends, self._weak_ends, self._maybe_ends, self._first_ends = (
            frozenset(form[:-1] for form in ends if form.endswith(sign)) for sign in _SIGNS
        )
        self._whole_ends |= {form.split(" ")[0] for form in tag_words(code)}  # the next one
        self._written: dict[str, str] = {}
        self._openers: set[str] = set()
        for row in rows("tag_words", code):
            pairs = {fold(form): latin for form, _, latin in (pair.partition("=") for pair in row["words"].split())}
            self._written |= pairs
            if row.choice("place", ("", "opens")):
                self._openers |= pairs.keys()
        self._phrases = frozenset(tuple(row["phrase"].split()) for row in table("tag_phrases"))
        self._grammatical = grammatical_words()

    def tag(self, words: Sequence[str]) -> tuple[str, int]:
        """The tag that ``words`` begin with, without its sign, and how many of them belong to it; ("", 0) for none.

        ``words`` are more than `MOST` unless no more are said. A tag ends where a word says that it is written or put,
        and where the text does, but for a verb; else names and English belong to it, as far as they go.
        """
        if not words or not words[0] or fold(words[0]) in self._first_ends:
            return "", 0
        phrase = self._phrase(words)
        end = next((i for i in range(phrase, min(len(words), MOST + 1)) if self._ends_tag(words, i)), None)
        if end is None:
            end = self._guessed(words, phrase)
        elif fold(words[end]) in self._weak_ends:
            end = self._checked(words, end, phrase)
        spelled = [self._spelled(word) for word in words[:end]]
        return ("".join(map(_camel, spelled)), end) if all(spelled) else ("", 0)

    def _phrase(self, words: Sequence[str]) -> int:
        """How many of ``words`` are a known beginning of a tag; 0 for none."""
        said = [self._spelled(word).lower() for word in words[:_MOST_PHRASE]] if words else []
        return next((n for n in range(len(said), 1, -1) if tuple(said[:n]) in self._phrases), 0)

    # --- where a tag ends -----------------------------------------------------------------------------

    def _ends_tag(self, words: Sequence[str], place: int) -> bool:
        word = fold(words[place])
        if word in self._whole_ends or word in self._weak_ends or (self._ends and word.startswith(self._ends)):
            return True
        behind = place + 1
        return word in self._maybe_ends and (behind == len(words) or self._ends_tag(words, behind))

    def _guessed(self, words: Sequence[str], phrase: int) -> int:
        """How many words belong to a tag that no listed word ends."""
        least = max(1, phrase)
        frequent = next((i for i in range(phrase, min(len(words), MOST + 1)) if self._is_grammar(words[i])), None)
        if frequent is not None:
            return self._checked(words, frequent, phrase) if frequent > 1 else self._known(words[:frequent], phrase)
        known = self._known(words[:MOST], phrase)
        if len(words) > MOST:
            return MOST - 1 if known == MOST else known
        if known in (0, len(words)) and (known == 0 or len(words) == 1):
            return known
        last = len(words) if known == len(words) or self._opens(words[-2]) else len(words) - 1
        return max(least, last)

    def _checked(self, words: Sequence[str], end: int, phrase: int) -> int:
        """``end`` where a word of grammar stands there, or how far names and English go, if the tag would be long."""
        return end if end <= _SHORT or self._opens(words[0]) else self._known(words[:end], phrase)

    def _is_grammar(self, word: str) -> bool:
        """True for a word that is so frequent that it is a verb or a word of grammar, and not my, our."""
        frequency = max(self._own_words.get(word, 0) / 10, self._mixed.frequency(word))
        if frequency < _GRAMMAR or fold(word) in self._written or self._mixed.english(word) is not None:
            return False
        spelled = self._mixed.spelled(word)
        return spelled is None or spelled.source not in _NAMES

    def _known(self, words: Sequence[str], phrase: int) -> int:
        """How many of ``words`` are names, English, or words that stand in tags; grammar only between two of these."""
        taken = phrase
        for i, word in enumerate(words[phrase:], phrase):
            known, small = self._is_known(word)
            if not known:
                break
            taken = taken if small else i + 1
        return taken

    def _opens(self, word: str) -> bool:
        return fold(word) in self._openers

    def _is_known(self, word: str) -> tuple[bool, bool]:
        """True for a word that may be one of a tag; and whether nothing but another makes it one."""
        if fold(word) in self._written:
            return True, self._opens(word)
        if not word or is_latin(word):
            return bool(word), False
        english = self._mixed.english(word)
        if english is not None:
            return not english.ending, False
        spelled = self._mixed.spelled(word)
        if spelled is None or spelled.source not in _KNOWN or -spelled.score > _PRICE:
            return False, False
        small = spelled.text in self._grammatical
        often = spelled.source not in _NAMES and self._mixed.frequency(word) >= _OWN
        return not often or small, small

    # --- how its words are spelled --------------------------------------------------------------------

    def _spelled(self, word: str) -> str:
        """A word of a tag in Latin letters; "" for one that cannot be read."""
        if word.isascii() and (word.isdigit() or is_latin(word)):
            return word
        written = self._written.get(fold(word))
        found = None if written else self._likeliest(word)
        return written or (found.text if found else "")

    def _likeliest(self, word: str) -> Spelling | None:
        """The likeliest spelling of a word; a common word of the language is no English word and no person's name that
        sounds like it (मेरी is meri, not Mary), a word that is no English is not put together of it, and a town is
        spelled as usual."""
        english = self._mixed.english(word) is not None
        if english:
            return self._mixed.spelled(word)
        found = transliterate(word, self._code, _SPELLINGS)
        towns = own_words("town")
        town = next((one for one in found if one.text in towns), None)
        if town and found[0].score - town.score < FARTHER:
            return town
        if self._own_words.get(word, 0) < _COMMON:
            best = self._mixed.spelled(word)
            if best is None or best.source != "joined":
                return best
        own = next((one for one in found if one.source not in _ENGLISH_OR_PERSON), None)
        return own if own and found[0].score - own.score < FARTHER else next(iter(found), None)

    @cached_property
    def _own_words(self) -> Mapping[str, int]:
        """Words of the language with their frequencies, in tenths of the Zipf scale."""
        known = stored(self._code)
        return dict(zip(known.words, known.tenths, strict=True)) if known else {}


def _camel(text: str) -> str:
    return text[:1].upper() + text[1:]


def named_before(code: str) -> frozenset[str]:
    """Words, folded, before the word for a hashtag that say that the tag is before it."""
    return frozenset(fold(word) for row in rows("tag_named", code) for word in row["words"].split())


def tag_words(code: str) -> frozenset[str]:
    """The words for a hashtag in a language, folded; some are two words."""
    return frozenset(fold(row["form"]) for row in rows("tags", code))


@once
def tags(lang: str) -> Tags:
    """The reader of hashtags of a language, made once. Raises `LanguageError` for one that is not known."""
    return Tags(lang)
