"""The training loop: losses, schedules, checkpoints, the best weights, and what its reports measure."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from indic_tf.errors import InputError
from indic_tf.labels import CASE, DISFLUENCY, IGNORE, ITN, PUNCTUATION, LabelSet
from indic_tf.tagging.encoder import ConvAttentionConfig
from indic_tf.tagging.model import MultiHeadTagger, TaggerConfig
from indic_tf.training import config, dev, measures, shards
from indic_tf.training.encoded import EncodedSource, WordTable, encode_source
from indic_tf.training.label import Labelled
from indic_tf.training.loop import Loop
from indic_tf.training.objectives import Labels
from indic_tf.training.optimizers import StackedMuon, optimizer
from indic_tf.training.sampling import Mixture, Sampler
from indic_tf.training.schedule import learning_rate

FORKS = pytest.mark.skipif(sys.platform != "linux", reason="forks")
torch.set_num_threads(1)  # these networks are too small to share

HEADS = {"punctuation": PUNCTUATION, "case": CASE}
ROWS = [
    Labelled(("hello", "how", "are", "you"), "1003", "1000"),
    Labelled(("delhi", "is", "in", "india"), "0002", "1001"),
    Labelled(("नमस्ते", "राम", "आप", "कैसे", "हैं"), "10003", "-----"),
]


class Letters:
    prefix, suffix, pad_id, unknown_id = (1,), (2,), 0, 3

    def encode_word(self, word: str) -> tuple[int, ...]:
        return tuple(10 + ord(c) % 50 for c in word)


def sources(folder: Path) -> dict[str, EncodedSource]:
    """One small source in each of two languages, of which one is ten times as large."""
    made = {}
    for language, times in (("aa", 20), ("bb", 2)):
        shards.write(folder / f"{language}.tsv.gz", ROWS * times)
        made[f"{language}/s"] = encode_source(
            folder / f"{language}.tsv.gz", WordTable(Letters().encode_word, 12), HEADS
        )
    return made


def mixed(folder: Path, **fields: Any) -> config.Data:
    return config.Data(shards=folder, languages=("aa", "bb"), window=32, short=30, **fields)


def sampler(folder: Path, **fields: Any) -> Sampler:
    return Sampler(
        {name: [source] for name, source in sources(folder).items()},
        mixed(folder, **fields),
        tuple(HEADS),
        Letters(),
        seed=0,
    )


# --- schedules and measures


def test_a_wsd_rate_holds_until_its_decay() -> None:
    fields: dict[str, Any] = {"warmup": 0.1, "learning_rate": 1.0, "schedule": "wsd", "decay": 0.25}
    settings = config.Training(tokens=1, max_minutes=1, **fields)
    rates = [learning_rate(p / 20, settings) for p in range(21)]
    assert set(rates[2:16]) == {1.0}
    assert rates[16] < 0.6
    assert rates[-1] == pytest.approx(0.0)


def answers(labels: LabelSet, gold: str, predicted: str) -> dev.Answers:
    """Answers from labels with spaces between; "/" parts the rows of the gold."""
    numbers = [row for row, part in enumerate(gold.split(" / ")) for _ in part.split()]
    truth = [labels.index(name) for name in gold.replace("/", "").split()]
    logits = np.eye(len(labels), dtype=np.float32)[[labels.index(name) for name in predicted.split()]]
    return dev.Answers(np.array(truth), logits, np.array(numbers))


@pytest.mark.parametrize(
    ("fields", "start", "end"),
    [
        ({"temperature": 1.0}, 10 / 11, 10 / 11),
        ({"curriculum": {"start": 1.0, "end": 0.0}}, 10 / 11, 1 / 2),
        ({"curriculum": {"start": 0.0, "end": 1.0}}, 1 / 2, 10 / 11),
    ],
)
def test_a_curriculum_moves_from_one_mixture_to_another(
    fields: dict[str, Any], start: float, end: float, tmp_path: Path
) -> None:
    mixture = Mixture(sources(tmp_path), mixed(tmp_path, **fields))
    large = [float(mixture.shares(mixture.temperature(progress))[0]) for progress in (0.0, 0.5, 1.0)]
    assert [large[0], large[2]] == pytest.approx([start, end])
    assert min(start, end) <= large[1] <= max(start, end)


def test_every_way_to_cut_words_is_drawn(tmp_path: Path) -> None:
    one = sources(tmp_path)["aa/s"]
    other = replace(one, ids=one.ids + 100)
    drawn = Sampler({"aa/s": [one, other]}, mixed(tmp_path, blank=0.0), tuple(HEADS), Letters(), seed=0)
    firsts = [batch.input_ids[:, 1] >= 100 for batch, _ in zip(drawn.batches(256), range(20), strict=False)]
    assert 0.3 < torch.cat(firsts).float().mean() < 0.7


def test_every_words_last_subword_is_known(tmp_path: Path) -> None:
    batch = next(sampler(tmp_path, blank=0.0).batches(128))
    known = batch.labels["punctuation"] != IGNORE
    assert batch.words.equal(known)


def test_itn_is_scored_by_spans() -> None:
    gold = "B-money I-money O B-date / I-date O B-time"
    found = "B-money I-money O B-time I-date O O"
    row = measures.measure("itn", answers(ITN, gold, found), ITN)
    # Gold: money, date, date (a new text opens a new span), time. Found: money, time, date.
    assert row["spans"] == pytest.approx(2 * 2 / (4 + 3))
    assert row["boundaries"] == pytest.approx(2 * 3 / (4 + 3))
    assert row["kind accuracy"] == pytest.approx(2 / 3)
    assert (row["money"], row["time"]) == (1.0, 0.0)
    assert "percent" not in row
    assert measures.headline(row, "O") == pytest.approx((1 + 2 / 3 + 0) / 3)
    assert set(measures.drawn(row, "O")) == {"spans", "boundaries", "kind accuracy"}


def test_disfluency_is_scored_by_tag_and_by_what_is_removed() -> None:
    row = measures.measure("disfluency", answers(DISFLUENCY, "O F R C O D", "O R R C D O"), DISFLUENCY)
    assert row["disfluent"] == pytest.approx(2 * 2 / (3 + 3))
    assert (row["F"], row["C"]) == (0.0, 1.0)


def test_marks_are_calibrated_on_written_and_noisy_text_in_full_windows(tmp_path: Path) -> None:
    (tmp_path / "aa").mkdir()
    for number, name in enumerate(("text", "text+spoken", "planted", "disfluent", "noisy")):
        rows = [Labelled((f"{number}word",) * 3, "002", "000")] * 60
        shards.write(tmp_path / "aa" / f"{name}.dev.tsv.gz", rows)
    data = config.Data(shards=tmp_path, languages=("aa",), window=48)
    table = WordTable(Letters().encode_word, 12)
    full, mixed_ = dev.for_marks(data, table, HEADS)["aa"], dev.load(data, table, HEADS)["aa"]
    first = {int(source.ids[start]) for source, start, _ in full}
    assert first == {10 + ord(digit) % 50 for digit in "04"}  # text and noisy
    lengths = [stop - start for _, start, stop in full]
    assert max(lengths) <= data.window
    assert sum(length > 0.9 * data.window for length in lengths) >= len(lengths) - len(first)
    assert min(stop - start for _, start, stop in mixed_) < data.window / 2


def test_rare_labels_do_not_choose_the_weights() -> None:
    often = ["O"] * 500 + ["F"] * 500
    rare = [*often, "C"]
    heads = {"disfluency": DISFLUENCY}
    given = {"disfluency": {"hi": answers(DISFLUENCY, " ".join(rare), " ".join([*often, "O"]))}}
    row, whole = measures.judged(given, heads)["disfluency"]["hi"], measures.of_all(given, heads)["disfluency"]["hi"]
    assert (whole["C"], "C" in row) == (0.0, False)
    assert measures.headline(row, "O") == 1.0 > measures.headline(whole, "O")


# --- the loss and the loop


def tiny_model(**fields: Any) -> MultiHeadTagger:
    torch.manual_seed(0)
    heads: dict[str, dict[str | int, str]] = {name: dict(enumerate(labels.labels)) for name, labels in HEADS.items()}
    encoder = ConvAttentionConfig(100, 8, 16, 32, num_attention_heads=2, blocks=("conv", "attention"))
    return MultiHeadTagger(TaggerConfig(encoder, heads, **fields))


def test_the_recipes_loss_weights_reach_the_loss(tmp_path: Path) -> None:
    batch = next(sampler(tmp_path).batches(128))
    both, marks, half = (
        float(Labels()(tiny_model(loss_weights=weights), batch).detach())
        for weights in ({}, {"case": 0.0}, {"case": 0.5})
    )
    case = 2 * both - marks
    assert half == pytest.approx((marks + 0.5 * case) / 1.5, rel=1e-5)


def test_a_head_without_labels_in_the_batch_is_not_trained(tmp_path: Path) -> None:
    batch = next(sampler(tmp_path).batches(128))
    batch.labels["case"].fill_(IGNORE)
    model = tiny_model()
    Labels()(model, batch.known()).backward()  # type: ignore[no-untyped-call]
    assert model.heads["punctuation"].weight.grad is not None
    assert model.heads["case"].weight.grad is None


SURE = torch.tensor([[[3.0, 0.0, 0.0, 0.0], [0.2, 0.1, 0.0, 0.0], [0.0, 9.0, 0.0, 0.0]]])
GOLD = torch.tensor([[0, 1, IGNORE]])


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, lambda p: -p.log()),
        ({"focus": 2.0}, lambda p: -((1 - p) ** 2) * p.log()),
        ({"label_weights": {"punctuation": {"comma": 3.0}}}, lambda p: -p.log() * torch.tensor([1.0, 3.0])),
    ],
)
def test_a_recipe_can_change_the_loss_of_a_word(settings: dict[str, Any], expected: Any, tmp_path: Path) -> None:
    batch = replace(next(sampler(tmp_path).batches(128)), labels={"punctuation": GOLD})
    found = Labels(HEADS, config.Loss(**settings)).of(tiny_model(), {"punctuation": SURE}, batch)
    shares = SURE.softmax(-1)[0, [0, 1], [0, 1]]
    assert float(found) == pytest.approx(float(expected(shares).mean()))


def test_smoothing_spreads_a_share_of_the_label(tmp_path: Path) -> None:
    batch = replace(next(sampler(tmp_path).batches(128)), labels={"punctuation": GOLD})
    found = Labels(HEADS, config.Loss(smoothing={"punctuation": 0.2})).of(tiny_model(), {"punctuation": SURE}, batch)
    logs = SURE.log_softmax(-1)[0]
    each = [-0.8 * logs[i, gold] - 0.2 * logs[i].mean() for i, gold in enumerate((0, 1))]
    assert float(found) == pytest.approx(float(sum(each)) / 2)


def test_a_label_that_there_is_not_cannot_weigh() -> None:
    with pytest.raises(InputError, match="no punctuation label colon"):
        Labels(HEADS, config.Loss(label_weights={"punctuation": {"colon": 2.0}}))
    with pytest.raises(InputError, match="no head marks; punctuation, case"):
        Labels(HEADS, config.Loss(smoothing={"marks": 0.1}))


def test_a_share_of_the_passages_is_part_of_a_greater_share(tmp_path: Path) -> None:
    rows = [Labelled((f"word{i}",), "1", "0") for i in range(400)]
    shards.write(tmp_path / "s.tsv.gz", rows)
    table = WordTable(Letters().encode_word, 12)
    tenth, half, whole = (
        [tuple(source.ids[a:b]) for a, b in pairwise(source.words)]
        for source in (encode_source(tmp_path / "s.tsv.gz", table, HEADS, share) for share in (0.1, 0.5, 1.0))
    )
    assert (20 < len(tenth) < 60, 160 < len(half) < 240, len(whole)) == (True, True, 400)
    assert set(tenth) < set(half) < set(whole)


class Steps:
    """Counts steps, notes their losses and breaks off at one of them."""

    def __init__(self, last: int = -1) -> None:
        self.last, self.count = last, 0
        self.losses: list[float] = []

    def step(self, progress: float, tokens: int, minutes: float, loss: Any) -> None:
        self.count += 1
        self.losses.append(float(loss))
        if self.count == self.last:
            raise KeyboardInterrupt

    def pause(self, progress: float, tokens: int, minutes: float) -> None: ...


def loop(folder: Path, evaluate: Any = lambda model: 0.0, data: dict[str, Any] | None = None, **fields: Any) -> Any:
    folder.mkdir(exist_ok=True)
    values: dict[str, Any] = {"tokens": 3000, "max_minutes": 1000, "batch_tokens": 256, "bf16": False, "ema": 0.5}
    settings = config.Training(**{**values, "evaluate_minutes": 0, **fields})
    return Loop(settings, folder, tiny_model(), sampler(folder, **(data or {})), Labels(), evaluate)


def weights(model: Any) -> list[float]:
    return [float(p.detach().double().sum()) for p in model.parameters()]


def test_same_seed_same_weights(tmp_path: Path) -> None:
    curriculum = {"curriculum": {"start": 1.0, "end": 0.3}}
    a, b = (loop(tmp_path / name, data=curriculum).run(Steps()) for name in "ab")
    assert weights(a) == weights(b)


@pytest.mark.parametrize("fields", [{}, {"optimizer": "muon"}, pytest.param({"processes": 2}, marks=FORKS)])
def test_a_run_that_was_broken_off_ends_where_it_would_have(fields: dict[str, Any], tmp_path: Path) -> None:
    whole = loop(tmp_path / "a", **fields).run(Steps())
    with pytest.raises(KeyboardInterrupt):
        loop(tmp_path / "b", **fields).run(Steps(last=6))
    rest = loop(tmp_path / "b", **fields)
    rest.restore()
    assert rest.steps == 5
    assert weights(rest.run(Steps())) == weights(whole)


@pytest.mark.parametrize("fields", [{}, {"optimizer": "muon"}, pytest.param({"processes": 2}, marks=FORKS)])
def test_the_loss_falls(fields: dict[str, Any], tmp_path: Path) -> None:
    steps = Steps()
    loop(tmp_path, **fields, learning_rate=1e-2).run(steps)
    assert steps.losses[-1] < 0.8 * steps.losses[0]


@pytest.mark.parametrize("able", [True, False])
def test_a_cpu_without_bfloat16_trains_in_single_precision_and_says_so(
    able: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {"amx_bf16": able}, raising=False)
    caplog.set_level("INFO")
    made = loop(tmp_path, bf16=True, optimizer="muon")
    assert ("single precision" in caplog.text) != able
    seen: list[bool] = []

    def objective(model: Any, batch: Any) -> Any:
        seen.append(torch.is_autocast_enabled("cpu"))
        return Labels()(model, batch)

    made._objective = objective
    with pytest.raises(KeyboardInterrupt):
        made.run(Steps(last=1))
    assert seen == [able]
    assert type(made.optimizer._parts[1]) is (torch.optim.Muon if able else StackedMuon)


@pytest.mark.parametrize("able", [True, False])
def test_a_run_goes_on_on_a_processor_of_the_other_kind(
    able: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which of the two Muons stepped it does not matter, but for bf16."""

    def on(has: bool) -> None:
        monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {"amx_bf16": has}, raising=False)

    on(able)
    whole = loop(tmp_path / "a", optimizer="muon").run(Steps())
    with pytest.raises(KeyboardInterrupt):
        loop(tmp_path / "b", optimizer="muon").run(Steps(last=6))
    on(not able)
    rest = loop(tmp_path / "b", optimizer="muon")
    rest.restore()
    assert weights(rest.run(Steps())) == pytest.approx(weights(whole), abs=0.02)


def test_muon_moves_the_matrices_of_the_blocks_and_nothing_else() -> None:
    model = tiny_model()
    adam, muon = optimizer(model, config.Training(tokens=1, max_minutes=1, optimizer="muon"))._parts  # type: ignore[union-attr]
    moved = {id(p) for group in muon.param_groups for p in group["params"]}
    names = {name for name, p in model.named_parameters() if id(p) in moved}
    assert names == {name for name, p in model.named_parameters() if ".blocks." in name and p.ndim == 2}
    kept = {id(p) for group in adam.param_groups for p in group["params"]}
    assert kept == {id(p) for p in model.parameters()} - moved


def test_the_best_weights_are_kept(tmp_path: Path) -> None:
    seen: list[list[float]] = []

    def evaluate(model: Any) -> float:
        seen.append(weights(model))
        return 0.9 if len(seen) == 3 else 0.5

    assert weights(loop(tmp_path, evaluate).run(Steps())) == seen[2]
    assert len(seen) > 5


def test_the_best_of_an_earlier_run_does_not_count(tmp_path: Path) -> None:
    loop(tmp_path, lambda model: 0.9).run(Steps())
    made = loop(tmp_path, lambda model: 0.5)
    made.forget()
    assert weights(made.run(Steps())) == weights(made.averaged())


def test_a_wsd_run_is_extended_from_before_its_decay(tmp_path: Path) -> None:
    wsd: dict[str, Any] = {"schedule": "wsd", "decay": 0.4}
    loop(tmp_path, **wsd).run(Steps())
    again, longer = loop(tmp_path, **wsd), loop(tmp_path, **wsd, tokens=6000)
    again.restore()
    longer.restore()
    assert again.progress() >= 1
    assert 0.3 <= longer.progress() < 0.4
    longer.run(Steps())
    assert longer.tokens >= 6000


def test_what_a_longer_run_does_not_better_stays(tmp_path: Path) -> None:
    wsd: dict[str, Any] = {"schedule": "wsd", "decay": 0.4}
    better = count()
    first = weights(loop(tmp_path, lambda model: next(better), **wsd).run(Steps()))
    longer = loop(tmp_path, lambda model: 0.5, **wsd, tokens=6000)
    longer.restore()
    assert weights(longer.run(Steps())) == first
