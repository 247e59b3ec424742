"""A published folder → the Hugging Face hub, byte for byte, so that its checksums hold there too."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from huggingface_hub import HfApi, get_token
from huggingface_hub.errors import HfHubHTTPError, HFValidationError, RepositoryNotFoundError

from ..errors import InputError
from ..manifests.owned import MARKER
from . import checksums

# the errors of the HTTP library that the hub's client has, and those of the network
_UNREACHED: tuple[type[Exception], ...] = (OSError, *cast("tuple[type[Exception], ...]", HfHubHTTPError.__bases__))


def check(repository: str | None, version: str) -> HfApi:
    """See, before anything is made, that a version may be pushed: a name, a token that the hub knows and whose owner
    may write there, a version that is not there yet; returns whom to push with.

    Raises `InputError` that says what is missing.
    """
    if repository is None:
        raise InputError("the recipe names no repository: write `hub: user/name`")
    token = get_token()
    if token is None:
        raise InputError("no token for the hub: run `hf auth login`, or set HF_TOKEN; or leave --push out")
    api = HfApi(token=token)
    try:
        _check_owner(api, repository)
        _check_version(api, repository, version)
    except HFValidationError as error:
        raise InputError(f"`hub: {repository}` in the recipe is no name of a repository: {error}") from error
    except _UNREACHED as error:
        raise InputError(f"the hub refuses {repository} {version}: {_said(error)}") from error
    return api


def push_to_hub(folder: Path, repository: str | None, version: str) -> str:
    """Upload ``folder`` as the data set ``repository`` and tag it ``v<version>``; returns its address.

    The folder's own files go up, not data sets that are written anew (`DatasetDict.push_to_hub`), whose bytes and card
    would be others. Raises `InputError` as `check` does, for a folder that was changed after it was written, and for
    what the hub refuses.
    """
    checksums.check(folder)
    api = check(repository, version)
    assert repository is not None
    try:
        address = api.create_repo(repository, repo_type="dataset", exist_ok=True)
        api.upload_folder(
            folder_path=folder,
            repo_id=repository,
            repo_type="dataset",
            commit_message=f"Version {version}",
            ignore_patterns=[MARKER],
            delete_patterns="*",
        )
        api.create_tag(repository, tag=f"v{version}", repo_type="dataset")
    except _UNREACHED as error:
        later = f"{folder} is complete: `hf upload {repository} {folder} --repo-type dataset` puts it there later"
        raise InputError(f"the hub refuses {repository} {version}: {_said(error)}; {later}") from error
    return str(address)


def _check_owner(api: HfApi, repository: str) -> None:
    owner = repository.partition("/")[0]
    who = api.whoami()
    mine = [str(who.get("name")), *(str(each.get("name")) for each in who.get("orgs", ()))]
    if owner not in mine:
        raise InputError(f"`hub: {repository}` in the recipe: the token is of {', '.join(mine)}, not of {owner}")


def _check_version(api: HfApi, repository: str, version: str) -> None:
    try:
        tags = api.list_repo_refs(repository, repo_type="dataset").tags
    except RepositoryNotFoundError:
        return  # it will be made
    if any(tag.name == f"v{version}" for tag in tags):
        raise InputError(f"{repository} has version {version} already; raise `version` in the recipe")


def _said(error: Exception) -> str:
    return str(getattr(error, "server_message", None) or error).strip().split("\n")[0] or type(error).__name__
