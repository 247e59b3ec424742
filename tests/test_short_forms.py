"""Hashtags, blood groups and grades, codes of a name and a number: what is said short, and text that only looks so."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from indic_tf import IndicFormatter
from indic_tf.transliterate.tags import MOST, tags

TABLES = Path(__file__).parent / "short_forms"
NOT_ELECTRONIC = frozenset({"grades", "codes"})


@cache
def formatter(lang: str) -> IndicFormatter:
    return IndicFormatter(lang, model=None)


def rows() -> list[tuple[str, str, str, str]]:
    lines = [(path.stem, line) for path in sorted(TABLES.glob("*.tsv")) for line in path.read_text("utf-8").split("\n")]
    return [(name, *line.split("\t")) for name, line in lines if line and not line.startswith("#")]  # type: ignore[misc]


@pytest.mark.parametrize(("table", "lang", "said", "written"), rows())
def test_written_and_written_again(table: str, lang: str, said: str, written: str) -> None:
    made = formatter(lang)(said)
    assert made.text == written
    assert formatter(lang)(written).text == written
    if table in NOT_ELECTRONIC:
        assert all(span.kind != "electronic" for span in made.spans)
    else:
        assert [span.kind for span in made.spans if "#" not in said] == ["electronic"] * (
            said != written and written.count("#")
        )


@pytest.mark.parametrize(
    ("lang", "said", "code"),
    [("hi", "ब्लड ग्रुप ओ नेगेटिव है", "O-"), ("mr", "गुढी हंड्रेड हा कूपन कोड", "GUDHI100"), ("en", "a triple a rating", "AAA")],
)
def test_a_code_is_a_span(lang: str, said: str, code: str) -> None:
    [span] = formatter(lang)(said).spans
    assert (span.kind, dict(span.token.fields)) == ("serial", {"code": code})


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("hi", "ओ नेगेटिव। ब्लड चाहिए"),
        ("hi", "हैशटैग, मेरा गाँव लिखो"),
        ("en", "a plus, grade b"),
        ("en", "coupon. apply the save"),
    ],
)
def test_a_mark_parts_what_is_said(lang: str, said: str) -> None:
    assert formatter(lang)(said).text == said


@pytest.mark.parametrize("lang", ["hi", "mr", "gu", "pa", "bn", "as", "or", "ta", "te", "kn", "ml", "ne", "ur", "en"])
def test_a_tag_has_a_few_words(lang: str) -> None:
    """However long the text goes on without a word that ends a tag."""
    text, many = tags(lang).tag(["green"] * 9)
    assert (text, many) == ("Green" * (MOST - 1), MOST - 1)
    assert tags(lang).tag([]) == ("", 0)


@pytest.mark.parametrize("lang", ["hi", "ta", "en"])
def test_with_the_tagger(lang: str) -> None:
    said = {"hi": "मेरा ब्लड ग्रुप ओ नेगेटिव है", "ta": "ரத்த வகை ஓ நெகட்டிவ்", "en": "my blood group is o negative"}[lang]
    fmt = IndicFormatter(lang, model="fast")
    once = fmt(said).text
    assert "O-" in once
    assert fmt(once).text == once
