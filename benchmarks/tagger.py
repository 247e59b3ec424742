"""How fast the tagger is: time until it is ready, and words per second on texts of speech-like lengths.

python benchmarks/tagger.py --model builtin --threads 2
"""

from __future__ import annotations

import random
import time
from typing import Annotated

import typer


def main(
    model: Annotated[str, typer.Option(help="name or folder of a tagger")] = "builtin",
    device: Annotated[str, typer.Option(help="auto, cpu or cuda")] = "auto",
    threads: Annotated[int, typer.Option(help="CPU threads; 0 leaves torch's own choice")] = 2,
    texts: Annotated[int, typer.Option(help="how many texts of 20–100 words")] = 400,
    distinct: Annotated[int, typer.Option(help="distinct words: each is cut into subwords once")] = 5000,
) -> None:
    """Print the load time and the throughput, first with cold and then with warm caches."""
    began = time.perf_counter()
    import torch

    from indic_tf.tagging.predict import Tagger

    if threads:
        torch.set_num_threads(threads)
    tagger = Tagger.load(model, device)
    print(f"ready after {time.perf_counter() - began:.2f} s, torch included")
    sequences = made_up(texts, distinct)
    words = sum(map(len, sequences))
    for state in ("cold", "warm", "warm"):
        began = time.perf_counter()
        tagger.tag(sequences)
        spent = time.perf_counter() - began
        print(f"{state}: {words} words in {spent:.2f} s, {words / spent:,.0f} words/s")


def made_up(texts: int, distinct: int) -> list[list[str]]:
    """Texts of 20–100 made-up Devanagari words; frequencies fall as in natural text (Zipf)."""
    rng = random.Random(0)
    letters = "कगचजतदनपबमयरलवसह"
    vowels = ["", "ा", "ि", "ी", "े", "ो", "ु"]
    words = [
        "".join(rng.choice(letters) + rng.choice(vowels) for _ in range(rng.randint(1, 4))) for _ in range(distinct)
    ]
    weights = [1 / (rank + 1) for rank in range(distinct)]
    return [rng.choices(words, weights, k=rng.randint(20, 100)) for _ in range(texts)]


if __name__ == "__main__":
    typer.run(main)
