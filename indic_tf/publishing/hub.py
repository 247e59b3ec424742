"""A published folder → the Hugging Face hub, byte for byte, so that its checksums hold there too."""

from __future__ import annotations

from pathlib import Path

from huggingface_hub import HfApi, get_token
from huggingface_hub.errors import HfHubHTTPError

from ..errors import InputError
from . import checksums


def push_to_hub(folder: Path, repository: str | None, version: str) -> str:
    """Upload ``folder`` as the data set ``repository`` and tag it ``v<version>``; returns its address.

    The folder's own files go up, not data sets that are written anew (`DatasetDict.push_to_hub`), whose bytes and card
    would be others. Raises `InputError` without a token or a repository, for a folder that was changed after it was
    written, and for what the hub refuses.
    """
    token = get_token()
    if token is None:
        raise InputError("no token for the hub: run `hf auth login`, or set HF_TOKEN; the folder itself is complete")
    if repository is None:
        raise InputError("the recipe names no repository: write `hub: user/name`")
    checksums.check(folder)
    api = HfApi(token=token)
    try:
        address = api.create_repo(repository, repo_type="dataset", exist_ok=True)
        if any(tag.name == f"v{version}" for tag in api.list_repo_refs(repository, repo_type="dataset").tags):
            raise InputError(f"{repository} has version {version} already; raise `version` in the recipe")
        api.upload_folder(
            folder_path=folder,
            repo_id=repository,
            repo_type="dataset",
            commit_message=f"Version {version}",
            delete_patterns="*",
        )
        api.create_tag(repository, tag=f"v{version}", repo_type="dataset")
    except HfHubHTTPError as error:
        raise InputError(f"the hub refuses {repository} {version}: {error.server_message or error}") from error
    return str(address)
