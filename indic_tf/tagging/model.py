"""One shared encoder with one linear head per label set.

After Universal-2-TF (multi-objective token classifier) and the four-in-one tagger of Tan et al. (2021): the heads'
losses are averaged evenly; a batch that carries no label for a head adds nothing to that head.
"""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import AutoConfig, AutoModel, PretrainedConfig, PreTrainedModel
from transformers.utils.generic import ModelOutput

from ..labels import IGNORE
from . import attention
from . import encoder as _registers_the_small_encoder  # noqa: F401
from .encode import SCRIPTS, TYPES
from .settings import SMALL, WORD_BERT


class TaggerConfig(PretrainedConfig):
    """``encoder``: the encoder's config; ``heads``: label set name → {index: label}; ``marks``: name → {label:
    written marks}; ``bias``: name → logit biases; ``loss_weights``: name → weight of the head's loss, else 1.

    ``bidirectional``: a decoder's words see later words too; ``one_script`` says whether words are folded onto one
    script before they are cut into subwords; ``max_subwords`` caps the subwords of a word; ``window_words`` and
    ``window_subwords`` (if that is known) are the longest text seen at once; ``precision`` says how the weights are
    stored ("half", "int8", "int4" or "int6": see `int8`); ``weight`` is how much the tagger counts beside others (see
    `joint`), ``languages`` are the codes of those that it has learnt, if that is known.
    """

    model_type = "indic_tf_tagger"
    sub_configs: ClassVar[dict[str, Any]] = {"encoder": AutoConfig}

    def __init__(
        self,
        encoder: PretrainedConfig | dict[str, Any] | None = None,
        heads: Mapping[str, Mapping[str | int, str]] | None = None,
        bias: Mapping[str, list[float]] | None = None,
        marks: Mapping[str, Mapping[str, list[str]]] | None = None,
        loss_weights: Mapping[str, float] | None = None,
        bidirectional: bool = False,
        one_script: bool = False,
        max_subwords: int = 16,
        window_words: int = 100,
        min_words_cut: int = 15,
        precision: str = "half",
        weight: float = 1.0,
        languages: Sequence[str] = (),
        window_subwords: int | None = None,
        **kwargs: Any,
    ) -> None:
        if isinstance(encoder, dict):
            fields = {key: value for key, value in encoder.items() if key != "model_type"}
            encoder = AutoConfig.for_model(encoder["model_type"], **fields)
        # A copy: transformers puts the attention that this config names, none, into the configs within it.
        self.encoder: Any = copy.deepcopy(encoder)
        if self.encoder is not None:
            self.encoder._name_or_path = ""  # where it lay when the run began says nothing to others
        # In order of the indices: JSON has them as text, "10" before "2".
        self.heads = {
            name: dict(sorted((int(i), label) for i, label in rows.items())) for name, rows in (heads or {}).items()
        }
        self.bias = dict(bias or {})
        self.marks = {name: dict(rows) for name, rows in (marks or {}).items()}
        self.loss_weights = dict(loss_weights or {})
        self.bidirectional = bidirectional
        self.one_script = one_script
        self.max_subwords = max_subwords
        self.window_words = window_words
        self.min_words_cut = min_words_cut
        self.precision = precision
        self.weight = weight
        self.languages = list(languages)
        self.window_subwords = window_subwords
        super().__init__(**kwargs)

    @property
    def takes_scripts(self) -> bool:
        """Whether the encoder has an embedding per script (see `encode.script_number`)."""
        return getattr(self.encoder, "type_vocab_size", 0) > SCRIPTS

    @property
    def takes_words(self) -> bool:
        """Whether the encoder is to be told where words end (see `word_bert`)."""
        return bool(self.encoder.model_type == WORD_BERT)

    def types(self, types: Tensor) -> Tensor:
        """Types (see `encode.TYPES`) as the encoder knows them: scripts alone, except for our own."""
        return types if self.encoder.model_type in (SMALL, WORD_BERT) else types % TYPES


@dataclass
class TaggerOutput(ModelOutput):
    """``logits[head]`` is (batch, length, labels); ``loss`` is there if labels were given."""

    loss: Tensor | None = None
    logits: dict[str, Tensor] | None = None


class MultiHeadTagger(PreTrainedModel):
    """Any encoder that takes ``input_ids`` and ``attention_mask`` and returns ``last_hidden_state``, plus heads."""

    config_class = TaggerConfig
    base_model_prefix = "encoder"

    def __init__(self, config: TaggerConfig, encoder: PreTrainedModel | None = None) -> None:
        super().__init__(config)
        made = AutoModel.from_config(config.encoder, **no_pooler(config.encoder)) if encoder is None else encoder
        made.config.use_cache = False  # decoders would keep what only generation needs
        attention.use(made)
        if config.bidirectional:
            see_both_ways(made)
        self.encoder = made
        size = config.encoder.hidden_size
        self.heads = nn.ModuleDict({name: nn.Linear(size, len(rows)) for name, rows in config.heads.items()})
        self.post_init()

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor,
        token_type_ids: Tensor | None = None,
        labels: Mapping[str, Tensor] | None = None,
        ends: Tensor | None = None,
        width: int | None = None,
    ) -> TaggerOutput:
        """``labels[head]`` is (batch, length) with -100 where there is none; ``ends`` and ``width`` are for encoders
        that run on words (`word_bert`)."""
        types = {} if token_type_ids is None else {"token_type_ids": self.config.types(token_type_ids)}
        words = {"ends": ends, "width": width} if self.config.takes_words else {}
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask, **types, **words).last_hidden_state
        logits = {name: head(hidden).float() for name, head in self.heads.items()}
        loss = None if labels is None else mean_loss(logits, labels, self.config.loss_weights)
        return TaggerOutput(loss=loss, logits=logits)


Entropy = Callable[[str, Tensor, Tensor], Tensor]
"""A head's name, its logits (batch, length, labels) and labels (batch, length) → the sum of its words' losses."""


def cross_entropy(head: str, logits: Tensor, gold: Tensor) -> Tensor:
    """The plain loss of a head, summed over the words whose label is known."""
    return word_losses(logits, gold).sum()


def word_losses(logits: Tensor, gold: Tensor, weights: Tensor | None = None, smoothing: float = 0.0) -> Tensor:
    """The cross-entropy of every word, 0 where no label is known: (batch × length,). ``weights`` has one per label."""
    flat = logits.flatten(0, 1), gold.flatten()
    return functional.cross_entropy(*flat, weights, ignore_index=IGNORE, reduction="none", label_smoothing=smoothing)


def mean_loss(
    logits: Mapping[str, Tensor],
    labels: Mapping[str, Tensor],
    weights: Mapping[str, float] | None = None,
    entropy: Entropy = cross_entropy,
) -> Tensor:
    """The mean of the heads' losses over those heads that have a label in this batch.

    The mean is even unless ``weights`` says otherwise. A batch without any label gives a zero with a gradient. Nothing
    here asks the device for a number, so that a GPU need not wait.
    """
    losses, shares = [], []
    for name, gold in labels.items():
        if name in logits:
            known = (gold != IGNORE).sum()
            shares.append((known > 0) * (weights or {}).get(name, 1.0))
            losses.append(entropy(name, logits[name], gold) / known.clamp(min=1))
    if not losses:
        return next(iter(logits.values())).sum() * 0
    share = torch.stack(shares)
    return (torch.stack(losses) * share).sum() / share.sum().clamp(min=1e-9)


def see_both_ways(decoder: PreTrainedModel) -> None:
    """Lift the causal mask of a decoder, as Cadence does for Gemma 3 (Pulipaka et al. 2025) after LLM2Vec (BehnamGhader
    et al. 2024, section 2.1).

    transformers asks the config for the mask, and each layer where there is no mask at all.
    """
    config: Any = decoder.config
    config.is_causal = False
    if hasattr(config, "use_bidirectional_attention"):
        config.use_bidirectional_attention = True
    for module in decoder.modules():
        if hasattr(module, "is_causal"):
            module.is_causal = False  # type: ignore[assignment]


def no_pooler(config: PretrainedConfig) -> dict[str, bool]:
    """BERT-like encoders come with a pooler that a tagger has no use for."""
    return {"add_pooling_layer": False} if config.model_type in attention.BERT_LIKE else {}
