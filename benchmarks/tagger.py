"""How fast the tagger is: time until it is ready, and words per second on texts of speech-like lengths.

python benchmarks/tagger.py --model south --threads 2
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Annotated

import typer

from indic_tf.tagging.encode import tagger_word

CASES = Path(__file__).parents[1] / "tests" / "cases"
NAMES = ("unchanged.tsv",)


def main(
    model: Annotated[str, typer.Option(help="name or folder of a tagger, or several: e5+south")] = "small",
    device: Annotated[str, typer.Option(help="auto, cpu or cuda")] = "auto",
    threads: Annotated[int, typer.Option(help="CPU threads; 0 for all cores")] = 2,
    text: Annotated[Path, typer.Option(help="file or folder of text to take sentences from")] = CASES,
    texts: Annotated[int, typer.Option(help="how many texts of 20–100 words")] = 400,
) -> None:
    """Print the load time and the throughput, first with cold and then with warm caches."""
    began = time.perf_counter()
    from indic_tf.tagging import joint
    from indic_tf.tagging.threads import choose

    if threads:
        choose(threads)
    tagger = joint.load(model, device)
    print(f"ready after {time.perf_counter() - began:.2f} s, imports included")
    sequences = joined(sentences(text), texts)
    words = sum(map(len, sequences))
    for state in ("cold", "warm", "warm"):
        began = time.perf_counter()
        tagger.tag(sequences)
        spent = time.perf_counter() - began
        print(f"{state}: {words} words in {spent:.2f} s, {words / spent:,.0f} words/s")


def sentences(text: Path) -> list[list[str]]:
    """The lines of a file, or of all ``unchanged.tsv`` and ``.txt`` files below a folder, as tagger words."""
    files = [text] if text.is_file() else [p for p in sorted(text.rglob("*")) if p.name in NAMES or p.suffix == ".txt"]
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    return [[tagger_word(word) for word in line.split()] for line in lines if line and not line.startswith("#")]


def joined(lines: list[list[str]], texts: int) -> list[list[str]]:
    """Texts of 20–100 words, each of random lines."""
    rng = random.Random(0)
    made: list[list[str]] = []
    for _ in range(texts):
        length, text = rng.randint(20, 100), list[str]()
        while len(text) < length:
            text += rng.choice(lines)
        made.append(text[:length])
    return made


if __name__ == "__main__":
    typer.run(main)
