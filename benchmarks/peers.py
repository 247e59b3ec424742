"""Other systems for the benchmarks: installed in environments of their own, run in processes of their own.

A peer sees nothing of this checkout; what talks to it there is `itn_worker.py`.
"""

from __future__ import annotations

import compileall
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from rich.progress import Progress

ROOT = Path(__file__).resolve().parent.parent
WORKER = ROOT / "benchmarks" / "itn_worker.py"
ENVIRONMENTS = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "indic_tf_peers"
OURS, WITH_TAGGER = "indic_tf", "indic_tf-tagger"  # grammar only; with the default model
INSTALL_LIMIT = 1800  # seconds

# What pip is told for each peer: all that it names as requirements, as of the day it was measured.
# NeMo fixes pynini itself; cdifflib and wget come as source, and cdifflib needs a C compiler.
# indic-punct pins torch 1.7.1 and NeMo 1.0.2, which no Python from 3.10 on can install. Its ITN uses neither: it gets
# what its ITN imports, inflect in the version that it asks for (2.1.4 of pynini has no wheel for these Pythons).
PEERS: dict[str, tuple[str, ...]] = {
    "nemo": (
        *("nemo_text_processing==1.2.0", "pynini==2.1.6.post1", "cdifflib==1.2.9", "editdistance==0.8.1"),
        *("inflect==7.6.0", "joblib==1.6.0", "pandas==3.1.1", "regex==2026.11.15", "sacremoses==0.2.0"),
        *("setuptools==84.2.1", "tqdm==4.70.1", "transformers==5.23.0", "wget==3.2", "wrapt==2.5.2"),
    ),
    "indic-itn": ("indic-itn==0.3.3",),
    "indic-punct": (
        *("--no-deps", "indic-punct==2.1.4", "pynini==2.1.6.post1"),
        *("inflect==5.3.0", "regex==2026.11.15", "tqdm==4.70.1"),
    ),
}


class Missing(Exception):
    """A system that cannot be measured here; says why."""


# --- environments -----------------------------------------------------------------------------------------


def installed(peers: Sequence[str], envs: Path, python: str, bar: Progress) -> tuple[dict[str, str], list[str]]:
    """The Python of each system, ours first, and why some have none."""
    task = bar.add_task("installing peers", total=len(peers))
    pythons, missing = {OURS: sys.executable}, []
    for peer in peers:
        try:
            pythons[peer] = environment(peer, envs, python)
        except Missing as why:
            missing.append(f"{peer}: cannot be installed: {why}")
        bar.advance(task)
    return pythons, missing


def environment(peer: str, folder: Path, python: str) -> str:
    """The Python of the peer's own environment, made if need be. Raises `Missing`."""
    place, wanted = folder / peer, "\n".join(PEERS[peer])
    done, own = place / "installed.txt", str(place / "bin" / "python")
    if not (done.is_file() and done.read_text() == wanted):
        _install([python, "-m", "venv", "--clear", str(place)])
        _install([own, "-m", "pip", "install", "--disable-pip-version-check", *PEERS[peer]])
        done.write_text(wanted)
    return own


def _install(command: Sequence[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=INSTALL_LIMIT)
    except subprocess.TimeoutExpired as error:
        raise Missing(f"it took more than {INSTALL_LIMIT} seconds") from error
    except OSError as error:
        raise Missing(str(error)) from error
    if done.returncode:
        said = done.stderr.strip() or done.stdout.strip() or f"{command[0]} ended with {done.returncode}"
        lines = said.split("\n")
        raise Missing(next((line for line in reversed(lines) if line.startswith("ERROR")), lines[-1]))


# --- workers ----------------------------------------------------------------------------------------------


class Worker:
    """A system for one language in a process of its own. Raises `Missing` when it does not load or dies."""

    def __init__(self, system: str, python: str, cache: Path, source: Path, lang: str = "hi") -> None:
        self._log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115  # closed in exit
        self._process = subprocess.Popen(
            [python, str(WORKER), "serve", system, str(cache), lang],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env=variables(source if system.startswith(OURS) else None),
        )
        ready = self._answer()
        self.version: str = ready["version"]
        self.load: float = ready["load"][0]

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()
        self._log.close()

    def times(self, texts: Sequence[str]) -> list[tuple[float, float, str | None]]:
        """CPU seconds, seconds by the clock and output of every text; no output where the system raised."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps(texts) + "\n")
        self._process.stdin.flush()
        return [(cpu, wall, output) for cpu, wall, output in self._answer()]

    def _answer(self) -> Any:
        assert self._process.stdout
        if line := self._process.stdout.readline():
            return json.loads(line)
        code = self._process.wait()
        self._log.seek(0)
        raise Missing(self._log.read().strip().split("\n")[-1] or f"it ended with {code}")


def variables(source: Path | None) -> dict[str, str]:
    """Ours is imported from ``source``; a peer sees nothing of this checkout and nothing of the user's own packages."""
    base = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    return base | ({"PYTHONPATH": str(source)} if source else {"PYTHONNOUSERSITE": "1", "HF_HUB_OFFLINE": "1"})


def freeze(place: Path, models: bool = False) -> Path:
    """A copy of the package and its data in ``place``: a table edited meanwhile would compile where we time loading."""
    left_out = ("__pycache__",) if models else ("__pycache__", "*.safetensors")
    for name in ("indic_tf", "grammars", "lang_configs"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns(*left_out))
    compileall.compile_dir(place / "indic_tf", quiet=1)  # as an installed package is
    return place
