"""Every head of a tagger on the dev shards of its languages, through the same windows as in use.

    python data_scripts/evaluate_heads.py SHARDS --recipe data_scripts/recipes/tagger_builtin.yaml --model builtin

Per language about ``--words`` words of each of these, every source by its weight in the recipe:

    written      punctuation and case: passages as they were written, numbers as placeholders
    noisy        punctuation: the same passages with a recogniser's errors (words lost, misheard, joined, split)
    spoken       ITN spans: passages with numbers, said by the grammar, and passages with planted spans
    disfluent    disfluency tags: passages with fillers, repetitions, restarts and cut-off words

"macro" is the mean F1 of the marks without ``none``, "with none" includes it. Means are over the Indic languages. The
tables are Markdown; ``--json`` writes the figures to a file as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

from indic_tf.labels import HEADS
from indic_tf.tagging.predict import Tagger
from indic_tf.training import config, shards
from indic_tf.training.build import SPOKEN
from indic_tf.training.dev import Answers
from indic_tf.training.label import UNKNOWN, Labelled
from indic_tf.training.measures import Row, measure
from indic_tf.training.noise import Confusions, Rates, noisy
from indic_tf.training.report import table
from indic_tf.training.sampling import weight_of

VIEWS = ("planted", "disfluent", "noisy")
SETS = {  # title → head, which set
    "Punctuation, written": ("punctuation", "written"),
    "Punctuation, with a recogniser's errors": ("punctuation", "noisy"),
    "Case": ("case", "written"),
    "ITN spans": ("itn", "spoken"),
    "Disfluency": ("disfluency", "disfluent"),
}
CLOSED_CLASS = "en"  # the one language whose own words have case
SEED = 7


def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="shards with their views")],
    recipe: Annotated[Path, typer.Option(exists=True, help="tagger recipe: its languages and source weights")],
    model: Annotated[str, typer.Option(help="name or folder of a tagger")] = "builtin",
    language: Annotated[
        list[str] | None, typer.Option(help="only these languages (repeat); default: the recipe's")
    ] = None,
    words: Annotated[int, typer.Option(help="about so many words per language and set")] = 20_000,
    json_: Annotated[Path | None, typer.Option("--json", help="write the figures here too")] = None,
) -> None:
    data = config.load(recipe).data
    tagger = Tagger.load(model)
    chosen = [lang for lang in data.languages if not language or lang in language]
    found: dict[str, dict[str, Row]] = {title: {} for title in SETS}
    for lang in track(chosen, "languages", console=Console(stderr=True)):
        sets = dev_sets(folder / lang, data, words)
        for title, (head, name) in SETS.items():
            if head in tagger.heads and (head != "case" or lang == CLOSED_CLASS):
                found[title][lang] = with_means(head, measured(tagger, head, sets[name]))
    for title, rows in found.items():
        if rows:
            print(f"\n## {title}\n\n" + "\n".join(table(rows)))
    if json_:
        json_.write_text(json.dumps(found, indent=1))


def dev_sets(folder: Path, data: config.Data, words: int) -> dict[str, list[Labelled]]:
    """The passages of each set of a language."""
    paths = sorted(folder.glob("*.dev.tsv.gz"))
    names = {path: path.name.split(".")[0] for path in paths}
    written = [p for p in paths if names[p] not in VIEWS and not names[p].endswith(SPOKEN)]
    said = [p for p in paths if names[p].endswith(SPOKEN) or names[p] == "planted"]
    sets = {
        "written": weighted(written, data, words),
        "spoken": weighted(said, data, words),
        "disfluent": weighted([p for p in paths if names[p] == "disfluent"], data, words),
    }
    confusions, random = Confusions.read(folder / "confusions.tsv"), np.random.default_rng(SEED)
    return sets | {"noisy": [noisy(passage, confusions, random, Rates(cut=0.0)) for passage in sets["written"]]}


def weighted(paths: Iterable[Path], data: config.Data, words: int) -> list[Labelled]:
    """The first passages of each shard, as many as its share by weight; a short shard gives all it has."""
    found = {path: list(shards.read(path)) for path in paths}
    weights = {
        path: weight_of(f"{path.parent.name}/{path.name.split('.')[0]}", data.weights)
        * sum(len(passage.words) for passage in passages)
        for path, passages in found.items()
    }
    total = sum(weights.values())
    chosen: list[Labelled] = []
    for path, passages in found.items():
        left = words * weights[path] / max(total, 1e-9)
        for passage in passages:
            if left <= 0:
                break
            chosen.append(passage)
            left -= len(passage.words)
    return chosen


def measured(tagger: Tagger, head: str, passages: list[Labelled]) -> Row:
    """The measures of one head on passages."""
    if not passages:
        return {}
    labels = tagger.heads[head]
    tagged = tagger.tag([passage.words for passage in passages])
    gold = [index(code) for passage in passages for code in passage.codes(head)]
    predicted = [labels.index(name) for answer in tagged for name in answer.labels[head]]
    rows = [i for i, passage in enumerate(passages) for _ in passage.words]
    known = np.array(gold) >= 0
    logits = np.eye(len(labels), dtype=np.float32)[np.array(predicted)]
    return measure(head, Answers(np.array(gold)[known], logits[known], np.array(rows)[known]), labels)


def index(code: str) -> int:
    return -100 if code == UNKNOWN else ord(code) - ord("0")


def with_means(head: str, row: Row) -> Row:
    """Punctuation with its two macro means."""
    if head != "punctuation" or not row:
        return row
    neutral = HEADS[head].labels[0]
    marks = [value for name, value in row.items() if name != neutral]
    return row | {"macro": float(np.mean(marks)), "with none": float(np.mean([*marks, row[neutral]]))}


if __name__ == "__main__":
    typer.run(main)
