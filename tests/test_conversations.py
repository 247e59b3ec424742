"""The talk that models are trained on: every language has it, and nothing of what they are scored on is in it."""

from __future__ import annotations

from pathlib import Path

import pytest
import regex

from indic_tf import languages
from indic_tf.languages import language
from indic_tf.training import build

ROOT = Path(__file__).parents[1]
TALK = ROOT / "data_scripts" / "conversations"
EVERYDAY = Path(__file__).parent / "everyday"
TALKING = [code for code in languages() if language(code).status == "stable" or (TALK / code).is_dir()]
IN_A_ROW = 5
WORD = regex.compile(r"[\p{L}\p{M}\p{N}'\u200c\u200d]+")

pytestmark = pytest.mark.skipif(not TALK.is_dir(), reason="the training text is not part of the wheel")


def rows(lang: str) -> list[str]:
    return (TALK / lang / "own-conversations.txt").read_text(encoding="utf-8").splitlines()


def runs(text: str) -> set[tuple[str, ...]]:
    words = WORD.findall(text.lower())
    return {tuple(words[i : i + IN_A_ROW]) for i in range(len(words) - IN_A_ROW + 1)}


@pytest.mark.parametrize("lang", TALKING)
def test_every_language_has_talk(lang: str) -> None:
    own = rows(lang)
    assert len(own) >= 200
    assert len(set(own)) == len(own)
    facts = language(lang)
    assert all(row[-1] in (facts.sentence_end, facts.question) for row in own)
    questions = sum(facts.question in row for row in own)
    assert 0.15 < questions / len(own) < 0.85


@pytest.mark.parametrize("lang", TALKING)
def test_talk_does_not_overlap_what_models_are_scored_on(lang: str) -> None:
    lines = (EVERYDAY / f"{lang}.tsv").read_text(encoding="utf-8").splitlines()
    scored = set().union(*(runs(line.partition("\t")[2]) for line in lines))
    assert not [row for row in rows(lang) if runs(row) & scored]


def test_its_licence_is_on_record() -> None:
    listed = [line.split("\t") for line in (TALK / "SOURCES.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    assert {(row[0], row[1]) for row in listed} == {(p.parent.name, build.source_name(p)) for p in build.sources(TALK)}
    assert {row[4] for row in listed} == {"CC0-1.0"}
