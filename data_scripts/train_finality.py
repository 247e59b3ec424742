"""Make the tables of sentence endings of `indic_tf.finality`, and the weights of its two judges.

    python data_scripts/train_finality.py hi=corpora/hi/a.txt.xz hi=corpora/hi/b.txt.xz ta=… [--output FILE]

Text is marked, a passage a line, .xz or not. Of every source about ``--words`` words are read, in random order, of one
with a share behind it (hi=a.txt*0.3) that part of them; one passage in twenty is held out for the weights. Per sentence
of two words and more the table learns from the whole of it and from one cut, by Adagrad. The weights are fitted to
held-out texts of one to three sentences, whole and cut, of all languages together, with the tagger that each language's
YAML names.
"""

from __future__ import annotations

import argparse
import lzma
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import torch
from safetensors.torch import save
from torch.nn.functional import binary_cross_entropy_with_logits

from indic_tf.evaluation.marks import strip
from indic_tf.finality import _SURE, endings, log_odds, with_continuation
from indic_tf.labels import PUNCTUATION
from indic_tf.languages import language
from indic_tf.replacing import replacing
from indic_tf.resources import model_folder
from indic_tf.taggers import tagger_of
from indic_tf.tagging.encode import tagger_word

Words = tuple[str, ...]
Sentence = tuple[Words, tuple[int, ...]]
_HELD_OUT, _BATCH, _EPOCHS, _RATE, _SAMPLE = 20, 256, 3, 0.1, 40
_AT_COMMAS = 0.25


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", metavar="LANG=FILE")
    parser.add_argument("--words", type=int, default=250_000, help="of every source")
    parser.add_argument("--sentences", type=int, default=60_000, help="of every language")
    parser.add_argument("--output", type=Path, default=model_folder(endings.NAME) / endings.FILE)
    options = parser.parse_args()
    files: dict[str, list[tuple[Path, int]]] = defaultdict(list)
    for source in options.sources:
        lang, _, path = source.partition("=")
        path, _, share = path.partition("*")
        files[lang].append((Path(path), int(float(share or 1) * options.words)))
    tables, held = {}, {}
    for lang, paths in files.items():
        passages = [passage for path, words in paths for passage in read(path, lang, words)]
        Random(1).shuffle(passages)
        few = len(passages) // _HELD_OUT
        held[lang] = [sentence for passage in passages[:few] for sentence in passage]
        learnt = [sentence for passage in passages[few:] for sentence in passage][: options.sentences]
        tables[lang] = trained(learnt)
        print(lang, len(learnt), "sentences", flush=True)
    weights = weighed(tables, held)
    print(weights)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    with replacing(options.output) as file:
        file.write(save(tables, {name: f"{value:.4f}" for name, value in weights.items()}))


def read(path: Path, lang: str, words: int) -> Iterator[list[Sentence]]:
    """Passages as sentences: tagger words, and the places behind commas."""
    data = path.read_bytes()
    lines = (lzma.decompress(data) if path.suffix == ".xz" else data).decode("utf-8").splitlines()
    Random(1).shuffle(lines)
    seen = 0
    for line in lines:
        passage = strip(line, language(lang))
        sentences: list[Sentence] = []
        start = 0
        for i, label in enumerate(passage.labels, start=1):
            if label in PUNCTUATION.closing:
                commas = [j - start + 1 for j in range(start, i - 1) if passage.labels[j] == "comma"]
                if i - start > 1:
                    sentences.append((tuple(map(tagger_word, passage.words[start:i])), tuple(commas)))
                start = i
        yield sentences
        seen += len(passage.words)
        if seen > words:
            return


def cut(sentence: Sentence, random: Random, at_commas: float = 0.0) -> Words:
    """A sentence cut at a random place inside, behind a comma with the probability ``at_commas`` if it has one."""
    words, commas = sentence
    if commas and random.random() < at_commas:
        return words[: random.choice(commas)]
    return words[: random.randint(1, len(words) - 1)]


def trained(sentences: Sequence[Sentence]) -> torch.Tensor:
    """A table, (2 ** BITS,) int8, from whole sentences and as many cut ones."""
    random = Random(2)
    pairs = [(words, 1.0) for words, _ in sentences]
    pairs += [(cut(sentence, random, _AT_COMMAS), 0.0) for sentence in sentences]
    places = torch.tensor([endings.hashes(words) for words, _ in pairs])
    truth = torch.tensor([whole for _, whole in pairs])
    table = torch.zeros(1 << endings.BITS, requires_grad=True)
    optimizer = torch.optim.Adagrad([table], lr=_RATE, initial_accumulator_value=0.01)
    for epoch in range(_EPOCHS):
        for chosen in torch.randperm(len(pairs), generator=torch.Generator().manual_seed(epoch)).split(_BATCH):  # type: ignore[no-untyped-call]
            optimizer.zero_grad()
            loss = binary_cross_entropy_with_logits(table[places[chosen]].sum(1), truth[chosen], reduction="sum")
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
    return (table.detach() / endings.SCALE).round().clamp(-127, 127).to(torch.int8)


def weighed(tables: dict[str, torch.Tensor], held: dict[str, list[Sentence]]) -> dict[str, float]:
    """The weights, from texts that no table has seen."""
    rows: list[tuple[float, float]] = []
    truth: list[float] = []
    for lang, sentences in held.items():
        random = Random(3)
        texts: list[list[str]] = []
        for i in range(2 * _SAMPLE):
            before = [word for _ in range(random.choice((0, 0, 1, 2))) for word in random.choice(sentences)[0]]
            last = random.choice(sentences)
            texts.append([*before, *(last[0] if i % 2 else cut(last, random))])
            truth.append(float(i % 2))
        tagger = tagger_of(lang)
        tagged = tagger.tag([with_continuation(words) for words in texts])
        marks = tagger.heads[PUNCTUATION.name]
        for one, words in zip(tagged, texts, strict=True):
            seen = endings.SCALE * float(tables[lang][torch.tensor(endings.hashes(words))].sum())
            rows.append((max(-_SURE, min(_SURE, seen)), log_odds(one, min(len(words), 24) - 1, marks)))
        print(lang, "weighed", flush=True)
    both = fitted(torch.tensor(rows), torch.tensor(truth))
    alone = fitted(torch.tensor(rows)[:, 1:], torch.tensor(truth))
    names = ("endings", "tagger", "both", "tagger_alone", "alone")
    return dict(zip(names, [*both, *alone], strict=True))


def fitted(seen: torch.Tensor, truth: torch.Tensor) -> list[float]:
    """The logistic regression of ``truth`` on the columns of ``seen``: their weights and the constant."""
    columns = torch.cat([seen, torch.ones(len(seen), 1)], 1)
    weights = torch.zeros(columns.shape[1], requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=200)

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        made = binary_cross_entropy_with_logits(columns @ weights, truth)
        made.backward()  # type: ignore[no-untyped-call]
        return made

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    return [float(weight) for weight in weights.detach()]


if __name__ == "__main__":
    main()
