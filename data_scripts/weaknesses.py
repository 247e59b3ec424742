"""Where a tagger fails on everyday speech, per language: a table of figures, of kinds of errors, and examples.

    python data_scripts/weaknesses.py tests/everyday > docs/weaknesses.md

FOLDER holds ``<language>.tsv``: domain, text as a careful writer punctuates it. The marks are stripped and put in anew.
In the examples ``word[,|]`` lacks its comma, ``word[|,]`` has one too many, ``word[.|?]`` a question for an end. The
texts with the most errors per word are shown, no more than ``--most`` of a language. The output is Markdown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from indic_tf import IndicFormatter
from indic_tf.evaluation.marks import predicted, strip
from indic_tf.evaluation.punctuation import PunctuationScore, score_labels
from indic_tf.labels import PUNCTUATION

MARKS = PUNCTUATION.labels[1:]
SIGNS = {"none": "", "comma": ",", "end": ".", "question": "?"}


@dataclass(frozen=True)
class Answer:
    """A text, what stands behind its words and what was put there."""

    domain: str
    words: Sequence[str]
    gold: Sequence[str]
    made: Sequence[str]

    @property
    def errors(self) -> list[tuple[str, str]]:
        return [(a, b) for a, b in zip(self.gold, self.made, strict=True) if a != b]

    def shown(self) -> str:
        """The text with its errors in brackets."""
        return " ".join(map(_shown, self.words, self.gold, self.made))


def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of <language>.tsv")],
    model: Annotated[str, typer.Option(help="name or folder of a tagger; default: the language's")] = "default",
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
    most: Annotated[int, typer.Option(help="examples per language")] = 20,
) -> None:
    paths = [path for path in sorted(folder.glob("*.tsv")) if not language or path.stem in language]
    found = {p.stem: answers(p, model) for p in track(paths, "languages", console=Console(stderr=True))}
    print("\n".join([*figures(found), "", *kinds(found)]))
    for lang, own in found.items():
        print(f"\n## {lang}\n")
        print("\n".join(f"1. {answer.shown()} ({answer.domain})" for answer in worst(own, most)))


def answers(path: Path, model: str) -> list[Answer]:
    """Every row of a file, stripped and marked anew."""
    formatter = IndicFormatter(path.stem, model=model, itn=False, case=False)
    lines = [line.partition("\t") for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    rows = [(domain, strip(text, formatter.language)) for domain, _, text in lines if not domain.startswith("#")]
    marked = formatter.map(" ".join(passage.words) for _, passage in rows)
    return [
        Answer(domain, passage.words, passage.labels, predicted(result, len(passage.words)))
        for (domain, passage), result in zip(rows, marked, strict=True)
    ]


def figures(found: dict[str, list[Answer]]) -> Iterator[str]:
    """F1 per language and mark, the macro-F1 of each domain."""
    domains = sorted({answer.domain for own in found.values() for answer in own})
    yield f"| language | words | {' | '.join(MARKS)} | macro | {' | '.join(domains)} |"
    yield "|---|---:|" + "---:|" * (len(MARKS) + 1 + len(domains))
    for lang, own in found.items():
        whole = scored(own)
        cells = [f1(whole.labels[mark].f1) for mark in MARKS] + [f1(whole.macro_f1)]
        cells += [f1(scored([a for a in own if a.domain == domain]).macro_f1) for domain in domains]
        yield f"| {lang} | {whole.words} | {' | '.join(cells)} |"


def scored(own: list[Answer]) -> PunctuationScore:
    return score_labels([answer.gold for answer in own], [answer.made for answer in own])


def kinds(found: dict[str, list[Answer]]) -> Iterator[str]:
    """How many errors of each kind a hundred words have, per language."""
    counts = {lang: Counter(error for answer in own for error in answer.errors) for lang, own in found.items()}
    names = [error for error, _ in sum(counts.values(), Counter[tuple[str, str]]()).most_common()]
    yield f"| errors in 100 words | {' | '.join(f'{a} → {b}' for a, b in names)} |"
    yield "|---|" + "---:|" * len(names)
    for lang, own in counts.items():
        words = sum(len(answer.words) for answer in found[lang])
        yield f"| {lang} | {' | '.join(f'{100 * own[name] / words:.1f}' for name in names)} |"


def worst(own: list[Answer], most: int) -> list[Answer]:
    """The texts with the most errors per word."""
    wrong = [answer for answer in own if answer.errors]
    return sorted(wrong, key=lambda answer: -len(answer.errors) / len(answer.words))[:most]


def f1(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _shown(word: str, gold: str, made: str) -> str:
    return word + SIGNS[gold] if gold == made else f"{word}[{SIGNS[gold]}|{SIGNS[made]}]"


if __name__ == "__main__":
    typer.run(main)
