"""The house keeps its shape: layers, exported names, data without code, code without words of a language."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest
import regex

import indic_tf

PACKAGE = Path(indic_tf.__file__).parent
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))

# A module may import modules of lower layers and of its own folder. docs/design.md says what each holds.
LAYERS = {
    "extras": 0.5,
    "errors": 0, "exports": 0, "starting": 0, "first_use": 0, "replacing": 0, "processes": 0, "resources": 0,
    "schema": 0,
    "document": 1, "tables": 1, "scripts": 1, "labels": 1, "styles": 1, "facts": 1,
    "complete": 1.5,
    "transliterate": 2.5,
    "languages": 2, "repair": 2, "tagging": 2, "manifests": 2, "inputs": 2,
    "editors": 2.5, "segment": 3, "native_script": 3.1, "casing": 3.1, "assemble": 3.2,
    "transcripts": 3, "captions": 4, "taggers": 3, "wfst": 3, "seq2seq": 3, "edit_tags": 3,
    "routing": 3, "sentences": 3, "terms": 3,
    "readings": 3.5,
    "overlay": 4, "tag_converter": 4, "explanation": 4, "draft": 4, "licence": 4, "decide": 4, "removal": 4,
    "finality": 4, "endings": 4, "day_parts": 4, "counts": 4, "code_mixing": 4, "hashtags": 4, "grades": 4,
    "code_numbers": 4, "named_codes": 4.1,
    "faithful": 5, "proposals": 6, "convert": 6, "rescore": 6, "listed_digits": 6,
    "talk": 6, "routed": 7, "consult": 7, "drafter": 7, "streaming": 6, "deciding": 8, "formatter": 9,
    "pipelines": 10, "evaluation": 10, "training": 10.5, "jobs": 10.5,
    "reports": 11, "publishing": 11, "rendering": 12, "service": 12.3, "client": 12.6,
    "cli": 13, "__main__": 14, "__init__": 14,
}  # fmt: skip


def part_of(path: Path) -> str:
    """The module, or the folder for a module in a folder: what layers are about."""
    inside = path.relative_to(PACKAGE)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def imported_parts(path: Path) -> set[str]:
    """The parts of this package that a module imports, at its top or inside functions."""
    depth = len(path.relative_to(PACKAGE).parts)
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == depth:
            found |= {node.module.split(".")[0]} if node.module else {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("indic_tf."):
            found.add((node.module or "").split(".")[1])
    return found


def ids(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_imports_go_down(path: Path) -> None:
    part = part_of(path)
    for other in imported_parts(path) - {part, "__version__"}:
        assert LAYERS[other] < LAYERS[part], f"{part} (layer {LAYERS[part]}) imports {other} (layer {LAYERS[other]})"


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_no_language_is_special(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            text = ast.unparse(node)
            assert not regex.search(r"""\b(lang|language|code)(\.code)?\s*(==|!=|in|not in)\s*[\[("']""", text), text


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_no_pattern_that_breaks_indic_text(path: Path) -> None:
    """`re`'s word class does not match vowel signs, and string.punctuation lacks the danda."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            assert not regex.search(r"\\[wW]", node.value), node.value
        if isinstance(node, ast.Attribute):
            assert ast.unparse(node) != "string.punctuation"
        if isinstance(node, ast.Import):
            assert "re" not in [alias.name for alias in node.names], "use `regex`"


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_words_of_a_language_stand_in_tables(path: Path) -> None:
    if path.name == "scripts.py":  # Unicode facts: digits and letters with two encodings
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            assert not regex.search(r"[\u0900-\u0963\u0966-\u0DFF]{2,}", node.value), node.value


def imported_for_types(package: Path) -> dict[str, str]:
    """The names that a package imports for type checkers alone, and the modules that they come from."""
    tree = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    blocks = (node.body for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    imports = (node for block in blocks for node in block if isinstance(node, ast.ImportFrom))
    return {alias.name: node.module or "" for node in imports for alias in node.names}


@pytest.mark.parametrize("name", ["indic_tf", "indic_tf.cli", "indic_tf.jobs", "indic_tf.rendering"])
def test_what_type_checkers_see_is_what_is_there(name: str) -> None:
    package = importlib.import_module(name)
    seen = imported_for_types(Path(package.__file__ or "").parent)
    assert {name for name in package.__all__ if name not in vars(package)} <= {*seen}
    for exported, module in seen.items():
        assert getattr(package, exported) is getattr(importlib.import_module(f"{name}.{module}"), exported)
        assert exported in package.__all__
        assert exported in dir(package)


FIRST_USES = {
    "from indic_tf import languages; print('hi' in languages())": "True",
    "import indic_tf.languages; print('hi' in indic_tf.languages())": "True",
    "from indic_tf.languages import language; import indic_tf; print(callable(indic_tf.languages))": "True",
    "from indic_tf import *; print(IndicFormatter.__name__, languages.__name__)": "IndicFormatter languages",
    "import indic_tf; print(indic_tf.errors.InputError is indic_tf.InputError)": "True",
    "import indic_tf; print(hasattr(indic_tf, 'nothing'), hasattr(indic_tf, '__nothing__'))": "False False",
    "import indic_tf, sys; print('indic_tf.starting' in sys.modules, 'pydantic' in sys.modules)": "True False",
    "import pickle, indic_tf; print(pickle.loads(pickle.dumps(indic_tf.Style)).__name__)": "Style",
    "from indic_tf.jobs import plan; import indic_tf.jobs.plan; print(plan.__name__)": "plan",
    "import indic_tf, threading as t\nfound = []\ndef ask(): found.append(indic_tf.IndicFormatter)\n"
    "asking = [t.Thread(target=ask) for _ in range(8)]\n[one.start() for one in asking]\n"
    "[one.join() for one in asking]\nprint(len(found), len(set(found)))": "8 1",
}


@pytest.mark.parametrize(("code", "printed"), FIRST_USES.items())
def test_names_are_there_at_first_use(code: str, printed: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == (printed, "")


def test_import_is_light() -> None:
    code = (
        "import indic_tf, sys; print([m for m in ('torch', 'transformers', 'pynini', 'kaldifst') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_what_is_compiled_runs_without_pynini() -> None:
    """It has wheels for few machines; the others get the cache of one that has it."""
    text = "twenty five people, three four hundred rupees"
    assert indic_tf.IndicFormatter("en", model=None)(text).text != text  # compiled by now
    code = f"import indic_tf, sys; indic_tf.IndicFormatter('en', model=None)({text!r}); print('pynini' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_data_folders_hold_no_code() -> None:
    from indic_tf.resources import folder

    for name in ("grammars", "lang_configs"):
        assert not [*folder(name).rglob("*.py")], "a .py file there breaks the editable install"
