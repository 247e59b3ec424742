"""What line, caption and table files are like in the wild, one thing after another."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import regex

from indic_tf import IndicFormatter, InputError, transcripts
from indic_tf.transcripts import Transcript, TranscriptSegment

FIXTURES = Path(__file__).parent / "transcripts"


def texts(talk: Transcript) -> list[str]:
    return [one.text for one in talk.segments]


def times(talk: Transcript) -> list[tuple[float | None, float | None]]:
    return [(one.start, one.end) for one in talk.segments]


def shorter(one: TranscriptSegment) -> TranscriptSegment:
    """A segment as formatting leaves it: its first two words are one, over the time of both."""
    if len(one.words) < 2:
        return one
    first, second, *rest = one.words
    both = replace(first, text="₹2,500", end=second.end, confidence=None)
    words = (both, *rest)
    return replace(one, words=words, text=" ".join(word.text for word in words))


def formatted(talk: Transcript, change: Callable[[TranscriptSegment], TranscriptSegment] = shorter) -> Transcript:
    return replace(talk, segments=tuple(map(change, talk.segments)), formatted=True)


def lines(*given: str) -> bytes:
    return "".join(f"{line}\n" for line in given).encode()


def test_predictions_stand_before_references() -> None:
    row = {"text": "ref", "transcript": "c", "hypothesis": "b", "pred_text": "a", "wer": "0.5"}
    expected = {"pred_text": "a", "hypothesis": "b", "transcript": "c", "text": "ref"}
    for column, said in expected.items():
        data = json.dumps([row]).encode()
        assert texts(transcripts.read(data)) == [said]
        assert texts(transcripts.read(json.dumps([{"text": "ref"} | row]).encode(), column=column)) == [said]
        del row[column]


def test_a_column_that_is_not_there() -> None:
    with pytest.raises(InputError, match=r"no column 'pred_txt'.*id, text, pred_text.*Perhaps 'pred_text'"):
        transcripts.read(b'{"id": 1, "text": "a", "pred_text": "b"}\n{"id": 2}\n', column="pred_txt")


def test_only_the_chosen_column_changes() -> None:
    line = (
        '{"id":7,  "duration" : 7.760000000000001, "pred_text": " दो सौ", "text": "दो सौ", "more": ["\\u0915"], "id":8}'
    )
    talk = transcripts.read(lines(line, line))
    made = transcripts.written(formatted(talk))
    assert made.decode() == f"{line}\n{line}\n".replace('" दो सौ"', '" ₹2,500"')


def test_escaped_letters_stay_escaped() -> None:
    talk = transcripts.read(FIXTURES / "nemo/hi_long.jsonl")
    made = transcripts.written(formatted(talk))
    assert made.isascii()
    assert b'"pred_text":"\\u20b92,500 \\u0938\\u094c"' in made


def test_rows_with_offsets_are_one_recording() -> None:
    talk = transcripts.read(FIXTURES / "nemo/hi_long.jsonl")
    assert [one.recording for one in talk.segments] == ["C:/data/call.wav"] * 2 + ["C:/data/next.wav"]
    assert times(talk) == [(0.0, 4.0), (4.0, 6.5), (0.0, 1.0)]


def test_the_same_id_again_is_another_recording() -> None:
    talk = transcripts.read(FIXTURES / "nemo/ta_predictions.json")
    assert len({one.recording for one in talk.segments}) == 3
    assert texts(talk)[0] == ""


def test_broken_rows_stay_and_are_named() -> None:
    data = lines(
        '{"pred_text": "दो',
        '{"pred_text": "तीन सौ"}',
        '{"other": 1}',
        "[1]",
        '{"pred_text": 5}',
        '{"pred_text": "एक लाख"}',
    )
    talk = transcripts.read(data)
    assert texts(talk) == ["तीन सौ", "एक लाख"]
    assert [one.where for one in talk.problems] == ["line 1", "line 4", "line 3", "line 5"]
    assert transcripts.written(talk) == data
    assert transcripts.written(formatted(talk)).count(b"\n") == 6


def test_a_list_in_the_log_of_a_console() -> None:
    talk = transcripts.read(FIXTURES / "nemo/console_hi.txt")
    assert texts(talk) == ["दो बजे", "तीन बजे"]
    assert "line 3: the JSON list here" in str(talk.problems[0])
    cut = (FIXTURES / "nemo/console_hi.txt").read_bytes().partition(b', "pred_text": "\xe0\xa4\xa4')[0]
    assert texts(transcripts.read(cut)) == ["दो बजे"]


def test_kaldi_counters_make_recordings() -> None:
    talk = transcripts.read(
        lines("a-01 दो", "a-02 तीन", "a-04 चार", "b_0001 एक", "c-00100-00250 दस", "c-00250-00400 बीस")
    )
    assert [one.recording for one in talk.segments] == [
        "a-01",
        "a-01",
        "a-04",
        "b_0001",
        "c-00100-00250",
        "c-00100-00250",
    ]


def test_a_text_with_a_number_in_front_is_no_kaldi() -> None:
    assert transcripts.read(lines("COVID-19 से बचें")).format == "text"
    assert transcripts.read(lines("25 लोग आए", "30 लोग गए")).format == "text"


def test_ctm_takes_the_union_and_keeps_what_is_no_word() -> None:
    talk = transcripts.read(FIXTURES / "ctm/hi.ctm")

    def amount(one: TranscriptSegment) -> TranscriptSegment:
        if one.channel != "A":
            return one
        first, *_, last = one.words
        words = (first, replace(one.words[1], text="₹500", end=last.end, confidence=0.94))
        return replace(one, words=words, text="कुल ₹500")

    assert transcripts.written(formatted(talk, amount)).decode().splitlines() == [
        ";; a call",
        "call1 A 0.10 0.30 कुल 0.98",
        "call1 B 0.20 0.25 हाँ 0.91",
        "call1 A 0.40 1.20 ₹500 0.94",
        "call1 A 1.05 0.10 <eps> 1.00",
        ";; a cough",
        "call1 B 1.60 0.40 [noise]",
        "call1 B 2.00 0.40 ठीक 0.88",
        "call1 B 2.40 0.20 है 0.99",
    ]


def test_ctm_with_bad_lines() -> None:
    talk = transcripts.read(
        lines("u 1 0.00 0.50 दो", "u 1 0.50 -0.10 सौ", "u 1 abc 0.1 रुपये", "u 1", "u 1 2.00 0.50 दो"), format="ctm"
    )
    assert texts(talk) == ["दो सौ रुपये दो"]
    assert [one.where for one in talk.problems] == ["line 2", "line 3", "line 4"]
    assert [word.start for word in talk.words] == sorted(word.start or 0.0 for word in talk.words)


def test_youtube_says_nothing_twice_and_repeats_what_was_said_twice() -> None:
    talk = transcripts.read(FIXTURES / "youtube-vtt/hi.vtt")
    assert texts(talk) == ["कितने बजे आना है", "दो बजे आना।", "हाँ", "हाँ", "[संगीत]", "पाँच सौ रुपये दो"]
    assert [one.speaker for one in talk.segments] == [None] * 5 + ["turn 1"]
    assert talk.language == "hi"
    assert [(one.start, one.end) for one in talk.segments[0].words][:2] == [(0.0, 0.24), (0.24, 0.64)]
    assert "line 45" in str(talk.problems[0])
    made = transcripts.written(talk).decode()
    assert made.startswith(
        "WEBVTT\nKind: captions\nLanguage: hi\n\n00:00:00.000 --> 00:00:03.590\nकितने<00:00:00.240><c> बजे</c>"
    )
    assert "&gt;&gt; पाँच" in made


def test_json3_keeps_its_shape() -> None:
    talk = transcripts.read(FIXTURES / "youtube-json3/ta.json3")
    written = transcripts.written(formatted(talk))
    assert b'"pens": [ {} ],\n  "events": [ {\n' in written
    made = json.loads(written)
    before = json.loads((FIXTURES / "youtube-json3/ta.json3").read_bytes())
    assert [made["events"][i] for i in (0, 2)] == [before["events"][i] for i in (0, 2)]
    assert made["events"][1]["segs"] == [{"utf8": "₹2,500", "acAsrConf": 238}, {"utf8": " வாருங்கள்", "tOffsetMs": 960}]
    assert made["events"][3]["segs"] == [{"utf8": ">> ₹2,500"}]
    assert [one.speaker for one in talk.segments] == [None, "turn 1"]


def test_captions_keep_tags_names_and_lines() -> None:
    made = transcripts.written(formatted(transcripts.read(FIXTURES / "srt/hi.srt"))).decode()
    assert "\n<i>₹2,500 रुपये लाना</i>\n" in made
    assert "\nRAVI: ₹2,500\n" in made
    assert "\n₹2,500 बजे\nआना है\n" in made
    made = transcripts.written(formatted(transcripts.read(FIXTURES / "vtt/te.vtt"))).decode()
    assert made.startswith(
        "WEBVTT - recorded\nLanguage: te\n\nSTYLE\n::cue { color: lime }\n\nNOTE\nby hand\n\nfirst\n"
    )
    assert "--> 00:00:02.000 align:start line:90%\n<v Ravi>₹2,500 <00:00:01.500>రండి</v>\n\nNOTE between\n\n2\n" in made
    assert "<v.loud Sita>₹2,500 &amp; <b>పది</b>\n" in made


def test_a_number_at_the_end_of_a_cue_is_said() -> None:
    for name in ("srt/hi.srt", "srt/bare_ta.srt"):
        assert any(one.text.endswith(" 2450") for one in transcripts.read(FIXTURES / name).segments)


def test_each_speaker_of_a_cue_has_a_segment() -> None:
    cue = "00:00:01,000 --> 00:00:03,000\n"
    data = f"1\n{cue}रवि: दो बजे\nसीता: तीन बजे\n\n2\n{cue}रवि: हाँ\n\n3\n{cue}सीता: ठीक\n\n4\n{cue}समय: दस बजे\n".encode()
    talk = transcripts.read(data)
    assert [(one.speaker, one.text) for one in talk.segments] == [
        ("रवि", "दो बजे"), ("सीता", "तीन बजे"), ("रवि", "हाँ"), ("सीता", "ठीक"), (None, "समय: दस बजे"),
    ]  # fmt: skip
    assert "सीता: ₹2,500\n" in transcripts.written(formatted(talk)).decode()


def test_a_name_in_brackets() -> None:
    talk = transcripts.read("1\n00:00:01,000 --> 00:00:02,000\n[Asha]: दो सौ रुपये\n".encode())
    assert [(one.speaker, one.text) for one in talk.segments] == [("Asha", "दो सौ रुपये")]
    assert "[Asha]: ₹2,500 रुपये\n" in transcripts.written(formatted(talk)).decode()


def test_ass_keeps_all_but_the_words() -> None:
    talk = transcripts.read(FIXTURES / "ass/hi.ass")
    assert [(one.text, one.start, one.end, one.speaker) for one in talk.segments] == [
        ("पाँच सौ रुपये, जी", 0.35, 1.2, "Ravi"), ("दो बजे आना है", 1.2, 2.0, None),
    ]  # fmt: skip
    before = (FIXTURES / "ass/hi.ass").read_text("utf-8")
    made = transcripts.written(formatted(talk)).decode()
    assert made == before.replace("पाँच सौ रुपये", "₹2,500 रुपये").replace("दो बजे\\Nआना है", "₹2,500\\Nआना है")
    later = formatted(talk, lambda one: replace(one, end=2.5))
    assert "Dialogue: 0,0:0:0.35,0:00:02.50,Default,Ravi" in transcripts.written(later).decode()


@pytest.mark.parametrize(
    ("time", "seconds"), [("0:0:1", 1.0), ("0:0:0.35", 0.35), ("00:00:01:50", 1.5), ("0:00:01.125", 1.125)]
)
def test_times_of_ass_as_programs_write_them(time: str, seconds: float) -> None:
    names = "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text"
    dialogue = f"Dialogue: 0,{time},0:00:09.00,Default,,0,0,0,,दो, तीन"
    talk = transcripts.read(lines("[Script Info]", "", "[Events]", names, dialogue))
    assert times(talk) == [(seconds, 9.0)]
    assert texts(talk) == ["दो, तीन"]


def test_backward_times_overlaps_and_negative_times_are_reported() -> None:
    data = lines(
        "start\tend\ttext", "2000\t1000\tदो बजे", "-5\t100\tतीन", "0\t9000\tचार पाँच", "500\t900\tछह", "x\ty\tसात", "आठ"
    )
    talk = transcripts.read(data)
    assert texts(talk) == ["दो बजे", "तीन", "चार पाँच", "छह", "सात", "आठ"]
    assert {one.where for one in talk.problems} >= {"line 2", "line 3", "line 6", "line 7", "segments[3]"}
    assert transcripts.written(talk) == data


def test_our_own_keeps_all_that_is_known() -> None:
    talk = transcripts.read(FIXTURES / "indic-tf/hi.json")
    one = talk.segments[0]
    assert (one.speaker, one.recording, one.channel, talk.language) == ("A", "call", "1", "hi")
    assert [word.estimated for word in one.words] == [False, True]
    assert [str(problem) for problem in talk.problems] == ["line 3: odd"]


@pytest.mark.parametrize(
    "text",
    [
        "prediction, he said, is hard\nदो सौ रुपये, तीन सौ रुपये\n",
        "Text, he said\nहाँ, जी\nनहीं, भाई साहब, जी\n",
        "sentence, content, line\nदो सौ, तीन\nचार\n",
        "content; line\nदो\nतीन\n",
        "text,\nदो सौ\nतीन सौ\n",
        "text, text\nदो सौ\n",
    ],
)
def test_prose_with_commas_is_no_table(text: str) -> None:
    talk = transcripts.read(text.encode())
    assert talk.format == "text"
    assert texts(talk) == text.splitlines()


@pytest.mark.parametrize("delimiter", [",", ";", "|", "\t"])
def test_a_row_that_does_not_fit_loses_no_word(delimiter: str) -> None:
    rows = [["file", "prediction"], ["a", "दो सौ"], ["b", "तीन", " चार"], *([f"c{i}", "पाँच"] for i in range(9))]
    data = lines(*map(delimiter.join, rows))
    talk = transcripts.read(data)
    assert texts(talk)[:2] == ["दो सौ", " ".join(delimiter.join(rows[2]).split())]
    assert [str(one) for one in talk.problems] == [
        "line 3: 3 cells, expected 2; it is left as it is, its whole line is its text"
    ]
    assert "तीन" in transcripts.written(talk, "text").decode()
    assert transcripts.written(talk) == data
    assert delimiter.join(rows[2]) in transcripts.written(formatted(talk)).decode()


PROSE = [
    ("2020-01-01 दो सौ रुपये मिले", "2020-01-02 तीन सौ रुपये", "2020-01-05 कुछ नहीं"),
    ("01-02-2020\tदो सौ", "02-02-2020\tतीन सौ", "03-02-2020\tचार सौ"),
    ("covid-19 spread", "covid-20 spread", "covid-21 spread"),
    ("chai-20 two", "samosa-30 three", "vada-15 one"),
    ("march-2020 दो", "april-2020 तीन", "may-2020 चार"),
    ("98765 hello",),
    ("12500 किराया", "40000 वेतन", "15000 किराना"),
    ("98765-43210 रवि", "98222-12345 सीता", "022-2345678 घर"),
    ("राम राम (1)", "सीता राम (2)", "जय जय (3)"),
    ("राम राम (1-2)", "सीता राम (1-3)", "जय जय (1-4)"),
    ("पहला (covid-19)", "दूसरा (chai-20)"),
    ("इति (A-1)",),
]


@pytest.mark.parametrize("given", PROSE, ids=lambda given: given[0])
def test_diaries_lists_and_verse_are_plain_text(given: tuple[str, ...]) -> None:
    assert transcripts.read(lines(*given)).format == "text"


@pytest.mark.parametrize(
    "ids",
    [
        ["spk1-0001", "spk1-0002", "spk2-0001"],
        ["84-121123-0000", "84-121123-0001", "174-50561-0000"],
        ["utt_01", "utt_02", "utt_10"],
        ["common_voice_hi_23795238", "common_voice_hi_23795239", "common_voice_hi_23801111"],
        ["100001", "100002", "100017"],
    ],
)
def test_ids_of_a_family_are_kaldi(ids: list[str]) -> None:
    talk = transcripts.read(lines(*(f"{one} दो सौ" for one in ids)))
    assert (talk.format, texts(talk)) == ("kaldi", ["दो सौ"] * 3)
    assert transcripts.read(lines(*(f"{one} दो सौ" for one in ids[:2]))).format == "text"
    tabbed = transcripts.read(lines(*(f"{one}\tदो सौ" for one in ids)))
    assert tabbed.format == "kaldi"
    assert transcripts.read(lines(*(f"दो सौ ({one}-7)" for one in ids)), format="trn").format == "trn"


@pytest.mark.parametrize(
    "text",
    ["[संगीत] दो सौ रुपये", "[music] hello", "[00:10] hello", r"{\an8} दो", "[1] hello", "{music}", "[INFO] x", "{a: 1}"],
)
def test_brackets_in_front_make_no_json(text: str, tmp_path: Path) -> None:
    path = tmp_path / "said.txt"
    path.write_text(f"{text}\nदो\n", "utf-8")
    talk = transcripts.read(path)
    assert (talk.format, texts(talk), talk.problems) == ("text", [text, "दो"], ())
    assert transcripts.sniff(path) is None


@pytest.mark.parametrize("text", ['{"a": ', '{"a": 1}', "{\n", "[1, 2", '["a", b', '[{"a"', "[]x", "{'a': x}"])
def test_broken_json_is_no_text(text: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text, "utf-8")
    for read in (transcripts.read, transcripts.sniff):
        with pytest.raises(InputError, match=r"found [^;]*JSON[^;]*; 'indic-tf formats' lists what is known$"):
            read(path)


@pytest.mark.parametrize(
    "path",
    [*sorted((FIXTURES / "refused").iterdir()), b"RIFF\x24\0\0\0WAVE", b"\0\1" * 60, b"PAR1"],
    ids=lambda one: str(one)[-20:],
)
def test_sniff_refuses_what_read_refuses(path: Path | bytes, tmp_path: Path) -> None:
    if isinstance(path, bytes):
        (tmp_path / "x").write_bytes(path)
        path = tmp_path / "x"
    with pytest.raises(InputError) as read:
        transcripts.read(path)
    with pytest.raises(InputError) as sniffed:
        transcripts.sniff(path)
    assert str(read.value) == str(sniffed.value)


def test_an_empty_file_is_no_transcript_and_no_error_to_sniff(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\n")
    assert transcripts.sniff(tmp_path / "x") is None


@pytest.mark.parametrize(
    "text",
    [
        '{"segments": [{"start": 0, "end": 1, "text": "दो SAID"}], "text": "SAID"}',
        '{"pred_text": "दो SAID"}\n{"pred_text": "SAID"}\n',
        '[{"pred_text": "SAID", "SAID": 1}]',
        '{"text": "SAID", "result": [{"word": "SAID", "start": 0, "end": 1, "conf": 1}]}',
        '{"transcription": [{"offsets": {"from": 0, "to": 9}, "text": "SAID"}]}',
        '{"wireMagic": "pb3", "events": [{"tStartMs": 0, "dDurationMs": 9, "segs": [{"utf8": "SAID"}]}]}',
    ],
)
@pytest.mark.parametrize("half", [r"\ud83d", r"\uDE00", r"\\\ud83d", r"\ud83d\ud83d\ude00"])
def test_half_a_character_becomes_the_sign_for_none(text: str, half: str) -> None:
    talk = transcripts.read(text.replace("SAID", half).encode())
    assert "\ufffd" in talk.text
    assert ("😀" in talk.text) == half.endswith(r"\ude00")
    assert "line 1, column" in str(talk.problems[0])
    for format in (None, "text", "indic-tf", "whisper", "csv", "nemo"):
        again = transcripts.written(formatted(talk), format)
        assert again.decode()


def test_an_escaped_backslash_is_no_half_character() -> None:
    data = rb'{"pred_text": "a \\ud83d \ud83d\ude00"}'
    talk = transcripts.read(data)
    assert (texts(talk), talk.problems) == ([r"a \ud83d 😀"], ())


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("WEBVTT\n\n", "vtt"),
        ("WEBVTT\nKind: captions\nLanguage: hi\n\n", "vtt"),
        ('{"segments": []}', "whisper"),
        ("[]", "whisper"),
        ('{"partial": ""}', "vosk"),
        ('{"text": "", "chunks": []}', "huggingface"),
        ('{"results": {"channels": []}}', "deepgram"),
        ('{"results": {"channels": [{"alternatives": [{"transcript": "", "words": []}]}]}}', "deepgram"),
        ('{"results": []}', "google"),
        ('{"transcription": []}', "whispercpp"),
        ('{"events": []}', "youtube-json3"),
        ('{"output": []}', "ulca"),
        ('{"results": {"transcripts": [{"transcript": ""}], "items": []}}', "aws"),
        ('{"recognizedPhrases": []}', "azure"),
    ],
)
def test_silence_is_an_empty_transcript(text: str, format: str, tmp_path: Path) -> None:
    talk = transcripts.read(text.encode())
    assert (talk.format, talk.words) == (format, ())
    again = transcripts.read(transcripts.written(talk))
    assert again.words == ()
    (tmp_path / "x").write_text(text, "utf-8")
    found = transcripts.sniff(tmp_path / "x")
    assert found is not None
    assert found.name == format


def srt(*cues: str) -> bytes:
    """Cues of two seconds each, numbered from 1."""
    shown = (f"{i + 1}\n00:00:{2 * i:02d},000 --> 00:00:{2 * i + 2:02d},000\n{cue}\n\n" for i, cue in enumerate(cues))
    return "".join(shown).encode()


def vtt(*cues: str) -> bytes:
    return b"WEBVTT\n\nNOTE kept\n\n" + srt(*cues).replace(b",000", b".000")


def ass(*cues: str) -> bytes:
    names = "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text"
    shown = [
        f"Dialogue: 0,0:00:{2 * i:02d}.00,0:00:{2 * i + 2:02d}.00,Default,,0,0,0,,{cue}".replace("\n", r"\N")
        for i, cue in enumerate(cues)
    ]
    return lines("[Script Info]", "", "[Events]", names, *shown, "Comment: kept")


CAPTIONS = pytest.mark.parametrize("made", [srt, vtt, ass])


@CAPTIONS
@pytest.mark.parametrize("mark", ["- ", "-", "– ", ">> "])
def test_lines_with_dashes_are_two_speakers(made: Callable[..., bytes], mark: str) -> None:
    data = made("ठीक है", f"{mark}मुझे दो सौ\n{mark}रुपये नहीं हैं", f"{mark}हाँ\n{mark}ना\nना", "दो\n- सौ", f"{mark}जी")
    talk = transcripts.read(data)
    assert [(one.text, one.speaker, one.channel) for one in talk.segments][:-2] == [
        ("ठीक है", None, None), ("मुझे दो सौ", None, "turn 1"), ("रुपये नहीं हैं", None, "turn 2"),
        ("हाँ", None, "turn 3"), ("ना ना", None, "turn 4"),
    ]  # fmt: skip
    assert talk.segments[-2].channel is None
    assert transcripts.written(talk) == data
    again = transcripts.read(transcripts.written(formatted(talk)))
    assert texts(again)[1:3] == ["₹2,500 सौ", "₹2,500 हैं"]
    said = texts(IndicFormatter("hi").transcript(talk).as_transcript())
    assert "₹" not in "".join(said)
    assert "रुपये नहीं हैं" in said[2]


def without(talk: Transcript, *which: int) -> bytes:
    made = tuple(replace(one, text="", words=()) if i in which else one for i, one in enumerate(talk.segments))
    return transcripts.written(replace(talk, segments=made, formatted=True))


@CAPTIONS
@pytest.mark.parametrize("which", [(0,), (1,), (2,), (0, 1), (1, 2)])
def test_cues_that_lost_their_words_are_not_written(made: Callable[..., bytes], which: tuple[int, ...]) -> None:
    talk = transcripts.read(made("दो सौ", "तीन", "चार"))
    cut = without(talk, *which)
    again = transcripts.read(cut)
    left = [one for i, one in enumerate(talk.segments) if i not in which]
    assert [(one.text, one.start, one.end) for one in again.segments] == [(o.text, o.start, o.end) for o in left]
    assert (b"kept" in cut) == (made is not srt)
    if made is srt:
        assert regex.findall(rb"(?m)^\d+$", cut) == [str(i + 1).encode() for i in range(len(left))]


@CAPTIONS
def test_cues_that_never_had_words_stay(made: Callable[..., bytes]) -> None:
    talk = transcripts.read(made("दो", "", "तीन", "चार"))
    cut = without(talk, 1)
    assert cut.count(b"00:0") == 6
    assert texts(transcripts.read(cut)) == ["दो", "चार"]


@CAPTIONS
def test_no_cue_is_empty_or_overlaps_for_a_number_across_cues(made: Callable[..., bytes]) -> None:
    talk = transcripts.read(made("मुझे दो हज़ार", "पाँच सौ", "पचास रुपये चाहिए थे"))
    out = IndicFormatter("hi").transcript(talk)
    again = transcripts.read(transcripts.written(out.as_transcript()))
    assert all(texts(again))
    assert len(again.segments) == 2
    spans = times(again)
    assert all(a[1] is not None and b[0] is not None and a[1] <= b[0] for a, b in pairwise(spans))


@pytest.mark.parametrize(
    ("text", "key", "means"),
    [
        ('{"segments": [{"start": 0, "end": 2, "text": " दो सौ है", "words": ['
         '{"word": " दो", "start": 0, "end": 1, "probability": 0.9},'
         ' {"word": " सौ", "start": 1, "end": 2, "probability": 0.5},'
         ' {"word": " है", "start": 2, "end": 2, "probability": 0.123456789}]}]}', "probability", 0.7),
        ('{"text": "दो सौ है", "result": [{"word": "दो", "start": 0, "end": 1, "conf": 0.9},'
         ' {"word": "सौ", "start": 1, "end": 2, "conf": 0.5},'
         ' {"word": "है", "start": 2, "end": 2, "conf": 0.123456789}]}', "conf", 0.7),
    ],
)  # fmt: skip
def test_a_merged_word_is_as_sure_as_its_parts(text: str, key: str, means: float) -> None:
    talk = transcripts.read(text.encode())

    def merged(one: TranscriptSegment) -> TranscriptSegment:
        first, second, last = one.words
        words = (replace(first, text="200", end=second.end, confidence=means), replace(last, confidence=0.1235))
        return replace(one, words=words, text="200 है")

    made = transcripts.written(formatted(talk, merged)).decode()
    assert f'"{key}": {means}' in made
    assert f'"{key}": 0.123456789' in made
