"""Where shards lie: folders of this machine, or what fsspec opens (``s3://``, ``gs://``, ``hf://`` …)."""

from __future__ import annotations

import os
import shutil
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from glob import glob
from pathlib import Path
from typing import IO, Any, cast
from uuid import uuid4

from ..errors import InputError
from ..extras import needed_for
from ..replacing import replacing

_WHOLE = {"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "adl", "oss", "oci", "hf"}
"""Stores in which a file appears when it is complete; elsewhere it gets its name then."""
_UNFINISHED = ".indic-tf-unfinished"


class Store(ABC):
    """Files by their paths. Raises `OSError`."""

    @abstractmethod
    def sizes(self, folder: str) -> Mapping[str, int]:
        """All files below a folder, with their bytes; {} if it is not there."""

    @abstractmethod
    def matching(self, pattern: str) -> list[str]:
        """Files and folders that fit a pattern, in order."""

    @abstractmethod
    def is_folder(self, path: str) -> bool: ...

    @abstractmethod
    def is_file(self, path: str) -> bool: ...

    @abstractmethod
    def open(self, path: str) -> IO[bytes]: ...

    @abstractmethod
    def state(self, path: str, fresh: bool = False) -> tuple[int, str]:
        """The bytes of a file, and what is another as soon as it is written anew; ``fresh``: as it is right now, not as
        it was listed."""

    @abstractmethod
    def writing(self, path: str) -> Any:
        """A context: an open file that stands at ``path``, whole, once the block has ended well."""

    @abstractmethod
    def remove(self, path: str) -> None:
        """Remove a file, if it is there."""

    @abstractmethod
    def contents(self, paths: Iterable[str]) -> Mapping[str, bytes]: ...

    def sweep(self, folder: str) -> None:  # noqa: B027  (most leave nothing)
        """Remove what killed runs left below a folder."""

    @abstractmethod
    def url(self, path: str) -> str:
        """What `at` finds the path by, on another machine too if that sees the same store."""


class Local(Store):
    """Folders of this machine, or of one that is mounted."""

    def sizes(self, folder: str) -> Mapping[str, int]:
        return {str(path): path.stat().st_size for path in sorted(Path(folder).rglob("*")) if path.is_file()}

    def matching(self, pattern: str) -> list[str]:
        return sorted(glob(pattern, recursive=True))

    def is_folder(self, path: str) -> bool:
        return os.path.isdir(path)

    def is_file(self, path: str) -> bool:
        return os.path.isfile(path)

    def open(self, path: str) -> IO[bytes]:
        return open(path, "rb")

    def state(self, path: str, fresh: bool = False) -> tuple[int, str]:
        known = os.stat(path)
        return known.st_size, str(known.st_mtime_ns)

    @contextmanager
    def writing(self, path: str) -> Iterator[IO[bytes]]:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with replacing(Path(path)) as file:
            yield file

    def remove(self, path: str) -> None:
        Path(path).unlink(missing_ok=True)

    def contents(self, paths: Iterable[str]) -> Mapping[str, bytes]:
        return {path: Path(path).read_bytes() for path in paths}

    def url(self, path: str) -> str:
        return os.path.abspath(path)


class Remote(Store):
    """What fsspec opens."""

    def __init__(self, system: Any) -> None:
        self._system = system
        kinds = {system.protocol} if isinstance(system.protocol, str) else set(system.protocol)
        self._whole = bool(kinds & _WHOLE)

    def sizes(self, folder: str) -> Mapping[str, int]:
        self._system.invalidate_cache()
        try:
            found = self._system.find(folder, detail=True)
        except FileNotFoundError:
            return {}
        return {path: int(info.get("size") or 0) for path, info in sorted(found.items())}

    def matching(self, pattern: str) -> list[str]:
        return sorted(self._system.glob(pattern))

    def is_folder(self, path: str) -> bool:
        return bool(self._system.isdir(path))

    def is_file(self, path: str) -> bool:
        return bool(self._system.isfile(path))

    def open(self, path: str) -> IO[bytes]:
        return cast("IO[bytes]", self._system.open(path, "rb"))

    def state(self, path: str, fresh: bool = False) -> tuple[int, str]:
        if fresh:
            self._system.invalidate_cache()
        return int(self._system.info(path).get("size") or 0), str(self._system.ukey(path))

    @contextmanager
    def writing(self, path: str) -> Iterator[IO[bytes]]:
        # Written here first: no store keeps half an upload under the final name, however the run ends.
        with tempfile.TemporaryDirectory(prefix="indic-tf-") as folder:
            made = os.path.join(folder, "shard")
            with open(made, "wb") as file:
                yield file
            self._put(made, path)

    def _put(self, made: str, path: str) -> None:
        if self._whole:
            self._system.put_file(made, path)
            return
        parent, _, name = path.rpartition("/")
        beside = f"{parent}/.{name}{_UNFINISHED}{uuid4().hex[:8]}"  # two machines may be at the same shard
        self._system.makedirs(parent, exist_ok=True)
        with open(made, "rb") as given, self._system.open(beside, "wb") as file:
            shutil.copyfileobj(given, file)
        if self._system.exists(path):  # some rename onto nothing only
            self._system.rm_file(path)
        self._system.mv(beside, path)

    def sweep(self, folder: str) -> None:
        for path in self.sizes(folder):
            if _UNFINISHED in path.rpartition("/")[2]:
                self.remove(path)

    def remove(self, path: str) -> None:
        with suppress(FileNotFoundError):
            self._system.rm_file(path)

    def contents(self, paths: Iterable[str]) -> Mapping[str, bytes]:
        listed = list(paths)
        if not listed:
            return {}
        found = self._system.cat(listed)
        return found if isinstance(found, dict) else {listed[0]: found}

    def url(self, path: str) -> str:
        return str(self._system.unstrip_protocol(path))


def at(url: str) -> tuple[Store, str]:
    """The store of a place, and the path in it. Raises `InputError` where nothing opens such URLs."""
    if not is_remote(url):
        return Local(), os.path.abspath(os.path.expanduser(url.removeprefix("file://")))
    try:
        with needed_for(f"{url.split('://')[0]}://"):
            from fsspec.core import url_to_fs

            system, path = url_to_fs(url)
    except (ValueError, ImportError) as error:  # an unknown protocol; one whose own package is not installed
        raise InputError(f"{url}: {error}") from None
    return Remote(system), path


def is_remote(url: str) -> bool:
    """True for what is no path of this machine."""
    return "://" in url and not url.startswith("file://")
