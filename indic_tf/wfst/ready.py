"""Grammars that came compiled with the package: an archive a language, unpacked into the cache on first use.

A wheel has them (see `packing`), a checkout has none and compiles.
"""

from __future__ import annotations

import lzma
import shutil
import tarfile
from collections.abc import Iterable
from pathlib import Path

from ..errors import GrammarError

ENDING = ".tar.xz"
_ARC = 16  # bytes of an arc: two labels, weight, next state
PLACE = Path(__file__).parent.parent / "ready"


def archive(name: str) -> Path | None:
    """The archive of the grammar called ``name``, by whatever version of pynini it was compiled; None without one.

    It is called as the folder in the cache that it becomes.
    """
    return max(PLACE.glob(f"{name}-*{ENDING}"), default=None)


def unpack(packed: Path, place: Path) -> None:
    """Write the files of an archive into the folder ``place``. Raises `GrammarError` for one that is damaged."""
    try:
        with lzma.open(packed) as content, tarfile.open(fileobj=content, mode="r|") as files:
            for entry in files:
                source = files.extractfile(entry)
                if source is None or Path(entry.name).name != entry.name:
                    raise tarfile.ReadError(f"{entry.name!r} is no plain file")
                with (place / entry.name).open("wb") as made:
                    shutil.copyfileobj(source, made)
    except (lzma.LZMAError, tarfile.TarError, EOFError) as error:
        raise GrammarError(f"{packed} is damaged ({error}); install indic-tf again") from error


def pack(files: Iterable[Path], packed: Path) -> Path:
    """Write ``files`` into the archive ``packed``, the same bytes every time. Returns it."""
    how = [
        {"id": lzma.FILTER_DELTA, "dist": _ARC},  # a twelfth less, and sooner unpacked
        {"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 24},  # bytes: more than most grammars have
    ]
    with lzma.open(packed, "wb", filters=how) as content, tarfile.open(fileobj=content, mode="w") as made:
        for path in files:
            entry = tarfile.TarInfo(path.name)
            entry.size = path.stat().st_size
            with path.open("rb") as source:
                made.addfile(entry, source)
    return packed
