"""Judging many ITN answers, in several processes where it is asked for: reading figures is what takes the time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from itertools import islice

from ..formatter import IndicFormatter
from ..processes import Workers
from ..wfst.pipeline import Grammar
from .itn_rows import Answer, Case, judge

_CHUNK = 1000  # rows that a process is handed at a time

Given = tuple[Case, str]


def judged(given: Iterable[Given], lang: str, *, values: bool = True, jobs: int = 1) -> Iterator[Answer]:
    """Every case with what is wrong with its output, in order; a few chunks at a time are in memory."""
    if jobs == 1:
        grammar = _grammar(lang, values)
        yield from (judge(case, output, grammar) for case, output in given)
        return
    rows, waiting = iter(given), deque[Future[list[Answer]]]()
    with Workers(jobs) as pool:
        while chunk := list(islice(rows, _CHUNK)):
            waiting.append(pool.submit(_judged, chunk, lang, values))
            if len(waiting) > 2 * jobs:
                yield from waiting.popleft().result()
        for answers in waiting:
            yield from answers.result()


def _judged(given: list[Given], lang: str, values: bool) -> list[Answer]:
    grammar = _grammar(lang, values)
    return [judge(case, output, grammar) for case, output in given]


def _grammar(lang: str, values: bool) -> Grammar | None:
    return IndicFormatter(lang, model=None).grammar if values else None
