"""What the benchmarks run in processes of their own. Standard library only: a peer's environment has nothing else.

python itn_worker.py serve SYSTEM CACHE LANG    load a system, then time the texts of every line of stdin, as JSON
python itn_worker.py probe LANG NUMBER          load one of our grammars, say how long it took and what it weighs

Clocks are read as (CPU seconds, seconds by the clock).
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
import unicodedata
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import TextIO

Convert = Callable[[str], str]

PACKAGES = {"nemo": "nemo_text_processing", "indic-itn": "indic-itn", "indic-punct": "indic-punct"}
WARM_UP = {"hi": ("मेले में पच्चीस हजार लोग आए", "आज मौसम बहुत अच्छा है")}  # none of the sentences that are timed
TABLES = (".tsv", ".json", ".py")


# --- the systems, called as their documentation says; each from a language and a folder for its cache ------


def _indic_tf(lang: str, folder: str) -> Convert:
    os.environ["INDIC_TF_CACHE"] = folder
    formatter = import_module("indic_tf").IndicFormatter(lang, model=None, normalizer=None)
    return lambda text: str(formatter(text).text)


def _indic_tf_tagger(lang: str, folder: str) -> Convert:
    """Numbers only: the tagger says which number words are numbers, it adds no marks and no capitals."""
    os.environ["INDIC_TF_CACHE"] = folder
    formatter = import_module("indic_tf").IndicFormatter(lang, punctuation=False, case=False)
    return lambda text: str(formatter(text).text)


def _nemo(lang: str, folder: str) -> Convert:
    module = import_module("nemo_text_processing.inverse_text_normalization.inverse_normalize")
    normalizer = module.InverseNormalizer(lang=lang, cache_dir=folder)
    return lambda text: str(normalizer.inverse_normalize(text, verbose=False))


def _indic_itn(lang: str, _: str) -> Convert:
    package = import_module("indic_itn")
    normalizer, respelled = package.IndicITN(lang=lang), _respeller(_folder(package) / "resources", lang)
    return lambda text: str(normalizer.normalize(respelled(text)))


def _indic_punct(lang: str, _: str) -> Convert:
    """Its module compiles the grammars of all languages when it is imported, minutes of it: others are left out."""
    package, own = "inverse_text_normalization", {"as": "asm", "or": "ori"}.get(lang, lang)
    folder = _folder(import_module(package))
    for other in (path.parent.name for path in folder.glob("*/run_predict.py")):
        name = f"{package}.{other}.run_predict"
        if other != own:
            sys.modules[name] = _Absent(name)
    convert, respelled = import_module(f"{package}.run_predict").inverse_normalize_text, _respeller(folder, own)
    return lambda text: str(convert([respelled(text)], lang=lang)[0])


class _Absent(ModuleType):
    """A module in which every name is None."""

    def __getattr__(self, name: str) -> None:
        return None


SYSTEMS: dict[str, Callable[[str, str], Convert]] = {
    "indic_tf": _indic_tf,
    "indic_tf-tagger": _indic_tf_tagger,
    "nemo": _nemo,
    "indic-itn": _indic_itn,
    "indic-punct": _indic_punct,
}


def _folder(module: object) -> Path:
    return Path(str(getattr(module, "__file__", ""))).parent


def _respeller(folder: Path, lang: str) -> Convert:
    """Writes words as a peer's tables do where these are not NFC: it would not know them else.

    Some tables have ड़ as one character in some rows and as two in others; to the reader they are the same.
    """
    paths = [path for path in folder.rglob("*") if path.suffix in TABLES and lang in path.relative_to(folder).parts]
    words = {word for path in paths for word in re.split(r'[\s"\'(),]+', path.read_text(encoding="utf-8"))}
    own = {unicodedata.normalize("NFC", word): word for word in words}
    other = {plain: word for plain, word in own.items() if plain != word and plain not in words}
    pattern = re.compile("|".join(map(re.escape, sorted(other, key=len, reverse=True))) or r"(?!)")
    return lambda text: pattern.sub(lambda found: other[found[0]], text)


# --- timing ---------------------------------------------------------------------------------------------


def clocks() -> tuple[float, float]:
    return time.process_time(), time.perf_counter()


def since(start: tuple[float, float]) -> tuple[float, float]:
    cpu, wall = clocks()
    return cpu - start[0], wall - start[1]


def serve(system: str, folder: str, lang: str, answers: TextIO) -> None:
    """Load, warm up, then answer every list of texts with their times and outputs until stdin ends."""
    start = clocks()
    convert = SYSTEMS[system](lang, folder)
    for text in WARM_UP.get(lang, ()):
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
    return version(PACKAGES[system]) if system in PACKAGES else str(import_module("indic_tf").__version__)


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
    task, *given = sys.argv[1:]
    tasks: dict[str, Callable[..., None]] = {"serve": serve, "probe": probe}
    tasks[task](*given, answers=answers)


if __name__ == "__main__":
    main()
