"""Sentences with addresses in them, as people say them: what `fit_name_edges.py` learns from."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

import regex

from indic_tf.evaluation.itn import Case
from indic_tf.languages import Language, language
from indic_tf.scripts import fold
from indic_tf.tables import read
from indic_tf.transliterate import last_parts
from indic_tf.wfst.address_edges import HANDLE, HOST, LOCAL, PART, PAYEE
from indic_tf.wfst.phrases import Phrases
from indic_tf.wfst.pipeline import grammar

MATERIAL = Path(__file__).parent / "addresses"
MAILERS = ("gmail", "yahoo", "hotmail", "outlook", "rediffmail")
HOSTS = (("com",), ("com",), ("in",), ("org",), ("co", "in"))
NUMBERED, JOINED = 0.15, 0.4  # shares of names with a number behind them, of mailboxes with a sign before the last word
SHARES = {1: 7, 2: 2}
"""Words of a name → how often it is taken; 1 for longer ones. Most addresses have names of one word."""
ROLES = 4  # times that a mailbox of one word is taken for one of several
RUNNING = 0.3  # share of names in running text, of which the words beside them are learned
PASSAGES, LEAST_WORDS, MOST_WORDS = 600, 3, 25  # of a file; of a part of a sentence
LEFT_OUT = ("bible",)  # older language than is spoken

_MARKS = regex.compile(r'[.!?।|,;:()"“”‘’–—\n]')
_WORDS = regex.compile(r"[\p{L}\p{M}\u200c\u200d']+(?: [\p{L}\p{M}\u200c\u200d']+)*")


@dataclass(frozen=True, slots=True)
class Example:
    """A name of ``kind`` from ``start`` to ``end`` in ``words``."""

    code: str
    kind: str
    words: tuple[str, ...]
    start: int
    end: int


def running(folder: Path, code: str) -> list[list[str]]:
    """Parts of sentences without marks and figures, some of each file ``*.xz`` of ``folder``."""
    made: list[list[str]] = []
    for path in sorted(folder.glob("*.xz")):
        if not any(name in path.name for name in LEFT_OUT):
            with lzma.open(path, "rt", encoding="utf-8") as lines:
                parts = (part.strip() for line in lines for part in _MARKS.split(line))
                found = (part.split(" ") for part in parts if _WORDS.fullmatch(part) and _is_of(part, code))
                made += islice((part for part in found if LEAST_WORDS <= len(part) <= MOST_WORDS), PASSAGES)
    return made


def _is_of(part: str, code: str) -> bool:
    is_latin = language(code).script == "Latin"
    return all(word.isascii() is is_latin for word in part.split(" "))


class Composer:
    """Puts names of one language into sentences; every other one of both if ``half`` is 0 or 1."""

    def __init__(self, code: str, half: int | None = None, sentences: Sequence[Sequence[str]] = ()) -> None:
        self._facts: Language = language(code)
        self._random, self._running = Random(f"{code} {half}"), sentences
        pick = slice(None) if half is None else slice(half, None, 2)
        self._sentences = _by_kind(MATERIAL / f"{code}.sentences.tsv", ("kind", "sentence"), pick)
        self._names = _by_kind(MATERIAL / f"{code}.names.tsv", ("kind", "name", "latin"), pick)
        self._names["handle"] += [name for name in self._names["host"] if " " not in name]
        boxes = self._names["box"]
        self._boxes = boxes + ROLES * [name for name in boxes if " " not in name]
        ats = self._said("words", name="at")
        self._ats = [[at for at in ats if " " in at] or ats, [at for at in ats if " " not in at] or ats]

    def examples(self, times: int) -> Iterator[Example]:
        """Every name in ``times`` sentences, short ones in more of them."""
        made = {"host": self._host, "box": self._box, "payee": self._payee, "handle": self._handle, "file": self._file}
        for kind, names in self._names.items():
            for name in (name.split(" ") for name in names):
                for _ in range(round(times * SHARES.get(len(name), 1))):
                    yield from made[kind](name)

    def _said(self, table: str, **where: str) -> list[str]:
        forms = self._facts.forms(table, **where)
        return [form for form in forms if not form.isascii()] or forms

    def _one(self, table: str, **where: str) -> list[str]:
        return self._random.choice(self._said(table, **where)[:3]).split(" ")

    def _at(self, sure: bool = False) -> list[str]:
        return self._random.choice(self._ats[0 if sure else self._random.randrange(2)]).split(" ")

    def _domain(self, *parts: str) -> list[str]:
        return [word for part in parts for word in self._one("words", name="dot") + self._one("domains", written=part)]

    def _number(self) -> list[str]:
        many = self._random.randint(1, 2) if self._random.random() < NUMBERED else 0
        digits = [self._random.randint(1, 9) for _ in range(many)]
        return [self._random.choice(self._said("english", value=f"{digit}")) for digit in digits]

    def _host(self, name: list[str]) -> Iterator[Example]:
        said = [*name, *self._domain(*self._random.choice(HOSTS))]
        if self._random.random() < 0.5:
            yield from self._put("web", said, (HOST, 0, len(name)))
            return
        local, at = self._random.choice(self._boxes).split(" "), self._at()
        start = len(local) + len(at)
        yield from self._put("mail", [*local, *at, *said], (LOCAL, 0, len(local)), (HOST, start, start + len(name)))

    def _box(self, name: list[str]) -> Iterator[Example]:
        host = self._one("domains", written=self._random.choice(MAILERS))
        behind, last = [*self._number(), *self._at(), *host, *self._domain("com")], len(name) - 1
        if last and self._random.random() < JOINED:
            sign = self._one("words", name=self._random.choice(("dot", "underscore")))
            yield from self._put("mail", [*name[:last], *sign, name[last], *behind], (PART, 0, last))
        else:
            yield from self._put("mail", [*name, *behind], (LOCAL, 0, len(name)))

    def _payee(self, name: list[str]) -> Iterator[Example]:
        forms = [row["form"] for row in self._facts.table("domains") if row["role"]]
        payer = self._random.choice([form for form in forms if not form.isascii()] or forms).split(" ")
        yield from self._put("upi", [*name, *self._number(), *self._at(), *payer], (PAYEE, 0, len(name)))

    def _handle(self, name: list[str]) -> Iterator[Example]:
        at = self._at(sure=True)
        yield from self._put("handle", [*at, *name], (HANDLE, len(at), len(at) + len(name)))

    def _file(self, name: list[str]) -> Iterator[Example]:
        last = max(1, len(name) - 1)
        said = [
            *name[:last],
            *self._one("words", name="underscore"),
            *name[last:],
            *self._one("words", name="dot"),
            "pdf",
        ]
        yield from self._put("file", said, (PART, 0, last))

    def _put(self, kind: str, said: Sequence[str], *names: tuple[str, int, int]) -> Iterator[Example]:
        before, behind = self._around(kind)
        for name, start, end in names:
            words = (*before, *said, *behind)
            yield Example(self._facts.code, name, words, len(before) + start, len(before) + end)

    def _around(self, kind: str) -> tuple[Sequence[str], Sequence[str]]:
        """The words before and behind an address."""
        if self._running and self._random.random() < RUNNING:
            words = self._random.choice(self._running)
            place = self._random.choice([self._random.randrange(len(words) + 1), len(words), 0])
            return words[:place], words[place:]
        before, _, behind = self._random.choice(self._sentences[kind]).partition("{}")
        return before.split(), behind.split()


class Rows:
    """Examples in rows of `benchmarks/itn_addresses` of one language: the name before the first sign of an address."""

    def __init__(self, code: str) -> None:
        self._code, self._grammar, facts = code, grammar(code), language(code)
        self._signs = {name: Phrases(facts.forms("words", name=name)) for name in ("at", "dot", "underscore", "dash")}
        self._web = Phrases(facts.forms("domains", written="www"))
        self._letters = frozenset(fold(row["form"]) for row in facts.named_letters)

    def examples(self, rows: Iterable[Case]) -> Iterator[Example]:
        for row in rows:
            words, written = row.spoken.split(" "), row.written[0].split(" ")
            start = _alike(words, written)
            if row.kind != "electronic" or start == len(written) or self._web.at(words, start) > start:
                continue
            if written[start].startswith("@"):
                name, end = self._signs["at"].at(words, start), len(words) - _alike(words[::-1], written[::-1])
                found = [(HANDLE, name, end)] if not any(self._signed(words, i) for i in range(name, end)) else []
            else:
                found = [*self._before_sign(words, start, written[start])]
            yield from (
                Example(self._code, kind, tuple(words), *place) for kind, *place in found if place[1] > place[0]
            )

    def _before_sign(self, words: Sequence[str], start: int, written: str) -> Iterator[tuple[str, int, int]]:
        end = next((i for i in range(start + 1, len(words)) if self._signed(words, i)), 0)
        kind = self._kind(self._signed(words, end), written) if end else ""
        while kind and end > start + 1 and self._is_character(words[end - 1]):
            end -= 1
        if kind:
            yield kind, start, end

    def _is_character(self, word: str) -> bool:
        return fold(word) in self._letters or self._grammar.is_number(word)

    def _signed(self, words: Sequence[str], place: int) -> str:
        """The name of the sign that begins at ``place``; "" for none."""
        return next((name for name, forms in self._signs.items() if forms.at(words, place) > place), "")

    @staticmethod
    def _kind(sign: str, written: str) -> str:
        """The kind of the name before the first sign of an address; "" for a part of a host or a file."""
        _, at, host = written.partition("/")[0].partition("@")
        if at:
            return PART if sign != "at" else LOCAL if "." in host else PAYEE
        is_file = written.rpartition(".")[2] in last_parts("file")
        return {"dot": "" if is_file else HOST, "underscore": PART, "dash": PART if is_file else ""}.get(sign, "")


def _alike(words: Sequence[str], others: Sequence[str]) -> int:
    """How many words two texts begin with alike."""
    pairs = enumerate(zip(words, others, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(words), len(others)))


def _by_kind(path: Path, columns: tuple[str, ...], pick: slice) -> dict[str, list[str]]:
    made: dict[str, list[str]] = {}
    for row in read(path, columns, required=len(columns))[pick]:
        made.setdefault(row["kind"], []).append(row[columns[1]])
    return made
