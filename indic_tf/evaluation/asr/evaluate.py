"""Scoring: files, or texts in memory, under several normalizations at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from ...errors import InputError
from ...languages import language
from ...manifests.owned import sha256 as sha256_of
from ...processes import Workers
from ..fitting import Fitting
from ..signature import Digest, Signature, content, signature
from ..significance import SAMPLES, SEED, Counts
from . import counts
from .counts import WIDTH, Rates, count
from .matching import Pair, match, some
from .normalizations import Normalizations, Normalize, normalizations
from .scores import AsrScore
from .utterances import Utterances, hypotheses, predictions, references, speakers

_CHUNK = 500  # utterances between two signs of life
_SPEAKERS_FILE = "utt2spk"

Advance = Callable[[int, int], object]
"""Told how many utterances more are done, and how many there are in all."""
Functions = Mapping[str, Normalize]


def evaluate(
    reference: Path,
    hypothesis: Path | None,
    lang: str,
    *,
    names: Sequence[str] | None = None,
    folds: Sequence[str] = (),
    speakers_file: Path | None = None,
    skip_missing: bool = False,
    samples: int = SAMPLES,
    seed: int = SEED,
    jobs: int = 1,
    advance: Advance = lambda done, total: None,
) -> AsrScore:
    """Score the utterances of ``hypothesis`` against those of ``reference``; `utterances` says what files may be.

    Without a hypothesis the reference is a manifest with ``pred_text``. Raises `LanguageError`, `GrammarError`,
    `InputError`, `OSError`.
    """
    gold = references(reference)
    heard = hypotheses(hypothesis) if hypothesis else predictions(reference)
    matched = match(gold, heard, _speakers(reference, speakers_file), skip=skip_missing)
    if speakers_file:
        _check_speakers(speakers_file, matched.pairs)
    lang = language(lang).code
    wanted = normalizations(lang, names, folds)
    if problem := _unfit(matched.pairs, wanted.functions, gold.path.name, heard.path.name):
        matched = replace(matched, bad=(*matched.bad, problem))
    made = tuple(wanted.functions)
    rows = _rows(matched.pairs, wanted, jobs, partial(_worker, lang, made, tuple(folds)), advance)
    line = _signature(lang, gold, heard if hypothesis else None)
    if folds and "value" in made:
        line = line.having(fold="+".join(folds))
    return AsrScore(line, matched, made, rows, samples, seed, wanted.left_out)


def score(pairs: Sequence[tuple[str, str]], functions: Functions) -> dict[str, Rates]:
    """The rates of (reference, hypothesis) pairs in memory, without intervals.

    >>> from .normalizations import normalizations
    >>> score([("दो लोग", "2 लोग")], normalizations("hi", ["raw", "value"]).functions)["value"].wer
    0.0
    """
    total = _table(pairs, functions).sum(axis=0, dtype=np.int64)
    return {name: counts.rates(total[i * WIDTH : (i + 1) * WIDTH], {}) for i, name in enumerate(functions)}


def _unfit(pairs: Sequence[Pair], functions: Functions, reference: str, hypothesis: str) -> str:
    """Why the texts of two files do not go together, however they are normalized; "" where they do."""
    problem = ""
    for normalize in functions.values():
        fitting = Fitting(reference, hypothesis, "utterance")
        for pair in pairs:
            fitting.see(pair.id, [normalize(pair.reference)], normalize(pair.hypothesis))
        try:
            fitting.check()
        except InputError as error:
            problem = problem or str(error)
        else:
            return ""
    return problem


def _counted(reference: str, hypothesis: str, functions: Functions) -> list[int]:
    row: list[int] = []
    for normalize in functions.values():
        gold = normalize(reference)
        row += count(gold, gold if hypothesis == reference else normalize(hypothesis))
    return row


def _rows(
    pairs: Sequence[Pair], wanted: Normalizations, jobs: int, initialize: Callable[[], None], advance: Advance
) -> Counts:
    chunks = ([(p.reference, p.hypothesis) for p in pairs[i : i + _CHUNK]] for i in range(0, len(pairs), _CHUNK))
    made = []
    for table in _tables(chunks, wanted.functions, jobs, initialize):
        made.append(table)
        advance(len(table), len(pairs))
    return np.concatenate(made)


def _tables(
    chunks: Iterator[list[tuple[str, str]]], functions: Functions, jobs: int, initialize: Callable[[], None]
) -> Iterator[Counts]:
    if jobs < 2:
        yield from (_table(chunk, functions) for chunk in chunks)
        return
    with Workers(jobs, initialize) as pool:
        yield from pool.map(_in_worker, chunks)


def _table(pairs: Sequence[tuple[str, str]], functions: Functions) -> Counts:
    """The counts of utterances under every normalization, one behind the other in each row."""
    rows = [_counted(*pair, functions) for pair in pairs]
    return np.array(rows, dtype=np.int32).reshape(-1, WIDTH * len(functions))


_of_worker: dict[str, Normalize] = {}


def _worker(lang: str, names: Sequence[str], folds: Sequence[str]) -> None:
    _of_worker.update(normalizations(lang, names, folds).functions)


def _in_worker(chunk: Sequence[tuple[str, str]]) -> Counts:
    return _table(chunk, _of_worker)


def _speakers(reference: Path, file: Path | None) -> dict[str, str]:
    """Who speaks, from ``file`` or from Kaldi's list beside the reference."""
    beside = reference.parent / _SPEAKERS_FILE
    if file is None and reference.is_file() and beside.is_file():
        file = beside
    return speakers(file) if file else {}


def _check_speakers(file: Path, pairs: Sequence[Pair]) -> None:
    """A list that was asked for must be good for intervals over speakers."""
    if unknown := [pair.id for pair in pairs if not pair.speaker]:
        raise InputError(f"{file} says no speaker of {len(unknown)} of {len(pairs)} utterances: {some(unknown)}")


def _signature(lang: str, gold: Utterances, heard: Utterances | None) -> Signature:
    model = content(heard.path.stem, _digest(heard)) if heard else "pred_text"
    return signature("ASR", gold.path.stem, _digest(gold), lang=lang, model=model)


def _digest(found: Utterances) -> str:
    """The sha256 of a file; of a folder, that of its ids and texts."""
    if found.path.is_file():
        return sha256_of(found.path)
    digest = Digest()
    for id_ in sorted(found.by_id):
        digest.add(f"{id_}\t{found.by_id[id_].text}")
    return digest.sha256
