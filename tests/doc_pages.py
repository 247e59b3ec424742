"""The pages of the documentation as what can be run: sessions, snippets, and the commands that they name.

A console block is ``$ command`` with what it prints, on stdout and stderr together; "…" in it stands for anything.
``$ cat FILE`` writes the file that it shows, where there is none, and ``→`` is a tab in it. A Python block with ``>>>``
is a doctest; one without is run as it stands. A page is read from top to bottom in one folder, as a reader would; only
README's blocks stand alone.
"""

from __future__ import annotations

import doctest
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import regex
from typer.testing import CliRunner

from indic_tf.cli import app

ROOT = Path(__file__).parents[1]
LINKED = ("docs", "benchmarks", "data_scripts", "tests")
"""Folders of the checkout that commands on the pages read."""

ALONE = "README.md"
_FENCED = regex.compile(r"^```(\w+)\n(.*?)^```$", flags=regex.MULTILINE | regex.DOTALL)
_INDENTED = regex.compile(r"(?<=\n\n)(?: {4}.*\n)+(?=\n|$)")
_INLINE = regex.compile(r"(?<!`)`((?:indic-tf|python) [^`]+)`")
_OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    """A block of code on a page; ``kind`` is what stands behind its fence, or "indented"."""

    page: str
    kind: str
    text: str

    @property
    def title(self) -> str:
        """What the block is called in lists and by tests: its first line with something on it."""
        return next(line.strip() for line in self.text.splitlines() if line.strip())


def pages() -> list[str]:
    """Every page that shows commands or code, by its path in the checkout; none beside an installed wheel."""
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "data_scripts" / "README.md"]
    found += [*(ROOT / "docs").rglob("*.md"), *(ROOT / "benchmarks").rglob("README.md")]
    return [path.relative_to(ROOT).as_posix() for path in sorted(found) if path.is_file()]


def blocks(page: str) -> list[Block]:
    """The fenced and indented blocks of a page, in their order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = [(match.start(), Block(page, match[1], match[2])) for match in _FENCED.finditer(text)]
    prose = _FENCED.sub(lambda match: "\0" * len(match[0]), text)
    found += [(match.start(), Block(page, "indented", match[0])) for match in _INDENTED.finditer(prose)]
    return [block for _, block in sorted(found, key=lambda one: one[0])]


def sessions(block: Block) -> Iterator[tuple[str, str]]:
    """(command, output) of a console block."""
    for part in regex.split(r"^\$ ", block.text, flags=regex.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def commands(page: str) -> Iterator[str]:
    """Every command of the package or of a script that the page shows, wherever it stands; comments are cut off."""
    for block in blocks(page):
        if block.kind in ("sh", "console", "indented"):
            for line in block.text.splitlines():
                yield from _named(line.strip().removeprefix("$ ").removesuffix(" …"))
    text = (ROOT / page).read_text(encoding="utf-8")
    for match in _INLINE.finditer(_FENCED.sub("", text)):
        yield from _named(match[1])


def _named(line: str) -> Iterator[str]:
    """The commands in a line of a shell: behind pipes, and without what is said about them."""
    for part in regex.split(r"\s\|\s|&&", regex.sub(r"\s{2,}#? ?[^\s'\"-].*$|\s#.*$", "", line)):
        if found := regex.match(r"(?:\S*/)?(indic-tf|python)\s+(?!-)(.+)", part.strip()):
            yield f"{found[1]} {found[2]}"


# --- running ------------------------------------------------------------------------------------------


class Wrong(AssertionError):
    """What a block prints is not what the page shows."""


def linked(folder: Path) -> Path:
    """A fresh folder in which the checkout's own files are found by the paths that the pages use."""
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    return folder


def run(block: Block, names: dict[str, object]) -> None:
    """Run a block in the working folder; ``names`` are the page's Python names, and grow. Raises `Wrong`."""
    if block.kind == "console":
        for command, output in sessions(block):
            _session(command, output)
    elif ">>>" in block.text:
        _doctest(block, names)
    else:
        exec(compile(block.text, block.page, "exec"), names)


def _doctest(block: Block, names: dict[str, object]) -> None:
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=_OPTIONS)
    test = doctest.DocTestParser().get_doctest(block.text, names, block.title, block.page, 0)
    runner.run(test, out=said.append, clear_globs=False)
    names |= test.globs
    if runner.failures:
        raise Wrong("".join(said))


def _session(command: str, output: str) -> None:
    program, *arguments = shlex.split(command)
    if program == "cat":
        _shown(Path(arguments[0]), output.replace("→", "\t"))
        return
    if program != "indic-tf":
        raise Wrong(f"{command}: neither cat nor indic-tf; a block of another kind is not run")
    result = CliRunner().invoke(app, arguments)
    if not matches(output, result.output):
        raise Wrong(f"$ {command}\n--- printed\n{result.output}--- the page has\n{output}")
    if result.exit_code and "indic-tf: " not in output:
        raise Wrong(f"$ {command}: exit code {result.exit_code}, and nothing on the page says so")


def _shown(path: Path, text: str) -> None:
    """Write what ``cat`` shows; of a file that is there, compare it."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    elif not matches(text, path.read_text(encoding="utf-8")):
        raise Wrong(f"{path} holds\n{path.read_text(encoding='utf-8')}")


def matches(shown: str, printed: str) -> bool:
    """Whether the page shows what is printed, without spaces at the ends of lines, of whatever version."""
    want, got = _plain(shown), _plain(printed)
    pattern = "(?s:.*?)".join(map(regex.escape, want.split("…")))
    return regex.fullmatch(pattern, got) is not None


def _plain(text: str) -> str:
    lines = (regex.sub(r"version:[\d.]+", "version:0", line.rstrip()) for line in text.splitlines())
    return "\n".join(lines).strip()
