"""Train the language models of `indic_tf.routing`: one for each script that several languages share.

    python data_scripts/train_routing.py CORPORA                 all four, into indic_tf/models/routing (20 minutes)
    python data_scripts/train_routing.py CORPORA --only Latin

CORPORA holds xz text, a passage a line, in a folder for each language. The talk that was written for this project
(``data_scripts/conversations``) and the number words of the grammars are added; for languages without other text they
are all there is. Romanised text is made of native text (`indic_tf.routing.romanise`). Passages are cut into snippets
of one to twelve words without marks and digits. Every 25th passage is kept to look at, never learnt from.
"""

from __future__ import annotations

import lzma
import random
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from indic_tf.languages import language
from indic_tf.routing.detection import seen
from indic_tf.routing.fit import Bags, Matrix, Snippet, fitted
from indic_tf.routing.model import Header, grams, path_of, write
from indic_tf.routing.romanise import chat_words, romanise
from indic_tf.routing.words import LATIN, by_script

ROOT = Path(__file__).resolve().parent.parent
ROMAN = ("hi", "mr", "bn", "ta", "te", "gu", "pa", "kn", "ml")
LENGTHS = (1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 12)
CAP, CAP_OF_ODD = 100_000, 6_000  # words of a source; of scripture and machine translation
ODD = ("bible", "quran", "tafsir", "mt-", "ms-", "swaminarayan", "vachanamrut", "yast", "gnome", "mozilla")
SNIPPETS = 80_000  # of a language, at most
SNIPPETS_OF_ROMAN, OTHERS_OF_ROMAN = {"hi": 100_000, "en": 100_000}, 30_000
HELD = 25


class Labelled:
    """Snippets with their language: to learn from, and held out."""

    def __init__(self, learnt: list[tuple[str, Snippet]], held: list[tuple[str, Snippet]]) -> None:
        self.learnt = learnt
        self.held = held


def main(
    corpora: Annotated[Path, typer.Argument(exists=True, file_okay=False)],
    only: Annotated[str, typer.Option(help="a script")] = "",
    features: Annotated[int, typer.Option(help="that a model keeps")] = 70_000,
    epochs: int = 5,
    seed: int = 1,
) -> None:
    shared = [script for script, codes in by_script().items() if len(codes) > 1 or script == LATIN]
    for script in [only] if only else shared:
        rng = random.Random(seed)
        made = roman_snippets(corpora, rng) if script == LATIN else native_snippets(corpora, by_script()[script], rng)
        train(script, made, features, epochs)


# Text


def passages(corpora: Path, code: str, rng: random.Random) -> Iterator[tuple[bool, list[str]]]:
    """(held out, the words in the language's own script), for a sample of every source."""
    own = ROOT / "data_scripts" / "conversations" / code
    for path in [*sorted((corpora / code).glob("*.xz")), *sorted(own.glob("*.txt"))]:
        raw = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
        lines = raw.decode("utf-8").splitlines()
        rng.shuffle(lines)
        left = CAP_OF_ODD if any(part in path.name for part in ODD) else CAP
        for line in lines:
            words = plain(line, language(code).script)
            left -= len(words)
            if left < 0:
                break
            if words:
                yield zlib.crc32(line.encode()) % HELD == 0, words


def plain(line: str, script: str) -> list[str]:
    """The words of a line as a recogniser prints them; words of other scripts are left out."""
    made: list[str] = []
    for word in line.split():
        found, runs = seen(word)
        made += runs if found == script else []
    return made


def snippets(corpora: Path, code: str, wanted: int, rng: random.Random) -> tuple[list[Snippet], list[Snippet]]:
    """About ``wanted`` snippets to learn from and all that are held out; little text is cut several times."""
    text = list(passages(corpora, code, rng))
    learnt: list[Snippet] = []
    held: list[Snippet] = []
    while len(learnt) < wanted / 3 or len(learnt) < 3000:
        before = len(learnt)
        for is_held, words in text:
            if not is_held or not before:
                (held if is_held else learnt).extend(cut(words, rng))
        learnt += numbers(code, max(300, (len(learnt) - before) // 40), rng)
    rng.shuffle(learnt)
    return learnt[:wanted], held[:8000]


def cut(words: Sequence[str], rng: random.Random) -> Iterator[Snippet]:
    start = 0
    while start < len(words):
        size = rng.choice(LENGTHS)
        yield tuple(words[start : start + size])
        start += size


def numbers(code: str, wanted: int, rng: random.Random) -> list[Snippet]:
    """One to three number, scale and money words in a row."""
    tables = ("numbers", "scales", "currency", "words")
    script = language(code).script
    forms = [word for table in tables for form in language(code).forms(table) for word in plain(form, script)]
    return [tuple(rng.choices(forms, k=rng.randint(1, 3))) for _ in range(wanted if forms else 0)]


def native_snippets(corpora: Path, codes: Sequence[str], rng: random.Random) -> Labelled:
    made = {code: snippets(corpora, code, SNIPPETS, rng) for code in codes}
    return Labelled(
        [(code, worn(words, rng)) for code, (learnt, _) in made.items() for words in learnt],
        [(code, words) for code, (_, held) in made.items() for words in held],
    )


def worn(words: Snippet, rng: random.Random) -> Snippet:
    """A snippet in another of the spellings that it may come in: without nukta, candrabindu, Arabic vowel signs."""
    text = " ".join(words)
    if rng.random() < 0.2:
        text = "".join(c for c in text if not (0x900 <= ord(c) < 0xD80 and ord(c) & 0x7F == 0x3C))
    if rng.random() < 0.25:
        text = "".join(chr(ord(c) + 1) if 0x900 <= ord(c) < 0xB80 and ord(c) & 0x7F == 1 else c for c in text)
    if rng.random() < 0.25:
        text = "".join(c for c in text if not (0x64B <= ord(c) < 0x660 or ord(c) == 0x670))
    if rng.random() < 0.15:
        text = text.translate({0x6CC: 0x64A, 0x6A9: 0x643, 0x6C1: 0x647})  # as an Arabic keyboard types them
    return tuple(text.split())


def roman_snippets(corpora: Path, rng: random.Random) -> Labelled:
    """English, and other languages as they are typed: with English words among theirs, and words of chats."""
    english, english_held = snippets(corpora, "en", SNIPPETS_OF_ROMAN["en"], rng)
    frequent = Counter(word for words in english for word in words)
    borrowed = [(word, n) for word, n in frequent.most_common(6000)[150:] if len(word) > 3]
    mixer = Mixer([word for word, _ in borrowed], [n**0.7 for _, n in borrowed], rng)
    made = Labelled([], [("en", words) for words in english_held])
    guests: list[str] = []
    for code in ROMAN:
        print(f"  romanising {code}", flush=True)
        learnt, held = snippets(corpora, code, SNIPPETS_OF_ROMAN.get(code, OTHERS_OF_ROMAN), rng)
        made.learnt += [(code, mixer.mixed(words, code)) for words in learnt]
        made.held += [(code, mixer.mixed(words, code)) for words in held]
        guests += [word for _, words in made.learnt[-2000:] for word in words]
        guests += [name for row in language(code).table("names") for name in row["latin"].split()] * 3
    made.learnt += [("en", with_guest(words, guests, rng)) for words in english]
    return made


def with_guest(words: Snippet, guests: Sequence[str], rng: random.Random) -> Snippet:
    """English as it is in India: now and then a name or a word of another language in it."""
    if len(words) < 4 or rng.random() < 0.8:
        return words
    place = rng.randrange(len(words))
    return (*words[:place], rng.choice(guests), *words[place + 1 :])


class Mixer:
    """Romanises snippets and puts in what people mix in."""

    def __init__(self, english: Sequence[str], weights: Sequence[float], rng: random.Random) -> None:
        self.rng = rng
        self.english = rng.choices(english, weights, k=200_000)

    def mixed(self, words: Snippet, code: str) -> Snippet:
        rng, chat = self.rng, chat_words(code)
        if rng.random() < 0.12:
            made = rng.choices(chat, k=len(words))
        else:
            made = [word for word in romanise(words, code, rng) if word] or [rng.choice(chat)]
        share = rng.random() * 0.5 if rng.random() < 0.5 else 0.0
        made = [rng.choice(chat) if rng.random() < share else word for word in made]
        share = rng.random() * 0.45 if rng.random() < 0.45 and len(made) > 2 else 0.0
        mixed = [rng.choice(self.english) if rng.random() < share else word for word in made]
        return tuple(mixed if sum(a != b for a, b in zip(made, mixed, strict=True)) < len(made) - 1 else made)


# Model


def train(script: str, made: Labelled, features: int, epochs: int) -> None:
    longest = 5 if script == LATIN else 4
    codes = sorted({code for code, _ in made.learnt})
    counts: Counter[str] = Counter()
    for word, times in Counter(word for _, words in made.learnt for word in words).items():
        for gram in grams(word, longest):
            counts[gram] += times
    names = [gram for gram, count in counts.most_common(3 * features) if count > 3]
    weights, _ = fitted(made.learnt, names, codes, longest, epochs // 2)
    spread = weights.max(axis=1) - weights.min(axis=1)
    worth = spread * np.array([counts[name] for name in names]) ** 0.5
    names = [names[i] for i in np.argsort(-worth)[:features]]
    weights, bias = fitted(made.learnt, names, codes, longest, epochs)
    weights -= weights.mean(axis=1, keepdims=True)
    scale = float(np.quantile(np.abs(weights), 0.9995)) / 127
    stored = np.clip(np.rint(weights / scale), -127, 127).astype(int) + 128
    rows = {name: bytes(row) for name, row in zip(names, stored.tolist(), strict=True)}
    header = Header(script, tuple(codes), longest, scale, tuple(float(b) for b in bias), len(names))
    path_of(script).parent.mkdir(parents=True, exist_ok=True)
    write(path_of(script), header, rows)
    print(f"{script}: {len(made.learnt)} snippets, {len(names)} features, {path_of(script).stat().st_size} bytes")
    report(made.held, names, weights, bias, codes, longest)


def report(
    held: Sequence[tuple[str, Snippet]],
    names: Sequence[str],
    weights: Matrix,
    bias: Matrix,
    codes: Sequence[str],
    longest: int,
) -> None:
    """Accuracy on held-out snippets by language and number of words."""
    bags = Bags(names, longest)
    right: Counter[tuple[str, int]] = Counter()
    total: Counter[tuple[str, int]] = Counter()
    for code, words in held:
        found = np.concatenate([bags.word(word) for word in words])
        best = codes[int(np.argmax(weights[found].sum(axis=0) + bias))]
        cell = (code, next(size for size in (1, 2, 3, 6, 99) if len(words) <= size))
        total[cell] += 1
        right[cell] += best == code
    for code in codes:
        shown = [
            f"{right[code, n] / total[code, n]:.3f} ({total[code, n]})" for n in (1, 2, 3, 6, 99) if total[code, n]
        ]
        print(f"  {code}: {'  '.join(shown)}")


if __name__ == "__main__":
    typer.run(main)
