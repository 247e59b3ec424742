"""Build the lists of words that a recogniser may take for each other, from the words of shards.

    python data_scripts/confusions.py SHARDS OUT --language hi --language ta

SHARDS holds ``<language>/<source>.train.tsv.gz`` (see ``build_tagger_data.py``). OUT receives
``<language>/confusions.tsv``: word, other, weight. A pair are two words of the text that differ in one place:

    spelling    nukta, candrabindu and anusvara, anusvara and a written nasal, ye and e: one sound, two spellings
    sound       vowel length, aspiration, dental and retroflex, the sibilants, a nasal, a doubled consonant …
    letters     any other letter of a longer word

The Brahmic blocks are parallel, so one list of neighbours, written in Devanagari, does for all scripts. English words
that the rules of `_SOUNDS_LIKE` bring to one spelling are homophones. A weight is that of the class, less where the
other word is much the rarer of the two: recognisers choose frequent words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Annotated

import regex
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from indic_tf.replacing import write_text
from indic_tf.tagging.encode import NUMBER, to_one_script
from indic_tf.training import shards

app = typer.Typer(add_completion=False)
console = Console(stderr=True)

VIRAMA, NUKTA, CANDRABINDU, ANUSVARA = "\u094d", "\u093c", "\u0901", "\u0902"
TIPPI, ADDAK = "\u0a70", "\u0a71"  # Gurmukhi only: a nasal, and the sign that doubles the next consonant
BLOCK = 0x80
SIGN_OF_LETTER = 0x38  # the vowel sign is so far behind the vowel letter
CONSONANTS = {chr(code) for code in range(0x0915, 0x093A)}
NASALS = {"ङ": "कखगघ", "ञ": "चछजझ", "ण": "टठडढ", "न": "तथदधसशज", "म": "पफबभ"}

# Weight and the letters that are neighbours in one class.
CLASSES: tuple[tuple[float, tuple[str, ...]], ...] = (
    (1.0, (CANDRABINDU + ANUSVARA,)),
    (0.6, ("इई", "उऊ", "अआ", "िी", "ुू", "ऎए", "ऒओ", "ॆे", "ॊो", "ऑओ", "ॉो", "ऑआ", "ॉा")),
    (0.5, ("शषस", "नणऩ", "लळऴ", "रऱ", "नऩ")),
    (0.4, ("एऐ", "ओऔ", "ेै", "ोौ")),
    (0.4, ("कख", "गघ", "चछ", "जझ", "टठ", "डढ", "तथ", "दध", "पफ", "बभ")),
    (0.4, ("टत", "ठथ", "डद", "ढध")),
    (0.1, ("ािीुूेैोौ",)),  # endings
    (0.3, ("कग", "चज", "टड", "तद", "पब", "बव", "जय", "डर", "ङञणनम")),
)
NEIGHBOURS: dict[str, dict[str, float]] = {}
for _weight, _groups in CLASSES:
    for _group in _groups:
        for _one in _group:
            _row = NEIGHBOURS.setdefault(_one, {})
            _row.update({other: max(_weight, _row.get(other, 0)) for other in _group if other != _one})

OPTIONAL = {NUKTA: 1.0, CANDRABINDU: 0.7, ANUSVARA: 0.7, "ा": 0.4, "ि": 0.15, "ु": 0.15, "े": 0.15, "ह": 0.15}
"""Letters that are easily missed or put in, and how easily."""
SPELLING, GEMINATE, LETTERS, HOMOPHONE, LATIN_LETTERS = 1.0, 0.5, 0.08, 0.8, 0.1
SHORTEST = 4  # code points of a word from which any one letter may differ

_SOUNDS_LIKE = tuple(
    (regex.compile(pattern), to)
    for pattern, to in (
        (r"'", ""),
        (r"^who", "ho"),
        (r"(?<=^th|^wh)ere$", "aer"),
        (r"^kn|^gn|^pn", "n"),
        (r"^wr", "r"),
        (r"^wh", "w"),
        (r"^ps", "s"),
        (r"eigh", "ae"),
        (r"igh", "y"),
        (r"gh", ""),
        (r"ph", "f"),
        (r"mb$", "m"),
        (r"(?<=[aeiou])ck|(?<!s)ch(?=r)|q", "k"),
        (r"c(?=[eiy])", "s"),
        (r"c(?!h)", "k"),
        (r"(?:eir|eyre|air|are)$", "aer"),
        (r"(?:ear|eer|ere)$", "ier"),
        (r"ea|ee|ie|ei(?=v)", "i:"),
        (r"(?<=[^aeiou])(?:oa|oe|ow)(?=[^aeioun]|$)", "o:"),
        (r"o(?=[^aeiouwr]e$)", "o:"),
        (r"(?:ai|ay|ey)", "ae"),
        (r"a(?=[^aeiouwr]e$)", "ae"),
        (r"i(?=[^aeiouwr]e$)|(?<=^[^aeiou]{1,2})(?:ye?|uy)$", "y"),
        (r"ou?r(?:e)?$", "or"),
        (r"wo$|oo|oul(?=d$)|(?<=^t)o$", "u:"),
        (r"(?<=^[ngs])o$", "o:"),
        (r"(?<=[^aeiou:])e$|(?<=[:y][^aeiou])e$", ""),
        (r"(.)\1", r"\1"),
    )
)
"""Rules that are applied in order: English words that come out alike sound alike, near enough."""

Weights = dict[str, dict[str, float]]


@app.command(help=__doc__)
def main(
    data: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of <language>/*.train.tsv.gz")],
    out: Annotated[Path, typer.Argument(help="folder for the lists, best outside the repository")],
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
    words: Annotated[int, typer.Option(help="most frequent words that are looked at")] = 30000,
    others: Annotated[int, typer.Option(help="most other words for each")] = 8,
    examples: Annotated[int, typer.Option(help="words shown for each language")] = 12,
) -> None:
    found = sorted({path.parent.name for path in data.glob("*/*.train.tsv.gz")})
    for lang in track([lang for lang in found if not language or lang in language], "languages", console=console):
        counts = count(data / lang, words)
        made = confusions(counts, others)
        write(out / lang / "confusions.tsv", made)
        console.print(shown(lang, made, counts, examples))


def count(folder: Path, words: int) -> dict[str, int]:
    """The most frequent words of a language's shards and how often they are there, the most frequent first."""
    counts: Counter[str] = Counter()
    for path in sorted(folder.glob("*.train.tsv.gz")):
        for passage in shards.read(path):
            counts.update(passage.words)
    del counts[NUMBER]
    return {word: n for word, n in counts.most_common(words) if n > 1}


def confusions(counts: Mapping[str, int], most: int) -> Weights:
    """Word → other words of ``counts`` and their weights, the heaviest first, at most ``most`` of them."""
    pairs: Weights = {}
    for word in counts:
        for other, weight in neighbours(word):
            if other in counts and other != word:
                _note(pairs, word, other, weight)
                _note(pairs, other, word, weight)
    for one, two, weight in (*one_letter_apart(counts), *homophones(counts)):
        _note(pairs, one, two, weight)
        _note(pairs, two, one, weight)
    made = {}
    for word in filter(pairs.__contains__, counts):
        weighed = {o: w * (2 * counts[o] / (counts[o] + counts[word])) ** 0.5 for o, w in pairs[word].items()}
        best = sorted(weighed, key=lambda other: (-weighed[other], other))[:most]
        made[word] = {other: min(1.0, round(weighed[other], 3)) for other in best if weighed[other] >= 0.002}
    return {word: row for word, row in made.items() if row}


def _note(pairs: Weights, word: str, other: str, weight: float) -> None:
    row = pairs.setdefault(word, {})
    row[other] = max(weight, row.get(other, 0.0))


def neighbours(word: str) -> Iterator[tuple[str, float]]:
    """The spellings, words or not, that sound nearly like a word in a Brahmic script, and the weight of each."""
    block = next((ord(char) & ~(BLOCK - 1) for char in word if to_one_script(char) in CONSONANTS), None)
    if block is None:
        return
    shift = block - 0x0900
    folded = [to_one_script(char) for char in word]
    for at, char in enumerate(folded):
        for other, weight in NEIGHBOURS.get(char, {}).items():
            yield word[:at] + chr(ord(other) + shift) + word[at + 1 :], weight
        if char in OPTIONAL:
            yield word[:at] + word[at + 1 :], OPTIONAL[char]
        yield from _doubled(word, folded, at, chr(ord(VIRAMA) + shift))
        yield from _respelt(word, folded, at, shift)


def _doubled(word: str, folded: list[str], at: int, virama: str) -> Iterator[tuple[str, float]]:
    """A consonant said long is written twice, or behind an addak."""
    if folded[at : at + 3] == [folded[at], VIRAMA, folded[at]] and folded[at] in CONSONANTS:
        yield word[: at + 1] + word[at + 3 :], GEMINATE
    if word[at] == ADDAK:
        yield word[:at] + word[at + 1 :], GEMINATE
    if word[at] == TIPPI:
        yield word[:at] + chr(ord(ADDAK) - 0x6F) + word[at + 1 :], SPELLING
        yield word[:at] + word[at + 1 :], OPTIONAL[ANUSVARA]


def _respelt(word: str, folded: list[str], at: int, shift: int) -> Iterator[tuple[str, float]]:
    """Two ways to write one sound: a nasal before its stop and anusvara; a vowel with and without y before it."""
    if folded[at] in NASALS and folded[at + 1 : at + 2] == [VIRAMA]:
        follows = folded[at + 2 : at + 3]
        if follows and follows[0] in NASALS[folded[at]]:
            yield word[:at] + chr(ord(ANUSVARA) + shift) + word[at + 2 :], SPELLING
    if at and folded[at] == "य" and folded[at + 1 : at + 2] in (["े"], ["ी"]) and folded[at - 1] != VIRAMA:
        yield word[:at] + chr(ord(word[at + 1]) - SIGN_OF_LETTER) + word[at + 2 :], SPELLING


def one_letter_apart(counts: Mapping[str, int]) -> Iterator[tuple[str, str, float]]:
    """Pairs of longer words that differ in one letter, put in, left out or another.

    Words with one letter left out in the same place meet under one key, after the deletion dictionaries of SymSpell
    (Garbe 2012); short keys that hundreds of words share say nothing.
    """
    places: dict[tuple[str, int], list[str]] = {}
    for word in counts:
        for at in range(len(word)):
            if len(word) >= SHORTEST:
                places.setdefault((word[:at] + word[at + 1 :], at), []).append(word)
    for (rest, at), words in places.items():
        if rest in counts and len(rest) >= SHORTEST:
            yield from ((rest, word, _letter_weight(word, at)) for word in words)
        if len(words) <= 12:
            yield from ((one, two, _letter_weight(one, at)) for one, two in combinations(words, 2))


def _letter_weight(word: str, at: int) -> float:
    """Beginnings are heard better than the rest."""
    return (LATIN_LETTERS if word.isascii() else LETTERS) * (0.5 if at == 0 else 1.0)


def homophones(counts: Iterable[str]) -> Iterator[tuple[str, str, float]]:
    """Pairs of Latin words that `_SOUNDS_LIKE` brings to one spelling."""
    alike: dict[str, list[str]] = {}
    for word in counts:
        if word.isascii() and word.replace("'", "").isalpha():
            alike.setdefault(sound(word), []).append(word)
    for words in alike.values():
        yield from ((one, two, HOMOPHONE) for one, two in combinations(words, 2))


def sound(word: str) -> str:
    """A rough key of how an English word sounds.

    >>> [sound(one) == sound(two) for one, two in (("their", "there"), ("two", "to"), ("cat", "cut"))]
    [True, True, False]
    """
    for pattern, to in _SOUNDS_LIKE:
        word = pattern.sub(to, word)
    return word


def write(path: Path, made: Weights) -> None:
    """Write word, other, weight."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [f"{word}\t{other}\t{weight:g}\n" for word, row in made.items() for other, weight in row.items()]
    write_text(path, "# Words that are taken for each other. Columns: word, other, weight.\n" + "".join(rows))


def shown(lang: str, made: Weights, counts: Mapping[str, int], examples: int) -> Table:
    pairs = sum(map(len, made.values()))
    table = Table(
        "word", "times", "others", title=f"{lang}: {pairs:,} pairs of {len(made):,} among {len(counts):,} words"
    )
    step = max(1, min(len(made), 3000) // max(1, examples))
    for word in list(made)[: step * examples : step]:
        table.add_row(
            word, f"{counts[word]:,}", "  ".join(f"{other} {weight:g}" for other, weight in made[word].items())
        )
    return table


if __name__ == "__main__":
    app()
