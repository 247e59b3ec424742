"""A batch in the subwords of another model, so that a teacher can judge what its student reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import torch

from ..errors import ModelError
from ..tagging.encode import TYPES, from_one_script
from ..tagging.subwords import PieceModel, Subwords
from .sampling import Batch

_UNKNOWN = "\ufffd"  # a letter that no vocabulary has
_OPENS = "▁"  # SentencePiece's sign of a word's beginning
_CACHED_WORDS = 1 << 17
Row = tuple[list[int], list[int], list[int]]
"""Subwords, their types, and where the words end."""


def between(student: Subwords, teacher: Subwords, max_subwords: int, name: object) -> Retelling | None:
    """What tells the teacher the student's batches; None where both have the same subwords.

    Raises `ModelError`, with the teacher's ``name``, where it could not know the words again.
    """
    if student.one_script == teacher.one_script and student.table() == teacher.table():
        return None
    if not isinstance(student, PieceModel):
        raise ModelError(
            f"the teacher {name} cuts words into different subwords, and cannot be told the student's: that takes a "
            "student with a SentencePiece vocabulary"
        )
    return Retelling(student, teacher, max_subwords)


class Retelling:
    """Words of a batch spelled in a teacher's subwords: the same rows, the same words, no labels.

    Subwords that a student's vocabulary lacks, or that were blanked, are unknown to the teacher too. Words of a student
    whose vocabulary is folded onto one script are written in their own again, for a teacher that is used to that.
    """

    def __init__(self, student: PieceModel, teacher: Subwords, max_subwords: int) -> None:
        self._pieces = {index: piece for piece, index in student.table().items()}
        self._pieces[student.unknown_id] = _UNKNOWN
        self._teacher, self._max_subwords = teacher, max_subwords
        self._folded = student.one_script and not teacher.one_script
        self._word = lru_cache(_CACHED_WORDS)(self._retold)

    def __call__(self, batch: Batch) -> Batch:
        rows = [
            self._row(ids, types, torch.nonzero(ends)[:, 0].tolist())
            for ids, types, ends in zip(
                batch.input_ids.tolist(), batch.token_type_ids.tolist(), batch.words, strict=True
            )
        ]
        shape = (len(rows), max(len(ids) for ids, _, _ in rows))
        made = replace(
            batch,
            input_ids=torch.full(shape, self._teacher.pad_id),
            attention_mask=torch.zeros(shape, dtype=torch.int64),
            token_type_ids=torch.zeros(shape, dtype=torch.int64),
            words=torch.zeros(shape, dtype=torch.bool),
            labels={},
            soft={},
        )
        for i, (ids, types, ends) in enumerate(rows):
            made.input_ids[i, : len(ids)] = torch.tensor(ids)
            made.token_type_ids[i, : len(ids)] = torch.tensor(types)
            made.attention_mask[i, : len(ids)] = 1
            made.words[i, ends] = True
        return made.to(batch.input_ids.device)

    def _row(self, ids: Sequence[int], types: Sequence[int], ends: Sequence[int]) -> Row:
        """A row of the teacher's, of one that the student reads."""
        made, made_types = list(self._teacher.prefix), [0] * len(self._teacher.prefix)
        places, opening = [], 0
        for end in ends:
            word = self._word(tuple(ids[opening : end + 1]), types[end] % TYPES if self._folded else 0)
            made += word
            made_types += [types[end]] * len(word)
            places.append(len(made) - 1)
            opening = end + 1
        suffix = self._teacher.suffix
        return made + list(suffix), made_types + [0] * len(suffix), places

    def _retold(self, ids: tuple[int, ...], script: int) -> tuple[int, ...]:
        word = from_one_script("".join(self._pieces[i] for i in ids).removeprefix(_OPENS), script)
        return self._teacher.encode_word(word or _UNKNOWN)[-self._max_subwords :]
