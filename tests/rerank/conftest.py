"""Tiny cross-encoders, and a real one where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from recallcore.rerank import CrossEncoder
from tests.local_models.tiny_models import ModelMaker


@pytest.fixture
def make_model(tmp_path: Path) -> ModelMaker:
    return ModelMaker(tmp_path)


@pytest.fixture(scope="session")
def real(shared: Path) -> CrossEncoder:
    """An English cross-encoder of six layers; tests of it are skipped, saying so, where it is absent."""
    directory = shared / "models" / "reranker-en"
    if not directory.is_dir():
        pytest.skip(f"no cross-encoder at {directory}")
    return CrossEncoder(directory)
