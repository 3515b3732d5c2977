"""A bank that needs no model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import recallcore


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[recallcore.Bank]:
    with recallcore.open(tmp_path / "bank", embedder="hashing:64") as opened:
        yield opened
