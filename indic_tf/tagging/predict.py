"""`Tagger`: words in, labels out, for texts of any length, on CPU or CUDA."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from ..document import Range, Tagged
from ..errors import ModelError
from ..labels import LabelSet
from ..resources import model_folder
from . import load, subwords, windows
from .encode import Encoded, SubwordModel, encode
from .settings import Settings

_LENGTH_STEP = 8
"""Windows are padded to a multiple of this many subwords, so that few distinct shapes occur."""


@dataclass(frozen=True, slots=True)
class _Window:
    """One window of one text, and the words of it that are kept."""

    text: int
    first_word: int
    kept: Range
    encoded: Encoded


class Tagger:
    """A trained model with its subwords. `load` makes one; it may be shared, as it keeps no state between calls."""

    def __init__(self, network: nn.Module, settings: Settings, pieces: SubwordModel, device: torch.device) -> None:
        self._network = network.to(device).eval()
        self._settings = settings
        self._pieces = pieces
        self._device = device
        self._bias = {name: torch.tensor(bias, device=device) for name, bias in settings.bias.items()}

    @classmethod
    def load(cls, name_or_path: str = "builtin", device: str = "auto") -> Tagger:
        """Load a model that ships with the package by name, or any model folder by path.

        ``device``: "auto" takes CUDA where there is one. Raises `ModelError` for a folder that is missing or holds
        something else.
        """
        folder = find(name_or_path)
        settings = Settings.read(folder)
        pieces = subwords.load(folder, settings.one_script)
        return cls(load.network(folder, settings), settings, pieces, _device(device))

    @property
    def heads(self) -> Mapping[str, LabelSet]:
        """The label sets that this model has, by name."""
        return self._settings.heads

    @torch.inference_mode()
    def tag(self, sequences: Sequence[Sequence[str]], batch_subwords: int = 2048) -> list[Tagged]:
        """Label the tagger words (see `encode.tagger_word`) of each text, one label per word and head.

        Windows of all texts are sorted by length and run in batches of about ``batch_subwords`` subwords; what a text
        gets does not depend on the texts beside it.
        """
        todo = sorted(self._windows(sequences), key=lambda w: len(w.encoded.ids))
        best = {name: [[0] * len(words) for words in sequences] for name in self.heads}
        sure = {name: [[0.0] * len(words) for words in sequences] for name in self.heads}
        for batch in _batches(todo, batch_subwords):
            for name, (labels, probabilities) in self._run(batch).items():
                for window, indices, shares in zip(batch, labels, probabilities, strict=True):
                    start, stop = window.kept
                    own = slice(start - window.first_word, stop - window.first_word)
                    best[name][window.text][start:stop] = indices[own]
                    sure[name][window.text][start:stop] = shares[own]
        return [self._tagged(i, best, sure) for i in range(len(sequences))]

    def _windows(self, sequences: Sequence[Sequence[str]]) -> Iterator[_Window]:
        config = self._settings
        for text, words in enumerate(sequences):
            ranges = windows.split(len(words), config.window_words)
            for (start, stop), kept in zip(ranges, windows.keep(ranges, config.min_words_cut), strict=True):
                yield _Window(text, start, kept, self._encoded(words[start:stop]))

    def _encoded(self, words: Sequence[str]) -> Encoded:
        """A window as subwords; where the encoder has too few positions for them, every word gives up some."""
        made = encode(words, self._pieces, self._settings.max_subwords)
        if len(made.ids) <= self._settings.positions:
            return made
        return encode(words, self._pieces, max(1, (self._settings.positions - 2) // len(words)))

    def _run(self, batch: Sequence[_Window]) -> dict[str, tuple[list[list[int]], list[list[float]]]]:
        """Per head, the best label and its probability for every word of every window."""
        ids, mask, scripts, label_at = (part.to(self._device) for part in self._tensors(batch))
        with torch.autocast(self._device.type, dtype=torch.float16, enabled=self._device.type == "cuda"):
            logits_by_head = self._network(ids, mask, scripts if self._settings.takes_scripts else None).logits
        made = {}
        for name, logits in logits_by_head.items():
            at_words = logits.gather(1, label_at[..., None].expand(-1, -1, logits.shape[-1]))
            shares, labels = (at_words + self._bias[name]).softmax(-1).max(-1)
            made[name] = (labels.tolist(), shares.tolist())
        return made

    def _tensors(self, batch: Sequence[_Window]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """ids, mask, scripts: (batch, length); positions of the words' labels: (batch, words). All padded."""
        longest = -(-max(len(w.encoded.ids) for w in batch) // _LENGTH_STEP) * _LENGTH_STEP
        words = max(len(w.encoded.label_at) for w in batch)
        return (
            torch.tensor([_padded(w.encoded.ids, longest, self._pieces.pad_id) for w in batch]),
            torch.tensor([_padded((1,) * len(w.encoded.ids), longest) for w in batch]),
            torch.tensor([_padded(w.encoded.scripts, longest) for w in batch]),
            torch.tensor([_padded(w.encoded.label_at, words) for w in batch]),
        )

    def _tagged(self, text: int, best: Mapping[str, list[list[int]]], sure: Mapping[str, list[list[float]]]) -> Tagged:
        return Tagged(
            labels={name: tuple(map(s.labels.__getitem__, best[name][text])) for name, s in self.heads.items()},
            probabilities={name: tuple(sure[name][text]) for name in self.heads},
        )


def find(name_or_path: str) -> Path:
    """The folder of a model: one that ships with the package, else a path. Raises `ModelError` for neither."""
    for folder in (model_folder(name_or_path), Path(name_or_path)):
        if (folder / "config.json").is_file():
            return folder
    raise ModelError(
        f"no model {name_or_path!r}: neither a model of the package nor a folder with a config.json; "
        "`indic-tf train tagger RECIPE` makes one, `hf download ID --local-dir FOLDER` fetches one"
    )


def _device(name: str) -> torch.device:
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if name.startswith("cuda") and not torch.cuda.is_available():
        raise ModelError(f"device {name!r}: this PyTorch sees no GPU; use device='cpu' or 'auto'")
    try:
        return torch.device(name)
    except RuntimeError as error:
        raise ModelError(f"device {name!r} is none: use 'auto', 'cpu', 'cuda' or 'cuda:N'") from error


def _batches(todo: Sequence[_Window], subwords_: int) -> Iterator[Sequence[_Window]]:
    """Cut windows, sorted by length, into batches of about ``subwords_`` subwords, padding included."""
    start = 0
    for stop in range(1, len(todo) + 1):
        full = stop == len(todo) or len(todo[stop].encoded.ids) * (stop + 1 - start) > subwords_
        if full:
            yield todo[start:stop]
            start = stop


def _padded(values: Sequence[int], length: int, fill: int = 0) -> list[int]:
    return [*values, *[fill] * (length - len(values))]
