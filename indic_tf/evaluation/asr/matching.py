"""Reference and hypothesis of each utterance, matched by its id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import InputError
from .utterances import Utterances

_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Pair:
    """One utterance; the hypothesis is empty where there is none."""

    id: str
    reference: str
    hypothesis: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Matched:
    """What is compared, and what is wrong with the ids.

    Attributes:
        pairs: the utterances of the reference, in its order.
        missing: ids of the reference that the hypothesis lacks.
        extra: ids of the hypothesis that the reference lacks; they are in no score.
        duplicates: ids that stood in a file once more, with their place; the first one counted.
        bad: what could not be read, with its place.
        skipped: True where the missing were left out instead of being compared with nothing.
    """

    pairs: tuple[Pair, ...]
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    bad: tuple[str, ...] = ()
    skipped: bool = False

    @property
    def problems(self) -> list[str]:
        """One line for each kind of problem with ids, then those of the files."""
        fate = "left out" if self.skipped else "counted as empty"
        kinds = (
            (self.missing, f"of the reference have no hypothesis and were {fate}"),
            (self.extra, "of the hypothesis are not in the reference and were left out"),
            (self.duplicates, "stand in a file again; the first one counted"),
        )
        return [f"{len(ids)} utterances {what}: {some(ids)}" for ids, what in kinds if ids] + list(self.bad)

    def as_dict(self) -> dict[str, Any]:
        names = ("missing", "extra", "duplicates", "bad")
        return {name: list(getattr(self, name)) for name in names} | {"skipped": self.skipped}


def match(
    reference: Utterances, hypothesis: Utterances, speakers: Mapping[str, str] | None = None, *, skip: bool = False
) -> Matched:
    """Pair the utterances of two files. With ``skip`` those without a hypothesis are left out.

    Raises `InputError` where no id stands in both.
    """
    missing = tuple(id_ for id_ in reference.by_id if id_ not in hypothesis.by_id)
    extra = tuple(id_ for id_ in hypothesis.by_id if id_ not in reference.by_id)
    if len(missing) == len(reference.by_id):
        raise InputError(
            f"no utterance of {reference.path} is in {hypothesis.path}: the ids are {some(missing)} and {some(extra)}"
        )
    names = speakers or {}
    pairs = tuple(
        Pair(id_, gold.text, made.text if made else "", names.get(id_) or gold.speaker)
        for id_, gold in reference.by_id.items()
        for made in [hypothesis.by_id.get(id_)]
        if made or not skip
    )
    again = tuple(f"{u.id} ({u.source})" for u in (*reference.duplicates, *hypothesis.duplicates))
    return Matched(pairs, missing, extra, again, tuple(dict.fromkeys((*reference.bad, *hypothesis.bad))), skip)


def some(ids: Sequence[str]) -> str:
    """The first few ids, and how many more there are."""
    more = f" … {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
    return ", ".join(ids[:_SHOWN]) + more
