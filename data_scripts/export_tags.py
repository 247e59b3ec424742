"""Write labelled passages as tab-separated columns, one word a line, for other taggers.

    python data_scripts/export_tags.py SHARDS/hi/planted.train.tsv.gz > hi.tsv
    python data_scripts/export_tags.py SHARDS/hi/planted.train.tsv.gz --scheme underscore > hi.tsv

Columns: word, punctuation, case, ITN, disfluency; an empty line ends a passage; "-" is a label that nobody knows. ITN
spans are BIO tags with their class, or the five types of Tan et al. (2021) with an underscore before all but the first
word.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from indic_tf.labels import HEADS, ITN, underscored
from indic_tf.training import shards
from indic_tf.training.label import Labelled, label_of


class Scheme(str, Enum):
    bio = "bio"
    underscore = "underscore"


def main(
    shard: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="a shard of build_tagger_data.py")],
    scheme: Annotated[Scheme, typer.Option(help="how ITN spans are written")] = Scheme.bio,
) -> None:
    for passage in shards.read(shard):
        columns = [names(passage, head) for head in HEADS]
        if scheme is Scheme.underscore:
            columns[list(HEADS).index(ITN.name)] = list(underscored(names(passage, ITN.name)))
        for row in zip(passage.words, *columns, strict=True):
            print("\t".join(row))
        print()


def names(passage: Labelled, head: str) -> list[str]:
    """The labels of a head as words."""
    return [label_of(HEADS[head], code) for code in passage.codes(head)]


if __name__ == "__main__":
    typer.run(main)
