"""Errors: each is ours and a built-in, and survives pickling, as process pools need."""

from __future__ import annotations

import pickle

import pytest

from recallcore import errors

BUILT_INS = {
    "ConfigError": ValueError,
    "InputError": ValueError,
    "DimensionError": ValueError,
    "NotFoundError": LookupError,
    "StorageError": OSError,
    "BankLockedError": OSError,
    "BankCorruptError": OSError,
    "BankFormatError": OSError,
    "ModelError": RuntimeError,
    "EmbedderMismatchError": RuntimeError,
    "MissingDependencyError": ImportError,
}


@pytest.mark.parametrize(("name", "built_in"), BUILT_INS.items())
def test_error_is_ours_and_the_built_in_a_python_user_expects(name: str, built_in: type[Exception]) -> None:
    assert issubclass(getattr(errors, name), built_in)
    assert issubclass(getattr(errors, name), errors.RecallCoreError)


@pytest.mark.parametrize("name", BUILT_INS)
def test_error_survives_pickling_with_its_message(name: str) -> None:
    error = getattr(errors, name)("query vector has 384 dimensions, index has 768")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), str(error))
