"""One verbalizer writes every style: what stands in a style is what stands in the plain one, but for the style."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_type_hints

import pytest
import regex
from case_tables import CLASSES
from hypothesis import given, settings
from hypothesis import strategies as st

from indic_tf import Style, Token
from indic_tf.languages import language
from indic_tf.scripts import DIGITS, TO_LATIN_DIGITS
from indic_tf.wfst.pipeline import grammar
from indic_tf.wfst.styled import styled
from indic_tf.wfst.wire import CHOICES, FIGURES_END, GROUPED_START, PLAIN_START

PLAIN = Style(grouping="none")
OPTIONS: dict[str, tuple[Any, ...]] = {
    name: get_args(kind) or (False, True)
    for name, kind in get_type_hints(Style).items()
    if name not in ("spell_out_below", "certainty", "sentence_mark", "convert", "scales", "small", "english")
}
STYLES = st.builds(Style, **{name: st.sampled_from(options) for name, options in OPTIONS.items()})
_ROWS = 25  # of a class of a language, about
LANGUAGES = sorted({str(row.values[0]) for row in CLASSES})


@cache
def tokens(lang: str) -> tuple[Token, ...]:
    """What rows of every case table of a language say, each thing once."""
    rows: dict[str, list[str]] = {}
    for row in CLASSES:
        if row.values[0] == lang:
            rows.setdefault(str(row.id).split(":")[1], []).append(str(row.values[1]))
    taken = (text for group in rows.values() for text in group[:: len(group) // _ROWS + 1])
    found = (span.token for text in taken for span in grammar(lang).spans(text.split()))
    return tuple({(token.kind, *sorted(token.fields.items())): token for token in found}.values())


def grouped(digits: str, size: int) -> str:
    """With a comma before the last three and before every ``size`` ahead of them."""
    head, tail = digits[:-3], digits[-3:]
    parts = [head[max(end - size, 0) : end] for end in range(len(head), 0, -size)]
    return ",".join([*reversed(parts), tail])


@given(st.integers(0, 10**16))
def test_groups(number: int) -> None:
    marked = f"{GROUPED_START}{number}{FIGURES_END}-{PLAIN_START}{number}{FIGURES_END}"
    assert styled(marked, Style(), "Devanagari") == f"{grouped(str(number), 2)}-{number}"
    assert styled(marked, Style(grouping="western"), "Devanagari") == f"{number:,}-{number}"
    assert styled(marked, PLAIN, "Tamil") == f"{number}-{number}"
    native = styled(marked, Style(digits="native", grouping="western"), "Bengali")
    assert native == f"{number:,}-{number}".translate(str.maketrans("0123456789", DIGITS["Bengali"]))


@pytest.mark.parametrize("lang", LANGUAGES)
@settings(max_examples=6, deadline=None)
@given(st.data())
def test_digits_groups_and_signs_are_all_that_differs(lang: str, data: st.DataObject) -> None:
    """Of two styles with the same words and orders."""
    style = data.draw(STYLES)
    bare = {name: getattr(style, name) for name in CHOICES}
    for token in data.draw(st.lists(st.sampled_from(tokens(lang)), min_size=15, max_size=15)):
        written, plain = (grammar(lang).written(token, one) for one in (style, Style(grouping="none", **bare)))
        assert (written is None) == (plain is None), token
        if written is not None and plain is not None:
            assert leveled(written, token.kind) == leveled(plain, token.kind), token


def leveled(text: str, kind: str) -> str:
    latin = regex.sub("(?<=[0-9]),(?=[0-9])", "", text.translate(TO_LATIN_DIGITS))
    latin = regex.sub(r"(?<=\d)[.:](?=\d\d)", ":", latin) if kind == "time" else latin
    return regex.sub(r"(?<=^\P{N}*\p{Sc}) ", "", latin)


@pytest.mark.parametrize("lang", LANGUAGES)
@settings(max_examples=6, deadline=None)
@given(st.data())
def test_paths_write_what_is_written(lang: str, data: st.DataObject) -> None:
    """Alignment reads the path: its characters are the written form, and what it reads are the fields."""
    style = data.draw(STYLES)
    for token in data.draw(st.lists(st.sampled_from(tokens(lang)), min_size=10, max_size=10)):
        found = grammar(lang).verbalized(token, style)
        assert (found is None) == (grammar(lang).written(token, style) is None)
        if found is not None:
            fields, path = found
            assert "".join(written for _, written in path) == grammar(lang).written(token, style)
            assert "".join(read for read, _ in path) == fields


TOUCHED = {
    "currency": {"money"},
    "currency_space": {"money"},
    "date": {"date"},
    "hours": {"time"},
    "time_separator": {"time"},
    "units": {"measure"},
    "ranges": {"range", "score"},
}
"""Choices, and the classes that they may change; digits and groups are everybody's."""


@pytest.mark.parametrize("lang", ["hi", "ta", "en"])
@pytest.mark.parametrize("name", OPTIONS)
def test_every_choice_changes_its_classes(name: str, lang: str) -> None:
    changed = set()
    for token in tokens(lang):
        forms = {grammar(lang).written(token, Style(**{name: option})) for option in OPTIONS[name]}
        changed |= {token.kind} if len(forms) > 1 else set()
    if name == "digits" and language(lang).script == "Latin":
        assert not changed
    else:
        assert changed
        assert changed <= TOUCHED.get(name, changed)
