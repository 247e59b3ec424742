"""How many words in Latin letters become the native words that they stand for, and how fast.

    pip install indic-transliteration
    python benchmarks/roman_input.py [--text hi=FILE ta=FILE …] [--lines 300] [--wrong hi]

"typed" are the sentences of `benchmarks/roman_input`, as people type them, with English words that stay; a word may
have more than one right answer ("|"). FILE is native text that the word lists do not have, a passage a line; it is
romanised as in chats by random writers ("chat": `indic_tf.routing.romanise`), and by "optitrans" and "iast" of
indic-transliteration, in small letters without marks, the final a that Hindi, Bengali and Marathi do not say cut off.
A word is right if it is spelled as it should be; a nasal may be written as a sign or as a letter. "letters" is what
indic-transliteration's optitrans makes of the same words. Words a second are those of a core, in a process that is new
to them, and again.
"""

from __future__ import annotations

import argparse
import random
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import regex
from indic_transliteration import sanscript

from indic_tf.languages import language
from indic_tf.routing.romanise import romanise
from indic_tf.scripts import fold
from indic_tf.transliterate import natives

FOLDER = Path(__file__).parent / "roman_input"
CODES = ("hi", "ta", "te", "bn", "mr")
_NASAL = regex.compile(r"[ङञणनमঙঞণনম][्্](?=[क-मক-ম])")
_SCRIPT = {"Beng": "Bengali"}
Pairs = list[tuple[list[str], list[str]]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", nargs="*", default=(), metavar="LANG=FILE")
    parser.add_argument("--lang", nargs="*", default=CODES)
    parser.add_argument("--lines", type=int, default=300)
    parser.add_argument("--wrong", nargs="*", default=(), help="languages whose wrong words are shown")
    asked = parser.parse_args()
    files = dict(pair.split("=", 1) for pair in asked.text)
    print("| language | set | words | right | letters | words/s | again |\n|---|---|---|---|---|---|---|")
    for code in asked.lang:
        sets = {"typed": typed(code)}
        if code in files:
            runs = list(native_runs(Path(files[code]), code, asked.lines))
            sets |= {name: romanised(runs, code, way) for name, way in ways(code).items()}
        for name, pairs in sets.items():
            print(row(code, name, pairs, code in asked.wrong), flush=True)


def typed(code: str) -> Pairs:
    lines = (FOLDER / f"{code}.tsv").read_text(encoding="utf-8").splitlines()
    return [(said.split(), right.split()) for said, right in (line.split("\t") for line in lines)]


def native_runs(file: Path, code: str, most: int) -> Iterator[list[str]]:
    """Sentences of native words; what has other words in it is cut there."""
    script = language(code).script
    part = regex.compile(rf"(?:[\p{{Script={script}}}\u200c\u200d]+(?:\s|$))+")
    with file.open(encoding="utf-8") as text:
        found = (run[0].split() for line in text for run in part.finditer(regex.sub(r"[।,.;?!\"'“”‘’()-]", " ", line)))
        yield from (run for run, _ in zip((run for run in found if len(run) > 3), range(most), strict=False))


def ways(code: str) -> dict[str, Callable[[Sequence[str]], list[str]]]:
    rng = random.Random(7)
    return {
        "chat": lambda run: romanise(run, code, rng),
        "optitrans": lambda run: [by_scheme(word, code, sanscript.OPTITRANS) for word in run],
        "iast": lambda run: [by_scheme(word, code, sanscript.IAST) for word in run],
    }


def by_scheme(word: str, code: str, scheme: str) -> str:
    source = language(code).script.lower()
    text = sanscript.transliterate(word, source, scheme).lower()
    plain = "".join(c for c in unicodedata.normalize("NFD", text) if c.isascii() and c.isalpha())
    last = word[-1]
    silent = language(code).final_a_silent and plain.endswith("a") and "\u0915" <= _devanagari(last) <= "\u0939"
    return plain[:-1] if silent and len(plain) > 2 else plain


def _devanagari(letter: str) -> str:
    return chr(0x0900 + (ord(letter) & 0x7F))


def romanised(runs: Sequence[list[str]], code: str, way: Callable[[Sequence[str]], list[str]]) -> Pairs:
    made = []
    for run in runs:
        kept = [(said, native) for said, native in zip(way(run), run, strict=True) if said.isascii() and said.isalpha()]
        made.append(([said for said, _ in kept], [native for _, native in kept]))
    return [pair for pair in made if pair[0]]


def row(code: str, name: str, pairs: Pairs, show: bool) -> str:
    reader = natives(code)
    assert reader is not None
    reader.read(["a"])
    total, speeds = sum(len(said) for said, _ in pairs), list[str]()
    for _ in range(2):
        began = time.process_time()
        made = [reader.read(said) for said, _ in pairs]
        speeds.append(f"{total / (time.process_time() - began):,.0f}")
    right = letters = 0
    for (said, gold), words in zip(pairs, made, strict=True):
        for typed_word, wanted, word in zip(said, gold, words, strict=True):
            choices = {key(one) for one in wanted.split("|")}
            right += key(word) in choices
            letters += key(by_letters(typed_word, code)) in choices
            if show and key(word) not in choices:
                print(code, name, typed_word, wanted, word, sep="\t")
    return f"| {code} | {name} | {total} | {right / total:.3f} | {letters / total:.3f} | {' | '.join(speeds)} |"


def by_letters(word: str, code: str) -> str:
    made: str = sanscript.transliterate(word, sanscript.OPTITRANS, language(code).script.lower())
    return made.rstrip("\u094d\u09cd") if language(code).final_a_silent else made


def key(word: str) -> str:
    return _NASAL.sub(lambda found: "\u0902" if found[0][0] < "\u0980" else "\u0982", fold(word))


if __name__ == "__main__":
    main()
