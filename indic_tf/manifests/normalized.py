"""The copy of a list whose texts are normalized for scoring; how is the caller's business."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from .records import Record

Normalizer = Callable[[str], str]


def normalized(records: Iterable[Record], normalizer: Normalizer) -> tuple[list[Record], list[Record]]:
    """The records with normalized texts, and those of which nothing was left, as they were.

    >>> normalized([Record("a.wav", "Ja!"), Record("b.wav", "?")], lambda text: text.strip("!?").lower())[0]
    [Record(audio_filepath='a.wav', text='ja', duration=None, id='', speaker='', document='', lang='', extra={})]
    """
    made: list[Record] = []
    lost: list[Record] = []
    for record in records:
        text = normalizer(record.text)
        if text.strip():
            made.append(replace(record, text=text))
        else:
            lost.append(record)
    return made, lost
