"""Settings that must hold wherever the tests lie, also beside an installed wheel."""

from __future__ import annotations

import os

import pytest

if "PYTEST_XDIST_WORKER" in os.environ:  # workers share the cores: one thread each, said before torch is loaded
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: minutes rather than seconds; CI runs it, `just test-quick` does not")
