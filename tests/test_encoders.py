"""Where a run starts and what it learns from: pretrained encoders, decoders, earlier taggers, teachers, plain words."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

import copy
import json
import math
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import regex
import torch
import yaml
from safetensors.torch import load_file, save_file
from scripts import imported, script
from tiny_encoders import ENCODERS, saved
from transformers import AutoModel

from indic_tf.errors import InputError, ModelError
from indic_tf.labels import CASE, HEADS, PUNCTUATION
from indic_tf.taggers import resolved
from indic_tf.tagging import attention, few_bits, joint, load, subwords
from indic_tf.tagging.devices import half_of
from indic_tf.tagging.encode import NUMBER, REPEATS, TYPES, encode
from indic_tf.tagging.predict import Tagger
from indic_tf.tagging.settings import Settings
from indic_tf.training import config, language_model, shards, soft, start, tagger, vocabulary
from indic_tf.training.encoded import WordTable, encode_source, encode_texts
from indic_tf.training.label import Labelled
from indic_tf.training.objectives import divergence, softened
from indic_tf.training.retelling import between
from indic_tf.training.sampling import collate

torch.set_num_threads(1)  # these networks are too small to share

ROWS = [
    Labelled(("hello", "how", "are", "you"), "1003", "1000", "0000"),
    Labelled(("delhi", "is", "in", "india"), "0002", "1001", "0000", "0000"),
    Labelled(("yes", "they", "came"), "102", "100"),
    Labelled(("where", "are", "they"), "003", "100", "000", "000"),
]
OURS = {"config": {"embedding_size": 16, "hidden_size": 32, "blocks": ["conv", "attention"]}}


def recipe(folder: Path, name: str, model: dict[str, Any], training: dict[str, Any] | None = None, **more: Any) -> Path:
    """A recipe file over four short sentences; what it writes lies under ``folder/name``."""
    for split in ("train", "dev"):
        shards.write(folder / "data" / "xx" / f"stories.{split}.tsv.gz", ROWS * 8)
    fields = {
        "name": name,
        "licence": "CC0-1.0",
        "description": "Four sentences.",
        "output": str(folder / name / "run"),
        "model_folder": str(folder / name / "model"),
        "data": {"shards": str(folder / "data"), "languages": ["xx"], "window": 32, "short_share": 0.5, "blank": 0.0},
        "tokenizer": {"size": 60, "one_script": False},
        "model": model,
        "training": {"tokens": 1500, "max_minutes": 60, "batch_tokens": 128, "learning_rate": 1e-2, "bf16": False}
        | {"ema": 0.8, "threads": 1, "evaluate_minutes": 100}
        | (training or {}),
        **more,
    }
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(fields), encoding="utf-8")
    return path


def built(path: Path) -> Any:
    """The model that a recipe starts from."""
    made = config.load(path)
    made.output.mkdir(parents=True, exist_ok=True)
    return start.build(made, tagger.vocabulary_of(made), tagger.label_sets(made.model))


def sees_later_words(network: Any) -> bool:
    """In double precision, since one word more or less changes little in an untrained encoder."""
    exact = copy.deepcopy(network).double().eval()
    ids = torch.arange(6, 26)[None]
    changed = ids.clone()
    changed[0, -1] = 5
    mask = torch.ones_like(ids)
    with torch.no_grad():
        made = [exact.encoder(x, mask) for x in (ids, changed)]
        head = exact.heads["punctuation"]
        before, after = (head(getattr(hidden, "last_hidden_state", hidden)) for hidden in made)
    return not torch.allclose(before[0, 0], after[0, 0], rtol=0, atol=1e-12)


def sees_padding(network: Any) -> bool:
    ids = torch.arange(6, 26)[None]
    mask = torch.ones_like(ids)
    padded = torch.cat([ids, ids[:, :5]], 1), torch.cat([mask, 0 * mask[:, :5]], 1)
    with torch.no_grad():
        alone, beside = (network.eval()(*given).logits["punctuation"][0, :20] for given in ((ids, mask), padded))
    return not torch.allclose(alone, beside, atol=1e-5)


# --- pretrained encoders


@pytest.mark.parametrize("name", ENCODERS)
def test_a_run_starts_from_a_pretrained_encoder(name: str, tmp_path: Path) -> None:
    folder = saved(name, tmp_path / "encoder")
    path = recipe(tmp_path, name, {"encoder": str(folder), "bidirectional": name == "gemma"})
    from transformers import AutoModel

    pretrained = AutoModel.from_pretrained(folder).state_dict()
    begun = built(path)
    weights = begun.encoder.state_dict()
    assert weights
    assert not sees_padding(begun)
    assert all(torch.equal(values, pretrained[key]) for key, values in weights.items())
    made = Tagger.load(str(tagger.train(path)), device="cpu")
    assert set(made.heads) == set(HEADS)
    assert len(made.tag([["hello", "you"]])[0].labels["punctuation"]) == 2


def test_a_decoder_is_made_to_see_later_words(tmp_path: Path) -> None:
    folder = str(saved("gemma", tmp_path / "decoder"))
    for both_ways in (False, True):
        path = recipe(tmp_path, f"gemma{both_ways}", {"encoder": folder, "bidirectional": both_ways})
        assert sees_later_words(built(path)) == both_ways
        made: Any = Tagger.load(str(tagger.train(path)), device="cpu", backend="torch")
        assert sees_later_words(made._network.module) == both_ways


def test_words_are_seen_alike_in_training_and_in_use(tmp_path: Path) -> None:
    """Attention has one way to be fast with gradients and another without; neither looks at padding."""
    encoder = built(recipe(tmp_path, "ours", OURS)).encoder.double()
    ids, mask = torch.arange(24).view(2, 12) % 10 + 6, torch.ones(2, 12, dtype=torch.long)
    mask[1, 7:] = 0
    trained = encoder(ids, mask).last_hidden_state
    with torch.no_grad():
        used = encoder(ids, mask).last_hidden_state
        alone = encoder(ids[1:, :7], mask[1:, :7]).last_hidden_state
    torch.testing.assert_close(trained, used)
    torch.testing.assert_close(used[1:, :7], alone)


@pytest.mark.parametrize("name", ["albert", "bert", "xlm_roberta"])
def test_batched_products_are_attention(name: str, tmp_path: Path) -> None:
    """Hidden states and gradients are those of PyTorch's fused kernel."""
    folder = saved(name, tmp_path / name)
    plain, ours = (AutoModel.from_pretrained(folder, attn_implementation="sdpa").eval() for _ in range(2))
    attention.use(ours)
    ids, mask = torch.arange(6, 18).view(2, 6), torch.tensor([[1] * 6, [1, 1, 1, 0, 0, 0]])
    made = []
    for model in (plain, ours):
        states = model(input_ids=ids, attention_mask=mask).last_hidden_state[mask.bool()]
        states.square().sum().backward()
        made.append((states, [p.grad for p in model.parameters() if p.grad is not None]))
    assert ours.config._attn_implementation != plain.config._attn_implementation
    assert torch.allclose(made[0][0], made[1][0], atol=1e-5)
    assert len(made[0][1]) > 10
    for expected, found in zip(made[0][1], made[1][1], strict=True):
        assert torch.allclose(expected, found, atol=1e-4)


def test_an_encoder_that_is_none_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    with pytest.raises(ModelError, match="nothing"):
        tagger.train(recipe(tmp_path, "x", {"encoder": str(tmp_path / "nothing")}))


def test_a_hub_that_is_out_of_reach_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ModelError, match="nobody/no-such-encoder"):
        tagger.train(recipe(tmp_path, "x", {"encoder": "nobody/no-such-encoder"}))
    with pytest.raises(ModelError, match="nobody/no-such-model"):
        Tagger.load("nobody/no-such-model")


# --- earlier taggers


def test_a_run_starts_from_a_tagger_of_ours(tmp_path: Path) -> None:
    earlier = tagger.train(recipe(tmp_path, "first", {**OURS, "heads": ["punctuation", "case", "itn"]}))
    (tmp_path / "marks.yaml").write_text("name: punctuation\nlabels: {none: '', end: '.?'}\n", encoding="utf-8")
    model = {"encoder": str(earlier), "heads": ["case", "itn"]}
    config_file = earlier / "config.json"
    settings = json.loads(config_file.read_text(encoding="utf-8"))
    config_file.write_text(json.dumps(settings, sort_keys=True), encoding="utf-8")  # "10" before "2"
    first = load.tagger(earlier)
    second = built(recipe(tmp_path, "second", model))
    assert set(second.heads) == {"case", "itn"}
    assert all(second.heads[head].weight.equal(first.heads[head].weight) for head in ("case", "itn"))
    assert all(a.equal(b) for a, b in zip(first.encoder.parameters(), second.encoder.parameters(), strict=True))
    other = {**model, "heads": ["punctuation"], "label_files": {"punctuation": str(tmp_path / "marks.yaml")}}
    assert built(recipe(tmp_path, "third", other)).heads["punctuation"].out_features == 2
    again = tagger.train(recipe(tmp_path, "second", model))
    assert (again / "sentencepiece.model").read_bytes() == (earlier / "sentencepiece.model").read_bytes()


def test_an_earlier_tagger_takes_new_inputs(tmp_path: Path) -> None:
    earlier = tagger.train(recipe(tmp_path, "first", {**OURS, "heads": ["punctuation"]}))
    model = {"encoder": str(earlier), "heads": ["punctuation"], "config": {"repeats": True}}
    first, second = load.tagger(earlier).float().eval(), built(recipe(tmp_path, "second", model)).eval()
    ids, types = torch.arange(6, 26)[None], torch.full((1, 20), 2 * TYPES)
    with torch.no_grad():
        before, after = (m(ids, torch.ones_like(ids), types).logits["punctuation"] for m in (first, second))
    assert torch.allclose(before, after)  # what is new says nothing yet
    assert second.encoder.network.repeats.weight.shape == (REPEATS, 32)
    made = Tagger.load(str(tagger.train(recipe(tmp_path, "second", model))), device="cpu")
    assert made.tag([["hello", "hello"]])[0].labels["punctuation"]
    other = recipe(tmp_path, "third", {**model, "config": {"hidden_size": 64}})
    with pytest.raises(ModelError, match="do not fit"):
        built(other)


def test_an_earlier_tagger_takes_a_new_vocabulary(tmp_path: Path) -> None:
    """A subword that was known keeps its embedding, a longer one begins as the mean of those that spell it."""
    small, large = ({"size": size, "one_script": False, "renew": size > 30} for size in (24, 60))
    earlier = tagger.train(recipe(tmp_path, "first", {**OURS, "heads": ["punctuation"]}, tokenizer=small))
    path = recipe(tmp_path, "second", {"encoder": str(earlier), "heads": ["punctuation"]}, tokenizer=large)
    folder = tagger.train(path)
    old, new = (subwords.PieceModel(f / "sentencepiece.model", False) for f in (earlier, folder))
    assert old.table() != new.table()
    first, second = load.tagger(earlier).float(), built(path)
    before, after = (m.encoder.get_input_embeddings().weight for m in (first, second))
    assert len(after) == second.config.encoder.vocab_size == 1 + max(new.table().values())
    shared = [piece for piece in new.table() if piece in old.table()]
    assert len(shared) > 10
    assert [p for p in shared if not after[new.table()[p]].equal(before[old.table()[p]])] == []
    assert Tagger.load(str(folder), device="cpu").tag([["hello"]])[0].labels["punctuation"]


# --- plain words


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "model", "candidates"),
    [("mlm", "ours", 0), ("mlm", "ours", 20), ("mlm", "albert", 0), ("mlm", "bert", 0), ("mntp", "gemma", 0)],
)
def test_pretraining_learns_and_its_folder_starts_a_tagger(
    kind: str, model: str, candidates: int, tmp_path: Path
) -> None:
    where: dict[str, Any] = OURS
    if model != "ours":
        where = {"encoder": str(saved(model, tmp_path / "encoder")), "bidirectional": model == "gemma"}
    objective = {"kind": kind, "share": 0.3, "candidates": candidates}
    path = recipe(tmp_path, "lm", where, {"tokens": 40000}, objective=objective)
    folder = language_model.train(path)
    rows = [json.loads(line) for line in (tmp_path / "lm" / "run" / "history.jsonl").read_text().splitlines()]
    guessing = math.log(load.tagger(folder).config.encoder.vocab_size)
    assert rows[-1]["f1"]["masked subwords"]["xx"]["loss"] < 0.8 * guessing
    following = recipe(tmp_path, "tagger", {"encoder": str(folder)})
    begun, pretrained = built(following), load.tagger(folder)
    assert all(a.equal(b) for a, b in zip(begun.encoder.parameters(), pretrained.encoder.parameters(), strict=True))
    assert sees_later_words(begun)
    assert Tagger.load(str(tagger.train(following)), device="cpu").tag([["hello"]])


def test_a_tagger_recipe_is_no_language_model_recipe(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="distillation"):
        language_model.train(recipe(tmp_path, "x", OURS, distillation={"teachers": ["y"]}))


# --- teachers


@pytest.mark.slow
def test_a_student_comes_to_agree_with_its_teacher(tmp_path: Path) -> None:
    teacher = tagger.train(recipe(tmp_path, "teacher", OURS, {"tokens": 20000}))
    student = {"config": {**OURS["config"], "hidden_size": 16}}
    apart = {}
    for weight in (0.0, 0.9):
        # The students see no label but the teacher's: a head's loss weight of zero leaves the rest to it.
        path = recipe(
            tmp_path,
            f"student{weight}",
            student,
            {"tokens": 12000, "loss_weights": dict.fromkeys(HEADS, 0.0)},
            distillation={"teachers": [str(teacher)], "weight": weight},
        )
        folder = tagger.train(path)
        apart[weight] = distance(load.tagger(teacher), load.tagger(folder))
        assert (folder / "sentencepiece.model").read_bytes() == (teacher / "sentencepiece.model").read_bytes()
    assert apart[0.9] < 0.4 * apart[0.0]


def test_several_teachers_teach_the_mean_of_their_shares() -> None:
    sure, unsure, agreed = (torch.tensor([[share, 1 - share]]).log() for share in (0.8, 0.4, 0.6))
    taught = softened([sure, unsure], 1.0)
    assert divergence(agreed, taught, 1.0).item() == pytest.approx(0, abs=1e-6)
    assert divergence(sure, taught, 1.0).item() > 0.01


def apart(one: Path, other: Path) -> float:
    """How far two taggers are from each other: mean absolute difference of their shares of marks."""
    asked = [list(row.words) for row in ROWS]
    said = (Tagger.load(str(folder), device="cpu").tag(asked) for folder in (one, other))
    differences: list[float] = [
        abs(a - b)
        for first, second in zip(*said, strict=True)
        for a, b in zip(first.probabilities["punctuation"], second.probabilities["punctuation"], strict=True)
    ]
    return sum(differences) / len(differences)


@pytest.mark.slow
def test_what_teachers_said_beforehand_is_taught(tmp_path: Path) -> None:
    """A student that no label weighs anything for comes to say what they said, whatever its own subwords are."""
    teacher = tagger.train(recipe(tmp_path, "teacher", OURS, {"tokens": 12000}))
    path = recipe(
        tmp_path,
        "student",
        OURS,
        {"tokens": 12000, "loss_weights": dict.fromkeys(HEADS, 0.0)},
        tokenizer={"size": 24, "one_script": False},
        distillation={"soft_labels": str(tmp_path / "soft"), "weight": 0.9, "temperature": 1.0},
    )
    with pytest.raises(InputError, match=r"no soft labels in .*soft: data_scripts/soft_labels.py writes them"):
        tagger.train(path)
    with (teacher / "README.md").open("a", encoding="utf-8") as card:
        card.write("\nWhat it has from elsewhere it has from the text that is listed there.\n")
    shard = tmp_path / "data" / "xx" / "stories.train.tsv.gz"
    for head, words, covered in (("punctuation", 60, 60), ("punctuation", 1_000_000, 112), ("case", 60, 112)):
        options = ("--recipe", path, "--out", tmp_path / "soft", "--window", 16, "--words", words, "--head", head)
        done = script("soft_labels.py", teacher, *options)
        assert done.returncode == 0, done.stderr
        stored = soft.stored(tmp_path / "soft", shard)
        said = stored["punctuation"]
        assert soft.covered(said) == covered  # the second call goes on from the first; the third is of another head
    assert soft.covered(stored["case"]) == 60
    soft.write(tmp_path / "elsewhere", shard, {"punctuation": said[1:]})
    refused = script("soft_labels.py", teacher, "--recipe", path, "--out", tmp_path / "elsewhere")
    assert refused.returncode
    assert "is not of the words of" in " ".join(refused.stderr.replace("│", "").split())
    student = tagger.train(path)
    assert apart(teacher, student) < 0.15
    assert "What it has from elsewhere it has from the text" in (student / "README.md").read_text(encoding="utf-8")


def test_soft_labels_of_a_word_are_its_teachers_weighted_mean(tmp_path: Path) -> None:
    """Every word of a source once, told with context on both sides; nothing of words behind the first so many."""
    first = tagger.train(recipe(tmp_path, "first", OURS, {"tokens": 12000}))
    second = tagger.train(recipe(tmp_path, "second", OURS, {"tokens": 600}))
    shard = tmp_path / "data" / "xx" / "stories.train.tsv.gz"
    teachers = []
    for folder in (first, second):
        pieces = start.subwords_of(folder, one_script=False)
        teachers.append(
            (load.tagger(folder).eval(), pieces, encode_source(shard, WordTable(pieces.encode_word, 12), {}))
        )
    teachers[0][0].config.weight = 3
    words = teachers[0][2].word_count
    asked = (teachers, teachers[:1], teachers[1:])
    mean, one, other = (soft.say(those, ["punctuation"], 64, range(words))["punctuation"] for those in asked)
    assert mean.shape == (words, 4)
    assert (abs(mean.sum(1).astype(int) - 255) <= 2).all()
    expected = (one + 0.5) ** 0.75 * (other + 0.5) ** 0.25
    expected *= 255 / expected.sum(1, keepdims=True)
    assert abs(mean - expected).max() <= 6  # bytes say little of small shares
    assert abs(mean - (one * 0.75 + other * 0.25)).max() > 12
    part = soft.say(teachers[:1], ["punctuation"], 64, range(words // 3))["punctuation"]
    assert (part[: words // 3] == one[: words // 3]).mean() > 0.9
    assert not part[words // 3 :].any()
    soft.write(tmp_path / "soft", shard, {"punctuation": one})
    assert (soft.read(tmp_path / "soft", shard, words, HEADS)["punctuation"] == one).all()
    with pytest.raises(InputError, match=r"stories\.npz: punctuation is \(\d+, 4\) and not"):
        soft.read(tmp_path / "soft", shard, words + 1, HEADS)


def test_a_student_has_to_be_taught_by_someone(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="distillation needs teachers, or soft_labels"):
        tagger.train(recipe(tmp_path, "student", OURS, distillation={"weight": 0.5}))


def test_soft_labels_are_of_all_passages(tmp_path: Path) -> None:
    path = recipe(tmp_path, "student", OURS, distillation={"soft_labels": str(tmp_path)})
    fields = yaml.safe_load(path.read_text(encoding="utf-8"))
    fields["data"]["share"] = 0.5
    path.write_text(yaml.safe_dump(fields), encoding="utf-8")
    with pytest.raises(InputError, match=r"data\.share: soft labels are of all passages"):
        tagger.train(path)


def test_a_student_with_subwords_of_its_own_tells_them_its_teacher(tmp_path: Path) -> None:
    teacher = tagger.train(recipe(tmp_path, "teacher", OURS))
    path = recipe(
        tmp_path,
        "student",
        OURS,
        {"tokens": 12000, "loss_weights": dict.fromkeys(HEADS, 0.0)},
        tokenizer={"size": 24, "one_script": False, "renew": True},
        distillation={"teachers": [str(teacher)], "weight": 0.9, "temperature": 1.0},
    )
    folder = tagger.train(path)
    assert (folder / "sentencepiece.model").read_bytes() != (teacher / "sentencepiece.model").read_bytes()
    assert apart(teacher, folder) < 0.15


@pytest.mark.parametrize("folded", [True, False])
def test_a_batch_is_told_in_other_subwords(folded: bool, tmp_path: Path) -> None:
    """The teacher gets the ids that it would have read itself, with types and ends of words, in its own script if it is
    not folded onto one as the student is; what is blank stays so."""
    words = ["the", "cat", NUMBER, "sat", "পানী"]
    vocabularies = []
    for seen, one_script in (("the cat sat पानी", True), ("that these पास नीला পানী theses cats sit", folded)):
        counts = [(word, 20) for word in seen.split()]
        options = {"character_coverage": 1.0, "user_defined_symbols": [NUMBER], "pad_id": 0, "unk_id": 1}
        path = vocabulary.unigram(counts, tmp_path / f"{len(seen)}.model", 36, 1, **options)
        vocabularies.append(subwords.PieceModel(path, one_script))
    student, teacher = vocabularies
    assert student.table() != teacher.table()
    table = WordTable(student.encode_word, 12)
    source = encode_texts([words, words[:2]], np.zeros((1, 7), np.int8), table, np.array([0, 5, 7]), np.array([], int))
    first, second, stop = source.words[[0, 5, 7]].tolist()
    batch = collate([(source, first, second), (source, second, stop)], ("case",), student)
    retelling = between(student, teacher, 12, "teacher")
    assert retelling is not None
    assert teacher.unknown_id not in teacher.encode_word("পানী")
    told = retelling(batch)
    for row, said in enumerate((words, words[:2])):
        expected = encode(said, teacher, 12)
        length = len(expected.ids)
        assert told.input_ids[row, :length].tolist() == list(expected.ids)
        assert told.token_type_ids[row, :length].tolist() == list(expected.types)
        assert told.words[row].nonzero()[:, 0].tolist() == list(expected.label_at)
        assert told.attention_mask[row].sum() == length
    batch.input_ids[batch.attention_mask == 1] = student.unknown_id
    assert set(retelling(batch).input_ids.flatten().tolist()) == {*teacher.encode_word("\ufffd"), teacher.pad_id}
    assert between(student, student, 12, "itself") is None


def test_words_are_cut_in_other_ways_too(tmp_path: Path) -> None:
    """Every way spells the word; a seed draws the same ways again; a run reads its text once for each."""
    folder = tagger.train(recut(tmp_path, OURS, 3))
    pieces = subwords.PieceModel(folder / "sentencepiece.model", one_script=False)
    letters = {number: piece.strip("▁") for piece, number in pieces.table().items()}
    drawn = []
    for _ in range(2):
        subwords.seed(5)
        drawn.append([pieces.draw_word("india", 0.1) for _ in range(20)])
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 1
    assert {"".join(letters[i] for i in way) for way in drawn[0]} == {"india"}


def test_only_own_vocabularies_cut_words_in_other_ways(tmp_path: Path) -> None:
    model = {"encoder": str(saved("bert", tmp_path / "bert"))}
    with pytest.raises(InputError, match=r"data\.cuts: only a SentencePiece vocabulary"):
        tagger.train(recut(tmp_path, model, 2))


def recut(folder: Path, model: dict[str, Any], cuts: int) -> Path:
    """`recipe` with so many ways to cut words."""
    path = recipe(folder, "recut", model)
    fields = yaml.safe_load(path.read_text(encoding="utf-8"))
    fields["data"]["cuts"] = cuts
    path.write_text(yaml.safe_dump(fields), encoding="utf-8")
    return path


def distance(teacher: Any, student: Any) -> float:
    """How far the shares of the labels are apart, the mean of all heads."""
    ids = torch.arange(2, 22)[None]
    with torch.no_grad():
        taught, made = (
            model.eval()(ids, torch.ones_like(ids), torch.zeros_like(ids)).logits for model in (teacher, student)
        )
    apart = [(taught[h].softmax(-1) - made[h].softmax(-1)).abs().sum(-1).mean() for h in taught]
    return float(torch.stack(apart).mean())


def test_other_subwords_than_the_teachers_are_refused(tmp_path: Path) -> None:
    teacher = tagger.train(recipe(tmp_path, "teacher", OURS))
    model = {"encoder": str(saved("bert", tmp_path / "bert"))}
    with pytest.raises(ModelError, match=r"teacher .*model cuts words into different subwords"):
        tagger.train(recipe(tmp_path, "student", model, distillation={"teachers": [str(teacher)]}))


def test_frozen_embeddings_stay_and_the_layers_learn(tmp_path: Path) -> None:
    folder = saved("bert", tmp_path / "bert")
    model = {"encoder": str(folder), "frozen_embeddings": True}
    before = built(recipe(tmp_path, "before", model)).state_dict()
    after = load.tagger(tagger.train(recipe(tmp_path, "frozen", model, {"tokens": 600, "weight_decay": 0.1})))
    moved = {name for name, values in after.state_dict().items() if (values - before[name]).abs().max() > 1e-2}
    assert {"heads.punctuation.weight", "encoder.encoder.layer.0.output.dense.weight"} <= moved
    assert not [name for name in moved if name.endswith("embeddings.weight")]


# --- folders and the hub


def averaged(*arguments: object) -> subprocess.CompletedProcess[str]:
    return script("average_taggers.py", *arguments)


def test_the_mean_of_two_runs_is_a_tagger(tmp_path: Path) -> None:
    first = tagger.train(recipe(tmp_path, "first", OURS))
    second, mean = shutil.copytree(first, tmp_path / "second"), tmp_path / "mean"
    weights = load_file(first / "model.safetensors")
    name = "heads.case.bias"
    save_file({**weights, name: weights[name] + 1}, second / "model.safetensors")
    assert not averaged(first, second, "--out", mean).returncode
    made = load_file(mean / "model.safetensors")
    torch.testing.assert_close(made[name].float(), weights[name].float() + 0.5, atol=1e-3, rtol=1e-3)
    assert Tagger.load(str(mean)).tag([["hello", "how", "are", "you"]])
    assert "mean of those of 2 taggers" in (mean / "README.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--keep-biases",)])
def test_a_mean_is_calibrated_and_scored_anew_with_its_recipe(tmp_path: Path, options: tuple[str, ...]) -> None:
    first = tagger.train(recipe(tmp_path, "first", OURS))
    second, mean = shutil.copytree(first, tmp_path / "second"), tmp_path / "mean"
    for folder in (first, second):
        settings = json.loads((folder / "config.json").read_text())
        settings["bias"] = {"punctuation": [0.0, 90.0, 0.0, 0.0]}
        (folder / "config.json").write_text(json.dumps(settings))
    made = averaged(first, second, "--out", mean, "--recipe", tmp_path / "first.yaml", *options)
    assert not made.returncode, made.stderr
    bias = json.loads((mean / "config.json").read_text())["bias"]["punctuation"]
    assert bias == [0.0, 90.0, 0.0, 0.0] if options else bias[1] < 9
    card = (mean / "README.md").read_text(encoding="utf-8")
    assert "mean of those of 2 taggers" in card
    assert "figures are those of the mean" in card
    assert regex.search(r"Same label in (half|int8) and in single precision: punctuation [\d.]+%", card)
    assert card.count("## F1 on held-out passages") == len(json.loads((mean / "config.json").read_text())["heads"])


def test_a_card_lists_what_earlier_runs_have_learnt_from(tmp_path: Path) -> None:
    def sources(*names: str) -> None:
        rows = [{"language": "xx", "source": n, "repository": n, "licence": "CC0", "counts": {}} for n in names]
        notes = "\n".join(map(json.dumps, rows))
        (tmp_path / "data" / shards.PROVENANCE).write_text(notes, encoding="utf-8")

    path = recipe(tmp_path, "first", OURS)
    sources("stories", "letters")
    first = tagger.train(path)
    path = recipe(tmp_path, "second", {"encoder": str(first)})
    sources("stories")
    second = (tagger.train(path) / "README.md").read_text(encoding="utf-8")
    third = tagger.train(recipe(tmp_path, "third", {"encoder": str(tmp_path / "second" / "model")}))
    for card in (second, (third / "README.md").read_text(encoding="utf-8")):
        assert card.count("| xx | stories |") == card.count("| xx | letters |") == 1
        assert card.index("stories") < card.index("have learnt from this text too") < card.index("letters")
        assert "What it has from" not in card  # nobody else has these runs


@pytest.mark.slow
def test_runs_with_other_subwords_have_no_mean(tmp_path: Path) -> None:
    first = tagger.train(recipe(tmp_path, "first", OURS))
    second = shutil.copytree(first, tmp_path / "second")
    (second / subwords.SENTENCEPIECE).write_bytes(b"other")
    refused = averaged(first, second, "--out", tmp_path / "mean")
    assert refused.returncode
    assert "different vocabularies" in refused.stderr.replace("\n", " ")


@pytest.mark.slow
def test_runs_with_other_labels_have_no_mean(tmp_path: Path) -> None:
    first = tagger.train(recipe(tmp_path, "first", OURS))
    second = shutil.copytree(first, tmp_path / "second")
    config = json.loads((second / "config.json").read_text(encoding="utf-8"))
    labels = config["heads"]["punctuation"]
    labels["0"], labels["1"] = labels["1"], labels["0"]
    (second / "config.json").write_text(json.dumps(config), encoding="utf-8")
    refused = averaged(first, second, "--out", tmp_path / "mean")
    assert refused.returncode
    assert "heads have other labels" in refused.stderr.replace("\n", " ")


def logits_of(folder: Path) -> dict[str, torch.Tensor]:
    network = load.tagger(folder).eval()
    ids = torch.randint(4, network.config.encoder.vocab_size, (2, 12), generator=torch.Generator().manual_seed(0))
    with torch.inference_mode():
        made: dict[str, torch.Tensor] = network(ids, torch.ones_like(ids), ids % 3).logits
    return made


@pytest.mark.slow
def test_a_tagger_beside_itself_answers_as_it_does(tmp_path: Path) -> None:
    one = tagger.train(recipe(tmp_path, "one", OURS))
    assert not script("widen_tagger.py", one, one, "--out", tmp_path / "wide").returncode
    narrow, wide = logits_of(one), logits_of(tmp_path / "wide")
    for head, logits in narrow.items():
        torch.testing.assert_close(wide[head], logits, atol=2e-2, rtol=2e-2)
    assert load.tagger(tmp_path / "wide").config.encoder.hidden_size == 2 * load.tagger(one).config.encoder.hidden_size


@pytest.mark.slow
def test_two_taggers_side_by_side_are_trained_on(tmp_path: Path) -> None:
    one = tagger.train(recipe(tmp_path, "one", OURS))
    two = tagger.train(recipe(tmp_path, "two", {"encoder": str(one)}, {"seed": 2}))
    assert not script("widen_tagger.py", one, two, "--out", tmp_path / "wide").returncode
    halves, wide = [logits_of(folder) for folder in (one, two)], logits_of(tmp_path / "wide")
    for head, logits in wide.items():  # about the mean, since the halves share normalization and embedding
        both = torch.stack([half[head] for half in halves])
        assert torch.corrcoef(torch.stack((logits.flatten(), both.mean(0).flatten())))[0, 1] > 0.9
    on = tagger.train(recipe(tmp_path, "on", {"encoder": str(tmp_path / "wide")}))
    assert Tagger.load(str(on)).tag([["hello", "how", "are", "you"]])


@pytest.mark.slow
def test_taggers_of_two_shapes_cannot_stand_side_by_side(tmp_path: Path) -> None:
    one = tagger.train(recipe(tmp_path, "one", OURS))
    assert not script("widen_tagger.py", one, one, "--out", tmp_path / "wide").returncode
    refused = script("widen_tagger.py", one, tmp_path / "wide", "--out", tmp_path / "wider")
    assert refused.returncode
    assert "of one shape" in " ".join(refused.stderr.replace("│", "").split())


@pytest.mark.slow
def test_subwords_that_no_word_needs_can_go(tmp_path: Path) -> None:
    one = tagger.train(recipe(tmp_path, "one", OURS))
    fewer = recipe(tmp_path, "fewer", OURS)
    known = ROWS[0]
    shards.write(tmp_path / "data" / "xx" / "stories.train.tsv.gz", [known])
    made = script("prune_subwords.py", one, "--recipe", fewer, "--out", tmp_path / "small")
    assert not made.returncode, made.stderr
    before, after = (Tagger.load(str(folder), "cpu") for folder in (one, tmp_path / "small"))
    assert (tmp_path / "small" / "model.safetensors").stat().st_size < (one / "model.safetensors").stat().st_size
    assert after.tag([known.words]) == before.tag([known.words])
    assert after.tag([["zebra", "नमस्ते"]])  # what it was not pruned for is spelled some other way


@pytest.mark.slow
def test_only_own_vocabularies_can_be_pruned(tmp_path: Path) -> None:
    bert = tagger.train(recipe(tmp_path, "bert", {"encoder": str(saved("bert", tmp_path / "encoder"))}))
    refused = script("prune_subwords.py", bert, "--recipe", tmp_path / "bert.yaml", "--out", tmp_path / "small")
    assert refused.returncode
    assert "own encoder" in " ".join(refused.stderr.replace("│", "").split())


def make_taggers() -> Any:
    return imported("make_taggers")


def test_every_step_to_the_taggers_has_what_it_goes_on_from() -> None:
    steps = make_taggers()
    there: set[str] = set()
    for step in steps.steps_to(steps.TAGGERS, Path("corpora")):
        if "train" in step.command:
            tags = "tagger" in step.command
            made: Any = (config.load if tags else config.load_language_model)(Path(step.command[-1]))
            teachers = made.distillation.teachers if tags and made.distillation else ()
            needed = [made.model.encoder or "", *map(str, teachers)]
            assert made.model_folder == step.result
        else:
            needed = [part for part in step.command if part.startswith("runs/")]
            needed = [part for part in needed if Path(part) != step.result]
        assert not [part for part in needed if part.startswith("runs/") and part not in there], step
        there.add(str(step.result))
    assert {"runs/e5", "runs/e5_fast", "runs/e5_more", "runs/ur_ne"} <= there


@pytest.mark.parametrize("ending", ["failed", "broken off"])
def test_what_a_step_left_behind_is_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    steps = make_taggers()
    result = tmp_path / "result"

    def run(command: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        result.mkdir()
        (result / "half").touch()
        if ending == "broken off":
            raise KeyboardInterrupt
        return subprocess.CompletedProcess(command, 3)

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises((KeyboardInterrupt, steps.typer.Exit)):
        steps.run(steps.Step(result, ("command",)))
    assert not result.exists()


def test_only_taggers_that_there_are_can_be_made(tmp_path: Path) -> None:
    listed = script("make_taggers.py", tmp_path, "--only", "e5_fast", "--list")
    assert "tagger_e5_fast.yaml" in listed.stdout
    assert "tagger_e5_words" not in listed.stdout
    refused = script("make_taggers.py", tmp_path, "--only", "west", "--list")
    assert refused.returncode
    assert "no tagger west" in refused.stderr


def test_marks_of_a_label_file_go_with_the_model(tmp_path: Path) -> None:
    marks = "name: punctuation\nlabels: {none: '', pause: ',', end: '।.', question: '?'}\n"
    (tmp_path / "marks.yaml").write_text(marks, encoding="utf-8")
    files = {"punctuation": str(tmp_path / "marks.yaml")}
    own, default = (
        Tagger.load(str(tagger.train(recipe(tmp_path, f"with{len(files_)}", {**OURS, "label_files": files_}))), "cpu")
        for files_ in (files, {})
    )
    assert own.heads["punctuation"].mark("end") == "।"
    assert default.heads["punctuation"].mark("question") == "?"


def test_shards_of_another_label_set_are_refused(tmp_path: Path) -> None:
    (tmp_path / "marks.yaml").write_text("name: punctuation\nlabels: {none: '', end: '।.?'}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"xx/stories.*punctuation"):
        tagger.train(recipe(tmp_path, "x", {**OURS, "label_files": {"punctuation": str(tmp_path / "marks.yaml")}}))


def test_a_tagger_is_saved_and_pushed_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Tagger.load(str(tagger.train(recipe(tmp_path, "x", OURS))), device="cpu")
    copy = Tagger.from_pretrained(str(made.save_pretrained(tmp_path / "copy")), device="cpu")
    words = [row.words for row in ROWS]
    assert copy.tag(words) == made.tag(words)
    pushed: dict[str, Any] = {}
    monkeypatch.setattr("huggingface_hub.HfApi.create_repo", lambda self, name, **options: f"https://hub/{name}")
    monkeypatch.setattr("huggingface_hub.HfApi.upload_folder", lambda self, **options: pushed.update(options))
    assert copy.push_to_hub("me/tagger", commit_message="first") == "https://hub/me/tagger"
    names = {path.name for path in pushed["folder_path"].iterdir()}
    assert names == {"README.md", "config.json", "model.safetensors", "sentencepiece.model"}
    assert (pushed["repo_id"], pushed["commit_message"]) == ("me/tagger", "first")


# --- several as one


WORDS = [["hello", "how", "are", "you"], [], ["where", "are", "they"] * 60]


def two_taggers(folder: Path) -> tuple[Path, Path]:
    """One with all heads, and another that only puts marks."""
    training = {"tokens": 3000, "seed": 7}
    second = recipe(folder, "second", {**OURS, "heads": ["punctuation"]}, training)
    return tagger.train(recipe(folder, "first", OURS, {"tokens": 3000})), tagger.train(second)


def test_several_taggers_mix_their_marks_and_the_first_has_the_rest(tmp_path: Path) -> None:
    folders = two_taggers(tmp_path)
    config = json.loads((folders[1] / "config.json").read_text(encoding="utf-8"))
    (folders[1] / "config.json").write_text(json.dumps({**config, "weight": 3}), encoding="utf-8")
    both = joint.load("+".join(map(str, folders)), "cpu")
    one, other = (Tagger.load(str(folder), "cpu") for folder in folders)
    made, alone = both.tag(WORDS), one.tag(WORDS)
    assert both.heads == one.heads
    for i, words in enumerate(WORDS):
        shares = [t.told(WORDS, ["punctuation"])[1][i]["punctuation"] for t in (one, other)]
        mean = shares[0] ** 0.25 * shares[1] ** 0.75
        mean = mean / mean.sum(-1, keepdims=True)
        assert mean.shape == (len(words), len(PUNCTUATION))
        expected = [PUNCTUATION.labels[n] for n in mean.argmax(-1)]
        assert list(made[i].labels["punctuation"]) == expected
        assert list(made[i].neutral["punctuation"]) == pytest.approx(mean[:, 0].tolist())
        for head in ("case", "itn", "disfluency"):
            assert made[i].labels[head] == alone[i].labels[head]
            assert made[i].probabilities[head] == alone[i].probabilities[head]
    marks_alone = joint.load(str(folders[1]), "cpu")
    assert isinstance(marks_alone, Tagger)
    assert marks_alone.heads.keys() == {"punctuation"}


def test_a_path_with_a_plus_is_one_name_and_default_stays_the_languages_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a+b", "default"):
        (tmp_path / name).mkdir()
    found = {
        name: resolved(name, "hi") for name in ("default", "fast", "default+fast", "a+b", "c+default", "e5+default")
    }
    assert found == {
        "default": "e5",
        "fast": "e5_fast",
        "default+fast": "e5+e5_fast",
        "a+b": "a+b",
        "c+default": "c+e5",
        "e5+default": "e5",
    }
    assert resolved("default+fast", "sat") == resolved("fast", "sat") == "small"


def test_shares_are_what_labels_go_by(tmp_path: Path) -> None:
    made = Tagger.load(str(tagger.train(recipe(tmp_path, "one", OURS, {"tokens": 3000}))), "cpu")
    for found, shares in zip(*made.told(WORDS, ["case"]), strict=True):
        best = shares["case"].max(-1).tolist() if len(shares["case"]) else []
        assert list(found.probabilities["case"]) == pytest.approx(best)


@pytest.mark.parametrize(
    ("able", "width", "expected"), [(True, 384, torch.bfloat16), (True, 128, None), (False, 384, None)]
)
def test_a_cpu_multiplies_wide_layers_in_half_precision_if_it_can(
    able: bool, width: int, expected: torch.dtype | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {"avx512_bf16": able}, raising=False)
    settings = Settings({}, {}, {"hidden_size": width}, False, 12, 80, 15)
    assert half_of(torch.device("cpu"), settings) == expected
    assert half_of(torch.device("cuda"), settings) == torch.float16


def test_a_tagger_may_keep_some_of_its_heads(tmp_path: Path) -> None:
    folder = tagger.train(recipe(tmp_path, "all", OURS, {"tokens": 3000}))
    out = tmp_path / "some"
    heads = ["--head", "punctuation", "--head", "case"]
    bias = ["--bias", "punctuation=0,0.9,0.2,-0.2"]
    made = script("keep_heads.py", folder, *heads, *bias, "--name", "some", "--weight", "2", "--out", out)
    assert not made.returncode, made.stderr
    before, after = (Tagger.load(str(path), "cpu").tag(WORDS) for path in (folder, out))
    settings = Settings.read(out)
    assert (settings.weight, settings.knows("xx"), settings.knows("hi")) == (2, True, False)
    assert settings.bias["punctuation"] == (0, 0.9, 0.2, -0.2)
    assert [found.labels.keys() for found in after] == [{"punctuation", "case"}] * len(WORDS)
    assert [found.labels["case"] for found in before] == [found.labels["case"] for found in after]
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "# some" in card
    assert "biases of punctuation are 0, 0.9, 0.2, -0.2;" in card
    assert "heads disfluency, itn too, which are left out" in card
    assert (card.count(": punctuation\n\n|"), card.count(": itn\n\n|")) == (1, 0)
    refused = script("keep_heads.py", folder, "--head", "moods", "--name", "none", "--out", tmp_path / "none")
    assert refused.returncode == 2
    assert "no head moods" in refused.stderr
    for wrong in ("moods=1", "case=0,1", "case=0,1,2,x"):
        refused = script("keep_heads.py", folder, *heads, "--bias", wrong, "--name", "none", "--out", tmp_path / "none")
        assert refused.returncode == 2
        assert f"--bias {wrong}" in refused.stderr


# --- eight bits


@pytest.mark.parametrize("encoder", ["ours", "xlm_roberta"])
def test_eight_bits_give_the_same_labels_in_half_the_space(encoder: str, tmp_path: Path) -> None:
    where: dict[str, Any] = {"config": {**OURS["config"], "hidden_size": 128, "intermediate_size": 256}}
    if encoder != "ours":
        where = {"encoder": str(saved(encoder, tmp_path / "encoder"))}
    made = {}
    for precision in ("half", "int8"):
        path = recipe(tmp_path, precision, {**where, "precision": precision}, {"tokens": 6000})
        made[precision] = tagger.train(path)
    words = [list(row.words) for row in ROWS] * 10
    half, eight = (Tagger.load(str(folder), device="cpu").tag(words) for folder in made.values())
    for head in HEADS:
        same = [
            a == b
            for x, y in zip(half, eight, strict=True)
            for a, b in zip(x.labels[head], y.labels[head], strict=True)
        ]
        assert sum(same) >= 0.995 * len(same)
    assert "Same label in int8 and in single precision: punctuation 100.00%" in (made["int8"] / "README.md").read_text()
    if encoder == "ours":
        sizes = [(folder / "model.safetensors").stat().st_size for folder in made.values()]
        assert sizes[1] < 0.58 * sizes[0]
    again = load.tagger(made["int8"])
    assert again.config.precision == "int8"


@pytest.mark.slow
@pytest.mark.parametrize(("precision", "bytes_"), [("int4", 32), ("int6", 48)])
def test_embeddings_of_few_bits_are_small_and_stay_what_they_were(tmp_path: Path, precision: str, bytes_: int) -> None:
    """What was rounded once is the same when it is stored again."""
    model = {"config": {**OURS["config"], "embedding_size": 64}, "precision": precision}
    first = tagger.train(recipe(tmp_path, "first", model))
    weights = load_file(first / "model.safetensors")
    name = next(name.removesuffix(".int4_scales") for name in weights if name.endswith(".int4_scales"))
    assert name == "encoder.network.embed.weight"
    assert (weights[name].dtype, weights[name].shape[1]) == (torch.uint8, bytes_)
    assert weights["heads.case.weight"].dtype == torch.float16  # few rows
    second = tagger.train(
        recipe(tmp_path, "second", {"encoder": str(first), "frozen_embeddings": True, "precision": precision})
    )
    before, after = (dict(load.tagger(folder).named_parameters())[name] for folder in (first, second))
    assert before.equal(after)
    assert Tagger.load(str(second), device="cpu").tag([list(ROWS[0].words)])[0].labels.keys() == HEADS.keys()
    assert not averaged(first, second, "--out", tmp_path / "mean").returncode
    assert load_file(tmp_path / "mean" / "model.safetensors")[name].equal(weights[name])


def test_embeddings_that_few_bits_cannot_hold_are_refused_before_the_run(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="int6 needs a multiple of 32 numbers a subword, there are 16"):
        tagger.train(recipe(tmp_path, "narrow", {**OURS, "precision": "int6"}))


@pytest.mark.parametrize(("bits", "steps"), [(4, 8), (6, 32)])
def test_few_bits_keep_the_largest_number_of_a_block_and_its_sign(bits: int, steps: int) -> None:
    matrix = torch.randn(5, 64, generator=torch.Generator().manual_seed(1))
    matrix[1, :32] = 0
    packed, scales = few_bits.pack(matrix, bits)
    assert (packed.dtype, packed.shape) == (torch.uint8, (5, 8 * bits))
    found = few_bits.unpack(packed, scales)
    blocks, made = matrix.reshape(-1, 32), found.reshape(-1, 32)
    largest = blocks.abs().argmax(1, keepdim=True)
    assert torch.allclose(made.gather(1, largest), blocks.gather(1, largest), rtol=1e-3)
    # half a step, or a whole one for what is as large as the largest and of the other sign
    assert ((made - blocks).abs() <= blocks.gather(1, largest).abs() / steps + 1e-3).all()
    assert ((made - blocks).abs() <= blocks.gather(1, largest).abs() / steps / 2 + 1e-3).float().mean() > 0.95
    assert few_bits.stored(found, bits).equal(found)
    with pytest.raises(ValueError, match="40 columns"):
        few_bits.pack(torch.ones(2, 40), bits)


def test_six_bits_hold_what_four_bits_held() -> None:
    four = few_bits.stored(torch.randn(7, 64, generator=torch.Generator().manual_seed(2)), 4)
    assert few_bits.stored(four, 6).equal(four)


def test_heads_of_an_eight_bit_tagger_are_taken_over(tmp_path: Path) -> None:
    folder = tagger.train(recipe(tmp_path, "first", {**OURS, "precision": "int8"}))
    second = built(recipe(tmp_path, "second", {"encoder": str(folder)}))
    assert second.config.precision == "half"
    assert second.heads["punctuation"].weight.equal(load.tagger(folder).heads["punctuation"].weight)
    assert tuple(second.config.heads) == tuple(HEADS)
    assert (len(PUNCTUATION), len(CASE)) == (
        second.heads["punctuation"].out_features,
        second.heads["case"].out_features,
    )
