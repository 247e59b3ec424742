"""Lists of audio with transcripts: real .wav files, real folders."""

from __future__ import annotations

import json
import random
import struct
import wave
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from indic_tf import cli
from indic_tf.errors import InputError
from indic_tf.manifests import records, sketches
from indic_tf.manifests.audio import AudioError, seconds
from indic_tf.manifests.build import Manifest, Plan, build
from indic_tf.manifests.checks import Limits, problems
from indic_tf.manifests.duplicates import Match, NearDuplicates
from indic_tf.manifests.groups import SPLITS, group_keys, read_shares
from indic_tf.manifests.records import Record
from indic_tf.manifests.split import Rules, Split, split

RATE = 8000
HINDI = ("Devanagari",)


def wav(path: Path, duration: float = 2.0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b"\0\0" * round(duration * RATE))
    return path


def text(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def hindi(lang: str) -> Sequence[str]:
    return HINDI if lang else ()


def made(folder: Path, **plan: str) -> Manifest:
    return build(folder, Plan(scripts=hindi, **plan))  # type: ignore[arg-type]


def texts(manifest: Manifest) -> dict[str, str]:
    return {record.id: record.text for record in manifest.records}


def reasons(manifest: Manifest) -> list[tuple[str, str]]:
    return sorted((bad.id, problem.kind) for bad in manifest.bad for problem in bad.problems)


# --- folders ------------------------------------------------------------------------------------------


def test_lists_of_lines_in_many_folders(tmp_path: Path) -> None:
    for name in ("RESPIN_hi_D1_400_F_1", "RESPIN_hi_D1_400_F_2"):
        wav(tmp_path / "a" / f"{name}.wav")
    wav(tmp_path / "b" / "RESPIN_hi_D1_401_M_3.wav", 1.5)
    text(tmp_path / "a" / "text", "RESPIN_hi_D1_400_F_2 एक एकड़ में  कितना ?", "RESPIN_hi_D1_400_F_1\tयह है")
    text(tmp_path / "b" / "all.txt", "RESPIN_hi_D1_401_M_3.wav  कब आए")
    found = made(tmp_path, fields=r"_(?P<lang>[a-z]{2})_D\d+_(?P<speaker>\d+)_(?P<gender>[FM])_")
    assert not found.bad
    assert not found.notes
    assert [record.as_dict() for record in found.records][1:] == [
        {
            "audio_filepath": str(tmp_path / folder / f"{name}.wav"),
            "duration": duration,
            "text": said,
            "id": name,
            "speaker": speaker,
            "lang": "hi",
            "gender": gender,
        }
        for folder, name, duration, said, speaker, gender in [
            ("a", "RESPIN_hi_D1_400_F_2", 2.0, "एक एकड़ में  कितना ?", "400", "F"),
            ("b", "RESPIN_hi_D1_401_M_3", 1.5, "कब आए", "401", "M"),
        ]
    ]


def test_texts_beside_their_audio(tmp_path: Path) -> None:
    wav(tmp_path / "x.1.wav")
    wav(tmp_path / "y.WAV")
    text(tmp_path / "x.1.txt", "\ufeffयह पहला है", "और यह भी")
    text(tmp_path / "y.lab", "दूसरा")
    text(tmp_path / "README.txt", "Recorded in 2024", "by us")
    found = made(tmp_path)
    assert texts(found) == {"x.1": "यह पहला है और यह भी", "y": "दूसरा"}
    assert "README.txt was left out" in found.notes[0]


@pytest.mark.parametrize(
    ("files", "lists", "expected"),
    [
        pytest.param(
            ["a/1", "b/1"], {"a/text": ["1 एक"], "b/text": ["1 दो"]}, {"a/1": "एक", "b/1": "दो"}, id="nearest"
        ),
        pytest.param(["a/1", "b/1"], {"text": ["a/1.wav एक", "./b/1 दो"]}, {"a/1": "एक", "b/1": "दो"}, id="paths"),
        pytest.param(["m/wav/1"], {"m/text": ["1 एक"]}, {"1": "एक"}, id="below"),
        pytest.param(["m/wav/1"], {"m/text": ["wav/1.wav एक"]}, {"1": "एक"}, id="path from the list"),
        pytest.param(["wav/1"], {"etc/transcripts.tsv": ["1\tएक"]}, {"1": "एक"}, id="elsewhere"),
        pytest.param(["s/1", "s/a/1"], {"s/text": ["1 एक", "a/1 दो"]}, {"s/1": "एक", "s/a/1": "दो"}, id="same first"),
        pytest.param(["नदी"], {"text": ["नदी एक"]}, {"नदी": "एक"}, id="Indic names"),
    ],
)
def test_which_audio_a_line_means(
    tmp_path: Path, files: list[str], lists: dict[str, list[str]], expected: dict[str, str]
) -> None:
    for name in files:
        wav(tmp_path / f"{name}.wav")
    for name, lines in lists.items():
        text(tmp_path / name, *lines)
    found = made(tmp_path)
    assert texts(found) == expected
    assert not found.bad


def test_a_line_that_could_mean_two_files_is_set_aside(tmp_path: Path) -> None:
    wav(tmp_path / "a" / "1.wav")
    wav(tmp_path / "b" / "1.wav")
    wav(tmp_path / "2.wav")
    text(tmp_path / "text", "1 एक", "2 दो")
    found = made(tmp_path)
    assert reasons(found) == [("1", "ambiguous"), ("a/1", "no transcript"), ("b/1", "no transcript")]
    assert texts(found) == {"2": "दो"}


def test_what_is_set_aside(tmp_path: Path) -> None:
    durations = {"good": 2, "none": 0, "short": 0.1, "long": 31, "fast": 1, "slow": 25, "unsaid": 2, "twice": 2}
    for name, duration in {**durations, "blank": 2, "marks": 2, "latin": 2, "bytes": 2}.items():
        wav(tmp_path / f"{name}.wav", duration)
    (tmp_path / "noise.wav").write_bytes(b"no sound at all")
    (tmp_path / "empty.wav").write_bytes(b"")
    whole = wav(tmp_path / "cut.wav").read_bytes()
    (tmp_path / "cut.wav").write_bytes(whole[: len(whole) // 2])
    said = [f"{name} यह ठीक है" for name in ("good", "none", "short", "long", "noise", "empty", "cut", "gone")]
    lines = [
        *said,
        "fast " + "हाँ " * 9,
        "slow हाँ",
        "twice एक",
        "twice दो",
        "blank",
        "marks ?!",
        "latin this is not हिन्दी",
    ]
    text(tmp_path / "text", *lines)
    with (tmp_path / "text").open("ab") as file:
        file.write(b"bytes \xff\xfe\n")
    found = made(tmp_path, lang="hi")
    assert texts(found) == {"good": "यह ठीक है", "twice": "एक"}
    assert reasons(found) == [
        ("blank", "empty text"),
        ("bytes", "unreadable text"),
        ("cut", "unreadable audio"),
        ("empty", "unreadable audio"),
        ("fast", "too many words"),
        ("gone", "no audio"),
        ("latin", "wrong script"),
        ("long", "too long"),
        ("marks", "empty text"),
        ("noise", "unreadable audio"),
        ("none", "no sound"),
        ("short", "too short"),
        ("slow", "too few words"),
        ("twice", "duplicate id"),
        ("unsaid", "no transcript"),
    ]
    shown = {bad.id: str(bad) for bad in found.bad}
    assert shown["cut"].endswith("cut off: 2.00 s by its header, at most 1.00 s are there")
    assert shown["gone"] == f"{tmp_path}/text:8: no audio: no file has this name"
    assert shown["twice"].endswith(f"duplicate id: another text in {tmp_path}/text:11")
    assert "most are Latin" in shown["latin"]
    assert "not UTF-8 at byte 7" in shown["bytes"]


def test_a_bad_recording_has_all_its_reasons(tmp_path: Path) -> None:
    wav(tmp_path / "1.wav", 40)
    text(tmp_path / "text", "1 wrong")
    assert reasons(made(tmp_path, lang="hi")) == [("1", "too long"), ("1", "wrong script")]


def test_kaldi_speakers_and_hidden_files(tmp_path: Path) -> None:
    wav(tmp_path / "1.wav")
    wav(tmp_path / ".hidden.wav")
    text(tmp_path / "text", "1 एक")
    text(tmp_path / "utt2spk", "1 S7")
    assert [(record.id, record.speaker) for record in made(tmp_path).records] == [("1", "S7")]


@pytest.mark.parametrize(
    ("fields", "problem"),
    [("(", "is none"), (r"\d+", "names none"), (r"(?P<text>\d)", "may not name 'text'"), ("(?P<id>.)", "'id'")],
)
def test_patterns_that_are_refused(tmp_path: Path, fields: str, problem: str) -> None:
    wav(tmp_path / "1.wav")
    with pytest.raises(InputError, match=problem):
        made(tmp_path, fields=fields)


def test_a_pattern_that_does_not_fit_is_noted(tmp_path: Path) -> None:
    wav(tmp_path / "1.wav")
    text(tmp_path / "1.txt", "एक")
    assert made(tmp_path, fields="(?P<speaker>S.)").notes == ("the pattern for fields does not fit 1 names: 1 …",)


def test_folders_without_audio(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no audio"):
        made(tmp_path)
    with pytest.raises(InputError, match="is no folder"):
        made(tmp_path / "gone")


def test_progress_is_told(tmp_path: Path) -> None:
    for i in range(3):
        wav(tmp_path / f"{i}.wav")
    told: list[int] = []
    build(tmp_path, None, told.append, told.append)
    assert told == [3, 1, 1, 1]


@pytest.mark.parametrize(
    ("said", "scripts", "kinds"),
    [
        ("PDF फ़ाइल खोलो", HINDI, []),
        ("1947", HINDI, []),
        ("வணக்கம்", HINDI, ["wrong script"]),
        ("வணக்கம்", (), []),
        ("हिन्दी اردو", ("Arabic", "Devanagari"), []),
        ("日本語", HINDI, ["wrong script"]),
        ("", HINDI, ["empty text"]),
    ],
)
def test_scripts(said: str, scripts: Sequence[str], kinds: list[str]) -> None:
    found = problems(Record("a.wav", said, 2.0), Limits(), scripts)
    assert [problem.kind for problem in found] == kinds


# --- audio --------------------------------------------------------------------------------------------


@given(st.integers(1, 4000), st.sampled_from([8000, 16000, 44100]), st.sampled_from([1, 2, 3, 4]), st.integers(1, 2))
@settings(max_examples=30, deadline=None)
def test_seconds_of_plain_wav(tmp_path_factory: pytest.TempPathFactory, n: int, rate: int, width: int, ch: int) -> None:
    path = tmp_path_factory.getbasetemp() / "any.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(ch)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(bytes(n * width * ch))
    assert seconds(path) == pytest.approx(n / rate)


def floating_wav(path: Path, frames: int) -> Path:
    """A .wav with floating-point samples, which `wave` does not read."""
    body = struct.pack("<4sIHHIIHH", b"fmt ", 16, 3, 1, RATE, RATE * 4, 4, 32) + b"data"
    body += struct.pack("<I", frames * 4) + bytes(frames * 4)
    path.write_bytes(b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WAVE" + body)
    return path


def test_other_audio_says_what_it_needs_or_is_read(tmp_path: Path) -> None:
    path = floating_wav(tmp_path / "float.wav", RATE)
    (tmp_path / "x.mp3").write_bytes(b"no sound")
    try:
        import soundfile  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        with pytest.raises(AudioError, match=r"unknown format: 3; needs soundfile"):
            seconds(path)
        with pytest.raises(AudioError, match=r"^needs soundfile"):
            seconds(tmp_path / "x.mp3")
        return
    assert seconds(path) == 1.0
    soundfile.write(str(tmp_path / "x.flac"), np.zeros(RATE // 2), RATE)
    assert seconds(tmp_path / "x.flac") == 0.5
    with pytest.raises(AudioError):
        seconds(tmp_path / "x.mp3")


# --- lists --------------------------------------------------------------------------------------------

NAMES = st.text(st.characters(codec="utf-8"), max_size=8)
RECORDS = st.builds(
    Record,
    NAMES,
    NAMES,
    st.none() | st.floats(0, 1e6),
    st.just(""),
    NAMES,
    NAMES,
    NAMES,
    st.dictionaries(st.sampled_from(["gender", "pred_text", "offset"]), NAMES | st.integers() | st.none()),
)


@given(st.lists(RECORDS, max_size=5))
@settings(max_examples=40, deadline=None)
def test_lists_come_back(tmp_path_factory: pytest.TempPathFactory, items: list[Record]) -> None:
    folder = tmp_path_factory.getbasetemp()
    records.write(folder, "any", items)
    for suffix in (".json", ".jsonl"):
        assert records.read(folder / f"any{suffix}") == (items, [])


def test_bad_records_are_named(tmp_path: Path) -> None:
    good = '{"audio_filepath": "a.wav", "text": "एक", "id": "1"}'
    lines = [good, "{", '["x"]', '{"text": "एक"}', '{"audio_path": "b", "transcript": 3}', good, ""]
    lines += [
        '{"audio": "c", "text": "", "duration": "2"}',
        '{"audio": "c", "text": "\\ud800"}',
        '{"audio": "d", "text": ""}',
    ]
    path = text(tmp_path / "m.jsonl", *lines)
    with path.open("ab") as file:
        file.write(b"\xff\n")
    found, bad = records.read(path)
    assert [item.audio_filepath for item in found] == ["a.wav", "d"]
    assert [where for where, _ in bad] == [f"line {n}" for n in (2, 3, 4, 5, 6, 8, 9, 11)]
    why = [problem for _, problem in bad]
    assert why[2:5] == [
        "'audio_filepath' is missing or no string",
        "'text' is missing or no string",
        "the id '1' was there before",
    ]
    assert why[-1] == "not UTF-8 at byte 1"


def test_a_broken_array_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not JSON"):
        records.read(text(tmp_path / "m.json", "[{]"))


# --- near-duplicates ----------------------------------------------------------------------------------

WORDS = [
    "नदी",
    "घर",
    "आज",
    "कल",
    "पानी",
    "बाज़ार",
    "किताब",
    "लड़का",
    "मौसम",
    "गाड़ी",
    "रुपये",
    "अच्छा",
    "बहुत",
    "चाय",
    "दूध",
    "सड़क",
    "शहर",
    "गाँव",
    "पेड़",
    "फूल",
]


def sentences(count: int, seed: int, changed: float = 0.3) -> list[str]:
    """Random sentences; a share of them are earlier ones with a word changed."""
    rng = random.Random(seed)
    made: list[str] = []
    for _ in range(count):
        if made and rng.random() < changed:
            words = rng.choice(made).split()
            words[rng.randrange(len(words))] = rng.choice(WORDS)
        else:
            words = rng.choices(WORDS, k=rng.randint(1, 14))
        made.append(" ".join(words))
    return made


def alike(some: Sequence[str], threshold: float) -> set[tuple[int, int]]:
    """All pairs at the threshold, slowly."""
    found = [sketches.shingles(sketches.comparable(one)) for one in some]
    return {
        (i, j)
        for i, j in combinations(range(len(some)), 2)
        if len(found[i] & found[j]) >= threshold * len(found[i] | found[j])
    }


@pytest.mark.parametrize("threshold", [0.5, 0.7, 0.9, 1.0])
def test_search_and_clusters_agree_with_all_pairs(threshold: float) -> None:
    some = sentences(400, seed=1)
    pairs = alike(some, threshold)
    index = NearDuplicates(some, threshold)
    found = {(i, match.text) for i, matches in enumerate(index.search(some)) for match in matches if i < match.text}
    assert len(pairs) > 50
    assert found == pairs
    assert {frozenset(cluster) for cluster in index.clusters()} == components(len(some), pairs)


def components(size: int, pairs: set[tuple[int, int]]) -> set[frozenset[int]]:
    of = {i: {i} for i in range(size)}
    for i, j in pairs:
        if of[i] is not of[j]:
            of[i] |= of[j]
            for k in of[j]:
                of[k] = of[i]
    return {frozenset(group) for group in of.values() if len(group) > 1}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("पाँच रुपये चाहिए।", "पांच रुपये चाहिए"),
        ("फ़ोन ९८७ पर करें", "फोन 987 पर करें!"),
        ("धीरे-धीरे चलो", "धीरे धीरे  चलो"),
        ("Hello World", "hello, world."),
        ("क्\u200dया हुआ?", "क्या हुआ"),
    ],
)
def test_what_does_not_count(one: str, other: str) -> None:
    assert list(NearDuplicates([one]).search([other])) == [(Match(0, 1.0),)]


def test_texts_without_letters_are_like_none() -> None:
    index = NearDuplicates(["?!", "", "हाँ", "…"])
    assert list(index.search(["…", "", "हाँ।", "ना"])) == [(), (), (Match(2, 1.0),), ()]
    assert index.clusters() == []


def test_an_empty_index() -> None:
    index = NearDuplicates([])
    assert index.clusters() == []
    assert list(index.search(["हाँ"])) == [()]


def test_copies_are_all_found_best_first() -> None:
    index = NearDuplicates(["आज मौसम बहुत अच्छा है और हवा चल रही है", "आज मौसम बहुत अच्छा था और हवा चल रही है"] * 2)
    [found] = index.search(["आज मौसम बहुत अच्छा है और हवा चल रही है।"])
    assert [match.text for match in found] == [0, 2, 1, 3]
    assert index.clusters() == [(0, 1, 2, 3)]


def test_many_sentences_of_one_mould_stay_quick() -> None:
    """All pairs of these are near each other; comparing all would take minutes."""
    mould = "कृपया अपने बैंक खाते की जानकारी पाने के लिए नंबर {} दबाएँ और प्रतीक्षा करें"
    [cluster] = NearDuplicates(mould.format(i) for i in range(3000)).clusters()
    assert len(cluster) == 3000


def test_sketches_estimate_as_datasketch_does() -> None:
    datasketch = pytest.importorskip("datasketch")
    rng = random.Random(2)
    ours, theirs = [], []
    for _ in range(100):
        words = rng.choices(WORDS, k=30)
        other = [word if rng.random() < rng.random() else rng.choice(WORDS) for word in words]
        pair = [sketches.comparable(" ".join(some)) for some in (words, other)]
        exact = sketches.jaccard(*pair)
        first, second = sketches.sketch(pair)
        ours.append(float(np.mean(first == second)) - exact)
        a, b = datasketch.MinHash.bulk([[s.encode() for s in sketches.shingles(one)] for one in pair])
        theirs.append(a.jaccard(b) - exact)
    assert abs(np.mean(ours)) < 0.01
    assert np.std(ours) < 1.2 * np.std(theirs)


def test_thresholds_out_of_range() -> None:
    with pytest.raises(InputError, match=r"from 0\.5 to 1"):
        NearDuplicates([], 0.3)


# --- splits -------------------------------------------------------------------------------------------


@st.composite
def collections(draw: st.DrawFn) -> list[Record]:
    """Records of some speakers and documents or of none, some texts nearly the same."""
    rng = random.Random(draw(st.integers(0, 10_000)))
    some = sentences(draw(st.integers(40, 120)), rng.randrange(1000), changed=draw(st.sampled_from([0.0, 0.3, 0.8])))
    speakers = draw(st.integers(0, 12))
    return [
        Record(
            f"{i}.wav",
            said,
            id=str(i),
            speaker=f"S{rng.randrange(speakers)}" if speakers and rng.random() < 0.8 else "",
            document=f"D{i // 4}" if rng.random() < 0.3 else "",
        )
        for i, said in enumerate(some)
    ]


def split_or_none(items: list[Record], rules: Rules) -> Split | None:
    try:
        return split(items, rules)
    except InputError:
        return None


@given(collections(), st.integers(1, 3), st.booleans(), st.sampled_from(["test", "train"]))
@settings(max_examples=40, deadline=None)
def test_nothing_leaks_and_nothing_is_lost(items: list[Record], seed: int, exact: bool, keep: str) -> None:
    rules = Rules((0.5, 0.25, 0.25), seed=seed, exact=exact, keep=keep)  # type: ignore[arg-type]
    found = split_or_none(items, rules)
    if found is None:
        return
    where = {record.id: name for name, part in found.parts.items() for record in part}
    dropped = {item.record.id for item in found.dropped}
    assert where.keys() | dropped == {record.id for record in items}
    assert not where.keys() & dropped
    for name in ("speaker", "document"):
        seen = {(record.value(name), where[record.id]) for record in items if record.value(name) and record.id in where}
        assert len(seen) == len({value for value, _ in seen})
    kept = [record for record in items if record.id in where]
    for i, j in alike([record.text for record in kept], rules.threshold):
        assert where[kept[i].id] == where[kept[j].id]
    for item in found.dropped:
        assert item.record.speaker or item.record.document
        assert where[item.like] == item.kept_in != item.split
        assert SPLITS.index(item.kept_in) > SPLITS.index(item.split) or keep == "train"


@given(collections(), st.randoms())
@settings(max_examples=20, deadline=None)
def test_the_order_of_records_does_not_matter(items: list[Record], rng: random.Random) -> None:
    rules = Rules((0.5, 0.25, 0.25))
    mixed = rng.sample(items, len(items))
    one, other = split_or_none(items, rules), split_or_none(mixed, rules)
    assert (one is None) == (other is None)
    if one and other:
        assert [set(ids(part)) for part in one.parts.values()] == [set(ids(part)) for part in other.parts.values()]


def ids(part: Sequence[Record]) -> list[str]:
    return [record.id for record in part]


def numbered(count: int, speakers: int = 0, start: int = 0) -> list[Record]:
    """Records with texts that have nothing in common."""
    made = []
    for i in range(start, start + count):
        said = " ".join("".join(random.Random(f"{i} {j}").choices("कखगघचछजझटठडढ", k=6)) for j in range(6))
        made.append(Record(f"{i}.wav", said, 1.0, str(i), f"S{i % speakers}" if speakers else ""))
    return made


def test_more_records_move_nobody() -> None:
    before = split(numbered(300))
    after = split(numbered(600))
    for name in SPLITS:
        assert set(ids(before.parts[name])) <= set(ids(after.parts[name]))


def test_shares_are_about_right_and_seeds_differ() -> None:
    sizes = [len(part) for part in split(numbered(2000)).parts.values()]
    assert sizes[0] == pytest.approx(1600, abs=60)
    assert sizes[1:] == pytest.approx([200, 200], abs=45)
    assert ids(split(numbered(100), Rules(seed=2)).parts["test"]) != ids(split(numbered(100)).parts["test"])


def test_exact_shares() -> None:
    found = split(numbered(100, speakers=10), Rules(exact=True))
    assert [len(part) for part in found.parts.values()] == [80, 10, 10]
    assert found.groups == 10


def test_the_split_is_the_same_everywhere() -> None:
    """By hashes that do not depend on process or machine: what was published stays what it was."""
    assert ids(split(numbered(40)).parts["test"]) == ["0", "1", "5", "6", "10", "11", "15", "39"]


@pytest.mark.parametrize(("keep", "kept", "lost"), [("test", "test", "train"), ("train", "train", "test")])
def test_who_gives_way_where_speakers_share_a_text(keep: str, kept: str, lost: str) -> None:
    items = numbered(200, speakers=40)
    of = {record.speaker: name for name, part in split(items).parts.items() for record in part}
    speaker = {name: next(s for s in of if of[s] == name) for name in SPLITS}
    shared = [Record(f"{s}.wav", "सब यह वाक्य पढ़ते हैं", id=s, speaker=s) for s in (speaker["train"], speaker["test"])]
    found = split([*items, *shared], Rules(keep=keep))  # type: ignore[arg-type]
    [dropped] = found.dropped
    assert (dropped.split, dropped.kept_in, dropped.jaccard) == (lost, kept, 1.0)
    assert dropped.as_dict()["reason"] == f"near-duplicate of {speaker[kept]} in {kept} (Jaccard 1.00)"


def test_what_belongs_to_nobody_moves() -> None:
    items = numbered(300)
    near = [Record(f"n{r.id}", r.text[:-1] + "य", id=f"n{r.id}") for r in items]
    found = split([*items, *near])
    where = {record.id: name for name, part in found.parts.items() for record in part}
    assert not found.dropped
    assert found.clusters == 300
    assert found.crossing == found.moved > 50
    assert all(where[record.id] == where[f"n{record.id}"] for record in items)
    assert len(found.parts["train"]) == pytest.approx(480, abs=40)


def test_groups_hang_together_by_all_fields() -> None:
    rows = [("a", "1"), ("a", "2"), ("b", "2"), ("c", "3"), ("", "3"), ("d", "")]
    items = [Record(f"{i}", f"t{i}", speaker=s, document=d) for i, (s, d) in enumerate(rows)]
    keys = group_keys(items, ("speaker", "document"))
    assert len({*keys[:3]}) == len({*keys[3:5]}) == 1
    assert len(set(keys)) == 3
    assert group_keys(items, ()) == [f"text=t{i}" for i in range(6)]
    assert group_keys([Record("a", "x", extra={"domain": "AGRI"})], ("domain",)) == ["domain=AGRI"]


@pytest.mark.parametrize(
    ("items", "problem"),
    [
        (numbered(50, speakers=1), "valid and test would be empty: 1 groups, the largest with 100% of the records"),
        ([], "there are no records"),
    ],
)
def test_empty_splits_are_refused(items: list[Record], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        split(items)


def test_a_field_that_nobody_has_keeps_nothing_together() -> None:
    with pytest.raises(InputError, match="no record has the field 'speakr'"):
        split(numbered(100, speakers=20), Rules(by=("speakr",)))


@pytest.mark.parametrize("shares", ["80/20", "a/b/c", "-1/1/1", "0/0/0", "80-10-10", "nan/1/1"])
def test_shares_that_are_refused(shares: str) -> None:
    with pytest.raises(InputError, match="80/10/10"):
        read_shares(shares)


def test_no_validation_set() -> None:
    found = split(numbered(100), Rules(read_shares("90/0/10")))
    assert not found.parts["valid"]


# --- the command line ---------------------------------------------------------------------------------


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(cli.app, ["data", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result.stdout


def collection(folder: Path) -> Path:
    rng = random.Random(3)
    for speaker in range(20):
        lines = []
        for i in range(5):
            wav(folder / f"S{speaker}" / f"u{speaker}_{i}.wav", 3)
            lines.append(f"u{speaker}_{i} {' '.join(rng.choices(WORDS, k=9))}।")
        text(folder / f"S{speaker}" / "transcripts.txt", *lines)
    return folder


def test_from_folder_to_splits(tmp_path: Path) -> None:
    folder = collection(tmp_path / "in")
    shown = run("manifest", folder, "--lang", "hi", "--fields", "(?P<speaker>S[0-9]+)/", "-o", tmp_path / "out")
    assert shown.startswith("100 records, 0.08 hours, 900 words, 20 speakers, 100 different texts")
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert report["summary"]["speakers"] == 20
    assert (tmp_path / "out" / "bad.jsonl").read_text() == ""

    found = json.loads(
        run("split", tmp_path / "out" / "dataset_all.json", "--exact", "--normalized", "--json", "-o", tmp_path / "s")
    )
    assert [part["records"] for part in found["splits"].values()] == [80, 10, 10]
    assert [part["speakers"] for part in found["splits"].values()] == [16, 2, 2]
    raw, _ = records.read(tmp_path / "s" / "test.jsonl")
    plain, _ = records.read(tmp_path / "s" / "normalized" / "test.json")
    assert [record.text for record in plain] == [record.text.removesuffix("।") for record in raw]
    assert "train" in run("split", tmp_path / "out" / "dataset_all.jsonl", "--exact", "-o", tmp_path / "s2")
    for name in ("train.json", "valid.jsonl", "test.json", "split.json"):
        assert (tmp_path / "s2" / name).read_bytes() == (tmp_path / "s" / name).read_bytes()


def test_a_list_is_not_overwritten(tmp_path: Path) -> None:
    for name in ("train", "test"):
        records.write(tmp_path, name, numbered(100))
        before = (tmp_path / f"{name}.jsonl").read_bytes()
        run("split", tmp_path / f"{name}.jsonl", code=2)
        assert (tmp_path / f"{name}.jsonl").read_bytes() == before
        run("split", tmp_path / f"{name}.jsonl", "-o", tmp_path / "out")
    records.write(tmp_path / "normalized", "empty", numbered(100))
    run("split", tmp_path / "normalized" / "empty.jsonl", "-o", tmp_path, "--normalized", code=2)


def test_a_file_that_is_no_list_says_why(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli.app, ["data", "split", str(text(tmp_path / "text", "no json"))])
    assert result.exit_code == 2
    assert "holds no record: line 1: not JSON" in result.stderr


def test_exit_codes(tmp_path: Path) -> None:
    folder = collection(tmp_path)
    (folder / "S1" / "stray.wav").write_bytes(b"")
    assert "unreadable audio" in run("manifest", folder, code=1)
    assert json.loads((folder / "bad.jsonl").read_text())["reasons"][1] == "no transcript"
    run("manifest", folder, "--lang", "xx", code=2)
    run("manifest", folder / "gone", code=2)
    run("split", folder / "dataset_all.json", "--shares", "half", code=2)
    with (folder / "dataset_all.jsonl").open("a") as file:
        file.write("{}\n")
    run("split", folder / "dataset_all.jsonl", "--by", "none", code=1)
    assert len(records.read(folder / "train.json")[0]) > 50
