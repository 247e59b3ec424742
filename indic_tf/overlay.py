"""A user's tables at work where no grammar needs to be compiled for them: `whitelist` and `acronyms`, both directions.

The other tables are read behind the language's own wherever these are (`Language.with_tables`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from . import tables
from .document import Word
from .languages import SCHEMAS, Language
from .scripts import split_marks
from .tables import Row
from .terms import TABLES, Found, Terms, letters_of, stretch

_KIND = "whitelist"
_LONGEST = 24  # words of a name that is spelled


class Overlay:
    """What a user's tables say of names; its parts are finders of `terms.fixed`."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def _rows(self, name: str) -> list[Row]:
        paths = (path for path in self._language.added() if path.stem == name)
        return [row for path in paths for row in tables.read(path, *SCHEMAS[name])]

    @cached_property
    def finders(self) -> tuple[Terms | Spelled, ...]:
        """Finders of what is listed, and of what is spelled; none where there is nothing of the kind."""
        short = [row for row in self._rows("whitelist") if not row["when"]]
        names = [row["written"] for row in self._rows("acronyms")]
        listed = [*((row["form"], row["written"]) for row in short), *((row["written"],) * 2 for row in short)]
        listed += [(name, name) for name in names]
        made: list[Terms | Spelled] = [Terms(listed, _KIND, TABLES)] if listed else []
        return tuple([*made, Spelled(names, self._letters)] if names else made)

    @cached_property
    def _letters(self) -> Mapping[str, Sequence[str]]:
        """Latin capitals and their names in the language, the usual one first."""
        made: dict[str, list[str]] = {}
        for row in self._language.table("letters"):
            made.setdefault(row["letter"], []).append(row["form"])
        return made

    @cached_property
    def _said(self) -> Mapping[str, str]:
        """Written names and how they are said."""
        made: dict[str, str] = {}
        for row in self._rows("whitelist"):
            if not row["when"]:
                made.setdefault(row["written"], row["form"])
        for row in self._rows("acronyms"):
            letters = [self._letters.get(letter, [""])[0] for letter in row["written"].upper()]
            if row["said"] == "" and all(letters):
                made.setdefault(row["written"], " ".join(letters))
        return made

    def spoken(self, text: str) -> str:
        """``text`` with names as they are said."""
        if not self._said:
            return text
        return "\n".join(" ".join(self._spoken(line.split(" "))) for line in text.split("\n"))

    def _spoken(self, words: Sequence[str]) -> list[str]:
        made, position = [], 0
        longest = max(name.count(" ") for name in self._said) + 1
        while position < len(words):
            for end in range(min(len(words), position + longest), position, -1):
                before, core, after = split_marks(" ".join(words[position:end]))
                if (said := self._said.get(core)) is not None:
                    made.append(before + said + after)
                    break
            else:
                end = position + 1
                made.append(words[position])
            position = end
        return made


class Spelled:
    """Names that are said letter by letter: एन ई एफ टी, NEFT. The names of the letters may be written as one word."""

    def __init__(self, names: Sequence[str], letters: Mapping[str, Sequence[str]]) -> None:
        self._said = {
            letter: tuple(dict.fromkeys(map(letters_of, (*letters.get(letter.upper(), ()), letter))))
            for letter in {letter for name in names for letter in name.upper()}
        }
        self._names: dict[str, str] = {}
        for name in names:
            self._names.setdefault(name.upper(), name)
        self._beginnings = frozenset(name[:i] for name in self._names for i in range(1, len(name) + 1))
        self._first = frozenset(said[:1] for name in self._names for said in self._said[name[0]])

    def at(self, words: Sequence[Word], start: int) -> Found | None:
        """The longest name that is spelled from ``start`` on."""
        if letters_of(words[start].core)[:1] not in self._first:
            return None
        text, ends = "", {}
        for i, word in stretch(words, start):
            if i == start + _LONGEST:
                break
            text += letters_of(word.core)
            ends[len(text)] = i + 1
        found = [(ends[at], name) for name, at in self._spelled(text) if at in ends and name in self._names]
        end, name = max(found, default=(0, ""))
        return Found(end, self._names[name], _KIND, TABLES) if end else None

    def _spelled(self, text: str) -> set[tuple[str, int]]:
        """Beginnings of names that ``text`` spells, each with where it ends there."""
        made: set[tuple[str, int]] = set()
        todo = [("", 0)]
        while todo:
            name, at = todo.pop()
            for letter, forms in self._said.items():
                if name + letter in self._beginnings:
                    longer = {(name + letter, at + len(form)) for form in forms if form and text.startswith(form, at)}
                    todo += longer - made
                    made |= longer
        return made
