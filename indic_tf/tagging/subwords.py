"""Words → subword ids, for our own SentencePiece models and for any Hugging Face tokenizer."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..errors import ModelError
from ..extras import needed_for
from .encode import NUMBER, to_one_script

SENTENCEPIECE = "sentencepiece.model"
RULES = "subwords.json"
"""Beside ``tokenizer.json``: what transformers knows of a tokenizer and that file does not say."""

_TOKENIZER = "tokenizer.json"
_CACHED_WORDS = 1 << 16


class PieceModel:
    """A SentencePiece model as it stands in the folder, without special tokens: the fast way.

    ``<num>`` is one piece of its own.
    """

    prefix: tuple[int, ...] = ()
    suffix: tuple[int, ...] = ()

    def __init__(self, path: Path, one_script: bool) -> None:
        """``mask_id`` is what stands for a subword that is to be guessed: the unknown one where there is no other."""
        from sentencepiece import SentencePieceProcessor

        self._pieces: Any = SentencePieceProcessor(model_file=str(path))
        self.one_script = one_script
        self._fold: Callable[[str], str] = to_one_script if one_script else str
        self.pad_id: int = self._pieces.pad_id()
        self.unknown_id: int = self._pieces.unk_id()
        self.mask_id: int = self.unknown_id
        self._number = (self._pieces.piece_to_id(NUMBER),)
        self.encode_word = lru_cache(_CACHED_WORDS)(self._encode_word)

    def table(self) -> dict[str, int]:
        """Every subword with its id."""
        return {self._pieces.id_to_piece(i): i for i in range(self._pieces.get_piece_size())}

    def _encode_word(self, word: str) -> tuple[int, ...]:
        if word == NUMBER:
            return self._number
        return tuple(self._pieces.encode(self._fold(word))) or (self.unknown_id,)

    def draw_word(self, word: str, alpha: float) -> tuple[int, ...]:
        """One of all the ways to cut a word, drawn with chance ∝ its probability ** ``alpha``."""
        if word == NUMBER:
            return self._number
        drawn = self._pieces.encode(self._fold(word), enable_sampling=True, alpha=alpha, nbest_size=-1)
        return tuple(drawn) or (self.unknown_id,)


def seed(number: int) -> None:
    """Make what `PieceModel.draw_word` draws the same in every run."""
    from sentencepiece import set_random_generator_seed

    set_random_generator_seed(number)


class HuggingFaceModel:
    """Any tokenizer that `transformers.AutoTokenizer` loads; numbers become "0", which every vocabulary has.

    Decoders that have no padding, no unknown or no mask token get the nearest to it that they have. Tokenizers that see
    a word's beginning by the space before it (Gemma, GPT …) get that space.
    """

    def __init__(self, tokenizer: Any, one_script: bool = False) -> None:
        self._tokenizer = tokenizer
        self.one_script = one_script
        self._fold: Callable[[str], str] = to_one_script if one_script else str
        around = (
            tokenizer.build_inputs_with_special_tokens
            if hasattr(tokenizer, "build_inputs_with_special_tokens")
            else None
        )
        specials = around([]) if around else tokenizer("")["input_ids"]
        self.prefix = tuple(specials[:1])
        self.suffix = tuple(specials[1:])
        self.pad_id = _first(tokenizer.pad_token_id, tokenizer.eos_token_id)
        self.unknown_id = _first(tokenizer.unk_token_id, self.pad_id)
        self.mask_id = _first(tokenizer.mask_token_id, self.unknown_id)
        self.space = "" if self._ids("0 0") == self._ids("0") * 2 else " "
        self.encode_word = lru_cache(_CACHED_WORDS)(self._encode_word)

    def table(self) -> dict[str, int]:
        """Every subword with its id."""
        return dict(self._tokenizer.get_vocab())

    def _encode_word(self, word: str) -> tuple[int, ...]:
        text = "0" if word == NUMBER else self._fold(word)
        return self._ids(self.space + text) or (self.unknown_id,)

    @property
    def fast(self) -> Any:
        """The tokenizer of the library `tokenizers` within, if there is one."""
        return getattr(self._tokenizer, "backend_tokenizer", None)

    def _ids(self, text: str) -> tuple[int, ...]:
        return tuple(self._tokenizer(text, add_special_tokens=False)["input_ids"])


class FastTokenizer:
    """A Hugging Face tokenizer without transformers, as `write_rules` left it in a folder."""

    def __init__(self, folder: Path, one_script: bool) -> None:
        with needed_for(f"the tokenizer of {folder.name}"):
            from tokenizers import Tokenizer

        self._tokenizer: Any = Tokenizer.from_file(str(folder / _TOKENIZER))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        rules = json.loads((folder / RULES).read_text(encoding="utf-8"))
        self.one_script = one_script
        self._fold: Callable[[str], str] = to_one_script if one_script else str
        self.prefix, self.suffix = tuple(rules["prefix"]), tuple(rules["suffix"])
        self.pad_id: int = rules["pad_id"]
        self.unknown_id: int = rules["unknown_id"]
        self.mask_id: int = rules["mask_id"]
        self._space: str = rules["space"]
        self.encode_word = lru_cache(_CACHED_WORDS)(self._encode_word)

    def table(self) -> dict[str, int]:
        """Every subword with its id."""
        return dict(self._tokenizer.get_vocab())

    def _encode_word(self, word: str) -> tuple[int, ...]:
        text = "0" if word == NUMBER else self._fold(word)
        return tuple(self._tokenizer.encode(self._space + text, add_special_tokens=False).ids) or (self.unknown_id,)


def write_rules(source: Path, one_script: bool, target: Path) -> None:
    """Write the Hugging Face tokenizer of a folder into another, for `FastTokenizer`.

    Raises `ModelError` for a folder without one, and for one that has no fast form.
    """
    if (source / RULES).is_file():
        for name in (_TOKENIZER, RULES):
            (target / name).write_bytes((source / name).read_bytes())
        return
    own = _of_transformers(source, one_script)
    if not isinstance(own, HuggingFaceModel) or (fast := own.fast) is None:
        raise ModelError(f"the tokenizer of {source} has no fast form, which is what runs without transformers")
    fast.save(str(target / _TOKENIZER))
    rules = {name: getattr(own, name) for name in ("prefix", "suffix", "pad_id", "unknown_id", "mask_id", "space")}
    (target / RULES).write_text(json.dumps(rules), encoding="utf-8")


def _first(*ids: int | None) -> int:
    return next((i for i in ids if i is not None), 0)


Subwords = PieceModel | HuggingFaceModel | FastTokenizer


def load(folder: Path, one_script: bool) -> Subwords:
    """The subword model of a model folder: its SentencePiece file, else its Hugging Face tokenizer.

    Raises `ModelError` where there is neither.
    """
    if (folder / SENTENCEPIECE).is_file():
        return PieceModel(folder / SENTENCEPIECE, one_script)
    if (folder / RULES).is_file():
        return FastTokenizer(folder, one_script)
    return _of_transformers(folder, one_script)


def _of_transformers(folder: Path, one_script: bool) -> HuggingFaceModel:
    with needed_for(f"the tokenizer of {folder.name}"):
        from transformers import AutoTokenizer

    try:
        return HuggingFaceModel(AutoTokenizer.from_pretrained(folder), one_script)
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(
            f"no tokenizer in {folder}: put {SENTENCEPIECE} or the encoder's tokenizer files there"
        ) from error
