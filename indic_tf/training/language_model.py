"""(Continued) pre-training on the words of the shards: `train(Path("recipe.yaml"))`.

What comes out is a tagger folder without heads, which ``model.encoder`` of a tagger's recipe takes.
"""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from ..errors import ModelError
from ..tagging import store
from ..tagging.model import MultiHeadTagger
from ..tagging.subwords import Subwords
from . import card, config, finish, place, start
from .loop import Loop
from .report import Report
from .sampling import Batch, Slice, collate
from .tagger import data, prepare, vocabulary_of

_BATCH = 32
_SCORED = "masked subwords"


def train(config_path: Path, *, resume: bool = False, force: bool = False) -> Path:
    """Run the recipe to its end and return the folder of the encoder.

    ``resume`` goes on with an earlier run, ``force`` begins anew in its place. Raises `InputError` for a recipe or
    shards that cannot be used and for an earlier run without either, `ModelError` for an encoder that cannot be found.
    """
    recipe = config.load_language_model(config_path)
    folders = place.claim(recipe, "language-model", resume=resume, force=force)
    prepare(recipe)
    words = vocabulary_of(recipe)
    sampler, dev_set = data(recipe, words, {})
    report = Report(recipe, {_SCORED: "loss"})
    objective = MaskedSubwords(recipe.objective, words.pieces)

    def evaluate(averaged: LanguageModel) -> float:
        return report.scored({_SCORED: objective.scores(averaged, dev_set)})

    model = LanguageModel(start.build(recipe, words, {}))
    loop = Loop(recipe.training, recipe.output, model, sampler, objective, evaluate)
    if resume:
        loop.restore()
        report.restore(loop.tokens)
    else:
        loop.forget()
    best = loop.run(report)
    start.settled(best.base)
    with folders.model() as made:
        finish.write(made, best.base, store.rounded(best.base, recipe.model.precision), words)
        scores = {_SCORED: objective.scores(best, dev_set)}
        report.write(scores)
        card.write(made, recipe, report, scores, card.LANGUAGE_MODEL)
    return recipe.model_folder


class LanguageModel(nn.Module):
    """An encoder whose output layer is its embedding, transposed (Press and Wolf 2017); where the embedding is
    factorised (ours, ALBERT), so is the output. Raises `ModelError` for an encoder that runs on words."""

    def __init__(self, base: MultiHeadTagger) -> None:
        super().__init__()
        settings: Any = base.config
        if settings.takes_words:
            raise ModelError("model.encoder runs on words, so it cannot guess subwords: start from one on subwords")
        self.base = base
        self.bias = nn.Parameter(torch.zeros(self._embedding().shape[0]))

    def _embedding(self) -> Tensor:
        embedding: Any = self.base.encoder.get_input_embeddings()
        return cast(Tensor, embedding.weight)

    def _narrowed(self, hidden: Tensor) -> Tensor:
        """Hidden states in the size of the embeddings: (…, hidden) → (…, embedding)."""
        shape = (hidden.shape[-1], self._embedding().shape[1])
        if shape[0] == shape[1]:
            return hidden
        layers = (m for m in self.base.encoder.modules() if isinstance(m, nn.Linear) and m.weight.shape == shape)
        return hidden @ next(layers).weight

    def forward(self, batch: Batch, at: Tensor, among: Tensor | None = None) -> Tensor:
        """Logits over the vocabulary, or over the subwords ``among`` it, where ``at`` (batch, length) is True:
        (n, subwords)."""
        settings: Any = self.base.config
        types = {"token_type_ids": settings.types(batch.token_type_ids)} if settings.takes_scripts else {}
        inputs: dict[str, Tensor] = {"input_ids": batch.input_ids, "attention_mask": batch.attention_mask, **types}
        hidden = self.base.encoder(**inputs).last_hidden_state
        every = slice(None) if among is None else among
        return functional.linear(self._narrowed(hidden[at]), self._embedding()[every], self.bias[every]).float()


class MaskedSubwords:
    """The loss of guessing subwords that were masked, from their own position or from the one before.

    Of those chosen, 80 % become the mask subword, 10 % another one, 10 % stay (Devlin et al. 2019, section 3.1). With
    ``candidates`` they are told from each other and from as many drawn ones (Jean et al. 2015, section 3).
    """

    def __init__(self, settings: config.Objective, pieces: Subwords) -> None:
        self._settings, self._pieces = settings, pieces
        self._mask_id, self._count = pieces.mask_id, 1 + max(pieces.table().values())
        self._special = torch.tensor([*pieces.prefix, *pieces.suffix, pieces.pad_id])

    def __call__(self, model: nn.Module, batch: Batch) -> Tensor:
        logits, gold = self._answer(model, batch, self._settings.candidates)
        return functional.cross_entropy(logits, gold, reduction="sum") / max(1, len(gold))

    @torch.inference_mode()
    def scores(self, model: LanguageModel, dev: Mapping[str, Sequence[Slice]]) -> dict[str, dict[str, float]]:
        """Loss (nats per subword) and accuracy of every language's dev set; the same subwords are masked each time."""
        made = {}
        with torch.random.fork_rng():
            torch.manual_seed(0)
            for language, slices in dev.items():
                made[language] = self._score(model.eval(), sorted(slices, key=lambda s: s[2] - s[1]))
        return made

    def _score(self, model: LanguageModel, slices: Sequence[Slice]) -> dict[str, float]:
        loss, right, count = 0.0, 0, 0
        for i in range(0, len(slices), _BATCH):
            batch = collate(slices[i : i + _BATCH], (), self._pieces).to(model.bias.device)
            logits, gold = self._answer(model, batch)
            loss += float(functional.cross_entropy(logits, gold, reduction="sum"))
            right += int((logits.argmax(-1) == gold).sum())
            count += len(gold)
        return {"accuracy": right / max(1, count), "loss": loss / max(1, count)}

    def _answer(self, model: nn.Module, batch: Batch, drawn: int = 0) -> tuple[Tensor, Tensor]:
        """Logits and truth of the masked subwords of a batch: (n, subwords) and (n,); the subwords are all that there
        are, or those of the batch and ``drawn`` others."""
        chosen, masked = self._masked(batch.input_ids)
        gold = batch.input_ids[chosen]
        at = chosen.roll(-1, dims=1) if self._settings.kind == "mntp" else chosen
        masked_batch = replace(batch, input_ids=masked)
        if not drawn:
            return model(masked_batch, at), gold
        among = torch.cat((gold, torch.randint(self._count, (drawn,), device=gold.device))).unique()
        return model(masked_batch, at, among), torch.searchsorted(among, gold)

    def _masked(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """Which subwords are to be guessed, and the ids with the masks in their places: (batch, length) each."""
        chosen = torch.rand(ids.shape, device=ids.device) < self._settings.share
        chosen &= ~torch.isin(ids, self._special.to(ids.device))
        if self._settings.kind == "mntp":
            chosen[:, 0] = False  # nothing stands before the first one
        fate = torch.rand(ids.shape, device=ids.device)
        other = torch.randint_like(ids, self._count)
        masked = ids.where(~chosen | (fate >= 0.9), other).masked_fill(chosen & (fate < 0.8), self._mask_id)
        return chosen, masked
