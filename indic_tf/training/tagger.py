"""Train the tagger from a recipe: `train(Path("recipe.yaml"))`.

AdamW, warm-up and decay to nothing, bf16 autocast, clipped gradients, a moving average of the weights; the average that
did best on the dev set is what is written.
A run can be broken off and resumed: everything it needs is in ``output/checkpoint.pt``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import torch

from .. import labels
from ..errors import InputError
from ..labels import LabelSet
from ..tagging import load, subwords
from ..tagging.model import MultiHeadTagger
from . import card, config, dev, finish, measures, packed, place, soft, start, vocabulary
from .encoded import EncodedSource, WordTable, encode_source
from .loop import Loop
from .objectives import Distillation, Labels, Objective
from .prefetch import Source
from .report import Report
from .resident import ResidentSampler
from .retelling import between
from .sampling import Batch, Sampler, Slice
from .shards import source_name

log = logging.getLogger(__name__)

_ALPHA = 0.3  # of the words of a vocabulary of 32,000, two in ten are then cut otherwise, and texts a fifth longer


def train(config_path: Path, *, resume: bool = False, force: bool = False) -> Path:
    """Run the recipe to its end and return the folder of the finished model.

    ``resume`` goes on with an earlier run, ``force`` begins anew in its place. Raises `InputError` for a recipe or
    shards that cannot be used and for an earlier run without either (`place.claim`), `ModelError` for an encoder or a
    teacher that cannot be found.
    """
    recipe = config.load(config_path)
    folders = place.claim(recipe, "tagger", resume=resume, force=force)
    prepare(recipe)
    teachers = [] if recipe.distillation is None else recipe.distillation.teachers
    words = vocabulary_of(recipe, teachers)
    heads = label_sets(recipe.model)
    judged = objective(recipe, words, heads)
    return run(Lesson(recipe, words, heads, *data(recipe, words, heads), judged), folders)


@dataclass(frozen=True)
class Lesson:
    """Everything that a run learns from and is judged by."""

    recipe: config.Run
    words: start.Vocabulary
    heads: Mapping[str, LabelSet]
    sampler: Source[Batch]
    dev_set: dev.Set
    objective: Objective


def run(
    lesson: Lesson,
    folders: place.Place,
    about: card.Words = card.TAGGER,
    also: Callable[[Path], object] = lambda folder: None,
) -> Path:
    """Train the heads of a recipe and write the model's folder; ``about`` is what its card says of such models, and
    ``also`` writes what else belongs into it."""
    model, report = learn(lesson, resume=folders.resume)
    with folders.model() as made:
        finish.save(made, lesson.recipe, model, lesson.heads, lesson.dev_set, lesson.words, report, about)
        also(made)
    return lesson.recipe.model_folder


def learn(lesson: Lesson, *, resume: bool = False) -> tuple[MultiHeadTagger, Report]:
    """The best model of a run, by the dev set, and what the run says of itself."""
    recipe, words, heads = lesson.recipe, lesson.words, lesson.heads
    report = Report(recipe, {name: labels_.labels[0] for name, labels_ in heads.items()})

    def evaluate(averaged: MultiHeadTagger) -> float:
        answers = dev.answers(averaged, lesson.dev_set, tuple(heads), words.pieces)
        return report.scored(measures.judged(answers, heads))

    model = start.build(recipe, words, heads)
    loop = Loop(recipe.training, recipe.output, model, lesson.sampler, lesson.objective, evaluate)
    if resume:
        loop.restore()
        report.restore(loop.tokens)
    else:
        loop.forget()
    return start.settled(loop.run(report)), report


def prepare(run: config.Job) -> None:
    """Seed, threads and folder of a run."""
    torch.manual_seed(run.training.seed)
    threads = run.training.threads if run.training.processes == 1 else 1  # more do not survive a fork
    if threads:
        torch.set_num_threads(threads)
    run.output.mkdir(parents=True, exist_ok=True)


def objective(recipe: config.Recipe, words: start.Vocabulary, heads: Mapping[str, LabelSet]) -> Objective:
    """The labels alone, or teachers' logits too; raises `ModelError` for a teacher that cannot be told the words."""
    judged = Labels(heads, recipe.loss)
    if recipe.distillation is None:
        return judged
    folders = recipe.distillation.teachers
    teachers = [load.tagger(folder) for folder in folders]
    retold = [
        between(words.pieces, start.subwords_of(folder, recipe.tokenizer.one_script), t.config.max_subwords, folder)
        for folder, t in zip(folders, teachers, strict=True)
    ]
    return Distillation(teachers, retold, heads, recipe.distillation, judged)


def label_sets(model: config.Model) -> dict[str, LabelSet]:
    """The recipe's heads: the default label sets, or those of its label files."""
    return {
        name: labels.load(model.label_files[name]) if name in model.label_files else labels.HEADS[name]
        for name in model.heads
    }


def shards(
    data: config.Mixed, split: str, made_by: str = "data_scripts/build_tagger_data.py", what: str = "shards"
) -> dict[str, list[Path]]:
    """The shards of each language; raises `InputError`, saying what makes them, for a language that has none."""
    found = {lang: sorted((data.shards / lang).glob(f"*.{split}.tsv.gz")) for lang in data.languages}
    if missing := [lang for lang, paths in found.items() if not paths]:
        raise InputError(f"no {split} {what} for {', '.join(missing)} in {data.shards}: {made_by} writes them")
    return found


def vocabulary_of(run: config.Run, teachers: Sequence[Path] = ()) -> start.Vocabulary:
    """The subwords of a run; a vocabulary of its own is trained on its shards."""
    target = run.output / subwords.SENTENCEPIECE
    return start.vocabulary(run, teachers, lambda: vocabulary.train(run, shards(run.data, "train"), target))


def data(
    run: config.Run, words: start.Vocabulary, heads: Mapping[str, LabelSet]
) -> tuple[Source[Batch], dict[str, list[Slice]]]:
    """What draws the batches of a run, and its dev set by language."""
    table = WordTable(words.pieces.encode_word, run.model.max_subwords)
    return sampler(run, words, heads, dict(sources(run, words, heads))), dev.load(run.data, table, heads)


def sampler(
    run: config.Run, words: start.Vocabulary, heads: Mapping[str, LabelSet], cuts: Mapping[str, list[EncodedSource]]
) -> Source[Batch]:
    """What draws the batches of a run from sources, one a way to cut words; where there is a GPU, in its memory."""
    seed, pieces = run.training.seed, words.pieces
    if torch.cuda.is_available() and run.data.cuts == 1 and not (pieces.prefix or pieces.suffix):
        sources = {name: own[0] for name, own in cuts.items()}
        return ResidentSampler(sources, run.data, tuple(heads), pieces, seed, torch.device("cuda"))
    return Sampler(cuts, run.data, tuple(heads), pieces, seed)


def sources(
    run: config.Run, words: start.Vocabulary, heads: Mapping[str, LabelSet]
) -> Iterator[tuple[str, list[EncodedSource]]]:
    """The training sources, by name, one a way to cut words, with what teachers have said of them."""
    tables, softly = _tables(run, words.pieces), _soft_labels(run)
    for language in run.data.languages:
        for name, cuts in _encoded(run, language, tables, heads):
            _check(cuts[0], name, heads)
            if cuts[0].word_count > 1:
                said = soft.read(softly, Path(name), cuts[0].word_count, heads) if softly else {}
                yield name, [replace(cut, soft=said) for cut in cuts]
        log.info("read %s", language)


def _encoded(
    run: config.Run, language: str, tables: Sequence[WordTable], heads: Mapping[str, LabelSet]
) -> Iterator[tuple[str, list[EncodedSource]]]:
    if (found := packed.path_of(run.data.shards, language)).is_file():
        if len(tables) > 1 or run.data.share < 1:
            raise InputError(f"{found}: packed shards have one way to cut words (data.cuts) and all text (data.share)")
        sources = packed.read(found, heads, tables[0])
        yield from ((name, [source]) for name, source in sources.items())
        return
    one = run.data.model_copy(update={"languages": (language,)})
    for path in shards(one, "train")[language]:
        yield source_name(path), [encode_source(path, table, heads, run.data.share) for table in tables]


def _soft_labels(run: config.Run) -> Path | None:
    """The folder of what teachers have said beforehand, if the recipe has one; raises `InputError` for none there."""
    taught = run.distillation if isinstance(run, config.Recipe) else None
    folder = taught.soft_labels if taught else None
    if folder is None:
        return None
    if not folder.is_dir():
        raise InputError(f"no soft labels in {folder}: data_scripts/soft_labels.py writes them")
    if run.data.share < 1:
        raise InputError("data.share: soft labels are of all passages, so all have to be read: leave it at 1")
    return folder


def _tables(run: config.Run, pieces: subwords.Subwords) -> list[WordTable]:
    """One table for every way to cut the words: the best first, then ones that cut each word as drawn.

    Raises `InputError` for a vocabulary that has one way only.
    """
    ways: list[Callable[[str], tuple[int, ...]]] = [pieces.encode_word]
    if run.data.cuts > 1:
        if not isinstance(pieces, subwords.PieceModel):
            raise InputError("data.cuts: only a SentencePiece vocabulary of this package cuts words in other ways")
        subwords.seed(run.training.seed)
        ways += [partial(pieces.draw_word, alpha=_ALPHA)] * (run.data.cuts - 1)
    return [WordTable(way, run.model.max_subwords) for way in ways]


def _check(source: EncodedSource, where: str, heads: Mapping[str, LabelSet]) -> None:
    """Raise `InputError` for a shard with codes that a label set does not have."""
    for (name, labels_), row in zip(heads.items(), source.labels, strict=True):
        if row.max(initial=0) >= len(labels_):
            raise InputError(f"{where} was labelled with more {name} labels than the recipe's set has: build it anew")
