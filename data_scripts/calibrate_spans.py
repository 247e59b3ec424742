"""Find the probabilities from which the ITN head is believed, per language, on dev shards.

    python data_scripts/calibrate_spans.py SHARDS            # prints a table
    python data_scripts/calibrate_spans.py SHARDS --write    # and sets them in lang_configs/*.yaml

What is right is what the authors of the text did: they wrote a small number as a figure or as a word. The thresholds:

    number   the lowest from which nineteen in twenty doubtful words were figures; above 1 where none is
    cued     the highest (up to a half) below which nine in ten words beside a cue that stay words were words
    kind     the lowest from which nineteen in twenty classes that overrule the grammar's are right
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from revising import revise
from rich.console import Console
from rich.progress import track

from indic_tf import IndicFormatter
from indic_tf.decide import Evidence, evidence, with_kinds
from indic_tf.labels import ITN
from indic_tf.languages import Thresholds, languages
from indic_tf.resources import folder as data_folder
from indic_tf.tagging.encode import NUMBER
from indic_tf.training import shards
from indic_tf.training.label import UNKNOWN, Labelled, label_of

NEVER = 1.01
NUMBER_PRECISION, VETO_PRECISION, KIND_PRECISION = 0.95, 0.9, 0.95
GRID = [step / 50 for step in range(1, 50)]
LEAST = 60
"""Decisions that a threshold must be seen on: so many, all right, make it 95 % sure that nineteen in twenty are."""
BATCH = 64


@dataclass
class Seen:
    """(probability of the head, whether it was right to follow it), per kind of decision."""

    number: list[tuple[float, bool]] = field(default_factory=list)
    cued: list[tuple[float, bool]] = field(default_factory=list)
    kind: list[tuple[float, bool]] = field(default_factory=list)

    def thresholds(self) -> Thresholds:
        number = _lowest(self.number, NUMBER_PRECISION)
        return Thresholds(number=number, cued=min(_veto(self.cued), number), kind=_lowest(self.kind, KIND_PRECISION))


def main(
    shards_: Annotated[Path, typer.Argument(metavar="SHARDS", exists=True, file_okay=False)],
    model: Annotated[str, typer.Option(help="name or folder of a tagger; default: the language's")] = "default",
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
    passages: Annotated[int, typer.Option(help="most passages per language")] = 2000,
    write: Annotated[bool, typer.Option("--write", help="set the thresholds in lang_configs")] = False,
) -> None:
    chosen = [lang for lang in language or languages() if (shards_ / lang).is_dir()]
    print("| language | doubtful | figures | number | cued | kind | swaps |\n|---|---:|---:|---:|---:|---:|---:|")
    for lang in track(chosen, "languages", console=Console(stderr=True)):
        seen = look(IndicFormatter(lang, model=model), islice(dev(shards_ / lang), passages))
        found = seen.thresholds()
        both = [*seen.number, *seen.cued]
        figures = sum(right for _, right in both)
        print(
            f"| {lang} | {len(both)} | {figures} | {found.number} | {found.cued} | {found.kind} | {len(seen.kind)} |",
            flush=True,
        )
        if write:
            chosen_ = {"number": found.number, "cued": found.cued, "kind": found.kind}
            revise(data_folder("lang_configs") / f"{lang}.yaml", "thresholds", chosen_)


def dev(folder: Path) -> Iterator[Labelled]:
    """Dev passages that a recogniser might print: words only."""
    paths = sorted(folder.glob(f"*{shards.SPOKEN}.dev.tsv.gz")) + sorted(folder.glob("*.dev.tsv.gz"))
    known: set[tuple[str, ...]] = set()
    for path in paths:
        if path.name.split(".")[0] in shards.VIEWS:
            continue
        for passage in shards.read(path):
            if NUMBER not in passage.words and passage.words not in known:
                known.add(passage.words)
                yield passage


def look(formatter: IndicFormatter, passages: Iterable[Labelled]) -> Seen:
    """Collect the head's decisions with all thresholds out of reach."""
    never = Thresholds(number=NEVER, cued=NEVER, kind=NEVER)
    formatter.language = formatter.language.model_copy(update={"thresholds": never})
    seen, source = Seen(), iter(passages)
    while batch := list(islice(source, BATCH)):
        made = formatter.drafts([list(passage.words) for passage in batch])
        for passage, (draft, tagged) in zip(batch, made, strict=True):
            if tagged is None or len(draft.segment.words) != len(passage.words):
                continue
            said = evidence(draft.units, tagged)
            for span in draft.choice.doubtful:
                code = passage.itn[span.words[0]]
                if code != UNKNOWN and span.words in said:
                    rows = seen.cued if span.words in draft.choice.cued else seen.number
                    rows.append((said[span.words].number, label_of(ITN, code) != ITN.labels[0]))
            _kinds(seen, formatter, passage, draft.choice.spans, said)
    return seen


def _kinds(
    seen: Seen,
    formatter: IndicFormatter,
    passage: Labelled,
    spans: Sequence[object],
    said: dict[tuple[int, int], Evidence],
) -> None:
    """Where the head's class would overrule the grammar's, and whether it is the right one."""
    eager = Thresholds(number=NEVER, cued=NEVER, kind=0.01)
    words = list(passage.words)
    swapped = with_kinds(spans, words, said, eager, formatter.grammar)  # type: ignore[arg-type]
    for before, after in zip(spans, swapped, strict=True):
        if before is not after:
            start, end = after.words
            truth = {label_of(ITN, c).partition("-")[2] for c in passage.itn[start:end] if c != UNKNOWN}
            seen.kind.append((said[after.words].kind_probability, truth == {after.kind}))


def _lowest(rows: Sequence[tuple[float, bool]], precision: float) -> float:
    """The lowest threshold above which decisions are right often enough, as they are above every higher one."""
    best = NEVER
    for least in reversed(GRID):
        above = [right for probability, right in rows if probability >= least]
        if len(above) >= LEAST and sum(above) < precision * len(above):
            break
        if len(above) >= LEAST:
            best = least
    return best


def _veto(rows: Sequence[tuple[float, bool]]) -> float:
    """The highest threshold up to a half below which figures are seldom lost; 0 where too few were seen."""
    best = 0.0
    for least in (step for step in GRID if step <= 0.5):
        below = [right for probability, right in rows if probability < least]
        if len(below) >= LEAST and len(below) - sum(below) >= VETO_PRECISION * len(below):
            best = least
    return best


if __name__ == "__main__":
    typer.run(main)
