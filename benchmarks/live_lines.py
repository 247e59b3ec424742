"""How long a line waits for its answer where lines come in through a pipe, two a second.

python benchmarks/live_lines.py hi=passages.txt --model fast --lines 60
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import regex

_MARKS = regex.compile(r"[^\p{L}\p{M}\p{N}\s\u200c\u200d]")


def texts(path: Path, count: int, words: int) -> list[str]:
    """Stretches of ``words`` words of the passages of a file, without marks."""
    passages = (_MARKS.sub(" ", line).casefold().split() for line in path.read_text(encoding="utf-8").splitlines())
    made = [" ".join(passage[:words]) for passage in passages if len(passage) >= words]
    return random.Random(1).sample(made, min(count, len(made)))


def delays(lang: str, model: str, lines: Sequence[str], each: float, options: Sequence[str]) -> list[float]:
    """Seconds from a line's last byte to the last byte of its answer; the first line, for which models load, is left
    out."""
    command = [sys.executable, "-m", "indic_tf", "format", "--lang", lang, "--model", model, *options]
    sent: list[float] = []
    came: list[float] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as talk:
        assert talk.stdin is not None
        assert talk.stdout is not None
        answers = talk.stdout

        def read() -> None:
            came.extend(time.monotonic() for _ in answers)

        reader = threading.Thread(target=read)
        reader.start()
        for number, line in enumerate(lines):
            if number == 1:
                while not came:  # until everything is loaded
                    time.sleep(0.01)
            sent.append(time.monotonic())
            talk.stdin.write(f"{line}\n".encode())
            talk.stdin.flush()
            time.sleep(each)
        talk.stdin.close()
        reader.join()
    return [answered - said for said, answered in zip(sent, came, strict=True)][1:]


def main() -> None:
    """Print a row for each language."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="LANG=FILE")
    parser.add_argument("--model", default="default")
    parser.add_argument("--lines", type=int, default=60)
    parser.add_argument("--words", type=int, default=12)
    parser.add_argument("--per-second", type=float, default=2.0)
    parser.add_argument("--threads", default="1")
    given = parser.parse_args()
    print("lang\tmodel\tlines\tp50 ms\tp95 ms\tmax ms")
    for lang, file in (one.split("=", 1) for one in given.files):
        lines = texts(Path(file), given.lines, given.words)
        found = sorted(
            1000 * one for one in delays(lang, given.model, lines, 1 / given.per_second, ["--threads", given.threads])
        )
        high = found[min(len(found) - 1, round(0.95 * len(found)))]
        print(f"{lang}\t{given.model}\t{len(found)}\t{statistics.median(found):.0f}\t{high:.0f}\t{found[-1]:.0f}")


if __name__ == "__main__":
    main()
