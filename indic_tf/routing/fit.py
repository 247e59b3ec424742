"""Logistic regression on bags of character n-grams: how the models of `model` are made. Needs ``indic-tf[train]``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .model import grams

Snippet = tuple[str, ...]
_BATCH, _RATE, _DECAY = 8192, 0.06, 0.02
Matrix = npt.NDArray[np.float32]


class Bags:
    """Snippets as bags of features, made when they are asked for."""

    def __init__(self, names: Sequence[str], longest: int) -> None:
        self.number = {name: i for i, name in enumerate(names)}
        self.longest = longest
        self.known: dict[str, npt.NDArray[np.int64]] = {}

    def word(self, word: str) -> npt.NDArray[np.int64]:
        if word not in self.known:
            found = [self.number[gram] for gram in grams(word, self.longest) if gram in self.number]
            self.known[word] = np.array(found, dtype=np.int64)
        return self.known[word]

    def batch(self, batch: Sequence[Snippet]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Feature numbers of all snippets in a row, and how many each has."""
        sizes = [sum(len(self.word(word)) for word in words) for words in batch]
        return np.concatenate([self.word(word) for words in batch for word in words]), np.array(sizes)


def fitted(
    learnt: Sequence[tuple[str, Snippet]], names: Sequence[str], codes: Sequence[str], longest: int, epochs: int
) -> tuple[Matrix, Matrix]:
    """Weights (features, languages) and bias by logistic regression: Adam (Kingma & Ba 2015) with decoupled decay
    and a rate that falls to nothing. The last row of the table is the bias: a feature that every snippet has once."""
    bags, rng = Bags(names, longest), np.random.default_rng(1)
    labels = np.array([codes.index(code) for code, _ in learnt])
    table, first, second = (np.zeros((len(names) + 1, len(codes)), np.float32) for _ in range(3))
    steps, step = epochs * (len(learnt) // _BATCH), 0
    for epoch in range(epochs):
        order, total = rng.permutation(len(learnt)), 0.0
        for start in range(0, len(order) - _BATCH + 1, _BATCH):
            step += 1
            chosen = order[start : start + _BATCH]
            features, sizes = bags.batch([learnt[i][1] for i in chosen])
            owner = np.repeat(np.arange(_BATCH), sizes)
            scores = np.stack([np.bincount(owner, column[features], _BATCH) for column in table.T], axis=1) + table[-1]
            powers = np.exp(scores - scores.max(axis=1, keepdims=True))
            wrong = powers / powers.sum(axis=1, keepdims=True)
            total -= float(np.log(wrong[np.arange(_BATCH), labels[chosen]] + 1e-12).sum())
            wrong[np.arange(_BATCH), labels[chosen]] -= 1
            wrong /= _BATCH
            columns = [np.bincount(features, column[owner], len(names) + 1) for column in wrong.T]
            gradient = np.stack(columns, axis=1).astype(np.float32)
            gradient[-1] = wrong.sum(axis=0)
            first += 0.1 * (gradient - first)
            second += 0.01 * (gradient**2 - second)
            rate = _RATE * (1 - step / steps)
            moved = first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
            table -= rate * (moved + _DECAY * table)
        print(f"  epoch {epoch}: {total / len(order):.4f}", flush=True)
    return table[:-1], table[-1]
