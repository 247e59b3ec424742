"""The end of a run: biases, the model folder, its card."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ..labels import PUNCTUATION, LabelSet
from ..tagging import int8, store, subwords
from ..tagging.model import MultiHeadTagger
from . import card, dev, measures
from .config import Run
from .dev import Answers
from .encoded import WordTable
from .report import Report
from .sampling import Slice
from .scores import calibrate
from .start import Vocabulary


def save(
    folder: Path,
    recipe: Run,
    model: MultiHeadTagger,
    heads: Mapping[str, LabelSet],
    dev_set: Mapping[str, list[Slice]],
    words: Vocabulary,
    report: Report,
    about: card.Words = card.TAGGER,
) -> None:
    """Round the weights to the recipe's precision, calibrate on the dev set, write weights, tokenizer and card into
    ``folder``.

    The scores on the card are those of the rounded weights.
    """
    exact = dev.answers(model, dev_set, tuple(heads), words.pieces)
    stored = store.rounded(model, recipe.model.precision)
    answers = dev.answers(model, dev_set, tuple(heads), words.pieces)
    report.note(agreement(recipe.model.precision, exact, answers, heads))
    model.config.bias = biases(model, recipe, words, heads)
    write(folder, model, stored, words)
    scores = measures.of_all(answers, heads, model.config.bias)
    report.write(scores)
    card.write(folder, recipe, report, scores, about)


def write(folder: Path, model: MultiHeadTagger, stored: int8.Weights, words: Vocabulary) -> None:
    """Write a model folder: config, weights, tokenizer."""
    store.write(folder, model, stored)
    _copy_tokenizer(words.path, folder)


def agreement(
    precision: str,
    exact: Mapping[str, Mapping[str, Answers]],
    rounded: Mapping[str, Mapping[str, Answers]],
    heads: Mapping[str, LabelSet],
) -> str:
    """How often the rounded weights give the label that the exact ones give, over the words of all languages; and for
    each mark the F1 of the ones against the others."""
    shares = []
    for head, languages in exact.items():
        if not languages:
            continue
        before = np.concatenate([languages[lang].predicted() for lang in rounded[head]])
        after = np.concatenate([answers.predicted() for answers in rounded[head].values()])
        told = f"{head} {(before == after).mean():.2%}"
        marks = [
            f"{label} {2 * ((before == number) & (after == number)).sum() / given:.2%}"
            for number, label in enumerate(heads[head].labels)
            if heads[head].marks and number and (given := (before == number).sum() + (after == number).sum())
        ]
        shares.append(f"{told} ({', '.join(marks)})" if marks else told)
    return f"Same label in {precision} and in single precision: {', '.join(shares)} of dev words."


def biases(
    model: MultiHeadTagger, recipe: Run, words: Vocabulary, heads: Mapping[str, LabelSet]
) -> dict[str, list[float]]:
    """Logit biases of the punctuation head, calibrated on `dev.for_marks`; other heads stay as they are."""
    marks = {name: labels for name, labels in heads.items() if name == PUNCTUATION.name}
    table = WordTable(words.pieces.encode_word, recipe.model.max_subwords)
    answers = dev.answers(model, dev.for_marks(recipe.data, table, heads), tuple(heads), words.pieces) if marks else {}
    return {
        head: calibrate({lang: (a.gold, a.logits) for lang, a in answers[head].items()}, labels.labels)
        for head, labels in marks.items()
        if answers[head]
    }


def _copy_tokenizer(tokenizer: Path, folder: Path) -> None:
    if tokenizer.is_file():
        shutil.copyfile(tokenizer, folder / subwords.SENTENCEPIECE)
        return
    from transformers import AutoTokenizer

    AutoTokenizer.from_pretrained(tokenizer).save_pretrained(folder)
