"""Cards of models name the digests of their weights, and of the files that these began with."""

from __future__ import annotations

import ast
import hashlib
from pathlib import Path

import pytest
import regex
from scripts import SCRIPTS, imported

from indic_tf.replacing import copy, write_text
from indic_tf.resources import model_folder, model_names
from indic_tf.tagging.load import WEIGHTS
from indic_tf.training import card

PRETRAINED = "What it has from intfloat/multilingual-e5-small"


@pytest.mark.parametrize("name", model_names())
def test_the_card_names_the_digest_of_the_weights(name: str) -> None:
    text = (model_folder(name) / "README.md").read_text(encoding="utf-8")
    digest = hashlib.sha256((model_folder(name) / WEIGHTS).read_bytes()).hexdigest()
    assert regex.findall(rf"^SHA-256 of {WEIGHTS}: (\w+)$", text, regex.MULTILINE) == [digest]


def test_cards_name_the_file_that_a_pretrained_encoder_came_in() -> None:
    digests = imported("unpack_e5")._DIGESTS
    texts = {name: (model_folder(name) / "README.md").read_text(encoding="utf-8") for name in model_names()}
    began = [text for text in texts.values() if PRETRAINED in text]
    assert len(began) >= 3
    for text in began:
        [line] = regex.findall(r"^Unpacked from .*$", text, regex.MULTILINE)
        assert all(f"{name} (SHA-256 {digest})" in line for name, digest in digests.items())


def test_a_packed_file_is_named_with_its_digest(tmp_path: Path) -> None:
    unpack = imported("unpack_e5")
    packed = tmp_path / "e5-small-q4.bin"
    packed.write_bytes(b"other")
    line = unpack.came_in(packed)
    assert line == f"Unpacked from e5-small-q4.bin (SHA-256 {hashlib.sha256(b'other').hexdigest()})."
    (tmp_path / "README.md").write_text(unpack._CARD.format(line), encoding="utf-8")
    assert card.inherited([str(tmp_path)], [])[-1] == line


def test_weights_that_change_change_their_card(tmp_path: Path) -> None:
    text = "# a\n\n## Known limits\n\n* some\n"
    assert card.with_digest(text, tmp_path) == text
    (tmp_path / WEIGHTS).write_bytes(b"one")
    first = card.with_digest(text, tmp_path)
    assert first.startswith(f"# a\n\nSHA-256 of {WEIGHTS}: {hashlib.sha256(b'one').hexdigest()}\n\n## Known limits")
    (tmp_path / WEIGHTS).write_bytes(b"two")
    second = card.with_digest(first, tmp_path)
    assert second == first.replace(hashlib.sha256(b"one").hexdigest(), hashlib.sha256(b"two").hexdigest())
    assert card.with_digest("short", tmp_path).startswith("short\n\nSHA-256")


# --- what scripts write -----------------------------------------------------------------------------------

TRUNCATING = ("write_text", "write_bytes", "save_file", "copyfile", "copy2", "to_csv")


def ids(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("*.py")), ids=ids)
def test_scripts_write_whole_files(path: Path) -> None:
    """By `indic_tf.replacing`, or by what writes so itself; nothing opens the name of an output."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            where = f"{path.name}:{node.lineno}: {ast.unparse(node)}"
            assert node.func.attr not in TRUNCATING, where
            assert ast.unparse(node.func) not in ("shutil.copy", "shutil.copy2"), where
            if node.func.attr == "savefig":
                assert ast.unparse(node.args[0]) == "file", where
            if node.func.attr == "open":
                modes = [one.value for one in node.args if isinstance(one, ast.Constant)]
                assert not {"w", "wb", "wt", "x"} & set(modes), where
            if node.func.attr == "copytree":
                assert any(word.arg == "copy_function" for word in node.keywords), where


def test_an_output_stays_where_writing_fails(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    write_text(target, "good")
    with pytest.raises(UnicodeEncodeError):
        write_text(target, "\ud800")
    with pytest.raises(FileNotFoundError):
        copy(tmp_path / "nothing", target)
    assert target.read_text(encoding="utf-8") == "good"
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    copy(target, tmp_path / "again.txt")
    assert (tmp_path / "again.txt").read_bytes() == b"good"
