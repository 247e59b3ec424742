"""A source of written text → labelled passages in both views, split into training and dev.

Coarse filter → clean → label → fine filter → say, as in Universal-2-TF, appendix A. Every rule counts what it drops.
"""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import regex

from ..labels import PUNCTUATION, SENTENCE_MARKS, LabelSet
from ..tagging.encode import NUMBER
from ..wfst.pipeline import Grammar, grammar
from . import clean, shards
from .label import Labelled, Periods, Token, label, label_of, tokens
from .spoken import readings, spoken_view, undecided, written_view
from .whole import whole_spans

_LONGEST_RUN = 50
_DEV_SHARE = 40
_FIGURES_RARE = 2000
"""Words per figure of a source that spells its numbers on principle: talk, sentences made to be read aloud."""

_SCRIPTED = regex.compile(r"\p{L}")
_LATIN = regex.compile(r"\p{Latin}")


@dataclass(frozen=True)
class Passage:
    """A cleaned passage and the line of the source where it stood."""

    line: int
    tokens: tuple[Token, ...]


def build(
    source: Path, folder: Path, labels: LabelSet = PUNCTUATION, say: int = 4000, most: int | None = None
) -> Counter[str]:
    """Clean and label one ``<language>/<name>.txt``, plain or ``.xz``; returns what every rule dropped.

    Of its passages the first ``most`` are read, or all, and their shards are written.

    ``folder`` receives ``<name>.{train,dev}.tsv.gz``, the written view, and, from up to ``say`` of the passages that
    have figures, ``<name>+spoken.{train,dev}.tsv.gz``. The counts are written last, to ``<name>.json``: where they are,
    all is.
    """
    counts: Counter[str] = Counter()
    name = source_name(source)
    with (lzma.open if source.suffix == ".xz" else open)(source, "rt", encoding="utf-8") as lines:
        passages = list(kept(islice(lines, most), counts, labels))
    views = _views(passages, grammar(source.parent.name) if say else None, say, labels)
    written: dict[str, list[Labelled]] = {"train": [], "dev": []}
    spoken: dict[str, list[Labelled]] = {"train": [], "dev": []}
    for line, view, said in views:
        split = "dev" if is_dev(f"{source.parent.name}/{name}", line, counts["passages"]) else "train"
        written[split].append(view)
        counts["kept"] += 1
        counts["words"] += len(view.words)
        if said:
            spoken[split].append(said)
            counts["spoken"] += 1
    for split in ("train", "dev"):
        if spoken["train"]:
            shards.write(folder / f"{name}{shards.SPOKEN}.{split}.tsv.gz", spoken[split])
        shards.write(folder / f"{name}.{split}.tsv.gz", written[split])
    (folder / f"{name}.json").write_text(json.dumps(counts))
    return counts


def sources(folder: Path) -> list[Path]:
    """The sources of written text in ``folder``: ``<language>/<name>.txt``, plain or with ``.xz``."""
    return sorted([*folder.glob("*/*.txt"), *folder.glob("*/*.txt.xz")])


def source_name(source: Path) -> str:
    """The name of a source without its endings."""
    return source.name.removesuffix(".xz").removesuffix(".txt")


def is_dev(source: str, line: int, lines: int) -> bool:
    """Whether line ``line`` of the ``lines`` of a source belongs to the dev split: one run of lines in forty does.

    Runs are up to 50 lines long, so that neighbours, which mostly come from one document, stay together. A hash of the
    source's name says where the first one is, so that no run of the script moves them.
    """
    return (run_of(line, lines) + shards.number_of(source)) % _DEV_SHARE == 0


def run_of(line: int, lines: int) -> int:
    """The number of the run of neighbouring lines that ``line`` of ``lines`` stands in."""
    return line // min(_LONGEST_RUN, max(1, lines // _DEV_SHARE))


def _views(
    passages: list[tuple[Passage, Labelled]], speaker: Grammar | None, say: int, marks: LabelSet
) -> Iterator[tuple[int, Labelled, Labelled | None]]:
    """Per passage its line, its written view, and its spoken one where it has numbers and is among the ``say``."""
    numbered = [i for i, (_, labelled) in enumerate(passages) if NUMBER in labelled.words]
    spelling = speaker if speaker and _spells(labelled for _, labelled in passages) else None
    step = max(1.0, len(numbered) / max(1, say))
    chosen = {numbered[int(i * step)] for i in range(min(say, len(numbered)))}
    for i, (passage, labelled) in enumerate(passages):
        found = readings(passage.tokens, speaker) if speaker and i in chosen else None
        written = written_view(labelled, found)
        if spelling:
            written = undecided(written, spelling)
        said = whole_spans(spoken_view(labelled, found, marks), speaker, marks) if speaker and found else None
        yield passage.line, written, said


def _spells(passages: Iterable[Labelled]) -> bool:
    """Whether a source writes no figures, so that a number left in words says nothing about that number."""
    figures, words = 0, 0
    for passage in passages:
        figures += passage.words.count(NUMBER)
        words += len(passage.words)
    return figures * _FIGURES_RARE < words


def kept(lines: Iterable[str], counts: Counter[str], labels: LabelSet) -> Iterator[tuple[Passage, Labelled]]:
    """The passages of a source, one a line, that pass all filters, with their labels; ``counts`` says what was dropped.

    What all its passages say is learnt from them (abbreviations, the main script), so they are read before the first
    comes out.
    """
    passages = _cleaned(lines, counts, labels)
    periods = Periods.learn([passage.tokens for passage in passages])
    counts["abbreviations"] = len(periods.abbreviations)
    latin = _latin_share([passage.tokens for passage in passages[:2000]]) > 0.5
    for passage in passages:
        made = label(passage.tokens, periods, labels)
        share = _latin_share([passage.tokens])
        foreign = 1 - share if latin else share
        marks = [label_of(labels, c) for c in made.punctuation]
        if reason := clean.fine_reason(marks, made.words.count(NUMBER), foreign, labels):
            counts[f"fine: {reason}"] += 1
        else:
            yield passage, made


def _cleaned(lines: Iterable[str], counts: Counter[str], labels: LabelSet) -> list[Passage]:
    """The tokens of every passage that passes the coarse filter, cut behind its last sentence end."""
    made: list[Passage] = []
    seen: set[int] = set()
    for number, line in enumerate(lines):
        counts["passages"] += 1
        text = clean.normal(line)
        reason = clean.coarse_reason(text)
        if reason is None and hash(text) in seen:
            reason = "repeated"
        if reason is not None:
            counts[f"coarse: {reason}"] += 1
            continue
        seen.add(hash(text))
        made.append(Passage(number, _whole_sentences(tokens(clean.clean(text, labels)))))
    return [passage for passage in made if passage.tokens]


def _whole_sentences(passage: tuple[Token, ...]) -> tuple[Token, ...]:
    closing = [i for i, (_, _, after) in enumerate(passage) if any(m in SENTENCE_MARKS for m in after)]
    return passage[: closing[-1] + 1] if closing else ()


def _latin_share(passages: list[tuple[Token, ...]]) -> float:
    letters = "".join(core for passage in passages for _, core, _ in passage)
    return len(_LATIN.findall(letters)) / max(1, len(_SCRIPTED.findall(letters)))
