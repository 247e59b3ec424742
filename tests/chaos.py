"""Runs of the command that are broken off at random moments, and what must hold behind them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

COMMAND = (sys.executable, "-m", "indic_tf")
ENVIRONMENT = {**os.environ, "PYTHONIOENCODING": "utf-8", "OMP_NUM_THREADS": "1", "TQDM_DISABLE": "1"}
_LONGEST = 600  # seconds that a whole run may take on a busy machine
_ENDING = 60  # seconds that a run may take to end once it was told to, with all its processes
_CHANGES = 12  # of the folder; one of the first so many is waited for in half of the runs

Tree = Mapping[str, bytes]
Same = Callable[[Path], Tree]


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder; of a file itself only that one, and nothing of what is not there."""
    if folder.is_file():
        return {"": folder.read_bytes()}
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found


@dataclass(frozen=True)
class Scene:
    """A command, and the folder that it is run in.

    Attributes:
        template: the folder as it stands before: the files of a user, and outputs of earlier runs.
        arguments: of the command; relative paths are below the folder.
        units: what the command writes; each of them is there as a whole, new or as it was, or not at all.
        same: what is compared of a unit.
        kept: bytes that the user wrote into an output; they must be somewhere, always.
        endings: arguments that are added to those of a run, one at random.
        hidden: names of what may be left when a run has ended well.
        row: how many runs are broken off one after the other, at most, before one goes to the end.
        together: runs that are started at once; the first is broken off, the others go to the end.
        patience: seconds after which no process of a run may be left.
    """

    template: Path
    arguments: Sequence[str]
    units: Sequence[str]
    stdin: bytes | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    same: Same = tree
    kept: Sequence[bytes] = ()
    endings: Sequence[Sequence[str]] = ((),)
    hidden: Callable[[str], bool] = lambda name: False
    row: int = 1
    together: int = 1
    patience: float = _ENDING


@dataclass
class Counted:
    """What became of the runs."""

    killed: int = 0
    interrupted: int = 0
    ended: int = 0
    early: int = 0
    again: int = 0
    after: list[str] = field(default_factory=list)


def started(scene: Scene, folder: Path, more: Sequence[str] = ()) -> subprocess.Popen[bytes]:
    """The command in a process group of its own; what it says goes into files beside the folder."""
    said = folder.parent / f"{folder.name}.said"
    given = folder.parent / f"{folder.name}.stdin"
    given.write_bytes(scene.stdin or b"")
    with said.open("wb") as out, given.open("rb") as stdin:
        return subprocess.Popen(
            [*COMMAND, *scene.arguments, *more],
            cwd=folder,
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=out,
            env={**ENVIRONMENT, **scene.environment},
            start_new_session=True,
        )


def to_the_end(scene: Scene, folder: Path, more: Sequence[str] = ()) -> float:
    """Run the command until it has ended well; the seconds that it took."""
    began = time.monotonic()
    process = started(scene, folder, more)
    try:
        assert process.wait(_LONGEST) == 0, said(folder)
        _all_gone(process.pid, scene.patience)
    finally:
        _end(process)
    return time.monotonic() - began


def broken_off(scene: Scene, folder: Path, number: int, length: float, counted: Counted) -> None:
    """Run the command and break it off: by SIGKILL for even numbers, else by SIGINT; at a moment at random, or when the
    folder changes for some time. ``length`` is that of a whole run in seconds."""
    random = Random(number)
    sent = signal.SIGKILL if number % 2 == 0 else signal.SIGINT
    process = started(scene, folder, random.choice(scene.endings))
    try:
        _wait(process, folder, random, length)
        if process.poll() is None:
            _send(process, sent, to_all=random.random() < 0.5)
        code = process.wait(_ENDING)
        told = said(folder)
        _all_gone(process.pid, scene.patience)
    finally:
        _end(process)
    if code == 0:
        counted.ended += 1
    elif sent is signal.SIGKILL:
        assert code == -signal.SIGKILL, (code, told)
        counted.killed += 1
    elif "indic" not in told:  # Python itself was being loaded
        counted.early += 1
        assert code in (-signal.SIGINT, 1, 130), (code, told)
    else:
        assert code == 130, (code, told)
        assert "Traceback" not in told, told
        assert "Error" not in told, told
        assert "stopp" in told
        counted.interrupted += 1


def holds(scene: Scene, folder: Path, wanted: Mapping[str, Tree]) -> None:
    """Nothing of the user is lost, and nothing half stands under a final name."""
    before, now = tree(scene.template), tree(folder)
    for name, content in before.items():
        if not _of_units(name, scene):
            assert now.get(name) == content, f"{name} is not what it was"
    for unit in scene.units:
        old, new = scene.same(scene.template / unit), scene.same(folder / unit)
        whole = new in (old, wanted[unit])
        assert whole, f"{unit} is neither old nor new: {_differ(new, old)}; {_differ(new, wanted[unit])}"
    found = set(now.values())
    assert all(content in found for content in scene.kept), "what the user wrote into an output is gone"


def chaos(scene: Scene, top: Path, runs: int, seed: int = 0) -> Counted:
    """Break ``runs`` runs off; see what is there behind each, and that one to the end makes what it would have made."""
    reference = _fresh(scene, top / "reference")
    length = to_the_end(scene, reference, scene.endings[0])
    wanted = {unit: scene.same(reference / unit) for unit in scene.units}
    assert all(wanted.values())
    clean, counted, numbers, left = _names(scene, reference), Counted(), count(seed), runs
    for turn in count():
        if left <= 0:
            return counted
        folder, random = _fresh(scene, top / f"turn{turn}"), Random(f"{seed} {turn}")
        for _ in range(min(left, random.randint(1, scene.row))):
            others = [started(scene, folder) for _ in range(scene.together - 1)]
            try:
                broken_off(scene, folder, next(numbers), length, counted)
                assert all(other.wait(_LONGEST) == 0 for other in others), said(folder)
            finally:
                for other in others:
                    _end(other)
            holds(scene, folder, wanted)
            left -= 1
        to_the_end(scene, folder, random.choice(scene.endings))
        counted.again += 1
        holds(scene, folder, wanted)
        assert {unit: scene.same(folder / unit) for unit in scene.units} == wanted
        assert _names(scene, folder) <= clean, f"left over: {_names(scene, folder) - clean}"
        shutil.rmtree(folder)
    raise AssertionError


# --- inside


def _fresh(scene: Scene, folder: Path) -> Path:
    shutil.copytree(scene.template, folder)
    return folder


def _names(scene: Scene, folder: Path) -> set[str]:
    """All that is there but what the scene says may be."""
    return {name for path in folder.rglob("*") if not scene.hidden(name := path.relative_to(folder).as_posix())}


def _of_units(name: str, scene: Scene) -> bool:
    return any(name == unit or name.startswith(f"{unit}/") for unit in scene.units)


def _differ(one: Tree, other: Tree) -> str:
    return ", ".join(sorted(name for name in {*one, *other} if one.get(name) != other.get(name)))


def _wait(process: subprocess.Popen[bytes], folder: Path, random: Random, length: float) -> None:
    """Until a moment at random."""
    if random.random() < 0.5:
        _while_running(process, time.monotonic() + random.uniform(0.0, length * 1.05))
        return
    changes, seen = random.randint(1, _CHANGES), _shape(folder)
    end = time.monotonic() + length * 1.05
    while changes and process.poll() is None and time.monotonic() < end:
        time.sleep(0.003)
        if (now := _shape(folder)) != seen:
            seen, changes = now, changes - 1
    time.sleep(random.choice([0.0, 0.0, 0.001, 0.004, 0.02]))


def _while_running(process: subprocess.Popen[bytes], end: float) -> None:
    while process.poll() is None and (left := end - time.monotonic()) > 0:
        time.sleep(min(left, 0.01))


def _shape(folder: Path) -> list[tuple[str, int]]:
    return sorted(_sizes(str(folder)))


def _sizes(folder: str) -> Iterator[tuple[str, int]]:
    try:
        with os.scandir(folder) as entries:
            found = list(entries)
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                yield entry.path, 0
                yield from _sizes(entry.path)
            else:
                yield entry.path, entry.stat(follow_symlinks=False).st_size
    except FileNotFoundError:  # it went while it was looked at
        return


def _send(process: subprocess.Popen[bytes], sent: signal.Signals, to_all: bool) -> None:
    """To the process, or to all that it began, as a terminal does it."""
    if to_all:
        os.killpg(process.pid, sent)
    else:
        process.send_signal(sent)


def _all_gone(group: int, patience: float) -> None:
    """See that no process of the run goes on without it."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    listed = subprocess.run(["ps", "-eo", "pgid,pid,stat,args"], capture_output=True, text=True, check=False).stdout
    which = [line for line in listed.splitlines() if line.split()[0] == str(group)]
    raise AssertionError(f"processes of the run {group} live on: {which}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Nothing of a run outlives its test."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def said(folder: Path) -> str:
    """What the last run in a folder said on stderr."""
    return (folder.parent / f"{folder.name}.said").read_text(encoding="utf-8", errors="replace")
