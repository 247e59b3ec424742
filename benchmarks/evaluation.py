"""How fast is scoring, and in how much memory: given output against its reference, with intervals.

    python benchmarks/evaluation.py                     100,000 sentences of each task, Hindi
    python benchmarks/evaluation.py --sentences 10000 --only punctuation
    python benchmarks/evaluation.py --lang ta --text prose.txt

Makes a reference of sentences of some 20 words (words of the language's test cases, or of --text) and an output in
which a tenth of the marks, capitals or figures and some words are wrong; then scores it from the files as
``indic-tf evaluate`` does, each task in a process of its own, with one thread for sums. Seconds by the clock, CPU
seconds (those that count on a busy machine), and the most memory that the process had beyond what it had with
everything loaded (grammar, numpy). The formatter itself is measured by ``speed.py``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases"
SENTENCES, WORDS, WRONG, LIMIT = 100_000, 20, 0.1, 60
SAMPLES, SEED, JOBS = 1000, 1, 2
MARKS = ("", "", "", "", "", "", ",", "?", "।", "")
CAPITALS = ("India", "iPhone", "UPI", "Delhi", "the", "of")

Line = tuple[str, str]


# --- test sets ----------------------------------------------------------------------------------------


def punctuation(chance: random.Random, words: Sequence[str]) -> Line:
    said = chance.choices(words, k=WORDS)
    marks = [*chance.choices(MARKS, k=WORDS - 1), "।"]
    other = [chance.choice(MARKS) if chance.random() < WRONG else mark for mark in marks]
    heard = said if chance.random() < 0.5 else _misheard(chance, said, words)
    return _joined(said, marks), _joined(heard, other)


def case(chance: random.Random, words: Sequence[str]) -> Line:
    said = [chance.choice(CAPITALS) if chance.random() < 0.3 else word for word in chance.choices(words, k=WORDS)]
    made = [word.lower() if chance.random() < WRONG else word for word in said]
    return " ".join(said) + "।", " ".join(made if chance.random() < 0.5 else _misheard(chance, made, words))


def itn(chance: random.Random, rows: Sequence[Line]) -> Line:
    """Digits are drawn anew, so that figures seldom come twice."""
    spoken, written = chance.choice(rows)
    other = str.maketrans({digit: str(chance.randrange(10)) for digit in "23456789"})
    wrong = chance.choice((spoken, chance.choice(rows)[1])).translate(other)
    made = written.translate(other)
    return f"{spoken}\t{made}\t{'abc'[len(spoken) % 3]}", made if chance.random() > WRONG else wrong


def disfluency(chance: random.Random, words: Sequence[str]) -> Line:
    fluent = chance.choices(words, k=WORDS - 2)
    place = chance.randrange(len(fluent))
    spoken = [*fluent[:place], fluent[place], *fluent[place:], chance.choice(words)]
    made = fluent if chance.random() > WRONG else spoken
    return f"{' '.join(spoken)}\t{' '.join(fluent)}", " ".join(made)


def _joined(words: Sequence[str], marks: Sequence[str]) -> str:
    return " ".join(word + mark for word, mark in zip(words, [*marks, *[""] * len(words)], strict=False))


def _misheard(chance: random.Random, words: Sequence[str], others: Sequence[str]) -> list[str]:
    made = list(words)
    made[chance.randrange(len(made))] = chance.choice(others)
    del made[chance.randrange(len(made))]
    return made


def _write(folder: Path, task: str, count: int, lang: str, text: Path | None) -> tuple[Path, Path]:
    chance = random.Random(1)
    rows = [*_cases(lang)]
    prose = (
        text.read_text(encoding="utf-8").split() if text else [word for spoken, _ in rows for word in spoken.split()]
    )
    reference, output = folder / f"{task}.tsv", folder / f"{task}.out"
    with reference.open("w", encoding="utf-8") as gold, output.open("w", encoding="utf-8") as made:
        for _ in range(count):
            line = itn(chance, rows) if task == "itn" else TASKS[task](chance, prose)
            _put(gold, line[0]), _put(made, line[1])
    return reference, output


def _put(file: TextIO, text: str) -> None:
    file.write(text + "\n")


def _cases(lang: str) -> Iterator[Line]:
    for path in sorted((CASES / lang).glob("*.tsv")):
        for row in path.read_text(encoding="utf-8").splitlines():
            cells = row.split("\t")
            if not row.startswith("#") and len(cells) > 1 and all(cells[:2]) and path.stem != "unchanged":
                yield cells[0], cells[1]


TASKS: dict[str, Callable[[random.Random, Sequence[str]], Line]] = {
    "punctuation": punctuation,
    "case": case,
    "disfluency": disfluency,
}
NAMES = (*TASKS, "itn", "compare")


# --- measuring ----------------------------------------------------------------------------------------


def measure(task: str, lang: str, reference: Path, output: Path) -> dict[str, float]:
    """Seconds to read and to draw samples, and megabytes; in this process."""
    import numpy  # noqa: F401  (loaded before memory is looked at)

    from indic_tf import IndicFormatter
    from indic_tf.evaluation import case, compare, disfluency, itn, punctuation

    grammar = IndicFormatter(lang, model=None).grammar if task == "itn" else None
    del grammar
    modules = {"case": case, "disfluency": disfluency, "itn": itn}
    loaded, cpu, begin = _memory(), _cpu(), time.perf_counter()
    jobs = {"jobs": JOBS} if task == "itn" else {}
    score = modules.get(task, punctuation).evaluate_output(reference, output, lang, **jobs)  # type: ignore[attr-defined]
    read = time.perf_counter()
    if task == "compare":
        other = punctuation.evaluate_output(reference, reference, lang)
        compare.compare(score, other, samples=SAMPLES, seed=SEED)
    else:
        score.as_dict(samples=SAMPLES, seed=SEED)
    end = time.perf_counter()
    times = {"read": read - begin, "samples": end - read, "seconds": end - begin, "cpu": _cpu() - cpu}
    return {**times, "megabytes": _memory() - loaded}


def _cpu() -> float:
    """CPU seconds of this process and of those that it has started."""
    return sum(os.times()[:4])


def _memory() -> float:
    """The most that this process and those that it has started had, in MB; each of several counts as the largest."""
    own, others = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return (own + JOBS * others) / 1024


def _in_process(task: str, lang: str, reference: Path, output: Path) -> dict[str, float]:
    command = [sys.executable, __file__, "--measure", task, str(reference), str(output), "--lang", lang]
    environment = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", **os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    made: dict[str, float] = json.loads(done.stdout)
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=int, default=SENTENCES)
    parser.add_argument("--lang", default="hi")
    parser.add_argument("--text", type=Path, metavar="FILE", help="prose to take words from")
    parser.add_argument("--only", choices=NAMES, action="append", help="this one; may be repeated")
    parser.add_argument("--measure", nargs=3, metavar=("TASK", "REFERENCE", "OUTPUT"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        task, *files = chosen.measure
        print(json.dumps(measure(task, chosen.lang, *map(Path, files))))
        return
    print(f"{chosen.sentences:,} sentences of each task, {SAMPLES:,} bootstrap samples; limit {LIMIT} s")
    print(f"{'task':<12} {'read':>7} {'samples':>8} {'in all':>8} {'CPU':>8} {'memory':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for task in chosen.only or NAMES:
            source = "punctuation" if task == "compare" else task
            files = _write(Path(folder), source, chosen.sentences, chosen.lang, chosen.text)
            made = _in_process(task, chosen.lang, *files)
            times = f"{made['read']:>5.1f} s {made['samples']:>6.1f} s {made['seconds']:>6.1f} s {made['cpu']:>6.1f} s"
            met = "" if made["seconds"] <= LIMIT else "   OVER THE LIMIT"
            print(f"{task:<12} {times} {made['megabytes']:>6.0f} MB{met}", flush=True)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
