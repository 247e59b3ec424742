"""F1 of a tagger on written text it has not seen.

    python data_scripts/evaluate_tagger.py DEVSETS

DEVSETS holds ``<language>/<set>.txt``, one passage a line. The marks are stripped as for training; the table shows F1
per mark and set. "macro" is the mean over the marks that occur in the set, without ``none``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from indic_tf.labels import PUNCTUATION, LabelSet
from indic_tf.taggers import DEFAULT, tagger_of
from indic_tf.tagging.predict import Tagger
from indic_tf.training import clean
from indic_tf.training.label import UNKNOWN, Labelled, Periods, label, tokens
from indic_tf.training.scores import Ints, macro_f1, score


def main(
    devsets: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of <language>/<set>.txt")],
    model: Annotated[str, typer.Option(help="name or folder of a tagger; default: the language's")] = DEFAULT,
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
) -> None:
    """Print a Markdown table, a row per set."""
    print(f"| set | sha256 | passages | words | {' | '.join(PUNCTUATION.labels[1:])} | macro |")
    print("|---|---|---:|---:|" + "---:|" * len(PUNCTUATION))
    for path in sorted(devsets.glob("*/*.txt")):
        if not language or path.parent.name in language:
            tagger = tagger_of(path.parent.name, model)
            print(_row(path, tagger, tagger.heads[PUNCTUATION.name]))


def _row(path: Path, tagger: Tagger, head: LabelSet) -> str:
    passages = list(read(path))
    gold, predicted = answers(passages, tagger, head)
    scores = score(gold, predicted, head.labels)
    cells = [f"{row.f1:.3f}" if row.support else "–" for row in list(scores.values())[1:]]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
    macro = macro_f1(gold, predicted, head.labels)
    name = f"{path.parent.name}/{path.stem}"
    return f"| {name} | {digest} | {len(passages)} | {len(gold)} | {' | '.join(cells)} | {macro:.3f} |"


def read(path: Path) -> Iterator[Labelled]:
    """The labelled passages of a set; lines without a word are left out."""
    lines = [clean.clean(clean.normal(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    passages = [passage for passage in map(tokens, lines) if passage]
    periods = Periods.learn(passages)
    return (label(passage, periods) for passage in passages)


def answers(passages: list[Labelled], tagger: Tagger, head: LabelSet) -> tuple[Ints, Ints]:
    """Truth and answer of every word as indices; undecided truth is -100."""
    tagged = tagger.tag([passage.words for passage in passages])
    gold = [-100 if code == UNKNOWN else int(code) for passage in passages for code in passage.punctuation]
    predicted = [head.index(name) for answer in tagged for name in answer.labels[head.name]]
    return np.array(gold), np.array(predicted)


if __name__ == "__main__":
    typer.run(main)
