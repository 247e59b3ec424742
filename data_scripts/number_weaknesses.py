"""Where numbers go wrong, per language: a table of kinds, and examples.

    python data_scripts/number_weaknesses.py benchmarks/itn
    python data_scripts/number_weaknesses.py benchmarks/itn --page docs/weaknesses_numbers.md    written into a page

Prints how many rows are right, with a 95 % interval (bootstrap over rows), then the tables as Markdown; with ``--page``
all this takes the place of what stands in the page from its line "… rows come out right" on.

FOLDER holds ``<language>.tsv`` as `indic-tf evaluate itn` reads it. In the examples ``[4,500|4 हज़ार 500]`` is what a
reference has and what was written. Rows of another value come first, and every kind has its turn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import chain, zip_longest
from pathlib import Path
from typing import Annotated

import numpy as np
import regex
import typer
from rich.console import Console
from rich.progress import track

from indic_tf.evaluation import itn
from indic_tf.evaluation.significance import bootstrap
from indic_tf.replacing import write_text


def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of <language>.tsv")],
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
    most: Annotated[int, typer.Option(help="examples per language")] = 20,
    page: Annotated[Path | None, typer.Option(exists=True, dir_okay=False, help="write it into this page")] = None,
) -> None:
    paths = [path for path in sorted(folder.glob("*.tsv")) if not language or path.stem in language]
    text = report(
        {p.stem: itn.evaluate(p, p.stem) for p in track(paths, "languages", console=Console(stderr=True))}, most
    )
    print(text)
    if page is not None:
        write_text(page, own_words(page) + text + "\n")


def report(found: dict[str, itn.ItnScore], most: int = 20) -> str:
    """The line that says how many rows are right, the table of kinds, and examples of each language."""
    lines = [right(found), "", *kinds(found)]
    for lang, score in found.items():
        examples = [f"1. {shown(answer)} ({answer.case.kind})" for answer in worst(score.errors)[:most]]
        lines += ["", f"## {lang}", "", *(examples or ["Nothing."])]
    return "\n".join(lines)


def own_words(page: Path) -> str:
    """What a page says by itself, before the line that `right` makes."""
    return regex.split(r"^[\d,]+ of [\d,]+ rows come out right", page.read_text("utf-8"), maxsplit=1, flags=regex.M)[0]


def right(found: dict[str, itn.ItnScore]) -> str:
    """How many rows of all languages together come out right."""
    scores = [score.overall for score in found.values()]
    rows, good = sum(score.rows for score in scores), sum(score.right for score in scores)
    each = np.array([[1, 1]] * good + [[0, 1]] * (rows - good))
    range_ = bootstrap(each, lambda total: total[0] / total[1])
    within = f" ({100 * range_.low:.1f}–{100 * range_.high:.1f})" if range_ else ""
    values = sum(score.value_errors for score in scores)
    return f"{good:,} of {rows:,} rows come out right: {100 * good / rows:.1f} %{within}; {values} have another value."


def kinds(found: dict[str, itn.ItnScore]) -> Iterator[str]:
    """Per kind, the worst first: rows, those that are wrong, those of another value, and the languages of them."""
    rows: dict[str, list[itn.KindScore]] = defaultdict(list)
    for score in found.values():
        for kind, own in score.kinds.items():
            rows[kind].append(own)
    yield "| kind | rows | wrong | another value | wrong by language |"
    yield "|---|---:|---:|---:|---|"
    for kind, counts in sorted(rows.items(), key=lambda item: -_wrong(item[1]) / sum(c.rows for c in item[1])):
        where = {lang: score.kinds[kind] for lang, score in found.items() if kind in score.kinds}
        spread = " ".join(f"{lang} {c.rows - c.right}" for lang, c in where.items() if c.right < c.rows)
        values = sum(count.value_errors for count in counts)
        yield f"| {kind} | {sum(c.rows for c in counts)} | {_wrong(counts)} | {values} | {spread} |"


def worst(errors: tuple[itn.Answer, ...]) -> list[itn.Answer]:
    """Those with another value first; one of each kind, then a second of each."""
    by_kind: dict[str, list[itn.Answer]] = defaultdict(list)
    for answer in sorted(errors, key=lambda answer: not answer.value_error):
        by_kind[answer.case.kind].append(answer)
    return [answer for answer in chain.from_iterable(zip_longest(*by_kind.values())) if answer]


def shown(answer: itn.Answer) -> str:
    """The reference nearest to the output, with what was written otherwise in brackets."""
    made = answer.output.split()
    matchers = [SequenceMatcher(None, written.split(), made, autojunk=False) for written in answer.case.written]
    matcher = max(matchers, key=lambda one: one.ratio())
    return " ".join(
        " ".join(made[j:k]) if tag == "equal" else f"[{' '.join(matcher.a[h:i])}|{' '.join(made[j:k])}]"
        for tag, h, i, j, k in matcher.get_opcodes()
    )


def _wrong(counts: list[itn.KindScore]) -> int:
    return sum(count.rows - count.right for count in counts)


if __name__ == "__main__":
    typer.run(main)
