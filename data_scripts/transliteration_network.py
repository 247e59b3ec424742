"""An encoder-decoder over letters: words of Indian scripts in, Latin letters out.

LSTMs with attention (Luong et al. 2015, "Effective approaches to attention-based neural machine translation", section
3.1, "general"), since on one core they see three times as many pairs a second as a small transformer like that of the
span normalizer, and there are but twenty minutes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file, save
from torch import Tensor, nn

from indic_tf.errors import ModelError
from indic_tf.labels import IGNORE
from indic_tf.replacing import replacing, write_text
from indic_tf.seq2seq.network import padded
from indic_tf.seq2seq.pieces import one_script
from indic_tf.training.spans.data import Batch

LONGEST = 40
"""Letters of a word; what lies behind is cut off."""

WEIGHTS, CONFIG = "model.safetensors", "config.json"
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_JOINERS = dict.fromkeys((0x200B, 0x200C, 0x200D))
_DISTANT = -1e9

Ids = list[int]


class Letters:
    """Letters as numbers: the end, tags of languages, Latin letters, and those of all scripts as Devanagari's."""

    pad_id, end_id, _unknown = 0, 1, 2

    def __init__(self, languages: Sequence[str]) -> None:
        self.languages = tuple(languages)
        native = map(chr, range(0x0900, 0x0980))
        self._known = {one: i for i, one in enumerate((*self.languages, *_LATIN, *native), 3)}
        self._latin = {i: one for one, i in self._known.items() if one in _LATIN}
        self.size = 3 + len(self._known)

    def prompt(self, native: str, lang: str) -> Ids:
        """Tag, letters, end. Raises `KeyError` for a language that the network does not know."""
        letters = native.translate(_JOINERS).translate(one_script(lang))
        return [self._known[lang], *(self._known.get(one, self._unknown) for one in letters[:LONGEST]), self.end_id]

    def answer(self, latin: str) -> Ids:
        return [*(self._known.get(one, self._unknown) for one in latin), self.end_id]

    def text(self, ids: Sequence[int]) -> str:
        return "".join(self._latin.get(i, "") for i in ids)


class Network(nn.Module):
    """``letters``: how many there are; ``width`` of the states, ``embedded`` of the letters."""

    def __init__(self, letters: int, width: int = 192, embedded: int = 64) -> None:
        super().__init__()
        self.letters = nn.Embedding(letters, embedded)
        self.encoder = nn.LSTM(embedded, width // 2, num_layers=2, batch_first=True, bidirectional=True)
        self.decoder = nn.LSTM(embedded, width, batch_first=True)
        self.asking = nn.Linear(width, width, bias=False)
        self.together = nn.Linear(2 * width, width)
        self.out = nn.Linear(width, letters)

    def encoded(self, ids: Tensor) -> Tensor:
        """(words, letters, width)"""
        states: Tensor = self.encoder(self.letters(ids))[0]
        return states

    def decoded(
        self, before: Tensor, states: Tensor, mask: Tensor, memory: tuple[Tensor, Tensor] | None = None
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """Logits (words, letters of the answer, all letters) behind the letters ``before``, and what to go on from."""
        said, memory = self.decoder(self.letters(before), memory)
        weights = (self.asking(said) @ states.transpose(1, 2)).masked_fill(~mask[:, None], _DISTANT).softmax(-1)
        together = self.together(torch.cat([said, weights @ states], -1)).tanh()
        return self.out(together), memory

    def forward(self, batch: Batch) -> Tensor:
        """The mean cross-entropy of the answers' letters, each given those before it."""
        gold = batch.labels.clamp(min=0)
        before = torch.cat([torch.zeros_like(gold[:, :1]), gold[:, :-1]], 1)
        logits, _ = self.decoded(before, self.encoded(batch.input_ids), batch.attention_mask.bool())
        loss: Tensor = nn.functional.cross_entropy(logits.flatten(0, 1), batch.labels.flatten(), ignore_index=IGNORE)
        return loss


class Speller:
    """Spells words by a network."""

    def __init__(self, network: Network, letters: Letters) -> None:
        self.network, self.letters = network, letters

    @classmethod
    def load(cls, folder: Path) -> Speller:
        """Raises `ModelError` for a folder that holds something else."""
        try:
            config = json.loads((folder / CONFIG).read_text())
            letters = Letters(config["languages"])
            network = Network(letters.size, config["width"], config["embedded"])
            network.load_state_dict({name: values.float() for name, values in load_file(folder / WEIGHTS).items()})
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            made = "data_scripts/train_transliteration_network.py makes one"
            raise ModelError(f"{folder} holds no network for transliteration ({error}); {made}") from error
        return cls(network.eval(), letters)

    def save(self, folder: Path) -> None:
        """Weights in half precision, and the config."""
        folder.mkdir(parents=True, exist_ok=True)
        weights = {name: values.half().contiguous() for name, values in self.network.state_dict().items()}
        with replacing(folder / WEIGHTS) as file:
            file.write(save(weights))
        size = {"width": self.network.decoder.hidden_size, "embedded": self.network.letters.embedding_dim}
        write_text(folder / CONFIG, json.dumps({"languages": self.letters.languages, **size}) + "\n")

    @torch.inference_mode()
    def spellings(self, natives: Sequence[str], lang: str, n: int = 3, beams: int = 4) -> list[list[str]]:
        """The ``n`` likeliest spellings of each word, the likeliest first, by beam search over ``beams`` of them; fewer
        where fewer have ended. Raises `KeyError` for a language that the network does not know."""
        prompts = [self.letters.prompt(native, lang) for native in natives]
        ids = padded(prompts, self.letters.pad_id)
        states, mask = self.network.encoded(ids), ids.ne(self.letters.pad_id)
        states, mask = states.repeat_interleave(beams, 0), mask.repeat_interleave(beams, 0)
        ended = self._searched(states, mask, len(natives), max(beams, n))
        return [[text for _, text in sorted(found, reverse=True)[:n]] for found in ended]

    def _searched(self, states: Tensor, mask: Tensor, words: int, beams: int) -> list[list[tuple[float, str]]]:
        """What has ended of each word, with the mean logarithm of its letters' chances."""
        end, size = self.letters.end_id, self.letters.size
        ended: list[list[tuple[float, str]]] = [[] for _ in range(words)]
        scores = torch.full((words, beams), _DISTANT)
        scores[:, 0] = 0.0
        texts = torch.zeros(words * beams, 1, dtype=torch.long)
        memory: tuple[Tensor, Tensor] | None = None
        for step in range(1, LONGEST + 1):
            logits, memory = self.network.decoded(texts[:, -1:], states, mask, memory)
            totals = scores[..., None] + logits[:, -1].log_softmax(-1).view(words, beams, size)
            for i, row in enumerate((totals[..., end] / step).tolist()):
                for beam, score in enumerate(row):
                    if score > _DISTANT / LONGEST:
                        ended[i].append((score, self.letters.text(texts[i * beams + beam].tolist())))
            totals[..., end] = _DISTANT
            scores, best = totals.view(words, -1).topk(beams)
            at = (torch.arange(words)[:, None] * beams + best // size).flatten()
            texts = torch.cat([texts[at], (best % size).view(-1, 1)], 1)
            memory = (memory[0][:, at], memory[1][:, at])
            if step > 3 and all(
                _is_over(found, best) for found, best in zip(ended, scores[:, 0].tolist(), strict=True)
            ):
                break
        return ended


def _is_over(found: Sequence[tuple[float, str]], best: float) -> bool:
    """True where three have ended, and what goes on cannot get better than them, however long it gets."""
    three = sorted(found, reverse=True)[:3]
    return len(three) == 3 and best / LONGEST < three[-1][0]
