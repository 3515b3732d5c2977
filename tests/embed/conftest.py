"""Tiny embedders, and an oracle for what they look up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.local_models import tiny_models


@pytest.fixture
def make_model(tmp_path: Path) -> tiny_models.ModelMaker:
    return tiny_models.ModelMaker(tmp_path)


@pytest.fixture(scope="session")
def table() -> NDArray[np.float32]:
    """The vectors of the tokens in every model made without a scale."""
    return np.random.default_rng(7).normal(size=(200, tiny_models.DIMENSION)).astype(np.float32)


@pytest.fixture(scope="session")
def token_ids() -> Callable[[str], list[int]]:
    """An oracle for the tokenizer, for texts of known letters."""
    return tiny_models.token_ids
