"""Compile and pack the grammars of all languages: what the build of a wheel runs, and puts into it.

    python -m indic_tf.wfst.packing FOLDER

What the cache has compiled is packed as it is. Needs pynini for the rest.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from ..languages import language, languages
from ..processes import Workers
from .compiled import Compiled
from .ready import ENDING, pack


def packed(target: Path, code: str) -> Path:
    """The archive of one language, written into ``target``. Raises `GrammarError` where it cannot be compiled."""
    grammar = Compiled(language(code))
    return pack(grammar.files, target / f"{grammar.folder.name}{ENDING}")


def main(arguments: Sequence[str]) -> None:
    """Pack every language into the folder that is named."""
    [target] = map(Path, arguments)
    target.mkdir(parents=True, exist_ok=True)
    with Workers(os.cpu_count() or 1) as workers:
        for made in workers.map(partial(packed, target), languages()):
            print(f"{made.name}: {made.stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
