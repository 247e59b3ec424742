"""Which language is it: accuracy by language and length, and words a second, beside py3langid and lingua.

    python benchmarks/routing.py DEVSETS               text files in a folder for each language, cut into pieces
    python benchmarks/routing.py --tsv FILE            text<TAB>language, each text as it is; --wrong shows misses
    python benchmarks/routing.py DEVSETS --everyday    the everyday speech of tests/everyday, too

Marks, case and digits are taken away and each line is cut into pieces of 3, 6 and 10 words. The others are asked
among the languages of the test that they know ("–" for the rest), ours among all of its own. Needs
`pip install py3langid lingua-language-detector`; without them ours stands alone.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from indic_tf.routing import detect
from indic_tf.routing.detection import seen

ROOT = Path(__file__).resolve().parent.parent
LENGTHS = (3, 6, 10)
OF_A_CELL = 500  # pieces of a language and length
Detector = Callable[[str], "str | None"]


@dataclass(frozen=True)
class System:
    """Something that names the language of a text, and the languages it knows (None: all)."""

    name: str
    detector: Detector
    languages: frozenset[str] | None


@dataclass(frozen=True)
class Case:
    text: str
    lang: str
    length: int


def main(
    devsets: Annotated[Path | None, typer.Argument()] = None,
    tsv: Annotated[Path | None, typer.Option(help="text<TAB>language, no header")] = None,
    everyday: Annotated[bool, typer.Option(help="also tests/everyday")] = False,
    wrong: Annotated[int, typer.Option(help="misses of ours to show")] = 0,
) -> None:
    sets: dict[str, list[Case]] = {}
    if devsets:
        files = {folder.name: sorted(folder.glob("*.txt")) for folder in sorted(devsets.iterdir()) if folder.is_dir()}
        lines = {
            code: [line for path in found for line in path.read_text("utf-8").splitlines()]
            for code, found in files.items()
        }
        sets["held-out text"] = list(cut(lines))
    if everyday:
        spoken = {path.stem: list(column(path, 1)) for path in sorted((ROOT / "tests" / "everyday").glob("*.tsv"))}
        sets["everyday speech"] = list(cut(spoken))
    if tsv:
        rows = [line.split("\t") for line in tsv.read_text("utf-8").splitlines() if "\t" in line]
        sets[tsv.name] = [Case(row[0], row[1].strip(), len(row[0].split())) for row in rows]
    for name, cases in sets.items():
        codes = sorted({case.lang for case in cases})
        show(name, cases, [ours(), *others(codes)], name in ("held-out text", "everyday speech"))
        misses = [case for case in cases if detect(case.text).lang != case.lang]
        for case in misses[:wrong]:
            print(f"{case.lang} → {detect(case.text).lang}: {case.text}")


def column(path: Path, number: int) -> Iterable[str]:
    rows = path.read_text("utf-8").splitlines()
    return (row.split("\t")[number] for row in rows if "\t" in row and not row.startswith("#"))


def cut(lines: dict[str, list[str]]) -> Iterable[Case]:
    """Pieces of lines, without marks, case and digits; of each language and length at most `OF_A_CELL`, at random."""
    for code, found in lines.items():
        bare = [[run for word in line.split() for run in bare_runs(word)] for line in found]
        for length in LENGTHS:
            made = [
                " ".join(words[i : i + length]) for words in bare for i in range(0, len(words) - length + 1, length)
            ]
            for text in random.Random(length).sample(made, min(OF_A_CELL, len(made))):
                yield Case(text, code, length)


def bare_runs(word: str) -> Sequence[str]:
    return seen(word)[1]


def ours() -> System:
    return System("indic_tf", lambda text: detect(text).lang, None)


def others(codes: Sequence[str]) -> Iterable[System]:
    if find_spec("py3langid"):
        from py3langid.langid import MODEL_FILE, LanguageIdentifier

        identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
        known = frozenset(codes) & {str(label) for label in identifier.nb_classes}
        identifier.set_languages(sorted(known))
        yield System("py3langid", lambda text: str(identifier.classify(text)[0]), known)
    if find_spec("lingua"):
        from lingua import Language, LanguageDetectorBuilder

        by_code = {language.iso_code_639_1.name.lower(): language for language in Language.all()}
        chosen = [by_code[code] for code in codes if code in by_code]
        detector = LanguageDetectorBuilder.from_languages(*chosen).with_preloaded_language_models().build()

        def of(text: str) -> str | None:
            found = detector.detect_language_of(text)
            return found.iso_code_639_1.name.lower() if found else None

        yield System("lingua", of, frozenset(codes) & by_code.keys())


def show(name: str, cases: Sequence[Case], systems: Sequence[System], by_length: bool) -> None:
    """A table in Markdown: a row for each language, a column for each system and length."""
    lengths = sorted({case.length for case in cases}) if by_length else [0]
    found = {system.name: answers(system, cases) for system in systems}
    heads = [f"{system.name}, {n} words" if n else system.name for system in systems for n in lengths]
    print(f"\n### {name}: {len(cases)} texts\n\n| language | texts | {' | '.join(heads)} |")
    print("|---|---:|" + "---:|" * len(heads))
    for code in sorted({case.lang for case in cases}):
        rows = [i for i, case in enumerate(cases) if case.lang == code]
        cells = [percent(cases, found[s.name][0], rows, n, s, code) for s in systems for n in lengths]
        print(f"| {code} | {len(rows)} | {' | '.join(cells)} |")
    everything = range(len(cases))
    cells = [percent(cases, found[s.name][0], everything, n, s) for s in systems for n in lengths]
    print(f"| all it knows | {len(cases)} | {' | '.join(cells)} |")
    speeds = [f"{system.name} {found[system.name][1]:,.0f}" for system in systems]
    print(f"\nWords a second, one core: {', '.join(speeds)}.")


def answers(system: System, cases: Sequence[Case]) -> tuple[list[str | None], float]:
    """The answers, and words in a second of CPU time."""
    system.detector(cases[0].text)
    start = time.process_time()
    made = [system.detector(case.text) for case in cases]
    return made, sum(len(case.text.split()) for case in cases) / (time.process_time() - start)


def percent(
    cases: Sequence[Case], made: Sequence[str | None], rows: Iterable[int], length: int, system: System, code: str = ""
) -> str:
    known = [i for i in rows if system.languages is None or cases[i].lang in system.languages]
    counted = [i for i in known if not length or cases[i].length == length]
    if not counted:
        return "–"
    return f"{100 * sum(made[i] == cases[i].lang for i in counted) / len(counted):.1f}"


if __name__ == "__main__":
    typer.run(main)
