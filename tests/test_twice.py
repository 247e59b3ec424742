"""Formatting what was formatted changes nothing, in texts that no case table was made from."""

from __future__ import annotations

from pathlib import Path

import pytest
from amounts import FULL

from indic_tf import IndicFormatter, languages

SETS = Path(__file__).parent.parent / "benchmarks"
LANGUAGES = [lang for lang in languages() if (SETS / "itn" / f"{lang}.tsv").is_file()]
MOST = 2  # of a thousand


def spoken(lang: str) -> list[str]:
    rows = [
        line.split("\t")[2]
        for folder in ("itn", "itn_talk")
        if (path := SETS / folder / f"{lang}.tsv").is_file()
        for line in path.read_text(encoding="utf-8").splitlines()[1:]
        if line.strip() and not line.startswith("#")
    ]
    return rows if FULL else rows[::5]


@pytest.mark.slow
@pytest.mark.parametrize("model", [None, "fast", "default"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_formatted_twice(lang: str, model: str | None) -> None:
    formatter = IndicFormatter(lang, model=model)
    once = [made.text for made in formatter.map(spoken(lang))]
    changed = [(a, b.text) for a, b in zip(once, formatter.map(once), strict=True) if a != b.text]
    assert len(changed) <= MOST * len(once) / 1000 + 1, changed


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("mr", "1800 233 4526"),
        ("mr", "सव्वा मणाचं ओझं उचलल्यासारखा चेहरा करू नकोस"),
        ("en", "November 16 2026"),
        ("ta", "21-15 21-18"),
        ("ta", "உங்க டோக்கன் நம்பர் இருபத்தி மூணு ஒரு பத்து நிமிஷம் முன்னாடியே வந்துடுங்க"),
    ],
)
def test_what_is_written_as_one_has_no_mark_inside_when_it_comes_again(lang: str, text: str) -> None:
    formatter = IndicFormatter(lang)
    once = formatter(text).text
    assert formatter(once).text == once
