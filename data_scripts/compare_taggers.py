"""Two taggers on the same dev text: F1 per language and mark, before and after, with confidence intervals.

    python data_scripts/compare_taggers.py SHARDS OLD NEW --recipe data_scripts/recipes/tagger_small.yaml

OLD and NEW are names or folders of taggers. Passages are those of `evaluate_heads.py`, as they were written and with a
recogniser's errors. Behind a figure stands half the width of its 95 % interval; the difference has its own, from
the same resamples of passages, and p is by approximate randomization (`indic_tf.evaluation.significance`). ``*`` marks
a difference with p < 0.05. The tables are Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

from indic_tf.evaluation.significance import Comparison, Counts, Interval, Score, comparisons, intervals
from indic_tf.labels import PUNCTUATION
from indic_tf.taggers import tagger_of
from indic_tf.training import config
from indic_tf.training.assess import answered, dev_sets
from indic_tf.training.dev import Answers

HEAD = PUNCTUATION.name
SIZE = len(PUNCTUATION)
SETS = {"written": "as it was written", "noisy": "with a recogniser's errors"}


def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="shards with their views")],
    old: Annotated[str, typer.Argument(help="name or folder of the tagger before, or 'default': the language's")],
    new: Annotated[str, typer.Argument(help="name or folder of the tagger after, or 'default': the language's")],
    recipe: Annotated[Path, typer.Option(exists=True, help="tagger recipe: its languages and source weights")],
    language: Annotated[
        list[str] | None, typer.Option(help="only these languages (repeat); default: the recipe's")
    ] = None,
    words: Annotated[int, typer.Option(help="about so many words per language and set")] = 12_000,
    without: Annotated[
        list[str] | None, typer.Option(help="sources left out, e.g. 'own-conversations' (repeat; * and ? are wild)")
    ] = None,
    samples: Annotated[int, typer.Option(min=1, help="resamples")] = 1000,
) -> None:
    data = config.load(recipe).data.without(without or ())
    tables: dict[str, list[str]] = {name: list(head()) for name in SETS}
    means: dict[str, list[list[float]]] = {name: [] for name in SETS}
    chosen = [lang for lang in data.languages if not language or lang in language]
    for lang in track(chosen, "languages", console=Console(stderr=True)):
        sets = dev_sets(folder / lang, data, words)
        taggers = [tagger_of(lang, name) for name in (old, new)]
        for name in SETS:
            before, after = (counts(answered(tagger, HEAD, sets[name])) for tagger in taggers)
            scores = scores_of(before)
            tables[name].append(f"| {lang} | " + " | ".join(cells(before, after, scores, samples)) + " |")
            means[name].append(
                [score(side.sum(axis=0)) or 0.0 for score in scores.values() for side in (before, after)]
            )
    for name, title in SETS.items():
        mean = np.mean(np.array(means[name]), axis=0).reshape(-1, 2)
        row = " | ".join(f"{a:.3f} → {b:.3f}" for a, b in mean)
        print(
            f"\n## Text {title}\n\n"
            + "\n".join([*tables[name], f"| mean | {row} | {mean[-1, 1] - mean[-1, 0]:+.3f} |"])
        )


def head() -> Iterator[str]:
    names = [*PUNCTUATION.labels[1:], "macro", "macro, difference"]
    yield f"| language | {' | '.join(names)} |"
    yield "|---|" + "---:|" * len(names)


def counts(answers: Answers) -> Counts:
    """(passages × 3 labels): words where both agree on a label, words that have it, words that are given it."""
    predicted = answers.logits.argmax(axis=1)
    made = np.zeros((answers.rows.max() + 1, 3, SIZE), dtype=np.int64)
    hits = answers.gold == predicted
    for kind, (where, label) in enumerate(((hits, answers.gold), (..., answers.gold), (..., predicted))):
        np.add.at(made, (answers.rows[where], kind, label[where]), 1)
    return made.reshape(len(made), -1)


def scores_of(reference: Counts) -> dict[str, Score]:
    """F1 of each mark that the reference has, and their mean; of a sum of `counts`."""
    marks = [i for i in range(1, SIZE) if reference.sum(axis=0)[SIZE + i]]

    def macro(total: Counts) -> float | None:
        return float(np.mean([f1(total, i) for i in marks]))

    return {**{PUNCTUATION.labels[i]: lambda total, i=i: f1(total, i) for i in marks}, "macro": macro}  # type: ignore[misc]


def f1(total: Counts, label: int) -> float:
    hits, gold, given = total.reshape(3, SIZE)[:, label]
    return 2 * float(hits) / max(1.0, float(gold + given))


def cells(before: Counts, after: Counts, scores: dict[str, Score], samples: int) -> Iterator[str]:
    """ "0.401±.012 → 0.437±.011" of each mark and the mean, and what the mean gained."""
    wide = [intervals(side, scores, samples) for side in (before, after)]
    for name in [*PUNCTUATION.labels[1:], "macro"]:
        known = name in scores
        yield (
            " → ".join(
                figure(scores[name](side.sum(axis=0)), w[name]) for side, w in zip((before, after), wide, strict=True)
            )
            if known
            else "–"
        )
    made = comparisons(before, after, {"macro": scores["macro"]}, samples)["macro"]
    yield difference(made)


def figure(value: float | None, interval: Interval | None) -> str:
    if value is None or interval is None:
        return "–"
    return f"{value:.3f}±{(interval.high - interval.low) / 2:.3f}".replace("±0", "±")


def difference(made: Comparison | None) -> str:
    if made is None or made.interval is None:
        return "–"
    low, high = -made.interval.high, -made.interval.low
    return f"{-made.difference:+.3f} ({low:+.3f} … {high:+.3f}){'*' if made.significant else ''}"


if __name__ == "__main__":
    typer.run(main)
