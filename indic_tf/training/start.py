"""The model a run starts from: a new small encoder, or a pretrained one under new heads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from transformers import AutoModel

from ..errors import ModelError
from ..labels import LabelSet
from ..tagging.encode import SCRIPTS
from ..tagging.encoder import ConvAttentionConfig
from ..tagging.model import MultiHeadTagger, TaggerConfig
from .config import Recipe


def build(recipe: Recipe, heads: Mapping[str, LabelSet]) -> MultiHeadTagger:
    """An untrained tagger for the recipe; raises `ModelError` for an encoder that cannot be loaded."""
    model = recipe.model
    encoder = None if model.encoder is None else AutoModel.from_pretrained(encoder_folder(model.encoder))
    fields = {"vocab_size": recipe.tokenizer.size, "type_vocab_size": SCRIPTS + 1, **model.config}
    config = TaggerConfig(
        encoder=ConvAttentionConfig(**fields) if encoder is None else encoder.config,
        heads={name: dict(enumerate(labels.labels)) for name, labels in heads.items()},
        loss_weights=recipe.training.loss_weights,
        one_script=recipe.tokenizer.one_script,
        max_subwords=model.max_subwords,
        window_words=model.window_words,
        min_words_cut=model.min_words_cut,
    )
    return MultiHeadTagger(config, encoder)


def encoder_folder(name: str) -> Path:
    """The folder of a Hugging Face encoder, downloaded where ``name`` is a hub id."""
    if Path(name).is_dir():
        return Path(name)
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError

    try:
        return Path(snapshot_download(name))
    except (OSError, HfHubHTTPError, HFValidationError) as error:
        raise ModelError(f"no encoder {name!r}: give a folder or a hub id (hf download {name})") from error
