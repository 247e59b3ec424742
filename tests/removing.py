"""What tests of folders and runs share: what lies in a folder, and folders that are filled."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from typer.testing import CliRunner, Result

from indic_tf import cli
from indic_tf.manifests import owned

BY = "indic-tf publish"
TABLE = "# id\tkind\tspoken\twritten\tnote\n1\tmoney\tदस रुपये\t₹10\tsmall\n"


def tree(folder: Path) -> dict[str, bytes | str]:
    """Everything below a folder: files with their bytes, links with where they lead, folders."""
    made: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            made[name] = f"-> {os.readlink(path)}"
        else:
            made[name] = "folder" if path.is_dir() else path.read_bytes()
    return made


def filled(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


def made_by_us(folder: Path, **files: str) -> Path:
    with owned.fresh(folder, BY) as work:
        filled(work, **files)
    return folder


def with_checksums(folder: Path) -> None:
    """A data set as `sha256sum` users ship one."""
    filled(folder, audio__wav="RIFF")
    digest = hashlib.sha256((folder / "audio.wav").read_bytes()).hexdigest()
    (folder / "checksums.sha256").write_text(f"{digest}  audio.wav\n")


def run(*arguments: object) -> Result:
    """The command line, called with these arguments."""
    return CliRunner().invoke(cli.app, [*map(str, arguments)])
