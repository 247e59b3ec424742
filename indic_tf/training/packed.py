"""Encoded shards in a file per language: read in seconds, where a GPU should not wait, and with no text in it.

Behind the subwords of all sources stand their labels, where their words, sentences and passages begin, and what is kin
among the passages (`kin`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..labels import IGNORE
from ..manifests import owned
from .encoded import EncodedSource, WordTable

_HINT = "data_scripts/pack_shards.py writes them"
_PROBE = ["".join(map(chr, range(first, first + 3))) for first in (*range(0x61, 0x7B, 5), *range(0x905, 0xDF4, 5))]


def path_of(folder: Path, language: str, split: str = "train") -> Path:
    """Where the packed shards of a language lie."""
    return folder / f"{language}.{split}.npz"


def write(path: Path, sources: Mapping[str, EncodedSource], heads: Iterable[str], table: WordTable) -> Path:
    """Write the sources of a language, by name, cut by ``table``; the file appears when it is complete."""
    made = list(sources.values())
    if max(int(s.ids.max(initial=0)) for s in made) > np.iinfo(np.uint16).max:
        raise InputError(f"{path}: a vocabulary of more than 65,536 subwords cannot be packed")
    arrays: dict[str, Any] = {
        "heads": np.array(list(heads)),
        "cut": _cut(table),
        "names": np.array(list(sources)),
        "subwords": np.array([len(s.ids) for s in made]),
        "words": np.array([s.word_count for s in made]),
        "passages": np.array([len(s.kin) for s in made]),
        "ids": np.concatenate([s.ids for s in made]).astype(np.uint16),
        "types": np.concatenate([s.types for s in made]),
        "labels": np.concatenate([s.labels[:, s.words[1:] - 1] for s in made], axis=1).astype(np.int8),
        "opens_word": _bits([(s.words[:-1], len(s.ids)) for s in made]),
        "opens_sentence": _bits([(s.sentences[:-1], len(s.ids)) for s in made]),
        "asks": _bits([(s.sentences[s.questions], len(s.ids)) for s in made]),
        "opens_passage": _bits([(s.passages[:-1], len(s.ids)) for s in made]),
        "kin": np.concatenate([s.kin for s in made]),
    }
    with owned.whole(path) as file:
        np.savez(file, **arrays)
    return path


def read(path: Path, heads: Iterable[str], table: WordTable) -> dict[str, EncodedSource]:
    """The sources of a language, by name.

    Raises `InputError` for a file that is none of `write`'s, or was written for other heads or subwords.
    """
    try:
        with path.open("rb") as raw, np.load(raw) as file:
            stored = {name: file[name] for name in file.files}
        if list(stored["heads"]) != list(heads) or not np.array_equal(stored["cut"], _cut(table)):
            raise ValueError("they are of other heads or subwords")
        return _sources(stored)
    except (OSError, KeyError, ValueError, BadZipFile) as error:
        raise InputError(f"{path} has no shards for this run: {error}; {_HINT}") from error


def _cut(table: WordTable) -> NDArray[np.int64]:
    """How some words are cut: what tells one vocabulary from another."""
    return np.array([n for word in _PROBE for n in (*table.cut(word)[-table.max_subwords :], -1)])


def _sources(stored: Mapping[str, NDArray[Any]]) -> dict[str, EncodedSource]:
    made, begin, first_word, first_kin = {}, 0, 0, 0
    opens = {
        name: np.unpackbits(bits).astype(bool) for name, bits in stored.items() if name.startswith(("opens", "asks"))
    }
    for name, size, count, kin in zip(*(stored[n] for n in ("names", "subwords", "words", "passages")), strict=True):
        own = slice(begin, begin + int(size))
        at = {key: np.flatnonzero(bits[own]) for key, bits in opens.items()}
        words = np.append(at["opens_word"], size)
        labels = np.full((len(stored["labels"]), int(size)), IGNORE, np.int8)
        labels[:, words[1:] - 1] = stored["labels"][:, first_word : first_word + int(count)]
        made[str(name)] = EncodedSource(
            ids=stored["ids"][own].astype(np.int32),
            types=stored["types"][own],
            labels=labels,
            words=words,
            sentences=np.append(at["opens_sentence"], size),
            questions=np.searchsorted(at["opens_sentence"], at["asks"]),
            passages=np.append(at["opens_passage"], size),
            kin=stored["kin"][first_kin : first_kin + int(kin)],
        )
        begin, first_word, first_kin = own.stop, first_word + int(count), first_kin + int(kin)
    return made


def _bits(places: Sequence[tuple[NDArray[np.int64], int]]) -> NDArray[np.uint8]:
    """A flag per subword, set at the numbers given for each source beside how many subwords it has."""
    flags = np.zeros(sum(length for _, length in places), np.bool_)
    begin = 0
    for at, length in places:
        flags[begin + at] = True
        begin += length
    return np.packbits(flags)
