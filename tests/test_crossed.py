"""What a GPU trains by: packed shards, windows put together in its memory, teachers that have not read their text."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import yaml
from scripts import script
from torch import nn

from indic_tf.errors import InputError
from indic_tf.labels import HEADS
from indic_tf.tagging import few_bits
from indic_tf.training import config, crossed, packed, shards, soft, start, tagger
from indic_tf.training.encoded import EncodedSource, WordTable, encode_source, kin
from indic_tf.training.label import Labelled
from indic_tf.training.loop import compile_layers
from indic_tf.training.optimizers import StackedMuon, orthogonal
from indic_tf.training.resident import Held, ResidentSampler, most_words
from indic_tf.training.sampling import Sampler, collate

torch.set_num_threads(1)  # these networks are too small to share

CPU = torch.device("cpu")


class Letters:
    """A subword per letter, and nothing around a text."""

    pad_id, unknown_id = 0, 3
    prefix: tuple[int, ...] = ()
    suffix: tuple[int, ...] = ()
    one_script = False

    def encode_word(self, word: str) -> tuple[int, ...]:
        return tuple(10 + ord(c) % 50 for c in word)


TABLE = WordTable(Letters().encode_word, 12)


def passages(count: int, seed: int = 0) -> list[Labelled]:
    """Passages of one to three sentences, some of them questions."""
    random = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        words, marks = [], ""
        for _ in range(random.integers(1, 4)):
            length = int(random.integers(1, 9))
            words += [
                "".join(chr(97 + c) for c in random.integers(26, size=random.integers(1, 7))) for _ in range(length)
            ]
            marks += "".join(random.choice(["0", "0", "1"]) for _ in range(length - 1)) + str(random.choice([2, 2, 3]))
        made.append(Labelled(tuple(words), marks, "0" * len(words), "", ""))
    return made


@pytest.fixture
def sources(tmp_path: Path) -> dict[str, EncodedSource]:
    made = {}
    for number, name in enumerate(("xx/stories", "xx/talk", "yy/news")):
        shards.write(tmp_path / f"{number}.tsv.gz", passages(30 + 20 * number, number))
        made[name] = encode_source(tmp_path / f"{number}.tsv.gz", TABLE)
    return made


def data(folder: Path, **given: Any) -> config.Data:
    return config.Data(shards=folder, languages=("xx", "yy"), **{"window": 40, "short": 24, **given})


# --- packed shards


def test_packed_shards_are_the_shards(sources: dict[str, EncodedSource], tmp_path: Path) -> None:
    path = packed.write(packed.path_of(tmp_path, "xx"), sources, HEADS, TABLE)
    again = packed.read(path, HEADS, TABLE)
    assert list(again) == list(sources)
    for name, source in sources.items():
        for field in fields(source):
            a, b = getattr(source, field.name), getattr(again[name], field.name)
            assert field.name == "soft" or np.array_equal(a, b), (name, field.name)


def test_packed_shards_of_other_words_or_heads_are_refused(sources: dict[str, EncodedSource], tmp_path: Path) -> None:
    path = packed.write(packed.path_of(tmp_path, "xx"), sources, HEADS, TABLE)
    with pytest.raises(InputError, match=r"xx\.train\.npz .*other heads or subwords; data_scripts/pack_shards\.py"):
        packed.read(path, HEADS, WordTable(lambda word: (len(word),), 12))
    with pytest.raises(InputError, match="other heads or subwords"):
        packed.read(path, ["punctuation"], TABLE)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(InputError, match=r"xx\.train\.npz has no shards for this run"):
        packed.read(path, HEADS, TABLE)


def test_what_is_made_of_a_passage_is_kin_to_it() -> None:
    """Its numbers said, a word misheard, one lost: mostly the same number, while other passages have others."""
    made = passages(400)
    long = [passage.words for passage in made if len(passage.words) > 8]
    changed = [(*words[:3], "twenty", "five", *words[5:]) for words in long]
    assert np.mean([kin(a) == kin(b) for a, b in zip(long, changed, strict=True)]) > 0.6
    assert len({kin(words) for words in long}) > 0.8 * len(long)  # some words are a letter, and stand in many


# --- windows


def test_a_window_is_what_the_other_sampler_makes_of_it(sources: dict[str, EncodedSource]) -> None:
    held = Held(list(sources.values()), tuple(HEADS), Letters(), CPU)
    begin = np.cumsum([0, *(len(source.ids) for source in sources.values())])
    slices = [(source, int(source.words[3]), int(source.words[9])) for source in sources.values()]
    expected = collate(slices, tuple(HEADS), Letters())
    starts, stops = (np.array([s[i] + first for s, first in zip(slices, begin, strict=False)]) for i in (1, 2))
    made = held.batch(starts, stops, expected.input_ids.shape[1])
    for name in ("input_ids", "attention_mask", "token_type_ids", "words"):
        assert getattr(made, name).equal(getattr(expected, name)), name
    assert all(made.labels[head].equal(expected.labels[head]) for head in HEADS)


def test_soft_labels_come_with_their_words(sources: dict[str, EncodedSource]) -> None:
    told = {}
    for number, (name, source) in enumerate(sources.items()):
        said = np.full((source.word_count, 4), number + 1, np.uint8)
        told[name] = replace(source, soft={"punctuation": said} if number else {})  # of the first nothing was said
    held = Held(list(told.values()), (), Letters(), CPU)
    begin = np.cumsum([0, *(len(source.ids) for source in told.values())])[:-1]
    batch = held.batch(begin, begin + 10, 16)
    for row in range(3):
        assert set(batch.soft["punctuation"][row][batch.words[row]].flatten().tolist()) == {(0, 2, 3)[row]}
        assert not batch.soft["punctuation"][row][~batch.words[row]].any()


def test_windows_keep_to_words_and_sources(sources: dict[str, EncodedSource], tmp_path: Path) -> None:
    made = ResidentSampler(sources, data(tmp_path, blank=0.0), tuple(HEADS), Letters(), 1, CPU)
    begin = np.cumsum([0, *(len(source.ids) for source in sources.values())])
    opening = {int(w + first) for source, first in zip(sources.values(), begin, strict=False) for w in source.words}
    for _ in range(30):
        for starts, stops in (made._windows(50, 40), made._utterances(50)):
            assert ((stops - starts <= 40) & (stops > starts)).all()
            assert {*starts.tolist(), *stops.tolist()} <= opening
            assert (np.searchsorted(begin, starts, "right") == np.searchsorted(begin, stops - 1, "right")).all()


def test_windows_have_no_more_words_than_there_is_room_for(tmp_path: Path) -> None:
    """Words of one subword: a window of 80 of them would be too wide."""
    shards.write(tmp_path / "words.tsv.gz", [Labelled(tuple("abcdefgh" * 40), "0" * 319 + "2", "0" * 320, "", "")])
    sources = {"xx/words": encode_source(tmp_path / "words.tsv.gz", TABLE)}
    made = ResidentSampler(sources, data(tmp_path, window=80, short_share=0.0), tuple(HEADS), Letters(), 1, CPU)
    for _ in range(20):
        batch = made.draw(2000)
        counts = batch.words.sum(1)
        assert batch.width == most_words(batch.input_ids.shape[1])
        assert counts.max() <= batch.width
        assert counts.equal(batch.attention_mask.sum(1))


def test_single_sentences_have_their_mark_and_so_many_ask(sources: dict[str, EncodedSource], tmp_path: Path) -> None:
    asked = {}
    for share in (0.0, 1.0):
        settings = data(tmp_path, short_share=1.0, question_share=share)
        batch = ResidentSampler(sources, settings, tuple(HEADS), Letters(), 1, CPU).draw(4000)
        marks = batch.labels["punctuation"].gather(1, batch.attention_mask.sum(1)[:, None] - 1).flatten()
        assert set(marks.tolist()) <= {2, 3}
        asked[share] = (marks == 3).float().mean().item()
    assert asked[1.0] == 1.0
    assert 0.1 < asked[0.0] < 0.6


def test_both_samplers_draw_alike(sources: dict[str, EncodedSource], tmp_path: Path) -> None:
    """Subwords, marks, blanks: the same shares, whichever of the two draws."""
    settings = data(tmp_path, blank=0.1, question_share=0.4)
    one = ResidentSampler(sources, settings, tuple(HEADS), Letters(), 1, CPU)
    other = Sampler({name: [source] for name, source in sources.items()}, settings, tuple(HEADS), Letters(), 1)
    shares = []
    for made in (one, other):
        batches = [made.draw(2000) for _ in range(150)]
        total = sum(batch.tokens for batch in batches)
        counts = [sum(int((b.labels["punctuation"] == mark).sum()) for b in batches) for mark in range(4)]
        blanks = sum(int(((b.input_ids == 3) & (b.attention_mask == 1)).sum()) for b in batches)
        shares.append(np.array([*counts, blanks]) / total)
    assert shares[0] == pytest.approx(shares[1], rel=0.06)


def test_the_same_seed_draws_the_same_batches(sources: dict[str, EncodedSource], tmp_path: Path) -> None:
    a, b = (ResidentSampler(sources, data(tmp_path), tuple(HEADS), Letters(), 5, CPU) for _ in range(2))
    assert all(a.draw(500).input_ids.equal(b.draw(500).input_ids) for _ in range(5))
    state = a.random.bit_generator.state
    drawn = a.draw(500).input_ids
    a.random.bit_generator.state = state
    assert a.draw(500).input_ids.equal(drawn)


def test_every_word_is_asked_about_once_with_text_around_it(sources: dict[str, EncodedSource]) -> None:
    held = Held(list(sources.values()), (), Letters(), CPU)
    starts, stops, first, until = held.asked(40, 8, 12)
    places = starts[:, None] + np.arange(40)
    asked = (places >= first[:, None]) & (places < until[:, None]) & (places < stops[:, None])
    counts = np.bincount(places[asked], minlength=len(held.ids))
    assert (counts[held.ends.numpy()] == 1).all()
    assert (first[2:] - starts[2:] >= 7).all()  # a quarter of what a longest word leaves
    with pytest.raises(InputError, match="windows of 12 subwords are too short for words of 12"):
        held.asked(12, 8, 12)


def test_special_subwords_are_refused(sources: dict[str, EncodedSource]) -> None:
    class Around(Letters):
        prefix = (1,)

    with pytest.raises(InputError, match="special subwords around a text"):
        Held(list(sources.values()), (), Around(), CPU)


# --- teachers


def test_chosen_passages_are_what_encoding_them_gives(tmp_path: Path) -> None:
    made = passages(40)
    shards.write(tmp_path / "all.tsv.gz", made)
    whole = encode_source(tmp_path / "all.tsv.gz", TABLE)
    chosen = whole.kin % 3 != 1
    shards.write(tmp_path / "some.tsv.gz", [p for p, stays in zip(made, chosen, strict=True) if stays])
    some = encode_source(tmp_path / "some.tsv.gz", TABLE)
    numbered = replace(whole, soft={"case": np.arange(whole.word_count).astype(np.uint8)[:, None]})
    part = crossed.only(numbered, chosen)
    for field in fields(some):
        if field.name != "soft":
            assert np.array_equal(getattr(part, field.name), getattr(some, field.name)), field.name
    assert len(part.soft["case"]) == some.word_count


def test_nobody_tells_what_they_have_read(sources: dict[str, EncodedSource]) -> None:
    """Of every word somebody speaks, who has not seen its passage, and what is said lies where the word is."""
    read: list[set[int]] = []

    def prepare(part: crossed.Sources) -> set[int]:
        return {int(number) for source in part.values() for number in source.kin}

    def learn(fold: int, seen: set[int]) -> Any:
        read.append(seen)
        return fold

    def ask(model: Any, part: crossed.Sources) -> dict[str, soft.Bytes]:
        assert not prepare(part) & read[model]
        ends = [source.ids[source.words[1:] - 1] for source in part.values()]
        return {"punctuation": np.stack([np.concatenate(ends)] * 4, axis=1).astype(np.uint8)}

    told = dict(crossed.told(sources, 3, prepare, learn, ask, lambda name: name != "xx/talk"))
    assert list(told) == ["xx/stories", "yy/news"]
    assert len(read) == 3
    for name, said in told.items():
        source = sources[name]
        assert (said["punctuation"][:, 0] == source.ids[source.words[1:] - 1]).all()


@pytest.mark.slow
def test_a_student_learns_from_what_others_expect(tmp_path: Path) -> None:
    """The whole way, as a GPU goes it: pack, teachers of parts, a student of theirs whose embeddings have four bits."""
    for split in ("train", "dev"):
        shards.write(tmp_path / "data" / "xx" / f"stories.{split}.tsv.gz", passages(60))
    fields_: dict[str, Any] = {
        "name": "first",
        "licence": "CC0-1.0",
        "description": "Letters.",
        "output": str(tmp_path / "first"),
        "model_folder": str(tmp_path / "first" / "model"),
        "data": {"shards": str(tmp_path / "data"), "languages": ["xx"], "window": 32, "short": 24},
        "tokenizer": {"size": 60, "one_script": False},
        "model": {"config": {"embedding_size": 32, "hidden_size": 32, "blocks": ["conv", "attention"]}},
        "training": {"tokens": 1500, "max_minutes": 60, "batch_tokens": 128, "evaluate_minutes": 100},
    }

    def recipe(**changes: Any) -> Path:
        path = tmp_path / f"{changes.get('name', 'first')}.yaml"
        path.write_text(yaml.safe_dump({**fields_, **changes}), encoding="utf-8")
        return path

    def done(name: str, *options: object) -> None:
        assert not (ended := script(name, *options)).returncode, ended.stderr

    model = tagger.train(recipe())
    fields_["data"]["shards"] = str(tmp_path / "packed")
    fields_["model"] = {"encoder": str(model), "precision": "int4"}
    done("pack_shards.py", tmp_path / "data", "--recipe", recipe(name="teacher"))
    fields_["output"] = str(tmp_path / "others")
    done("cross_teach.py", recipe(name="teacher"), "--folds", 2, "--out", tmp_path / "soft")
    said = soft.stored(tmp_path / "soft", Path("xx/stories"))["punctuation"]
    assert (abs(said.sum(1).astype(int) - 255) <= 2).all()
    student = tagger.train(
        recipe(
            name="student",
            output=str(tmp_path / "student"),
            model_folder=str(tmp_path / "student" / "model"),
            distillation={"soft_labels": str(tmp_path / "soft"), "temperature": 1.0},
        )
    )
    assert "Same label in int4 and in single precision: punctuation 100.00%" in " ".join(
        (student / "README.md").read_text(encoding="utf-8").split()
    )


# --- weights


@pytest.mark.parametrize("able", [True, False])
def test_matrices_move_together_as_they_move_alone(able: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """As torch's Muon moves them, up to bf16, which some processors lack."""
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {"avx512_bf16": able}, raising=False)
    assert orthogonal(torch.eye(4)[None]).dtype == (torch.bfloat16 if able else torch.float32)
    torch.manual_seed(0)
    shapes = [(24, 8), (24, 8), (8, 24), (16, 16)]
    mine, theirs = ([nn.Parameter(torch.zeros(shape)) for shape in shapes] for _ in range(2))
    one = StackedMuon(mine, lr=0.1, weight_decay=0.1)
    other: Any = torch.optim.Muon(theirs, lr=0.1, weight_decay=0.1, adjust_lr_fn="match_rms_adamw")
    for _ in range(4):
        for a, b in zip(mine, theirs, strict=True):
            a.grad = torch.randn(a.shape)
            b.grad = a.grad.clone()
        one.step()
        other.step()
    for a, b in zip(mine, theirs, strict=True):
        assert (a - b).norm() < 0.03 * b.norm()


@pytest.mark.parametrize("bits", [4, 6])
def test_embeddings_in_few_bits_learn_and_stay_so(bits: int) -> None:
    embedding = nn.Embedding(20, 64)
    nn.utils.parametrize.register_parametrization(embedding, "weight", start.InFewBits(bits))
    stepper = torch.optim.SGD(embedding.parameters(), lr=0.05)
    ids, wanted = torch.arange(20), torch.randn(20, 64)
    before = (embedding(ids) - wanted).square().mean().item()
    for _ in range(200):
        loss = (embedding(ids) - wanted).square().sum()
        stepper.zero_grad()
        loss.backward()
        stepper.step()
    after = embedding(ids).detach()
    assert (after - wanted).square().mean().item() < 0.02 * before
    assert torch.equal(few_bits.stored(after, bits), after)


def test_layers_are_compiled_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[nn.Module] = []
    monkeypatch.setattr(nn.Module, "compile", lambda self, dynamic: compiled.append(self))
    model = nn.ModuleDict({"layers": nn.ModuleList(nn.Linear(4, 4) for _ in range(3)), "head": nn.Linear(4, 2)})
    compile_layers(model, few_shapes=True)
    assert compiled == list(model["layers"])  # type: ignore[call-overload]


def test_embeddings_may_have_a_rate_of_their_own() -> None:
    from indic_tf.training.optimizers import parameter_groups

    model = nn.ModuleDict({"words": nn.Embedding(5, 4), "out": nn.Linear(4, 2)})
    settings = config.Training(tokens=1, max_minutes=1, embedding_rate=0.2)
    shared = {id(p): group.get("share", 1.0) for group in parameter_groups(model, settings) for p in group["params"]}
    assert {name: shared[id(p)] for name, p in model.named_parameters()} == {
        "words.weight": 0.2,
        "out.weight": 1.0,
        "out.bias": 1.0,
    }
