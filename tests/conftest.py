"""Settings that must hold wherever the tests lie, also beside an installed wheel."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: minutes rather than seconds; CI runs it, `just test-quick` does not")
