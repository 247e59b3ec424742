"""A tagger as an ONNX model in a folder of its own, which runs without torch and transformers.

Our own networks and BERT are written by `as_graph`, with their weights in the bits that they are stored in; what only
transformers has is traced by PyTorch. The folder is a model folder like any other, so its path is the model's name.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from ..extras import needed_for
from . import as_graph, hub, subwords
from .batches import Batch
from .by_onnx import EXPORTED, OnnxNetwork, session
from .settings import Settings

if TYPE_CHECKING:
    from torch import Tensor, nn

_LEFT = ("*.safetensors", "*.safetensors.index.json", "tokenizer*", "special_tokens_map.json", ".*")
_CLOSE = 1e-3
"""How far logits of the traced network may be from those of PyTorch."""


def export(name_or_path: str, folder: Path, *, local_files_only: bool = False) -> Path:
    """Write ``model.onnx`` and what belongs to it (config, subwords, card) into ``folder``; return it.

    ``name_or_path`` as for `Tagger.load`. Raises `ModelError` for a model that is missing, for a folder that holds
    files of these names, for what needs PyTorch and the extra ``export`` where they are not there, and for a network
    that PyTorch cannot trace.
    """
    source = hub.find(name_or_path, local_files_only=local_files_only)
    settings = Settings.read(source)
    with TemporaryDirectory(prefix=".indic-tf-export", dir=_parent(folder)) as made:
        whole = Path(made)
        for path in source.iterdir():
            if path.is_file() and not any(path.match(pattern) for pattern in _LEFT):
                (whole / path.name).write_bytes(path.read_bytes())
        if not (source / subwords.SENTENCEPIECE).is_file():
            subwords.write_rules(source, settings.one_script, whole)
        if as_graph.can(settings) and (source / as_graph.WEIGHTS).is_file():
            (whole / EXPORTED).write_bytes(_graph(source, settings))
        elif not (source / EXPORTED).is_file():
            _traced(source, settings, whole / EXPORTED)
        return hub.copy(whole, folder)


def _parent(folder: Path) -> Path:
    parent = folder.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    if not os.access(parent, os.W_OK):
        raise ModelError(f"{parent} cannot be written to")
    return parent


def _graph(source: Path, settings: Settings) -> bytes:
    try:
        return as_graph.built(source, settings)[0]
    except (OSError, ValueError, KeyError, StopIteration) as error:
        raise ModelError(f"{source} does not hold a whole tagger ({error})") from error


def _traced(source: Path, settings: Settings, target: Path) -> None:
    """Let PyTorch trace the network of a folder, and look whether the two say the same."""
    with needed_for(f"the encoder of {source.name} ({settings.encoder['model_type']})"):
        import torch

        from . import load
    module = _at_words(load.network(source, settings).eval(), settings)
    batch = _sample()
    given = tuple(torch.from_numpy(array) for array in batch.arrays().values())
    sizes = {name: torch.export.Dim(name, min=1, max=4096) for name in ("windows", "length", "words")}
    subword, word = {0: sizes["windows"], 1: sizes["length"]}, {0: sizes["windows"], 1: sizes["words"]}
    with needed_for(f"tracing {settings.encoder['model_type']}"), load.quiet():
        torch.onnx.export(
            module,
            given,
            target,
            input_names=[*as_graph.INPUTS],
            output_names=[*settings.heads],
            dynamic_shapes=(subword, subword, subword, word),
            dynamo=True,
            external_data=False,
            verbose=False,
        )
    with torch.inference_mode():
        expected = dict(zip(settings.heads, (logits.numpy() for logits in module(*given)), strict=True))
    _compare(OnnxNetwork(session(str(target))).logits(batch), expected, source)


def _at_words(network: nn.Module, settings: Settings) -> nn.Module:
    """A network that takes the inputs of `as_graph`, and gives the logits of words, in the order of the heads."""
    from torch import nn

    class AtWords(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.network = network

        def forward(self, ids: Tensor, mask: Tensor, types: Tensor, label_at: Tensor) -> tuple[Tensor, ...]:
            more = {"token_type_ids": types} if settings.takes_scripts else {}
            logits = self.network(ids, mask, **more).logits
            at = label_at[..., None]
            return tuple(logits[name].gather(1, at.expand(-1, -1, logits[name].shape[-1])) for name in settings.heads)

    return AtWords().eval()


def _sample() -> Batch:
    """Two windows of some words, one shorter than the other."""
    chance = np.random.default_rng(0)
    ids = chance.integers(4, 20, (2, 16))
    mask = np.ones_like(ids)
    mask[1, 10:] = 0
    label_at = np.array([[1, 3, 6, 9, 14], [2, 4, 8, 8, 8]])
    return Batch(ids, mask, np.zeros_like(ids), label_at)


def _compare(made: Mapping[str, NDArray[np.float32]], expected: Mapping[str, NDArray[Any]], source: Path) -> None:
    apart = max(float(np.abs(made[name] - expected[name]).max()) for name in expected)
    if not apart < _CLOSE:
        raise ModelError(f"the traced network of {source.name} says something else: its logits differ by {apart:.2g}")
