"""Makes `tests.peer` importable, and finds the reference package's environment."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

# At the end of the path, so that nothing of the checkout can stand before an installed package.
sys.path.append(str(Path(__file__).resolve().parents[2]))


@pytest.fixture(scope="session")
def peer(request: pytest.FixtureRequest) -> Path:
    """The interpreter beside the reference package; without one the tests that ask it are skipped."""
    python: Path | None = request.config.getoption("--peer")
    if python is None:
        pytest.skip("no reference package: `make peer` runs these tests beside it")
    return python
