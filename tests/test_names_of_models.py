"""A model that is none is told when a formatter is made, before anything is loaded; no hub is asked then."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from indic_tf import IndicFormatter, InputError, ModelError
from indic_tf.cli import app
from indic_tf.tagging import hub
from indic_tf.tagging.predict import Tagger

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"model": "typo"}, r"no model 'typo': the package has default, fast, e5, "),
    ({"model": "default+typo"}, "no model 'typo': the package has default, fast, e5, "),
    ({"model": ""}, "no model ''"),
    ({"model": "./nowhere"}, r"no model '\./nowhere': no such folder"),
    ({"model": Path("/nowhere/model")}, "no model '/nowhere/model': no such folder"),
    ({"model": "hf://a/b/c/d"}, "names no model on the Hugging Face hub"),
    ({"normalizer": "typo"}, "no model 'typo': the package has default, builtin, e5, "),
    ({"normalizer": ["builtin", "typo"]}, "no model 'typo'"),
    ({"model": None, "normalizer": "./nowhere"}, "no such folder"),
]


@pytest.mark.parametrize("lang", ["hi", "auto"])
@pytest.mark.parametrize(("arguments", "problem"), WRONG, ids=str)
def test_the_constructor_names_what_there_is(lang: str, arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(ModelError, match=problem):
        IndicFormatter(lang, **arguments)


def test_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    wrong: list[dict[str, Any]] = [{"model": tmp_path}, {"normalizer": tmp_path}]
    for arguments in wrong:
        with pytest.raises(ModelError, match=r"the folder has no config\.json"):
            IndicFormatter("hi", **arguments)


@pytest.mark.parametrize("arguments", [{}, {"model": "fast"}, {"model": "default+fast"}, {"normalizer": "builtin"}])
def test_nothing_is_loaded_for_a_name(arguments: dict[str, Any]) -> None:
    code = f"import sys, indic_tf; indic_tf.IndicFormatter('hi', **{arguments!r}); print('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_no_hub_is_asked_for_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "_fetched", partial(pytest.fail, "the hub was asked"))
    IndicFormatter("hi", model="hf://nobody/nothing", normalizer="hf://nobody/nothing@v1")


@pytest.mark.parametrize("option", ["--model", "--normalizer"])
@pytest.mark.parametrize("lang", ["hi", "auto"])
def test_the_command_line_says_it_in_one_line(lang: str, option: str, tmp_path: Path) -> None:
    talk = tmp_path / "talk.srt"
    talk.write_text("1\n00:00:00,000 --> 00:00:01,000\nदो सौ\n", encoding="utf-8")
    for given in (["दो सौ"], [str(talk)], [str(talk), "-o", f"{tmp_path / 'out'}/"]):
        made = CliRunner().invoke(app, ["format", "--lang", lang, option, "typo", *given])
        assert (made.exit_code, made.stdout, made.stderr.count("\n")) == (2, "", 1)
        assert "no model 'typo': the package has default, " in made.stderr


# --- without the hub --------------------------------------------------------------------------------------


class Asked(Exception):
    """What the hub was asked with."""


def asked(monkeypatch: pytest.MonkeyPatch, work: Any) -> bool:
    """Whether ``work`` asks for local files only."""

    def fetched(name: str, id_: str, revision: str | None, files: Any, local: bool) -> Path:
        raise Asked(local)

    monkeypatch.setattr(hub, "_fetched", fetched)
    with pytest.raises(Asked) as raised:
        work()
    return bool(raised.value.args[0])


def formatters(**options: Any) -> list[Any]:
    name = "hf://nobody/nothing"
    return [
        lambda: IndicFormatter("hi", model=name, **options).tagger,
        lambda: IndicFormatter("hi", model=f"default+{name}", **options).tagger,
        lambda: IndicFormatter("hi", model=None, normalizer=name, **options).normalizers,
        lambda: IndicFormatter("auto", model=name, **options)("दो सौ"),
        lambda: Tagger.load(name, **options),
        lambda: Tagger.from_pretrained(name, **options),
    ]


@pytest.mark.parametrize("which", range(6))
def test_local_files_only_reaches_the_hub(which: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    assert not asked(monkeypatch, formatters()[which])
    assert asked(monkeypatch, formatters(local_files_only=True)[which])
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert asked(monkeypatch, formatters()[which])
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    assert not asked(monkeypatch, formatters()[which])


# --- a limit ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "auto"])
def test_a_text_above_the_limit_is_refused(lang: str) -> None:
    formatter = IndicFormatter(lang, model=None, max_words=3)
    assert formatter("two hundred rupees").text == "₹200"
    for text in ("i have two hundred", ["i", "have", "two", "hundred"]):
        with pytest.raises(InputError, match=r"the text has 4 words and the limit \(max_words\) is 3"):
            formatter(text)
    with pytest.raises(InputError, match=r"text 1 \(counted from 0\): the text has 4 words"):
        list(formatter.map(["two", "i have two hundred"]))
    failed: list[int] = []
    made = formatter.map(["two hundred", "i have two hundred"], on_error=lambda i, text, error: failed.append(i))
    assert ([one.text for one in made], failed) == (["200", "i have two hundred"], [1])
    with pytest.raises(InputError, match="4 words"):
        formatter.spoken("I have 200 rupees")


@pytest.mark.parametrize("wrong", [0, -1, "3", 2.5, True])
def test_a_limit_is_a_number(wrong: Any) -> None:
    with pytest.raises(InputError, match=r"^max_words is"):
        IndicFormatter("en", model=None, max_words=wrong)


def test_there_is_no_limit_of_its_own() -> None:
    assert len(IndicFormatter("en", model=None)("word " * 20_000).words) == 20_000
