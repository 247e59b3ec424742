"""Train the span normalizer from a recipe: `train(Path("recipe.yaml"))`.

The loop is the tagger's: AdamW, warm-up and decay to nothing, bf16 autocast, a moving average of the weights, of which
the one that did best on the dev set is written; a run can be broken off and resumed.
"""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.progress import track
from torch import Tensor, nn

from ...errors import InputError, ModelError
from ...seq2seq import network, pieces
from ...tagging import store, subwords
from .. import card, place, tagger
from ..loop import Loop
from ..shards import source_name
from ..start import encoder_folder
from . import recipe as span_recipe
from . import report as span_report
from . import vocabulary as span_vocabulary
from .data import Batch, EncodedPairs, PairSampler, encode
from .recipe import PairData, SpanRecipe
from .report import Dev, SpanReport

_LIMITS = """\
* Trained on values said and written by grammars and put into real sentences; what people say otherwise is not there.
* It may write digits that nobody said. Have its answers checked, as `IndicFormatter` does.
* The dev pairs are made the same way as the training pairs, of other passages.
"""
CARD = card.Words(_LIMITS, "Exact answers on held-out pairs", "text2text-generation")


def train(config_path: Path, *, resume: bool = False, force: bool = False) -> Path:
    """Run the recipe to its end and return the folder of the finished model.

    ``resume`` goes on with an earlier run, ``force`` begins anew in its place. Raises `InputError` for a recipe or
    pairs that cannot be used and for an earlier run without either, `ModelError` for a checkpoint that cannot be found.
    """
    recipe = span_recipe.load(config_path)
    folders = place.claim(recipe, "spans", resume=resume, force=force)
    tagger.prepare(recipe)
    words, model = start(recipe)
    sampler, dev = data(recipe, words)
    report = SpanReport(recipe, dict.fromkeys(span_report.tasks(dev), span_report.EVERY))

    def evaluate(averaged: Any) -> float:
        return report.scored(span_report.scores(span_report.answers(averaged, words, dev), dev))

    loop = Loop(recipe.training, recipe.output, model, sampler, teach, evaluate)
    if resume:
        loop.restore()
        report.restore(loop.tokens)
    else:
        loop.forget()
    best = loop.run(report)
    with folders.model() as made:
        save(made, recipe, best, words, dev, report)
    return recipe.model_folder


def teach(model: nn.Module, batch: Batch) -> Tensor:
    """The mean cross-entropy of the answers' tokens, each given those before it."""
    loss: Tensor = model(input_ids=batch.input_ids, attention_mask=batch.attention_mask, labels=batch.labels).loss
    return loss


def start(recipe: SpanRecipe) -> tuple[pieces.Pieces, Any]:
    """Subwords and network that the run starts from."""
    if recipe.model.encoder is not None:
        folder = encoder_folder(recipe.model.encoder)
        return pieces.load(folder), network.load(folder)
    target = recipe.output / subwords.SENTENCEPIECE
    words = pieces.OwnPieces(span_vocabulary.train(recipe, shards(recipe.data, "train"), target))
    return words, new(recipe, words)


def new(recipe: SpanRecipe, words: pieces.Pieces) -> Any:
    """An untrained model of the recipe's size. Raises `ModelError` for fields that do not fit together.

    Embedding and output layer are two, as in mT5: one for both would have to be small, so that logits begin near 0, and
    the words would be drowned by what the first layers add.
    """
    from huggingface_hub.errors import StrictDataclassError
    from transformers import AutoConfig, AutoModelForSeq2SeqLM

    ids = {"vocab_size": words.size, "pad_token_id": words.pad_id, "eos_token_id": words.end_id}
    fields = {"dropout_rate": 0.0, **recipe.model.config, **ids, "decoder_start_token_id": words.pad_id}
    try:
        model = AutoModelForSeq2SeqLM.from_config(AutoConfig.for_model(str(fields.pop("model_type", "mt5")), **fields))
    except (ValueError, TypeError, RuntimeError, StrictDataclassError) as error:
        raise ModelError(f"model.config makes no network: {error}") from error
    embedding: Tensor = model.get_input_embeddings().weight.detach()
    model.lm_head.weight = nn.Parameter(embedding * model.config.hidden_size**-0.5)
    return model


def shards(data: PairData, split: str) -> dict[str, list[Path]]:
    """The files of pairs of each language; raises `InputError` for a language that has none."""
    return tagger.shards(data, split, "data_scripts/build_span_pairs.py", "pairs")


def data(recipe: SpanRecipe, words: pieces.Pieces) -> tuple[PairSampler, Dev]:
    """What draws the batches of a run, and its dev set by language.

    Raises `InputError` where no pair is short enough.
    """
    paths = [path for own in shards(recipe.data, "train").values() for path in own]
    sources: dict[str, EncodedPairs] = {}
    for path in track(paths, "reading pairs", transient=True):
        source = encode(path, words, recipe.data.longest)
        if source.word_count:
            sources[source_name(path)] = source
    if not sources:
        most = recipe.data.longest
        raise InputError(f"every pair in {recipe.data.shards} is longer than {most} tokens, the recipe's data.longest")
    sampler = PairSampler(sources, recipe.data, words.pad_id, recipe.training.seed)
    return sampler, span_report.load(shards(recipe.data, "dev"), recipe.data.dev_pairs)


def save(folder: Path, recipe: SpanRecipe, model: Any, words: pieces.Pieces, dev: Dev, report: SpanReport) -> None:
    """Round the weights to the recipe's precision, write weights, tokenizer and card into ``folder``.

    The scores on the card are those of the rounded weights.
    """
    precision = recipe.model.precision
    exact = span_report.answers(model, words, dev)
    stored = store.rounded(model, precision)
    answered = span_report.answers(model, words, dev)
    same = span_report.agreement(exact, answered)
    report.note(f"Same answer in {precision} and in single precision: {same:.2%} of dev pairs.")
    store.write(folder, model, stored)
    words.save(folder)
    scores = span_report.scores(answered, dev)
    report.write(scores)
    card.write(folder, recipe, report, scores, CARD)
