"""Publishing: what a stranger gets from a recipe is what the recipe says, byte for byte, and loads with `datasets`."""

from __future__ import annotations

import json
import lzma
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import datasets
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from indic_tf import cli
from indic_tf.errors import InputError, TableError
from indic_tf.labels import DISFLUENCY, KINDS, PUNCTUATION, REMOVED
from indic_tf.publishing import checksums, guard, hand_written, hub, sources, splits
from indic_tf.publishing.publish import Published, publish
from indic_tf.publishing.recipe import SPLITS, TASKS, Recipe, Source, load
from indic_tf.training import shards
from indic_tf.training.label import Labelled
from indic_tf.training.spoken import written_view

VOCABULARY = """
राम सीता घर बाज़ार पानी किताब नदी पेड़ आज कल सुबह शाम बच्चे लोग गाँव शहर रास्ता दूर पास बड़ा छोटा नया पुराना अच्छा
गया आया देखा सुना कहा लिखा पढ़ा चला रुका मिला खोया बोला माँगा दिया लिया रखा और लेकिन फिर भी वहाँ यहाँ कभी सदा धीरे जल्दी
खेत बादल चिड़िया आसमान दोस्त भाई बहन माता पिता राजा रानी कहानी गीत सपना
"""
WORDS = VOCABULARY.split()
ROWS = {
    "punctuation": {"train": 40, "validation": 9, "test": 10},
    "itn": {"train": 12, "validation": 4, "test": 6},
    "itn-by-class": {"train": 3, "validation": 1, "test": 2},
    "disfluency": {"train": 20, "validation": 5, "test": 8},
    "asr-noise": {"train": 20, "validation": 5, "test": 8},
}


def sentence(random: Random) -> str:
    words = random.choices(WORDS, k=random.randint(6, 11))
    if random.random() < 0.4:
        words[2] += ","
    if random.random() < 0.3:
        words[4:4] = random.choice(("₹{}", "{} किलो", "{}%")).format(random.randint(12, 980)).split()
    return " ".join(words) + random.choice("।।।?")


def lines(count: int, seed: int) -> list[str]:
    random = Random(seed)
    return [" ".join(sentence(random) for _ in range(random.randint(1, 3))) for _ in range(count)]


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sources in both forms, one of them with a bad line, and words that sound alike."""
    folder = tmp_path_factory.mktemp("corpora")
    (folder / "hi" / "stories").mkdir(parents=True)
    (folder / "hi" / "news.txt.xz").write_bytes(lzma.compress("\n".join(lines(120, 1)).encode()))
    texts = [*lines(20, 2), "", *lines(20, 3)]
    (folder / "hi" / "stories" / "a.txt").write_bytes("\n".join(texts).encode() + b"\n\xff\xfe bad.\n")
    (folder / "hi" / "stories" / "b.txt").write_text("\n".join(["", *lines(20, 4)]) + "\n", "utf-8")
    (folder / "hi" / "confusions.tsv").write_text("कल\tकाल\t0.9\nपानी\tपाणी\t0.9\n", "utf-8")
    return folder


@pytest.fixture(scope="module")
def recipe(corpora: Path) -> Recipe:
    return Recipe.model_validate(
        {
            "name": "little",
            "title": "A little benchmark",
            "version": "0.1.0",
            "licence": "CC-BY-4.0",
            "description": "For tests.",
            "output": str(corpora.parent / "out"),
            "languages": ["hi"],
            "corpora": str(corpora),
            "confusions": str(corpora),
            "sources": [
                {"pattern": "hi/news", "licence": "CC0-1.0", "origin": "made up"},
                {"pattern": "hi/*", "licence": "Ask the author", "origin": "made up, too", "documents": "blank"},
            ],
            "test": 0.2,
            "rows": ROWS,
        }
    )


@pytest.fixture(scope="module")
def made(recipe: Recipe, tmp_path_factory: pytest.TempPathFactory) -> Published:
    return publish(recipe.model_copy(update={"output": tmp_path_factory.mktemp("made") / "little"}), jobs=1)


@pytest.fixture
def opened(made: Published, tmp_path: Path) -> Callable[[str], Any]:
    return lambda name: datasets.load_dataset(str(made.folder), name, cache_dir=str(tmp_path / "cache"))


def names(rows: Any, column: str) -> Iterator[Any]:
    """A column with its labels by name; None for those that nobody knows."""
    kind = getattr(rows.features[column], "feature", rows.features[column])
    for value in rows[column]:
        yield [None if v < 0 else kind.names[v] for v in value] if isinstance(value, list) else kind.names[value]


# --- what comes out


@pytest.mark.parametrize("task", TASKS)
def test_a_folder_loads_as_it_was_made(task: str, made: Published, opened: Callable[[str], Any]) -> None:
    [each] = [each for each in made.configurations if each.task == task]
    found = opened(each.name)
    assert {split: len(found[split]) for split in found} == each.rows
    for split, rows in found.items():
        assert rows.features == each.features
        assert rows["id"] == [row["id"] for row in each.splits[split]]
        assert len(rows) <= ROWS[task][split] * (len(KINDS) if task == "itn-by-class" else 1)
        for column in ("labels", "tags", "case"):
            if column in rows.features:
                assert [len(row) for row in rows[column]] == [len(row) for row in rows["words"]]


def test_marks_are_those_of_the_text(opened: Callable[[str], Any]) -> None:
    rows = opened("punctuation-hi")["test"]
    for words, text, labels in zip(rows["words"], rows["text"], names(rows, "labels"), strict=True):
        marks = {"none": "", "comma": ",", "end": "।", "question": "?"}
        assert " ".join(w + marks[label] for w, label in zip(words, labels, strict=True)) == text.lower()
    assert rows.features["labels"].feature.names == list(PUNCTUATION.labels)


def test_numbers_are_said_tagged_and_written(opened: Callable[[str], Any]) -> None:
    rows = opened("itn-hi")["train"]
    for row, tags, kind in zip(rows, names(rows, "tags"), names(rows, "kind"), strict=True):
        assert row["words"] == row["spoken"].split(" ")
        assert any(char.isdigit() for char in row["written"][0])
        assert not any(char.isdigit() for char in row["spoken"])
        kinds = {tag[2:] for tag in tags if tag.startswith("B-")}
        assert kinds == {kind} or (kind == "several" and len(kinds) > 1)


def test_rows_by_class_have_one_class_each(opened: Callable[[str], Any]) -> None:
    rows = opened("itn-by-class-hi")["test"]
    kinds = list(names(rows, "kind"))
    assert set(kinds) <= set(KINDS)
    assert max(map(kinds.count, kinds)) <= ROWS["itn-by-class"]["test"]


def test_without_slips_the_fluent_text_is_left(opened: Callable[[str], Any]) -> None:
    rows = opened("disfluency-hi")["train"]
    seen = set()
    for row, tags in zip(rows, names(rows, "tags"), strict=True):
        kept = [word for word, tag in zip(row["words"], tags, strict=True) if tag not in REMOVED]
        assert " ".join(kept) == row["fluent"]
        seen.update(tags)
    assert {"O", "F"} <= seen <= {*DISFLUENCY.labels, None}


def test_no_document_is_in_two_splits(made: Published, opened: Callable[[str], Any]) -> None:
    where: dict[str, set[str]] = {}
    for each in made.configurations:
        for split, rows in opened(each.name).items():
            for document in rows["document"]:
                where.setdefault(document, set()).add(split)
    assert all(len(found) == 1 for found in where.values())
    assert {*SPLITS} == set().union(*where.values())


def test_bad_lines_are_counted_and_the_rest_is_done(made: Published) -> None:
    counts = {source["source"]: source["counts"] for source in made.facts.sources}
    assert counts["stories"]["not UTF-8"] == 1
    assert counts["stories"]["kept"] >= 55
    assert counts["news"]["passages"] == 120


# --- the same again


def files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_the_same_recipe_gives_the_same_bytes(recipe: Recipe, made: Published, tmp_path: Path) -> None:
    again = publish(recipe.model_copy(update={"output": tmp_path / "elsewhere"}), jobs=2)
    assert files(again.folder) == files(made.folder)


def test_another_seed_gives_other_rows(recipe: Recipe, made: Published, tmp_path: Path) -> None:
    other = publish(recipe.model_copy(update={"output": tmp_path / "o", "seed": 2, "tasks": ("punctuation",)}), jobs=1)
    name = "data/punctuation-hi/test.parquet"
    assert files(other.folder)[name] != files(made.folder)[name]


def test_checksums_are_those_of_sha256sum(made: Published) -> None:
    checksums.check(made.folder)
    listed = (made.folder / checksums.NAME).read_text("utf-8")
    assert len(listed.splitlines()) == len(files(made.folder)) - 2  # but themselves, and the list of what we wrote
    assert subprocess.run(["sha256sum", "-c", "--quiet", checksums.NAME], cwd=made.folder, check=False).returncode == 0


@pytest.mark.parametrize("change", ["changed", "missing", "added"])
def test_a_touched_folder_is_told_from_its_checksums(change: str, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text(name)
    checksums.write(tmp_path)
    if change == "missing":
        (tmp_path / "b").unlink()
    else:
        (tmp_path / ("b" if change == "changed" else "c")).write_text("else")
    with pytest.raises(InputError, match=r"not as it was written: [bc]"):
        checksums.check(tmp_path)


# --- the card


def test_the_card_says_what_there_is(made: Published) -> None:
    _, header, text = (made.folder / "README.md").read_text("utf-8").split("---\n", 2)
    fields = yaml.safe_load(header)
    assert [each["config_name"] for each in fields["configs"]] == [f"{task}-hi" for task in TASKS]
    assert fields["license"] == ["cc-by-4.0", "cc0-1.0", "other"]
    assert fields["language"] == ["hi"]
    counted = {
        each["config_name"]: {s["name"]: s["num_examples"] for s in each["splits"]} for each in fields["dataset_info"]
    }
    assert counted == {each.name: each.rows for each in made.configurations}
    assert all(f"**{task}.**" in text for task in TASKS)
    assert "&id" not in text, "rows that two configurations share are written twice"
    for words in ("Ask the author", "made up, too", "Known limits", "Intended use", "**Not known.**", "not UTF-8"):
        assert words in text
    assert str(made.folder.parent) not in text + (made.folder / "recipe.yaml").read_text("utf-8")
    assert json.loads((made.folder / "benchmark.json").read_text("utf-8"))["configurations"] == counted


@pytest.mark.slow
def test_baselines_are_scored(recipe: Recipe, tmp_path: Path) -> None:
    made = publish(recipe.model_copy(update={"output": tmp_path / "o", "baseline_rows": 5}), jobs=1)
    found = {(score.configuration, score.system): score for score in made.facts.scores}
    assert {name for name, _ in found} == {each.name for each in made.configurations}
    assert found["itn-hi", "none"].measures["accuracy"] is not None
    assert "little-0.1.0/itn-hi@sha256" in (made.folder / "README.md").read_text("utf-8")


# --- what the model has seen


@pytest.fixture(scope="module")
def trained(corpora: Path, recipe: Recipe, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Shards of a model that was trained on nine tenths of one source, and tuned on the rest."""
    folder = tmp_path_factory.mktemp("shards")
    [news] = [corpus for corpus in sources.find(recipe) if corpus.name == "news"]
    passages = [written_view(item.passage, None) for item in sources.gather(news)[0]]
    shards.write(folder / "hi" / "other.train.tsv.gz", [p for i, p in enumerate(passages) if i // 3 % 10])
    shards.write(folder / "hi" / "other.dev.tsv.gz", [p for i, p in enumerate(passages) if not i // 3 % 10])
    return folder


@pytest.mark.parametrize("seen", ["leave-out", "mark"])
def test_what_the_model_learnt_from_is_in_no_test(seen: str, recipe: Recipe, trained: Path, tmp_path: Path) -> None:
    changes = {"output": tmp_path / "o", "trained_on": (trained,), "seen": seen, "tasks": ("punctuation",)}
    made = publish(recipe.model_copy(update=changes), jobs=1)
    [each] = made.configurations
    held_out = [row for split in ("validation", "test") for row in each.splits[split]]
    learnt = [row for row in held_out if row["seen"] in guard.LEARNT]
    assert bool(learnt) == (seen == "mark")
    assert {row["source"] for row in each.splits["test"]} == {"news", "stories"}
    assert all(row["seen"] in ("dev", "no") for row in held_out) or seen == "mark"
    assert made.facts.guard["hi"]["seen: trained"] >= 100
    assert f"| seen: trained | {made.facts.guard['hi']['seen: trained']} |" in (made.folder / "README.md").read_text(
        "utf-8"
    )


A = "एक दिन राजा ने अपने मंत्री से पूछा कि नगर में सबसे सुखी कौन है"
B = "नदी के उस पार पुराने पेड़ के नीचे बच्चे रोज़ शाम को खेलते थे"


def item(*texts: str, id_: str = "x") -> sources.Item:
    words = tuple(word for text in texts for word in text.split())
    marks = "".join("0" * text.count(" ") + "2" for text in texts)
    return sources.Item(id_, "s", "d", " ".join(texts), Labelled(words, marks))


@pytest.mark.parametrize(
    ("own", "seen"),
    [
        (item(A), "trained"),
        (item(B), "dev"),
        (item(B, A), "trained"),
        (item(A.replace("सबसे", "बहुत")), "near"),
        (item("हाँ हाँ", A.replace("राजा", "राजाओं")), "near"),
        (item("हाँ हाँ"), "no"),
        (item("बारिश", " ".join(reversed(A.split()))), "no"),
    ],
)
def test_what_counts_as_seen(own: sources.Item, seen: str, tmp_path: Path) -> None:
    shards.write(tmp_path / "hi" / "s.train.tsv.gz", [item("पहले यह हुआ", A).passage])
    shards.write(tmp_path / "hi" / "s.dev.tsv.gz", [item(B).passage])
    [found], sentences = guard.marked([own], [tmp_path], "hi")
    assert (found.seen, sentences) == (seen, 1)


documents = st.lists(st.lists(st.sampled_from(guard.SEEN), min_size=1, max_size=6), min_size=1, max_size=40)


@settings(max_examples=40, deadline=None)
@given(documents, st.integers(0, 9), st.booleans())
def test_every_passage_is_in_one_split_or_counted(found: list[list[str]], seed: int, leave_out: bool) -> None:
    items = [
        sources.Item(f"{d}-{i}", f"s{d % 2}", f"s{d % 2}-{d}", f"{d} {i} " * 9, Labelled(("a",), "2"), seen)
        for d, document in enumerate(found)
        for i, seen in enumerate(document)
    ]
    made, counts = splits.split(items, 0.1, 0.2, seed, leave_out)
    kept = [item.id for own in made.values() for item in own]
    assert len(kept) == len(set(kept)) == len(items) - sum(counts.values())
    owners = [{item.document for item in own} for own in made.values()]
    assert sum(map(len, owners)) == len(set().union(*owners))
    if leave_out:
        assert not any(item.seen in guard.LEARNT for name in ("validation", "test") for item in made[name])


def test_no_large_source_drowns_the_others() -> None:
    items = [
        sources.Item(f"{s}{i}", s, "d", "", Labelled(())) for s, n in (("big", 90), ("small", 5)) for i in range(n)
    ]
    assert sum(item.source == "small" for item in splits.in_turn(items, 1)[:10]) == 5


# --- what is refused


def written_recipe(path: Path, recipe: Recipe, **changes: Any) -> Path:
    fields = {**recipe.model_dump(mode="json"), **changes}
    path.write_text(yaml.safe_dump({k: v for k, v in fields.items() if v is not None}), "utf-8")
    return path


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"sources": [{"pattern": "hi/*", "licence": "unstated"}]}, "states no licence; write an SPDX identifier"),
        ({"sources": [{"pattern": "hi/*"}]}, "or list the pattern under leave_out"),
        ({"licence": "unknown"}, "licence: Value error, states no licence"),
        ({"itn_tables": "."}, "either corpora"),
        ({"corpora": "nowhere"}, "nowhere is no folder"),
        ({"confusions": None}, "data_scripts/confusions.py"),
        ({"version": "1"}, "version"),
        ({"tasks": ["summaries"]}, "tasks"),
        ({"rows": {"itn": {"dev": 4}}}, "rows.itn.dev"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_bad_recipes(changes: dict[str, Any], problem: str, recipe: Recipe, tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        publish(load(written_recipe(tmp_path / "r.yaml", recipe, **changes)), jobs=1)
    assert problem in str(raised.value)


def test_a_source_without_licence_is_named_with_what_to_write(recipe: Recipe) -> None:
    bare = recipe.model_copy(update={"sources": (Source(pattern="hi/news", licence="CC0-1.0"),)})
    with pytest.raises(InputError, match=r"no licence for hi/stories: write under sources: `- \{pattern: hi/stories"):
        sources.find(bare)
    assert [c.name for c in sources.find(bare.model_copy(update={"leave_out": ("hi/st*",)}))] == ["news"]


def test_a_folder_with_other_things_stays(recipe: Recipe, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match="holds other things"):
        publish(recipe.model_copy(update={"output": tmp_path}), jobs=1)
    assert (tmp_path / "thesis.txt").read_text() == "mine"
    checksums.write(tmp_path)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "new.txt").write_text("added later")
    with pytest.raises(InputError, match="holds other things"):
        publish(recipe.model_copy(update={"output": tmp_path}), jobs=1)
    assert (tmp_path / "notes" / "new.txt").exists()


@pytest.mark.parametrize("place", [".", "/", "x/.."])
def test_the_output_has_a_name(place: str, recipe: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="the output needs a name"):
        publish(recipe.model_copy(update={"output": Path(place)}), jobs=1)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(InputError, match="file is no folder"):
        publish(recipe.model_copy(update={"output": tmp_path / "file"}), jobs=1)


def test_a_damaged_archive_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cut.txt.xz"
    path.write_bytes(lzma.compress("\n".join(lines(50, 1)).encode())[:-40])
    with pytest.raises(InputError, match=r"cut\.txt\.xz: a damaged"):
        sources.gather(sources.Corpus("hi", "cut", (path,), Source(pattern="*", licence="MIT")))


def test_too_little_text_makes_no_benchmark(recipe: Recipe, tmp_path: Path) -> None:
    (tmp_path / "hi").mkdir()
    (tmp_path / "hi" / "one.txt").write_text(f"{A}।\n", "utf-8")
    changes = {"corpora": tmp_path, "output": tmp_path / "o", "tasks": ("punctuation",)}
    with pytest.raises(InputError, match="no test rows at all"):
        publish(recipe.model_copy(update=changes), jobs=1)
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ("id\tkind\tspoken\twritten\tnote\na\tmoney\tदस\t₹10\t\na\tmoney\tदो\t₹2\t\n", ":3: id 'a' is there twice"),
        ("id\tkind\tspoken\twritten\tnote\na\tmoney\t\t₹10\t\n", ":2: id 'a' is there twice, or a cell is empty"),
        ("a\tmoney\tदस\t₹10\t\n", ":1: expected the header"),
        ("", ":1: expected the header"),
    ],
)
def test_bad_tables(table: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "hi.tsv").write_text(table, "utf-8")
    with pytest.raises(TableError) as raised:
        hand_written.read(tmp_path / "hi.tsv")
    assert problem in str(raised.value)


# --- hand-written rows, the command, the hub

ROOT = Path(__file__).parents[1]


def test_the_shipped_tables_are_fit_to_publish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shipped = load(ROOT / "data_scripts" / "recipes" / "benchmark_itn.yaml")
    assert shipped.itn_tables is not None
    assert set(shipped.languages) <= {path.stem for path in shipped.itn_tables.glob("*.tsv")}
    for lang in shipped.languages:
        assert len(hand_written.read(shipped.itn_tables / f"{lang}.tsv")) >= 100


TABLE = "id\tkind\tspoken\twritten\tnote\n1\tmoney\tदस रुपये\t₹10 | 10 रुपये\tsmall\n2\tnone\tएक दिन\tएक दिन\t\n"


def test_the_command_publishes_hand_written_rows(recipe: Recipe, tmp_path: Path) -> None:
    (tmp_path / "itn").mkdir()
    (tmp_path / "itn" / "hi.tsv").write_text(TABLE, "utf-8")
    (tmp_path / "itn" / "README.md").write_text("# Rows\n\nOurs.\n\n## References\n\nTwo read them.\n", "utf-8")
    path = written_recipe(tmp_path / "r.yaml", recipe, corpora=None, itn_tables=str(tmp_path / "itn"))
    out = tmp_path / "bench"
    result = CliRunner().invoke(cli.app, ["publish", str(path), "-o", str(out), "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["configurations"] == {"itn-hi": {"test": 2}}
    rows = datasets.load_dataset(str(out), "itn-hi", split="test", cache_dir=str(tmp_path / "cache"))
    assert rows["written"] == [["₹10", "10 रुपये"], ["एक दिन"]]
    assert list(names(rows, "kind")) == ["money", "none"]
    assert "Ours.\n\n### References\n\nTwo read them." in (out / "README.md").read_text("utf-8")


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli.app, ["publish", str(tmp_path / "none.yaml")])
    assert (result.exit_code, "no such recipe" in result.stderr) == (2, True)
    (tmp_path / "latin.yaml").write_bytes(b"name: caf\xe9\n")
    result = CliRunner().invoke(cli.app, ["publish", str(tmp_path / "latin.yaml")])
    assert (result.exit_code, "not UTF-8 at byte 10" in result.stderr) == (2, True)


def test_nothing_is_pushed_without_a_token_or_after_a_change(
    made: Published, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "get_token", lambda: None)
    with pytest.raises(InputError, match="no token"):
        hub.push_to_hub(made.folder, "someone/little", "0.1.0")
    monkeypatch.setattr(hub, "get_token", lambda: "a token")
    with pytest.raises(InputError, match="names no repository"):
        hub.push_to_hub(made.folder, None, "0.1.0")
    with pytest.raises(InputError, match="not a folder that"):
        hub.push_to_hub(tmp_path, "someone/little", "0.1.0")
