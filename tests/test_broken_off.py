"""What runs leave that were killed: taken over or removed by the next, and never more than is theirs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from indic_tf.manifests import owned, unfinished
from indic_tf.replacing import replacing

pytestmark = pytest.mark.skipif(os.name == "nt", reason="locks and signals of POSIX")
LEFT = ".out.txt.indic-tf-unfinished"
BY = "indic-tf publish"


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


def test_what_a_killed_run_left_is_taken_over(tmp_path: Path) -> None:
    for name in (LEFT, f"{LEFT}3"):
        (tmp_path / name).write_text("half of something longer than the new")
    (tmp_path / ".out.txt.swp").write_text("of an editor")
    with replacing(tmp_path / "out.txt") as file:
        file.write(b"new")
    assert (tmp_path / "out.txt").read_bytes() == b"new"
    assert names(tmp_path) == {"out.txt", ".out.txt.swp"}


def test_runs_at_once_write_files_of_their_own(tmp_path: Path) -> None:
    with replacing(tmp_path / "out.txt") as one:
        one.write(b"one")
        with replacing(tmp_path / "out.txt") as other:
            other.write(b"other")
        assert (tmp_path / "out.txt").read_bytes() == b"other"
    assert (tmp_path / "out.txt").read_bytes() == b"one"
    assert names(tmp_path) == {"out.txt"}


@pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
def test_a_link_of_that_name_is_not_written_through(link: str, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    getattr(tmp_path / LEFT, link)(tmp_path / "thesis.txt")
    with replacing(tmp_path / "out.txt") as file:
        file.write(b"new")
    assert (tmp_path / "thesis.txt").read_text() == "mine"
    assert names(tmp_path) == {"out.txt", "thesis.txt", LEFT}


def test_names_as_long_as_the_file_system_has_them(tmp_path: Path) -> None:
    path = tmp_path / ("क" * 85)
    with replacing(path) as file:
        file.write(b"new")
    assert names(tmp_path) == {path.name}


def left(place: Path, name: str, **files: str) -> Path:
    """A folder beside ``place`` as a killed run leaves it."""
    folder = place.parent / f"{place.name}.unfinished-{name}"
    (folder / place.name).mkdir(parents=True)
    (folder / unfinished.MARK).touch()
    for file, text in files.items():
        (folder / place.name / file).write_text(text)
    return folder


def made(place: Path, text: str) -> None:
    with owned.fresh(place, BY, force=True) as work:
        (work / "a").write_text(text)


def test_folders_of_killed_runs_go_and_no_others(tmp_path: Path) -> None:
    place = tmp_path / "out"
    gone = left(place, "aaaaaaaa", a="half")
    mine = left(place, "bbbbbbbb", a="half")
    (mine / "thesis.txt").write_text("mine")
    (tmp_path / "out.unfinished-mydrafts").mkdir()
    with unfinished.beside(place) as living:
        made(place, "1")
        assert living.is_dir()
    assert not gone.exists()
    assert (mine / "thesis.txt").read_text() == "mine"
    assert (tmp_path / "out.unfinished-mydrafts").is_dir()


def test_what_was_edited_in_a_folder_that_had_made_way_is_kept(tmp_path: Path) -> None:
    """Killed between the exchange of the two folders and what comes behind it."""
    place = tmp_path / "out"
    made(place, "1")
    (place / "a").write_text("my own words")
    folder = left(place, "aaaaaaaa")
    (folder / "out").rmdir()
    place.rename(folder / "out")
    made(place, "2")
    assert not folder.exists()
    assert [path.read_text() for path in tmp_path.glob("out.before-*/out/a")] == ["my own words"]
    assert (place / "a").read_text() == "2"


def test_a_folder_is_never_missing_while_it_is_exchanged(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
        (folder / folder.name).touch()
    if not unfinished.exchanged(one, other):
        pytest.skip("this system cannot")
    assert names(tmp_path) == {"one", "one/other", "other", "other/one"}


# --- processes

_WORKERS = """
import os, sys, time
from indic_tf.cli.interrupts import interruptible
from indic_tf.processes import Workers
def work(seconds):
    os.write(1, b"begun\\n")  # whole, beside the other worker
    time.sleep(seconds)
if __name__ == "__main__":
    sys.argv = ["indic-tf"]
    with Workers(2) as pool:
        [one.result() for one in [pool.submit(work, 60) for _ in range(4)]]
"""


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_their_parent_and_say_nothing(sent: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(_WORKERS)
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            assert process.stdout.readline() == b"begun\n"
            if sent == signal.SIGKILL:
                process.kill()
            else:
                os.killpg(process.pid, sent)  # as a terminal does it
            told = process.stderr.read().decode()  # until all that hold it have ended
            assert process.wait(30) != 0
            assert gone(process.pid)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert "SpawnProcess" not in told


def gone(group: int) -> bool:
    for _ in range(1000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


_CLEANED_UP = """
import os, signal, sys
sys.argv = ["indic-tf"]
from indic_tf import starting
starting.end_quietly()
from indic_tf.cli.interrupts import interruptible
class Writer:
    def __del__(self):
        raise ValueError("write to closed file")
try:
    with interruptible():
        writer = Writer()
        os.kill(os.getpid(), signal.SIGINT)
        while True:
            pass
except KeyboardInterrupt:
    del writer
    sys.exit(130)
"""


def test_libraries_that_complain_while_they_are_cleaned_up_are_not_heard() -> None:
    made = subprocess.run([sys.executable, "-c", _CLEANED_UP], capture_output=True, check=False, timeout=100)
    assert (made.returncode, made.stderr) == (130, b"")


_TAKEN_DOWN = """
import os, signal, sys
sys.argv = ["indic-tf"]
from indic_tf import starting
starting.end_quietly()
class Library:
    def __del__(self, kill=os.kill, me=os.getpid(), sent=signal.SIGINT):
        kill(me, sent)
library = Library()
sys.exit(1)
"""


def test_an_interrupt_while_python_takes_itself_down_does_not_change_the_exit_code() -> None:
    made = subprocess.run([sys.executable, "-c", _TAKEN_DOWN], capture_output=True, check=False, timeout=100)
    assert (made.returncode, made.stderr) == (1, b"")
