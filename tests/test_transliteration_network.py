"""Pairs that the dictionary of transliteration makes, and a network that learns from them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import torch
from scripts import imported

from indic_tf.errors import ModelError
from indic_tf.languages import language
from indic_tf.transliterate import transliterate
from indic_tf.transliterate.data import english
from indic_tf.transliterate.shapes import Reader, shape

LANGUAGES = ("hi", "ta", "te", "bn", "mr")
NOTHING: frozenset[str] = frozenset()


@cache
def maker(lang: str, without: frozenset[str] = NOTHING, forbidden: frozenset[str] = NOTHING) -> Any:
    return imported("transliteration_pairs").maker(lang, without, forbidden)


def drawn(lang: str, count: int, without: frozenset[str] = NOTHING, forbidden: frozenset[str] = NOTHING) -> list[Any]:
    make, random = maker(lang, without, forbidden), Random(f"pairs {lang}")
    return [make(random) for _ in range(count)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_drawn_spellings_read_back_to_their_sounds(lang: str) -> None:
    pairs = drawn(lang, 60)
    reader = Reader(lang, language(lang).script)
    assert all(pair.shape in [shape(sounds) for sounds in reader.read(pair.native)] for pair in pairs)
    found = [[one.text for one in transliterate(pair.native, lang, 5)] for pair in pairs]
    assert sum(pair.latin in texts for pair, texts in zip(pairs, found, strict=True)) >= 36


def test_pairs_are_the_same_each_time_and_leave_out_what_they_should() -> None:
    pairs = drawn("hi", 60)
    assert pairs == drawn("hi", 60)
    words, natives = frozenset(pair.latin for pair in pairs), frozenset(pair.native for pair in pairs)
    others = drawn("hi", 60, words, natives)
    assert not words & {pair.latin for pair in others}
    assert not natives & {pair.native for pair in others}


def test_usual_letters_are_drawn_most() -> None:
    pairs = imported("transliteration_pairs")
    speller, random = pairs.Speller("hi"), Random(1)
    words = [word for word in pairs.Words("hi", ()).entries if word.text == "market"][:1]
    natives = [one.native for _ in range(200) if (one := speller.spell(words, random))]
    assert len(natives) == 200
    assert all(native.startswith("म") for native in natives)
    assert sum("क" in native for native in natives) > 180
    assert 150 < sum("ट" in native for native in natives) < 200
    assert len(set(natives)) > 5


def test_own_names_that_are_held_out_are_no_english_words() -> None:
    held = imported("train_transliteration_network").held_out()
    assert 100 < len(held) < 400
    assert not held & {*english()[0]}


def test_a_network_learns_spells_and_is_kept(tmp_path: Path) -> None:
    training, networks = imported("train_transliteration_network"), imported("transliteration_network")
    pairs = {lang: drawn(lang, 25) for lang in ("hi", "ta")}
    makers = [(lang, lambda random, own=own: random.choice(own)) for lang, own in pairs.items()]
    dev = {"learnt": [(lang, pair) for lang, own in pairs.items() for pair in own[:5]]}
    few = training.settings(4, 600, 1).model_copy(update={"tokens": 15_000})
    made = training.train(tmp_path / "made", makers, dev, few)
    batch = training.Drawing(makers, made.letters, 2).draw(600)
    torch.manual_seed(1)
    with torch.inference_mode():
        assert made.network(batch) < 0.8 * networks.Network(made.letters.size)(batch)
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == ["config.json", "model.safetensors"]
    kept = networks.Speller.load(tmp_path / "made")
    natives = [pair.native for pair in pairs["ta"][:4]]
    found = kept.spellings(natives, "ta")
    [alone] = kept.spellings(natives[2:3], "ta")
    assert found[2][0] == alone[0]  # those behind it may be as likely, to the rounding of a batch
    assert all(len(texts) == len(set(texts)) <= 3 for texts in found)
    assert all(text == "" or (text.isascii() and text.islower()) for texts in found for text in texts)
    with pytest.raises(KeyError):
        kept.spellings(natives, "kn")


def test_a_folder_without_a_network(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="train_transliteration_network"):
        imported("transliteration_network").Speller.load(tmp_path)
