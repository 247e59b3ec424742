"""Grammars that came compiled with the package: unpacked once, by whoever asks first, and run without pynini."""

from __future__ import annotations

import os
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import indic_tf
from indic_tf import IndicFormatter
from indic_tf.errors import GrammarError
from indic_tf.languages import language
from indic_tf.wfst import compiled, manifest, ready
from indic_tf.wfst.compiled import Compiled
from indic_tf.wfst.sources import sources

LANG = "brx"  # the smallest
COMPILER = ("pynini", "pywrapfst", "_pynini", "_pywrapfst")
OWN = Path(__file__).parent / "own_tables" / "bank_hi"
PACKAGE = Path(indic_tf.__file__).parent
WITHOUT = f"import sys\nfor name in {COMPILER}: sys.modules[name] = None\n"
SAYS = f"""
from pathlib import Path
from indic_tf import IndicFormatter, Style
from indic_tf.wfst import ready
ready.PLACE = Path(sys.argv[1])
fmt = IndicFormatter({LANG!r}, model=None, style=Style(digits="native", grouping="western", currency="after"))
print(all(fmt(fmt.spoken(str(n)), final="never").text == str(n).translate({{48 + d: 0x966 + d for d in range(10)}})
    for n in range(100, 300)))
"""


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of ready grammars with one in it."""
    grammar = Compiled(language(LANG))
    place = tmp_path_factory.mktemp("ready")
    return ready.pack(grammar.files, place / f"{grammar.folder.name}{ready.ENDING}").parent


@pytest.fixture
def place(packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where they are found from now on: with an empty cache, and without a compiler."""
    monkeypatch.setattr(ready, "PLACE", Path(shutil.copytree(packed, tmp_path / "ready")))
    monkeypatch.setenv("INDIC_TF_CACHE", str(tmp_path / "cache"))
    without_compiler(monkeypatch)
    return ready.PLACE


def without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    for path in sources(PACKAGE / "wfst" / "build.py"):
        if path.parent.name == "wfst" and hasattr(sys.modules.get(f"indic_tf.wfst.{path.stem}"), "pynini"):
            monkeypatch.delitem(sys.modules, f"indic_tf.wfst.{path.stem}")
    monkeypatch.delitem(sys.modules, "indic_tf.wfst.build", raising=False)
    monkeypatch.delattr("indic_tf.wfst.build", raising=False)
    for name in COMPILER:
        monkeypatch.setitem(sys.modules, name, None)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_is_unpacked_is_what_was_compiled(place: Path, packed: Path, tmp_path: Path) -> None:
    made = Compiled(language(LANG)).folder
    [archive] = packed.iterdir()
    assert made == tmp_path / "cache" / archive.name.removesuffix(ready.ENDING)
    assert manifest.all_whole(made)
    assert manifest.NAME in contents(made)
    assert len(contents(made)) > 8
    assert sorted(path.name for path in made.parent.iterdir()) == sorted([f".{LANG}.lock", made.name])


def test_packing_twice_is_the_same(packed: Path, tmp_path: Path) -> None:
    [archive] = packed.iterdir()
    assert ready.pack(Compiled(language(LANG)).files, tmp_path / archive.name).read_bytes() == archive.read_bytes()


def test_it_is_unpacked_once(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Compiled(language(LANG)).folder
    monkeypatch.setattr(ready, "unpack", lambda *_: pytest.fail("unpacked again"))
    assert Compiled(language(LANG)).file("classify.fst").parent == first


@pytest.mark.parametrize("name", ["classify.fst", "verbalize.fst", "words.json"])
def test_what_is_damaged_is_unpacked_again(place: Path, name: str) -> None:
    path = Compiled(language(LANG)).file(name)
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"?" + whole[101:])
    assert Compiled(language(LANG)).file(name).read_bytes() == whole


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: b"", lambda data: data[::-1]])
def test_a_damaged_archive_is_named_and_leaves_nothing(place: Path, tmp_path: Path, damage: object) -> None:
    [archive] = place.iterdir()
    assert callable(damage)
    archive.write_bytes(damage(archive.read_bytes()))
    with pytest.raises(GrammarError, match=rf"{archive.name} is damaged .* install indic-tf again"):
        Compiled(language(LANG))
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [f".{LANG}.lock"]


def test_one_of_other_tables_is_not_taken(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_key", lambda key: "0" * 16)
    with pytest.raises(GrammarError, match=r"grammar of brx is not compiled.*pip install 'indic-tf\[grammar\]'"):
        Compiled(language(LANG))


def test_tables_that_change_a_grammar_need_the_extra(place: Path) -> None:
    with pytest.raises(GrammarError, match=r"hi with tables of your own .* pip install 'indic-tf\[grammar\]'"):
        Compiled(language("hi").with_tables(OWN))


def test_tables_that_change_none_need_nothing(place: Path, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "cased.tsv").write_text("dhanpay\tDhanPay\t\n", encoding="utf-8")
    made = IndicFormatter(LANG, model=None, tables=tmp_path / "own")
    assert made.language.cased("dhanpay") == "DhanPay"
    assert made(made.spoken("205"), final="never").text == "205"


def test_processes_unpack_one_at_a_time(packed: Path, tmp_path: Path) -> None:
    environ = {**os.environ, "INDIC_TF_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", WITHOUT + SAYS, str(packed)]
    begun = [subprocess.Popen(command, env=environ, stdout=-1, stderr=-1) for _ in range(3)]
    assert [process.communicate(timeout=100)[0] for process in begun] == [b"True\n"] * 3
    [made] = (path for path in tmp_path.iterdir() if path.is_dir())
    assert manifest.all_whole(made)


def test_nothing_but_the_builders_needs_pynini() -> None:
    """Every module of the package is imported where there is none."""
    builders = {f"indic_tf.wfst.{path.stem}" for path in sources(PACKAGE / "wfst" / "build.py")}
    names = (module.name for module in pkgutil.walk_packages([str(PACKAGE / "wfst")], "indic_tf.wfst."))
    wanted = [name for name in names if name not in builders]
    code = WITHOUT + f"import importlib\nfor name in {wanted}: importlib.import_module(name)\nprint('all')"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert made.stdout == "all\n", made.stderr


@pytest.mark.skipif(not ready.PLACE.is_dir(), reason="a checkout has none ready")
def test_a_wheel_answers_with_an_empty_cache_and_no_compiler(tmp_path: Path) -> None:
    code = """
from indic_tf import IndicFormatter
print(IndicFormatter("hi")("मुझे पच्चीस हजार रुपये चाहिए क्या आप दे सकते हैं").text)
print(IndicFormatter("ta")("எனக்கு இருபத்தைந்தாயிரம் ரூபாய் வேண்டும் நீங்கள் தருவீர்களா").text)
"""
    environ = {**os.environ, "INDIC_TF_CACHE": str(tmp_path)}
    made = subprocess.run([sys.executable, "-c", WITHOUT + code], env=environ, capture_output=True, text=True)
    assert made.stdout.splitlines() == [
        "मुझे ₹25,000 चाहिए, क्या आप दे सकते हैं?",
        "எனக்கு ₹25,000 வேண்டும், நீங்கள் தருவீர்களா?",
    ], made.stderr
    assert made.stderr == ""
