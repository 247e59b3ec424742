"""Does a sentence end at the end of a text? Whole sentences against cut ones, per language and judge.

    python benchmarks/finality.py hi=dev/hi/a.txt hi=dev/hi/b.txt ta=dev/ta/a.txt … [--texts 80]

A file has marked text, a passage a line. Texts are one to three of its sentences without marks, in lower case: half of
them whole, half with the last one cut at a random place inside; beside these as many cut at a comma, which is counted
apart. Printed per language: accuracy (whole and cut at random) of the tagger asked about the text as it is, of the
tagger with a continuation, of the table of endings, and of both as `finality.ends` weighs them; of these precision and
recall of "ends"; accuracy where the last sentence has four words and more; and the share of cuts at commas found.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from indic_tf.evaluation.marks import strip
from indic_tf.finality import THRESHOLD, endings, ends, log_odds, with_continuation
from indic_tf.labels import PUNCTUATION
from indic_tf.languages import language
from indic_tf.taggers import tagger_of
from indic_tf.tagging.encode import tagger_word

_MANY = 4


@dataclass(frozen=True, slots=True)
class Text:
    """A text, what was done to its last sentence ("whole", "cut", "comma"), and how many words that has."""

    words: Sequence[str]
    kind: str
    last: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="LANG=FILE")
    parser.add_argument("--texts", type=int, default=80, help="of each kind and language")
    options = parser.parse_args()
    files: dict[str, list[Path]] = defaultdict(list)
    for argument in options.files:
        lang, _, path = argument.partition("=")
        files[lang].append(Path(path))
    print("lang | as it is | continued | endings | both | precision | recall | both, 4+ words | commas found")
    for lang, paths in files.items():
        print(" | ".join([lang, *row(texts(paths, lang, options.texts), lang)]), flush=True)


def row(made: Sequence[Text], lang: str) -> list[str]:
    """One language's cells."""
    tagger = tagger_of(lang)
    marks = tagger.heads[PUNCTUATION.name]
    plain = [log_odds(one, -1, marks) > 0 for one in tagger.tag([text.words for text in made])]
    continued = tagger.tag([with_continuation(text.words) for text in made])
    by_tagger = [log_odds(t, min(len(x.words), 24) - 1, marks) > 0 for t, x in zip(continued, made, strict=True)]
    by_endings = [(endings.score(text.words, lang) or 0.0) > 0 for text in made]
    both = [share >= THRESHOLD for share in ends([text.words for text in made], tagger, lang)]
    cells = [accuracy(made, said) for said in (plain, by_tagger, by_endings, both)]
    said_end = [text.kind == "whole" for text, end in zip(made, both, strict=True) if end and text.kind != "comma"]
    recalled = [end for text, end in zip(made, both, strict=True) if text.kind == "whole"]
    commas = [not end for text, end in zip(made, both, strict=True) if text.kind == "comma"]
    return [*cells, percent(said_end), percent(recalled), accuracy(made, both, _MANY), percent(commas)]


def accuracy(made: Sequence[Text], said: Sequence[bool], least: int = 1) -> str:
    """Of whole texts and those cut at random places, whose last sentence has ``least`` words."""
    counted = [(t, end) for t, end in zip(made, said, strict=True) if t.kind != "comma" and t.last >= least]
    return percent([end == (text.kind == "whole") for text, end in counted])


def percent(right: Sequence[bool]) -> str:
    """The share of what is true; a dash for nothing."""
    return f"{100 * sum(right) / len(right):.1f}" if right else "–"


def texts(paths: Sequence[Path], lang: str, count: int) -> list[Text]:
    """``count`` texts of each kind; fewer cut at commas where a language has hardly any."""
    random = Random(11)
    sentences = [sentence for path in paths for sentence in read(path, lang)]
    with_commas = [sentence for sentence in sentences if sentence[1]]
    made = []
    for kind, source in (("whole", sentences), ("cut", sentences), ("comma", with_commas)):
        for _ in range(count if source else 0):
            words, commas = random.choice(source)
            places = {"whole": [len(words)], "cut": range(1, len(words)), "comma": commas}[kind]
            place = random.choice(places)
            before = [word for _ in range(random.choice((0, 0, 1, 2))) for word in random.choice(sentences)[0]]
            made.append(Text([*before, *words[:place]], kind, place))
    return made


def read(path: Path, lang: str) -> list[tuple[list[str], list[int]]]:
    """Sentences of two words and more, as the tagger sees them, and the places behind their commas."""
    made = []
    for line in path.read_text(encoding="utf-8").splitlines():
        passage = strip(line, language(lang))
        start = 0
        for i, label in enumerate(passage.labels, start=1):
            if label in PUNCTUATION.closing:
                commas = [j - start + 1 for j in range(start, i - 1) if passage.labels[j] == "comma"]
                if i - start > 1:
                    made.append((list(map(tagger_word, passage.words[start:i])), commas))
                start = i
    return made


if __name__ == "__main__":
    main()
