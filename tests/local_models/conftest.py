"""Tiny models for what every model directory has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.local_models.tiny_models import ModelMaker


@pytest.fixture
def make_model(tmp_path: Path) -> ModelMaker:
    return ModelMaker(tmp_path)
