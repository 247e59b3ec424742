"""What the model has seen already: passages of a benchmark that stand in its training text, word for word or nearly so.

The training text is the shards that the model was trained on. Both sides are compared as the tagger sees them, in
sentences of five words or more, since passages may be cut elsewhere; shorter sentences stand everywhere. A passage is

    trained   at least half of its words stand in sentences of the training text
    near      so do they, near-duplicates counted (Jaccard coefficient of character 4-grams of 0.7 or more)
    dev       at least half of its words stand in dev passages: nothing was learnt from them, but thresholds were set
    no        anything else
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ..manifests.duplicates import NearDuplicates
from ..training import shards
from ..training.label import Labelled
from .sources import Item, sentences

SEEN = ("no", "near", "dev", "trained")
LEARNT = frozenset({"near", "trained"})
SHORTEST = 5
_HALF = 0.5


def marked(items: Sequence[Item], folders: Sequence[Path], language: str) -> tuple[list[Item], int]:
    """The passages with `Item.seen` filled in, and how many sentences of training text they were compared with."""
    trained = _of_shards(folders, language, "train")
    dev = _of_shards(folders, language, "dev")
    own = [pieces(item.passage) for item in items]
    strange = dict.fromkeys(piece for parts in own if not _mostly(parts, trained) for piece in parts)
    near = trained | _like(list(strange.keys() - trained), trained)
    sets = (("trained", trained), ("near", near), ("dev", dev))
    found = [next((name for name, known in sets if _mostly(parts, known)), "no") for parts in own]
    return [replace(item, seen=seen) for item, seen in zip(items, found, strict=True)], len(trained)


def apart(asked: Sequence[Item], others: Sequence[Item]) -> list[Item]:
    """Those of ``asked`` that are no near-duplicates of ``others``."""
    alike = _like([item.text for item in asked], [item.text for item in others])
    return [item for item in asked if item.text not in alike]


def pieces(passage: Labelled) -> tuple[str, ...]:
    """The sentences of five words or more; the whole passage where there is none."""
    found = (" ".join(passage.words[start:end]) for start, end in sentences(passage) if end - start >= SHORTEST)
    return tuple(found) or (" ".join(passage.words),)


def _of_shards(folders: Iterable[Path], language: str, split: str) -> set[str]:
    """All pieces of the written views of a language; the other views are made of them."""
    return {piece for passage in _passages(folders, language, split) for piece in pieces(passage)}


def _passages(folders: Iterable[Path], language: str, split: str) -> Iterator[Labelled]:
    for folder in folders:
        for path in sorted((folder / language).glob(f"*.{split}.tsv.gz")):
            if shards.is_written(path):
                yield from shards.read(path)


def _like(texts: Sequence[str], others: Iterable[str]) -> set[str]:
    """Those of ``texts`` that are near-duplicates of some of the others."""
    if not texts:
        return set()
    index = NearDuplicates(texts)
    return {texts[match.text] for matches in index.search(others) for match in matches}


def _mostly(parts: Sequence[str], known: set[str]) -> bool:
    """Whether at least half of the words stand in known pieces."""
    sizes = [(part.count(" ") + 1, part in known) for part in parts]
    return sum(size for size, hit in sizes if hit) >= _HALF * sum(size for size, _ in sizes)
