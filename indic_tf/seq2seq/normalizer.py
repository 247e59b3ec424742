"""`SpanNormalizer`: spans in their context in, answers out. torch is loaded with the first model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..extras import needed_for
from . import requests as asking
from .requests import Request

if TYPE_CHECKING:
    from .by_onnx import OnnxSeq2Seq
    from .pieces import Pieces

_BUILTIN = "spans"
_BATCH_TOKENS = 16_384  # of prompts, padding included: bounds the memory


class SpanNormalizer:
    """A trained encoder-decoder with its subwords. `load` makes one; it keeps no state between calls."""

    def __init__(self, network: Any, pieces: Pieces, name: str = "", folder: Path | None = None) -> None:
        """``network`` stays on its device and in its precision."""
        self.name = name
        self._network, self._pieces, self._folder = network, pieces, folder
        if hasattr(network, "eval"):
            network.eval()

    @classmethod
    def load(
        cls, name: str = "builtin", device: str = "auto", *, local_files_only: bool = False, backend: str = "auto"
    ) -> SpanNormalizer:
        """Load the model that ships with the package ("builtin"), a model folder by a path with a separator
        (``./model``), or "hf://owner/name[@revision]" from the Hugging Face hub: one of ours, or any checkpoint of the
        mT5 or ByT5 kind that has safetensors, to be trained on.

        ``device``: "auto" takes CUDA where there is one; there the weights are bfloat16. With ``local_files_only``, or
        ``HF_HUB_OFFLINE=1`` in the environment, the hub is not asked. ``backend``: "onnx" (our own, on a CPU), "torch",
        or "auto": ONNX Runtime where it can. Raises `ModelError` for a folder that is missing
        or holds something else, and for a hub that cannot be reached.
        """
        folder = cls.find(name, local_files_only=local_files_only)
        if (by_onnx := _by_onnx(folder, device, backend)) is not None:
            from . import pieces

            return cls(by_onnx, pieces.load(folder), name, folder)
        with needed_for(f"the span normalizer {name!r}"):
            import torch

            from ..tagging.devices import device_named
            from . import network, pieces

        place = device_named(device)
        made = network.load(folder).to(place, torch.bfloat16 if place.type == "cuda" else torch.float32)
        return cls(made, pieces.load(folder), name, folder)

    @staticmethod
    def require(name: str, also: Sequence[str] = ()) -> None:
        """Raise `ModelError` as `find` does, for a name alone; ``also`` are names that the caller has beside these."""
        from ..tagging.hub import require

        require(name, "spans", (*also, "builtin"))

    @staticmethod
    def find(name: str, *, local_files_only: bool = False) -> Path:
        """The folder of the model that `load` takes by this name; raises as `load` does."""
        from ..tagging.predict import find

        own = _BUILTIN if name == "builtin" else name
        return find(own, train="spans", local_files_only=local_files_only)

    @classmethod
    def from_pretrained(
        cls, name: str = "builtin", device: str = "auto", *, local_files_only: bool = False
    ) -> SpanNormalizer:
        """`load`, by the name that transformers uses."""
        return cls.load(name, device, local_files_only=local_files_only)

    def save_pretrained(self, folder: str | Path) -> Path:
        """Copy the model folder that this was loaded from (weights, config, tokenizer, card) to ``folder``.

        Raises `ModelError` for a normalizer that was not loaded from one.
        """
        from ..tagging import hub

        return hub.copy(self._source(), Path(folder))

    def push_to_hub(self, repo_id: str, private: bool = False, **options: Any) -> str:
        """Put the model folder into the repository "owner/name" of the Hugging Face hub and return its address.

        ``options`` go to ``huggingface_hub.HfApi.upload_folder``. Raises `ModelError` where the hub refuses.
        """
        from ..tagging import hub

        return hub.upload(self._source(), repo_id, private, **options)

    def normalize(self, requests: Sequence[Request], batch_size: int = 64) -> list[str]:
        """The best answer for each request, at most ``batch_size`` of them at a time.

        An answer has a limit in proportion to its span. What is no text (an empty span) gives ""; a span of more than
        `requests.LONGEST_SPAN` words or with a word of more than `requests.LONGEST_TOKEN` characters, or one whose
        answer does not end within its limit, comes back as it is. Raises `LanguageError` for an unknown language (our
        own models only).
        """
        made = [asking.clean(request.span) for request in requests]
        short = [i for i, text in enumerate(made) if asking.is_askable(text)]
        sources = self._encode([requests[i] for i in short])
        spans = self._pieces.encode([made[i] for i in short], [requests[i].lang for i in short])
        for batch in _batches([len(ids) for ids in sources], batch_size):
            tasks = [requests[short[i]].task for i in batch]
            limits = [asking.limit(task, len(spans[i]) - 1) for task, i in zip(tasks, batch, strict=True)]
            found = self._asked("greedy", [sources[i] for i in batch], limits, self._pieces.end_id)
            for i, ids in zip(batch, found, strict=True):
                if ids is not None:
                    made[short[i]] = self._pieces.decode(ids, requests[short[i]].lang)
        return made

    def score(
        self, requests: Sequence[Request], candidates: Sequence[Sequence[str]], batch_size: int = 64
    ) -> list[list[float]]:
        """The log probability (natural, the sum over its tokens) of each candidate for each request.

        At most ``batch_size`` candidates are scored at a time.
        """
        owners = [i for i, row in enumerate(candidates) for _ in row]
        texts = [asking.clean([text]) for row in candidates for text in row]
        targets = self._pieces.encode(texts, [requests[i].lang for i in owners])
        sources = self._encode(requests)
        scores = [0.0] * len(targets)
        for batch in _batches([len(sources[o]) + len(t) for o, t in zip(owners, targets, strict=True)], batch_size):
            asked = sorted({owners[i] for i in batch})
            rows = [asked.index(owners[i]) for i in batch]
            found = self._asked("log_probabilities", [sources[i] for i in asked], rows, [targets[i] for i in batch])
            for i, value in zip(batch, found, strict=True):
                scores[i] = value
        left = iter(scores)
        return [[next(left) for _ in row] for row in candidates]

    def _asked(self, what: str, *given: Any) -> Any:
        """What the network says, by ONNX Runtime or by PyTorch (`network`)."""
        if hasattr(self._network, what):
            return getattr(self._network, what)(*given)
        from . import network

        return getattr(network, what)(self._network, *given)

    def _encode(self, requests: Sequence[Request]) -> list[list[int]]:
        return self._pieces.encode([asking.prompt(r) for r in requests], [r.lang for r in requests])

    def _source(self) -> Path:
        from ..errors import ModelError

        if self._folder is None:
            raise ModelError("this span normalizer was not loaded from a folder: use SpanNormalizer.load")
        return self._folder


def _by_onnx(folder: Path, device: str, backend: str) -> OnnxSeq2Seq | None:
    """The network by ONNX Runtime; None where PyTorch is wanted or nothing else can run it."""
    from ..errors import ModelError
    from ..tagging.networks import ONNX, TORCH, on_cpu

    if backend == TORCH or not on_cpu(device):
        return None
    from .by_onnx import OnnxSeq2Seq

    made = OnnxSeq2Seq.load(folder)
    if made is None and backend == ONNX:
        raise ModelError(f"{folder} holds no span normalizer that ONNX Runtime has here; use backend='torch'")
    return made


def _batches(lengths: Sequence[int], rows: int) -> Iterator[list[int]]:
    """Positions of the sequences, shortest first, in batches of at most ``rows`` and a bounded number of tokens."""
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    batch: list[int] = []
    for i in order:
        if batch and (len(batch) == rows or lengths[i] * (len(batch) + 1) > _BATCH_TOKENS):
            yield batch
            batch = []
        batch.append(i)
    if batch:
        yield batch
