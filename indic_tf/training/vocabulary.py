"""A SentencePiece vocabulary for a new encoder, trained on the words of the shards."""

from __future__ import annotations

import io
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import ModelError
from ..manifests import owned
from ..tagging.encode import NUMBER, to_one_script
from .config import Run
from .shards import read

log = logging.getLogger(__name__)

Count = Callable[[Iterable[Path]], Counter[str]]


def count_words(paths: Iterable[Path]) -> Counter[str]:
    """How often each word stands in some shards of labelled passages."""
    counts: Counter[str] = Counter()
    for path in paths:
        for passage in read(path):
            counts.update(passage.words)
    return counts


def train(recipe: Run, shards: Mapping[str, Iterable[Path]], target: Path, count: Count = count_words) -> Path:
    """Train a unigram model (Kudo 2018) on word counts and write it to ``target``; an existing one is kept.

    ``shards`` maps languages to their training shards, whose words ``count`` counts. Counts are tempered so that small
    languages get pieces too.
    """
    if target.exists():
        return target
    settings = recipe.tokenizer
    fold = to_one_script if settings.one_script else str
    counted = {lang: count(paths) for lang, paths in shards.items()}
    for words in counted.values():
        del words[NUMBER]
    counts = tempered(counted, settings.temperature, settings.max_words, fold)
    return unigram(
        counts,
        target,
        settings.size,
        recipe.training.threads,
        character_coverage=settings.character_coverage,
        user_defined_symbols=[NUMBER],
        pad_id=0,
        unk_id=1,
    )


def unigram(counts: Sequence[tuple[str, int]], target: Path, size: int, threads: int | None, **options: Any) -> Path:
    """Train a unigram model of ``size`` subwords on words and their counts; ``options`` go to SentencePiece."""
    from sentencepiece import SentencePieceTrainer

    made = io.BytesIO()  # given file names, the trainer would write them into the model
    log.info("vocabulary: %d distinct words", len(counts))
    SentencePieceTrainer.train(
        sentence_iterator=(f"{word}\t{count}" for word, count in counts),
        input_format="tsv",
        model_writer=made,
        vocab_size=size,
        hard_vocab_limit=False,
        model_type="unigram",
        normalization_rule_name="identity",
        num_threads=threads or 2,
        minloglevel=2,
        **{"bos_id": -1, "eos_id": -1, **options},
    )
    with owned.whole(target) as file:
        file.write(made.getvalue())
    return target


def message() -> Any:
    """The empty protobuf message of a SentencePiece model, for one that is put together by hand.

    Raises `ModelError` where protobuf is not installed.
    """
    try:
        from sentencepiece import sentencepiece_model_pb2
    except ImportError:
        raise ModelError('this needs protobuf: pip install "indic-tf[train]"') from None
    generated: Any = sentencepiece_model_pb2  # its classes are made when it is imported
    return generated.ModelProto()


def tempered(
    languages: Mapping[str, Counter[str]], temperature: float, most: int, fold: Callable[[str], str] = str
) -> list[tuple[str, int]]:
    """One table of words: each language's counts scaled to (its total) ** temperature, the ``most`` frequent kept."""
    totals = {lang: counts.total() for lang, counts in languages.items()}
    largest = max(totals.values())
    merged: Counter[str] = Counter()
    for lang, counts in languages.items():
        scale = (largest / max(totals[lang], 1)) ** (1 - temperature)
        for word, count in counts.items():
            if count > 1:
                merged[fold(word)] += round(count * scale)
    return merged.most_common(most)
