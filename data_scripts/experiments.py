"""Run the experiments of a list, one after the other, and print what they say.

    python data_scripts/experiments.py run SHARDS OUT --list data_scripts/recipes/experiments.yaml
    python data_scripts/experiments.py windows SHARDS --recipe data_scripts/recipes/tagger_large.yaml --plot curve.png

``run`` trains every run of the list in ``OUT/<name>`` with the same budget, data and seed, measures it on the dev
sets of `evaluate_heads.py` and writes ``OUT/results.json``; runs that have a result are skipped. Then it prints a
Markdown row per run. A run with ``pretraining: N`` guesses masked subwords for N tokens before it learns labels.
``windows`` asks a finished model about long texts cut into windows in several ways.
"""

from __future__ import annotations

import copy
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
import yaml
from rich.console import Console

from indic_tf.replacing import replacing, write_text
from indic_tf.taggers import DEFAULT, tagger_of
from indic_tf.tagging.predict import Tagger
from indic_tf.training import config, language_model, tagger
from indic_tf.training.assess import SETS, assess, dev_sets, measured, with_means
from indic_tf.training.label import Labelled

app = typer.Typer(add_completion=False, help=__doc__)
console = Console(stderr=True)
LIST = Path(__file__).parent / "recipes" / "experiments.yaml"
COLUMNS = {  # column → title of a set, measure
    "comma": ("Punctuation, written", "comma"),
    "end": ("Punctuation, written", "end"),
    "question": ("Punctuation, written", "question"),
    "macro": ("Punctuation, written", "macro"),
    "macro, noisy": ("Punctuation, with a recogniser's errors", "macro"),
    "capital": ("Case", "capital"),
    "spans": ("ITN spans", "spans"),
    "disfluent": ("Disfluency", "disfluent"),
}
LONG = 600
"""Words of a long text."""


@app.command()
def run(
    shards: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="shards with their views")],
    out: Annotated[Path, typer.Argument(help="folder for the runs, best outside the repository")],
    list_: Annotated[Path, typer.Option("--list", exists=True, help="the list of runs")] = LIST,
    only: Annotated[list[str] | None, typer.Option(help="only these runs (repeat)")] = None,
    words: Annotated[int, typer.Option(help="about so many dev words per language and set")] = 12_000,
) -> None:
    """Train and measure every run of a list."""
    base, runs = listed(list_)
    out.mkdir(parents=True, exist_ok=True)
    path = out / "results.json"
    for name, changes in runs.items():
        known = json.loads(path.read_text()) if path.exists() else {}
        if name in known or (only and name not in only):
            continue
        console.rule(name)
        found = experiment(recipe(base, changes, shards, out / name), words)
        write_text(path, json.dumps(known | {name: found}, indent=1))
    print("\n".join(rows(json.loads(path.read_text()), runs)))


def listed(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The base of a list, its own or another list's with the changes in ``common``, and its runs."""
    read = yaml.safe_load(path.read_text(encoding="utf-8"))
    base = read["base"] if isinstance(read["base"], dict) else listed(path.with_name(read["base"]))[0]
    return changed(base, read.get("common", {})), read["runs"]


def changed(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A copy of a recipe with other values at dotted keys."""
    made = copy.deepcopy(base)
    for key, value in changes.items():
        *parents, last = key.split(".")
        place = made
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    return made


def recipe(base: dict[str, Any], changes: dict[str, Any], shards: Path, folder: Path) -> Path:
    """Write the recipe of one run and return its path."""
    made = changed(base, {key: value for key, value in changes.items() if key not in ("question", "pretraining")})
    made["data"]["shards"], made["output"], made["model_folder"] = str(shards), str(folder), str(folder / "model")
    if "pretraining" in changes:
        first = copy.deepcopy(made)
        first["training"]["tokens"] = changes["pretraining"]
        first["output"], first["model_folder"] = str(folder / "language"), str(folder / "language" / "model")
        made["model"]["encoder"] = first["model_folder"]
        _write(first, folder / "language.yaml")
    return _write(made, folder / "recipe.yaml")


def _write(recipe_: dict[str, Any], path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, yaml.safe_dump(recipe_, sort_keys=False, allow_unicode=True))
    return path


def experiment(path: Path, words: int) -> dict[str, Any]:
    """Train a recipe and measure the finished model: the scores of every set and language, size and minutes."""
    began = time.monotonic()
    if (first := path.with_name("language.yaml")).exists():
        language_model.train(first)
    folder = tagger.train(path)
    trained = time.monotonic() - began
    data, made = config.load(path).data, Tagger.load(str(folder), device="cpu")
    found: dict[str, dict[str, Any]] = {title: {} for title in SETS}
    for lang in data.languages:
        for title, row in assess(made, data.shards / lang, data, words).items():
            if row:
                found[title][lang] = row
    size = sum(file.stat().st_size for file in folder.glob("*.safetensors"))
    return {"scores": found, "minutes": trained / 60, "megabytes": size / 1e6}


def rows(results: dict[str, Any], runs: dict[str, Any]) -> Iterator[str]:
    """A Markdown table, a row per run; scores are means over languages."""
    yield f"| run | question | {' | '.join(COLUMNS)} | MB | minutes |"
    yield "|---|---|" + "---:|" * (len(COLUMNS) + 2)
    for name, found in results.items():
        cells = [_mean(found["scores"][title], measure) for title, measure in COLUMNS.values()]
        size, minutes = found["megabytes"], found["minutes"]
        yield f"| {name} | {runs[name]['question']} | {' | '.join(cells)} | {size:.1f} | {minutes:.0f} |"


def _mean(languages: dict[str, dict[str, float]], measure: str) -> str:
    values = [row[measure] for row in languages.values() if measure in row]
    return f"{np.mean(values):.3f}" if values else "–"


@app.command()
def windows(
    shards: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="shards of build_tagger_data.py")],
    recipe: Annotated[Path, typer.Option(exists=True, help="tagger recipe: its languages and source weights")],
    model: Annotated[str, typer.Option(help="name or folder of a tagger; default: the language's")] = DEFAULT,
    plot: Annotated[Path, typer.Option(help="PNG of the curve")] = Path("windows.png"),
    words: Annotated[int, typer.Option(help="about so many words per language")] = 12_000,
    sizes: Annotated[list[int] | None, typer.Option(help="window lengths in words (repeat)")] = None,
) -> None:
    """Macro-F1 of marks on long texts: windows side by side, and overlapping ones merged with 0 … 15 words cut.

    The curve of Nguyen et al. (2019), figure 4, for this model. Beside the plot stands a JSON with the curves, which
    `indic-tf evaluate report` shows.
    """
    data = config.load(recipe).data
    texts = {lang: list(long_texts(dev_sets(shards / lang, data, words)["written"])) for lang in data.languages}
    curves: dict[int, list[float]] = {}
    flat: dict[int, float] = {}
    print("| window | side by side | " + " | ".join(f"cut {cut}" for cut in range(0, 16, 3)) + " |")
    print("|---|---:|" + "---:|" * 6)
    for size in sizes or (20, 40, 80):
        flat[size] = _macro(model, (size, 0), {k: list(pieces(v, size)) for k, v in texts.items()})
        cuts = [_macro(model, (size, cut), texts) for cut in range(min(16, size // 2))]
        curves[size] = cuts
        cells = " | ".join(f"{cuts[cut]:.4f}" if cut < len(cuts) else "–" for cut in range(0, 16, 3))
        print(f"| {size} | {flat[size]:.4f} | {cells} |", flush=True)
    _draw(plot, curves, flat)
    named = {f"{size} words, merged": list(enumerate(values)) for size, values in curves.items()}
    named |= {f"{size} words, side by side": [(0, flat[size]), (len(curves[size]) - 1, flat[size])] for size in flat}
    axes = {"x": "words cut at the edges (min_words_cut)", "y": "macro-F1 of marks"}
    write_text(plot.with_suffix(".json"), json.dumps({"title": "Windows", **axes, "curves": named}))


def long_texts(passages: Sequence[Labelled]) -> Iterator[Labelled]:
    """Passages one behind the other, about `LONG` words each; shuffled, since neighbours are alike."""
    order = list(passages)
    random.Random(1).shuffle(order)
    made: list[Labelled] = []
    for passage in order:
        made.append(passage)
        if sum(len(p.words) for p in made) >= LONG:
            yield _one(made)
            made = []


def _one(parts: Sequence[Labelled]) -> Labelled:
    return Labelled(tuple(w for p in parts for w in p.words), "".join(p.codes("punctuation") for p in parts))


def pieces(texts: Sequence[Labelled], size: int) -> Iterator[Labelled]:
    """Texts cut into pieces of ``size`` words that know nothing of each other."""
    for text in texts:
        for start in range(0, len(text.words), size):
            yield replace(
                text, words=text.words[start : start + size], punctuation=text.punctuation[start : start + size]
            )


def _macro(model: str, windows_: tuple[int, int], texts: dict[str, list[Labelled]]) -> float:
    """The mean of the languages; ``windows_``: words of a window, words cut."""
    rows_ = [
        with_means("punctuation", measured(tagger_of(lang, model).with_windows(*windows_), "punctuation", found))
        for lang, found in texts.items()
        if found
    ]
    return float(np.mean([row["macro"] for row in rows_]))


def _draw(path: Path, curves: dict[int, list[float]], flat: dict[int, float]) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.6), layout="constrained")
    axes = figure.subplots()
    for size, values in curves.items():
        (line,) = axes.plot(range(len(values)), values, marker=".", label=f"{size} words, merged")
        axes.axhline(flat[size], color=line.get_color(), linestyle=":", label=f"{size} words, side by side")
    axes.set(xlabel="words cut at the edges (min_words_cut)", ylabel="macro-F1 of marks")
    axes.legend(fontsize="small")
    with replacing(path) as file:
        figure.savefig(file, dpi=120, format=path.suffix[1:] or "png")


if __name__ == "__main__":
    app()
