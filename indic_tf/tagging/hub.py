"""Model folders: from the Hugging Face hub, to it, and from place to place."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import regex

from ..errors import ModelError

_ID = regex.compile(r"^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$")


def is_id(name: str) -> bool:
    """Whether a name has the shape "owner/name"."""
    return _ID.match(name) is not None


def download(name: str) -> Path:
    """The folder of a repository "owner/name" (or of a model without an owner), fetched once and then kept in the
    user's cache; raises `ModelError` where the hub has no such thing or cannot be reached."""
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError

    try:
        return Path(snapshot_download(name))
    except (OSError, HfHubHTTPError, HFValidationError) as error:
        reason = str(error).strip().split("\n")[0]
        raise ModelError(
            f"no model {name!r}: it is no folder here, and it cannot be had from the Hugging Face hub ({reason}); "
            f"`hf download {name}` fetches one"
        ) from error


def copy(folder: Path, target: Path) -> Path:
    """Copy the files of a model folder to ``target``, which is made if need be, and return it."""
    target.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.is_file() and not path.name.startswith("."):
            shutil.copyfile(path, target / path.name)
    return target


def upload(folder: Path, name: str, private: bool, **options: Any) -> str:
    """Make the repository "owner/name" if need be and put a model folder into it; return its address.

    ``options`` go to ``huggingface_hub.HfApi.upload_folder``. Raises `ModelError` where the hub refuses.
    """
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError

    try:
        api = HfApi()
        address = str(api.create_repo(name, private=private, exist_ok=True))
        api.upload_folder(repo_id=name, folder_path=folder, **options)
    except (OSError, HfHubHTTPError, HFValidationError) as error:
        raise ModelError(f"{name} was not written to the Hugging Face hub: {error}; `hf auth login` first") from error
    return address
