"""Options and the last step of every command whose scores may become a page or pictures."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .base import complain

if TYPE_CHECKING:
    from ..reports.results import Result


def _may_be_written(path: Path | None) -> Path | None:
    """Said at once, not after an hour of scoring; whatever this package did not write, or somebody edited, stays."""
    if path and not path.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {path.parent}")
    if path and path.is_dir():
        raise typer.BadParameter(f"{path} is a folder")
    if path and path.is_file() and not _is_own(path):
        raise typer.BadParameter(f"{path} is there and is no page of indic-tf, or was edited; choose another name")
    return path


def _is_own(path: Path) -> bool:
    """Whether a file may be written over: it is empty, or a page that this package wrote and nobody changed."""
    from ..reports.page import is_own

    return path.stat().st_size == 0 or is_own(path)


def _may_be_filled(folder: Path | None) -> Path | None:
    """Said before the scoring, too; no file in the folder is ever written over unless this package wrote it."""
    from ..manifests.owned import writable

    if folder:
        writable(folder)
    return folder


Html = Annotated[
    Path | None,
    typer.Option(
        "--html",
        metavar="FILE",
        help="Also write a page, to be read in a browser.",
        show_default=False,
        callback=_may_be_written,
    ),
]
Png = Annotated[
    Path | None,
    typer.Option(
        "--png",
        metavar="FOLDER",
        help="Also write pictures, for papers.",
        show_default=False,
        callback=_may_be_filled,
    ),
]
Errors = Annotated[int, typer.Option("--errors", min=0, help="How many of the worst texts --json and --html have.")]


def give(
    make: Callable[[], Mapping[str, Any]], show: Callable[[], None], as_json: bool, html: Path | None, png: Path | None
) -> None:
    """Print a score, as JSON or as ``show`` does, and write the page and the pictures that are wanted of it."""
    made = make() if as_json or html or png else {}
    print(json.dumps(made, ensure_ascii=False)) if as_json else show()
    if html or png:
        from ..reports.reading import of

        write([of(made)], html, png)


def write(results: Sequence[Result], html: Path | None, png: Path | None, title: str = "") -> None:
    """Write the page and the pictures of several results, and say where they are."""
    if html:
        from ..reports.page import write as write_page

        write_page(html, results, title)
        complain(f"wrote {html}")
    if png:
        from ..reports.figures import write as write_pictures

        complain(f"wrote {len(write_pictures(png, results))} pictures into {png}")
