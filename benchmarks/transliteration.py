"""How often a word in an Indian script gets the Latin spelling that people give it, beside rules for the script.

    python benchmarks/transliteration.py [--set test] [--wrong hi] [--network FOLDER]

Words and names are those of `benchmarks/transliteration`. "without own words" knows English and its names, but not the
table `own` nor the names that a language lists. "rules" spells by the letters alone (the `romanization` tables), as
addresses were spelled before there was a dictionary; "iast", "hk" and "optitrans" are schemes of the package
indic-transliteration (`pip install indic-transliteration`), in small letters without marks, with the final a that
Hindi and its neighbours do not say cut off. Words are parted by how frequent they are in English (Zipf scale of
wordfreq: common from 4.7, rare below 4).

With ``--network``, a folder that `data_scripts/train_transliteration_network.py` has made, the languages are those of
the network and the columns others: the dictionary; "without names", which has no more names than the network has
learnt; the network, by beam search; "both", which is "without names" but for words that no list has, by the network.
There is a group more, "unlisted": own names that the network has not learnt, as Devanagari writes them. The last lines
are of the words that the dictionary spells by rules or of several words: the dictionary, the network.
"""

from __future__ import annotations

import argparse
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from indic_tf.languages import language
from indic_tf.transliterate import Transliterator, transliterate, transliterator
from indic_tf.transliterate.data import english, table
from indic_tf.transliterate.lexicon import Lexicon, as_spelled_there, named, own_entries
from indic_tf.wfst.transliteration import romanized

FOLDER = Path(__file__).parent / "transliteration"
COMMON, RARE = 4.7, 4.0
MADE = ("joined", "rules")  # sources of what no list has
Case = tuple[str, tuple[str, ...], str]  # native, right, group
System = Callable[[str, str], list[str]]  # native, language → spellings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", default="test", choices=("dev", "test"))
    parser.add_argument("--wrong", nargs="*", default=(), help="languages whose wrong words are shown")
    parser.add_argument("--network", type=Path, help="compare with this one instead of rules and schemes")
    asked = parser.parse_args()
    codes = header("english.tsv")[2:]
    systems: dict[str, System] = {"indic_tf": ours}
    unlisted: dict[str, list[Case]] = {}
    if asked.network:
        network = Network(asked.network)
        codes = [code for code in codes if code in network.languages]
        systems |= {"without names": network.without_names, "network": network.spell, "both": network.both}
        unlisted = {code: network.unlisted() for code in codes if language(code).script == "Devanagari"}
    else:
        systems |= {"without own words": without_own, "rules": by_rules, **schemes()}
    print("| language | what | words | " + " | ".join(f"{name} top 1 (top 3)" for name in systems) + " |")
    print("|---|---|---|" + "---|" * len(systems))
    totals: dict[str, list[list[int]]] = {}
    by_language: dict[str, list[Case]] = {}
    for code in codes:
        cases = [case for name in ("english.tsv", "names.tsv") for case in read(name, code, asked.set)]
        cases += unlisted.get(code, [])
        by_language[code] = cases
        for group in dict.fromkeys(("common", "middle", "rare", "names", *(case[2] for case in cases))):
            rows = [case for case in cases if case[2] == group]
            scores = [score(rows, code, system) for system in systems.values()]
            totals.setdefault(group, []).append([len(rows), *(n for pair in scores for n in pair)])
            print(line(code, group, len(rows), scores))
        if code in asked.wrong:
            show_wrong(cases, code)
    for group, counts in totals.items():
        size, *rest = map(sum, zip(*counts, strict=True))
        print(line("all", group, size, list(zip(rest[::2], rest[1::2], strict=True))))
    speed(codes, asked.set)
    if asked.network:
        network.speed(asked.set)
        network.show_made(by_language)


def line(code: str, group: str, size: int, scores: list[tuple[int, int]]) -> str:
    cells = " | ".join(f"{100 * one / size:.0f} ({100 * three / size:.0f})" for one, three in scores)
    return f"| {code} | {group} | {size} | {cells} |"


def header(name: str) -> list[str]:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return next(text.split("\t") for text in lines if not text.startswith("#"))


def read(name: str, code: str, part: str) -> Iterator[Case]:
    column = header(name).index(code)
    words, tenths, _ = english()
    frequency = dict(zip(words, (int(n) / 10 for n in tenths), strict=True))
    for text in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        cells = text.split("\t")
        if text.startswith("#") or cells[1] != part:
            continue
        right = tuple(cells[0].split("|"))
        zipf = max(frequency.get(word, 0.0) for word in right)
        group = "names" if name == "names.tsv" else "common" if zipf >= COMMON else "rare" if zipf < RARE else "middle"
        yield from ((native, right, group) for native in cells[column].split("|") if " " not in native)


def ours(native: str, code: str) -> list[str]:
    return [spelling.text for spelling in transliterate(native, code, 3)]


@cache
def _plain(code: str) -> Transliterator:
    return Transliterator(code, own=False)


def without_own(native: str, code: str) -> list[str]:
    return [spelling.text for spelling in _plain(code).spellings(native, 3)]


def by_rules(native: str, code: str) -> list[str]:
    return [romanized(native, language(code))]


def schemes() -> dict[str, System]:
    """What the package of others makes, where it is installed."""
    try:
        from indic_transliteration import sanscript
    except ImportError:
        return {}

    def by(scheme: str) -> System:
        def spelled(native: str, code: str) -> list[str]:
            facts = language(code)
            if facts.script == "Arabic":
                return []
            script = getattr(sanscript, facts.script.upper())
            made = sanscript.transliterate(native, script, getattr(sanscript, scheme))
            plain = "".join(c for c in unicodedata.normalize("NFD", made.lower()) if c.isascii() and c.isalpha())
            return [plain[:-1] if facts.final_a_silent and plain.endswith("a") and not made.endswith("A") else plain]

        return spelled

    return {name.lower(): by(name) for name in ("IAST", "HK", "OPTITRANS")}


class Network:
    """A network of `data_scripts`, and the dictionary as far as the network has learnt it."""

    def __init__(self, folder: Path) -> None:
        sys.path.append(str(Path(__file__).resolve().parent.parent / "data_scripts"))
        import torch
        import train_transliteration_network as training
        import transliteration_network as networks

        torch.set_num_threads(1)
        self._speller = networks.Speller.load(folder)
        self._held, self._left_out = training.held_out(), training.held_out() | training.benchmark_words()[0]
        self.languages: tuple[str, ...] = self._speller.letters.languages
        self._smaller = cache(self._without)
        self.spell = cache(self._spell)

    def _spell(self, native: str, code: str) -> list[str]:
        found: list[str] = self._speller.spellings([native], code)[0]
        return found

    def _without(self, code: str) -> Transliterator:
        made, facts = Transliterator(code), language(code)
        rows = [(row["form"], row["latin"]) for row in facts.table("names") if row["latin"]]
        listed = [pair for pair in rows if pair[1] not in self._left_out]
        own = [entry for entry in own_entries() if entry.text not in self._left_out]
        entries = [*named(listed, made._reader), *as_spelled_there(own, code)]
        made._lexicon = Lexicon(code, made._distances, entries)
        return made

    def without_names(self, native: str, code: str) -> list[str]:
        return [one.text for one in self._smaller(code).spellings(native, 3)]

    def both(self, native: str, code: str) -> list[str]:
        """The network's spellings first where the likeliest of the dictionary is no word of it."""
        found = self._smaller(code).spellings(native, 3)
        known = [one.text for one in found]
        if found and found[0].source not in MADE:
            return known
        return list(dict.fromkeys([*self.spell(native, code), *known]))[:3]

    def show_made(self, cases: Mapping[str, Sequence[Case]]) -> None:
        """What the dictionary spells by rules or of several words, with all names and without, beside the network."""
        for what, dictionary, spell in (
            ("all names", transliterator, ours),
            ("without names", self._smaller, self.without_names),
        ):
            found: dict[tuple[str, str], list[tuple[Case, str]]] = {}
            for code, rows in cases.items():
                for case in rows:
                    best = dictionary(code).spellings(case[0], 1)
                    if best and best[0].source in MADE:
                        group = case[2] if case[2] in ("names", "unlisted") else "English"
                        found.setdefault((group, best[0].source), []).append((case, code))
            for (group, source), made in found.items():
                print(line(what, f"{group}, {source}", len(made), [score_each(made, s) for s in (spell, self.spell)]))

    def unlisted(self) -> list[Case]:
        """Own names that were left out, with all spellings that the table has of their sounds."""
        spelled: dict[str, list[str]] = {}
        for row in table("own"):
            spelled.setdefault(row["sound"], []).append(row["latin"])
        found = [(sound, tuple(texts)) for sound, texts in spelled.items() if self._held.issuperset(texts)]
        return [(sound, texts, "unlisted") for sound, texts in found]

    def speed(self, part: str) -> None:
        """Words a second of CPU time on one thread: one by one, and many at once."""
        for code in self.languages:
            words = [case[0] for name in ("english.tsv", "names.tsv") for case in read(name, code, part)]
            took = []
            for size in (1, len(words)):
                start = time.process_time()
                for at in range(0, len(words), size):
                    self._speller.spellings(words[at : at + size], code)
                took.append(len(words) / (time.process_time() - start))
            print(f"{code}: network, {took[0]:.0f} words/s of CPU time one by one, {took[1]:.0f} at once")


def score(cases: list[Case], code: str, system: System) -> tuple[int, int]:
    return score_each([(case, code) for case in cases], system)


def score_each(cases: Sequence[tuple[Case, str]], system: System) -> tuple[int, int]:
    """How many have the right spelling first, and among the first three."""
    made = [(system(native, code), right) for (native, right, _), code in cases]
    first = sum(bool(set(texts[:1]) & set(right)) for texts, right in made)
    return first, sum(bool(set(texts[:3]) & set(right)) for texts, right in made)


def show_wrong(cases: list[Case], code: str) -> None:
    for native, right, group in cases:
        found = transliterate(native, code, 4)
        if not found or found[0].text not in right:
            print(
                f"    {native}\t{'|'.join(right)}\t{group}\t", [(s.text, round(-s.score, 2), s.source) for s in found]
            )


def speed(codes: list[str], part: str) -> None:
    """Words a second, each new: nothing is had from the store of answers."""
    for code in codes:
        spells = Transliterator(code)
        words = [case[0] for name in ("english.tsv", "names.tsv") for case in read(name, code, part)]
        for word in words:  # the prices of letters, which any other words would have asked for
            spells.spellings(word)
        fresh = Transliterator(code)
        fresh._lexicon._prices = spells._lexicon._prices
        fresh._lexicon._looked_at = spells._lexicon._looked_at
        start = time.process_time()
        for word in words:
            fresh.spellings(word)
        print(f"{code}: {len(words) / (time.process_time() - start):.0f} words/s of CPU time")


if __name__ == "__main__":
    main()
