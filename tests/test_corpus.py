"""``indic-tf corpus``: shards in, shards out, what is done is done once, bad records stand aside."""

from __future__ import annotations

import gzip
import json
import os
from hashlib import sha256
from pathlib import Path

import pytest
from corpora import PLAIN, SAID, corpus, jsonl, objects, outputs, put, shards

from indic_tf.errors import InputError
from indic_tf.jobs.corpus import format_shard, settings_for
from indic_tf.jobs.shards import plan_shards
from indic_tf.jobs.work import each

CSV = 'id,text\n1,"दो सौ, लोग"\n2,दस प्रतिशत\n'
SHAPES = {
    "a.jsonl": (b'{"id":1,  "text": "\\u0926\\u094b \\u0938\\u094c"}\n', b'{"id":1,  "text": "200"}\n'),
    "a.csv": (CSV.encode(), 'id,text\n1,"200, लोग"\n2,10%\n'.encode()),
    "a.txt": ("दो सौ लोग\r\n\nदस प्रतिशत".encode(), "200 लोग\r\n\n10%".encode()),
    "a.tsv": ("text\tid\nदो सौ\t1\n".encode(), b"text\tid\n200\t1\n"),
    "empty.jsonl": (b"", b""),
}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("packed", [False, True])
def test_a_shard_keeps_its_name_and_shape(tmp_path: Path, name: str, packed: bool) -> None:
    given, wanted = SHAPES[name]
    if packed and not given:
        pytest.skip("gzipped nothing is not empty")
    name += ".gz" if packed else ""
    put(tmp_path / "in" / "deep" / name, gzip.compress(given) if packed else given)
    corpus(tmp_path / "in", "-o", tmp_path / "out", *PLAIN)
    made = (tmp_path / "out" / "deep" / name).read_bytes()
    assert (gzip.decompress(made) if packed else made) == wanted


def test_parquet_keeps_columns_and_types(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = pa.table(
        {"n": pa.array([1, 2, 3], pa.int8()), "said": ["दो सौ लोग", None, "दस प्रतिशत"], "lang": ["hi", "hi", "xx"]}
    )
    (tmp_path / "in").mkdir()
    pq.write_table(table, tmp_path / "in" / "a.parquet")
    options = ("--column", "said", "--lang-field", "lang", "--id", "n")
    corpus(tmp_path / "in", "-o", tmp_path / "out", *PLAIN, *options, code=1)
    made = pq.read_table(tmp_path / "out" / "a.parquet")
    assert made.schema == table.schema
    assert made.column("said").to_pylist() == ["200 लोग", None, "दस प्रतिशत"]
    [failed] = objects(tmp_path / "out" / "a.parquet.failed.jsonl")
    assert (failed["row"], failed["id"], failed["record"]) == (3, 3, "दस प्रतिशत")
    assert "unknown language 'xx'" in str(failed["reason"])


def test_bad_records_stand_aside_with_their_place(tmp_path: Path) -> None:
    source = put(
        tmp_path / "in.jsonl", '{"id": "a", "text": "दो सौ"}\n\nbroken\n{"id": "b"}\n{"id": "c", "text": "दस प्रतिशत"}\n'
    )
    out = tmp_path / "out"
    said = corpus(source, "-o", out, *PLAIN, "--text-field", "text", "--id", "id", code=1).stderr
    assert (out / "in.jsonl").read_text(encoding="utf-8").splitlines()[2:4] == ["broken", '{"id": "b"}']
    failed = objects(out / "in.jsonl.failed.jsonl")
    assert [(one["file"], one["line"], one.get("id")) for one in failed] == [
        (str(source), 3, None),
        (str(source), 4, "b"),
    ]
    assert "no JSON" in str(failed[0]["reason"])
    assert failed[0]["record"] == "broken\n"
    assert "2 records of in.jsonl" in said
    again = corpus(source, "-o", out, *PLAIN, "--text-field", "text", "--id", "id", code=1).stderr
    assert "1 of 1 shards were done before" in again
    assert "2 records of in.jsonl" in again


def test_failed_records_go_when_they_are_mended(tmp_path: Path) -> None:
    source = put(tmp_path / "a.jsonl", '{"text": "दो सौ"}\nbroken\n')
    corpus(source, "-o", tmp_path / "out", *PLAIN, code=1)
    put(source, '{"text": "दो सौ"}\n')
    corpus(source, "-o", tmp_path / "out", *PLAIN, "--force")
    assert outputs(tmp_path / "out") == {"a.jsonl": b'{"text": "200"}\n'}


@pytest.mark.parametrize("lang", ["auto", "hi"])
def test_records_name_their_language(tmp_path: Path, lang: str) -> None:
    said = ["दोन हजार रुपये", "दो सौ लोग", "இருநூறு பேர்"]
    langs = ["mr", None, "ta"]
    source = jsonl(tmp_path / "a.jsonl", [{"text": t, "l": one} for t, one in zip(said, langs, strict=True)])
    corpus(source, "-o", tmp_path / "out", "--model", "none", "--lang", lang, "--lang-field", "l", "--into", "new")
    assert [(one["text"], one["new"]) for one in objects(tmp_path / "out" / "a.jsonl")] == list(
        zip(said, ["₹2,000", "200 लोग", "200 பேர்"], strict=True)
    )


def test_languages_are_found(tmp_path: Path) -> None:
    source = put(tmp_path / "a.txt", "मुझे दो सौ लोग चाहिए\nஎனக்கு இருநூறு பேர் வேண்டும்\n")
    corpus(source, "-o", tmp_path / "out", "--model", "none")
    assert (tmp_path / "out" / "a.txt").read_text(encoding="utf-8") == "मुझे 200 लोग चाहिए\nஎனக்கு 200 பேர் வேண்டும்\n"


def test_the_default_tagger_writes_marks(tmp_path: Path) -> None:
    source = put(tmp_path / "a.txt", SAID.format("").replace("  ", " ") + "\n")
    corpus(source, "-o", tmp_path / "out", "--lang", "hi")
    assert (tmp_path / "out" / "a.txt").read_text(encoding="utf-8") == "मुझे ₹25,000 चाहिए, क्या आप दे सकते हैं?\n"


# --- again


def test_only_what_is_not_done_is_done(tmp_path: Path) -> None:
    first, second = shards(tmp_path / "in", 2, 5)
    out = tmp_path / "out"
    corpus(tmp_path / "in", "-o", out, *PLAIN)
    before, whole = (out / first).stat(), outputs(out)
    (out / second).unlink()
    assert "1 of 2 shards were done before" in corpus(tmp_path / "in", "-o", out, *PLAIN).stderr
    assert (out / first).stat().st_mtime_ns == before.st_mtime_ns
    assert outputs(out) == whole


@pytest.mark.parametrize("cut", [0, 10])
def test_an_output_that_is_not_what_was_written_is_made_anew(tmp_path: Path, cut: int) -> None:
    [name] = shards(tmp_path / "in", 1, 5)
    corpus(tmp_path / "in", "-o", tmp_path / "out", *PLAIN)
    whole = outputs(tmp_path / "out")
    os.truncate(tmp_path / "out" / name, cut)
    corpus(tmp_path / "in", "-o", tmp_path / "out", *PLAIN)
    assert outputs(tmp_path / "out") == whole


def test_digests_are_noted(tmp_path: Path) -> None:
    [name] = shards(tmp_path / "in", 1, 5)
    corpus(tmp_path / "in", "-o", tmp_path / "out", *PLAIN)
    noted = json.loads((tmp_path / "out" / ".indic-tf" / f"{name}.json").read_text(encoding="utf-8"))
    for key, path in (("sha256", tmp_path / "in" / name), ("output_sha256", tmp_path / "out" / name)):
        assert noted[key] == sha256(path.read_bytes()).hexdigest()
    assert (noted["records"], noted["failed"], noted["said"]["lang"]) == (5, 0, "hi")
    assert noted["words"] == sum(len(SAID.format(i).split()) for i in range(5))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--style", "native"), "style default → native"),
        (("--no-itn",), "itn True → False"),
        (("--into", "new"), "into None → new"),
    ],
)
def test_other_settings_are_refused(tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    shards(tmp_path / "in", 2, 5)
    corpus(tmp_path / "in", "-o", tmp_path / "out", *PLAIN)
    refused = corpus(tmp_path / "in", "-o", tmp_path / "out", *PLAIN, *options, code=2).stderr
    assert "2 of 2 shards were made with other settings" in refused
    assert said in refused
    assert "--force" in refused
    before = outputs(tmp_path / "out")
    corpus(tmp_path / "in", "-o", tmp_path / "out", *PLAIN, *options, "--force")
    assert all(outputs(tmp_path / "out")[name] != content for name, content in before.items())


def test_an_input_that_changed_is_refused_and_one_that_was_copied_is_not(tmp_path: Path) -> None:
    first, second = shards(tmp_path / "in", 2, 5)
    out = tmp_path / "out"
    corpus(tmp_path / "in", "-o", out, *PLAIN)
    os.utime(tmp_path / "in" / second, (1, 1))
    (tmp_path / "in").rename(tmp_path / "moved")
    assert "2 of 2 shards were done before" in corpus(tmp_path / "moved", "-o", out, *PLAIN).stderr
    jsonl(tmp_path / "moved" / first, [{"text": "दस प्रतिशत"}])
    refused = corpus(tmp_path / "moved", "-o", out, *PLAIN, code=2).stderr
    assert f"1 of 2 inputs are not what they were ({first})" in refused
    other = (out / second).stat().st_mtime_ns
    corpus(tmp_path / "moved", "-o", out, *PLAIN, "--force")
    assert objects(out / first) == [{"text": "10%"}]
    assert (out / second).stat().st_mtime_ns == other


def test_batches_workers_and_threads_change_nothing(tmp_path: Path) -> None:
    shards(tmp_path / "in", 3, 30)
    ways = {"a": (), "b": ("--batch", "7"), "c": ("--workers", "2", "--threads", "1")}
    for name, options in ways.items():
        corpus(tmp_path / "in", "-o", tmp_path / name, *PLAIN, *options)
    found = [outputs(tmp_path / name) for name in ways]
    assert found[0] == found[1] == found[2]
    assert len(found[0]) == 3
    corpus(tmp_path / "in", "-o", tmp_path / "a", *PLAIN, *ways["b"])  # not refused


# --- what does not fit


@pytest.mark.parametrize(
    ("given", "options", "said"),
    [
        (["nothing"], (), "no such file or folder"),
        (["no*.jsonl"], (), "no file fits"),
        (["empty"], (), "no file with one of the endings"),
        (["one/a.jsonl", "two/a.jsonl"], (), "would both be written to"),
        (["one"], ("-o", "one"), "the output folder is among the inputs"),
        (["one"], ("-o", "one/a.jsonl"), "is a file"),
        (["blob.bin"], (), "--from table"),
        (["one"], ("--lang", "xx"), "xx"),
    ],
)
def test_what_does_not_fit_is_said_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: list[str], options: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one/a.jsonl", "two/a.jsonl", "blob.bin"):
        jsonl(tmp_path / name, [{"text": "दो सौ"}])
    (tmp_path / "empty").mkdir()
    assert said in corpus(*given, "-o", "out", "--model", "none", *options, code=2).stderr
    assert not (tmp_path / "out").exists()


def test_a_shard_that_fails_costs_no_other(tmp_path: Path) -> None:
    [name] = shards(tmp_path / "in", 1, 5)
    put(tmp_path / "in" / "list.json", '[{"text": "a"}]')
    said = corpus(tmp_path / "in", "-o", tmp_path / "out", *PLAIN, code=1).stderr
    assert "list.json: a JSON list" in said
    assert list(outputs(tmp_path / "out")) == [name]
    assert "1 of 2 shards were done before" in corpus(tmp_path / "in", "-o", tmp_path / "out", *PLAIN, code=1).stderr


def test_a_column_that_is_not_there_is_named(tmp_path: Path) -> None:
    shards(tmp_path / "in", 1, 5)
    said = corpus(tmp_path / "in", "-o", tmp_path / "out", *PLAIN, "--column", "tekst", code=2).stderr
    assert "no column 'tekst'. There are: id, text. Perhaps 'text'?" in said


def test_patterns_keep_the_folders_behind_their_fixed_part(tmp_path: Path) -> None:
    for name in ("hi/a.jsonl", "ta/a.jsonl", "ta/_tmp/b.jsonl", "ta/a.jsonl.failed.jsonl"):
        jsonl(tmp_path / "in" / name, [{"text": "दो सौ"}])
    listed = corpus(str(tmp_path / "in" / "**" / "*.jsonl"), "-o", tmp_path / "out", *PLAIN, "--dry-run").stdout
    assert [Path(line.split("\t")[3]).relative_to(tmp_path / "out").as_posix() for line in listed.splitlines()] == [
        "hi/a.jsonl",
        "ta/a.jsonl",
    ]
    assert not (tmp_path / "out").exists()


def test_text_has_no_columns(tmp_path: Path) -> None:
    source = put(tmp_path / "a.txt", "दो सौ\n")
    assert "have no columns" in corpus(source, "-o", tmp_path / "out", *PLAIN, "--column", "text", code=2).stderr


# --- stores


def test_shards_of_any_store(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    memory.pipe("/corpus/deep/a.jsonl", json.dumps({"text": "दो सौ"}).encode() + b"\nbroken\n")
    memory.pipe("/corpus/b.txt", "दस प्रतिशत\n".encode())
    try:
        corpus("memory://corpus", "-o", "memory://made/out", *PLAIN, code=1)
        assert memory.cat("/made/out/deep/a.jsonl") == b'{"text": "200"}\nbroken\n'
        assert memory.cat("/made/out/b.txt") == b"10%\n"
        assert json.loads(memory.cat("/made/out/deep/a.jsonl.failed.jsonl"))["line"] == 2
        memory.pipe("/made/out/.b.txt.indic-tf-unfinished0", b"what a killed run left")
        assert (
            "2 of 2 shards were done before"
            in corpus("memory://corpus", "-o", "memory://made/out", *PLAIN, code=1).stderr
        )
        assert sorted(one for one in memory.find("/made/out") if "/.indic-tf/" not in one) == [
            "/made/out/b.txt", "/made/out/deep/a.jsonl", "/made/out/deep/a.jsonl.failed.jsonl",
        ]  # fmt: skip
        memory.pipe("/corpus/b.txt", "बीस प्रतिशत\n".encode())
        assert (
            "1 of 2 inputs are not what they were"
            in corpus("memory://corpus", "-o", "memory://made/out", *PLAIN, code=2).stderr
        )
        corpus("memory://corpus/*.txt", "-o", tmp_path / "here", *PLAIN)
        assert outputs(tmp_path / "here") == {"b.txt": b"20%\n"}
    finally:
        memory.rm("/corpus", recursive=True)
        memory.rm("/made", recursive=True)


def test_a_store_that_nothing_opens_is_said() -> None:
    pytest.importorskip("fsspec")
    with pytest.raises(InputError, match="nosuch"):
        plan_shards(["nosuch://a/b"], "out", settings_for({"lang": "hi", "model": None}))


def test_an_input_that_is_written_to_meanwhile_is_not_noted_as_done(tmp_path: Path) -> None:
    [name] = shards(tmp_path / "in", 1, 800)
    settings = settings_for({"lang": "hi", "model": None}, batch_size=8)

    def told(_: object) -> None:
        with (tmp_path / "in" / name).open("a", encoding="utf-8") as file:
            file.write('{"text": "दस"}\n')

    planned = plan_shards([str(tmp_path / "in")], str(tmp_path / "out"), settings)
    [done] = each(planned, settings, format_shard, told=told)
    assert "written to while it was read" in done.error
    assert outputs(tmp_path / "out") == {}
