"""How long does a transcript take: whisperX JSON of an hour of speech to SRT, as a user would do it.

    python benchmarks/transcripts.py passages.txt                 9,000 words of Hindi, default and fast model
    python benchmarks/transcripts.py passages.txt --lang ta --words 90000

``passages.txt`` has text with marks, a passage a line; numbers are said aloud first, marks and case taken away. Each
run is a process of its own, from the start of Python to the last caption; the best of the repeats is printed, and the
load of the machine beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from indic_tf import IndicFormatter
from indic_tf.scripts import split_marks

WORD, PAUSE, SEGMENT = 0.37, 0.4, 12  # seconds a word, seconds between segments, words in a segment


def words(path: Path, lang: str, count: int) -> list[str]:
    """The first ``count`` words that are said in a text; from its beginning again if it is short."""
    said = IndicFormatter(lang, model=None)
    lines = path.read_text(encoding="utf-8").splitlines()
    made: list[str] = []
    while len(made) < count:
        for line in lines:
            made += [core.lower() for word in said.spoken(line).split() if (core := split_marks(word)[1])]
            if len(made) >= count:
                break
    return made[:count]


def segments(said: list[str]) -> Iterator[dict[str, object]]:
    """The words as whisperX has them: one in ten without times."""
    now = 0.0
    for start in range(0, len(said), SEGMENT):
        inside = said[start : start + SEGMENT]
        begun, made = now, []
        for i, word in enumerate(inside):
            made.append({"word": word, "start": round(now, 2), "end": round(now + WORD, 2), "score": 0.8})
            if (start + i) % 10 == 7:
                made[-1] = {"word": word}
            now += WORD
        yield {"start": round(begun, 2), "end": round(now, 2), "text": " " + " ".join(inside), "words": made}
        now += PAUSE


def timed(talk: Path, lang: str, model: str, repeats: int) -> float:
    """Seconds of the best run of the command line."""
    command = [sys.executable, "-m", "indic_tf", "format", str(talk), "--lang", lang, "--model", model, "--to", "srt"]
    taken = []
    for _ in range(repeats):
        begun = time.perf_counter()
        subprocess.run([*command, "-o", os.devnull], check=True, stderr=subprocess.DEVNULL)
        taken.append(time.perf_counter() - begun)
    return min(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("passages", type=Path)
    parser.add_argument("--lang", default="hi")
    parser.add_argument("--words", type=int, default=9_000)
    parser.add_argument("--models", nargs="+", default=["none", "fast", "default"])
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    said = words(options.passages, options.lang, options.words)
    made = list(segments(said))
    with tempfile.TemporaryDirectory() as folder:
        talk = Path(folder) / "talk.json"
        whole = {"segments": made, "word_segments": [word for one in made for word in one["words"]]}  # type: ignore[attr-defined]
        talk.write_text(json.dumps(whole, ensure_ascii=False), encoding="utf-8")
        for model in options.models:
            seconds = timed(talk, options.lang, model, options.repeats)
            speed, load = len(said) / seconds, os.getloadavg()[0]
            print(
                f"{options.lang} {model:8} {len(said)} words  {seconds:6.2f} s  {speed:7.0f} words/s  load {load:.1f}"
            )


if __name__ == "__main__":
    main()
