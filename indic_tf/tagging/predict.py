"""`Tagger`: words in, labels out, for texts of any length, on CPU or CUDA. Importing this module loads no torch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ..document import Range, Tagged
from ..errors import ModelError
from ..labels import LabelSet
from . import decode, hub, networks, subwords, windows
from .batches import Batch
from .decode import Shares
from .encode import Encoded, SubwordModel, encode
from .hub import find as find
from .networks import AUTO, Network
from .settings import Settings
from .threads import chosen

_LEAST_BATCH = 128  # subwords: of fewer, a second thread gains less than it costs


@dataclass(frozen=True, slots=True)
class _Window:
    """One window of one text, and the words of it that are kept."""

    text: int
    first_word: int
    kept: Range
    encoded: Encoded
    words: tuple[str, ...]


_Said = dict[
    str, tuple[list[int], list[float], list[float]]
]  # per head: labels, their probabilities, the neutral one's
_REMEMBERED = 256  # windows


@dataclass(frozen=True, slots=True)
class _Answers:
    """What one head says of one text, filled in window by window: label numbers and probabilities per word."""

    labels: list[int]
    probabilities: list[float]
    neutral: list[float]

    @classmethod
    def blank(cls, words: int) -> _Answers:
        return cls([0] * words, [0.0] * words, [0.0] * words)

    def keep(
        self, window: _Window, labels: Sequence[int], probabilities: Sequence[float], neutral: Sequence[float]
    ) -> None:
        """Take over what a window says of the words that it keeps."""
        start, stop = window.kept
        own = slice(start - window.first_word, stop - window.first_word)
        self.labels[start:stop] = labels[own]
        self.probabilities[start:stop] = probabilities[own]
        self.neutral[start:stop] = neutral[own]


class Tagger:
    """A trained model with its subwords. `load` makes one; it may be shared: all that it keeps between calls is what it
    said of the last windows, for a text that is asked about again when one of its words turns out to be a number."""

    def __init__(
        self,
        network: Network,
        settings: Settings,
        pieces: SubwordModel,
        folder: Path | None = None,
        threads: int | None = None,
    ) -> None:
        self._network = network
        self._threads = threads
        self._settings = settings
        self._pieces = pieces
        self._folder = folder
        self._bias = {name: np.array(bias, np.float32) for name, bias in settings.bias.items()}
        self._allowed = {name: decode.entries(labels.labels) for name, labels in settings.heads.items()}
        self._recent: dict[tuple[str, ...], _Said] = {}

    @classmethod
    def load(
        cls,
        name_or_path: str = "small",
        device: str = AUTO,
        *,
        local_files_only: bool = False,
        backend: str = AUTO,
        threads: int | None = None,
        precision: str = AUTO,
    ) -> Tagger:
        """Load a model that ships with the package by name, any model folder by a path with a separator in it
        (``./model``), or "hf://owner/name[@revision]" from the Hugging Face hub, which is not asked with
        ``local_files_only`` or with ``HF_HUB_OFFLINE=1`` in the environment.

        ``device``: "auto" takes CUDA where there is one. ``backend``: "onnx", "torch", or "auto", which is ONNX Runtime
        on a CPU for all networks that it has (see `networks`). ``threads``: how many threads of the CPU ONNX Runtime
        may take; None for as many as were chosen for the process (see `threads`). ``precision``: "single", "fp16",
        "bf16", or "auto": half precision where the device gains from it (fp16 on a GPU). Raises `ModelError` for a
        folder that is missing or holds something else, for a hub that cannot be reached, and for what needs PyTorch
        where there is none.
        """
        folder = find(name_or_path, local_files_only=local_files_only)
        settings = Settings.read(folder)
        pieces = subwords.load(folder, settings.one_script)
        return cls(networks.load(folder, settings, device, backend, precision), settings, pieces, folder, threads)

    @classmethod
    def from_pretrained(
        cls, name_or_path: str = "small", device: str = "auto", *, local_files_only: bool = False
    ) -> Tagger:
        """`load`, by the name that transformers uses."""
        return cls.load(name_or_path, device, local_files_only=local_files_only)

    def save_pretrained(self, folder: str | Path) -> Path:
        """Copy the model folder that this tagger was loaded from (weights, config, tokenizer, card) to ``folder``.

        Raises `ModelError` for a tagger that was not loaded from one.
        """
        return hub.copy(self._source(), Path(folder))

    def push_to_hub(self, repo_id: str, private: bool = False, **options: Any) -> str:
        """Put the model folder into the repository "owner/name" of the Hugging Face hub and return its address.

        ``options`` go to ``huggingface_hub.HfApi.upload_folder``. Raises `ModelError` where the hub refuses.
        """
        return hub.upload(self._source(), repo_id, private, **options)

    def _source(self) -> Path:
        if self._folder is None:
            raise ModelError("this tagger was not loaded from a folder: use Tagger.load")
        return self._folder

    def with_windows(self, window_words: int, min_words_cut: int) -> Tagger:
        """The same model with other windows (see `windows`)."""
        settings = replace(self._settings, window_words=window_words, min_words_cut=min_words_cut)
        return Tagger(self._network, settings, self._pieces, threads=self._threads)

    @property
    def heads(self) -> Mapping[str, LabelSet]:
        """The label sets that this model has, by name."""
        return self._settings.heads

    @property
    def weight(self) -> float:
        """How much this model counts beside others (see `joint`)."""
        return self._settings.weight

    def tag(self, sequences: Sequence[Sequence[str]], batch_subwords: int | None = None) -> list[Tagged]:
        """Label the tagger words (see `encode.tagger_word`) of each text, one label per word and head.

        Windows of all texts are sorted by length and run in batches of about ``batch_subwords`` subwords (as many as
        are best for the network, if that is not given); what a text gets does not depend on the texts beside it.
        """
        return self.told(sequences, (), batch_subwords)[0]

    def told(
        self, sequences: Sequence[Sequence[str]], heads: Sequence[str], batch_subwords: int | None = None
    ) -> tuple[list[Tagged], list[dict[str, Shares]]]:
        """What `tag` says, and what it says it by: per text and head of ``heads`` the probabilities of all labels,
        (words, labels)."""
        answers = {name: [_Answers.blank(len(words)) for words in sequences] for name in self.heads}
        shares = [{name: _blank(len(words), len(self.heads[name])) for name in heads} for words in sequences]
        todo = []
        for window in self._windows(sequences):
            if heads or (known := self._recent.get(window.words)) is None:
                todo.append(window)
                continue
            for name, said in known.items():
                answers[name][window.text].keep(window, *said)
        for batch, found in self._run(todo, batch_subwords):
            rows = self._decided(batch, found)
            for i, window in enumerate(batch):
                said_by = {name: (best[i], sure[i], none[i]) for name, (best, sure, none) in rows.items()}
                for name, said in said_by.items():
                    answers[name][window.text].keep(window, *said)
                self._remember(window, said_by)
            for name in heads:
                for window, told in zip(batch, found[name], strict=True):
                    (start, stop), first = window.kept, window.first_word
                    shares[window.text][name][start:stop] = told[start - first : stop - first]
        made = [self._tagged({name: rows_[i] for name, rows_ in answers.items()}) for i in range(len(sequences))]
        return made, shares

    def _run(
        self, todo: list[_Window], batch_subwords: int | None
    ) -> Iterator[tuple[Sequence[_Window], dict[str, Shares]]]:
        """Windows in batches, with what `_shares` says of each; several at a time where the network lets them."""
        todo.sort(key=lambda w: len(w.encoded.ids))
        count = 1 if self._network.waits else self._threads or chosen()
        share = -(-sum(len(w.encoded.ids) for w in todo) // count)
        size = batch_subwords or min(self._network.batch_subwords, max(share, _LEAST_BATCH))
        batches = list(_batches(todo, size))
        if count == 1 or len(batches) < 2:
            for batch in batches:
                yield batch, self._shares(batch)
            return
        with ThreadPoolExecutor(min(count, len(batches))) as pool:
            yield from zip(batches, pool.map(self._shares, batches), strict=True)

    def _remember(self, window: _Window, said: _Said) -> None:
        if len(self._recent) >= _REMEMBERED:
            self._recent = {}
        self._recent[window.words] = said

    def windows(self, words: Sequence[str]) -> list[tuple[Range, Range]]:
        """The windows that a text is read in, each with the part of it that is kept (see `windows`)."""
        config = self._settings
        sizes = [min(len(self._pieces.encode_word(word)), config.max_subwords) for word in words]
        ranges = windows.split(sizes, config.window_words, config.window_subwords, 2 * config.min_words_cut)
        return list(zip(ranges, windows.keep(ranges, config.min_words_cut), strict=True))

    def _windows(self, sequences: Sequence[Sequence[str]]) -> Iterator[_Window]:
        for text, words in enumerate(sequences):
            for (start, stop), kept in self.windows(words):
                yield _Window(text, start, kept, self._encoded(words[start:stop]), tuple(words[start:stop]))

    def _encoded(self, words: Sequence[str]) -> Encoded:
        """A window as subwords; where the encoder has too few positions for them, every word gives up some."""
        made = encode(words, self._pieces, self._settings.max_subwords)
        if len(made.ids) <= self._settings.positions:
            return made
        return encode(words, self._pieces, max(1, (self._settings.positions - 2) // len(words)))

    def _decided(
        self, batch: Sequence[_Window], found: Mapping[str, Shares]
    ) -> dict[str, tuple[list[list[int]], list[list[float]], list[list[float]]]]:
        """Per head and word of every window, the best label, its probability and that of the neutral label."""
        made = {}
        for name, shares in found.items():
            labels = shares.argmax(-1)
            if (allowed := self._allowed[name]) is not None:
                labels = decode.repaired(labels, shares, allowed, [len(w.encoded.label_at) for w in batch])
            best = np.take_along_axis(shares, labels[..., None], -1)[..., 0]
            made[name] = (labels.tolist(), best.tolist(), shares[..., 0].tolist())
        return made

    def _shares(self, batch: Sequence[_Window]) -> dict[str, Shares]:
        """Per head the probabilities of its labels, (windows, words, labels)."""
        logits = self._network.logits(Batch.of([window.encoded for window in batch], self._pieces.pad_id))
        return {name: decode.softmax(logits[name] + self._bias[name]) for name in self.heads}

    def _tagged(self, answers: Mapping[str, _Answers]) -> Tagged:
        return Tagged(
            labels={name: tuple(map(s.labels.__getitem__, answers[name].labels)) for name, s in self.heads.items()},
            probabilities={name: tuple(row.probabilities) for name, row in answers.items()},
            neutral={name: tuple(row.neutral) for name, row in answers.items()},
        )


def _batches(todo: Sequence[_Window], subwords_: int) -> Iterator[Sequence[_Window]]:
    """Cut windows, sorted by length, into batches of about ``subwords_`` subwords, padding included."""
    start = 0
    for stop in range(1, len(todo) + 1):
        full = stop == len(todo) or len(todo[stop].encoded.ids) * (stop + 1 - start) > subwords_
        if full:
            yield todo[start:stop]
            start = stop


def _blank(words: int, labels: int) -> Shares:
    return np.zeros((words, labels), np.float32)
