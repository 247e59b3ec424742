"""Fit where names of addresses begin and end: the weights of `indic_tf/wfst/address_edges.py`.

    python data_scripts/fit_name_edges.py measure --corpora CORPORA
    python data_scripts/fit_name_edges.py fit --corpora CORPORA --rows benchmarks/itn_addresses --rows tests/cases \\
        --output indic_tf/transliterate/data/name_edges.tsv

The examples are sentences with a place for an address, and names, both written for this package (`addresses/`: one file
of each a language). Every name is put into some sentences of its kind, among the other words of its address; some into
running text (CORPORA holds a folder a language of ``*.xz``), which tells what words beside a name end in. ``measure``
fits on every other name in every other sentence and asks for the other names in the other sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated

import numpy as np
import typer
from address_examples import MATERIAL, Composer, Example, Rows, running
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scipy import sparse
from scipy.optimize import minimize

from indic_tf.evaluation.itn import Case, cases
from indic_tf.replacing import write_text
from indic_tf.tables import read
from indic_tf.wfst.address_edges import HANDLE, AddressEdges
from indic_tf.wfst.addresses import Addresses
from indic_tf.wfst.pipeline import grammar

LEAST = 0.05  # of a weight that is written down
PENALTY = 4.0  # half of it times the sum of the squares of the weights
WEIGHT = 10  # of a row, as people say addresses, beside one that is put together
HEAD = "# What speaks for the name of an address beginning or ending somewhere: feature, weight.\n"

Pairs = list[tuple[str, float]]
Weights = NDArray[np.float64]
Corpora = Annotated[Path | None, typer.Option(help="Folder with a folder a language of *.xz.")]
Times = Annotated[int, typer.Option(help="Sentences for a name of several words.")]
app = typer.Typer(help=__doc__, rich_markup_mode="markdown")
console = Console(stderr=True)


@dataclass(frozen=True, slots=True)
class Candidates:
    """The features of each place where a name may begin (a handle: end), and which of them is the right one."""

    example: Example
    features: tuple[Pairs, ...]
    right: int


def candidates(edges: AddressEdges, example: Example) -> Candidates | None:
    """What is to be chosen among; None where the right place is none of these."""
    words, start, end = example.words, example.start, example.end
    if example.kind == HANDLE:
        places, right = [*edges.ends(words, start)], end
        features = tuple([*edges.features_behind(words, start, place)] for place in places)
    else:
        places, right = [*edges.begins(words, end)], start
        features = tuple([*edges.features_before(words, place, end, example.kind)] for place in places)
    return Candidates(example, features, places.index(right)) if right in places else None


def gathered(times: int, half: int | None = None, corpora: Path | None = None) -> list[Candidates]:
    """The examples of all languages."""
    made: list[Candidates] = []
    for code in track(_codes(), "Examples", console=console):
        edges = Addresses(grammar(code)).edges
        composer = Composer(code, half, running(corpora / code, code) if corpora else [])
        found = (candidates(edges, example) for example in composer.examples(times))
        made += [one for one in found if one is not None]
    return made


def of_rows(paths: Sequence[Path]) -> list[Candidates]:
    """The examples in rows: folders such as `benchmarks/itn_addresses`, or with a folder a language of case tables."""
    made: list[Candidates] = []
    for folder in paths:
        named = [(path.stem, cases(path, [])) for path in sorted(folder.glob("*.tsv"))]
        named += [(path.parent.name, table(path)) for path in sorted(folder.glob("*/electronic.tsv"))]
        for code, found in named:
            edges = Addresses(grammar(code)).edges
            each = (candidates(edges, example) for example in Rows(code).examples(found))
            made += [one for one in each if one is not None]
    return made


def table(path: Path) -> list[Case]:
    """The rows of a case table."""
    rows = read(path, ("spoken", "written", "note"), required=2)
    return [Case(row.line, row["spoken"], (row["written"],), "electronic") for row in rows]


def fitted(examples: Sequence[Candidates]) -> dict[str, float]:
    """The weights under which the right places are the likeliest, by L-BFGS."""
    names = sorted({name for one in examples for pairs in one.features for name, _ in pairs})
    matrix, starts, group = _matrix(examples, names)
    right = starts + np.array([one.right for one in examples])
    wanted = np.asarray(matrix[right].sum(axis=0)).ravel()

    def loss(weights: Weights) -> tuple[float, Weights]:
        scores = matrix @ weights
        top = np.maximum.reduceat(scores, starts)
        parts = np.exp(scores - top[group])
        total = np.add.reduceat(parts, starts)
        missed = -(scores[right] - top - np.log(total)).sum()
        gradient = matrix.T @ (parts / total[group]) - wanted
        return missed + PENALTY / 2 * weights @ weights, gradient + PENALTY * weights

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return dict(zip(names, found.x, strict=True))


def _matrix(
    examples: Sequence[Candidates], names: Sequence[str]
) -> tuple[sparse.csr_matrix, NDArray[np.int64], NDArray[np.int64]]:
    """Candidates by features, where the candidates of each example begin, the example of each candidate."""
    index = {name: i for i, name in enumerate(names)}
    rows = [pairs for one in examples for pairs in one.features]
    cells = [(value, i, index[name]) for i, pairs in enumerate(rows) for name, value in pairs]
    values, row, column = zip(*cells, strict=True)
    sizes = np.array([len(one.features) for one in examples])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    matrix = sparse.csr_matrix((values, (row, column)), shape=(len(rows), len(names)))
    return matrix, starts, np.repeat(np.arange(len(examples)), sizes)


def is_right(one: Candidates, weights: Mapping[str, float]) -> bool:
    """True if the right place has the highest score."""
    scores = [sum(weights.get(name, 0.0) * value for name, value in pairs) for pairs in one.features]
    return int(np.argmax(scores)) == one.right


def _codes() -> list[str]:
    return sorted(path.name.partition(".")[0] for path in MATERIAL.glob("*.names.tsv"))


@app.command()
def measure(
    corpora: Corpora = None,
    times: Times = 4,
    show: Annotated[int, typer.Option(help="Wrong ones to print.")] = 0,
) -> None:
    """What share of unseen names in unseen sentences begins and ends where it should."""
    counts: dict[tuple[str, str], list[bool]] = {}
    wrong: list[Example] = []
    for half in (0, 1):
        weights = fitted(gathered(times, half, corpora))
        for one in gathered(times, 1 - half):
            told = is_right(one, weights)
            counts.setdefault((one.example.code, one.example.kind), []).append(told)
            wrong += [] if told else [one.example]
    _print(counts)
    for example in Random(0).sample(wrong, min(show, len(wrong))):
        name = " ".join(example.words[example.start : example.end])
        console.print(example.code, example.kind, " ".join(example.words), f"[bold]{name}[/bold]")


def _print(counts: Mapping[tuple[str, str], list[bool]]) -> None:
    kinds = sorted({kind for _, kind in counts})
    table = Table("language", *kinds, "all")
    for code in [*_codes(), ""]:
        of_code = {
            kind: [told for (c, k), many in counts.items() if k == kind and c in (code or c) for told in many]
            for kind in kinds
        }
        every = [told for many in of_code.values() for told in many]
        table.add_row(code or "all", *(f"{np.mean(many):.3f}" if many else "" for many in (*of_code.values(), every)))
    Console().print(table)


@app.command()
def fit(
    output: Annotated[Path, typer.Option(help="The table to write.")],
    corpora: Corpora = None,
    rows: Annotated[list[Path] | None, typer.Option(help="Folder of rows, or of case tables.")] = None,
    times: Times = 4,
) -> None:
    """Write the weights fitted on all examples, and on rows that are no measure any more."""
    weights = fitted([*gathered(times, None, corpora), *(WEIGHT * of_rows(rows or []))])
    kept = {name: weight for name, weight in weights.items() if abs(weight) >= LEAST}
    write_text(output, HEAD + "".join(f"{name}\t{weight:.2f}\n" for name, weight in sorted(kept.items())))
    console.print(f"{len(kept)} of {len(weights)} weights")


if __name__ == "__main__":
    app()
