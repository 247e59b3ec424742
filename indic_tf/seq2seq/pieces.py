"""Prompts and answers as subword ids: our own SentencePiece models, and any Hugging Face tokenizer."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from ..errors import ModelError
from ..languages import language
from ..scripts import DIGITS, nfc
from ..tagging.subwords import SENTENCEPIECE

LONGEST = 2048
"""Tokens of a prompt; what lies behind is cut off."""

_FIRST_BLOCK, _BLOCKS, _BLOCK = 0x0900, 9, 0x80
_DANDAS = (0x64, 0x65)  # in Devanagari's block, for all scripts


@cache
def one_script(code: str) -> Mapping[int, int]:
    """A table for `str.translate` that exchanges the block of a language's script with that of Devanagari.

    ISCII laid the Brahmic blocks out in parallel, so related words of all languages share subwords. The exchange undoes
    itself, so every character survives; for scripts of another order the table is empty.

    >>> "১২ টাকা".translate(one_script("bn")), "১২ টাকা".translate(one_script("bn")).translate(one_script("bn"))
    ('१२ टाका', '১২ টাকা')
    """
    zero = ord(DIGITS[language(code).script][0])
    block, inside = divmod(zero - _FIRST_BLOCK, _BLOCK)
    if inside != 0x66 or not 0 < block < _BLOCKS:
        return {}
    table = {}
    for offset in set(range(_BLOCK)) - set(_DANDAS):
        own, shared = _FIRST_BLOCK + block * _BLOCK + offset, _FIRST_BLOCK + offset
        table[own], table[shared] = shared, own
    return table


class Pieces(Protocol):
    """Texts of a language as token ids, and back. Sequences close with ``end_id``."""

    pad_id: int
    end_id: int

    @property
    def size(self) -> int:
        """How many distinct ids there are."""
        ...

    def encode(self, texts: Sequence[str], languages: Sequence[str]) -> list[list[int]]: ...

    def decode(self, ids: Iterable[int], lang: str) -> str: ...

    def save(self, folder: Path) -> None: ...


class OwnPieces:
    """A SentencePiece model of ours: text on one script, every digit a piece, bytes for characters it does not know."""

    def __init__(self, path: Path) -> None:
        from sentencepiece import SentencePieceProcessor

        self._path, self._model = path, SentencePieceProcessor(model_file=str(path))
        self.pad_id: int = self._model.pad_id()
        self.end_id: int = self._model.eos_id()
        self._silent = {self.pad_id, self.end_id, self._model.unk_id()}

    @property
    def size(self) -> int:
        return int(self._model.get_piece_size())

    def encode(self, texts: Sequence[str], languages: Sequence[str]) -> list[list[int]]:
        folded = [text.translate(one_script(lang)) for text, lang in zip(texts, languages, strict=True)]
        return [[*ids[: LONGEST - 1], self.end_id] for ids in self._model.encode(folded)]

    def decode(self, ids: Iterable[int], lang: str) -> str:
        said: str = self._model.decode([i for i in ids if i not in self._silent])
        return _tidy(said.translate(one_script(lang)))

    def save(self, folder: Path) -> None:
        shutil.copyfile(self._path, folder / SENTENCEPIECE)


class HubPieces:
    """The tokenizer of a checkpoint of the mT5 or the ByT5 kind, as `transformers.AutoTokenizer` loads it."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self.pad_id: int = tokenizer.pad_token_id
        self.end_id: int = tokenizer.eos_token_id

    @property
    def size(self) -> int:
        return len(self._tokenizer)

    def encode(self, texts: Sequence[str], languages: Sequence[str]) -> list[list[int]]:
        if not texts:
            return []
        rows = self._tokenizer(list(texts), add_special_tokens=False)["input_ids"]
        return [[*ids[: LONGEST - 1], self.end_id] for ids in rows]

    def decode(self, ids: Iterable[int], lang: str) -> str:
        return _tidy(self._tokenizer.decode(list(ids), skip_special_tokens=True))

    def save(self, folder: Path) -> None:
        self._tokenizer.save_pretrained(folder)


def load(folder: Path) -> Pieces:
    """The subwords of a model folder: its SentencePiece file, else its Hugging Face tokenizer.

    Raises `ModelError` where there is neither.
    """
    if (folder / SENTENCEPIECE).is_file():
        return OwnPieces(folder / SENTENCEPIECE)
    from transformers import AutoTokenizer

    try:
        return HubPieces(AutoTokenizer.from_pretrained(folder))
    except (OSError, ValueError, KeyError, ImportError) as error:
        raise ModelError(f"no tokenizer in {folder} ({error}): put the checkpoint's tokenizer files there") from error


def _tidy(text: str) -> str:
    return nfc(" ".join(text.split()))
