"""Where a run writes, and that it writes over nothing that it, or a run before it, did not write.

The folder of a run (`Job.output`) may hold other things; the run only ever touches the files of `RUN` there. The
model's folder appears as a whole when it is complete. Both have lists of what was written (`manifests.owned`).
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError
from ..manifests import owned
from ..tagging.subwords import SENTENCEPIECE
from . import plot
from .config import Job

CHECKPOINTS = ("checkpoint.pt", "checkpoint_stable.pt", "best.pt")
REPORTS = ("report.md", "history.jsonl", "report.png")
RUN = (*CHECKPOINTS, *REPORTS, SENTENCEPIECE)
"""The files of a run beside its model."""


@dataclass(frozen=True)
class Place:
    """The folders of a run that may be written, as `claim` found."""

    job: Job
    by: str
    resume: bool
    force: bool

    def model(self) -> AbstractContextManager[Path]:
        """A new folder for the finished model, which stands at ``model_folder`` after the block."""
        return owned.fresh(self.job.model_folder, self.by, force=self.force, again=self.resume)


def claim(job: Job, kind: str, *, resume: bool = False, force: bool = False) -> Place:
    """Take the folders of a run, before its work begins; ``kind`` is the command of `indic-tf train`.

    ``resume`` lets it go on with what an earlier run of the kind left, ``force`` begin anew in its place; with both,
    what was edited since makes way too. What was edited is kept in a folder beside. Raises `InputError`, with what to
    do, for a run that is there already and for files that no run wrote, `IndicTFError` where no plots can be drawn.
    """
    by = f"indic-tf train {kind}"
    plot.check()
    _check_apart(job)
    run = _check_run(job.output, by, resume, force)
    owned.usable(job.model_folder, by, force=force, again=resume)
    run.mkdir(parents=True, exist_ok=True)
    changed = owned.edited(run, REPORTS, by)[1]
    owned.set_aside(run, changed)
    if force and not resume:
        for name in owned.listed(run).keys() & {*RUN}:
            (run / name).unlink(missing_ok=True)
    kept = [SENTENCEPIECE] if (run / SENTENCEPIECE).exists() else []  # a vocabulary that somebody laid there is read
    owned.record(run, by, [name for name in RUN if name not in kept], changing=True)
    return Place(job, by, resume, force)


def _check_run(folder: Path, by: str, resume: bool, force: bool) -> Path:
    """The folder of the run, links followed; raises as `claim`."""
    run = owned.writable(folder)
    foreign, changed = owned.edited(run, (*CHECKPOINTS, *REPORTS), by)
    if resume:  # the checkpoint to go on from is named by that
        foreign = [name for name in foreign if name not in CHECKPOINTS]
    if foreign:
        raise InputError(
            f"{folder}: {owned.shown(foreign)} would be written over, which `{by}` did not write; "
            "move it away, or give the run another `output`"
        )
    there = any((run / name).exists() for name in (*CHECKPOINTS, *REPORTS))
    if there and not (resume or force):
        raise InputError(f"{folder} holds a run already: --resume goes on with it, --force begins anew in its place")
    if changed and not force:
        raise InputError(f"{folder}: {owned.shown(changed)} was changed since the run wrote it: --force keeps it aside")
    return run


def _check_apart(job: Job) -> None:
    """Raise `InputError` where the model's folder, which is written as a whole, would hold the run's."""
    if job.output.resolve().is_relative_to(job.model_folder.resolve()):
        raise InputError(f"the run's output, {job.output}, lies in its model_folder, {job.model_folder}: name others")
