"""Weights of the sum that chooses among readings of the same words, found on dev pairs of a span normalizer.

    python data_scripts/calibrate_rescoring.py PAIRS --normalizer builtin --write

PAIRS holds <language>/<name>.dev.tsv.gz. Per language, spans that have several readings (see `indic_tf.rescore`) are
put back into their context, the network scores every reading, and the weights of a small grid are tried: those that
choose the right reading most often are printed and, with ``--write``, set in the language's YAML. Of equally good ones
the nearest to the package's own are taken, so few pairs change little.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from typing import Annotated

import typer
from revising import revise
from rich.console import Console
from rich.progress import track

from indic_tf import IndicFormatter
from indic_tf.convert import Normalizer
from indic_tf.decide import evidence
from indic_tf.languages import Rescoring, languages
from indic_tf.rescore import Question, questions, score, terms
from indic_tf.resources import folder as data_folder
from indic_tf.seq2seq import Request, SpanNormalizer
from indic_tf.training.spans import pairs

KIND, GRAMMAR, NETWORK = (0.25, 0.5, 1.0), (1.0, 2.0, 4.0, 8.0), (0.0, 0.25, 0.5)
"""The grid. No pair is a guess that stays in words ("eight ten people"), so by pairs alone a network would be trusted
too far: the grammar's word counts at least twice the network's."""
BATCH = 256
LEAST = 50
"""Spans that weights must be seen on to be set."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a span in its context, and which of its candidates is right."""

    question: Question
    request: Request
    right: int


@dataclass(frozen=True, slots=True)
class Weighed:
    """The terms of every candidate of one span, and which one is right."""

    rows: list[tuple[float, float, float]]
    right: int


def main(
    pairs_: Annotated[Path, typer.Argument(metavar="PAIRS", exists=True, file_okay=False)],
    normalizer: Annotated[str, typer.Option(help="name or folder of a span normalizer")] = "builtin",
    model: Annotated[str, typer.Option(help="name or folder of a tagger; default: the language's")] = "default",
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
    most: Annotated[int, typer.Option(help="most pairs per language")] = 5000,
    write: Annotated[bool, typer.Option("--write", help="set the weights in lang_configs")] = False,
) -> None:
    network = SpanNormalizer.load(normalizer)
    chosen = [lang for lang in language or languages() if (pairs_ / lang).is_dir()]
    print("| language | spans | judge | weighed | kind | grammar | network |\n|---|---:|---:|---:|---:|---:|---:|")
    for lang in track(chosen, "languages", console=Console(stderr=True)):
        seen = weighed(IndicFormatter(lang, model=model, normalizer=None), network, islice(dev(pairs_ / lang), most))
        if not seen:
            continue
        found = best(seen)
        by_judge, by_sum = right(seen, Rescoring(kind=0, grammar=1, network=0)), right(seen, found)
        cells = (lang, len(seen), f"{by_judge:.3f}", f"{by_sum:.3f}", found.kind, found.grammar, found.network)
        print(f"| {' | '.join(map(str, cells))} |", flush=True)
        if write and len(seen) >= LEAST:
            revise(data_folder("lang_configs") / f"{lang}.yaml", "rescoring", found.model_dump())


def dev(folder: Path) -> Iterator[pairs.Pair]:
    """Dev pairs that write in the default style."""
    for path in sorted(folder.glob("*.dev.tsv.gz")):
        yield from (pair for pair in pairs.read(path) if (pair.task, pair.style) == ("itn", "default"))


def weighed(formatter: IndicFormatter, network: Normalizer, source: Iterator[pairs.Pair]) -> list[Weighed]:
    """The spans that have several readings of which one is right, with what everybody says of each."""
    made: list[Weighed] = []
    while batch := list(islice(source, BATCH)):
        asked = list(ask(formatter, batch))
        texts = [[candidate.text for candidate in one.question.candidates] for one in asked]
        chances = network.score([one.request for one in asked], texts) if asked else []
        made += [Weighed(terms(one.question, row), one.right) for one, row in zip(asked, chances, strict=True)]
    return made


def ask(formatter: IndicFormatter, batch: Sequence[pairs.Pair]) -> Iterator[Asked]:
    """What can be asked about the spans of ``batch``."""
    texts = [[*p.left.split(), *p.span.split(), *p.right.split()] for p in batch]
    for pair, (draft, tagged) in zip(batch, formatter.drafts(texts), strict=True):
        said = evidence(draft.units, tagged) if tagged else {}
        left, span = pair.left.split(), pair.span.split()
        start, end = len(left), len(left) + len(span)
        for question in questions(draft, said, formatter.grammar, formatter.style):
            a, b = question.words
            if start <= a and b <= end:
                around = span[: a - start], span[b - start :]
                texts_ = [" ".join([*around[0], c.text, *around[1]]) for c in question.candidates]
                if pair.target in texts_:
                    behind = [*around[1], *pair.right.split()]
                    request = Request(
                        formatter.language.code, tuple(span[a - start : b - start]), (*left, *around[0]), tuple(behind)
                    )
                    yield Asked(question, request, texts_.index(pair.target))


def best(seen: Sequence[Weighed]) -> Rescoring:
    """The weights that are right most often; of equals the nearest to the default ones."""
    grid = [Rescoring(kind=k, grammar=g, network=n) for k, g, n in product(KIND, GRAMMAR, NETWORK)]
    return max(grid, key=lambda weights: (right(seen, weights), -_distance(weights)))


def right(seen: Sequence[Weighed], weights: Rescoring) -> float:
    """The share of spans for which ``weights`` choose the right reading."""
    good = 0
    for one in seen:
        scores = [score(row, weights) for row in one.rows]
        good += scores.index(max(scores)) == one.right
    return good / len(seen)


def _distance(weights: Rescoring) -> float:
    own = Rescoring()
    return sum(abs(getattr(weights, name) - getattr(own, name)) for name in Rescoring.model_fields)


if __name__ == "__main__":
    typer.run(main)
