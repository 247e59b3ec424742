"""Model folders → networks that score: our own encoder and BERT with torch alone, any other through transformers.

The short way matters: importing transformers takes longer than everything else that a first sentence needs.
"""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import torch
from torch import Tensor, nn

from ..errors import ModelError
from . import bert, int8, word_bert
from .network import ConvAttention, Shape
from .settings import SMALL, Settings, is_plain_bert

if TYPE_CHECKING:
    from .model import MultiHeadTagger

WEIGHTS = "model.safetensors"
_HINT = "`indic-tf train tagger RECIPE` makes one"


class Scored(NamedTuple):
    """``logits[head]`` is (batch, length, labels)."""

    logits: dict[str, Tensor]


class PlainTagger(nn.Module):
    """`model.MultiHeadTagger` without transformers: same weights, same answers."""

    def __init__(self, encoder: nn.Module, settings: Settings) -> None:
        super().__init__()
        self.encoder = encoder
        self._on_words = settings.takes_words
        size = settings.encoder["hidden_size"]
        self.heads = nn.ModuleDict({name: nn.Linear(size, len(labels)) for name, labels in settings.heads.items()})

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor,
        token_type_ids: Tensor | None = None,
        ends: Tensor | None = None,
        width: int | None = None,
    ) -> Scored:
        if self._on_words:
            hidden = self.encoder(input_ids, token_type_ids, ends, width)
        else:
            hidden = self.encoder(input_ids, attention_mask, token_type_ids)
        return Scored({name: head(hidden).float() for name, head in self.heads.items()})


def network(folder: Path, settings: Settings) -> nn.Module:
    """The network of a model folder, in single precision.

    Raises `ModelError` for weights that are missing or do not fit.
    """
    try:
        with torch.device("meta"):  # no random numbers for weights that are read next
            encoder = _plain(settings) if (folder / WEIGHTS).is_file() else None
            empty = None if encoder is None else PlainTagger(encoder, settings)
        return _any(folder, settings) if empty is None else _filled(empty, folder)
    except (OSError, ValueError, KeyError, TypeError, RuntimeError) as error:
        raise ModelError(f"{folder} does not hold a whole tagger ({error}); {_HINT}") from error


def _plain(settings: Settings) -> nn.Module | None:
    """The encoder of a model, without weights, where it can do without transformers."""
    if settings.encoder["model_type"] == SMALL:
        return ConvAttention(cast(Shape, SimpleNamespace(**{"repeats": False, **settings.encoder})))
    if settings.takes_words:
        return word_bert.WordBert(cast(word_bert.Shape, SimpleNamespace(**settings.encoder)))
    if is_plain_bert(settings.encoder):
        return bert.Bert(cast(bert.Shape, SimpleNamespace(**settings.encoder)))
    return None


def _filled(empty: PlainTagger, folder: Path) -> PlainTagger:
    from safetensors.torch import load_file

    weights = int8.unpack(load_file(folder / WEIGHTS))
    named = {name.replace("encoder.network.", "encoder.", 1): values for name, values in weights.items()}
    empty.load_state_dict(named, assign=True)
    return empty


def tagger(folder: Path) -> MultiHeadTagger:
    """The network of a model folder as transformers has it, in single precision, to be trained further.

    Raises `ModelError` for weights that are missing or do not fit.
    """
    try:
        return _any(folder, Settings.read(folder))
    except (OSError, ValueError, KeyError, TypeError, RuntimeError) as error:
        raise ModelError(f"{folder} does not hold a whole tagger ({error}); {_HINT}") from error


def _any(folder: Path, settings: Settings) -> MultiHeadTagger:
    from safetensors.torch import load_file

    from .model import MultiHeadTagger, TaggerConfig

    with quiet():
        if settings.precision == "half":
            made: Any = MultiHeadTagger.from_pretrained(folder, dtype=torch.float32, local_files_only=True)
            return cast(MultiHeadTagger, made)
        empty = MultiHeadTagger(TaggerConfig.from_pretrained(folder, local_files_only=True))
    empty.load_state_dict(int8.unpack(load_file(folder / WEIGHTS)))
    return empty


@contextmanager
def quiet() -> Iterator[None]:
    """Keep transformers' loading reports and progress bars off stderr, and put its settings back."""
    from transformers.utils import logging as chatter

    level, bars = chatter.get_verbosity(), chatter.is_progress_bar_enabled()
    chatter.set_verbosity(logging.ERROR)
    chatter.disable_progress_bar()
    try:
        yield
    finally:
        chatter.set_verbosity(level)
        if bars:
            chatter.enable_progress_bar()
