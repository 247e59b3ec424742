"""ITN as rules of sherpa-onnx beside the package: right rows of the ITN benchmark, size and speed, a line a language.

    python benchmarks/rule_fsts.py [LANGUAGE …]

The rules are run by kaldifst's `TextNormalizer`, which is the code of sherpa-onnx; the package with its default style,
without a model. Times are those of one thread.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import kaldifst

from indic_tf import IndicFormatter
from indic_tf.evaluation import itn_rows
from indic_tf.wfst.pipeline import grammar
from indic_tf.wfst.rule_fsts.exporting import export

ROWS = Path(__file__).parent / "itn"


def row(code: str) -> str:
    """A line of the table."""
    cases = list(itn_rows.cases(ROWS / f"{code}.tsv", []))
    formatter = IndicFormatter(code, model=None, punctuation=False)
    package = sum(formatter(case.spoken).text in case.written for case in cases)
    with tempfile.TemporaryDirectory() as folder:
        paths = export(grammar(code), Path(folder))
        size = sum(path.stat().st_size for path in paths) / 1e6
        rules = [kaldifst.TextNormalizer(str(path)) for path in paths]
    right, words, start = 0, 0, time.process_time()
    for case in cases:
        written = rules[1].normalize(rules[0].normalize(case.spoken))
        right, words = right + (written in case.written), words + len(case.spoken.split())
    speed = words / (time.process_time() - start)
    return (
        f"| {code} | {len(cases)} | {right / len(cases):.1%} | {package / len(cases):.1%} | {size:.0f} | {speed:,.0f} |"
    )


def main() -> None:
    print("| | rows | rules | package | MB | words/s |\n|---|---|---|---|---|---|")
    for code in sys.argv[1:] or sorted(path.stem for path in ROWS.glob("*.tsv")):
        print(row(code), flush=True)


if __name__ == "__main__":
    main()
