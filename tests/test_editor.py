"""Numbers as an editor writes them, which is the default: scale words, small counts, members of lists."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from case_tables import formatter as in_full

from indic_tf import IndicFormatter, InputError, Style, languages, replay
from indic_tf.document import Token
from indic_tf.editors import editors
from indic_tf.languages import language
from indic_tf.schema import EDITOR_NAMES

TABLE = Path(__file__).with_name("editor.tsv")
ROWS = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
STYLES = (
    Style(digits="native"),
    Style(grouping="none"),
    Style(currency="after"),
    Style(currency="after", currency_space=True),
    Style(ranges="dash"),
    Style(units="symbols"),
)
KINDS = {"cardinal": {}, "money": {"currency": "INR"}, "measure": {"unit": "km"}}
ROUND = (100_000, 150_000, 120_000, 2_500_000, 45_000_000, 12_500_000, 745_312, 25_000, 5_000)


@cache
def formatter(lang: str, style: str | Style = "default") -> IndicFormatter:
    return IndicFormatter(lang, model=None, style=style)


@pytest.mark.parametrize(("lang", "spoken", "written"), ROWS)
def test_as_an_editor_writes_it(lang: str, spoken: str, written: str) -> None:
    formatted = formatter(lang)(spoken)
    assert formatted.text == written
    assert replay(formatted.words, formatted.edits) == written
    assert formatter(lang)(written).text == written, "formatting twice changes it"


@pytest.mark.parametrize("lang", sorted({row[0] for row in ROWS}))
def test_spans_have_the_whole_value(lang: str) -> None:
    """What is written with a scale word has the value that it has in full."""
    for spoken in (row[1] for row in ROWS if row[0] == lang):
        full = {span.words: span.token.value for span in in_full(lang)(spoken).spans}
        for span in formatter(lang)(spoken).spans:
            assert full.get(span.words, span.token.value) == span.token.value


@pytest.mark.parametrize("lang", languages())
def test_read_aloud_and_written_again(lang: str) -> None:
    """In every style what is written of a round number is read, and written as it was; twice changes nothing."""
    made = 0
    for style in (Style(), *STYLES):
        fmt = formatter(lang, style)
        for kind, fields in KINDS.items():
            for value in ROUND if style == Style() else ROUND[1::4]:
                said = fmt.grammar.say(Token(kind, {"integer": str(value), **fields}))
                written = fmt(said).text if said else ""
                if written != said:
                    made += 1
                    assert fmt(written).text == written
                    assert fmt(fmt.spoken(written)).text == written, written
    assert made


def test_small_numbers_by_style() -> None:
    texts = ("পাঁচটি কলম", "পাঁচ কেজি চাল", "আমরা পাঁচ ভাই", "ঘর নম্বর পাঁচ")
    by_style = {
        "editor": ["পাঁচটি কলম", "5 কেজি চাল", "আমরা পাঁচ ভাই", "ঘর নম্বর 5"],
        "figures": ["5টি কলম", "5 কেজি চাল", "আমরা 5 ভাই", "ঘর নম্বর 5"],
        "words": ["পাঁচটি কলম", "পাঁচ কেজি চাল", "আমরা পাঁচ ভাই", "ঘর নম্বর 5"],
        "bare": ["5টি কলম", "5 কেজি চাল", "আমরা পাঁচ ভাই", "ঘর নম্বর 5"],
    }
    for small, written in by_style.items():
        assert [formatter("bn", Style(small=small))(text).text for text in texts] == written, small  # type: ignore[arg-type]


def test_spell_out_below_goes_before_the_language() -> None:
    assert formatter("bn", Style(spell_out_below=1))("পাঁচটি কলম").text == "5টি কলম"
    assert formatter("bn", Style(spell_out_below=20))("বারোটি কলম").text == "বারোটি কলম"
    assert formatter("bn", "eager")("আমরা পাঁচ ভাই").text == "আমরা 5 ভাই"


def test_large_numbers_by_style() -> None:
    texts = ("एक लाख पच्चीस हज़ार", "ढाई करोड़")
    assert [formatter("hi", Style(scales="editor"))(text).text for text in texts] == ["1,25,000", "2.5 करोड़"]
    assert [formatter("hi", Style(scales="words"))(text).text for text in texts] == ["1.25 लाख", "2.5 करोड़"]
    assert [formatter("hi", Style(scales="figures"))(text).text for text in texts] == ["1,25,000", "2,50,00,000"]
    assert formatter("hi", "news")(texts[1]).text == "2.5 करोड़"
    with pytest.raises(InputError, match="scales is 'round', choose one of editor, figures, words"):
        Style(scales="round")  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", languages())
def test_every_language_has_the_facts(lang: str) -> None:
    assert {*EDITOR_NAMES} - {"parts"} <= editors(language(lang).key).keys()
