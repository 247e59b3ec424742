"""``export``: a tagger as an ONNX model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .base import app


@app.command()
def export(
    model: Annotated[
        str, typer.Argument(metavar="MODEL", help="A name of the package (e5, e5_fast …), ./folder or hf://owner/name.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The folder to write.")],
) -> None:
    """Write a tagger as an ONNX model with all that it needs to run.

    The folder is a model like any other: --model ./folder runs it, with no
    need of PyTorch. What the package trains is written as it is stored;
    encoders that only transformers has are traced by PyTorch, which needs
    pip install "indic-tf\\[torch,export]".

    [dim]$[/] indic-tf export e5 -o tagger/

    [dim]$[/] indic-tf format --lang hi --model ./tagger talk.txt
    """
    from ..tagging.export import export as written

    print(written(model, output))
