"""The build backend: hatchling, which puts into a wheel the compiled grammars of all languages; no source has them.

They are compiled here, or taken from the cache of compiled grammars where they lie already. That needs pynini; where it
has no wheels, as on macOS and Windows, a wheel is built without them. `HATCH_BUILD_NO_HOOKS=true` leaves them out, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from typing import Any

from hatchling import build as _hatchling
from hatchling.build import *  # noqa: F403
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """What the package needs to run, and what compiles grammars; an editable install compiles none."""
    core = ProjectMetadata(os.getcwd(), PluginManager()).core
    wanted = _hatchling.get_requires_for_build_wheel(config_settings)
    return [*wanted, *core.dependencies, *core.optional_dependencies["grammar"]]


class CompiledGrammars(BuildHookInterface[Any]):
    """Puts them into a wheel; see `indic_tf.wfst.packing`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if find_spec("pynini") is None:
            self.app.display_warning("no pynini here: the wheel gets no compiled grammars")
            return
        self._made = tempfile.TemporaryDirectory()
        subprocess.run([sys.executable, "-m", "indic_tf.wfst.packing", self._made.name], cwd=self.root, check=True)
        build_data["force_include"][self._made.name] = "indic_tf/ready"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_made"):
            self._made.cleanup()
