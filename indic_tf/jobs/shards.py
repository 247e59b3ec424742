"""Which shards of a corpus are formatted, and what is known of those that were."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from glob import has_magic
from hashlib import sha256
from typing import IO, Any

from ..errors import InputError
from .settings import Settings
from .stores import Store, at

MARKS = ".indic-tf"
"""A folder in the output folder: what is known of each shard that is done."""
FAILED = ".failed.jsonl"
TABLES = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet", ".pq")
TEXTS = (".txt", ".text")
_SHOWN = 3
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Shard:
    """A file of records and where it goes.

    Attributes:
        source, target, mark, failed: URLs or paths of the file, of what it becomes, of what is noted when it is done,
            of the records that could not be formatted.
        name: of the file below what was given; the output has the same below its folder.
        is_table: it has columns; otherwise a record is a line.
        size: of the file in bytes.
        done: an earlier run made the output of this input with these settings.
        aside: how many records that run could not format.
    """

    source: str
    target: str
    mark: str
    failed: str
    name: str
    is_table: bool
    size: int
    done: bool = False
    aside: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """What is noted of a shard when it is done.

    Attributes:
        source, size, state, sha256: where the input was; its bytes; what is another if it is written anew; its digest.
        output_size, output_sha256: of the output.
        settings, said, version: digest of the settings, these by name, and version of the package.
        records, words, failed: in the shard; words as they came in.
    """

    source: str
    size: int
    state: str
    sha256: str
    output_size: int
    output_sha256: str
    settings: str
    said: Mapping[str, Any]
    version: str
    records: int
    words: int
    failed: int

    def written(self) -> bytes:
        """As JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1).encode() + b"\n"

    @classmethod
    def read(cls, data: bytes) -> Mark | None:
        """None for what is broken or none of ours."""
        try:
            return cls(**json.loads(data))
        except (ValueError, TypeError):
            return None


def digest(file: IO[bytes]) -> str:
    """SHA-256 of what is left of an open file."""
    made = sha256()
    while block := file.read(_BLOCK):
        made.update(block)
    return made.hexdigest()


def plan_shards(
    sources: Sequence[str], out: str, settings: Settings, kind: str | None = None, force: bool = False
) -> list[Shard]:
    """A shard for each file that ``sources`` name: files, folders (with all below), patterns; paths or URLs.

    Args:
        out: the output folder, a path or URL.
        kind: "table" or "text" for all; by their names if None.
        force: what was made of another input or with other settings is to be made anew.

    Raises `InputError` for sources that are not there or hold nothing, for two that would have the same output, for an
    output folder that holds an input, and, unless ``force``, where shards were made otherwise before.
    """
    store, folder = at(out.rstrip("/") or "/")
    if store.is_file(folder):
        raise InputError(f"{out} is a file; a corpus needs a folder to go to")
    found: dict[str, Shard] = {}
    for source in sources:
        for shard in _of_source(source, _Out(store, folder, kind)):
            if (other := found.get(shard.target)) and other.source != shard.source:
                raise InputError(f"{other.source} and {shard.source} would both be written to {shard.target}")
            found[shard.target] = shard
    if wrong := next((shard for shard in found.values() if shard.source in found), None):
        raise InputError(f"{wrong.source}: the output folder is among the inputs; choose another --output")
    return _compared(list(found.values()), store, folder, settings, force)


@dataclass(frozen=True, slots=True)
class _Out:
    store: Store
    folder: str
    kind: str | None

    def shard(self, source: str, name: str, size: int) -> Shard:
        def url(*parts: str) -> str:
            return self.store.url("/".join([self.folder, *parts]))

        is_table = is_table_name(name) if self.kind is None else self.kind == "table"
        return Shard(source, url(name), url(MARKS, f"{name}.json"), url(f"{name}{FAILED}"), name, is_table, size)


def is_table_name(name: str) -> bool:
    """By its ending. Raises `InputError` for one that says nothing."""
    ending = _ending(name)
    if ending not in TABLES + TEXTS:
        raise InputError(f"{name}: a name that does not say what is in it; --from table (JSONL, CSV …) or text (lines)")
    return ending in TABLES


def _ending(name: str) -> str:
    last = name.rpartition("/")[2].lower().removesuffix(".gz")
    return f".{last.rpartition('.')[2]}" if "." in last else ""


def _of_source(source: str, out: _Out) -> Iterator[Shard]:
    store, path = at(source)
    try:
        if store.is_file(path):
            yield out.shard(store.url(path), path.rpartition("/")[2], store.state(path)[0])
        elif store.is_folder(path):
            yield from _of_folder(source, store, path, out)
        elif has_magic(path):
            yield from _of_pattern(source, store, path, out)
        else:
            raise InputError(f"no such file or folder: {source}")
    except (InputError, OSError):
        raise
    except Exception as error:  # stores have errors of their own: no credentials, no network
        raise InputError(f"{source}: {type(error).__name__}: {error}") from error


def _of_folder(source: str, store: Store, path: str, out: _Out) -> Iterator[Shard]:
    top = path.rstrip("/")
    found = {
        name: size
        for one, size in store.sizes(path).items()
        if _is_read(name := one[len(top) + 1 :]) and (out.kind or _ending(name) in TABLES + TEXTS)
    }
    inside = out.store.url(out.folder) + "/"
    is_out = store.url(top) + "/" == inside
    shards = [
        out.shard(url, name, size)
        for url, name, size in ((store.url(f"{top}/{name}"), name, size) for name, size in found.items())
        if is_out or not url.startswith(inside)
    ]
    if not shards:
        raise InputError(f"{source}: no file with one of the endings {' '.join(TABLES + TEXTS)} (or these with .gz)")
    yield from shards


def _of_pattern(source: str, store: Store, path: str, out: _Out) -> Iterator[Shard]:
    fixed = path[: next(i for i, part in enumerate(path) if part in "*?[")].rpartition("/")[0]
    start = len(fixed) + 1 if fixed or path.startswith("/") else 0
    files = [one for one in store.matching(path) if store.is_file(one) and _is_read(one[start:])]
    if not files:
        raise InputError(f"no file fits {source}")
    for one in files:
        yield out.shard(store.url(one), one[start:], store.state(one)[0])


def _is_read(name: str) -> bool:
    hidden = any(part[:1] in "._" for part in name.split("/"))  # as Spark and Hadoop have it
    return not hidden and not name.endswith(FAILED)


# --- what was done ------------------------------------------------------------------------------------


def _compared(shards: list[Shard], store: Store, folder: str, settings: Settings, force: bool) -> list[Shard]:
    """Shards, marked as done where they are. Raises `InputError` where some were made otherwise."""
    listed = {store.url(path): size for path, size in store.sizes(folder).items()}
    paths = [at(shard.mark)[1] for shard in shards if shard.mark in listed]
    marks = {store.url(path): Mark.read(data) for path, data in store.contents(paths).items()}
    made: list[Shard] = []
    inputs: list[str] = []
    otherwise: dict[str, str] = {}
    for shard in shards:
        mark = marks.get(shard.mark)
        if mark is None or listed.get(shard.target) != mark.output_size:
            made.append(shard)
        elif why := _made_otherwise(mark, settings):
            otherwise[shard.name] = why
            made.append(shard)
        elif not _is_same(shard, mark):
            inputs.append(shard.name)
            made.append(shard)
        else:
            made.append(replace(shard, done=True, aside=mark.failed))
    if not force:
        _refuse(inputs, otherwise, len(shards))
    return made


def _made_otherwise(mark: Mark, settings: Settings) -> str:
    from .. import __version__

    if mark.version != __version__:
        return f"version {mark.version} → {__version__}"
    if mark.settings == settings.digest:
        return ""
    return ", ".join(settings.differences(mark.said)) or "own tables or language"


def _is_same(shard: Shard, mark: Mark) -> bool:
    """Whether the input is what it was: by its place, size and time, or by its bytes."""
    store, path = at(shard.source)
    size, state = store.state(path)
    if size != mark.size:
        return False
    if (shard.source, state) == (mark.source, mark.state):
        return True
    with store.open(path) as file:
        return digest(file) == mark.sha256


def _refuse(inputs: Sequence[str], otherwise: Mapping[str, str], total: int) -> None:
    anew = "--force makes them anew and leaves the others, another --output leaves all"
    if otherwise:
        why = "; ".join(dict.fromkeys(otherwise.values()))
        raise InputError(f"{len(otherwise)} of {total} shards were made with other settings ({why}). {anew}")
    if inputs:
        shown = ", ".join(inputs[:_SHOWN]) + (" …" if len(inputs) > _SHOWN else "")
        raise InputError(f"{len(inputs)} of {total} inputs are not what they were ({shown}). {anew}")
