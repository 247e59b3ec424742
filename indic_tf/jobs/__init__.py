"""Many files: what goes where, in several processes, so that a run that was broken off goes on."""

from __future__ import annotations

from .plan import Task, plan
from .work import Done, Settings, run

__all__ = ["Done", "Settings", "Task", "plan", "run"]
