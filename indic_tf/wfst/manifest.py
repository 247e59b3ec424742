"""What lies in a folder of a cache, by size and CRC-32: written last, so a folder without it is no finished one."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from pathlib import Path

NAME = "manifest.json"
_BLOCK = 1 << 20  # bytes


def write(folder: Path) -> None:
    """Note every file that lies in ``folder``."""
    files = {path.name: [path.stat().st_size, _crc(path)] for path in sorted(folder.iterdir()) if path.is_file()}
    (folder / NAME).write_text(json.dumps(files), encoding="utf-8")


def fits(folder: Path) -> bool:
    """True if all files are there, as long as they were; what is in them is not looked at."""
    try:
        return all((folder / name).stat().st_size == size for name, (size, _) in _read(folder).items())
    except OSError:
        return False


def is_whole(path: Path) -> bool:
    """True if a file is the one that was noted, to the bit (but for one change in four thousand million)."""
    try:
        return _read(path.parent).get(path.name) == (path.stat().st_size, _crc(path))
    except OSError:
        return False


def all_whole(folder: Path) -> bool:
    """`is_whole` for every file that was noted."""
    try:
        return all(is_whole(folder / name) for name in _read(folder))
    except OSError:
        return False


def _read(folder: Path) -> Mapping[str, tuple[int, int]]:
    """Sizes in bytes and CRC-32s by file name. Raises `OSError` for a manifest that is missing or none."""
    try:
        found = json.loads((folder / NAME).read_bytes())
        made = {str(name): (int(size), int(crc)) for name, (size, crc) in found.items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise OSError(f"{folder / NAME} is damaged") from error
    if not made:
        raise OSError(f"{folder / NAME} is empty")
    return made


def _crc(path: Path) -> int:
    crc = 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            crc = zlib.crc32(block, crc)
    return crc
