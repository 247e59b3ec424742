"""A SentencePiece vocabulary for a new span normalizer, trained on its pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from rich.progress import track

from ...scripts import DIGITS
from ...seq2seq.pieces import one_script
from ...seq2seq.requests import CLOSE, OPEN, prompt
from .. import vocabulary
from . import pairs
from .data import request
from .recipe import SpanRecipe

_SYMBOLS = (OPEN, CLOSE, *DIGITS["Latin"], *DIGITS["Devanagari"])
"""Always pieces of their own; other Brahmic digits are folded onto Devanagari's."""


def train(recipe: SpanRecipe, shards: Mapping[str, Iterable[Path]], target: Path) -> Path:
    """Train a unigram model on the words of all prompts and answers and write it to ``target``; an existing one is
    kept. Characters that it does not know are written as bytes, so every one survives."""
    if target.exists():
        return target
    settings = recipe.tokenizer
    counted = {lang: _count(lang, paths) for lang, paths in shards.items()}
    counts = vocabulary.tempered(counted, settings.temperature, settings.max_words)
    return vocabulary.unigram(
        counts,
        target,
        settings.size,
        recipe.training.threads,
        character_coverage=settings.character_coverage,
        user_defined_symbols=list(_SYMBOLS),
        byte_fallback=True,
        pad_id=0,
        eos_id=1,
        unk_id=2,
    )


def _count(lang: str, paths: Iterable[Path]) -> Counter[str]:
    """How often each word stands in the prompts and answers of a language, on one script."""
    counts: Counter[str] = Counter()
    for path in track(list(paths), f"counting words: {lang}", transient=True):
        for pair in pairs.read(path):
            counts.update(prompt(request(pair, lang)).split())
            counts.update(pair.target.split())
    table = one_script(lang)
    return Counter({word.translate(table): count for word, count in counts.items() if word not in (OPEN, CLOSE)})
