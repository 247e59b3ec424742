"""The cache of compiled grammars: what is damaged or stale is built again, nothing is left behind."""

from __future__ import annotations

import ast
import json
import logging
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import indic_tf
from indic_tf import IndicFormatter
from indic_tf.errors import GrammarError
from indic_tf.languages import language
from indic_tf.wfst import build, cache, compiled, manifest
from indic_tf.wfst.compiled import Compiled, cache_folder
from indic_tf.wfst.sources import sources

LANG = "brx"  # the quickest to compile
PACKAGE = Path(indic_tf.__file__).parent
TRANSDUCERS = ("address", "classify", "read", "speak", "verbalize", "words", "written")
FILES = (*(f"{name}.fst" for name in TRANSDUCERS), "words.json")
SCRIPT = f"""
from indic_tf import IndicFormatter
fmt = IndicFormatter({LANG!r}, model=None)
numbers = list(map(str, range(100, 400)))
print([fmt(fmt.spoken(number), final="never").text for number in numbers] == numbers)
"""


def run(code: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own with the settings in its environment, "" for none."""
    environ = {name: value for name, value in {**os.environ, **settings}.items() if value}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environ, timeout=120)


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with one compiled grammar."""
    grammar = Compiled(language(LANG))
    place = tmp_path_factory.mktemp("cache")
    shutil.copytree(grammar.folder, place / grammar.folder.name)
    return place


@pytest.fixture
def place(master: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same to be damaged."""
    shutil.copytree(master, tmp_path / "cache")
    monkeypatch.setenv("INDIC_TF_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def builds(master: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is built from now on, each in no time, as it was built before."""
    made: list[str] = []
    [source] = (path for path in master.iterdir() if path.is_dir())

    def rebuild(facts: object, place: Path) -> None:
        made.append(place.name)
        for name in FILES:
            shutil.copy(source / name, place)

    monkeypatch.setattr(build, "language", rebuild)
    return made


def grammar_of(place: Path) -> Path:
    [found] = (path for path in place.iterdir() if path.is_dir() and path.name.startswith(f"{LANG}-"))
    return found


def flip(path: Path, count: int, seed: int) -> None:
    draw, data = random.Random(seed), bytearray(path.read_bytes())
    for _ in range(count):
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    path.write_bytes(data)


# --- damage -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 200])
@pytest.mark.parametrize("name", FILES)
def test_flipped_bytes(place: Path, builds: list[str], name: str, count: int) -> None:
    path = grammar_of(place) / name
    whole = path.read_bytes()
    flip(path, count, seed=count)
    if path.read_bytes() == whole:  # flipped there and back
        return
    assert Compiled(language(LANG)).file(name).read_bytes() == whole
    assert len(builds) == 1


def emptied(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "emptied": emptied,
    "a file is gone": lambda folder: (folder / "read.fst").unlink(),
    "a file is cut": lambda folder: os.truncate(folder / "read.fst", 1000),
    "no manifest": lambda folder: (folder / manifest.NAME).unlink(),
    "an empty manifest": lambda folder: (folder / manifest.NAME).write_text(""),
    "a manifest of nothing": lambda folder: (folder / manifest.NAME).write_text("{}"),
    "a list for a manifest": lambda folder: (folder / manifest.NAME).write_text("[1]"),
    "a number in a manifest": lambda folder: (folder / manifest.NAME).write_text('{"read.fst": 1}'),
    "other words": lambda folder: (folder / "words.json").write_text('{"a": 1}'),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damaged_folders_are_built_again(place: Path, builds: list[str], damage: Callable[[Path], object]) -> None:
    damage(grammar_of(place))
    assert Compiled(language(LANG)).file("words.json").parent == grammar_of(place)
    assert len(builds) == 1
    assert manifest.all_whole(grammar_of(place))
    assert not [*place.glob(".building-*")]
    Compiled(language(LANG)).file("words.json")
    assert len(builds) == 1, "once is enough"


def test_what_goes_while_a_grammar_is_in_use_comes_back(place: Path, builds: list[str]) -> None:
    grammar = Compiled(language(LANG))
    shutil.rmtree(grammar.folder)
    assert grammar.file("read.fst").is_file()
    assert len(builds) == 1


@pytest.mark.slow
@pytest.mark.parametrize("flipped", [20, 200])
def test_no_number_changes_and_nothing_crashes(place: Path, flipped: int) -> None:
    for path in grammar_of(place).glob("*.fst"):
        flip(path, flipped, seed=flipped)
    made = run(SCRIPT)
    assert (made.returncode, made.stdout) == (0, "True\n"), made.stderr
    assert made.stderr == f"compiling the grammar of {LANG}, which takes 5 to 30 seconds; it is damaged\n"
    assert run(SCRIPT).stderr == ""


def test_a_folder_that_cannot_be_written_can_be_read(place: Path) -> None:
    if os.geteuid() == 0:  # root may write everywhere; so do as a read-only disk does
        made = run(
            "import os, tempfile\n"
            "def no(*args, **options): raise OSError(30, 'Read-only file system')\n"
            "os.mkdir = os.utime = os.rename = tempfile.mkdtemp = no\n" + SCRIPT
        )
    else:
        place.chmod(0o555)
        made = run(SCRIPT)
        place.chmod(0o755)
    assert (made.stdout, made.stderr) == ("True\n", "")


# --- what goes ----------------------------------------------------------------------------------------


def old(path: Path, hours: float) -> Path:
    path.mkdir()
    (path / "classify.fst").write_bytes(b"old")
    os.utime(path, (time.time() - hours * 3600,) * 2)
    return path


def test_leftovers_and_old_tables_go(place: Path, builds: list[str]) -> None:
    tables = [old(place / f"{LANG}-{n:016x}{end}", n + 2) for n, end in enumerate(["", "-pynini2.1.6", "", ""])]
    kept = [
        *tables[:2],
        old(place / f"hi-{1:016x}", 10_000),
        old(place / f"{LANG}-notes", 10_000),
        old(place / "mine", 10_000),
        old(place / ".building-hi-abc", 1),
    ]
    gone = [*tables[2:], old(place / f".building-{LANG}-abc", 1), old(place / ".building-xyz", 25)]
    (grammar_of_new := grammar_of_now(place) / "read.fst").unlink()
    Compiled(language(LANG))
    assert [path.name for path in kept if not path.exists()] == []
    assert [path.name for path in gone if path.exists()] == []
    assert grammar_of_new.is_file()


def grammar_of_now(place: Path) -> Path:
    return place / compiled._in_cache(place, f"{LANG}-{compiled._key(language(LANG).key)}")


def test_tables_in_use_elsewhere_stay(place: Path, builds: list[str]) -> None:
    others = [old(place / f"{LANG}-{n:016x}", 0.1 * n) for n in range(5)]
    (grammar_of_now(place) / manifest.NAME).unlink()
    Compiled(language(LANG))
    assert all(path.is_dir() for path in others)


def test_reading_notes_that_a_grammar_is_used(place: Path, builds: list[str]) -> None:
    made = grammar_of(place)
    os.utime(made, (0, 0))
    Compiled(language(LANG)).file("words.json")
    assert made.stat().st_mtime > time.time() - 60


@pytest.mark.slow
def test_a_killed_build_leaves_nothing_that_counts(tmp_path: Path) -> None:
    place = tmp_path / "cache"
    environ = {**os.environ, "INDIC_TF_CACHE": str(place)}
    with subprocess.Popen([sys.executable, "-c", SCRIPT], env=environ, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "compiling" in process.stderr.readline()
        time.sleep(1)
        process.send_signal(signal.SIGKILL)
    assert len([*place.glob(".building-*")]) == 1
    made = run(SCRIPT, INDIC_TF_CACHE=str(place))
    assert (made.stdout, made.stderr.count("\n")) == ("True\n", 1)
    assert sorted(path.name for path in place.iterdir()) == [f".{LANG}.lock", grammar_of(place).name]


@pytest.mark.slow
def test_one_process_builds_and_the_others_wait(tmp_path: Path) -> None:
    environ = {**os.environ, "INDIC_TF_CACHE": str(tmp_path)}
    start = [subprocess.Popen([sys.executable, "-c", SCRIPT], env=environ, stdout=-1, stderr=-1) for _ in range(3)]
    said = [process.communicate(timeout=120) for process in start]
    assert [out for out, _ in said] == [b"True\n"] * 3, said
    assert any(b"waiting for another process" in err for _, err in said)
    assert sum(b"compiling" in err for _, err in said) == 1, said


# --- the key ------------------------------------------------------------------------------------------


def imported(module: Path) -> Iterator[Path]:
    """Modules of the package that a module imports, as Python's own parser reads it."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith("indic_tf"), f"{module}: absolute imports are not found"
        if isinstance(node, ast.ImportFrom) and node.level:
            place = module.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            names = [place, *(place / alias.name for alias in node.names)]
            yield from (name.with_suffix(".py") for name in names if name.with_suffix(".py").is_file())


def test_sources_are_all_that_is_imported() -> None:
    found, todo = set[Path](), [PACKAGE / "wfst" / "build.py"]
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            todo += imported(path)
    assert {path.stem for path in found} >= {"numbers", "labels", "languages", "resources", "styles", "tables"}
    assert sources(PACKAGE / "wfst" / "build.py") == sorted(found)


WATCHED = """
import json, sys
from pathlib import Path
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
from indic_tf.languages import language
before = set(sys.modules)
from indic_tf.wfst import build
build.language(language({lang!r}), Path({place!r}))
modules = [sys.modules[name].__file__ for name in sys.modules.keys() - before if name.startswith("indic_tf.")]
print(json.dumps([opened, modules]))
"""


@pytest.mark.slow
def test_the_key_has_all_that_a_build_reads(tmp_path: Path) -> None:
    """Every table that is opened, and every module of the builders that is loaded while a grammar is built."""
    made = run(WATCHED.format(lang=LANG, place=str(tmp_path)))
    opened, modules = json.loads(made.stdout)
    tables = {path for path in opened if path.endswith(".tsv")}
    known = compiled._ingredients(language(LANG).key)
    assert tables <= set(map(str, known)), "a table is read that the key does not know"
    assert len(tables) > 10
    loaded = {path for path in map(Path, modules) if path.parent.name == "wfst" and path.name != "__init__.py"}
    assert loaded <= set(known), "a module is loaded that the key does not know"
    assert len(loaded) > 10


@pytest.mark.parametrize(
    "name", ["tables.py", "labels.py", "languages.py", "resources.py", "styles.py", "wfst/gate.py"]
)
def test_another_builder_is_another_key(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, read = compiled._key.__wrapped__(language(LANG).key), Path.read_bytes
    changed = PACKAGE / name
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + (b"\n" if path == changed else b""))
    assert compiled._key.__wrapped__(language(LANG).key) != before


def test_another_pynini_is_another_grammar(place: Path, builds: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first = Compiled(language(LANG)).folder
    monkeypatch.setattr(compiled, "_pynini", lambda: "99.1")
    assert Compiled(language(LANG)).folder.name == first.name.partition("-pynini")[0] + "-pynini99.1"
    assert len(builds) == 1
    monkeypatch.setattr(compiled, "_pynini", lambda: None)
    assert Compiled(language(LANG)).folder.is_dir(), "where there is none, whatever there is"
    assert len(builds) == 1


# --- places and errors --------------------------------------------------------------------------------


def test_the_folder_is_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("INDIC_TF_CACHE", "~/grammars")
    assert cache_folder() == tmp_path / "home" / "grammars"
    monkeypatch.setenv("INDIC_TF_CACHE", f"here-{tmp_path.name}")
    monkeypatch.chdir(tmp_path)
    assert cache_folder() == tmp_path / f"here-{tmp_path.name}"
    monkeypatch.chdir("/")
    assert cache_folder() == tmp_path / f"here-{tmp_path.name}", "a process that goes elsewhere takes its cache along"


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")
def test_the_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("INDIC_TF_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "indic_tf"


@pytest.mark.skipif(sys.platform != "linux", reason="homes are those of Linux")
@pytest.mark.parametrize("chosen", ["", "~/cache"])
def test_without_a_home_the_error_says_what_to_set(chosen: str) -> None:
    code = (
        "import os, pwd\n"
        "def nobody(uid): raise KeyError(uid)\n"
        "pwd.getpwuid = nobody\n"  # a container that runs as a number that no user has
        f"from indic_tf import IndicFormatter\nIndicFormatter({LANG!r}, model=None)('x y')"
    )
    made = run(code, HOME="", XDG_CACHE_HOME="", INDIC_TF_CACHE=chosen)
    assert "GrammarError: no folder for compiled grammars" in made.stderr
    assert "set INDIC_TF_CACHE to a folder" in made.stderr


def test_a_bug_in_a_builder_is_no_missing_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INDIC_TF_CACHE", str(tmp_path))
    monkeypatch.setitem(sys.modules, "indic_tf.wfst.build", None)
    monkeypatch.delattr("indic_tf.wfst.build", raising=False)
    with pytest.raises(ImportError, match=r"indic_tf\.wfst\.build"):
        Compiled(language(LANG))


def test_a_build_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(facts: object, place: Path) -> None:
        (place / "classify.fst").write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setenv("INDIC_TF_CACHE", str(tmp_path))
    monkeypatch.setattr(build, "language", full)
    with pytest.raises(GrammarError, match=r"No space left.*set INDIC_TF_CACHE"):
        Compiled(language(LANG))
    assert [path.name for path in tmp_path.iterdir()] == [f".{LANG}.lock"]


def test_file_systems_without_locks(tmp_path: Path, builds: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import filelock

    def none(*args: object, **options: object) -> None:
        raise NotImplementedError("no flock here")

    monkeypatch.setenv("INDIC_TF_CACHE", str(tmp_path))
    monkeypatch.setattr(filelock.FileLock, "acquire", none)
    assert manifest.all_whole(Compiled(language(LANG)).folder)
    assert len(builds) == 1
    assert cache.cache_folder() == tmp_path


def test_the_command_adds_no_handlers(monkeypatch: pytest.MonkeyPatch) -> None:
    from indic_tf.cli import main

    def handlers() -> int:
        loggers = [logging.getLogger(), *logging.Logger.manager.loggerDict.values()]
        return sum(len(one.handlers) for one in loggers if isinstance(one, logging.Logger))

    monkeypatch.setattr(sys, "argv", ["indic-tf", "languages"])
    counts = []
    for _ in range(3):
        with pytest.raises(SystemExit):
            main()
        counts.append(handlers())
    assert counts[0] == counts[1] == counts[2]


def test_a_formatter_runs_on_what_was_built_again(place: Path, builds: list[str]) -> None:
    from indic_tf.wfst.pipeline import Grammar

    grammar = Grammar(language(LANG))
    flip(grammar_of(place) / "speak.fst", 50, seed=0)
    said = grammar.spoken("205")
    assert said != "205"
    assert IndicFormatter(LANG, model=None)(said, final="never").text == "205"
    assert len(builds) == 1
