"""The user's corpora: which files belong to which source, under which licence, and the passages in them.

Passages are cleaned, filtered and labelled as for training (`training.build`), so every rule is the same and counted.
"""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from ..errors import InputError
from ..labels import PUNCTUATION
from ..training.build import kept, run_of
from ..training.label import Labelled, Token
from ..training.rows import CLOSING
from .recipe import HOW, Recipe, Source

_ENDINGS = (".txt", ".txt.xz")


@dataclass(frozen=True)
class Corpus:
    """A source: its files in order, and what the recipe says of it."""

    language: str
    name: str
    files: tuple[Path, ...]
    facts: Source

    @property
    def key(self) -> str:
        return f"{self.language}/{self.name}"

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return sum(path.stat().st_size for path in self.files)


@dataclass(frozen=True, slots=True)
class Item:
    """A passage: its written text, its labels, and where it stood. ``seen`` is one of `guard.SEEN`."""

    id: str
    source: str
    document: str
    text: str
    passage: Labelled
    seen: str = "no"


def find(recipe: Recipe) -> list[Corpus]:
    """The sources of the recipe's languages, in order.

    Raises `InputError` for a language without any, and for sources without licence: it says what to write.
    """
    assert recipe.corpora is not None
    found: list[Corpus] = []
    bare: list[str] = []
    for code in recipe.languages:
        files = _files(recipe.corpora / code)
        if not files:
            raise InputError(f"{recipe.corpora / code}: no .txt or .txt.xz files there; leave {code} out of languages")
        for name, paths in files.items():
            key = f"{code}/{name}"
            if any(fnmatch(key, pattern) for pattern in recipe.leave_out):
                continue
            facts = next((entry for entry in recipe.sources if fnmatch(key, entry.pattern)), None)
            if facts:
                found.append(Corpus(code, name, paths, facts))
            else:
                bare.append(key)
    if bare:
        raise InputError(
            f"no licence for {', '.join(bare[:5])}{f' and {len(bare) - 5} more' if len(bare) > 5 else ''}: write under "
            f"sources: `- {{pattern: {bare[0]}, licence: …, origin: …}}` ({HOW}), or `leave_out: [{bare[0]}]`"
        )
    return found


def _files(folder: Path) -> dict[str, tuple[Path, ...]]:
    """Files by the name of their source: files, or folders of files."""
    made: dict[str, tuple[Path, ...]] = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        inside = tuple(sorted(p for p in path.rglob("*") if _is_text(p))) if path.is_dir() else ()
        if inside or (path.is_file() and _is_text(path)):
            made[path.name.removesuffix(".xz").removesuffix(".txt")] = inside or (path,)
    return made


def _is_text(path: Path) -> bool:
    return path.name.endswith(_ENDINGS)


def gather(corpus: Corpus) -> tuple[list[Item], Counter[str]]:
    """The passages of a source that pass all filters, and what every rule dropped.

    Lines that are no UTF-8 are dropped and counted. Raises `InputError` for a damaged archive.
    """
    counts: Counter[str] = Counter()
    files = [_lines(path, counts) for path in corpus.files]
    documents = _documents(files, corpus.facts.documents)
    lines = [line for file in files for line in file]
    items = []
    for found, labelled in kept(lines, counts, PUNCTUATION):
        id_ = f"{corpus.language}-{corpus.name}-{found.line + 1:07d}"
        document = f"{corpus.name}-{documents[found.line]:05d}"
        items.append(Item(id_, corpus.name, document, written(found.tokens), labelled))
    counts["kept"] = len(items)
    return items, counts


def written(passage: Sequence[Token]) -> str:
    """The text of a passage's tokens."""
    return " ".join("".join(token) for token in passage)


def sentences(passage: Labelled) -> Iterator[tuple[int, int]]:
    """Where each sentence begins and ends, in words."""
    start = 0
    for end, mark in enumerate(passage.punctuation, start=1):
        if mark in CLOSING:
            yield start, end
            start = end


def _lines(path: Path, counts: Counter[str]) -> list[str]:
    try:
        raw = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
    except (lzma.LZMAError, EOFError) as error:
        raise InputError(f"{path}: a damaged .xz file ({error})") from error
    return list(_decoded(raw.removeprefix(b"\xef\xbb\xbf").split(b"\n"), counts))


def _decoded(lines: Sequence[bytes], counts: Counter[str]) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        if number == len(lines) and not line:
            return
        try:
            yield line.decode()
        except UnicodeDecodeError:
            counts["not UTF-8"] += 1
            yield ""


def _documents(files: Sequence[Sequence[str]], kind: str) -> list[int]:
    """The number of the document that each line stands in."""
    if kind == "files":
        return [number for number, file in enumerate(files) for _ in file]
    lines = [line for file in files for line in file]
    if kind == "runs":
        return [run_of(number, len(lines)) for number in range(len(lines))]
    made, number = [], 0
    for line in lines:
        number += not line.strip()
        made.append(number)
    return made
