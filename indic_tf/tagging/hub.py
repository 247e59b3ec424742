"""Model folders: from the Hugging Face hub, to it, and from place to place."""

from __future__ import annotations

import filecmp
import logging
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import regex

from ..errors import ModelError
from ..extras import needed_for
from ..resources import model_folder, model_names

log = logging.getLogger(__name__)

SCHEME = "hf://"
"""What the name of a model on the hub begins with: "hf://owner/name", "hf://owner/name@revision"."""

PLUS = "+"
"""What stands between the names of several taggers that work as one."""

_YES = ("1", "ON", "YES", "TRUE")  # as the hub's client reads its environment, which it does but once
_PART = r"[A-Za-z0-9_][A-Za-z0-9_.-]*"
_ID = regex.compile(rf"^{_PART}/{_PART}$")
_NAME = regex.compile(rf"^hf://(?P<id>{_PART}(?:/{_PART})?)(?:@(?P<revision>[A-Za-z0-9_./-]+))?$")
_WEIGHTS = "*.safetensors"
_FILES = (_WEIGHTS, "*.json", "*.model", "*.spm", "*.tiktoken", "vocab.txt", "merges.txt")
_PICKLED = ("pytorch_model*.bin",)
_ELSEWHERE = "*/*"  # what lies in folders of the repository: the same model for other programs


def is_id(name: str) -> bool:
    """Whether a name has the shape "owner/name"."""
    return _ID.match(name) is not None


def is_named(name: str) -> bool:
    """Whether a name says that the model is on the hub."""
    return name.startswith(SCHEME)


def find(name_or_path: str | Path, train: str = "tagger", *, local_files_only: bool = False) -> Path:
    """The folder of a model: one that ships with the package, by its name; a folder, by a path with a separator in it
    (``./model``); one on the hub, as ``hf://owner/name`` or ``hf://owner/name@revision`` (`download`).

    A name of the package is never a folder of the working directory, and no path is ever asked for on the hub. Raises
    `ModelError` for none of them; ``train`` is the command of `indic-tf train` that makes one.
    """
    name = str(name_or_path)
    is_folder = isinstance(name_or_path, Path) or is_path(name)
    if not is_folder and name in model_names():
        return model_folder(name)
    if is_named(name):
        return download(name, local_files_only=local_files_only)
    return _folder(name, is_folder, train)


def require(name: str, train: str = "tagger", also: Sequence[str] = ()) -> None:
    """Raise `ModelError` as `find` does, but for no other reason than the name: nothing is loaded or fetched.

    ``also`` are names that mean something to the caller beside those of the package.
    """
    if is_named(name):
        _named(name)
    elif is_path(name) or not (name in also or (model_folder(name) / "config.json").is_file()):
        _folder(name, is_path(name), train, also)


def parts(name: str) -> list[str]:
    """The names that have a plus between them; the path of a folder that is there (``./a+b``) is one name."""
    return [name] if is_path(name) and Path(name).expanduser().exists() else name.split(PLUS)


def _folder(name: str, is_folder: bool, train: str, also: Sequence[str] = ()) -> Path:
    folder = Path(name).expanduser().absolute()
    if is_folder and (folder / "config.json").is_file():
        return folder
    lacking = _lacking(name, folder, is_folder, also)
    raise ModelError(f"no model {name!r}: {lacking}; `indic-tf train {train} RECIPE` makes one")


def _lacking(name: str, folder: Path, is_folder: bool, also: Sequence[str]) -> str:
    """Why there is no model of this name, and what to write instead."""
    if not is_folder:
        written = f"; for the folder of that name write ./{name}" if folder.is_dir() else ""
        return f"the package has {', '.join((*also, *model_names()))}{written}"
    if folder.is_dir():
        return "the folder has no config.json"
    return "no such folder" + (f"; for a model of the Hugging Face hub write {SCHEME}{name}" if is_id(name) else "")


def has_safetensors(folder: Path) -> bool:
    """Whether a folder has weights in a form that holds no code; other forms are read only where it has none."""
    return any(folder.glob(_WEIGHTS))


def is_path(name: str) -> bool:
    """Whether a name is the path of a folder: one with a separator in it. Others are names of models."""
    return not is_named(name) and (os.sep in name or "/" in name or name in (os.curdir, os.pardir, "~"))


def download(name: str, *, local_files_only: bool = False, pickled: bool = False) -> Path:
    """The folder of a model "hf://owner/name[@revision]", fetched once and then kept in the user's cache.

    Of its files only weights (safetensors), JSON and those of the tokenizer come. With ``local_files_only``, or
    ``HF_HUB_OFFLINE=1`` in the environment, the hub is not asked. ``pickled`` takes PyTorch's own weights, with a
    warning, from a repository that has no others. Raises `ModelError` for a name of another shape, for a model without
    such weights, and where the hub has no such thing or cannot be reached.
    """
    found = _named(name)
    local_files_only = local_files_only or os.environ.get("HF_HUB_OFFLINE", "").upper() in _YES
    folder = _fetched(name, found["id"], found["revision"], _FILES, local_files_only)
    if has_safetensors(folder):
        return folder
    if pickled:
        folder = _fetched(name, found["id"], found["revision"], (*_FILES, *_PICKLED), local_files_only)
        if any(path for pattern in _PICKLED for path in folder.glob(pattern)):
            log.warning("%s has no safetensors; its pickled weights are loaded as weights only", name)
            return folder
    raise ModelError(f"{name} holds no weights as safetensors, and no others are loaded; convert them first")


def _named(name: str) -> regex.Match[str]:
    if (found := _NAME.match(name)) is None:
        raise ModelError(f"{name!r} names no model on the Hugging Face hub: write hf://owner/name or …@revision")
    return found


def _fetched(name: str, id_: str, revision: str | None, files: Sequence[str], local: bool) -> Path:
    with needed_for(name):
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import HfHubHTTPError, HFValidationError

    # among them those of the HTTP library that the hub's client has
    library = cast("tuple[type[Exception], ...]", HfHubHTTPError.__bases__)
    failures: tuple[type[Exception], ...] = (OSError, HFValidationError, *library)
    try:
        return Path(
            snapshot_download(
                id_,
                revision=revision,
                allow_patterns=list(files),
                ignore_patterns=[_ELSEWHERE],
                local_files_only=local,
            )
        )
    except failures as error:
        reason = str(error).strip().split("\n")[0]
        version = f" --revision {revision}" if revision else ""
        raise ModelError(
            f"no model {name!r}: it cannot be had from the Hugging Face hub ({reason}); "
            f"`hf download {id_}{version}` fetches one"
        ) from error


def copy(folder: Path, target: Path) -> Path:
    """Copy the files of a model folder to ``target``, which is made if need be, and return it.

    Raises `ModelError`, before anything is written, where files of these names hold other things.
    """
    names = sorted(path.name for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    if target.exists() and not target.is_dir():
        raise ModelError(f"{target} is no folder")
    there = [name for name in names if os.path.lexists(target / name)]
    if other := [name for name in there if not _are_same(folder / name, target / name)]:
        raise ModelError(
            f"{target}: {', '.join(other)} would be written over; name a new folder, or move away what is there"
        )
    target.mkdir(parents=True, exist_ok=True)
    for name in names:
        if name not in there:
            _copy(folder / name, target / name)
    return target


def _copy(source: Path, target: Path) -> None:
    """Copy a file, which appears under its name when it is complete."""
    half = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    try:
        shutil.copyfile(source, half / target.name)
        (half / target.name).rename(target)
    finally:
        shutil.rmtree(half, ignore_errors=True)


def _are_same(one: Path, other: Path) -> bool:
    return other.is_file() and filecmp.cmp(one, other, shallow=False)


def upload(folder: Path, name: str, private: bool, **options: Any) -> str:
    """Make the repository "owner/name" if need be and put a model folder into it; return its address.

    ``options`` go to ``huggingface_hub.HfApi.upload_folder``; hidden files stay here. Raises `ModelError` where the hub
    refuses.
    """
    with needed_for(f"writing {name} to the hub"):
        from huggingface_hub import HfApi
        from huggingface_hub.errors import HfHubHTTPError, HFValidationError

    try:
        api = HfApi()
        address = str(api.create_repo(name, private=private, exist_ok=True))
        api.upload_folder(repo_id=name, folder_path=folder, **{"ignore_patterns": [".*"], **options})
    except (OSError, HfHubHTTPError, HFValidationError) as error:
        raise ModelError(f"{name} was not written to the Hugging Face hub: {error}; `hf auth login` first") from error
    return address
