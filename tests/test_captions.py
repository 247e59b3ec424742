"""Captions keep to their limits or say that they do not, lose no word, and stay when they are cut again."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pysubs2
import pytest
import regex
from amounts import many
from caption_talks import LANGUAGES, Word, check, check_talk, parsed, said, talk
from hypothesis import given, settings
from hypothesis import strategies as st

from indic_tf.captions import PRESETS, Layout, captions, facts, layout, render
from indic_tf.captions.lines import best
from indic_tf.captions.strip import Strip
from indic_tf.captions.timing import Said, shown
from indic_tf.errors import InputError

LAYOUTS = st.builds(
    Layout,
    max_chars=st.integers(12, 45),
    max_lines=st.integers(1, 3),
    max_cps=st.sampled_from([12.0, 17.0, 22.0]),
    min_seconds=st.sampled_from([0.0, 0.5, 5 / 6, 1.5]),
    max_seconds=st.sampled_from([2.0, 5.0, 7.0]),
    min_gap=st.sampled_from([0.0, 0.04, 2 / 24]),
    pause=st.sampled_from([0.3, 1.5]),
    linger=st.sampled_from([0.0, 0.5, 1.5]),
    chain=st.sampled_from([0.0, 0.5]),
)


@pytest.mark.parametrize("lang", LANGUAGES)
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), limits=LAYOUTS)
def test_what_must_hold(lang: str, seed: int, limits: Layout) -> None:
    check_talk(lang, talk(lang, seed), limits)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_must_hold_of_many(lang: str) -> None:
    for seed in range(many(1000)):
        rng = random.Random(seed)
        limits = Layout(
            max_chars=rng.randint(14, 42), max_lines=rng.choice([1, 2, 2, 3]), min_gap=rng.choice([0, 0.08])
        )
        check_talk(lang, talk(lang, seed), limits)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_within_what_is_said(lang: str) -> None:
    """With times that can be: no caption begins before its words, or ends long after them."""
    for seed in range(20):
        words = [word for word in talk(lang, seed, tame=True) if word.text]
        for one in captions(words, language=lang):
            first, last = words[one.words[0]], words[one.words[1] - 1]
            assert first.start is not None
            assert last.end is not None
            assert first.start <= one.start + 1e-6
            assert one.end <= last.end + Layout().linger + 1e-3 or "after it is said" in " ".join(one.problems)


CUTS = [
    # said, layout, captions with / for a line break
    ("मैं कल दिल्ली जा रहा हूँ। आप कब तक वापस आ जाएँगे?", {}, ["मैं कल दिल्ली जा रहा हूँ।", "आप कब तक वापस आ जाएँगे?"]),
    (
        "राम की दुकान में नई किताबें और पुराने अख़बार भी सस्ते दाम पर मिल जाते हैं।",
        {"max_chars": 36},
        ["राम की दुकान में नई किताबें / और पुराने अख़बार भी सस्ते दाम पर मिल जाते हैं।"],
    ),
    (
        "I told them that the meeting is on Friday, but nobody came to the office in the end.",
        {},
        ["I told them that the meeting is on Friday, / but nobody came to the office in the end."],
    ),
    ("நான் நாளை ஊருக்குப் போகிறேன். நீங்கள் எப்போது வருவீர்கள்?", {}, ["நான் நாளை ஊருக்குப் போகிறேன்.", "நீங்கள் எப்போது வருவீர்கள்?"]),
    ("Well, yes.", {}, ["Well, yes."]),
    (
        "We waited for you near the gate, but then in the evening nobody from the head office ever came back to us.",
        {},
        [
            "We waited for you near the gate,",
            "but then in the evening nobody / from the head office ever came back to us.",
        ],
    ),
    (
        "हमने पुराने दरवाज़े के पास बहुत देर तक आपका इंतज़ार किया, लेकिन शाम को दफ़्तर से कोई भी आदमी हमारे पास वापस लौटकर नहीं आया "
        "और हम घर चले गए।",
        {},
        [
            "हमने पुराने दरवाज़े के पास बहुत देर तक आपका इंतज़ार किया,",
            "लेकिन शाम को दफ़्तर से कोई भी आदमी हमारे पास / वापस लौटकर नहीं आया और हम घर चले गए।",
        ],
    ),
    (
        "The new clinic near our old school — opens on Monday morning.",
        {},
        ["The new clinic near our old school — / opens on Monday morning."],
    ),
]


@pytest.mark.parametrize(("text", "limits", "expected"), CUTS)
def test_cuts(text: str, limits: dict[str, int], expected: list[str]) -> None:
    assert [" / ".join(one.lines) for one in captions(said(text, each=0.3), Layout(**limits))] == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_line_parts_what_belongs_together(lang: str) -> None:
    """Among many everyday sentences a line rarely begins with a postposition or ends with an article."""
    closed, breaks, bad = facts.closed(lang), 0, 0
    for seed in range(60):
        words = talk(lang, seed, tame=True)
        for one in captions([replace(word, glued=False) for word in words], language=lang):
            for line, following in pairwise(one.lines):
                breaks += 1
                ends = regex.search(r"[\p{P}]$", line) is not None
                bad += not ends and closed.get(following.split()[0].strip(",.?!।").lower()) == "back"
    assert breaks > 50
    assert bad <= breaks * 0.03


def test_glued_words_stay_together() -> None:
    words = said("हमने कुल मिलाकर लगभग ₹25 लाख करोड़ रुपये का सामान ख़रीदा")
    words[4:7] = [replace(word, glued=True) for word in words[4:7]]
    made = captions(words, Layout(max_chars=12, max_lines=1))
    assert [one.text for one in made if "₹25" in one.text] == ["₹25 लाख करोड़ रुपये"]
    assert [one.problems for one in made if "₹25" in one.text] == [
        ("a line of 14 characters, at most 12: words that cannot be parted",)
    ]


def test_a_word_longer_than_a_line_is_not_broken() -> None:
    long = "தொலைத்தொடர்புத்துறையினருக்காகத்தான்"
    made = captions(said(f"இது {long} சொல்கிறேன்"), Layout(max_chars=12))
    assert long in [line for one in made for line in one.lines]
    assert any("a line of" in problem for one in made for problem in one.problems)


def test_two_speakers_are_apart() -> None:
    words = said("Are you coming?", speaker="Asha") + said("In a minute.", 1.2, speaker="Ravi")
    made = captions(words)
    assert [(one.text, one.speaker) for one in made] == [("Are you coming?", "Asha"), ("In a minute.", "Ravi")]


def test_two_at_once() -> None:
    """The first is trimmed where it can be read in less; where it cannot, the other waits."""
    long = said("one two three four five six seven eight nine ten", speaker="A")
    soon, late = (captions(long + said("yes I know", start, speaker="B")) for start in (0.6, 3.0))
    assert late[0].end == pytest.approx(3.0 - 2 / 24, abs=2e-3)
    assert late[1].start == 3.0
    assert soon[0].end == pytest.approx(48 / 22, abs=2e-3)
    assert soon[1].start == pytest.approx(48 / 22 + 2 / 24, abs=2e-3)
    assert any("after it is said" in problem for problem in soon[1].problems)


def test_short_captions_stay() -> None:
    one, two = captions([Word("हाँ।", 1.0, 1.2, ends_sentence=True), Word("नहीं।", 1.5 + 4, 5.9, ends_sentence=True)])
    assert (one.start, one.end) == (1.0, 1.833)
    assert two.end == pytest.approx(5.5 + 5 / 6, abs=1e-3)


def test_short_silences_are_bridged() -> None:
    words = said("Where are you going?") + said("To the market, by the bus.", 1.9)
    assert [(one.start, one.end) for one in captions(words)] == [(0.0, 1.817), (1.9, 4.3)]
    assert captions(words, Layout(chain=0.2))[0].end == 1.6


def test_words_without_times() -> None:
    words = [Word("कुल", 4.1, 4.4), Word("2450"), Word("रुपये", 5.2, 5.6), Word("लगे।")]
    (made,) = captions(words)
    assert made.starts[0] == 4.1
    assert made.starts[1] == pytest.approx(4.4)
    assert 5.6 < made.end < 7
    with pytest.raises(InputError, match="no word has a time"):
        captions([Word("एक"), Word("दो")])
    assert captions([]) == []
    assert captions([Word(" ")]) == []


def test_times_that_cannot_be() -> None:
    """One wild time does not move the words behind it; a file whose words all begin at once is still readable."""
    words = said("one two three four five six")
    words[2] = replace(words[2], start=500.0, end=500.4)
    (made,) = captions(words)
    assert made.end < 3
    frozen = [Word(f"word{i}", 3.0, 3.0) for i in range(40)]
    check(frozen, captions(frozen), Layout())
    odd = [Word("a", float("nan"), float("inf")), Word("b", 1.0, 2.0), Word("c", -4.0, -3.0)]
    check(odd, captions(odd), Layout())


def test_kept_segments() -> None:
    """A cue that fits keeps its times, also where it touches the next; one that does not is cut inside."""
    first = said("क्या आप कल आ रहे हैं?", segment=0)
    second = said("जी हाँ।", 2.4, segment=1)
    third = said("यह बहुत लंबा वाक्य है, जो दो पंक्तियों में नहीं आता, " * 4, 3.2, segment=2)
    made = captions(first + second + third, keep_segments=True)
    assert [(one.start, one.end) for one in made[:2]] == [(0.0, 2.4), (2.4, 3.2)]
    assert len(made) > 3
    assert made[2].start >= 3.2
    assert all(first.end <= second.start for first, second in pairwise(made))


def test_three_lines_are_the_cheapest() -> None:
    """The lines of a caption cost no more than any other way to break it."""
    rng = random.Random(1)
    for _ in range(60):
        widths = [rng.randint(1, 9) for _ in range(8)]
        right = [0]
        for width in widths:
            right.append(right[-1] + width + 1)
        costs = [0.0, *(rng.choice([0.0, 1.0, 4.0, 10.0]) for _ in widths[1:])]
        strip = Strip(list(range(9)), right, [0.0] * 8, [0.0] * 8, costs, costs, [0] * 9)
        limits = Layout(max_chars=20, max_lines=2)
        two, three = best(strip, 0, 8, limits), best(strip, 0, 8, replace(limits, max_lines=3))
        assert three is not None or strip.width(0, 8) > 50
        if two is not None:
            assert three is not None
            assert three[0] == pytest.approx(two[0])


def test_timing_of_kept_cues_is_a_fixed_point() -> None:
    cues = [Said(0, 2, 20, True), Said(1, 3, 20, True), Said(3, 3.5, 40, True), Said(3.2, 9, 4, True)]
    once = shown(cues, Layout())
    twice = shown([Said(start, end, cue.width, True) for (start, end), cue in zip(once, cues, strict=True)], Layout())
    assert once == twice


SPECIAL = "R&D <b>x</b> a --> b {\\an8} C:\\New 50% &amp; \\h"


@pytest.mark.parametrize("word_times", [False, True])
def test_what_formats_would_take_for_commands(word_times: bool) -> None:
    made = captions(said(SPECIAL, speaker="A, <B> & C"), Layout(max_chars=99))
    srt = parsed(render(made, "srt"))
    assert " ".join(srt[0][2]).replace("\u2060", "") == SPECIAL
    assert not any("-->" in line for line in srt[0][2])
    vtt = render(made, "vtt", word_times=word_times, speakers=True)
    body = " ".join(parsed(vtt)[0][2])
    assert body.startswith("<v A, &lt;B&gt; &amp; C>R&amp;D ")
    assert "-->" not in body
    tags = regex.findall(r"<(\d\d:\d\d:\d\d\.\d\d\d)>", body)
    assert tags == sorted(set(tags))
    assert bool(tags) == word_times
    ass = render(made, "ass", word_times=word_times)
    event = ass.splitlines()[-1]
    assert event.split(",", 9)[4] == "A <B> & C"
    text = regex.sub(r"(?<!\\)\{\\k\d+\}", "", event.split(",", 9)[9])
    assert not regex.search(r"\\[Nnh]", text)
    assert text.replace("\\{", "{").replace("\\}", "}").replace("\u2060", "") == SPECIAL


def test_files_read_back() -> None:
    made = captions(said("मैं कल दिल्ली जा रहा हूँ। आप कब तक वापस आ जाएँगे?", speaker="Asha"))
    for format in ("srt", "vtt", "ass"):
        file = pysubs2.SSAFile.from_string(render(made, format))
        assert [event.plaintext for event in file] == [one.text for one in made]
        assert [event.start for event in file] == pytest.approx([one.start * 1000 for one in made], abs=10)
    assert "[Asha]: मैं" in render(made, "srt", speakers=True)
    assert "Noto Sans Devanagari" in render(made, "ass")
    assert "Noto Sans Tamil" in render(captions(said("நான் வருகிறேன்")), "ass")
    assert render([], "srt") == ""
    with pytest.raises(InputError, match="choose one of srt, vtt, ass"):
        render(made, "doc")


def test_layouts() -> None:
    assert layout("broadcast", "hi") == replace(PRESETS["broadcast"], max_cps=22.0)
    assert layout("broadcast", "en").max_cps == 20.0
    assert layout("social", "en").max_chars == PRESETS["social"].max_chars
    assert layout("youtube", "te") == PRESETS["youtube"]
    assert layout("youtube", "ml").max_chars == 23
    with pytest.raises(InputError, match="no preset 'cinema'; choose one of broadcast"):
        layout("cinema")
    for bad in ({"max_chars": 0}, {"max_cps": float("nan")}, {"min_gap": -1}, {"max_seconds": 0.5}):
        with pytest.raises(InputError, match="layout: "):
            Layout(**bad)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_closed_words(lang: str) -> None:
    """Every language has words of each place, and a single place for each word."""
    own = {word: place for word, place in facts.closed(lang).items() if lang == "en" or not word.isascii()}
    for place in ("back", "ahead", "link"):
        assert sum(one == place for one in own.values()) >= 5, (lang, place)
    rows = (Path(facts.__file__).parent / "closed.tsv").read_text(encoding="utf-8").splitlines()
    words = [word for row in rows if row.startswith(f"{lang}\t") for word in row.split("\t")[2].split()]
    assert len(words) == len(set(words)), [word for word in words if words.count(word) > 1]
