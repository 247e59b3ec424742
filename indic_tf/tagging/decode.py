"""From probabilities to labels: the best one of each word, or the best path where labels must follow each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Shares = NDArray[np.float32]
Labels = NDArray[np.int64]
Allowed = NDArray[np.bool_]
_LEAST = 1e-9


def softmax(logits: Shares) -> Shares:
    """Logits → probabilities of the last axis."""
    made: Shares = np.exp(logits - logits.max(-1, keepdims=True))
    made /= made.sum(-1, keepdims=True)
    return made


def entries(labels: Sequence[str]) -> Allowed | None:
    """For B-/I-/O labels, where each may come from: (labels, labels), True at [from, to]; None for other label sets.

    An I- comes behind the B- or the I- of its own class only; every other label may stand anywhere.
    """
    if not any(label.startswith("I-") for label in labels):
        return None
    return np.array([[not to.startswith("I-") or from_[1:] == to[1:] for to in labels] for from_ in labels])


def repaired(labels: Labels, shares: Shares, allowed: Allowed, lengths: Sequence[int]) -> Labels:
    """``labels``, the best one of each word, with `best_path` in the rows in which they may not follow each other.

    Where they may, they are the best path: most rows cost one look.
    """
    before = np.pad(labels[:, :-1], ((0, 0), (1, 0)))
    wrong = np.flatnonzero((~allowed[before, labels]).any(1))
    if not len(wrong):
        return labels
    made = labels.copy()
    made[wrong] = best_path(shares[wrong], allowed, [lengths[i] for i in wrong.tolist()])
    return made


def best_path(shares: Shares, allowed: Allowed, lengths: Sequence[int]) -> Labels:
    """The most probable allowed label sequence of each row (Viterbi 1967).

    ``shares`` are (batch, words, labels) probabilities, of which each row has ``lengths`` words; ``allowed`` is
    (labels, labels), see `entries`. No row begins with an I-, as if label 0 stood before it. Returns (batch, words)
    labels; those behind a row's end mean nothing.
    """
    scores = np.log(shares.clip(_LEAST))
    barred = np.where(allowed, 0.0, -np.inf).astype(scores.dtype)
    last = np.asarray(lengths) - 1
    total, came = scores[:, 0] + barred[0], []
    totals = [total]
    for word in range(1, shares.shape[1]):
        steps = total[:, :, None] + barred
        came.append(steps.argmax(1))
        total = steps.max(1) + scores[:, word]
        totals.append(total)
    ends = np.stack(totals, 1)[np.arange(len(shares)), last].argmax(-1)
    return _backwards(ends, came, last)


def _backwards(ends: Labels, came: Sequence[Labels], last: Labels) -> Labels:
    """Follow each row from its last word to its first; behind the last word the label of the end stands."""
    label, path = ends, [ends]
    for word in range(len(came), 0, -1):
        earlier = np.take_along_axis(came[word - 1], label[:, None], 1)[:, 0]
        label = np.where(word <= last, earlier, ends)
        path.append(label)
    return np.stack(path[::-1], 1)
