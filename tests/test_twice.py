"""Formatting what was formatted changes nothing, in texts that no case table was made from."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from amounts import FULL
from case_tables import formatter
from test_joined import joined

from indic_tf import IndicFormatter, languages

SETS = Path(__file__).parent.parent / "benchmarks"
LANGUAGES = [lang for lang in languages() if (SETS / "itn" / f"{lang}.tsv").is_file()]
MOST = 1  # of a thousand, with a tagger
MOST_OF_PIECES = 2  # of 300


def spoken(lang: str) -> list[str]:
    rows = [
        line.split("\t")[2]
        for folder in ("itn", "itn_talk", "itn_talk/held_out", "itn_talk/held_out_2")
        if (path := SETS / folder / f"{lang}.tsv").is_file()
        for line in path.read_text(encoding="utf-8").splitlines()[1:]
        if line.strip() and not line.startswith("#")
    ]
    return rows if FULL else rows[::5]


def changed(made: IndicFormatter, texts: list[str]) -> list[tuple[str, str]]:
    once = [one.text for one in made.map(texts)]
    return [(a, b.text) for a, b in zip(once, made.map(once), strict=True) if a != b.text]


def open_to_marks(made: IndicFormatter, text: str) -> list[tuple[str, bool]]:
    """Every word as a tagger sees it, and whether a mark may follow."""
    [(draft, _)] = made.drafts([text])
    words, bound = draft.segment.words, draft.choice.bound
    ends = [unit.words[1] for unit in draft.units]
    marked = [words[end - 1].after or (end < len(words) and not words[end].core) for end in ends]
    may = [u.last and not mark and end - 1 not in bound for u, end, mark in zip(draft.units, ends, marked, strict=True)]
    return list(zip(draft.seen, may, strict=True))


def opened(lang: str, text: str) -> list[str]:
    """The words of the formatted text behind which a mark may be put where none might before; all if it looks different
    to a tagger."""
    made = formatter(lang)
    before, behind = open_to_marks(made, text), open_to_marks(made, made(text).text)
    if [word for word, _ in before] != [word for word, _ in behind]:
        return [word for word, _ in behind]
    return [word for (word, might), (_, may) in zip(before[:-1], behind[:-1], strict=True) if may and not might]


@pytest.mark.slow
@pytest.mark.parametrize("model", ["fast", "default"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_formatted_twice(lang: str, model: str) -> None:
    found = spoken(lang)
    assert len(differ := changed(IndicFormatter(lang, model=model), found)) <= MOST * len(found) / 1000 + 1, differ


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_tagger_nothing_changes(lang: str) -> None:
    assert changed(formatter(lang), spoken(lang)) == []


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pieces_of_speech_beside_each_other(lang: str) -> None:
    """Numbers cut off anywhere and set beside others, which nobody says: some are left in words for what is a figure
    the second time."""
    chance = random.Random(3)
    assert len(differ := changed(formatter(lang), [joined(lang, chance) for _ in range(300)])) <= MOST_OF_PIECES, differ


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_tagger_finds_a_new_place_for_a_mark(lang: str) -> None:
    found = [(text, words) for text in spoken(lang) if (words := opened(lang, text))]
    assert found == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("hi", "सुबह साढ़े आठ बजे"),  # a part of the day
        ("hi", "सुबह नौ से शाम छह बजे तक"),
        ("gu", "બપોરે દોઢ વાગ્યે જમવાનું મળશે"),
        ("bn", "সভা শুরু সকাল দশ ঘটিকায়"),
        ("ta", "kaalaiyil ettu manikku varum"),
        ("hi", "फ्लाइट सिक्स फोर्टी फाइव पीएम की है"),
        ("hi", "यानी एक सौ चवालीस वर्ग सेंटीमीटर हुआ"),  # a unit of two words, and one with an ending
        ("mr", "सातशे पन्नास चौरस फुटांचा फ्लॅट"),
        ("ta", "வினாடிக்கு இருபதாயிரம் கன அடியாக உயர்வு"),
        ("ta", "மணிக்கு நாற்பது முதல் ஐம்பது கிலோமீட்டர் வேகத்தில்"),
        ("te", "పద్నాలుగేళ్ల బాలిక"),
        ("kn", "ಮೂವತ್ತಾರು ಪಾಯಿಂಟ್ ಎರಡು ಲಕ್ಷ ರೂಪಾಯಿಗಳನ್ನು ಕೊಟ್ಟರು"),  # a scale word with an ending
        ("kn", "ಈಗ ನಾಲ್ಕು ಗಂಟೆ ಆಯಿತು"),
        ("ta", "அரை மூன்று லட்சம்"),
        ("hi", "छब्बीस ग्यारह के हमले में"),  # what is written as a table has it
        ("mr", "दोन हजार साली"),
        ("hi", "इकतालीस एक लड़का आगे आया"),  # an article behind a number
        ("en", "on the twelfth of march and then"),
        ("te", "ఐదు నుంచి పది లక్షల రూపాయలు ఖర్చవుతుంది"),
        ("as", "ডাক্তৰ শৰ্মাই ৰোগী চাই আছে"),
        ("hi", "अनुच्छेद उन्नीस एक ए बोलने की आज़ादी देता है"),
        ("mr", "पाच एच पीची मोटर"),
        ("ur", "ایک ایل ای ڈی"),
    ],
)
def test_what_is_written_as_one_is_one_when_it_comes_again(lang: str, text: str) -> None:
    assert opened(lang, text) == []


@pytest.mark.parametrize(
    ("lang", "text", "written"),
    [
        ("ml", "നാനൂറ്റി അറുപത്തഞ്ച് എ സി ചെയർ", "465 AC ചെയർ"),
        ("hi", "मेरा आई डी तैंतालीस है", "मेरा ID 43 है"),
        ("ml", "നൂറ് പത്തൊമ്പത് ആൾ", "നൂറ് പത്തൊമ്പത് ആൾ"),
        ("bn", "বারোই মার্চ নয় চোদ্দোই মার্চ", "12ই মার্চ নয় 14ই মার্চ"),
        ("bn", "এক দশমিক শূন্য দুই হাজার চার সালে", "এক দশমিক শূন্য দুই হাজার চার সালে"),
        ("as", "এশ পোন্ধৰ দশমিক সাত ন কোটিতকৈও অধিক", "115.79 কোটিতকৈও অধিক"),
    ],
)
def test_what_the_grammar_reads_once(lang: str, text: str, written: str) -> None:
    made = formatter(lang)
    assert made(text).text == written
    assert made(written).text == written


@pytest.mark.parametrize("text", ["youtube.com पर देखो", "यूट्यूब डॉट कॉम स्लैश भारत देखो", "www.example.org, पर देखो"])
def test_addresses_are_never_capitalised(text: str) -> None:
    made = IndicFormatter("hi", model="fast")
    once = made(text).text
    assert once == once.lower()
    assert made(once).text == once


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
    made = IndicFormatter(lang)
    once = made(text).text
    assert made(once).text == once
