"""The whole way through: alignment, existing marks, idempotence, bad input."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indic_tf import (
    AlignmentError,
    Edit,
    FormattingError,
    IndicFormatter,
    InputError,
    ModelError,
    Style,
    Word,
    languages,
    replay,
)
from indic_tf.document import Disfluency, Segment, Tagged
from indic_tf.labels import CASE, DISFLUENCY, HEADS, PUNCTUATION, LabelSet
from indic_tf.languages import Thresholds
from indic_tf.segment import segment

LABELS = ("none", "none", "none", "comma", "end", "question")
CASES = ("lower", "capital", "upper", "mixed")
TAGS = ("O", "O", *DISFLUENCY.labels)


class AnyTagger:
    """Labels that depend on nothing but the word: what matters is what becomes of them."""

    heads = HEADS

    def tag(self, sequences: Sequence[Sequence[str]]) -> list[Tagged]:
        return [self._tag(words) for words in sequences]

    @staticmethod
    def _tag(words: Sequence[str]) -> Tagged:
        keys = [sum(word.encode()) for word in words]
        labels = {
            "punctuation": tuple(LABELS[k % 6] for k in keys),
            "case": tuple(CASES[k % 4] for k in keys),
            "itn": tuple("B-date" if k % 3 else "O" for k in keys),
            "disfluency": tuple(TAGS[k % 9] for k in keys),
        }
        sure = dict.fromkeys(labels, (1.0,) * len(words))
        none = {name: tuple(float(label in ("none", "lower", "O")) for label in row) for name, row in labels.items()}
        return Tagged(labels, sure, none)


def tagging_formatter(lang: str, **options: object) -> IndicFormatter:
    fmt = IndicFormatter(lang, **options)  # type: ignore[arg-type]
    fmt.__dict__["tagger"] = AnyTagger()
    return fmt


FORMATTERS = {lang: tagging_formatter(lang) for lang in languages()}
REMOVING = {lang: tagging_formatter(lang, disfluency="remove") for lang in languages()}


def check_alignment(fmt: IndicFormatter, text: str) -> str:
    """What must hold for every output, which is returned."""
    made = fmt(text)
    assert replay(made.words, made.edits) == made.text
    assert replay([w for out in made.words for w in out.source], made.edits) == made.text
    assert " ".join(w.text for w in made.words) == " ".join(filter(None, made.text.split("\n")))
    assert [i for w in made.words for i in range(*w.words)] == list(range(len(text.split())))
    return made.text


def check(fmt: IndicFormatter, text: str) -> None:
    """What must hold for every output of anything but heaps of number words."""
    made = check_alignment(fmt, text)
    assert fmt(made).text == made


ALPHABET = "कखगा़्ंँ০১கி்ాಕಿ്ൻਕੰ abcXYZ019,.?!।॥-–—'\"“”()₹$%\u200c\u200d\n\t\x00\x01~="


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(languages()), st.text(ALPHABET, max_size=60))
def test_any_text(lang: str, text: str) -> None:
    check(FORMATTERS[lang], text)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(languages()), st.text(ALPHABET, max_size=60))
def test_any_text_with_disfluencies_removed(lang: str, text: str) -> None:
    made = REMOVING[lang](text)
    assert replay(REMOVING[lang]._segment(text).words, made.edits) == made.text
    assert " ".join(w.text for w in made.words) == " ".join(filter(None, made.text.split("\n")))
    assert REMOVING[lang](made.text).text == made.text


def heap_of_words(lang: str) -> list[str]:
    """Everything that numbers, amounts and their cues are made of, and what may stand among it."""
    facts = FORMATTERS[lang].language
    tables = ("numbers", "scales", "words", "currency", "cues", "keep")
    return [*(row["form"] for t in tables for row in facts.table(t)), "।", "-", "(", "5", "₹20", "x,", "Y."]


HEAPS = {lang: heap_of_words(lang) for lang in languages()}


@settings(max_examples=400, deadline=None, derandomize=True)
@given(
    st.sampled_from(languages()).flatmap(
        lambda lang: st.tuples(st.just(lang), st.lists(st.sampled_from(HEAPS[lang]), max_size=12))
    )
)
def test_any_sequence_of_number_words(case: tuple[str, list[str]]) -> None:
    lang, words = case
    check_alignment(FORMATTERS[lang], " ".join(words))


def test_formatting_heaps_of_number_words_again_changes_few() -> None:
    """Marks that were put, and figures, tell the grammar more than the bare words did; in speech that is rare."""
    draw = random.Random(1)
    changed = []
    for lang in languages():
        for _ in range(180):
            made = FORMATTERS[lang](" ".join(draw.choices(HEAPS[lang], k=draw.randint(1, 12)))).text
            changed += [(lang, made)] if FORMATTERS[lang](made).text != made else []
    assert len(changed) <= 0.04 * 180 * len(languages()), changed


def test_times_ride_on_the_words() -> None:
    words = [Word(w, core=w, start=i / 2, end=i / 2 + 0.4) for i, w in enumerate(["मुझे", "पाँच", "सौ", "रुपये", "चाहिए"])]
    made = IndicFormatter("hi", model=None)(words)
    assert [(w.text, w.words, w.start, w.end) for w in made.words] == [
        ("मुझे", (0, 1), 0.0, 0.4),
        ("₹500", (1, 4), 0.5, 1.9),
        ("चाहिए", (4, 5), 2.0, 2.4),
    ]


def test_edit_says_who_and_what() -> None:
    made = IndicFormatter("hi", model=None)("पच्चीस हजार रुपये चाहिए")
    assert made.edits == (Edit((0, 3), "₹25,000", "money", "grammar"),)
    (span,) = made.spans
    assert (span.words, span.kind, span.token.fields) == ((0, 3), "money", {"integer": "25000", "currency": "INR"})


def test_words_that_stay_are_not_touched() -> None:
    made = IndicFormatter("hi", model=None)("वह पंद्रह अगस्त उन्नीस सौ सैंतालीस का दिन था")
    assert [(w.text, w.words) for w in made.words[:4]] == [
        ("वह", (0, 1)),
        ("15", (1, 2)),
        ("अगस्त", (2, 3)),
        ("1947", (3, 6)),
    ]
    (span,) = made.spans
    assert (span.words, span.token.fields) == ((1, 6), {"day": "15", "month": "8", "year": "1947"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(पाँच सौ रुपये), हाँ", "(₹500), हाँ"),
        ("“दस प्रतिशत”", "“10%”"),
        ("दस, बीस", "10, 20"),
        ("दो सौ। तीन सौ", "200। 300"),
        ("  दो   सौ \t लोग ", "200 लोग"),
        ("₹500 और 10%", "₹500 और 10%"),
        ("84 लाख रुपये", "84 लाख रुपये"),
        ("कई लाख लोग", "कई लाख लोग"),
        ("", ""),
        ("।", "।"),
        ("- - -", "- - -"),
    ],
)
def test_marks_and_figures_that_are_there_stay(text: str, expected: str) -> None:
    assert IndicFormatter("hi", model=None)(text).text == expected


def test_spelling_is_not_touched() -> None:
    text = "ज़मीन क्‍या पढ़ाई हँसी"
    assert IndicFormatter("hi", model=None)(text).text == text


def test_switches() -> None:
    text = "पच्चीस हजार रुपये चाहिए"
    assert tagging_formatter("hi", itn=False, punctuation=False)(text).text == text
    assert IndicFormatter("hi", model=None, style="verbatim")(text).text == text
    assert IndicFormatter("hi", punctuation=False, case=False, itn=False).tagger is None


def test_english_sentences_begin_with_a_capital() -> None:
    class Ends:
        heads: ClassVar = {"punctuation": PUNCTUATION, "case": CASE}

        def tag(self, sequences: Sequence[Sequence[str]]) -> list[Tagged]:
            return [self._tag(len(words)) for words in sequences]

        @staticmethod
        def _tag(count: int) -> Tagged:
            sure = (1.0,) * count
            labels = {"punctuation": ("end",) * count, "case": ("lower",) * count}
            return Tagged(labels, dict.fromkeys(labels, sure), dict.fromkeys(labels, sure))

    fmt = IndicFormatter("en")
    fmt.__dict__["tagger"] = Ends()
    assert fmt("hello world").text == "Hello. World."
    assert fmt("iPhone").text == "iPhone."


def test_map_is_lazy_and_keeps_order() -> None:
    asked = []

    def texts() -> Iterator[str]:
        for i in range(100):
            asked.append(i)
            yield f"दो सौ {'x' * i}"

    made = IndicFormatter("hi", model=None).map(texts(), batch_size=8)
    assert next(made).text == "200"
    assert len(asked) == 8
    assert [m.text for m in made] == [f"200 {'x' * i}" for i in range(1, 100)]


def test_map_sets_bad_texts_aside() -> None:
    failed: list[tuple[int, object, str]] = []
    texts = ["दो सौ", "bad \ud800", "तीन सौ"]
    made = IndicFormatter("hi", model=None).map(texts, on_error=lambda i, t, e: failed.append((i, t, str(e))))
    assert [m.text for m in made] == ["200", "bad \ud800", "300"]
    assert failed == [(1, "bad \ud800", "not valid Unicode text: surrogates not allowed at character 4")]
    with pytest.raises(InputError):
        list(IndicFormatter("hi", model=None).map(texts))


@pytest.mark.parametrize("bad", [5, None, 2.0, b"abc", {"a": 1}], ids=repr)
def test_not_a_text(bad: object) -> None:
    with pytest.raises(InputError, match="expected a text"):
        IndicFormatter("hi", model=None)(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [[None], [1, 2], [["a"]]])
def test_not_words(bad: list[object]) -> None:
    with pytest.raises(InputError, match="word 0 of the list"):
        IndicFormatter("hi", model=None)(bad)  # type: ignore[arg-type]


def test_map_hands_out_what_was_read_before_the_source_failed() -> None:
    def texts() -> Iterator[str]:
        yield "दो सौ"
        raise OSError("the disk is gone")

    made = IndicFormatter("hi", model=None).map(texts())
    assert next(made).text == "200"
    with pytest.raises(OSError, match="disk"):
        next(made)


def test_map_reports_every_kind_of_bad_text() -> None:
    failed: list[int] = []
    words = (w for w in ["दो", "सौ"])
    texts: list[object] = [words, None, b"x", [1], "तीन सौ"]
    made = IndicFormatter("hi", model=None).map(texts, on_error=lambda i, t, e: failed.append(i))  # type: ignore[arg-type]
    assert [m.text for m in made] == ["200", "", "", "", "300"]
    assert failed == [1, 2, 3]


def test_map_refuses_one_text_and_empty_batches() -> None:
    with pytest.raises(InputError, match="many texts"):
        list(IndicFormatter("hi").map("दो सौ"))
    with pytest.raises(InputError, match="batch_size"):
        list(IndicFormatter("hi").map(["दो सौ"], batch_size=0))


def test_a_bad_text_among_many_is_named() -> None:
    with pytest.raises(InputError, match="text 1 "):
        list(IndicFormatter("hi", model=None).map(["दो सौ", None]))  # type: ignore[list-item]


def test_times_that_are_given_as_marks_are_refused() -> None:
    with pytest.raises(TypeError, match="positional"):
        Word("दो", 0.0, 0.3)  # type: ignore[arg-type, call-arg]


@pytest.mark.parametrize("times", [(1.0, 0.5), (float("nan"), 1.0), (0.0, float("inf")), ("0", 1.0)])
def test_times_that_are_none(times: tuple[float, float]) -> None:
    with pytest.raises(InputError, match="दो"):
        Word("दो", start=times[0], end=times[1])


@pytest.mark.parametrize("lang", languages())
def test_results_compare_by_value(lang: str) -> None:
    fmt = IndicFormatter(lang, model=None)
    text = "5 km 10% " + fmt.spoken("25")
    assert fmt(text) == fmt(text)
    assert pickle.loads(pickle.dumps(fmt(text))) == fmt(text)
    assert fmt(text) != fmt(text + " x")


def test_a_missing_model_is_no_error_of_a_text() -> None:
    failed: list[Exception] = []
    with pytest.raises(ModelError):
        list(IndicFormatter("hi", model="/nowhere").map(["दो सौ"] * 3, on_error=lambda i, t, e: failed.append(e)))
    assert not failed


def test_a_fault_of_the_package_costs_no_other_text(monkeypatch: pytest.MonkeyPatch) -> None:
    fmt = IndicFormatter("hi", model=None)
    whole = fmt._drafter.draft

    def faulty(made: Segment, *rest: Any) -> Any:
        if made.words[0].core == "तीन":
            raise KeyError("oops")
        return whole(made, *rest)

    monkeypatch.setattr(fmt._drafter, "draft", faulty)
    failed: list[tuple[int, Exception]] = []
    made = fmt.map(["दो सौ", "तीन सौ", "चार सौ"], on_error=lambda i, t, e: failed.append((i, e)))
    assert [one.text for one in made] == ["200", "तीन सौ", "400"]
    [(index, error)] = failed
    assert index == 1
    assert isinstance(error, FormattingError)
    assert isinstance(error.__cause__, KeyError)


def test_numbers_do_not_cross_speakers() -> None:
    words = [Word("दो", speaker="A"), Word("सौ", speaker="B"), Word("पाँच", speaker="B"), Word("लोग", speaker="B")]
    made = IndicFormatter("hi", model=None)(words)
    assert made.text == "दो 105 लोग"
    assert made.words[1].speaker == "B"


def test_a_used_formatter_can_be_pickled() -> None:
    fmt = IndicFormatter("hi", model=None, style="native")
    text = fmt("दो सौ").text
    assert pickle.loads(pickle.dumps(fmt))("दो सौ").text == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("नमस्ते\nदस प्रतिशत", "नमस्ते\n10%"),
        ("पच्चीस\nहजार रुपये चाहिए", "₹25,000\nचाहिए"),  # a caption goes on in its next line
        ("\n\nकुल\r\n\n दो सौ लोग \n", "कुल\n\n200 लोग"),
        ("\n", ""),
    ],
)
def test_line_breaks_stay(text: str, written: str) -> None:
    fmt = IndicFormatter("hi", model=None)
    made = fmt(text)
    assert made.text == written
    assert fmt(made.text).text == written
    assert replay(made.words, made.edits) == written
    assert made.text.split() == fmt(" ".join(text.split())).text.split()


def test_line_breaks_of_word_lists_and_of_what_is_taken_out() -> None:
    words = [Word("कुल", breaks=1), Word("दो", start=0.5), Word("सौ")]
    assert IndicFormatter("hi", model=None)(words).text == "कुल\n200"
    assert IndicFormatter("en", disfluency="remove")("i want\nuh\ntwo hundred rupees").text.split("\n")[0] == "I want"
    assert IndicFormatter("hi", model=None).spoken("₹25\n10% छूट\n") == "पच्चीस रुपये\nदस प्रतिशत छूट"


def test_longer_language_tags() -> None:
    assert IndicFormatter("hi-IN").language.code == IndicFormatter("HI").language.code == "hi"


@pytest.mark.parametrize("wrong", [{"digits": "roman"}, {"spell_out_below": "ten"}, {"currency_space": 1}])
def test_styles_are_checked(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError, match=f"style: {next(iter(wrong))}"):
        Style(**wrong)  # type: ignore[arg-type]


def test_conversions_of_several_words_are_punctuated_once() -> None:
    fmt = tagging_formatter("hi")
    for text in ("तीन दशमलव सात ट्रिलियन डॉलर की", "दो दशमलव पाँच करोड़ रुपये चाहिए"):
        check(fmt, text)
        check(tagging_formatter("hi", style=Style(currency="after")), text)


def test_bad_options() -> None:
    with pytest.raises(
        InputError, match="choose one of default, verbatim, careful, eager, native, captions, news, codemix, figures"
    ):
        IndicFormatter("hi", style="fancy")
    with pytest.raises(ModelError, match="disfluency"):
        IndicFormatter("hi", model=None, disfluency="remove")
    with pytest.raises(InputError, match="spell_out_below is -1"):
        Style(spell_out_below=-1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"lang": None},
        {"model": "none"},
        {"model": 5},
        {"device": 0},
        {"style": 3},
        {"punctuation": "no"},
        {"itn": 1},
        {"case": None},
        {"disfluency": "drop"},
        {"normalizer": "none"},
    ],
    ids=str,
)
def test_arguments_are_checked_at_once(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError, match=f"^{next(iter(wrong))} is "):
        IndicFormatter(**{"lang": "hi", **wrong})  # type: ignore[arg-type]


def test_a_model_may_be_a_path(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="nothing-here"):
        _ = IndicFormatter("hi", model=tmp_path / "nothing-here").tagger


@pytest.mark.parametrize(
    "edits",
    [
        [Edit((1, 3), "x", "k", "b")],
        [Edit((0, 0), ",", "punctuation", "b")],
        [Edit((1, 2), "x", "k", "b"), Edit((0, 1), "y", "k", "b")],
    ],
)
def test_edits_that_do_not_fit(edits: list[Edit]) -> None:
    with pytest.raises(AlignmentError):
        replay(["a", "b"], edits)


def test_explain_shows_every_stage() -> None:
    told = tagging_formatter("hi").explain("मुझे पाँच सौ रुपये चाहिए")
    assert told.traces[0].classify == "integer=500 currency=INR kind=money"
    assert told.traces[0].verbalize == ("₹500",)
    assert told.units == ("मुझे", "<num>", "चाहिए")
    assert [s.words for s in told.spans] == [(1, 4)]
    assert told.tags is not None
    assert told.formatted.edits[0].by == "grammar" or told.formatted.edits[1].by == "grammar"


def test_spoken_takes_words() -> None:
    assert IndicFormatter("hi", model=None).spoken(["₹5", "दो"]) == "पाँच रुपये दो"


def test_spoken_reads_running_text() -> None:
    fmt = IndicFormatter("hi")
    assert fmt.spoken("कुल ₹1,500 (10%) है।") == "कुल एक हज़ार पाँच सौ रुपये (दस प्रतिशत) है।"
    assert fmt.spoken("कोई अंक नहीं") == "कोई अंक नहीं"


@pytest.mark.parametrize(
    ("lang", "written", "said"),
    [
        ("hi", "सुबह 7.30 बजे", "सुबह साढ़े सात बजे"),
        ("hi", "7.30 किलो", "सात दशमलव तीन शून्य किलो"),
        ("ta", "காலை 7.30 மணிக்கு", "காலை ஏழரை மணிக்கு"),
    ],
)
def test_a_point_beside_the_clock_word_is_a_time(lang: str, written: str, said: str) -> None:
    assert IndicFormatter(lang, model=None).spoken(written) == said


def test_a_preposition_behind_a_number_is_no_inch() -> None:
    fmt = IndicFormatter("en", model=None)
    assert fmt.spoken("There are 12 in the box, each 5 in.") == "There are twelve in the box, each five inches."


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("₹500.00", "पाँच सौ रुपये"),
        ("₹500/-", "पाँच सौ रुपये"),
        ("₹500.5", "पाँच सौ दशमलव पाँच रुपये"),
        ("-₹100", "माइनस एक सौ रुपये"),
        ("₹१,५००", "एक हज़ार पाँच सौ रुपये"),
        ("₹1", "एक रुपया"),
        ("₹5 हजार", "पाँच हज़ार रुपये"),
        ("Rs 5 crore", "पाँच करोड़ रुपये"),
        ("₹20 लाख करोड़", "बीस लाख करोड़ रुपये"),
        ("1947", "उन्नीस सौ सैंतालीस"),
        ("1,947", "एक हज़ार नौ सौ सैंतालीस"),
    ],
)
def test_spoken(written: str, said: str) -> None:
    assert IndicFormatter("hi").spoken(written) == said


def test_no_mark_between_a_kept_number_and_its_cue() -> None:
    """Such a mark would hide the cue the next time (found by hypothesis)."""
    check(FORMATTERS["or"], "ଶୂନ୍ୟ ଏକୋଇଶି କିଲୋମିଟର")


# --- the tagger's word on numbers and disfluencies


Labels = dict[str, str]


class Scripted:
    """Labels given word by word; every other word is neutral."""

    def __init__(self, **labels: Labels) -> None:
        self.labels = labels
        self.heads = HEADS

    def tag(self, sequences: Sequence[Sequence[str]]) -> list[Tagged]:
        return [self._tag(words) for words in sequences]

    def _tag(self, words: Sequence[str]) -> Tagged:
        given = {n: tuple(self.labels.get(n, {}).get(w, h.labels[0]) for w in words) for n, h in HEADS.items()}
        neutral = {n: tuple(float(label == HEADS[n].labels[0]) for label in row) for n, row in given.items()}
        return Tagged(given, dict.fromkeys(HEADS, (1.0,) * len(words)), neutral)


def scripted(
    lang: str, disfluency: Literal["keep", "remove"] = "keep", *, itn: Labels | None = None, tags: Labels | None = None
) -> IndicFormatter:
    fmt = IndicFormatter(lang, disfluency=disfluency)
    fmt.language = fmt.language.model_copy(update={"thresholds": Thresholds()})
    fmt.__dict__["tagger"] = Scripted(itn=itn or {}, disfluency=tags or {})
    return fmt


@pytest.mark.parametrize(
    ("lang", "text", "said", "written"),
    [
        ("hi", "कमल दो बजकर नहीं आया दो", {"दो": "B-cardinal"}, "कमल 2 बजकर नहीं आया 2"),
        ("hi", "उसने मुझे दो किताबें दी", {}, "उसने मुझे दो किताबें दी"),
        ("ta", "அந்த ஆறு வறண்டது", {"ஆறு": "B-cardinal"}, "அந்த 6 வறண்டது"),
        ("hi", "दो हज़ार चौबीस गायें", {"<num>": "B-cardinal"}, "2,024 गायें"),
        ("hi", "वह अठारह सौ सत्तावन था", {"<num>": "B-date"}, "वह 1857 था"),
    ],
)
def test_the_tagger_decides_on_doubtful_words_and_classes(
    lang: str, text: str, said: dict[str, str], written: str
) -> None:
    fmt = scripted(lang, itn=said)
    assert fmt(text).text == written
    assert fmt(written).text == written


def test_without_a_model_the_judge_decides() -> None:
    assert IndicFormatter("hi", model=None)("उसने दो रन बनाए").text == "उसने 2 रन बनाए"
    assert scripted("hi", itn={})("उसने दो रन बनाए").text == "उसने दो रन बनाए"


def test_disfluencies_are_marked_and_removed_only_when_asked() -> None:
    text = "मुझे उम्म पच्चीस उम्म हज़ार रुपये चाहिए"
    fillers = {"उम्म": "F"}
    kept = scripted("hi", tags=fillers)(text)
    assert "उम्म" in kept.text
    assert kept.disfluencies == (Disfluency((1, 2), "F"), Disfluency((3, 4), "F"))
    removed = scripted("hi", "remove", tags=fillers)(text)
    assert removed.text == "मुझे ₹25,000 चाहिए"
    assert removed.disfluencies == kept.disfluencies
    assert replay([Word(word) for word in text.split()], removed.edits) == removed.text
    assert removed.spans[0].words == (2, 6)


def test_a_listed_hesitation_is_a_filler_whatever_the_tagger_says() -> None:
    assert scripted("hi", "remove")("मुझे उम्म दो सौ रुपये चाहिए").text == "मुझे ₹200 चाहिए"
    assert scripted("hi", "remove")("मुझे उम्म-उम्म दो सौ रुपये चाहिए").text == "मुझे ₹200 चाहिए"
    assert scripted("en", "remove")("I um-um want two uh-hmm hundred rupees").text == "I want ₹200"


@pytest.mark.parametrize(
    "text", ["https://example.com/a", "rahul@gmail.com", "<i>नमस्ते</i>", "a&nbsp;b", "@user", "www.example.com"]
)
def test_what_is_for_machines_keeps_its_case(text: str) -> None:
    fmt = IndicFormatter("en")
    core = segment(text).words[0].core
    fmt.__dict__["tagger"] = Scripted(case={core: "upper", "now": "upper"})
    assert fmt(f"see {text} now").text == f"See {text} NOW"


def test_words_with_marks_of_their_own_are_not_removed() -> None:
    assert scripted("hi", "remove", tags={"उम्म": "F"})("उम्म, चलो").text == "उम्म, चलो"


@pytest.mark.parametrize(
    ("lang", "text", "left"),
    [
        ("hi", "धीरे धीरे चलो", "धीरे धीरे चलो"),
        ("hi", "मुझे मुझे कल जाना है", "मुझे कल जाना है"),
        ("te", "అప్పుడు అప్పుడు వాన పడుతుంది", "అప్పుడు అప్పుడు వాన పడుతుంది"),
        ("en", "the the train is very very late", "The train is very very late"),
    ],
)
def test_tables_know_what_is_said_twice(lang: str, text: str, left: str) -> None:
    heard = dict.fromkeys(("धीरे", "అప్పుడు", "very"), "R_RT")
    assert scripted(lang, "remove", tags=heard)(text).text == left


def test_corrections_stay() -> None:
    said = {"सोमवार": "R", "नहीं": "F", "मंगलवार": "C"}
    assert scripted("hi", "remove", tags=said)("सोमवार नहीं मंगलवार को आना").text == "मंगलवार को आना"


def test_a_model_with_other_marks_writes_them() -> None:
    marks = LabelSet("punctuation", ("none", "colon", "exclamation"), {":": "colon", "!": "exclamation"})
    fmt = scripted("hi")
    scripted_tagger = Scripted(punctuation={"राम": "colon", "आया": "exclamation"})
    scripted_tagger.heads = {**HEADS, "punctuation": marks}
    fmt.__dict__["tagger"] = scripted_tagger
    assert fmt("राम घर आया").text == "राम: घर आया!"


def test_no_comma_closes_a_text() -> None:
    fmt = scripted("hi")
    fmt.__dict__["tagger"] = Scripted(punctuation={"आया": "comma", "गया": "comma"})
    assert fmt("राम आया सीता गया").text == "राम आया, सीता गया।"
    assert fmt("राम आया सीता गया,").text == "राम आया, सीता गया,"


@pytest.mark.parametrize("lang", ["hi", "ta", "bn", "en"])
def test_a_long_run_of_numbers_is_read_as_short_ones_are(lang: str) -> None:
    """Long runs are read a few hundred words at a time; no number is cut where one such part ends."""
    fmt, chance = IndicFormatter(lang, model=None), random.Random(5)
    said = [fmt.spoken(f"{chance.randint(2, 99_999)}%") for _ in range(150)]
    assert fmt(" ".join(said)).text == " ".join(fmt(one).text for one in said)
