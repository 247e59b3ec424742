"""A SentencePiece vocabulary for a new encoder, trained on the words of the shards."""

from __future__ import annotations

import io
import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..tagging.encode import NUMBER, to_one_script
from .config import Run, Tokenizer
from .shards import read

log = logging.getLogger(__name__)


def train(recipe: Run, shards: Mapping[str, Iterable[Path]], target: Path) -> Path:
    """Train a unigram model (Kudo 2018) on word counts and write it to ``target``; an existing one is kept.

    ``shards`` maps languages to their training shards. Counts are tempered so that small languages get pieces too.
    """
    if target.exists():
        return target
    from sentencepiece import SentencePieceTrainer

    target.parent.mkdir(parents=True, exist_ok=True)
    counts = _tempered({lang: _count(paths) for lang, paths in shards.items()}, recipe.tokenizer)
    made = io.BytesIO()  # given file names, the trainer would write them into the model
    log.info("vocabulary: %d distinct words", len(counts))
    SentencePieceTrainer.train(
        sentence_iterator=(f"{word}\t{count}" for word, count in counts),
        input_format="tsv",
        model_writer=made,
        vocab_size=recipe.tokenizer.size,
        hard_vocab_limit=False,
        model_type="unigram",
        normalization_rule_name="identity",
        character_coverage=recipe.tokenizer.character_coverage,
        user_defined_symbols=[NUMBER],
        pad_id=0,
        unk_id=1,
        bos_id=-1,
        eos_id=-1,
        num_threads=recipe.training.threads or 2,
        minloglevel=2,
    )
    target.write_bytes(made.getvalue())
    return target


def _count(paths: Iterable[Path]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for path in paths:
        for passage in read(path):
            counts.update(passage.words)
    del counts[NUMBER]
    return counts


def _tempered(languages: Mapping[str, Counter[str]], settings: Tokenizer) -> list[tuple[str, int]]:
    """One table of words: each language's counts scaled to (its total) ** temperature, the most frequent kept."""
    totals = {lang: counts.total() for lang, counts in languages.items()}
    largest = max(totals.values())
    merged: Counter[str] = Counter()
    for lang, counts in languages.items():
        scale = (largest / max(totals[lang], 1)) ** (1 - settings.temperature)
        for word, count in counts.items():
            if count > 1:
                merged[to_one_script(word) if settings.one_script else word] += round(count * scale)
    return merged.most_common(settings.max_words)
