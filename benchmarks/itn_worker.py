"""What `itn_vs_peers.py` runs in processes of their own. Standard library only: a peer's environment has nothing else.

python itn_worker.py serve SYSTEM CACHE     load a system, then time the texts of every line of stdin, as JSON
python itn_worker.py probe LANG NUMBER      load one of our grammars, say how long it took and what it weighs

Clocks are read as (CPU seconds, seconds by the clock).
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TextIO

Convert = Callable[[str], str]

PACKAGES = {"indic_tf": "indic-tf", "nemo": "nemo_text_processing", "indic-itn": "indic-itn"}
WARM_UP = ("मेले में पच्चीस हजार लोग आए", "आज मौसम बहुत अच्छा है")  # none of the sentences that are timed


# --- the systems: Hindi, as their documentation says ----------------------------------------------------


def _indic_tf(cache: str) -> Convert:
    os.environ["INDIC_TF_CACHE"] = cache
    formatter = import_module("indic_tf").IndicFormatter("hi", model=None)
    return lambda text: str(formatter(text).text)


def _nemo(cache: str) -> Convert:
    module = import_module("nemo_text_processing.inverse_text_normalization.inverse_normalize")
    normalizer = module.InverseNormalizer(lang="hi", cache_dir=cache)
    return lambda text: str(normalizer.inverse_normalize(text, verbose=False))


def _indic_itn(_: str) -> Convert:
    normalizer = import_module("indic_itn").HindiITN()
    return lambda text: str(normalizer.normalize(text))


SYSTEMS: dict[str, Callable[[str], Convert]] = {"indic_tf": _indic_tf, "nemo": _nemo, "indic-itn": _indic_itn}


# --- timing ---------------------------------------------------------------------------------------------


def clocks() -> tuple[float, float]:
    return time.process_time(), time.perf_counter()


def since(start: tuple[float, float]) -> tuple[float, float]:
    cpu, wall = clocks()
    return cpu - start[0], wall - start[1]


def serve(system: str, cache: str, answers: TextIO) -> None:
    """Load, warm up, then answer every list of texts with their times and outputs until stdin ends."""
    start = clocks()
    convert = SYSTEMS[system](cache)
    for text in WARM_UP:
        convert(text)
    _say({"version": _version(system), "load": since(start)}, answers)
    for line in sys.stdin:
        _say([_timed(convert, text) for text in json.loads(line)], answers)


def _timed(convert: Convert, text: str) -> tuple[float, float, str | None]:
    """CPU seconds, seconds, output; None where the system raised, which must not end the run of all others."""
    start = clocks()
    try:
        output = convert(text)
    except Exception as error:
        print(f"{text}: {error!r}", file=sys.stderr)
        return (*since(start), None)
    return (*since(start), output)


def _version(system: str) -> str:
    return str(import_module("indic_tf").__version__) if system == "indic_tf" else version(PACKAGES[system])


def probe(lang: str, number: str, answers: TextIO) -> None:
    """Times from the imported package to the first number written; memory with every transducer of the language in."""
    package = import_module("indic_tf")
    before, start = memory("VmRSS"), clocks()
    formatter = package.IndicFormatter(lang, model=None)
    formatter(number)
    load = since(start)
    formatter.grammar.address([number])
    formatter.spoken("20")
    after = memory("VmRSS") - before
    _say({"load": load, "added": after, "peak": memory("VmHWM") - before}, answers)


def memory(name: str) -> float:
    """A figure of /proc in MB. VmHWM is this process's own peak; getrusage's begins with that of its parent."""
    lines = Path("/proc/self/status").read_text().split("\n")
    return next(int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith(f"{name}:"))


def _say(answer: object, answers: TextIO) -> None:
    print(json.dumps(answer), file=answers, flush=True)


def main() -> None:
    """Answers go to the stdout we were given; whatever a library prints goes to stderr."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    task, what, given = sys.argv[1:]
    {"serve": serve, "probe": probe}[task](what, given, answers)


if __name__ == "__main__":
    main()
