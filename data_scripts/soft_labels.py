"""What taggers say of the training shards, said once and kept, for students to learn from beside the labels.

    python data_scripts/soft_labels.py runs/tagger_pretrained_north/model --recipe RECIPE --out data/soft
    indic-tf train tagger RECIPE        # with distillation: {soft_labels: data/soft}

For a teacher that is many times as large as its student: in memory (`distillation.teachers`) it would take most of the
run's time, and say the same of a passage whenever that comes up. Of several taggers the mean is kept, as it is where
they answer together (`indic_tf.tagging.joint`). They say it of the shards of the recipe's languages, their views among
them or not, of ``--words`` words of a language at most, each source by its share. What has been said of a shard is kept
and gone on with, so a run can be broken off and taken up again, and more words asked for later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import torch
import typer
from rich.progress import Progress

from indic_tf.errors import IndicTFError, InputError
from indic_tf.tagging import load
from indic_tf.tagging.model import MultiHeadTagger
from indic_tf.tagging.subwords import Subwords
from indic_tf.training import config, soft
from indic_tf.training.encoded import WordTable, encode_source
from indic_tf.training.sampling import weight_of
from indic_tf.training.shards import VIEWS, read, source_name
from indic_tf.training.start import subwords_of
from indic_tf.training.tagger import shards

Teacher = tuple[MultiHeadTagger, Subwords, WordTable]


def main(
    taggers: Annotated[list[Path], typer.Argument(exists=True, file_okay=False, help="folders of taggers")],
    recipe: Annotated[Path, typer.Option(exists=True, help="the student's: languages, shards, weights of sources")],
    out: Annotated[Path, typer.Option(help="folder for what they say")],
    head: Annotated[list[str] | None, typer.Option(help="of these heads (repeat); default: punctuation")] = None,
    words: Annotated[int, typer.Option(help="of each language, at most")] = 1_000_000,
    views: Annotated[bool, typer.Option(help="of noisy, disfluent and planted text too")] = False,
    window: Annotated[int, typer.Option(help="subwords of a window")] = 176,
    languages: Annotated[list[str] | None, typer.Option(help="only these of the recipe (repeat)")] = None,
    threads: Annotated[int | None, typer.Option(help="of this process; default: all cores")] = None,
) -> None:
    if threads:
        torch.set_num_threads(threads)
    try:
        data = config.load(recipe).data
        job = Job([_teacher(folder) for folder in taggers], head or ["punctuation"], out, words, views, window)
        with Progress() as progress:
            for language in languages or data.languages:
                one = data.model_copy(update={"languages": (language,)})
                job.language(one, shards(one, "train")[language], progress)
        soft.note(out, list(map(str, taggers)))
    except (IndicTFError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    print(out)


def _teacher(folder: Path) -> Teacher:
    """The tagger, its subwords, and a table of the words that it has read."""
    model = load.tagger(folder)
    pieces = subwords_of(folder, one_script=model.config.one_script)
    return model.eval(), pieces, WordTable(pieces.encode_word, model.config.max_subwords)


@dataclass(frozen=True)
class Job:
    """Who says what of how many words."""

    teachers: Sequence[Teacher]
    heads: Sequence[str]
    out: Path
    words: int
    views: bool
    window: int

    def language(self, data: config.Data, paths: Sequence[Path], progress: Progress) -> None:
        """Every shard of one language, as many words of it as its weight gives."""
        paths = [path for path in paths if self.views or path.name.split(".")[0] not in VIEWS]
        counts = {path: sum(len(passage.words) for passage in read(path)) for path in paths}
        weights = {path: count * weight_of(source_name(path), data.weights) for path, count in counts.items()}
        most = _shares(weights, counts, self.words)
        bar = progress.add_task(data.languages[0], total=sum(most.values()) * len(self.teachers))
        for path in paths:
            known = soft.stored(self.out, path)
            if any(len(said) != counts[path] for said in known.values()):
                raise InputError(f"{soft.path_of(self.out, path)} is not of the words of {path}: remove it")
            first = min(soft.covered(known[head]) if head in known else 0 for head in self.heads)
            progress.advance(bar, min(first, most[path]) * len(self.teachers))
            if counts[path] < 2 or most[path] <= first:
                continue
            told = [(model, pieces, encode_source(path, table, {})) for model, pieces, table in self.teachers]
            span = range(first, most[path])
            said = soft.say(told, self.heads, self.window, span, lambda words: progress.advance(bar, words))
            for head in self.heads if first else ():
                said[head][:first] = known[head][:first]
            soft.write(self.out, path, {**known, **said})


def _shares(weighted: dict[Path, float], counts: dict[Path, int], words: int) -> dict[Path, int]:
    """How many words of every shard: by its weight, all of it at most."""
    left, made = float(words), dict.fromkeys(counts, 0)
    for path in sorted(counts, key=lambda p: counts[p] / max(weighted[p], 1e-9)):  # soonest used up first
        total = sum(weighted[p] for p in counts if not made[p])
        made[path] = min(counts[path], int(left * weighted[path] / max(total, 1e-9)))
        left -= made[path]
    return made


if __name__ == "__main__":
    typer.run(main)
