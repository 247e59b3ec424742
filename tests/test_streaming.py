"""Live text: the same words give the same text however they come in, and what is committed stays."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterable, Sequence

import pytest
from case_tables import CLASSES, formatter
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from indic_tf import IndicFormatter, InputError, Word, cli, languages
from indic_tf.scripts import nfc
from indic_tf.streaming import LiveText, Update

SPOKEN = {
    lang: [str(row.values[1]) for row in CLASSES if row.values[0] == lang and len(str(row.values[1]).split()) > 1]
    for lang in languages()
}
HINDI = (
    "मुझे पच्चीस हजार रुपये चाहिए क्या आप दे सकते हैं कल सुबह दस बजे तक मैं आ जाऊँगा "
    "मेरा नंबर नौ आठ सात छह पाँच चार तीन दो एक शून्य है और दो हज़ार चौबीस में पंद्रह अगस्त को हम मिले थे"
)


def document(lang: str, seed: int, words: int = 60) -> list[str]:
    """Spoken cases of a language, one behind the other."""
    chance, made = random.Random(seed), list[str]()
    while len(made) < words:
        made += chance.choice(SPOKEN[lang]).split()
    return made[:words]


def text(updates: Iterable[Update]) -> str:
    return "".join(update.committed for update in updates)


def streamed(stream: LiveText, pieces: Iterable[str]) -> str:
    updates = [stream.push(piece) for piece in pieces]
    return text([*updates, stream.finish()])


def cut(words: Sequence[str], places: Iterable[int]) -> list[str]:
    ends = [0, *sorted(places), len(words)]
    return [" ".join(words[a:b]) for a, b in itertools.pairwise(ends)]


# --- the same however it is cut -----------------------------------------------------------------------


@pytest.mark.parametrize("lang", [lang for lang in languages() if SPOKEN[lang]])
def test_same_however_it_is_cut(lang: str) -> None:
    words = document(lang, seed=1, words=28)
    fmt = formatter(lang)
    whole = streamed(fmt.stream(4), [" ".join(words)])
    assert streamed(fmt.stream(4), words) == whole
    for place in range(1, len(words), 3):  # at all distances from a look, which are four words apart
        assert streamed(fmt.stream(4), cut(words, [place])) == whole, place


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["hi", "ta", "te", "bn", "mr", "en", "ur"])
def test_same_however_it_is_cut_with_a_tagger(lang: str) -> None:
    fmt = IndicFormatter(lang)
    for seed in range(2):
        words = document(lang, seed, words=90 if seed else 30)  # more than a window, and less
        whole = streamed(fmt.stream(), [" ".join(words)])
        assert streamed(fmt.stream(), words) == whole
        for place in range(1, len(words), 17 if seed else 5):
            assert streamed(fmt.stream(), cut(words, [place])) == whole, place


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 1000),
    lang=st.sampled_from(["hi", "en", "ta", "ur"]),
    places=st.lists(st.integers(0, 40), max_size=12),
    right_context=st.integers(1, 12),
)
def test_same_in_any_pieces(seed: int, lang: str, places: list[int], right_context: int) -> None:
    words = document(lang, seed, words=40)
    fmt = formatter(lang)
    whole = streamed(fmt.stream(right_context), [" ".join(words)])
    assert streamed(fmt.stream(right_context), cut(words, places)) == whole


@pytest.mark.parametrize("lang", [lang for lang in languages() if SPOKEN[lang]])
def test_short_texts_come_out_as_a_whole(lang: str) -> None:
    """What fits into one look is what the formatter makes of it; so is a number at the end of a push."""
    for spoken in SPOKEN[lang][::25]:
        assert streamed(formatter(lang).stream(40), spoken.split()) == formatter(lang)(spoken).text


def test_numbers_are_never_cut() -> None:
    words = HINDI.split()
    for right_context in (1, 2, 3, 4, 8):
        live = streamed(formatter("hi").stream(right_context), words)
        assert live == formatter("hi")(HINDI).text


# --- what is committed stays, and what is shown goes on from it ---------------------------------------


@pytest.mark.parametrize("model", [None, pytest.param("default", marks=pytest.mark.slow)])
def test_tentative_text_goes_on_from_what_is_committed(model: str | None) -> None:
    stream = IndicFormatter("hi", model=model).stream(4)
    committed, shown, flicker = "", list[str](), 0
    for word in HINDI.split():
        update = stream.push(word)
        committed += update.committed
        now = committed + update.tentative
        assert (now.split()[: len(shown)] == shown) == (update.flicker == 0)
        assert not now.startswith(" ")
        assert "  " not in now
        shown = now.split()
        flicker += update.flicker
    committed += stream.finish().committed
    assert model or committed == formatter("hi")(HINDI).text
    assert flicker > 0  # 25, 25,000, ₹25,000


def test_positions_times_and_speakers_are_those_of_the_source() -> None:
    words = [Word(w, start=float(i), end=i + 0.5, speaker="A" if i < 20 else "B") for i, w in enumerate(HINDI.split())]
    stream = formatter("hi").stream(3)
    made = [w for i in range(0, len(words), 5) for w in stream.push(words[i : i + 5]).words] + [*stream.finish().words]
    assert [w.words[0] for w in made] == [0, *(w.words[1] for w in made)][:-1]
    assert made[-1].words[1] == len(words)
    for word in made:
        start, end = word.words
        assert (word.start, word.end, word.speaker) == (float(start), end - 0.5, words[start].speaker)
    assert [(w.text, w.start, w.end) for w in made if "₹" in w.text] == [("₹25,000", 1.0, 3.5)]


def test_no_number_reaches_from_one_speaker_to_the_next() -> None:
    said = [Word("बीस", speaker="A"), Word("हज़ार", speaker="B"), Word("रुपये", speaker="B")]
    stream = formatter("hi").stream(2)
    updates = [stream.push([word]) for word in said]
    assert text([*updates, stream.finish()]) == formatter("hi")(said).text
    stream = formatter("hi").stream(2)
    stream.push(said[:1])
    assert stream.flush().committed == "20"
    assert "20,000" not in text([stream.push(said[1:]), stream.finish()])


def test_no_number_reaches_across_a_pause() -> None:
    stream = formatter("en").stream()
    stream.push("two hundred")
    assert stream.flush().committed == "200"
    stream.push("fifty thousand rupees")
    assert stream.flush().committed == " ₹50,000"
    assert stream.finish() == Update()


@pytest.mark.slow
def test_capitals_follow_the_marks_that_stand() -> None:
    said = "we met her yesterday she said that it was fine thank you very much we will come again tomorrow"
    stream = IndicFormatter("en").stream(2)
    made = streamed(stream, said.split()).split()
    assert made[0][0].isupper()
    for before, word in itertools.pairwise(made):
        assert word[0].isupper() or before[-1] not in ".?!"


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{"disfluency": "remove"}, {"model": "fast"}, {"itn": False}, {"style": "verbatim"}]
)
def test_every_kind_of_formatter_streams(options: dict[str, object]) -> None:
    fmt = IndicFormatter("en", **options)  # type: ignore[arg-type]
    said = "so uh i i want two hundred and fifty rupees um by monday because the the shop will close at five thirty"
    whole = streamed(fmt.stream(), [said])
    assert streamed(fmt.stream(), said.split()) == whole == fmt(said).text
    assert ("uh" in whole.lower()) == (options.get("disfluency") != "remove")


def test_a_digit_reader_does_not_hold_the_stream_up() -> None:
    """Nothing but digits for as long as one likes: memory and delay stay bounded, and no digit is lost."""
    chance, stream = random.Random(5), formatter("en").stream(4)
    digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    said = chance.choices(range(10), k=140)
    made, late = "", 0
    for digit in said:
        update = stream.push(digits[digit])
        made += update.committed
        late = max(late, len(update.tentative))
    made += stream.finish().committed
    for value, name in enumerate(digits):
        made = made.replace(name, str(value))
    assert [int(c) for c in made if c.isdigit()] == said
    assert late < 400


# --- partials -----------------------------------------------------------------------------------------


def test_a_final_stands_in_place_of_its_partials() -> None:
    stream = formatter("en").stream(2)
    partials = ["i", "i have to", "i have two hundred", "i have two hundred rubies"]
    shown = [stream.push(partial, replace=True) for partial in partials]
    assert not text(shown)
    assert shown[2].tentative == "i have 200"
    final = stream.push("i have two hundred rupees")
    assert text([final, stream.finish()]) == "i have ₹200"


def test_partials_without_a_final_are_settled_where_they_agree() -> None:
    words = HINDI.split()
    stream = formatter("hi").stream(3)
    updates = [stream.push(" ".join(words[: i + 1]), replace=True) for i in range(len(words))]
    assert len(text(updates)) > 60
    assert text([*updates, stream.finish()]) == formatter("hi")(HINDI).text
    assert not any(update.contradicted for update in updates)


def test_a_partial_that_takes_back_what_was_settled_is_told() -> None:
    words = HINDI.split()
    stream = formatter("hi").stream(2)
    updates = [stream.push(" ".join(words[: i + 1]), replace=True) for i in range(20)]
    before = text(updates)
    other = [*words[:20], "जी", "हाँ"]
    other[0] = "तुझे"
    changed = stream.push(" ".join(other), replace=True)
    assert changed.contradicted == 1
    assert stream.push(" ".join(other), replace=True).contradicted == 0  # told once
    final = stream.push(" ".join(other))
    made = before + text([changed, final, stream.finish()])
    assert made.startswith("मुझे ₹25,000")
    assert made.endswith("जी हाँ")
    assert made == formatter("hi")(" ".join([*words[:20], "जी", "हाँ"])).text


def test_a_shorter_partial_takes_nothing_back() -> None:
    words = HINDI.split()
    stream = formatter("hi").stream(2)
    updates = [stream.push(" ".join(words[:count]), replace=True) for count in (16, 16, 16, 5, 18, 20)]
    assert not any(update.contradicted for update in updates)
    updates.append(stream.push(" ".join(words[:20])))
    assert text([*updates, stream.finish()]) == formatter("hi")(" ".join(words[:20])).text


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 1000), ends=st.lists(st.integers(1, 12), min_size=1, max_size=8))
def test_stretches_with_partials_and_finals(seed: int, ends: list[int]) -> None:
    """Growing partials and a final, again and again: the text of the finals."""
    chance = random.Random(seed)
    words = document("en", seed, sum(ends))
    partial, plain = formatter("en").stream(4), formatter("en").stream(4)
    made, expected, start = "", "", 0
    for length in ends:
        stretch = words[start : start + length]
        start += length
        for end in range(1, length):
            wrong = ["noise"] if chance.random() < 0.2 else []
            made += partial.push(" ".join([*stretch[:end], *wrong]), replace=True).committed
        made += partial.push(" ".join(stretch)).committed
        expected += plain.push(" ".join(stretch)).committed
    assert made + partial.finish().committed == expected + plain.finish().committed


# --- what may come in ---------------------------------------------------------------------------------


def test_nothing_and_marks_alone() -> None:
    stream = formatter("hi").stream(1)
    assert stream.push("") == stream.push("  \n ") == stream.push([]) == stream.flush() == Update()
    assert stream.push("", replace=True) == Update()
    updates = [stream.push(piece) for piece in ("—", "दस", "", "।", "...", "प्रतिशत")]
    assert text([*updates, stream.finish()]) == "— 10 । ... प्रतिशत"


def test_line_breaks_stay() -> None:
    said = "one hundred\nand five people\n\ncame today\nand left"
    for cuts in ([3], [11], [12], [15], [27], [28], [29], [12, 29], []):
        ends = [0, *cuts, len(said)]
        pieces = [said[a:b] for a, b in itertools.pairwise(ends)]
        if all(a[-1:].isspace() or b[:1].isspace() for a, b in itertools.pairwise(pieces)):
            assert streamed(formatter("en").stream(1), pieces) == formatter("en")(said).text, pieces


@settings(max_examples=80, deadline=None)
@given(pieces=st.lists(st.text(max_size=12), max_size=12), right_context=st.integers(1, 5))
def test_no_character_is_lost(pieces: list[str], right_context: int) -> None:
    fmt = IndicFormatter("hi", model=None, itn=False)
    pieces = [piece.encode("utf-8", "ignore").decode() for piece in pieces]
    made = streamed(fmt.stream(right_context), pieces)
    assert made.split() == [word for piece in pieces for word in nfc(piece).split()]


@settings(max_examples=30, deadline=None)
@given(words=st.lists(st.text(st.characters(exclude_categories=["Cs", "Z", "C"]), min_size=1, max_size=5), max_size=30))
def test_any_words_come_out_the_same_in_any_pieces(words: list[str]) -> None:
    stream = formatter("hi").stream(2)
    assert streamed(stream, words) == streamed(formatter("hi").stream(2), [" ".join(words)])


def test_many_words_at_once() -> None:
    words = document("hi", 3, 100) * 8
    stream = formatter("hi").stream()
    updates = [stream.push(" ".join(words)), stream.finish()]
    made = [word for update in updates for word in update.words]
    assert made[-1].words[1] == len(words)
    assert " ".join(word.text for word in made) == text(updates)


@pytest.mark.parametrize("bad", [None, 3, b"text", [3], {"a": 1}, "\ud800"], ids=ascii)
def test_what_is_no_text_is_refused_and_the_stream_goes_on(bad: object) -> None:
    stream = formatter("en").stream()
    stream.push("two")
    with pytest.raises(InputError):
        stream.push(bad)  # type: ignore[arg-type]
    stream.push("hundred")
    assert stream.finish().committed == "200"


def test_a_finished_stream_takes_nothing() -> None:
    stream = formatter("en").stream()
    stream.finish()
    with pytest.raises(InputError, match="finished"):
        stream.push("one")
    for action in (stream.flush, stream.finish):
        with pytest.raises(InputError, match="finished"):
            action()


@pytest.mark.parametrize("bad", [0, -1, 2.5, "8", True, None])
def test_right_context_is_a_number_of_words(bad: object) -> None:
    with pytest.raises(InputError, match="right_context"):
        formatter("en").stream(bad)  # type: ignore[arg-type]


# --- the command --------------------------------------------------------------------------------------

STREAM = ("stream", "--lang", "en", "--model", "none", "--right-context", "2")


def run(*arguments: str, stdin: bytes) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, [*STREAM, *arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_command_answers_every_line() -> None:
    code, out, _ = run(stdin=b"i have two\nhundred rupees\n\nand five percent\n")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert len(answers) == 5
    assert "".join(answer["committed"] for answer in answers) == "i have ₹200 and 5%"
    assert answers[0]["tentative"] == "i have two"


def test_command_reads_json() -> None:
    lines = [
        {"text": "i have to", "replace": True},
        {"text": "i have two hundred", "replace": True, "final": True},
        {"words": [{"word": "rupees", "start": 1, "end": 1.5, "confidence": 0.3}], "flush": True},
        {"flush": True},
    ]
    code, out, _ = run(stdin="\n".join(map(json.dumps, lines)).encode())
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert "".join(answer["committed"] for answer in answers) == "i have ₹200"
    assert answers[2]["words"][-1]["end"] == 1.5


def test_command_names_bad_lines_and_goes_on() -> None:
    code, out, err = run("--text", stdin=b'two hundred\n{"text": 3}\n{"x": 1}\n{oops\n\xff\nrupees\n')
    assert code == 1
    assert out == "₹200\n"
    assert [line.split(":")[1].strip() for line in err.splitlines()] == ["line 2", "line 3", "line 4", "line 5"]


def test_command_finds_the_language() -> None:
    arguments = ["stream", "--lang", "auto", "--model", "none", "--text"]
    said = "मुझे पच्चीस हजार रुपये चाहिए\n\n".encode()
    result = CliRunner().invoke(cli.app, arguments, input=said)
    assert result.exit_code == 0, result.output
    assert result.stdout == "मुझे ₹25,000 चाहिए\n"
