"""Train a network that spells words of Indian scripts in Latin letters, on pairs that the dictionary makes.

    python data_scripts/train_transliteration_network.py runs/transliteration            20 minutes of one core
    python benchmarks/transliteration.py --network runs/transliteration

The second way to do what `indic_tf.transliterate` does by comparing sounds: an encoder-decoder over letters
(`transliteration_network`), one for five languages, which a tag tells apart, in the training loop of the taggers.
`transliteration_pairs` draws its pairs, anew all the time. Names of the benchmark, and one in ten of the package's own
names that is no English word, are left out, so that it can be seen how the network spells what it has not seen. English
words of the benchmark are words of the dictionary and may be learnt, but no pair has a native spelling that stands in
the benchmark.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Annotated

import numpy as np
import torch
import typer
from torch import Tensor, nn
from transliteration_network import Letters, Network, Speller
from transliteration_pairs import Drawn, maker

from indic_tf.training.config import Training
from indic_tf.training.loop import Loop
from indic_tf.training.spans.data import Batch, collate
from indic_tf.transliterate.data import english
from indic_tf.transliterate.lexicon import own_entries

LANGUAGES = ("hi", "ta", "te", "bn", "mr")
BENCHMARK = Path(__file__).resolve().parent.parent / "benchmarks" / "transliteration"
_LETTERS_OF_WORD = 12  # with its tag and end, about
_POOL = 8  # batches that are drawn at a time and sorted, so that little is padding
_HELD = 10  # one in so many own names
_DEV = 60  # pairs a language of each kind

Makers = Sequence[tuple[str, Callable[[Random], Drawn]]]
Dev = dict[str, list[tuple[str, Drawn]]]


class Drawing:
    """Draws batches of pairs without end, as `loop.Loop` asks for them."""

    def __init__(self, makers: Makers, letters: Letters, seed: int) -> None:
        self._makers, self._letters = makers, letters
        self.random = np.random.default_rng(seed)
        self.progress = 0.0
        self._ready: list[Batch] = []

    def draw(self, tokens: int) -> Batch:
        """One batch of about ``tokens`` letters of both sides."""
        if not self._ready:
            self._ready = [*self._some(max(1, tokens // (2 * _LETTERS_OF_WORD)))]
        return self._ready.pop()

    def _some(self, count: int) -> Iterator[Batch]:
        random = Random(int(self.random.integers(2**32)))
        pairs = [(lang, made(random)) for lang, made in random.choices(self._makers, k=count * _POOL)]
        rows = [(self._letters.prompt(one.native, lang), self._letters.answer(one.latin)) for lang, one in pairs]
        rows.sort(key=lambda row: len(row[0]))
        starts = [*range(0, len(rows), count)]
        random.shuffle(starts)
        for start in starts:
            part = [(np.array(a, np.int32), np.array(b, np.int32)) for a, b in rows[start : start + count]]
            yield collate(part, self._letters.pad_id)


class Speaking:
    """Tells of a run: a line every half minute."""

    def __init__(self, seconds: float = 30.0) -> None:
        self._losses: list[Tensor] = []
        self._every, self._said = seconds / 60, 0.0

    def step(self, progress: float, tokens: int, minutes: float, loss: Tensor) -> None:
        self._losses.append(loss)
        if minutes - self._said >= self._every:
            self.pause(progress, tokens, minutes)

    def pause(self, progress: float, tokens: int, minutes: float) -> None:
        if self._losses:
            mean = float(torch.stack(self._losses).mean())
            typer.echo(f"{progress:6.1%}  {tokens / 1e6:6.2f} M letters  {minutes:5.1f} min  loss {mean:.4f}", err=True)
        self._losses, self._said = [], minutes


def benchmark_words() -> tuple[frozenset[str], frozenset[str]]:
    """Names of the benchmark in Latin letters, and all its native spellings."""
    names: set[str] = set()
    natives: set[str] = set()
    for path in (BENCHMARK / "english.tsv", BENCHMARK / "names.tsv"):
        lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        for cells in lines[1:]:
            names |= {*cells[0].split("|")} if path.stem == "names" else set()
            natives |= {native for cell in cells[2:] for native in cell.split("|")}
    return frozenset(names), frozenset(natives)


def held_out() -> frozenset[str]:
    """Own names that no pair has: one in ten of those that are no English words, always the same."""
    known = frozenset(english()[0])
    own = {entry.text for entry in own_entries()} - known
    return frozenset(text for text in own if zlib.crc32(text.encode()) % _HELD == 0)


def settings(minutes: float, batch: int, seed: int) -> Training:
    """How a run of so many minutes goes, with ``batch`` letters a step."""
    return Training(
        tokens=10**12,
        max_minutes=minutes,
        evaluate_minutes=minutes / 4,
        batch_tokens=batch,
        learning_rate=3e-3,
        schedule="wsd",
        warmup=0.03,
        decay=0.35,
        ema=0.995,
        bf16=False,
        threads=1,
        prefetch=1,
        seed=seed,
    )


def teach(network: nn.Module, batch: Batch) -> Tensor:
    """The mean cross-entropy of a batch."""
    loss: Tensor = network(batch)
    return loss


def train(folder: Path, makers: Makers, dev: Dev, training: Training) -> Speller:
    """Train on what ``makers`` draw, and write the network into ``folder``; ``dev`` are pairs by their kind."""
    letters = Letters([lang for lang, _ in makers])
    torch.manual_seed(training.seed)

    def evaluate(averaged: Network) -> float:
        found = {kind: exact(Speller(averaged, letters), pairs) for kind, pairs in dev.items()}
        typer.echo("dev: " + "  ".join(f"{kind} {share:.3f}" for kind, share in found.items()), err=True)
        return sum(found.values()) / len(found)

    folder.mkdir(parents=True, exist_ok=True)
    drawing = Drawing(makers, letters, training.seed)
    loop = Loop(training, folder, Network(letters.size), drawing, teach, evaluate)
    loop.forget()
    made = Speller(loop.run(Speaking()), letters)
    made.save(folder)
    loop.forget()
    return made


def exact(speller: Speller, pairs: Sequence[tuple[str, Drawn]]) -> float:
    """The share of pairs whose likeliest spelling is right."""
    right = 0
    for lang in speller.letters.languages:
        own = [one for code, one in pairs if code == lang]
        found = speller.spellings([one.native for one in own], lang, 1) if own else []
        right += sum(texts[:1] == [one.latin] for texts, one in zip(found, own, strict=True))
    return right / max(1, len(pairs))


def dev_pairs(seed: int) -> Dev:
    """Drawn spellings of words that are learnt, and of names that are not."""
    names, natives = benchmark_words()
    held, random = held_out(), Random(f"dev {seed}")
    known = frozenset(english()[0]) | {entry.text for entry in own_entries()}
    made: Dev = {"learnt": [], "held out": []}
    for lang in LANGUAGES:
        learnt = maker(lang, held | names, natives)
        others = maker(lang, known - held, natives)
        made["learnt"] += [(lang, learnt(random)) for _ in range(_DEV)]
        drawn = (others(random) for _ in iter(int, 1))  # names that a language lists are among them
        made["held out"] += [(lang, one) for one in islice((one for one in drawn if one.latin in held), _DEV)]
    return made


def main(
    folder: Annotated[Path, typer.Argument(help="where the network goes")],
    minutes: Annotated[float, typer.Option(help="of training, one thread")] = 20.0,
    batch: Annotated[int, typer.Option(help="letters of both sides a step")] = 2560,
    own: Annotated[float, typer.Option(help="how often names are drawn, beside English as frequent")] = 1.0,
    seed: int = 1,
) -> None:
    torch.set_num_threads(1)
    names, natives = benchmark_words()
    typer.echo("reading the dictionary", err=True)
    dev = dev_pairs(seed)
    makers = [(lang, maker(lang, names | held_out(), natives, own)) for lang in LANGUAGES]
    train(folder, makers, dev, settings(minutes, batch, seed))
    size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
    typer.echo(f"{folder}: {size:.1f} MB")


if __name__ == "__main__":
    typer.run(main)
