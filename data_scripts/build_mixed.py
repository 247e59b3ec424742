"""Text of the languages → what tells English words in an Indian script from words of the language.

    pip install scipy english-words
    python data_scripts/build_mixed.py TEXT --cache CACHE [--languages hi ta …]

TEXT has a folder of `*.txt.xz` for each language and one for English. Written are, for each language,
`indic_tf/transliterate/data/mixed/<code>.tsv.xz`, words that sound like English with their frequencies, and weights of
letters in a row; and `borrowed.tsv.xz`, English words with how much the languages borrow them.

No word is marked in the text. Seeds are words whose letters are those that an English word has, which other languages
write so too; what sounds like no English is of the language. A model of letters in a row learns these, says which of
the others are borrowed, and learns once more. Names are no English: words that English text writes with a capital.
"""

from __future__ import annotations

import argparse
import lzma
import math
import pickle
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import regex
from scipy import sparse
from scipy.optimize import minimize

from indic_tf.replacing import replacing
from indic_tf.transliterate import transliterator
from indic_tf.transliterate.data import FOLDER, english
from indic_tf.transliterate.endings import Endings
from indic_tf.transliterate.evidence import BIAS, GRAM, WORD, grams
from indic_tf.transliterate.mixed import CANDIDATES, UNLIKE, is_english, is_name

LANGUAGES = ("hi", "ta", "te", "bn", "mr", "kn", "ml", "gu", "pa", "or", "as", "ne")
FEWEST = 3  # times that a word stands in the text
INFLECTED = 15  # times that a word stands in the text whose stem may sound like English
MOST = 20_000  # words of the language that are learnt from
KEPT = 5000  # weights of letters in a row
SEED, ALIKE, NAMED = 0.22, 0.25, 0.15  # prices of sounds: of a seed, of what counts as borrowed, of a name
_WORD = regex.compile(r"[\p{L}\p{M}\u200c\u200d]+")
_ENGLISH = regex.compile(r"(?<=[a-z,;] )([A-Z]?[a-z]+)(?![\p{L}@/_\-0-9]|\.\w)")
_JOINERS = dict.fromkeys((0x200B, 0x200C, 0x200D))
ALSO = frozenset({"app", "apps", "internet", "mic", "sim", "demo", "podcast", "username", "bluetooth", "screenshot"})
ALSO |= {"promo", "intro", "cyber", "wifi", "online", "offline", "login", "logout", "recharge", "university", "miss"}
ALSO |= {"department", "institute", "president", "council", "minister", "bro", "catalog", "coordinator", "playoff"}
ALSO |= {"gameplay", "stat", "retro", "combo", "selfie", "influencer", "hashtag", "laptop", "desktop"}
"""English words that are no names, though English text writes them with a capital or hardly at all."""


@dataclass(frozen=True)
class Heard:
    """A word of the text: how often, its letters, the English words that it sounds like, each with the price of its
    sounds and its frequency; the price of the sounds of the likeliest name."""

    count: int
    letters: str
    like: Sequence[tuple[str, float, float]]
    named: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", type=Path)
    parser.add_argument("--cache", type=Path, required=True, help="folder for what takes long: a file a language")
    parser.add_argument("--languages", nargs="*", default=LANGUAGES)
    asked = parser.parse_args()
    common = cached(asked.cache / "common.pkl", lambda: common_english(asked.text / "en"))
    heard = {
        c: cached(asked.cache / f"{c}.pkl", lambda c=c: listen(asked.text / c, c, common)) for c in asked.languages
    }
    models = cached(asked.cache / "models.pkl", lambda: learnt(heard))
    write_borrowed(common, counted(heard, models, 3, ALIKE, -2.5))
    for code, words in heard.items():
        write_language(code, words, *models[code])


def cached(path: Path, make: Any) -> Any:
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            file.write(pickle.dumps(make()))
    return pickle.loads(path.read_bytes())


def lines(folder: Path) -> Iterator[str]:
    for file in sorted(folder.glob("*.txt.xz")):
        with lzma.open(file, "rt", encoding="utf-8") as text:
            yield from text


def common_english(folder: Path) -> frozenset[str]:
    """English words that are no names: in running text they have small letters, or a dictionary has them so."""
    from english_words import get_english_words_set

    listed = get_english_words_set(["web2", "gcide"])
    small, capital = Counter[str](), Counter[str]()
    for line in lines(folder):
        for word in _ENGLISH.findall(line):
            (capital if word[0].isupper() else small)[word.lower()] += 1

    def is_common(word: str) -> bool:
        seen = small[word] + capital[word]
        if seen >= FEWEST:
            return small[word] / seen >= 0.4
        return any(stem in listed or small[stem] >= 3 * capital[stem] + 2 for stem in stems(word))

    return frozenset(word for word in dict.fromkeys(english()[0]) if is_common(word)) | ALSO


def stems(word: str) -> Iterator[str]:
    yield word
    for ending, there in (
        ("s", ""),
        ("es", ""),
        ("ies", "y"),
        ("ed", ""),
        ("ed", "e"),
        ("ing", ""),
        ("ing", "e"),
        (
            "er",
            "",
        ),
        ("er", "e"),
        ("ly", ""),
        ("d", ""),
    ):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            stem = word[: -len(ending)] + there
            yield stem
            if len(stem) > 3 and stem[-1] == stem[-2]:
                yield stem[:-1]


def listen(folder: Path, code: str, common: frozenset[str]) -> dict[str, Heard]:
    """The words of a language's text, and what English they sound like."""
    counts = Counter[str]()
    for line in lines(folder):
        counts.update(_WORD.findall(unicodedata.normalize("NFC", line).translate(_JOINERS)))
    spells, made = transliterator(code), {}
    for word, count in counts.items():
        letters = spells.letters(word) if count >= FEWEST and not word.isascii() else ""
        if letters:
            like, named = [], 9.0
            for sounds, entry in spells.alike(word, CANDIDATES):
                if is_english(entry) and entry.text in common:
                    like.append((entry.text, sounds, entry.frequency))
                elif is_name(entry):
                    named = min(named, sounds)
            made[word] = Heard(count, letters, like, named)
    print(f"{code}: {sum(counts.values())} words of text, {len(made)} different ones that can be read", flush=True)
    return made


Model = tuple[dict[str, float], float]  # weights of letters in a row, bias


def likeness(letters: str, model: Model) -> float:
    found = [model[0].get(gram, 0.0) for gram in grams(letters)]
    return model[1] + sum(found) / math.sqrt(len(found))


def counted(
    heard: dict[str, dict[str, Heard]], models: dict[str, Model], most: int, limit: float, least: float
) -> dict[str, dict[str, float]]:
    """English word → language → how often, in a million words, one stands there that sounds so and looks borrowed."""
    made: dict[str, dict[str, float]] = defaultdict(dict)
    for code, words in heard.items():
        size = sum(word.count for word in words.values()) / 1e6
        for word in words.values():
            near = [text for text, sounds, _ in word.like[:most] if sounds <= limit]
            if near and (not models or likeness(word.letters, models[code]) > least):
                for text in near:
                    made[text][code] = made[text].get(code, 0.0) + word.count / size
    return made


def learnt(heard: dict[str, dict[str, Heard]]) -> dict[str, Model]:
    """A model of letters for each language."""
    models: dict[str, Model] = {}
    for _ in range(2):
        support = counted(heard, models, 1, ALIKE, 0.5)
        models = {code: taught(code, words, support, models.get(code)) for code, words in heard.items()}
    return models


def taught(code: str, words: dict[str, Heard], support: dict[str, dict[str, float]], before: Model | None) -> Model:
    borrowed, own = [], []
    for word in sorted(words.values(), key=lambda word: (-word.count, word.letters)):
        looks = likeness(word.letters, before) if before else 0.0
        text, sounds, frequent = word.like[0] if word.like else ("", 9.0, 0.0)
        elsewhere = len(support.get(text, {}).keys() - {code})
        long = len(word.letters) >= (4 if before else 5)
        agrees = not before or looks > 1.0 or len(word.letters) > 6
        if sounds <= SEED and frequent >= 2.7 and long and elsewhere >= 2 + bool(before) and agrees:
            if word.named > NAMED:
                borrowed.append(word.letters)
        elif sounds > 0.5 and (not before or looks < 1.5):
            own.append(word.letters)
    print(f"{code}: {len(borrowed)} borrowed words, {len(own)} of the language", flush=True)
    return fitted(borrowed, own[:MOST])


def fitted(borrowed: list[str], own: list[str]) -> Model:
    """Logistic regression over letters in a row; those that say most are kept."""
    every = borrowed + own
    seen = Counter(gram for letters in every for gram in set(grams(letters)))
    number = {gram: i for i, gram in enumerate(sorted(gram for gram, count in seen.items() if count >= 4))}
    rows, columns, values = [], [], []
    for i, letters in enumerate(every):
        found = [*grams(letters)]
        for gram in found:
            if gram in number:
                rows.append(i)
                columns.append(number[gram])
                values.append(1 / math.sqrt(len(found)))
    x = sparse.csr_matrix((values, (rows, columns)), (len(every), len(number)))
    y = np.r_[np.ones(len(borrowed)), np.zeros(len(own))]
    share = np.r_[np.full(len(borrowed), len(own) / len(borrowed) / 4), np.ones(len(own))]

    def loss(theta: Any) -> Any:
        z = x @ theta[:-1] + theta[-1]
        slope = share * (1 / (1 + np.exp(-np.clip(z, -30, 30))) - y)
        value = (share * (np.logaddexp(0, z) - y * z)).sum() + theta[:-1] @ theta[:-1] / 2
        return value, np.append(x.T @ slope + theta[:-1], slope.sum())

    theta = minimize(loss, np.zeros(len(number) + 1), jac=True, method="L-BFGS-B", options={"maxiter": 30}).x
    says = {gram: abs(theta[i]) * math.sqrt(seen[gram]) for gram, i in number.items()}
    kept = sorted(sorted(says, key=lambda gram: (-says[gram], gram))[:KEPT])
    return {gram: round(float(theta[number[gram]]), 2) for gram in kept}, round(float(theta[-1]), 2)


def write_borrowed(common: frozenset[str], support: dict[str, dict[str, float]]) -> None:
    rows = []
    zipf = {word: int(tenths) / 10 for word, tenths, _ in zip(*english(), strict=True)}
    for word in sorted(common):
        much = sum(math.log10(1 + count) for count in support.get(word, {}).values())
        if much >= 0.1 or zipf.get(word, 0.0) >= 2.7:
            rows.append(f"{word}\t{round(10 * much)}\n")
    store("borrowed.tsv.xz", rows)


def write_language(code: str, words: dict[str, Heard], weights: dict[str, float], bias: float) -> None:
    size = sum(word.count for word in words.values())
    rows = [f"{BIAS}\t\t{round(100 * bias)}\n"]
    rows += [f"{GRAM}\t{gram}\t{round(100 * weight)}\n" for gram, weight in weights.items()]
    spells, endings = transliterator(code), Endings(code)

    def is_like(word: str, found: Heard) -> bool:
        if any(sounds <= UNLIKE for _, sounds, _ in found.like):
            return True
        stems = [stem for stem, ending in endings.apart(word) if ending] if found.count >= INFLECTED else []
        return any(sounds <= UNLIKE and is_english(e) for stem in stems for sounds, e in spells.alike(stem, CANDIDATES))

    for word, found in sorted(words.items()):
        if is_like(word, found):
            rows.append(f"{WORD}\t{word}\t{round(10 * math.log10(found.count / size * 1e9))}\n")
    store(f"mixed/{code}.tsv.xz", rows)


def store(name: str, rows: Sequence[str]) -> None:
    path = FOLDER / name
    path.parent.mkdir(exist_ok=True)
    with replacing(path) as file:
        file.write(lzma.compress("".join(rows).encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(rows)} rows, {path.stat().st_size} bytes in {path.name}")


if __name__ == "__main__":
    main()
