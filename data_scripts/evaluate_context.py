"""The same words with two right answers: how often the words around them choose the right one.

    python data_scripts/evaluate_context.py --normalizer builtin

Reads tests/cases/context/<language>.tsv (spoken, written, note) and prints, per language, the share of sentences that
come out as written: by the grammar and the judge alone, with the tagger, and with a span normalizer that weighs the
readings. Marks and case stay as the sentences have them. ``--show`` prints what is wrong with the last of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from indic_tf import IndicFormatter
from indic_tf.evaluation.itn import Answer, cases, judge
from indic_tf.evaluation.lines import BadLine
from indic_tf.languages import languages

CASES = Path(__file__).parent.parent / "tests" / "cases" / "context"


def main(
    normalizer: Annotated[str | None, typer.Option(help="name or folder of a span normalizer")] = None,
    model: Annotated[str, typer.Option(help="name or folder of a tagger; default: the language's")] = "default",
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
    folder: Annotated[Path, typer.Option(exists=True, file_okay=False, help="tables of cases")] = CASES,
    show: Annotated[bool, typer.Option("--show", help="print the sentences that come out wrong")] = False,
) -> None:
    systems: dict[str, dict[str, str | None]] = {
        "grammar": {"model": None, "normalizer": None},
        "tagger": {"model": model, "normalizer": None},
    }
    if normalizer:
        systems["grammar + normalizer"] = {"model": None, "normalizer": normalizer}
        systems["tagger + normalizer"] = {"model": model, "normalizer": normalizer}
    chosen = [lang for lang in language or languages() if (folder / f"{lang}.tsv").is_file()]
    rows: dict[str, dict[str, list[Answer]]] = {lang: {} for lang in chosen}
    for lang in track(chosen, "languages", console=Console(stderr=True)):
        for name, options in systems.items():
            formatter = IndicFormatter(lang, punctuation=False, case=False, **options)  # type: ignore[arg-type]
            rows[lang][name] = answers(formatter, folder / f"{lang}.tsv")
    print(f"| language | sentences | {' | '.join(systems)} |\n|---|---:|{'---:|' * len(systems)}")
    for lang, found in [*rows.items(), ("all", {s: [a for r in rows.values() for a in r[s]] for s in systems})]:
        print(f"| {lang} | {len(found['grammar'])} | {' | '.join(map(share, found.values()))} |")
    for answer in (a for found in rows.values() for a in [*found.values()][-1] if show and not a.right):
        print(f"{answer.case.spoken}\n    {answer.output}\n    {answer.case.written[0]}  ({answer.case.kind})")


def answers(formatter: IndicFormatter, path: Path) -> list[Answer]:
    """Every case of a table with what comes out."""
    bad: list[BadLine] = []
    rows = list(cases(path, bad))
    for problem in bad:
        raise typer.BadParameter(f"{path}:{problem.line}: {problem.problem}")
    made = formatter.map(row.spoken for row in rows)
    return [judge(row, one.text, formatter.grammar) for row, one in zip(rows, made, strict=True)]


def share(found: list[Answer]) -> str:
    right = sum(answer.right for answer in found)
    return f"{right} ({100 * right / len(found):.0f} %)" if found else "–"


if __name__ == "__main__":
    typer.run(main)
