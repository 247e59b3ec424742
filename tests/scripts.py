"""The scripts of the repository, run or imported. Where the tests run beside an installed wheel there are none, and the
test is skipped."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).parents[1] / "data_scripts"


def script(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a script to its end, whatever it returns."""
    _needed()
    return subprocess.run([sys.executable, SCRIPTS / name, *map(str, arguments)], capture_output=True, text=True)


def imported(name: str) -> Any:
    """A script as a module; scripts import each other."""
    _needed()
    if str(SCRIPTS) not in sys.path:
        sys.path.append(str(SCRIPTS))
    return importlib.import_module(name)


def _needed() -> None:
    if not SCRIPTS.is_dir():
        pytest.skip("no data_scripts beside the tests: an installed wheel")
