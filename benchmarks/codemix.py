"""How well English words that were recognised in an Indian script are found and written in Latin letters.

    python benchmarks/codemix.py [--set test] [--model none] [--wrong hi]

Sentences are those of `benchmarks/codemix`, half of them without any word to turn. A word is turned well if a person
would have turned it ("found": precision and recall over words); "as written" counts only those that come out letter by
letter as there, ending and all, whatever their case. Words that people write both ways count neither way. "again" are
sentences that formatting a second time would change.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import regex

from indic_tf import IndicFormatter, Style

FOLDER = Path(__file__).parent / "codemix"
CODES = ("hi", "ta", "te", "bn", "mr")
_WORD = regex.compile(r"([^\s{}]+)(?:\{(\??)([^{}]*)\})?(?:\s+|$)")
STYLE = Style(english="latin")


@dataclass(frozen=True)
class Case:
    """The words of a sentence; what each is to become, "" for as it is; those for which both are right."""

    words: tuple[str, ...]
    latin: tuple[str, ...]
    either: tuple[bool, ...]


@dataclass
class Counts:
    """Words: those to turn, those turned, those turned that were to be, those of them that are as written."""

    due: int = 0
    turned: int = 0
    found: int = 0
    exact: int = 0
    again: int = 0
    wrong: list[str] = field(default_factory=list)

    def line(self, name: str) -> str:
        shares = (self.found / max(1, self.turned), self.found / max(1, self.due), self.exact / max(1, self.turned))
        return (
            f"| {name} | {self.due} | {self.turned} | " + " | ".join(f"{x:.3f}" for x in shares) + f" | {self.again} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", default="test", choices=("dev", "test"))
    parser.add_argument("--model", default="none", help="a tagger; the figures are those without one")
    parser.add_argument("--wrong", nargs="*", default=(), help="languages whose wrong words are shown")
    asked = parser.parse_args()
    print("| language | due | turned | precision | recall | as written | again |\n|---|---|---|---|---|---|---|")
    total, words, began = Counts(), 0, time.perf_counter()
    for code in CODES:
        formatter = IndicFormatter(code, model=None if asked.model == "none" else asked.model, style=STYLE)
        cases = [*read(code, asked.set)]
        counts = score(formatter, cases)
        words += sum(len(case.words) for case in cases)
        print(counts.line(code))
        if code in asked.wrong:
            print("\n".join(counts.wrong))
        for name in ("due", "turned", "found", "exact", "again"):
            setattr(total, name, getattr(total, name) + getattr(counts, name))
    print(total.line("all"))
    print(f"{words} words, each sentence formatted twice, in {time.perf_counter() - began:.1f} s with all that loads")


def read(code: str, part: str) -> Iterator[Case]:
    """The sentences of one language that are marked ``part``: "dev" or "test"."""
    for line in (FOLDER / f"{code}.tsv").read_text(encoding="utf-8").splitlines():
        marked, _, sentence = line.partition("\t")
        if marked == part:
            found = _WORD.findall(sentence)
            yield Case(*zip(*((word, latin, bool(both)) for word, both, latin in found), strict=True))


def score(formatter: IndicFormatter, cases: list[Case]) -> Counts:
    """What comes out of the sentences, word by word."""
    counts = Counts()
    for case in cases:
        made = formatter(" ".join(case.words))
        counts.again += formatter(made.text).text != made.text
        turned = {edit.words[0]: edit.text for edit in made.edits if edit.kind == "english"}
        for i, (word, latin, both) in enumerate(zip(case.words, case.latin, case.either, strict=True)):
            if both:
                continue
            counts.due += bool(latin)
            counts.turned += i in turned
            counts.found += bool(latin) and i in turned
            right = turned.get(i, "").lower() == latin
            counts.exact += i in turned and right
            if not right:
                counts.wrong.append(f"  {word}: {turned.get(i, '-')}, not {latin or '-'} ({' '.join(case.words)})")
    return counts


if __name__ == "__main__":
    main()
