"""Repair of what recognisers print: bytes, loops, lost vowel signs, labels and markup, marks of the wrong kind."""

from __future__ import annotations

import random

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from indic_tf import IndicFormatter, languages
from indic_tf.errors import InputError
from indic_tf.languages import language
from indic_tf.repair import (
    Loop,
    Marks,
    bytes_as_letters,
    collapsed,
    decode,
    is_stripped,
    loops,
    marks,
    parts,
    prepare,
)
from indic_tf.scripts import is_latin

HINDI = Marks("।").with_forms(["डॉ.", "रु.", "कि.मी.", "Dr."], ["के", "एम", "एस", "पी"])
URDU = Marks("۔", "،", "؟")
VOCABULARY = [
    "मुझे",
    "दो",
    "सौ",
    "रुपये",
    "दीजिए",
    "क्योंकि",
    "आज",
    "बाज़ार",
    "जाना",
    "है",
    "और",
    "सामान",
    "बहुत",
    "महँगा",
    "हो",
    "गया",
    "लोग",
    "कहते",
    "सरकार",
    "पानी",
    "बिजली",
    "नहीं",
    "आती",
    "घर",
]
TEXTS = [
    "नमस्ते, आप कैसे हैं?\nठीक हूँ।\n",
    "எனக்கு இரண்டாயிரம் ரூபாய் வேண்டும்.",
    "مجھے دو ہزار روپے چاہیے۔",
    "ꯃꯩꯇꯩ ꯂꯣꯟ",
    "ᱥᱟᱱᱛᱟᱲᱤ ᱾",
    "two hundred\r\n",
    "കാണാം",
]


def marks_of(code: str) -> Marks:
    facts = language(code)
    made = Marks(facts.sentence_end, facts.comma, facts.question)
    return made.with_forms(facts.forms("abbreviations"), facts.forms("letters"))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("ಯಾರೊಬ್ಬರೂ <0xE0><0xB2><0x8A>ಹಿಸಿರಲಿಲ್ಲ", "ಯಾರೊಬ್ಬರೂ ಊಹಿಸಿರಲಿಲ್ಲ"),
        ("<0xE0><0xA4><0x85><0xE0><0xA4><0xAC>", "अब"),
        ("50<0x25>", "50%"),
        ("<0xe0><0xb2> ಕ", "<0xe0><0xb2> ಕ"),  # half a letter
        ("<0x00><0x3C>", "<0x00><0x3C>"),
        ("<0xE0> <0xB2><0x8A>", "<0xE0> <0xB2><0x8A>"),  # not one run
        ("", ""),
    ],
)
def test_bytes_as_letters(said: str, meant: str) -> None:
    assert bytes_as_letters(said) == meant
    assert bytes_as_letters(meant) == meant


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"],
)
def test_unicode_is_told_apart(text: str, encoding: str) -> None:
    raw = text.encode(encoding)
    assert decode(raw).text == text
    assert decode(raw).problems == ()


def test_stray_bytes_are_reported_where_they_stand() -> None:
    found = decode("एक\nदो \x00".encode()[:-1] + b"\xe0\xa4 \xff" + "तीन".encode())
    assert found.text == "एक\nदो \ufffd \ufffdतीन"
    assert [(problem.line, problem.offset) for problem in found.problems] == [(2, 14), (2, 17)]
    assert "line 2, byte 14" in str(found.problems[0])


@pytest.mark.parametrize("cuts", [(1,), (2,), (1, 2)])
def test_halves_of_a_letter_in_neighbouring_strings_are_put_together(cuts: tuple[int, ...]) -> None:
    letter = "ने".encode()[:3]
    inner = [letter[a:b] for a, b in zip((0, *cuts), (*cuts, 3), strict=True)]
    tokens = b'"},{"text":"'.join(inner)
    raw = b'{"transcription":[{"text":" \xe0\xa4", "tokens":[{"text":"' + tokens + b'"}]},{"text":"\x85\xe0\xa4\xac"}]}'
    found = decode(raw)
    assert found.text.startswith('{"transcription":[{"text":" अ", "tokens":[{"text":"न"')
    assert found.text.endswith('{"text":"ब"}]}')
    assert "\ufffd" not in found.text
    assert len(found.problems) == 2


@pytest.mark.parametrize(
    "raw",
    [b"caf\xe9 \x93quoted\x94", b"RIFF\x00\x10\x00\x00WAVE\xff\xfe\x80", b"\xe9"],
    ids=["text", "sound", "letter"],
)
def test_other_encodings_are_not_guessed(raw: bytes) -> None:
    with pytest.raises(InputError, match="encoding='cp1252'"):
        decode(raw)


def test_an_encoding_that_is_named_is_used() -> None:
    assert decode(b"caf\xe9", "cp1252").text == "café"
    assert decode(b"caf\xe9", "utf-8").text == "caf\ufffd"
    assert decode(b"\xef\xbb\xbf\xe0\xa4\x85", "utf-8").text == "अ"
    assert "cp1252" in decode(b"a\n\x81", "cp1252").problems[0].message
    with pytest.raises(InputError, match="unknown encoding 'klingon'"):
        decode(b"", "klingon")


@given(st.binary(max_size=300))
def test_bytes_decode_or_are_refused(raw: bytes) -> None:
    try:
        found = decode(raw)
    except InputError:
        return
    found.text.encode()
    assert all(0 <= problem.offset < len(raw) for problem in found.problems)


@given(st.sampled_from(TEXTS), st.data())
def test_text_cut_anywhere_is_read(text: str, data: st.DataObject) -> None:
    text = "अब " + text
    raw = text.encode()
    end = data.draw(st.integers(1, len(raw)))
    read = decode(raw[:end]).text if end > 2 else ""
    assert text.startswith(read.rstrip("\ufffd"))


@pytest.mark.parametrize(
    "said",
    [
        "धीरे धीरे",
        "हाँ हाँ हाँ",
        "चाय चाय चाय चाय चाय",
        "पाँच पाँच पाँच पाँच",
        "शून्य शून्य शून्य शून्य शून्य शून्य शून्य शून्य",
        "four" + " one" * 15,
        "फोर्टी फाइव फोर्टी फाइव",
        "ये दोस्ती हम नहीं तोड़ेंगे " * 2,
        "एक हज़ार दो सौ एक एक हज़ार दो सौ दो एक हज़ार दो सौ तीन एक हज़ार दो सौ चार एक हज़ार दो सौ पाँच एक हज़ार दो सौ छह",
        "1201 1202 1203 1204 1205 1206 1207 1208 1209 1210 1211 1212 1213 1214 1215 1216 1217 1218 1219 1220",
        "000000000000000000000000000000000000",
        "- - - - - - - - - - - - - - - - - - - -",
        "",
    ],
)
def test_honest_repetition_is_no_loop(said: str) -> None:
    assert loops(said.split()) == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (["நான்"] * 64, Loop(0, 64, 1, 64)),
        (["-196th,"] * 40, Loop(0, 40, 1, 40)),
        (["Kali,", "kali"] * 20, Loop(0, 40, 1, 40)),
        (["அ", "துது" * 30], Loop(1, 2, 0, 60)),
        (["हाँ", *["दो", "सौ", "रुपये", "।"] * 10], Loop(1, 40, 3, 10)),
    ],
)
def test_loops(said: list[str], found: Loop) -> None:
    assert loops(said) == [found]


@pytest.mark.parametrize("period", range(1, 13))
@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_loops_of_every_period(period: int, noise: float) -> None:
    chance = random.Random(period)
    hit = 0
    for _ in range(10):
        phrase, before = chance.sample(VOCABULARY, period), chance.sample(VOCABULARY, 6)
        again = ["".join(c for c in word if chance.random() >= noise) for word in phrase * (90 // period)]
        again = [word for word in again if word]
        covered = sum(loop.end - max(loop.start, 6) for loop in loops(before + again))
        hit += covered >= 0.8 * len(again)
    assert hit >= (10 if noise == 0 else 8 if period > 1 else 5)


def test_one_pass_of_a_loop_stays() -> None:
    words = ["हाँ", *["दो", "सौ", "रुपये", "।"] * 10, "बस"]
    assert [words[i] for i in collapsed(words, loops(words))] == ["हाँ", "दो", "सौ", "रुपये", "।", "बस"]
    assert collapsed(["துது" * 30], loops(["துது" * 30])) == [0]


@pytest.mark.parametrize(
    "said",
    [
        "मुझे कल सुबह दिल्ली जाना है",
        "मला उद्या सकाळी मुंबईला जायचे आहे",
        "আমি কাল সকালে কলকাতা যাব ভাবছি",
        "মই কাইলৈ পুৱা গুৱাহাটীলৈ যাম বুলি ভাবিছোঁ",
        "ਮੈਂ ਕੱਲ੍ਹ ਸਵੇਰੇ ਅੰਮ੍ਰਿਤਸਰ ਜਾਣਾ ਹੈ",
        "મારે કાલે સવારે અમદાવાદ જવું છે",
        "ମୁଁ କାଲି ସକାଳେ ଭୁବନେଶ୍ୱର ଯିବି ବୋଲି ଭାବୁଛି",
        "நான் நாளை காலை சென்னைக்குப் போக வேண்டும்",
        "నేను రేపు ఉదయం హైదరాబాద్ వెళ్ళాలి అనుకుంటున్నాను",
        "ನಾನು ನಾಳೆ ಬೆಳಿಗ್ಗೆ ಬೆಂಗಳೂರಿಗೆ ಹೋಗಬೇಕು ಎಂದಿದ್ದೇನೆ",
        "ഞാൻ നാളെ രാവിലെ കൊച്ചിയിലേക്ക് പോകണം എന്നാണ്",
        "ꯑꯩ ꯍꯌꯦꯡ ꯑꯌꯨꯛ ꯏꯝꯐꯥꯜ ꯆꯠꯀꯅꯤ ꯈꯅꯈ꯭ꯔꯦ ꯍꯥꯌꯅꯥ",
    ],
)
def test_text_without_its_vowel_signs_is_told(said: str) -> None:
    assert not is_stripped(said)
    assert is_stripped(regex.sub(r"\p{M}", " ", said))


@pytest.mark.parametrize(
    ("said", "stripped"),
    [
        ("അണ ണ ൻ മ ദ ല ക ട", True),
        ("क ख ग घ ङ च छ ज झ ञ ट ठ ड ढ", False),
        ("अ ब स", False),
        ("घर पर मत चल अब सब जन", False),
        ("a b c d e f g h i j k l m n", False),
        ("", False),
    ],
)
def test_stripped(said: str, stripped: bool) -> None:
    assert is_stripped(said) is stripped


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("<i>दो सौ</i> [संगीत] ♪ गाना ♪", "speech speech sound sound sound sound"),
        ("♪ तुम ही हो ♪", "sound speech speech speech sound"),
        ("[applause] (laughs) (laughs softly) *sighs* <laugh>", "sound sound sound sound sound markup"),
        ("(नमस्ते जी) *बहुत* (संगीत निर्देशक) [दो सौ लोग]", "speech " * 8),
        ("[dramatic music] [BLANK_AUDIO] [1]", "sound sound sound sound"),
        ("दो <eps> <unk> सौ <incomplete/>", "speech markup markup speech markup"),
        ("SPEAKER_00: हाँ Speaker 1: जी", "speaker speech speaker speaker speech"),
        ("वक्ता: हाँ வக்தா: समय: 5:30", "speaker speech speech speech speech"),
        (">> हाँ >>जी - नहीं", "speaker speech speech speech speech"),
        ("- हाँ", "speaker speech"),
        ("[00:00.000 --> 00:02.400] हाँ [0 0.00s -> 0.24s] जी", "time time time speech time time time time speech"),
        ("00:00:01,240 --> 00:00:02,000 align:start position:0% हाँ", "time time time time time speech"),
        ("10:30 बजे x > y < z a-b", "speech " * 8),
        ("<|hi|> <|0.00|> हाँ <0xE0><0xB2>", "markup markup speech cut"),
        ("{\\an8}हाँ <v राम>जी</v>", "speech markup speech"),
        ("हाँ �", "speech cut"),
    ],
)
def test_parts(said: str, kinds: str) -> None:
    assert [token.kind for token in parts(said)] == kinds.split()
    assert " ".join(token.text for token in parts(said)) == said


@pytest.mark.parametrize(
    ("said", "word", "text"),
    [
        ("झार<incomplete/>खंड", "झारखंड", "झारखंड<incomplete/>"),
        ("क&amp;ख", "क&ख", "क&ख"),
        ("&#39;हाँ&#39;", "'हाँ'", "'हाँ'"),
        ("&amp;#39;हाँ", "'हाँ", "'हाँ"),
        ("दो&nbsp;सौ", "दो सौ", "दो सौ"),
        ("दो\\Nसौ", "दो सौ", "दो सौ"),
        ("दो<00:00:04.100><c>", "दो", "दो<00:00:04.100><c>"),
        ("बोला�", "बोला", "बोला�"),
        ("हाँ♪।", "हाँ", "हाँ♪।"),
        ("<i>हाँ</i>।", "हाँ।", "<i>हाँ।</i>"),
        ("<i>हाँ♪</i>।", "हाँ", "<i>हाँ♪</i>।"),
    ],
)
def test_a_word_without_what_hangs_on_it(said: str, word: str, text: str) -> None:
    [token] = parts([said])
    assert (token.word, token.text, token.passive) == (word, text, False)


@pytest.mark.parametrize(
    ("facts", "said", "written"),
    [
        (HINDI, "यार. बहुत सारे हैं.", "यार। बहुत सारे हैं।"),
        (HINDI, "ड्यूटी । दो सौ", "ड्यूटी।  दो सौ"),
        (HINDI, "दो सौ?? हाँ,, जी.।", "दो सौ? हाँ, जी।"),
        (HINDI, "जी । ।", "जी।  "),
        (HINDI, "Good Afternoon। दो बजे.", "Good Afternoon. दो बजे।"),
        (HINDI, "मेरे पास iPhone।", "मेरे पास iPhone।"),
        (HINDI, "डॉ. के. सिंह, एम. एस. धोनी", "डॉ. के. सिंह, एम. एस. धोनी"),
        (HINDI, "3.5 रु. 5 कि.मी. www.abc.in a@b.com", "3.5 रु. 5 कि.मी. www.abc.in a@b.com"),
        (HINDI, "देखो... हाँ… कुल 500. अब 500.", "देखो... हाँ… कुल 500. अब 500।"),
        (HINDI, "है ।दो है।दो अच्छा?क्या", "है। दो है। दो अच्छा? क्या"),
        (HINDI, "गच्छति ।। 1 ।।", "गच्छति।।  1।। "),
        (HINDI, '"हाँ."', '"हाँ।"'),
        (HINDI, "3 . 5", "3 . 5"),
        (HINDI, "। हाँ", "। हाँ"),
        (HINDI, "दस sq. मेरे पास iPhone.", "दस sq. मेरे पास iPhone."),
        (HINDI, "ख 0- !", "ख 0-! "),
        (HINDI, "देता ... है .. 3.", "देता ... है .. 3।"),
        (HINDI, "3.", "3."),
        (URDU, "تھا۔۔۔ ہے۔۔ Framework، ہاں", "تھا۔۔۔ ہے۔ Framework، ہاں"),
        (HINDI, "बोला �", "बोला �"),
        (Marks(), "బాగుంది। అవును. Hello।", "బాగుంది. అవును. Hello."),
        (Marks(), "गच्छति। वनं ॥", "गच्छति। वनं ॥"),
        (URDU, "یہ ہے. کیا? ہاں, جی", "یہ ہے۔ کیا؟ ہاں، جی"),
        (URDU, "Hello world، OK؟ جی", "Hello world، OK? جی"),
        (Marks("۔", "،", "؟", latin_end=""), "Hello world، OK؟ جی. Hello।", "Hello world، OK؟ جی۔ Hello।"),
    ],
)
def test_marks(facts: Marks, said: str, written: str) -> None:
    made = marks(said.split(" "), facts)
    assert " ".join(made) == written
    assert marks(made, facts) == made


def test_everything_at_once() -> None:
    words = ["<i>हाँ.</i>", "[संगीत]", "ठीक", "है", "।", *["नहीं"] * 20, "\ufffd"]
    made = prepare(words, HINDI)
    assert len(made.tokens) == len(words)
    assert made.words[:5] == ["<i>हाँ।</i>", "[संगीत]", "ठीक", "है।", ""]
    assert made.tokens[0].word == "हाँ।"
    assert [token.kind for token in made.tokens[5:]] == ["loop"] * 20 + ["cut"]
    assert [(flag.kind, flag.words) for flag in made.flags] == [("loop", (5, 25)), ("cut", (25, 26))]
    assert made.is_cut
    assert not made.is_stripped


def test_stripped_words_are_left_alone() -> None:
    made = prepare(["അണ", "ണ", "ൻ", "മ", "ദ", "ല", "ക", "ട."], marks_of("ml"))
    assert made.is_stripped
    assert all(token.passive for token in made.tokens)


STRANGE = """<i> </i> [ ] ( ) * ♪ > >> - -- --> . .. ... । ।। ॥ ? ?? , ,, ! ۔ ؟ ، : [संगीत] (laughs) &amp; &#39;
&nbsp; <0xE0> <0xB2><0x8A> लेंڡ इठिहास ഇ ہے Dr. के. 3.5 00:01 {\\an8} \\N SPEAKER_0: speaker 1: 500 OK ' \" é नहीं ि"""
PIECES = st.sampled_from([*VOCABULARY, *STRANGE.split(), " ", "", "\u200d", "\ufffd"])
TOKENS = st.lists(st.lists(PIECES, max_size=4).map("".join), max_size=25)


@settings(max_examples=300, deadline=None)
@given(TOKENS | st.lists(st.text(max_size=8), max_size=12), st.sampled_from(languages()))
def test_one_token_for_each_and_twice_is_once(words: list[str], code: str) -> None:
    facts = marks_of(code)
    once = prepare(words, facts)
    assert len(once.tokens) == len(words)
    twice = prepare(once.words, facts)
    assert twice.words == once.words
    assert [token.kind for token in twice.tokens] == [token.kind for token in once.tokens]


@settings(max_examples=100, deadline=None)
@given(TOKENS)
def test_nothing_said_is_lost(words: list[str]) -> None:
    """All letters and figures stay; references and bytes apart."""
    plain = [word for word in words if not regex.search(r"[&<\\]", word)]
    made = prepare(plain, HINDI).words
    letters = r"[\p{L}\p{M}\p{N}]"
    assert sorted(regex.findall(letters, " ".join(made))) == sorted(regex.findall(letters, " ".join(plain)))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(VOCABULARY[:4]), max_size=200))
def test_loops_do_not_overlap(words: list[str]) -> None:
    found = loops(words)
    ends = [0, *(loop.end for loop in found)]
    assert all(0 <= end <= loop.start < loop.end <= len(words) for end, loop in zip(ends, found, strict=False))
    kept = collapsed(words, found)
    assert kept == sorted(set(kept))


@pytest.mark.parametrize(
    "unit", ["[", "<", "(", "*", "♪", "&amp;", "।", ". ", "1", "<0xE0>", "दो ", "\ufffd", "{\\", "&"]
)
def test_long_strange_text_is_done(unit: str) -> None:
    """Whatever takes time that grows with the square of the letters would not come back."""
    text = unit * (120_000 // len(unit))
    assert len(prepare(text.split(" "), HINDI).tokens) == len(text.split(" "))


@pytest.mark.parametrize("lang", languages())
def test_a_number_behind_an_abbreviation_ends_no_sentence(lang: str) -> None:
    """Mo. 98765 43210, in the letters of every language that writes it so."""
    forms = {form for form in language(lang).forms("said") if form.endswith(".") and not is_latin(form)}
    for form in sorted(forms):
        assert IndicFormatter(lang, model=None)(f"{form} 9876543210").text == f"{form} 9876543210"
