"""The encoders of `network` and `word_bert` as transformers models, registered with the Auto classes."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel, PretrainedConfig, PreTrainedModel
from transformers.modeling_outputs import BaseModelOutput

from . import word_bert
from .encode import TYPES
from .network import ConvAttention, Shape
from .settings import WORD_BERT


class ConvAttentionConfig(PretrainedConfig):
    """``blocks`` lists the blocks from the bottom, each "conv" or "attention"; ``type_vocab_size`` counts scripts;
    ``repeats`` says whether words that are said twice have an embedding of their own (`encode.repeats`)."""

    model_type = "conv_attention"

    def __init__(
        self,
        vocab_size: int = 32000,
        embedding_size: int = 128,
        hidden_size: int = 256,
        intermediate_size: int = 1024,
        num_attention_heads: int = 4,
        blocks: Sequence[str] = ("conv", "conv", "attention", "conv", "conv", "attention"),
        kernel_size: int = 7,
        type_vocab_size: int = 10,
        repeats: bool = False,
        dropout: float = 0.0,
        initializer_range: float = 0.02,
        pad_token_id: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.pad_token_id = pad_token_id
        self.vocab_size = vocab_size
        self.embedding_size = embedding_size
        self.hidden_size = hidden_size
        self.intermediate_size = intermediate_size
        self.num_attention_heads = num_attention_heads
        self.blocks = list(blocks)
        self.kernel_size = kernel_size
        self.type_vocab_size = type_vocab_size
        self.repeats = repeats
        self.dropout = dropout
        self.initializer_range = initializer_range


class ConvAttentionModel(PreTrainedModel):
    """Subword ids → hidden states.

    ``input_ids``, ``attention_mask`` and ``token_type_ids`` (`encode.TYPES`) are (batch, length) integers;
    ``last_hidden_state`` is (batch, length, hidden).
    """

    config_class = ConvAttentionConfig
    base_model_prefix = "network"

    def __init__(self, config: ConvAttentionConfig) -> None:
        super().__init__(config)
        self.network = ConvAttention(cast(Shape, config))
        self.post_init()

    def get_input_embeddings(self) -> nn.Module:
        return self.network.embed

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor | None = None,
        token_type_ids: Tensor | None = None,
        **_: Any,
    ) -> BaseModelOutput:
        mask = torch.ones_like(input_ids) if attention_mask is None else attention_mask
        return BaseModelOutput(last_hidden_state=self.network(input_ids, mask, token_type_ids))


class WordBertConfig(PretrainedConfig):
    """The fields of `word_bert.Shape`."""

    model_type = WORD_BERT

    def __init__(
        self,
        vocab_size: int = 36000,
        hidden_size: int = 384,
        intermediate_size: int = 1536,
        num_attention_heads: int = 12,
        num_hidden_layers: int = 6,
        max_position_embeddings: int = 512,
        type_vocab_size: int = TYPES,
        layer_norm_eps: float = 1e-12,
        pooled_subwords: int = 12,
        initializer_range: float = 0.02,
        pad_token_id: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.pad_token_id = pad_token_id
        self.vocab_size = vocab_size
        self.hidden_size = hidden_size
        self.intermediate_size = intermediate_size
        self.num_attention_heads = num_attention_heads
        self.num_hidden_layers = num_hidden_layers
        self.max_position_embeddings = max_position_embeddings
        self.type_vocab_size = type_vocab_size
        self.layer_norm_eps = layer_norm_eps
        self.pooled_subwords = pooled_subwords
        self.initializer_range = initializer_range


class WordBertModel(PreTrainedModel):
    """Subword ids → hidden states: as `ConvAttentionModel`, and told where words end (`word_bert.WordBert`)."""

    config_class = WordBertConfig
    base_model_prefix = "network"

    def __init__(self, config: WordBertConfig) -> None:
        super().__init__(config)
        self.network = word_bert.WordBert(cast(word_bert.Shape, config))
        self.post_init()

    def get_input_embeddings(self) -> nn.Module:
        return self.network.embeddings.word_embeddings

    def forward(
        self,
        input_ids: Tensor,
        ends: Tensor,
        token_type_ids: Tensor | None = None,
        width: int | None = None,
        **_: Any,
    ) -> BaseModelOutput:
        return BaseModelOutput(last_hidden_state=self.network(input_ids, token_type_ids, ends, width))


for _config, _model in ((ConvAttentionConfig, ConvAttentionModel), (WordBertConfig, WordBertModel)):
    AutoConfig.register(_config.model_type, _config, exist_ok=True)
    AutoModel.register(_config, _model, exist_ok=True)
