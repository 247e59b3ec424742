"""The README knows every language and the version; what it prints is tested with the other pages (test_docs)."""

from __future__ import annotations

from pathlib import Path

import pytest
import regex

from indic_tf import languages
from indic_tf.languages import language

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8") if README.is_file() else ""
pytestmark = pytest.mark.skipif(not TEXT, reason="no README beside the tests: an installed wheel")


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
