"""Encoder-decoders of the T5 family: loaded, asked for their best answer and for the chance of a given one."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModelForSeq2SeqLM

from ..errors import ModelError
from ..tagging import int8, store
from ..tagging.hub import has_safetensors
from ..tagging.load import WEIGHTS, quiet

_HEAD = "lm_head.weight"
_HINT = "`indic-tf train spans RECIPE` makes one"


def load(folder: Path) -> Any:
    """The network of a folder, in single precision: one that `store.write` wrote, or a checkpoint of the T5 family.

    Raises `ModelError` for a folder that holds something else.
    """
    from safetensors.torch import load_file

    try:
        with quiet():
            config = AutoConfig.from_pretrained(folder, local_files_only=True)
            if not hasattr(config, "precision"):
                own = {"dtype": torch.float32, "use_safetensors": has_safetensors(folder), "local_files_only": True}
                return AutoModelForSeq2SeqLM.from_pretrained(folder, **own)
            return _filled(AutoModelForSeq2SeqLM.from_config(config), int8.unpack(load_file(folder / WEIGHTS)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RuntimeError) as error:
        why = str(error).partition("\n")[0]  # the rest is advice for another case
        raise ModelError(f"{folder} does not hold a span normalizer ({why}); {_HINT}") from error


def _filled(model: Any, weights: Mapping[str, Tensor]) -> Any:
    """A new model with these weights. mT5 and ByT5 have an output layer apart from the embedding, ours does not: their
    configs no longer tell, the weights do."""
    if _HEAD in weights:
        model.lm_head.weight = nn.Parameter(weights[_HEAD])
    store.fill(model, weights)
    return model


def padded(rows: Sequence[Sequence[int]], fill: int) -> Tensor:
    """(rows, longest row), filled up on the right."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[fill] * (longest - len(row))] for row in rows])


def _cache_keyword(model: Any) -> str:
    """What ``forward`` calls the keys and values of earlier steps; transformers 5.24 gave it a new name."""
    return "cache" if "cache" in inspect.signature(model.forward).parameters else "past_key_values"


@torch.inference_mode()
def greedy(model: Any, sources: Sequence[Sequence[int]], limits: Sequence[int], end: int) -> list[list[int] | None]:
    """The answer of every source, ``end`` left out, taking the likeliest token at each step; None for an answer that
    has not ended after its limit of tokens."""
    encoded, mask = _encoded(model, sources)
    answers: list[list[int]] = [[] for _ in sources]
    ended = [False] * len(sources)
    rows = [*range(len(sources))]  # the sources that the batch still holds
    last = torch.full((len(rows), 1), model.config.decoder_start_token_id, device=mask.device)
    cache, keyword = None, _cache_keyword(model)
    while True:
        out = model(
            encoder_outputs=encoded,
            attention_mask=mask,
            decoder_input_ids=last,
            use_cache=True,
            **{keyword: cache},
        )
        cache, last = out.past_key_values, out.logits[:, -1].argmax(-1, keepdim=True)
        for i, token in zip(rows, last[:, 0].tolist(), strict=True):
            if not ended[i] and len(answers[i]) < limits[i]:
                ended[i] = token == end
                answers[i] += [] if ended[i] else [token]
        going = [at for at, i in enumerate(rows) if not ended[i] and len(answers[i]) < limits[i]]
        if not going:
            return [answer if done else None for answer, done in zip(answers, ended, strict=True)]
        if len(going) <= len(rows) / 2:  # one long answer should not cost what a full batch does
            rows = [rows[at] for at in going]
            kept = torch.tensor(going, device=mask.device)
            last, mask, encoded = last[kept], mask[kept], (encoded[0][kept],)
            cache.batch_select_indices(kept)


@torch.inference_mode()
def log_probabilities(
    model: Any, sources: Sequence[Sequence[int]], owners: Sequence[int], targets: Sequence[Sequence[int]]
) -> list[float]:
    """The natural logarithm of the chance of every target, given the source ``owners[i]``: teacher forcing.

    The sum over its tokens, the closing one included.
    """
    encoded, mask = _encoded(model, sources)
    at = torch.tensor(owners, device=mask.device)
    gold = padded(targets, -100).to(mask.device)
    known = gold != -100
    hidden = encoded.last_hidden_state[at]
    before = model.prepare_decoder_input_ids_from_labels(labels=gold)
    logits = model(encoder_outputs=(hidden,), attention_mask=mask[at], decoder_input_ids=before).logits
    chances = logits.float().log_softmax(-1).gather(-1, gold.clamp(min=0)[..., None])[..., 0]
    sums: list[float] = (chances * known).sum(1).tolist()
    return sums


def _encoded(model: Any, sources: Sequence[Sequence[int]]) -> tuple[Any, Tensor]:
    """The encoder's output and the mask, (sources, longest)."""
    ids = padded(sources, model.config.pad_token_id).to(model.device)
    mask = padded([[1] * len(row) for row in sources], 0).to(model.device)
    return model.get_encoder()(input_ids=ids, attention_mask=mask), mask
