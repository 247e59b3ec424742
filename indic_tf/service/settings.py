"""How a service is set up: models, limits, keys."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path

from ..errors import InputError

KEYS_VARIABLE = "INDIC_TF_API_KEYS"
UPSTREAM_VARIABLE = "INDIC_TF_UPSTREAM_KEY"
MIB = 1 << 20
_SHORTEST_KEY = 8


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request may ask for, and all of them at a time.

    Attributes:
        body: bytes of a request.
        upload: bytes of a recording that goes to the upstream recogniser.
        texts: texts in a request.
        words: words in a request.
        waiting: requests that are being answered or wait; more get 503.
        per_caller: of one key, or of one address where there are no keys; more get 429.
        streams: live texts at a time.
        seconds: of a request, from its first byte to its answer; more get 504.
        quiet: seconds without a message after which a live text is ended.
    """

    body: int = 4 * MIB
    upload: int = 25 * MIB
    texts: int = 256
    words: int = 20_000
    waiting: int = 256
    per_caller: int = 256
    streams: int = 64
    seconds: float = 30.0
    quiet: float = 120.0


@dataclass(frozen=True, slots=True)
class Keys:
    """The API keys by name; only their digests are kept.

    >>> keys = Keys.of(["shop:0123456789", "abcdefghijk"])
    >>> keys.name_of("0123456789"), keys.name_of("abcdefghijk"), keys.name_of("guess")
    ('shop', 'key 2', None)
    """

    digests: tuple[tuple[str, bytes], ...] = ()

    @classmethod
    def of(cls, lines: Sequence[str]) -> Keys:
        """Keys from lines ``key`` or ``name:key``; empty ones and those behind # are passed over.

        Raises `InputError` for a key of fewer than eight characters.
        """
        found: list[tuple[str, bytes]] = []
        for number, line in enumerate(lines, start=1):
            if not (text := line.strip()) or text.startswith("#"):
                continue
            name, _, key = text.rpartition(":")
            if len(key) < _SHORTEST_KEY:
                raise InputError(f"API key {number} has fewer than {_SHORTEST_KEY} characters")
            found.append((name or f"key {number}", sha256(key.encode()).digest()))
        return cls(tuple(found))

    @classmethod
    def load(cls, path: Path | None, environment: Mapping[str, str] = os.environ) -> Keys:
        """Those of a file and of the variable ``INDIC_TF_API_KEYS`` (with commas between them). Raises `InputError`
        where there is a file and no key in it, `OSError` for one that cannot be read."""
        lines = environment.get(KEYS_VARIABLE, "").replace(",", "\n").splitlines()
        if path is not None:
            of_file = path.expanduser().read_text(encoding="utf-8").splitlines()
            if not cls.of(of_file).digests:
                raise InputError(f"{path}: no API key in it; expected a line name:key for each")
            lines += of_file
        return cls.of(lines)

    def __bool__(self) -> bool:
        return bool(self.digests)

    def name_of(self, key: str) -> str | None:
        """Whose key it is; None if nobody's. Every key is compared, each in constant time."""
        given, found = sha256(key.encode("utf-8", "surrogatepass")).digest(), None
        for name, digest in self.digests:
            if compare_digest(given, digest):
                found = name
        return found


@dataclass(frozen=True, slots=True)
class Settings:
    """What `indic-tf serve` was asked for.

    Attributes:
        warm: languages whose grammar and models are loaded before the service says that it is ready.
        model: what "default" is to callers.
        models: names that callers may choose beside "default", "fast" and "none"; folders and hubs only by these.
        device: of the models.
        workers: processes that format; each has its own models.
        threads: CPU threads of the models in each.
        batch: texts that a worker takes at a time, at most.
        delay: seconds that an idle worker waits for others to come along.
        keys: those that callers need; none: everybody may call.
        origins: of web pages that may call (CORS); none by default.
        page: whether `/` is a page to try it.
        upstream: the base URL of the recogniser behind `/v1/audio/transcriptions`, as "http://host:8000/v1".
        upstream_key: what the upstream recogniser is told instead of the caller's key.
        upstream_seconds: how long it may take.
        drain: seconds in which connections are closed one by one before the service stops taking new ones.
        log_format: "json" or "text".
        log_text: also write what was formatted into the log.
    """

    warm: tuple[str, ...] = ()
    model: str | None = "default"
    models: tuple[str, ...] = ()
    device: str = "auto"
    workers: int = 1
    threads: int = 1
    batch: int = 32
    delay: float = 0.003
    limits: Limits = field(default_factory=Limits)
    keys: Keys = field(default_factory=Keys)
    origins: tuple[str, ...] = ()
    page: bool = True
    upstream: str | None = None
    upstream_key: str | None = field(default=None, repr=False)
    upstream_seconds: float = 300.0
    drain: float = 1.0
    log_format: str = "json"
    log_text: bool = False
