"""Scores that can be trusted: counts per sentence, intervals, a signature, and formulas in docs/evaluation.md.

One module per task, each with a ``score`` for plain sequences, an ``evaluate`` for the formatter on a file and an
``evaluate_output`` for what any system made of a file: `punctuation`, `itn`, `case`, `disfluency`, `spans` (sequences
only). `metrics` has single figures, `compare` and `significance` say whether a difference is one.
"""
