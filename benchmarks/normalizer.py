"""How fast the span normalizer is, and how much of ordinary text ever reaches it.

python benchmarks/normalizer.py --lang hi --text transcripts.txt
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Annotated

import typer

from indic_tf import IndicFormatter
from indic_tf.seq2seq import Request, SpanNormalizer
from indic_tf.tagging.encode import tagger_word

CASES = Path(__file__).parents[1] / "tests" / "cases"
_OTHER = ("punctuation", "case", "disfluency")


class Counted:
    """A span normalizer that counts what it is asked."""

    def __init__(self, normalizer: SpanNormalizer) -> None:
        self._normalizer, self.asked = normalizer, Counter[str]()

    def normalize(self, requests: Sequence[Request], batch_size: int = 64) -> list[str]:
        self.asked["written"] += len(requests)
        return self._normalizer.normalize(requests, batch_size)

    def score(self, requests: Sequence[Request], candidates: Sequence[Sequence[str]]) -> list[list[float]]:
        self.asked["weighed"] += len(requests)
        return self._normalizer.score(requests, candidates)


def main(
    lang: Annotated[list[str] | None, typer.Option(help="language; repeat for several")] = None,
    normalizer: Annotated[str, typer.Option(help="name or folder of a span normalizer")] = "builtin",
    model: Annotated[str, typer.Option(help="name or folder of a tagger; default: the language's")] = "default",
    text: Annotated[
        Path | None, typer.Option(help="ordinary text, or a folder of <language>/*.txt; its numbers are said first")
    ] = None,
    spans: Annotated[int, typer.Option(min=1, help="spans that are timed")] = 1000,
    threads: Annotated[int, typer.Option(help="CPU threads; 0 leaves torch's own choice")] = 2,
    most: Annotated[int, typer.Option(help="lines of each text")] = 1000,
) -> None:
    """Print seconds for spans of the test cases, written and weighed, and how many of a text were asked about."""
    import torch

    if threads:
        torch.set_num_threads(threads)
    langs = lang or ["hi"]
    network = SpanNormalizer.load(normalizer, "cpu")
    requests = list(islice(cycle(r for code in langs for r in requests_of(code)), spans))
    network.normalize(requests[:64])
    for name, ask in (("written", lambda: network.normalize(requests)), ("weighed", lambda: weigh(network, requests))):
        began = time.perf_counter()
        ask()
        spent = time.perf_counter() - began
        print(f"{len(requests)} spans {name} in {spent:.2f} s, {len(requests) / spent:,.0f} a second")
    if text:
        for code in langs:
            print(share(code, lines(text, code)[:most], network, model))


def requests_of(lang: str) -> list[Request]:
    """A request for every span that the grammar reads in the cases of a language."""
    speaker = IndicFormatter(lang, model=None, normalizer=None).grammar
    made = []
    for path in sorted((CASES / lang).glob("*.tsv")):
        for row in path.read_text(encoding="utf-8").splitlines():
            words = tuple(map(tagger_word, row.split("\t")[0].split())) if not row.startswith("#") else ()
            made += [Request.within(lang, words, *span.words) for span in speaker.spans(words)]
    return made


def weigh(network: SpanNormalizer, requests: Sequence[Request]) -> None:
    """Two readings of every span."""
    network.score(requests, [(" ".join(request.span), "5:30") for request in requests])


def lines(text: Path, lang: str) -> list[str]:
    """Lines of a file, or of all files below ``<folder>/<lang>``."""
    files = [text] if text.is_file() else sorted((text / lang).rglob("*.txt"))
    return [line for path in files for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def share(lang: str, texts: Sequence[str], network: SpanNormalizer, model: str) -> str:
    """Numbers of a text and how many of them the network was asked about, as one line."""
    formatter = IndicFormatter(lang, model=model)
    texts = [" ".join(filter(None, map(tagger_word, formatter.spoken(text).split()))) for text in texts]
    counted = Counted(network)
    formatter.normalizers = {"mt5": counted}  # type: ignore[misc]
    made = list(formatter.map(texts))
    edits = Counter(edit.by for one in made for edit in one.edits if edit.kind not in _OTHER)
    refused = sum(len(one.refusals) for one in made)
    words = sum(len(one.split()) for one in texts)
    asked = ", ".join(f"{n} {name}" for name, n in sorted(counted.asked.items())) or "nothing"
    by = ", ".join(f"{n} by {name}" for name, n in edits.most_common())
    return f"{lang}: {words:,} words; asked: {asked}; refused: {refused}; numbers written: {by or 'none'}"


if __name__ == "__main__":
    typer.run(main)
