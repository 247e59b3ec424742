"""``rule-fsts``: a language's ITN for sherpa-onnx."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import own_words as own
from .base import Lang, StyleOption, app


@app.command("rule-fsts")
def rule_fsts(
    lang: Lang,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The folder to write.")],
    style: StyleOption = "default",
    own_tables: own.Tables = None,
) -> None:
    """Write a language's number writing as rules that sherpa-onnx runs.

    Two files, which rewrite a whole sentence one after the other. They need
    no Python, on a phone or elsewhere: the line that is printed is the value
    of --rule-fsts. What only the words around a number can tell is left to
    the package, and so are marks and capital letters: docs/edge.md.

    [dim]$[/] indic-tf rule-fsts --lang hi -o rules/
    rules/hi_read.fst,rules/hi_write.fst
    """
    from ..languages import Language, language
    from ..wfst.pipeline import grammar
    from ..wfst.rule_fsts.exporting import export

    known = own.language_of(lang)
    facts = known if isinstance(known, Language) else language(known)
    facts = facts.with_tables(*own_tables) if own_tables else facts
    print(",".join(map(str, export(grammar(facts.key), output, style))))
