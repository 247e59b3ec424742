"""SHA-256 of every file of a folder, in the form that ``sha256sum -c`` reads."""

from __future__ import annotations

from pathlib import Path

from ..errors import InputError
from ..manifests.owned import MARKER, sha256

NAME = "checksums.sha256"


def write(folder: Path) -> Path:
    """Write the checksums of all other files but this package's own list, by their paths in the folder, in order."""
    path = folder / NAME
    lines = [f"{sha256(file)}  {name}\n" for name, file in _files(folder).items()]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")
    return path


def check(folder: Path) -> None:
    """Raises `InputError` that names every file that is missing, was changed, or was added."""
    path = folder / NAME
    if not path.is_file():
        raise InputError(f"{folder}: no {NAME} there: not a folder that `indic-tf publish` wrote")
    listed = _listed(path)
    there = _files(folder)
    wrong = [name for name in listed if name not in there or sha256(there[name]) != listed[name]]
    if wrong := sorted({*wrong, *(there.keys() - listed.keys())}):
        raise InputError(f"{folder}: not as it was written: {', '.join(wrong)}; run `indic-tf publish --force` again")


def _files(folder: Path) -> dict[str, Path]:
    """All files but these two, by their paths in the folder, in order."""
    own = (folder / NAME, folder / MARKER)
    files = sorted(p for p in folder.rglob("*") if p.is_file() and p not in own)
    return {p.relative_to(folder).as_posix(): p for p in files}


def _listed(path: Path) -> dict[str, str]:
    """The checksums in a list by the names of their files; none where it is no such list."""
    pairs = (line.split("  ", 1) for line in path.read_text("utf-8", "replace").splitlines())
    return {pair[1]: pair[0] for pair in pairs if len(pair) == 2}
