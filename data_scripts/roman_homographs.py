"""Find the spellings of number words in Latin letters that are ordinary words as well, by counts.

    python data_scripts/roman_homographs.py corpora hi bn > found.tsv

Every frequent word of a language that is no number is spelled as several writers would spell it
(`indic_tf.routing.romanise`), and looked up as a number word in Latin letters; English words are looked up as they
are. ``corpora`` has a folder a language with xz text, and English in ``en``. The rows (language, spelling, native
number, listed or derived, flags, how often per million words the spelling is another word, how often the number is
said, the other words) are for reading by eye: listed spellings get the flag `ordinary` in the `roman` table, derived
ones a row of their own as the word that they are.
"""

from __future__ import annotations

import lzma
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import regex
import typer

from indic_tf.languages import language
from indic_tf.routing.romanise import romanise
from indic_tf.scripts import fold
from indic_tf.wfst.pipeline import Grammar, grammar
from indic_tf.wfst.roman import RomanWord, RomanWords

_WORDS = regex.compile(r"[\p{L}\p{M}'’]+")
_PER = 1_000_000
_WRITERS = 6


@dataclass
class Homograph:
    """A spelling: the number that it is read as, and the words that are spelled so, with how often per million."""

    number: RomanWord
    words: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    @property
    def weight(self) -> float:
        return sum(self.words.values())


def counted(folder: Path, most_letters: int) -> Counter[str]:
    """The words of the xz files in ``folder`` in small letters; of each file the first ``most_letters``."""
    counts: Counter[str] = Counter()
    for path in sorted(folder.glob("*.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            read = 0
            for line in lines:
                counts.update(_WORDS.findall(line.lower()))
                read += len(line)
                if read > most_letters:
                    break
    return counts


def ordinary(counts: Counter[str], spoken: Grammar, most: int) -> Iterator[tuple[str, float]]:
    """The ``most`` frequent words that are no number, with how often they stand in a million."""
    total = counts.total()
    for word, count in counts.most_common(most):
        if not spoken.is_number(word) and len(word) > 1:
            yield word, count * _PER / total


def spelled(word: str, code: str) -> Counter[str]:
    """Spellings of a word of the language and how likely each of them is."""
    made = Counter(romanise([word], code, random.Random(seed))[0].lower() for seed in range(_WRITERS))
    made.pop("", None)
    return made


def homographs(code: str, own: Counter[str], english: Counter[str], most: int) -> dict[str, Homograph]:
    """Spelling → what it is, for the spellings that are both."""
    spoken, found = grammar(code), dict[str, Homograph]()
    table = RomanWords(spoken)

    def add(form: str, word: str, weight: float) -> None:
        number = table.known[form]
        if number and not number.text and (spoken.is_number(number.native) or fold(number.native) in table.scales):
            found.setdefault(form, Homograph(number)).words[word] += weight

    for word, often in ordinary(own, spoken, most):
        for form, writers in spelled(word, code).items():
            add(form, word, often * writers / _WRITERS)
    share = _PER / max(english.total(), 1)
    for word, count in english.most_common(most):
        add(word, word, count * share)
    return found


def main(
    corpora: Path,
    langs: list[str],
    most: Annotated[int, typer.Option(help="how many of the most frequent words are looked at")] = 20_000,
    least: Annotated[float, typer.Option(help="least weight per million words")] = 1.0,
    letters: Annotated[int, typer.Option(help="letters that are read of each file")] = 2_000_000,
) -> None:
    """Print the spellings that are number words and ordinary words."""
    english = counted(corpora / "en", letters)
    for code in langs:
        own = counted(corpora / code, letters)
        said: defaultdict[str, float] = defaultdict(float)
        total = own.total()
        for word, count in own.items():
            said[fold(word)] += count * _PER / total
        listed = RomanWords(grammar(language(code).code)).listed
        found = homographs(code, own, english, most)
        for form, one in sorted(found.items(), key=lambda item: -item[1].weight):
            if one.weight >= least:
                known = "listed" if form in listed else "derived"
                flags = [name for name in ("shared", "homograph", "ordinary") if getattr(one.number, name, False)]
                words = " ".join(
                    f"{word}:{often:.1f}" for word, often in sorted(one.words.items(), key=lambda item: -item[1])[:4]
                )
                often, own_often = f"{one.weight:.1f}", f"{said[fold(one.number.native)]:.1f}"
                cells = code, form, one.number.native, known, " ".join(flags), often, own_often, words
                typer.echo("\t".join(cells))


if __name__ == "__main__":
    typer.run(main)
