"""What `predict` needs to know of a model, read from its ``config.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import ModelError
from ..labels import HEADS, LabelSet
from .encode import SCRIPTS

SMALL = "conv_attention"
"""The model type of our own encoder."""

WORD_BERT = "word_bert"
"""The model type of BERT whose layers run on words."""

_ANY = 1 << 30


@dataclass(frozen=True, slots=True)
class Settings:
    """``heads`` by name; ``bias`` is added to a head's logits; the rest as in `model.TaggerConfig`.

    ``precision`` says how the weights are stored: "half", "int8", "int4" or "int6" (see `int8`). ``weight`` is how much
    the tagger counts beside others (see `joint`), ``languages`` are the codes of those that it has learnt: none if that
    is not known; ``window_subwords`` are the most subwords that it has learnt to read at once: any number if that is
    not known.
    """

    heads: Mapping[str, LabelSet]
    bias: Mapping[str, tuple[float, ...]]
    encoder: Mapping[str, Any]
    one_script: bool
    max_subwords: int
    window_words: int
    min_words_cut: int
    precision: str = "half"
    weight: float = 1.0
    languages: tuple[str, ...] = ()
    window_subwords: int = _ANY

    @classmethod
    def read(cls, folder: Path) -> Settings:
        """Raises `ModelError` for a folder whose config is not that of a tagger."""
        try:
            return cls.of(json.loads((folder / "config.json").read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            train = "`indic-tf train tagger RECIPE` makes one"
            raise ModelError(f"{folder} does not hold a tagger ({type(error).__name__}: {error}); {train}") from error

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> Settings:
        """Take the fields from a config as JSON has it."""
        heads = {name: tuple(rows[i] for i in sorted(rows, key=int)) for name, rows in config["heads"].items()}
        return cls(
            heads={name: LabelSet(name, labels, _marks(config, name, labels)) for name, labels in heads.items()},
            bias={name: tuple(config["bias"].get(name) or [0.0] * len(labels)) for name, labels in heads.items()},
            encoder=config["encoder"],
            one_script=config["one_script"],
            max_subwords=config["max_subwords"],
            window_words=config["window_words"],
            min_words_cut=config["min_words_cut"],
            precision=config.get("precision", "half"),
            weight=float(config.get("weight", 1.0)),
            languages=tuple(config.get("languages", ())),
            window_subwords=config.get("window_subwords") or _ANY,
        )

    def knows(self, lang: str) -> bool:
        """Whether the model has learnt a language; True for one that does not say what it has learnt."""
        return not self.languages or lang in self.languages

    @property
    def positions(self) -> int:
        """The longest sequence of subwords that the encoder takes (RoBERTa-like ones lose two positions)."""
        return int(self.encoder.get("max_position_embeddings") or _ANY) - 2

    @property
    def takes_scripts(self) -> bool:
        """Whether the encoder has an embedding per script (see `encode.script_number`)."""
        return int(self.encoder.get("type_vocab_size") or 0) > SCRIPTS

    @property
    def takes_words(self) -> bool:
        """Whether the encoder is to be told where words end (see `word_bert`)."""
        return bool(self.encoder["model_type"] == WORD_BERT)


_AS_PUBLISHED = {"hidden_act": "gelu", "position_embedding_type": "absolute", "is_decoder": False}
_SIZES = (
    "vocab_size",
    "hidden_size",
    "intermediate_size",
    "num_attention_heads",
    "num_hidden_layers",
    "max_position_embeddings",
    "type_vocab_size",
    "layer_norm_eps",
    "pad_token_id",
)


def is_plain_bert(encoder: Mapping[str, Any]) -> bool:
    """Whether an encoder's config, as JSON has it, is that of BERT as published, and whole; transformers has the
    variants, and defaults for what is left out."""
    as_published = all(encoder.get(key, value) == value for key, value in _AS_PUBLISHED.items())
    return encoder["model_type"] == "bert" and as_published and encoder.keys() >= set(_SIZES)


def _marks(config: Mapping[str, Any], name: str, labels: tuple[str, ...]) -> Mapping[str, str]:
    """The marks that stand for a head's labels; a config that names none means those of the default set."""
    written = config.get("marks", {}).get(name)
    if written is None:
        return HEADS[name].marks if name in HEADS and HEADS[name].labels == labels else {}
    return {mark: label for label in labels for mark in written[label]}
