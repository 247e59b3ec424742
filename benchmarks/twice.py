"""How often formatting what was formatted changes something: a row per language, model and source of text.

    python benchmarks/twice.py                                            the benchmarks, cases and everyday speech
    python benchmarks/twice.py --lang hi --model none --show              the texts that change
    python benchmarks/twice.py --corpora texts --most 1000                and passages of texts/<language>/*.txt[.xz]

Sources: ``said`` is what the benchmarks and the case tables have as spoken, ``written`` their first answer, ``speech``
everyday speech as it was written. Of passages ``as-written`` is what it says, ``bare`` is lower-cased and without
marks, and ``read-aloud`` has written numbers as words and no marks either.
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated

import regex
import typer

from indic_tf import IndicFormatter, Style, languages
from indic_tf.scripts import split_marks
from indic_tf.styles import PRESETS
from indic_tf.transcripts import read

HERE = Path(__file__).parent
TESTS = HERE.parent / "tests"
SETS = ("itn", "itn_talk", "itn_talk/held_out", "itn_talk/held_out_2")
MODELS = {"none": None, "fast": "fast", "default": "default"}
NUMERIC = Style(date="slash", hours="24", units="symbols", ranges="dash")
STYLES = {**PRESETS, "numeric": NUMERIC}

_CHOICES = regex.compile(r"\{([^|}]*)\|[^}]*\}")

Again = Callable[[Iterable[str]], Iterator[str]]


class Way(str, Enum):
    """What is asked twice."""

    formatter = "formatter"
    auto = "auto"
    transcript = "transcript"


def main(
    lang: Annotated[list[str] | None, typer.Option(help="languages; all")] = None,
    model: Annotated[list[str] | None, typer.Option(help="none, fast, default; all three")] = None,
    style: Annotated[list[str] | None, typer.Option(help=f"of {', '.join(STYLES)}; default")] = None,
    source: Annotated[list[str] | None, typer.Option(help="said, written, speech, as-written …; all")] = None,
    corpora: Annotated[Path | None, typer.Option(help="folder with a folder of texts a language")] = None,
    most: Annotated[int, typer.Option(help="passages a language, drawn at random")] = 200,
    seed: Annotated[int, typer.Option(help="of the draw")] = 7,
    figures: Annotated[bool, typer.Option(help="passages with figures only")] = False,
    way: Annotated[Way, typer.Option(help="the formatter of the language or of all, or transcripts")] = Way.formatter,
    show: Annotated[bool, typer.Option(help="print what changes")] = False,
) -> None:
    """Print how many texts of each source change when they are formatted again."""
    total, changed = 0, 0
    print("language | model | style | source | texts | changed", flush=True)
    for code in lang or languages():
        texts = sources(code, corpora, most, seed, figures)
        for name in model or MODELS:
            for look in style or ["default"]:
                again = formatted(code, name, look, way)
                for kind, rows in texts.items():
                    if rows and (not source or kind in source):
                        found = list(differences(again, rows))
                        total, changed = total + len(rows), changed + len(found)
                        print(f"{code} | {name} | {look} | {kind} | {len(rows)} | {len(found)}", flush=True)
                        for row in found if show else ():
                            print(*(f"    {text}" for text in row), "", sep="\n", flush=True)
    print(f"all | | | | {total} | {changed}")


def formatted(code: str, model: str, style: str, way: Way) -> Again:
    """Texts → texts, by one formatter."""
    made = IndicFormatter("auto" if way is Way.auto else code, model=MODELS[model], style=STYLES[style])
    if way is Way.transcript:
        return partial(map, lambda text: made.transcript(read(text.encode(), format="txt")).text)
    return lambda texts: (str(one) for one in made.map(texts))


def differences(again: Again, rows: list[str]) -> Iterator[tuple[str, str, str]]:
    """The texts that change, with what becomes of them once and twice."""
    once = list(again(rows))
    for row, first, second in zip(rows, once, again(once), strict=True):
        if first != second:
            yield row, first, second


# --- texts --------------------------------------------------------------------------------------------


def sources(code: str, corpora: Path | None, most: int, seed: int, figures: bool) -> dict[str, list[str]]:
    """The texts of a language by their source."""
    pairs = [(row[2], row[3]) for name in SETS for row in table(HERE / name / f"{code}.tsv")[1:]]
    for path in [*sorted((TESTS / "cases" / code).glob("*.tsv")), TESTS / "cases" / "context" / f"{code}.tsv"]:
        pairs += [(row[0], row[1] if len(row) > 1 else row[0]) for row in table(path)]
    speech = [row[-1] for row in table(TESTS / "everyday" / f"{code}.tsv")]
    found = {
        "said": [spoken for spoken, _ in pairs],
        "written": [_CHOICES.sub(r"\1", written.split(" | ")[0]) for _, written in pairs],
        "speech": [*speech, *map(bare, speech)],
    }
    if corpora:
        drawn = passages(corpora / code, most, seed, figures)
        read_aloud = IndicFormatter(code, model=None).spoken
        found |= {
            "as-written": drawn,
            "bare": list(map(bare, drawn)),
            "read-aloud": [bare(read_aloud(text)) for text in drawn],
        }
    return {name: list(dict.fromkeys(texts)) for name, texts in found.items()}


def table(path: Path) -> list[list[str]]:
    """The rows of a table, without remarks; none if there is no such file."""
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")
    return [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]


def passages(folder: Path, most: int, seed: int, figures: bool) -> list[str]:
    """Passages of the files of a folder, as many of each as there are files for, drawn at random."""
    files = sorted([*folder.glob("*.txt"), *folder.glob("*.txt.xz")])
    random, drawn = Random(seed), list[str]()
    for i, path in enumerate(files):
        opened = lzma.open if path.suffix == ".xz" else open
        with opened(path, "rt", encoding="utf-8") as lines:
            rows = [line.strip() for line in lines if line.strip() and (not figures or any(map(str.isdigit, line)))]
        share = (most - len(drawn)) // (len(files) - i)
        drawn += random.sample(rows, min(share, len(rows)))
    return drawn


def bare(text: str) -> str:
    """A text as recognisers print it: lower case, no marks."""
    cores = (split_marks(word)[1] for word in text.split())
    return " ".join(core.lower() for core in cores if core)


if __name__ == "__main__":
    typer.run(main)
