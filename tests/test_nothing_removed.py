"""What this package did not write is never removed or written over; what it wrote, only when that is asked for."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from removing import BY, filled, made_by_us, tree, with_checksums

from indic_tf.errors import InputError
from indic_tf.manifests import owned

# --- folders that are written as a whole


def with_a_link(folder: Path) -> None:
    made_by_us(folder, a="1")
    (folder / "link").symlink_to("a")


def with_an_empty_folder(folder: Path) -> None:
    made_by_us(folder, a="1")
    (folder / "photos").mkdir()


def with_an_added_file(folder: Path) -> None:
    made_by_us(folder, a="1")
    (folder / "thesis.txt").write_text("mine")


def with_a_list_that_is_none(folder: Path) -> None:
    filled(folder, a="1")
    (folder / owned.MARKER).write_text("{}")


def with_a_list_of_another_command(folder: Path) -> None:
    with owned.fresh(folder, "indic-tf train tagger") as work:
        filled(work, model="1")


def with_a_hidden_file(folder: Path) -> None:
    made_by_us(folder, a="1")
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("ref")


FOREIGN = [
    with_checksums, with_a_link, with_an_empty_folder, with_an_added_file, with_a_list_that_is_none,
    with_a_list_of_another_command, with_a_hidden_file,
]  # fmt: skip


@pytest.mark.parametrize("make", FOREIGN, ids=lambda make: make.__name__)
@pytest.mark.parametrize("force", [False, True])
def test_other_things_stay_whatever_is_asked(make: Callable[[Path], None], force: bool, tmp_path: Path) -> None:
    make(tmp_path / "out")
    before = tree(tmp_path)
    with pytest.raises(InputError, match="holds other things"):
        owned.fresh(tmp_path / "out", BY, force=force).__enter__()
    assert tree(tmp_path) == before


def test_what_stands_beside_stays(tmp_path: Path) -> None:
    for name in ("out.partial", "out.unfinished", "out.before"):
        filled(tmp_path / name, thesis="mine")
    before = tree(tmp_path)
    made_by_us(tmp_path / "out", a="1")
    after = tree(tmp_path)
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) == {"out", "out/a", f"out/{owned.MARKER}"}


def test_an_earlier_one_makes_way_only_when_asked(tmp_path: Path) -> None:
    made_by_us(tmp_path / "out", a="1", b="2")
    with pytest.raises(InputError, match=r"before: --force"):
        made_by_us(tmp_path / "out", a="3")
    with owned.fresh(tmp_path / "out", BY, force=True) as work:
        filled(work, a="3")
    assert tree(tmp_path).keys() == {"out", "out/a", f"out/{owned.MARKER}"}
    assert (tmp_path / "out" / "a").read_text() == "3"


def test_edits_are_found_by_digest_and_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    made_by_us(tmp_path / "out", card="ours", data="1")
    (tmp_path / "out" / "card").write_text("my own words")
    with pytest.raises(InputError, match="card was changed since: --force"):
        owned.usable(tmp_path / "out", BY, again=True)
    with owned.fresh(tmp_path / "out", BY, force=True) as work:
        filled(work, card="new", data="2")
    assert (tmp_path / "out" / "card").read_text() == "new"
    [kept] = tmp_path.glob("out.before-*/out/card")
    assert kept.read_text() == "my own words"
    assert not [*tmp_path.glob("out.before-*/out/data")]
    assert str(kept.parent) in caplog.text


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "out").symlink_to("disk/bench")
    for again in (False, True):
        with owned.fresh(tmp_path / "out", BY, force=again) as work:
            filled(work, a="1")
        assert (tmp_path / "out").is_symlink()
        assert (tmp_path / "disk" / "bench" / "a").read_text() == "1"


@pytest.mark.parametrize("kind", ["file", "below a file", "circle"])
def test_what_cannot_be_written_is_said_at_once(kind: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "circle").symlink_to("circle")
    place_ = {"file": "file", "below a file": "file/out", "circle": "circle/out"}[kind]
    with pytest.raises(InputError, match=r"no folder|Symlink|symbolic|cannot"):
        owned.usable(tmp_path / place_, BY)


def test_what_is_put_there_meanwhile_stays_and_the_work_too(tmp_path: Path) -> None:
    def write() -> None:
        with owned.fresh(tmp_path / "out", BY) as work:
            filled(work, a="1")
            filled(tmp_path / "out", thesis="mine")

    with pytest.raises(InputError, match="what was made is complete in") as raised:
        write()
    assert (tmp_path / "out" / "thesis").read_text() == "mine"
    assert (Path(str(raised.value).rpartition(" in ")[2]) / "a").read_text() == "1"


def test_work_that_fails_leaves_nothing_and_the_old(tmp_path: Path) -> None:
    made_by_us(tmp_path / "out", a="1")
    before = tree(tmp_path)

    def write() -> None:
        with owned.fresh(tmp_path / "out", BY, force=True) as work:
            filled(work, a="2")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert tree(tmp_path) == before


def test_a_list_cannot_lead_out_of_its_folder(tmp_path: Path) -> None:
    victim = tmp_path / "thesis.txt"
    victim.write_text("mine")
    digest = hashlib.sha256(b"mine").hexdigest()
    names = ["../thesis.txt", str(victim), "a/../../thesis.txt"]
    made_by_us(tmp_path / "out", a="1")
    found = json.loads((tmp_path / "out" / owned.MARKER).read_text())
    found["files"] |= {name: {"by": BY, "sha256": digest} for name in names}
    (tmp_path / "out" / owned.MARKER).write_text(json.dumps(found))
    with owned.fresh(tmp_path / "out", BY, force=True) as work:
        filled(work, a="2")
    assert victim.read_text() == "mine"


NAMES = st.lists(st.sampled_from(["a", "b", "c/d", "c/e", "f/g/h"]), unique=True)
CHANGES = st.lists(st.tuples(st.sampled_from(["a", "c/d", "f/g/h", "z", "c/z", "f/z"]), st.sampled_from("wd")))


@settings(max_examples=60, deadline=None)
@given(first=NAMES, second=NAMES, changes=CHANGES, force=st.booleans())
def test_nothing_that_a_user_wrote_is_ever_lost(
    first: list[str], second: list[str], changes: list[tuple[str, str]], force: bool, tmp_path_factory: Any
) -> None:
    top: Path = tmp_path_factory.mktemp("any")

    def write(names: list[str], text: str, **options: bool) -> None:
        with owned.fresh(top / "out", BY, **options) as work:
            for name in names:
                (work / name).parent.mkdir(parents=True, exist_ok=True)
                (work / name).write_text(f"{text} {name}")

    write(first, "ours")
    mine = set()
    for number, (name, what) in enumerate(changes):
        path = top / "out" / name
        if what == "w" and not path.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"mine {number}")
    mine = {p.read_text() for p in top.rglob("*") if p.is_file() and p.read_text().startswith("mine")}
    try:
        write(second, "new", force=force)
    except InputError:
        pass
    else:
        assert force or not [*first, *mine]
    assert mine <= {p.read_text() for p in top.rglob("*") if p.is_file()}


# --- killed


_KILLED = """
import sys
from pathlib import Path
from indic_tf.manifests import owned
for turn in range(10_000):
    with owned.fresh(Path(sys.argv[1]), "indic-tf publish", force=True) as work:
        for name in "abcdef":
            (work / name).write_text(name * 5000)
"""


@pytest.mark.parametrize("after", [0.0, 0.004, 0.013, 0.06])
def test_a_killed_run_loses_nothing_of_the_user(after: float, tmp_path: Path) -> None:
    made_by_us(tmp_path / "out", card="ours")
    (tmp_path / "out" / "card").write_text("my own words")
    filled(tmp_path / "out.partial", thesis="mine")
    with subprocess.Popen([sys.executable, "-c", _KILLED, str(tmp_path / "out")]) as process:
        while process.poll() is None and not [*tmp_path.glob("out.unfinished-*")]:
            time.sleep(0.001)
        time.sleep(after)
        process.kill()
    found = [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    assert "my own words" in found
    assert "mine" in found
