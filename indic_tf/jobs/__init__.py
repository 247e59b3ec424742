"""Many files: what goes where, in several processes, so that a run that was broken off goes on."""

from __future__ import annotations

from .plan import plan
from .settings import Done, Settings, Task
from .work import run

__all__ = ["Done", "Settings", "Task", "plan", "run"]
