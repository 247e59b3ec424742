"""From probabilities to labels: the best one of each word, or the best path where labels must follow each other."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor


def entries(labels: Sequence[str]) -> Tensor | None:
    """For B-/I-/O labels, where each may come from: (labels, labels), True at [from, to]; None for other label sets.

    An I- comes behind the B- or the I- of its own class only; every other label may stand anywhere.
    """
    if not any(label.startswith("I-") for label in labels):
        return None
    return torch.tensor(
        [[not to.startswith("I-") or from_[1:] == to[1:] for to in labels] for from_ in labels], dtype=torch.bool
    )


def repaired(labels: Tensor, shares: Tensor, allowed: Tensor, lengths: Sequence[int]) -> Tensor:
    """``labels``, the best one of each word, with `best_path` in the rows in which they may not follow each other.

    Where they may, they are the best path: most rows cost one look.
    """
    before = torch.nn.functional.pad(labels[:, :-1], (1, 0))
    wrong = (~allowed.to(labels.device)[before, labels]).any(1).nonzero()[:, 0]
    if not len(wrong):
        return labels
    paths = best_path(shares[wrong], allowed, [lengths[i] for i in wrong.tolist()])
    return labels.index_copy(0, wrong, paths)


def best_path(shares: Tensor, allowed: Tensor, lengths: Sequence[int]) -> Tensor:
    """The most probable allowed label sequence of each row (Viterbi 1967).

    ``shares`` are (batch, words, labels) probabilities, of which each row has ``lengths`` words; ``allowed`` is
    (labels, labels), see `entries`. No row begins with an I-, as if label 0 stood before it. Returns (batch, words)
    labels; those behind a row's end mean nothing.
    """
    scores = shares.clamp_min(1e-9).log()
    barred = torch.zeros(allowed.shape, device=shares.device).masked_fill(~allowed.to(shares.device), -torch.inf)
    last = torch.tensor(lengths, device=shares.device) - 1
    total, came = scores[:, 0] + barred[0], []
    totals = [total]
    for word in range(1, shares.shape[1]):
        best, source = (total[:, :, None] + barred).max(1)
        total = best + scores[:, word]
        came.append(source)
        totals.append(total)
    ends = torch.stack(totals, 1)[torch.arange(len(shares)), last].argmax(-1)
    return _backwards(ends, came, last)


def _backwards(ends: Tensor, came: Sequence[Tensor], last: Tensor) -> Tensor:
    """Follow each row from its last word to its first; behind the last word the label of the end stands."""
    label, path = ends, [ends]
    for word in range(len(came), 0, -1):
        earlier = came[word - 1].gather(1, label[:, None])[:, 0]
        label = torch.where(word <= last, earlier, ends)
        path.append(label)
    return torch.stack(path[::-1], 1)
