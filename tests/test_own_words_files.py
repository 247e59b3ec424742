"""A caller's own language and words, in files of recognisers, in many processes, in pipelines, in transcripts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from own_language import hindi_as_bhojpuri
from typer.testing import CliRunner

from indic_tf import IndicFormatter, sentences, transcripts
from indic_tf.cli import app
from indic_tf.evaluation import marks
from indic_tf.jobs import Settings
from indic_tf.languages import Language
from indic_tf.talk.speaking import goes_on

SRT = "1\n00:00:00,000 --> 00:00:02,000\nपच्चीस हजार रुपये\n"


@pytest.fixture
def bhojpuri(tmp_path: Path) -> Path:
    return hindi_as_bhojpuri(tmp_path)


@pytest.fixture
def firm(tmp_path: Path) -> Path:
    """Tables of a firm, with an abbreviation that no language has."""
    place = tmp_path / "firm"
    place.mkdir()
    (place / "abbreviations.tsv").write_text("zqx.\n", encoding="utf-8")
    return place


# --- a language from outside ------------------------------------------------------------------------------


def test_a_language_from_outside_changes_what_was_done(bhojpuri: Path) -> None:
    def digest() -> str:
        return Settings({"lang": Language.load(bhojpuri)}).digest

    first = digest()
    assert digest() == first
    assert Settings({"lang": "hi"}).digest != first
    with (bhojpuri / "fillers.tsv").open("a", encoding="utf-8") as table:
        table.write("झप्पटमार\tsound\n")
    assert digest() != first


def test_half_a_language_is_refused_in_one_line(tmp_path: Path) -> None:
    talk = tmp_path / "talk.srt"
    talk.write_text(SRT, encoding="utf-8")
    (tmp_path / "half").mkdir()
    made = CliRunner().invoke(app, ["format", str(talk), "--lang", str(tmp_path / "half"), "--model", "none"])
    assert (made.exit_code, made.stdout, made.stderr.count("\n")) == (2, "", 1)
    assert "has 0 YAML files" in made.stderr


@pytest.mark.slow
def test_files_of_recognisers_are_in_it(bhojpuri: Path, tmp_path: Path) -> None:
    """One to stdout, many in one process and in several, a table."""
    files = tmp_path / "in"
    files.mkdir()
    for name in ("a.srt", "b.srt"):
        (files / name).write_text(SRT, encoding="utf-8")
    table = tmp_path / "rows.jsonl"
    table.write_text(json.dumps({"said": "पच्चीस हजार रुपये"}) + "\n", encoding="utf-8")
    shown = run("format", files / "a.srt", "--lang", bhojpuri, "--model", "none")
    assert "₹25,000" in shown
    for workers in ("1", "2"):
        out = tmp_path / f"out{workers}"
        run("format", files, "-o", f"{out}/", "--lang", bhojpuri, "--model", "none", "--workers", workers)
        assert [("₹25,000" in path.read_text(encoding="utf-8")) for path in sorted(out.glob("*.srt"))] == [True, True]
    written = run("format", table, "--column", "said", "--lang", bhojpuri, "--model", "none")
    assert json.loads(written) == {"said": "₹25,000"}


def run(*arguments: object) -> str:
    command = [sys.executable, "-m", "indic_tf", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


# --- a firm's abbreviations -------------------------------------------------------------------------------


def test_a_firm_s_abbreviation_ends_no_sentence(firm: Path) -> None:
    """Neither in sentences, nor behind it a line of a caption, nor in a score of marks."""
    own = IndicFormatter("en", model=None, tables=firm).language
    text = "Ask Zqx. Mehta today."
    assert [len(sentences.split(text, lang)) for lang in ("en", own.key)] == [2, 1]
    assert [goes_on(lang, "Zqx.") for lang in ("en", own.key)] == [False, True]
    assert goes_on(own.key, "Mr")
    assert [marks.strip(text, one).labels for one in (IndicFormatter("en", model=None).language, own)] == [
        ("none", "end", "none", "end"),
        ("none", "none", "none", "end"),
    ]


@pytest.mark.parametrize("lang", ["en", "auto"])
def test_a_firm_s_abbreviation_counts_in_a_transcript(lang: str, firm: Path) -> None:
    talk = transcripts.read(json.dumps([{"start": 0, "end": 4, "text": "please ask Zqx. Mehta today"}]).encode())
    plain = IndicFormatter(lang, model=None).transcript(talk)
    own = IndicFormatter(lang, model=None, tables=firm).transcript(talk)
    assert (len(plain.sentences), len(own.sentences)) == (2, 1)
    assert [word.glued for word in own.words] == [False, False, True, False, False]
    assert own.language == plain.language == "en"


# --- pipelines --------------------------------------------------------------------------------------------


def pipeline_of(model: Any) -> Any:
    import transformers

    from indic_tf.pipelines import TASK

    pipeline: Any = transformers.pipeline
    return pipeline(TASK, model=model)


@pytest.mark.parametrize("inside", [True, False], ids=["arguments", "beside them"])
def test_a_config_keeps_tables_and_terms(inside: bool, firm: Path, tmp_path: Path, monkeypatch: Any) -> None:
    from indic_tf.pipelines import FormatterConfig, FormatterModel

    (firm / "cased.tsv").write_text("zolopay\tZoloPay\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)  # the folder of tables is named from here
    words: dict[str, Any] = {"tables": Path("firm"), "terms": iter(["OnePlus"])}
    config = (
        FormatterConfig("en", {"model": None, **words}) if inside else FormatterConfig("en", {"model": None}, **words)
    )
    FormatterModel(config).save_pretrained(tmp_path / "saved")
    monkeypatch.chdir("/")
    for model in (FormatterModel(config), str(tmp_path / "saved")):
        write = pipeline_of(model)
        assert write("two hundred oneplus") == [{"formatted_text": "200 OnePlus"}]
        assert "zolopay" in write.model.formatter.language.forms("cased")
    saved = json.loads((tmp_path / "saved" / "config.json").read_text(encoding="utf-8"))
    assert saved["arguments"] == {"model": None, "tables": [str(firm)], "terms": ["OnePlus"]}


def test_a_pipeline_names_a_model_that_is_none() -> None:
    from indic_tf import ModelError
    from indic_tf.pipelines import FormatterConfig, FormatterModel

    with pytest.raises(ModelError, match="no model 'typo': the package has default"):
        FormatterModel(FormatterConfig("hi", {"model": "typo"}))
