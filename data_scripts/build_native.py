"""Text of the languages → how often their words are said, for words in Latin letters that are to become native ones.

    pip install wordfreq
    python data_scripts/build_native.py TEXT [--languages hi ta …] [--without dev …]

TEXT has a folder of `*.txt.xz` for each language. Written are `indic_tf/transliterate/data/native/<code>.tsv.xz`: words
with their frequencies, by the classes of their consonants; pairs of words that follow each other more often than by
chance; letters in a row. Files whose name has one of the words of --without are left out. Where wordfreq has a list of
the language, frequencies are the mean of both: text has few of the words that are said in talk.
"""

from __future__ import annotations

import argparse
import lzma
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import regex

from indic_tf.languages import Language, language
from indic_tf.replacing import replacing
from indic_tf.scripts import nfc
from indic_tf.transliterate.native.pricing import Typing
from indic_tf.transliterate.native.sounds import Ear, spelled
from indic_tf.transliterate.native.stored import NATIVE, PARTS
from indic_tf.transliterate.native.words import keys

LANGUAGES = ("hi", "ta", "te", "bn", "mr")
WITHOUT = ("bible", "quran", "azd", "iot", "edge", "security", "ocr", "swaminarayan", "tafsir", "yast", "gnome")
WITHOUT += ("mozilla", "opensource", "react", "commonvoice", "common-voice")
MOST_WORDS, FEWEST, MOST_PAIRS, FEWEST_PAIRS = 60_000, 3, 90_000, 4
LEAST = 1.4  # natural logarithms: a pair that is no more frequent than by chance tells nothing
_WORD = regex.compile(r"[\p{L}\p{M}\u200c\u200d]+")
_BETWEEN = regex.compile(r"[\s]+")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", type=Path)
    parser.add_argument("--languages", nargs="*", default=LANGUAGES)
    parser.add_argument("--without", nargs="*", default=WITHOUT)
    asked = parser.parse_args()
    for code in asked.languages:
        write(code, asked.text / code, asked.without)


def write(code: str, folder: Path, without: Sequence[str]) -> None:
    facts = language(code)
    words, pairs = Counter[str](), Counter[tuple[str, str]]()
    for run in runs(folder, facts, without):
        words.update(run)
        pairs.update(pairwise(run))
    zipf = frequencies(words, code)
    listed = sorted(zipf, key=lambda word: (-zipf[word], word))[:MOST_WORDS]
    listed += [word for word in sorted(numbers(facts)) if word not in set(listed)]
    number = {word: i for i, word in enumerate(listed)}
    parts = ("\n".join(f"{word}\t{max(20, round(10 * zipf.get(word, 2.5)))}" for word in listed),)
    parts += (by_key(listed, facts), following(pairs, words, number), in_a_row(listed, zipf, facts))
    NATIVE.mkdir(parents=True, exist_ok=True)
    with replacing(NATIVE / f"{code}.tsv.xz") as file:
        file.write(lzma.compress(PARTS.join(parts).encode(), preset=9 | lzma.PRESET_EXTREME))
    print(code, len(listed), "words", (NATIVE / f"{code}.tsv.xz").stat().st_size, "bytes")


def runs(folder: Path, facts: Language, without: Sequence[str]) -> Iterator[list[str]]:
    """Native words with nothing but space between them."""
    script = regex.compile(rf"[\p{{Script={facts.script}}}\u0964\u200c\u200d]+")
    for file in sorted(folder.glob("*.txt.xz")):
        if any(name in file.name for name in without):
            continue
        with lzma.open(file, "rt", encoding="utf-8") as text:
            for line in text:
                run: list[str] = []
                for token in _BETWEEN.split(nfc(line)):
                    found = _WORD.findall(token)
                    if len(found) == 1 and script.fullmatch(found[0]) and found[0][0].isalpha():
                        run.append(found[0].strip("\u200c\u200d"))
                    if len(found) != 1 or found[0] != token:
                        yield run
                        run = []
                yield run


def frequencies(words: Mapping[str, int], code: str) -> dict[str, float]:
    """Zipf frequencies by the text, and by the list of wordfreq where there is one."""
    from wordfreq import available_languages, get_frequency_dict

    total = sum(words.values())
    made = {word: count / total for word, count in words.items() if count >= FEWEST}
    if code in available_languages("small"):
        other = {nfc(word): share for word, share in get_frequency_dict(code, "best").items() if _WORD.fullmatch(word)}
        other = {word: share for word, share in other.items() if word[0].isalpha() and word[0] > "\u0900"}
        kept = sorted(other, key=lambda word: -other[word])[:MOST_WORDS]
        made = {w: (made.get(w, 0.0) + other.get(w, 0.0)) / 2 for w in {*made, *kept}}
    return {word: math.log10(share) + 9 for word, share in made.items()}


def numbers(facts: Language) -> set[str]:
    """Number words, which text has in figures."""
    forms = [*facts.forms("numbers"), *facts.forms("scales"), *facts.forms("fractions")]
    return {form for form in forms if " " not in form and not form.isascii()}


def by_key(listed: Sequence[str], facts: Language) -> str:
    typing, ear = Typing(facts.code), Ear(facts)
    made: dict[str, list[int]] = {}
    for i, word in enumerate(listed):
        for key in {key for heard in ear.hear(word) for key in keys(heard, typing)}:
            if "?" not in key:
                made.setdefault(key, []).append(i)
    return "\n".join(f"{key}\t{' '.join(map(str, made[key]))}" for key in sorted(made))


def following(pairs: Mapping[tuple[str, str], int], words: Mapping[str, int], number: Mapping[str, int]) -> str:
    total = sum(words.values())
    found: dict[int, list[tuple[int, int]]] = {}
    often = sorted(pairs, key=lambda pair: (-pairs[pair], pair))
    kept = 0
    for first, second in often:
        count = pairs[first, second]
        if count < FEWEST_PAIRS or kept == MOST_PAIRS:
            break
        gain = math.log((count - 1) * total / (words[first] * words[second]))
        if gain >= LEAST and first in number and second in number:
            kept += 1
            found.setdefault(number[first], []).append((number[second], round(2 * gain)))
    return "\n".join(
        f"{first} " + " ".join(f"{second}:{gain}" for second, gain in sorted(found[first])) for first in sorted(found)
    )


def in_a_row(listed: Sequence[str], zipf: Mapping[str, float], facts: Language) -> str:
    """Letters in a row, of words as they are read, each word once."""
    ear, three, two = Ear(facts), Counter[str](), Counter[str]()
    for word in listed:
        for sounds in ear.read(word)[:1]:
            text = f"^^{spelled(sounds)}$"
            three.update(text[i : i + 3] for i in range(len(text) - 2))
            two.update(text[i : i + 2] for i in range(len(text) - 2))
    return "\n".join(f"{g}\t{round(-10 * math.log(three[g] / two[g[:2]]))}" for g in sorted(three) if three[g] > 1)


if __name__ == "__main__":
    main()
