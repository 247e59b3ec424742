"""``publish``: a benchmark as a Hugging Face data set."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .base import Json, app, complain, needs

FORCE = "Take the place of what this command wrote there before; nothing else is ever removed."

if TYPE_CHECKING:
    from ..publishing.pool import Track
    from ..publishing.publish import Published


@app.command("publish")
def publish_(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE.yaml", help="The recipe; see docs/publishing.md.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FOLDER", help="Instead of its output.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes; the bytes do not depend on it.")] = 2,
    force: Annotated[bool, typer.Option("--force", help=FORCE)] = False,
    push: Annotated[bool, typer.Option("--push", help="Upload to the recipe's hub repository; needs a token.")] = False,
    as_json: Json = False,
) -> None:
    """Build a benchmark from your own text: data sets of every language and task, with card and checksums.

    [dim]$[/] indic-tf publish data_scripts/recipes/benchmark_itn.yaml -o bench
    [dim]>>>[/] datasets.load_dataset("bench", "itn-hi", split="test")

    Sources without a licence are refused. Passages that the model was
    trained on are left out of validation and test, and counted. Output,
    token and repository are checked before the work begins.
    """
    with needs("publishing", "data,eval"):
        from ..publishing import hub
        from ..publishing.publish import check_output, publish
        from ..publishing.recipe import load
    read = load(recipe)
    chosen = read.model_copy(update={"output": output}) if output else read
    check_output(chosen.output, force)
    if push:
        hub.check(chosen.hub, chosen.version)
    with _bars() as track:
        made = publish(chosen, jobs, track, force=force)
    if push:
        complain(hub.push_to_hub(made.folder, chosen.hub, chosen.version))
    _show(made, as_json)
    for name in made.facts.empty:
        complain(f"{name} has no test rows and is left out")
    raise typer.Exit(int(bool(made.facts.empty)))


def _show(made: Published, as_json: bool) -> None:
    rows = {each.name: each.rows for each in made.configurations}
    if as_json:
        print(json.dumps({"folder": str(made.folder), "rows": made.rows, "configurations": rows}, ensure_ascii=False))
        return
    for name, splits in rows.items():
        print(f"{name:20}", *(f"{split} {count:,}" for split, count in splits.items()), sep="  ")
    print(made.folder)


@contextmanager
def _bars() -> Iterator[Track]:
    """A bar on stderr for each stage."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:12}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:

        def track(what: str) -> Callable[[int], Callable[[int], None]]:
            def begin(total: int) -> Callable[[int], None]:
                bar = progress.add_task(what, total=total)
                return lambda steps: progress.advance(bar, steps)

            return begin

        yield track
