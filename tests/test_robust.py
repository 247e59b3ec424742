"""Every case again as other writers and recognisers spell it; no word is lost whatever comes in."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable

import pytest
from amounts import FULL, many
from case_tables import CLASSES, formatter, rows

from indic_tf import languages, replay
from indic_tf.languages import SCHEMAS, language
from indic_tf.scripts import fold

# Letters with nukta that have a code point of their own; NFC takes them apart.
PRECOMPOSED = {unicodedata.normalize("NFD", chr(c)): chr(c) for c in (*range(0x958, 0x960), 0x9DC, 0x9DD, 0x9DF)}
NUKTA = "\u093c\u09bc\u0a3c\u0abc\u0b3c"
TO_ANUSVARA = str.maketrans({0x901: 0x902, 0x981: 0x982, 0xA01: 0xA02, 0xA81: 0xA82, 0xB01: 0xB02})
VIRAMAS = "\u094d\u09cd\u0acd\u0b4d\u0ccd\u0c4d"


def precomposed(text: str) -> str:
    text = unicodedata.normalize("NFD", text)
    for apart, letter in PRECOMPOSED.items():
        text = text.replace(apart, letter)
    return text


def with_joiner(joiner: str) -> Callable[[str], str]:
    return lambda text: "".join(c + joiner if c in VIRAMAS else c for c in text)


VARIANTS: dict[str, Callable[[str], str]] = {
    "precomposed": precomposed,
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "no nukta": lambda text: unicodedata.normalize("NFD", text).translate(dict.fromkeys(map(ord, NUKTA))),
    "anusvara": lambda text: text.translate(TO_ANUSVARA),
    "zwnj": with_joiner("\u200c"),
    "zwj": with_joiner("\u200d"),
    "double spaces": lambda text: "  " + text.replace(" ", "  ") + " ",
    "full stop": lambda text: text + "." if text[-1].isalpha() else text,
}


def same(text: str) -> str:
    """``text`` without what a variant may change."""
    return " ".join(fold(text).rstrip(".।۔᱾꯫").split())


def assert_same(lang: str, spoken: str, written: str, variant: str) -> None:
    text = VARIANTS[variant](spoken)
    made = formatter(lang)(text)
    assert same(made.text) == same(written), (variant, text)
    assert replay(made.words, made.edits) == made.text


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("lang", languages())
def test_spellings(lang: str, variant: str) -> None:
    """A seventh of the cases."""
    for row in [r.values for r in CLASSES if r.values[0] == lang][::7]:
        assert_same(lang, str(row[1]), str(row[2]), variant)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("lang", languages())
def test_all_cases_in_all_spellings(lang: str, variant: str) -> None:
    all_rows = [r.values for r in [*CLASSES, *rows("unchanged.tsv")] if r.values[0] == lang]
    for row in all_rows if FULL else all_rows[2::6]:
        assert_same(lang, str(row[1]), str(row[2]), variant)


def vocabulary(lang: str) -> list[str]:
    """Every word of a language's tables and cases."""
    facts = language(lang)
    tables = [row.cells.get("form", "") for name in SCHEMAS for row in facts.table(name)]
    cases = [str(row.values[1]) for row in CLASSES if row.values[0] == lang]
    words = {word for text in [*tables, *cases] for word in text.split()}
    return sorted(word for word in words if not word.endswith("."))  # before another word that may end a sentence


def assert_nothing_is_lost(lang: str, count: int, seed: int) -> None:
    words, rng = vocabulary(lang), random.Random(seed)
    for _ in range(count):
        text = rng.choices(words, k=rng.randint(1, 12))
        made = formatter(lang)(" ".join(text))
        assert [w for out in made.words for w in range(*out.words)] == list(range(len(text))), text
        touched = {i for edit in made.edits for i in range(*edit.words)}
        left = [out.text for out in made.words if touched.isdisjoint(range(*out.words))]
        assert left == [unicodedata.normalize("NFC", text[i]) for i in range(len(text)) if i not in touched], text
        assert replay(made.words, made.edits) == made.text


@pytest.mark.parametrize("lang", languages())
def test_no_word_is_lost(lang: str) -> None:
    assert_nothing_is_lost(lang, 150, seed=4)


@pytest.mark.slow
@pytest.mark.parametrize("lang", languages())
def test_no_word_is_lost_in_many_texts(lang: str) -> None:
    assert_nothing_is_lost(lang, many(3_000), seed=5)


HALVES = (
    ("hi", "दोपहर तीन से साढ़े छह तक", "दोपहर 3 से 6:30 तक"),
    ("mr", "सकाळी नऊ ते साडेबारा वर्ग", "सकाळी 9 ते 12:30 वर्ग"),
    ("ta", "காலை ஒன்பது முதல் பன்னிரண்டரை வரை", "காலை 9 முதல் 12:30 வரை"),
    ("bn", "বিকেল তিন থেকে সাড়ে ছয়", "বিকেল 3 থেকে 6:30"),
    ("gu", "બીપી બે અઢી વર્ષથી છે", "બીપી 2-2.5 વર્ષથી છે"),
)


@pytest.mark.parametrize(("lang", "text", "figures"), HALVES)
def test_a_half_at_the_upper_end_is_no_whole_number(lang: str, text: str, figures: str) -> None:
    """Hours and pressures are compared as whole numbers; what has a half in it is a time, years, or stays words."""
    written = formatter(lang)(text).text
    assert {word for word in written.split() if any(map(str.isdigit, word))} <= set(figures.split())
