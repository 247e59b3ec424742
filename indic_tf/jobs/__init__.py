"""Many files: what goes where, in several processes, so that a run that was broken off goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..exports import when_asked_for

if TYPE_CHECKING:
    from .plan import plan
    from .settings import Done, Settings, Task
    from .work import run

__all__ = ["Done", "Settings", "Task", "plan", "run"]

when_asked_for(__name__, {"plan": ["plan"], "settings": ["Done", "Settings", "Task"], "work": ["run"]})
