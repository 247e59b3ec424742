"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import shlex
from pathlib import Path

import pytest
import regex
from typer.testing import CliRunner

from indic_tf import languages
from indic_tf.cli import app
from indic_tf.languages import language

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8") if README.is_file() else ""
pytestmark = pytest.mark.skipif(not TEXT, reason="no README beside the tests: an installed wheel")


def blocks(kind: str) -> list[str]:
    return regex.findall(rf"```{kind}\n(.*?)```", TEXT, flags=regex.DOTALL)


def sessions() -> list[tuple[str, str]]:
    """(command, output) of every ``$ indic-tf …`` in a console block."""
    found = []
    for block in blocks("console"):
        for part in regex.split(r"^\$ ", block, flags=regex.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output.strip()))
    return found


def test_python_sessions() -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for i, block in enumerate(blocks("python")):
        runner.run(doctest.DocTestParser().get_doctest(block, {}, f"README block {i}", str(README), 0))
    assert runner.tries > 0
    assert runner.failures == 0


@pytest.mark.parametrize(("command", "output"), sessions())
def test_console_sessions(command: str, output: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "indic-tf"
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0
    assert result.stdout.strip() == output


def test_every_language_is_in_the_table() -> None:
    for code in languages():
        facts = language(code)
        assert f"| `{code}` | {facts.name} | {facts.native_name} |" in TEXT


def test_version_is_in_the_changelog() -> None:
    from indic_tf import __version__

    changelog = README.with_name("CHANGELOG.md").read_text(encoding="utf-8")
    newest = regex.search(r"^## \[(.+?)\]", changelog, flags=regex.MULTILINE)
    assert newest is not None
    assert newest[1] == __version__
    assert f'version = "{__version__}"' in README.with_name("pyproject.toml").read_text(encoding="utf-8")
