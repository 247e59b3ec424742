"""Recognisers: rates against a slow reference and jiwer, normalizations, ids, what normalization loses."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import jiwer
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from indic_tf import cli
from indic_tf.errors import InputError
from indic_tf.evaluation.asr import losses, similarity
from indic_tf.evaluation.asr.canonical import Canonical, plain_number
from indic_tf.evaluation.asr.counts import METRICS, WIDTH, count, graphemes, metrics, rates, ratios
from indic_tf.evaluation.asr.evaluate import evaluate, score
from indic_tf.evaluation.asr.matching import match
from indic_tf.evaluation.asr.normalizations import ALL, Unavailable, normalizations, without_punctuation
from indic_tf.evaluation.asr.safe import safe
from indic_tf.evaluation.asr.sentences import split
from indic_tf.evaluation.asr.utterances import hypotheses, predictions, references
from indic_tf.evaluation.asr.whisper import whisper

LETTERS = "कखलति्ाीं़" + "കന്ിറൻ\u200d" + "ৎত্" + "தி" + "ab "
TEXTS = st.text(LETTERS, max_size=14).map(lambda text: " ".join(text.split()))


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


# --- rates --------------------------------------------------------------------------------------------


def slow(reference: Sequence[str], hypothesis: Sequence[str]) -> int:
    """The definition of the edit distance, written down."""

    table = [[i + j for j in range(len(hypothesis) + 1)] for i in range(len(reference) + 1)]
    for i, a in enumerate(reference, start=1):
        for j, b in enumerate(hypothesis, start=1):
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a != b))
    return table[-1][-1]


def check_counts(pairs: list[tuple[str, str]]) -> None:
    total = np.sum([count(*pair) for pair in pairs], axis=0)
    made = rates(total, {})
    for edits, units in ((made.words, str.split), (made.characters, str), (made.graphemes, graphemes)):
        split_pairs = [(list(units(a)), list(units(b))) for a, b in pairs]
        assert edits.errors == sum(slow(a, b) for a, b in split_pairs)
        assert edits.reference == sum(len(a) for a, _ in split_pairs)
        assert edits.correct + edits.substitutions + edits.insertions == sum(len(b) for _, b in split_pairs)
    assert (made.wrong, made.utterances) == (sum(a != b for a, b in pairs), len(pairs))
    assert {name: metric(ratios(total)) for name, metric in metrics().items()} == {n: getattr(made, n) for n in METRICS}


PAIRS = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4)


@settings(max_examples=300, deadline=None)
@given(PAIRS)
def test_counts_are_those_of_the_definition(pairs: list[tuple[str, str]]) -> None:
    check_counts(pairs)


@pytest.mark.slow
@settings(max_examples=10_000, deadline=None)
@given(PAIRS)
def test_counts_are_those_of_the_definition_ten_thousand_times(pairs: list[tuple[str, str]]) -> None:
    check_counts(pairs)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(TEXTS.filter(bool), TEXTS), min_size=1, max_size=5))
def test_rates_are_those_of_jiwer(pairs: list[tuple[str, str]]) -> None:
    gold, made = map(list, zip(*pairs, strict=True))
    found = score(pairs, {"raw": lambda text: text})["raw"]
    words, characters = jiwer.process_words(gold, made), jiwer.process_characters(gold, made)
    assert found.wer == pytest.approx(words.wer)
    assert found.cer == pytest.approx(characters.cer)
    counted = (words.hits, words.substitutions, words.deletions, words.insertions)
    assert (found.words.correct, found.words.substitutions, found.words.deletions, found.words.insertions) == counted


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("हिन्दी", ["हि", "न्दी"]),
        ("தமிழ்", ["த", "மி", "ழ்"]),
        ("র‍্যাব", ["র\u200d্যা", "ব"]),
        ("മലയാളം", ["മ", "ല", "യാ", "ളം"]),
        ("ಕನ್ನಡ", ["ಕ", "ನ್", "ನ", "ಡ"]),
    ],
)
def test_graphemes(text: str, made: list[str]) -> None:
    assert graphemes(text) == made


def test_rates_by_hand() -> None:
    """की → के: one of four words, one of eleven code points, one of seven clusters (म रा ␣ की ␣ …)."""
    found = score([("राम की बात है", "राम के बात"), ("हाँ", "हाँ")], {"raw": lambda text: text})["raw"]
    assert (found.words.substitutions, found.words.deletions, found.words.reference) == (1, 1, 5)
    assert found.wer == pytest.approx(2 / 5)
    assert found.cer == pytest.approx((1 + 3) / (13 + 3))
    assert found.ger == pytest.approx((1 + 2) / (9 + 1))
    assert found.ser == 1 / 2


def test_an_empty_reference_has_no_rate() -> None:
    found = score([("", "एक दो")], {"raw": lambda text: text})["raw"]
    assert (found.wer, found.cer, found.ser) == (None, None, 1)
    assert found.words.insertions == 2


# --- normalizations -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "folds"),
    [
        ("“है!”", "है।", ()),
        ("धीरे-धीरे", "धीरे धीरे", ()),
        ("ന്\u200d", "ൻ", ()),
        ("र्\u200dय", "ऱ्य", ()),
        ("क्\u200dष", "क्ष", ()),
        ("ड़", "\u095c", ()),
        ("२०२४", "2024", ()),
        ("The OTP", "the otp", ()),
        ("হ’ল", "হ'ল", ()),
        ("എന്റെ", "എൻ്റെ", ()),
        ("എന്റെ", "എൻറെ", ()),
        ("എന്\u200dറെ ട്വൻ്റി", "എൻ്റെ ട്വന്റി", ()),
        ("উৎসব", "উত্\u200cসব", ()),
        ("উৎসব", "উত্\u200dসব", ()),
        ("উৎসব", "উত্সব", ()),
        ("হঠাৎ।", "হঠাত্", ()),
        ("हज़ार", "हजार", ("nukta",)),
        ("पाँच", "पांच", ("candrabindu",)),
        ("वहाँ से जाऊँ?", "वहां से जाऊं", ("candrabindu", "nukta")),
    ],
)
def test_safe_makes_the_same(first: str, second: str, folds: tuple[str, ...]) -> None:
    assert safe(first, folds) == safe(second, folds)
    if folds:
        assert safe(first) != safe(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("की", "के"),
        ("कमल", "कमाल"),
        ("दर्\u200dया", "दर्या"),
        ("3.5", "35"),
        ("काम", "कम"),
        ("ശ്രീ", "ശ്രി"),
        ("എന്റെ", "എനറെ"),
        ("എന്നെ", "എന്റെ"),
        ("হঠাৎ", "হঠাত"),
        ("উৎসব", "উতসব"),
        ("வளி", "வழி"),
    ],
)
def test_safe_keeps_apart(first: str, second: str) -> None:
    assert safe(first) != safe(second)


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from(LETTERS + "।,-’.१2()“₹%"), max_size=20))
@example("-’-a")
def test_normalizing_twice_changes_nothing(text: str) -> None:
    for normalize in (safe, whisper, without_punctuation):
        assert normalize(normalize(text)) == normalize(text)
    assert sum(unicodedata.category(c)[0] == "M" for c in safe(text)) <= sum(
        unicodedata.category(c)[0] == "M" or c in "ৎൻ" for c in text
    ), "khanda ta and chillu n are letters with a virama, no other sign is made"


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from(LETTERS + "।॥,-'’…()“”–?!"), max_size=20))
def test_punctuation_is_that_of_jiwer(text: str) -> None:
    assert without_punctuation(text).split() == jiwer.RemovePunctuation()(text).split()  # type: ignore[no-untyped-call]


def test_whisper_deletes_what_writes_vowels() -> None:
    assert whisper("वह बोला") == whisper("वही बोली") == "वह ब ल"
    assert whisper("தமிழ்") == "தம ழ"
    assert whisper("(laughs) Don’t [noise] stop!") == "don t stop"
    assert score([("वह बोला", "वही बोली")], {"whisper": whisper})["whisper"].wer == 0


def test_what_cannot_be_had_is_left_out_or_refused() -> None:
    assert list(normalizations("en").left_out) == ["indicnlp"]
    with pytest.raises(Unavailable, match="no normalizer for 'en'"):
        normalizations("en", ["indicnlp"])
    with pytest.raises(InputError, match="unknown normalization 'x'; choose among raw"):
        normalizations("hi", ["x"])
    with pytest.raises(InputError, match="unknown fold"):
        normalizations("hi", ["safe"], ["matra"])
    with pytest.raises(InputError, match="changes safe and value only, not raw"):
        normalizations("hi", ["raw"], ["nukta"])
    assert list(normalizations("hi", ["raw", "safe"], ["nukta"]).functions) == ["raw", "safe", "safe+nukta"]


def test_indicnlp_loses_joiners_and_two_letters() -> None:
    normalize = normalizations("mr", ["indicnlp"]).functions["indicnlp"]
    assert normalize("ॲप") == "एप"
    assert normalizations("or", ["indicnlp"]).functions["indicnlp"]("ଵ") == "ବ"


# --- numbers by their value ---------------------------------------------------------------------------

SAME = [
    ("hi", "25,000", "२५०००", "पच्चीस हज़ार", "25 हज़ार", "पच्चीस हजार"),
    ("hi", "₹25,000", "25,000 रुपये", "पच्चीस हज़ार रुपए", "रु 25000", "२५ हजार रुपये।"),
    ("hi", "5 मई 2024", "05/05/2024", "पाँच मई दो हज़ार चौबीस", "५ मई २०२४"),
    ("hi", "1947 में", "उन्नीस सौ सैंतालीस में", "एक हज़ार नौ सौ सैंतालीस में"),
    ("hi", "1.5 लाख", "डेढ़ लाख", "एक दशमलव पाँच लाख", "1,50,000"),
    ("hi", "10%", "10 प्रतिशत", "दस फ़ीसदी"),
    ("hi", "5:30 बजे", "साढ़े पाँच बजे"),
    ("hi", "5-10 लाख रुपये", "पाँच से दस लाख रुपये"),
    ("hi", "98765 43210", "9876543210", "नौ आठ सात छह पाँच चार तीन दो एक शून्य"),
    ("hi", "2 लोग", "दो लोग", "२ लोग"),
    ("hi", "COVID-19", "covid उन्नीस"),
    ("ta", "2024ல்", "2024-இல்", "இரண்டாயிரத்து இருபத்து நான்கில்"),
    ("ta", "25,000 ரூபாய்", "₹25,000", "இருபத்தைந்தாயிரம் ரூபாய்", "25 ஆயிரம் ரூபாய்"),
    ("bn", "৫টি বই", "পাঁচটি বই", "5টি বই"),
    ("en", "$5", "five dollars", "5 dollars"),
]
APART = [
    ("hi", "25,000", "2,500", "25001", "₹25,000", "25,000 डॉलर"),
    ("hi", "5 मई", "6 मई", "5 जून", "पाँच"),
    ("hi", "3.5", "3.50", "35", "5.3"),
    ("hi", "की", "के", "का"),
    ("ta", "5வது", "5", "ஆறாவது"),
]


@cache
def canonical(lang: str) -> Canonical:
    return Canonical(lang)


@pytest.mark.parametrize("row", SAME, ids=lambda row: row[1])
def test_the_same_value(row: tuple[str, ...]) -> None:
    lang, *texts = row
    assert len({canonical(lang)(text) for text in texts}) == 1, [canonical(lang)(text) for text in texts]


@pytest.mark.parametrize("row", APART, ids=lambda row: row[1])
def test_other_values(row: tuple[str, ...]) -> None:
    lang, *texts = row
    assert len({canonical(lang)(text) for text in texts}) == len(texts)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["hi", "ta"]), st.integers(0, 10**9), st.booleans())
def test_a_number_in_words_is_the_number(lang: str, number: int, grouped: bool) -> None:
    """What the shortcut for plain figures says is what the grammar says."""
    made = canonical(lang)
    said = made._grammar.spoken(str(number))
    assume(said != str(number))
    figure = f"{number:,}" if grouped else str(number)
    assert plain_number(figure) == str(number)
    assert made(said) == made(figure) == str(number)


def test_text_without_numbers_is_that_of_safe() -> None:
    text = "राम की किताब, धीरे-धीरे (कल) पढ़ी गई।"
    assert canonical("hi")(text) == safe(text)


# --- ids ----------------------------------------------------------------------------------------------


def test_kaldi_text(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes("u1 एक दो\nu2\tतीन\nu3\n\nu1 फिर\n".encode() + b"u4 \xff\n")
    found = references(file)
    assert {u.id: u.text for u in found.by_id.values()} == {"u1": "एक दो", "u2": "तीन", "u3": ""}
    assert [u.text for u in found.duplicates] == ["फिर"]
    assert found.bad == (f"{file}:6: not UTF-8 at byte 4",)


def test_manifest_lines_and_array(tmp_path: Path) -> None:
    rows = [
        {"audio_filepath": "a/x.wav", "duration": 1.0, "text": "एक", "pred_text": "इक", "speaker": "s1"},
        {"audio_filepath": "b/x.wav", "text": "दो", "pred_text": "दो"},
        {"id": "named", "audio_filepath": "c.wav", "text": "तीन", "pred_text": ""},
    ]
    lines = write(tmp_path / "m.jsonl", "\n".join(json.dumps(row) for row in rows) + '\n{\n[1]\n{"text": "x"}\n')
    array = write(tmp_path / "m.json", json.dumps(rows))
    expected = {"a/x": "एक", "b/x": "दो", "named": "तीन"}
    for file in (lines, array):
        assert {u.id: u.text for u in references(file).by_id.values()} == expected
        assert [u.text for u in hypotheses(file).by_id.values()] == ["इक", "दो", ""]
        assert [u.text for u in predictions(file).by_id.values()] == ["इक", "दो", ""]
    assert references(lines).by_id["a/x"].speaker == "s1"
    assert [problem.split(": ", 1)[1][:10] for problem in references(lines).bad] == [
        "not JSON: ",
        "not a JSON",
        "no id: exp",
    ]


def test_ids_without_audio_and_audio_without_a_name(tmp_path: Path) -> None:
    rows = [{"id": "a", "text": "एक"}, {"id": "b", "text": "दो"}, *({"audio_filepath": "/", "text": "x"} for _ in "12")]
    found = references(write(tmp_path / "m.json", json.dumps(rows)))
    assert {id_: made.text for id_, made in found.by_id.items()} == {"a": "एक", "b": "दो"}
    assert ["no id" in problem for problem in found.bad] == [True, True]


def test_dataset_all_of_audio_and_transcript(tmp_path: Path) -> None:
    file = write(tmp_path / "dataset_all.json", json.dumps([{"audio_path": "w/u1.wav", "transcript": "एक"}]))
    assert references(file).by_id["u1"].text == "एक"


def test_folder(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    for name in ("BANK/D1_401129", "AGRI/D1_402084", "AGRI/D1_000000"):
        write(corpus / f"{name}.wav", "")
    write(corpus / "BANK/text.txt", "D1_401129 ब्याज की वापसी भी की जाती है\n")
    write(corpus / "AGRI/text.txt", "D1_402084 चमेली अपनी खुसबू के लिए\nD1_999999 किसका\n")
    found = references(corpus)
    assert {u.id: u.text.split()[0] for u in found.by_id.values()} == {"D1_401129": "ब्याज", "D1_402084": "चमेली"}
    assert sorted(problem.rsplit(": ", 1)[1] for problem in found.bad) == ["no audio of this name", "no transcript"]


def test_matching(tmp_path: Path) -> None:
    gold = references(write(tmp_path / "ref", "a एक\nb दो\nc तीन\na चार\n"))
    heard = hypotheses(write(tmp_path / "hyp", "b दो\na एक\nd कौन\n"))
    made = match(gold, heard)
    assert [(p.id, p.reference, p.hypothesis) for p in made.pairs] == [
        ("a", "एक", "एक"),
        ("b", "दो", "दो"),
        ("c", "तीन", ""),
    ]
    assert (made.missing, made.extra, len(made.duplicates)) == (("c",), ("d",), 1)
    assert made.problems[0] == "1 utterances of the reference have no hypothesis and were counted as empty: c"
    assert [p.id for p in match(gold, heard, skip=True).pairs] == ["a", "b"]
    with pytest.raises(InputError, match=r"no utterance of .* is in"):
        match(gold, hypotheses(write(tmp_path / "other", "x एक\n")))


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no utterance"):
        references(write(tmp_path / "empty", ""))
    with pytest.raises(InputError, match="expected 'pred_text'"):
        predictions(write(tmp_path / "m.jsonl", '{"id": "a", "text": "x"}\n'))


# --- the whole ----------------------------------------------------------------------------------------

REF = "u1 उसने २५,००० रुपये दिए।\nu2 वह घर गई।\nu3 हज़ार लोग आए\nu4 हाँ\n"
HYP = "u1 उसने पच्चीस हज़ार रुपये दिए\nu2 वह घर गया\nu3 हजार लोग आए\n"


def files(tmp_path: Path) -> tuple[Path, Path]:
    return write(tmp_path / "ref.txt", REF), write(tmp_path / "hyp.txt", HYP)


def test_side_by_side(tmp_path: Path) -> None:
    made = evaluate(*files(tmp_path), "hi", folds=["nukta"], samples=100)
    assert made.names == ("raw", "punctuation", "safe", "safe+nukta", "indicnlp", "value", "whisper")
    errors = {name: rate.words.errors for name, rate in made.rates.items()}
    assert errors["raw"] == 3 + 1 + 1 + 1  # a figure and a mark; गई/गया; हज़ार/हजार; a missing utterance
    assert errors["safe"] == 2 + 1 + 1 + 1
    assert errors["safe+nukta"] == 2 + 1 + 0 + 1
    assert errors["value"] == 0 + 1 + 0 + 1
    assert made.rates["whisper"].words.reference > made.rates["safe"].words.reference
    assert made.matched.missing == ("u4",)
    assert [error.id for error in made.errors(9)] == ["u2", "u4"]
    value = made.rates["value"]
    interval = value.intervals["wer"]
    assert interval is not None
    assert interval.low <= (value.wer or 0) <= interval.high
    assert str(made.signed("value")).startswith("ASR|lang:hi|set:ref@sha256:")
    assert "|fold:nukta|norm:value|missing:empty|ci:bootstrap-0.95|samples:100|seed:1|unit:utterances|" in str(
        made.signed("value")
    )
    assert made.rows.shape == (4, 7 * WIDTH)


def test_two_processes_count_the_same(tmp_path: Path) -> None:
    one, two = (evaluate(*files(tmp_path), "hi", names=["raw", "safe"], samples=0, jobs=jobs) for jobs in (1, 2))
    assert np.array_equal(one.rows, two.rows)


def test_intervals_over_speakers(tmp_path: Path) -> None:
    write(tmp_path / "utt2spk", "u1 s1\nu2 s1\nu3 s2\nu4 s2\n")
    made = evaluate(*files(tmp_path), "hi", names=["raw"], samples=50)
    assert made.speakers == 2
    assert "unit:speakers" in str(made.signed("raw"))
    short = write(tmp_path / "short", "u1 s1\nu2 s1\n")
    with pytest.raises(InputError, match="no speaker of 2 of 4 utterances: u3, u4"):
        evaluate(*files(tmp_path), "hi", names=["raw"], speakers_file=short)


def command(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, ["evaluate", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_asr_command(tmp_path: Path) -> None:
    reference, hypothesis = map(str, files(tmp_path))
    code, out, err = command("asr", reference, hypothesis, "--lang", "hi", "--samples", "20", "--errors", "1")
    assert code == 1
    assert "1 utterances of the reference have no hypothesis and were counted as empty: u4" in err
    assert [line.split()[0] for line in out.splitlines() if line.split()[0] in ALL] == list(ALL)
    made = json.loads(command("asr", reference, hypothesis, "--lang", "hi", "--json", "--norm", "value")[1])
    assert made["normalizations"]["value"]["words"]["substitutions"] == 1
    assert made["ids"]["missing"] == ["u4"]


def test_asr_command_on_one_manifest(tmp_path: Path) -> None:
    row = {"audio_filepath": "x.wav", "text": "दो लोग", "pred_text": "2 लोग"}
    manifest = str(write(tmp_path / "m.jsonl", json.dumps(row)))
    code, out, _ = command("asr", manifest, "--lang", "hi", "--json", "--norm", "safe", "--norm", "value")
    made = json.loads(out)["normalizations"]
    assert (code, made["safe"]["wer"], made["value"]["wer"]) == (0, 0.5, 0)


def test_a_reference_is_no_hypothesis(tmp_path: Path) -> None:
    """Not even where it has no other: the rates would be 0."""
    code, out, err = command("asr", str(write(tmp_path / "ref", REF)), "--lang", "hi")
    assert (code, out) == (2, "")
    assert "no manifest with pred_text" in err
    with pytest.raises(InputError, match="no manifest with pred_text"):
        predictions(tmp_path)


def test_other_ids_are_an_error(tmp_path: Path) -> None:
    reference = str(write(tmp_path / "ref", "a एक\n"))
    code, out, err = command("asr", reference, str(write(tmp_path / "hyp", "b एक\n")), "--lang", "hi")
    assert (code, out) == (2, "")
    assert "the ids are a and b" in err


# --- what is lost -------------------------------------------------------------------------------------

TEXT = ["वह हिन्दी में बोला।", "क्या पाँच हज़ार लोग थे?", "கல்வி கற்றான்"]


def test_losses() -> None:
    made = losses.losses(TEXT, normalizations("hi", ["safe", "whisper"], ["nukta", "candrabindu"]).functions)
    assert all(made["safe"].share(name) in (0, None) for name in losses.CLASSES)
    assert made["safe"].hidden_share == 0
    assert made["safe+nukta+candrabindu"].share("nukta") == 1
    assert [made["whisper"].share(name) for name in ("vowel sign", "virama", "nukta", "nasal sign", "letter")] == [
        1,
        1,
        1,
        1,
        0,
    ]
    assert made["whisper"].hidden_share == 1
    assert made["whisper"].words_after > 1.8 * made["whisper"].words
    assert (made["safe"].chrf or 0) > 0.99 > 0.4 > (made["whisper"].chrf or 0)


def test_meteor_by_hand() -> None:
    """P 2/3, R 1/2; F = PR / (.9 P + .1 R) = 20/39; two matches in two chunks: half of it."""
    assert similarity.meteor("a b c d", "a x d") == pytest.approx(20 / 39 / 2)
    assert similarity.meteor("a b c d", "a b c d") == pytest.approx(1 - 0.5 / 64)


def test_sentences() -> None:
    assert list(split("एक। दो! “तीन?” डॉ. राम ने कहा। A.B. ठीक है.")) == [
        "एक।",
        "दो!",
        "“तीन?”",
        "डॉ. राम ने कहा।",
        "A.B. ठीक है.",
    ]


def test_normalization_command(tmp_path: Path) -> None:
    file = str(write(tmp_path / "text.txt", "\n".join(TEXT)))
    code, out, err = command("normalization", file, "--lang", "hi", "--sentences", "2")
    assert (code, err) == (0, "")
    assert "2 sentences" in out
    made = json.loads(command("normalization", file, "--lang", "hi", "--json")[1])
    assert made["normalizations"]["whisper"]["shares"]["vowel sign"] == 1
    assert made["signature"].startswith("NORM|lang:hi|set:text@sha256:")
    (tmp_path / "latin.txt").write_bytes(b"one\ncaf\xe9\n")
    code, _, err = command("normalization", str(tmp_path / "latin.txt"), "--lang", "en")
    assert (code, "line 2: not UTF-8 at byte 4" in err) == (2, True)
