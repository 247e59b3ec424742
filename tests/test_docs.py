"""What the documentation prints is what is printed: sessions and snippets are run, commands are known.

A block that cannot run here stands in `NOT_RUN` with its reason. What a page measures has its command and its date.
"""

from __future__ import annotations

import doctest
import importlib.util
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import regex
import typer
import yaml
from doc_pages import ALONE, ROOT, Block, Wrong, blocks, commands, linked, matches, pages, run

from indic_tf import languages
from indic_tf.cli import app
from indic_tf.languages import Language
from indic_tf.training.config import LanguageModelRecipe, Recipe

pytestmark = pytest.mark.skipif(not pages(), reason="no pages beside the tests: an installed wheel")

NOT_RUN = {
    ("docs/service.md", ">>> from indic_tf.client import Client, Invalid"): "needs a service: test_service has one",
    ("docs/streaming.md", "recognizer.SetWords(True)"): "needs Vosk and a microphone",
    ("docs/streaming.md", "async for message in socket:"): "needs a connection to Deepgram",
    ("docs/transcripts/README.md", "transcripts.register("): "a sketch: claims, read and write are the reader's own",
    ("docs/your_words.md", "from indic_tf.languages import Language"): "needs the folder of a new language",
}
"""(page, beginning of the first line) → why a block of Python or of the console is not run."""

SLOW = {
    ("README.md", '>>> said = "नेहा सच बताना'): "the fast tagger",
    ("README.md", '>>> IndicFormatter("hi")("कमरे का'): "the span normalizer",
    ("README.md", '>>> stream = IndicFormatter("hi").stream(right_context=4)'): "two more languages",
    ("docs/transcripts/objects.md", ""): "libraries of recognisers",
    ("docs/publishing.md", ""): "a whole benchmark",
    ("docs/your_words.md", ""): "compiles a grammar",
}
"""(page, a line of a block; none for all of the page) → why it takes long."""

TESTED_ELSEWHERE = "docs/languages/"  # pages that are written whole by a script: test_language_pages


def _slow(block: Block) -> bool:
    return any(block.page == page and line in block.text for page, line in SLOW)


def _reason(block: Block) -> str | None:
    """Why a block is not run."""
    found = (why for (page, first), why in NOT_RUN.items() if page == block.page and block.title.startswith(first))
    return next(found, None)


def _runnable(page: str) -> list[Block]:
    return [block for block in blocks(page) if block.kind in ("python", "console")]


def _parts() -> Iterator[object]:
    """README block by block, since each stands alone; every other page as a whole."""
    for page in pages():
        parts = [[block] for block in _runnable(page)] if page == ALONE else [_runnable(page)]
        for i, part in enumerate(parts):
            if part and not page.startswith(TESTED_ELSEWHERE):
                slow = [pytest.mark.slow] if any(map(_slow, part)) else []
                yield pytest.param(part, marks=slow, id=f"{page}-{i}" if page == ALONE else page)


@pytest.mark.parametrize("part", list(_parts()))
def test_what_a_page_prints_is_printed(part: list[Block], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if part[0].page == "docs/transcripts/objects.md":
        pytest.importorskip("faster_whisper")
    monkeypatch.chdir(linked(tmp_path))
    names: dict[str, object] = {}
    for block in part:
        if _reason(block) is None:
            run(block, names)


def test_every_exception_is_one() -> None:
    shown = [block for page in pages() for block in _runnable(page)]
    for page, first in NOT_RUN:
        assert [block for block in shown if block.page == page and block.title.startswith(first)], (page, first)
    for page, line in SLOW:
        assert [block for block in shown if block.page == page and line in block.text], (page, line)


def _code(text: str) -> str:
    """The statements of a session; a snippet as it is."""
    if ">>>" not in text:
        return text
    return "".join(example.source for example in doctest.DocTestParser().get_examples(text))


def test_what_is_not_run_is_python_all_the_same() -> None:
    for page, first in NOT_RUN:
        for block in _runnable(page):
            if block.title.startswith(first):
                text = "".join(f"    {line}\n" for line in _code(block.text).splitlines())
                compile(f"async def _():\n{text}", block.page, "exec")


# --- commands -----------------------------------------------------------------------------------------

COMMANDS = [
    pytest.param(page, command, id=f"{page}: {command}")
    for page in pages()
    for command in dict.fromkeys(commands(page))
]


@pytest.mark.parametrize(("page", "command"), COMMANDS)
def test_every_command_is_one_that_there_is(page: str, command: str) -> None:
    program, *arguments = shlex.split(regex.sub(r"(\s[<>]\s?\S+|<\w+>)", " x", command).replace("[OUTPUT]", ""))
    if program == "indic-tf":
        _parsed(typer.main.get_command(app), arguments)
        return
    path = ROOT / arguments[0]
    assert path.is_file(), f"{page}: no {arguments[0]}"
    text = path.read_text(encoding="utf-8")
    for option in (word.partition("=")[0] for word in arguments[1:] if word.startswith("--")):
        name = option.removeprefix("--").removeprefix("no-").replace("-", "_")
        assert option in text or regex.search(rf"\b{name}: Annotated", text), f"{page}: {command} has no {option}"


def _parsed(command: Any, arguments: list[str]) -> None:
    """Raises a usage error for a command or an option that there is not. ``command`` is one of Click, which new
    versions of typer bring in a package of their own."""
    while commands := getattr(command, "commands", None):
        if not arguments:
            return
        name, *arguments = arguments
        assert name in commands, f"no command {name!r}"
        command = commands[name]
    command.make_parser(command.context_class(command)).parse_args(arguments)


def test_an_option_that_there_is_not_is_found() -> None:
    with pytest.raises(Exception, match="--modell"):
        _parsed(typer.main.get_command(app), ["format", "--modell", "none"])


@pytest.mark.parametrize("page", pages())
def test_every_script_and_page_that_is_named_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(regex.findall(r"\b((?:benchmarks|data_scripts|tests)/\w+\.py|data_scripts/recipes/\w+\.yaml)\b", text))
    assert not [name for name in named if not (ROOT / name).is_file()]
    for target in regex.findall(r"\]\((?!\w+:)([^)#\s]+)", text):
        assert ((ROOT / page).parent / target).exists(), target


_FIGURES = regex.compile(r"[\s\d.,/%+*±–()−-]*\d[\s\d.,/%+*±–()−-]*(?:s|ms|MB|words/s)?\s*")
_EXACT = ("docs/weaknesses_numbers.md", "docs/manifests.md", "docs/adding_a_language.md")  # tested, or no measurements


def _measured(section: str) -> bool:
    """Whether a section has a table of figures: three rows with two of them."""
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| ")]
    return sum(sum(_FIGURES.fullmatch(cell) is not None for cell in row) >= 2 for row in rows) >= 3


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("*.md")), ids=lambda path: path.name)
def test_every_table_of_measurements_has_its_date(path: Path) -> None:
    if path.relative_to(ROOT).as_posix() in _EXACT:
        return
    sections = regex.split(r"^(?=#+ )", path.read_text(encoding="utf-8"), flags=regex.MULTILINE)
    undated = [part for part in sections if _measured(part) and not regex.search(r"\b20\d\d-\d\d-\d\d\b", part)]
    assert [part.partition("\n")[0] for part in undated] == []


# --- YAML ---------------------------------------------------------------------------------------------

YAML = [
    pytest.param(block, id=f"{block.page}: {block.title}")
    for page in pages()
    for block in blocks(page)
    if block.kind == "yaml"
]


@pytest.mark.parametrize("block", YAML)
def test_every_key_of_a_yaml_is_known(block: Block) -> None:
    shown = yaml.safe_load(block.text)
    assert min((_faults(model, shown) for model in (Language, Recipe, LanguageModelRecipe)), key=len) == []


def _faults(model: type[Language | Recipe | LanguageModelRecipe], shown: dict[str, object]) -> list[str]:
    """Keys that a model does not know, and values that it refuses; what a fragment leaves out is none."""
    from pydantic import ValidationError

    try:
        model.model_validate(shown)
    except ValidationError as error:
        return [str(fault) for fault in error.errors() if fault["type"] != "missing"]
    return []


# --- pages that scripts write -------------------------------------------------------------------------


@cache
def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "data_scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made  # dataclasses look there
    spec.loader.exec_module(made)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("lang", languages())
def test_the_page_of_a_language_is_fresh(lang: str) -> None:
    text = (ROOT / "docs" / "languages" / f"{lang}.md").read_text(encoding="utf-8")
    assert script("language_pages").page(lang) == text, f"run python data_scripts/language_pages.py {lang}"


def test_the_index_of_languages_is_fresh() -> None:
    text = (ROOT / "docs" / "languages" / "README.md").read_text(encoding="utf-8")
    assert script("language_pages").index() == text, "run python data_scripts/language_pages.py"


@pytest.mark.slow
def test_the_weaknesses_with_numbers_are_fresh() -> None:
    from indic_tf.evaluation import itn

    made, page = script("number_weaknesses"), ROOT / "docs" / "weaknesses_numbers.md"
    found = {path.stem: itn.evaluate(path, path.stem) for path in sorted((ROOT / "benchmarks" / "itn").glob("*.tsv"))}
    assert made.own_words(page) + made.report(found) + "\n" == page.read_text(encoding="utf-8")


def test_the_page_of_written_numbers_is_fresh() -> None:
    made, page = script("numbers_as_written"), ROOT / "docs" / "numbers_as_written.md"
    assert made.own_words(page) + made.report() + "\n" == page.read_text(encoding="utf-8")


def test_readme_has_the_figure_of_that_page() -> None:
    pattern = r"(\d+\.\d % \(\d+\.\d–\d+\.\d\))"
    page = (ROOT / "docs" / "weaknesses_numbers.md").read_text(encoding="utf-8")
    figure = regex.search(rf"come out right: {pattern}", page)
    assert figure is not None
    assert figure[1] in (ROOT / ALONE).read_text(encoding="utf-8")


# --- the mechanism itself -----------------------------------------------------------------------------


def test_what_differs_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(Block("page", "console", "$ cat a.txt\nदस लोग\n$ cat a.txt\nदस …\n"), {})
    for kind, text in (
        ("console", "$ cat a.txt\nबीस लोग\n"),
        ("console", '$ indic-tf spoken --lang hi "₹5"\nदस रुपये\n'),
        ("console", "$ ls\n"),
        ("python", ">>> 1 + 1\n3\n"),
    ):
        with pytest.raises(Wrong):
            run(Block("page", kind, text), {})


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\n…\nc", "a\nb\nc", True),
        ("a…", "abc", True),
        ("a ", "a", True),
        ("a", "ab", False),
        ("version:1.2|x", "version:3|x", True),
    ],
)
def test_what_a_page_may_leave_out(shown: str, printed: str, same: bool) -> None:
    assert matches(shown, printed) == same
