"""All metrics at a glance: a figure of plain sequences in one line. Shares, None where there is nothing to score.

>>> punctuation_error_rate(["yes, no."], ["yes no."], "en")
0.5
>>> m_wer(["India is big."], ["india is big."])
1.0

Each is one property of what the task's function returns, which has all the others, intervals and a signature:
`punctuation.score`, `itn.score`, `case.score`, `disfluency.score`, `spans.score`. Error rates of a recogniser are in
`asr`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import case, disfluency, itn, punctuation, spans

Texts = Iterable[str]
References = Iterable[str | Sequence[str]]


def punctuation_error_rate(references: Texts, hypotheses: Texts, lang: str) -> float | None:
    """PER: (S + D + I) / (C + S + D + I) over the marks."""
    return punctuation.score(references, hypotheses, lang).per


def punctuation_f1(references: Texts, hypotheses: Texts, lang: str) -> float | None:
    """Macro-F1 of comma, sentence end and question mark."""
    return punctuation.score(references, hypotheses, lang).macro_f1


def sentence_f1(references: Texts, hypotheses: Texts, lang: str) -> float | None:
    """F1 of sentence ends."""
    return punctuation.score(references, hypotheses, lang).sentence_f1


def itn_accuracy(spoken: Texts, references: References, hypotheses: Texts, lang: str) -> float | None:
    """Share of texts that equal one of their references."""
    return itn.score(spoken, references, hypotheses, lang, values=False).overall.accuracy


def i_wer(spoken: Texts, references: References, hypotheses: Texts, lang: str) -> float | None:
    """Word error rate on what number writing writes."""
    return itn.score(spoken, references, hypotheses, lang, values=False).overall.i_wer


def value_error_rate(spoken: Texts, references: References, hypotheses: Texts, lang: str) -> float | None:
    """Share of texts that say another number, amount, date … than the reference."""
    return itn.score(spoken, references, hypotheses, lang).overall.value_error_rate


def m_wer(references: Texts, hypotheses: Texts) -> float | None:
    """Word error rate on words with a capital letter in the reference."""
    return case.score(references, hypotheses).m_wer


def case_cer(references: Texts, hypotheses: Texts) -> float | None:
    """Character error rate without marks, case included."""
    return case.score(references, hypotheses).cer


def disfluency_f1(spoken: Texts, fluent: Texts, hypotheses: Texts) -> float | None:
    """F1 of the words taken out."""
    return disfluency.score_texts(spoken, fluent, hypotheses).f1


def span_f1(references: Iterable[Sequence[str]], hypotheses: Iterable[Sequence[str]]) -> float | None:
    """F1 of exact spans, from B-/I-/O tags."""
    return spans.score_tags(references, hypotheses).f1
