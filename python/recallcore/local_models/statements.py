"""Reads JSON files that say something about a model, and refuses what cannot be, naming file and key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from recallcore.errors import ModelError


@dataclass(frozen=True, slots=True)
class Statements:
    """A JSON object and the file it came from; an absent file states nothing.

    Each reader returns None where the key is absent or null, and raises `ModelError` where its value is of
    another kind.

    Attributes:
        path: The file.
        values: What stands in it.
    """

    path: Path
    values: Mapping[str, object]

    @classmethod
    def read(cls, path: Path) -> Statements:
        """Returns what the file says.

        Raises:
            ModelError: It is there and holds no JSON object.
        """
        if not path.is_file():
            return cls(path, {})
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise ModelError(f"{path}: expected a JSON object: {error}") from error
        if not isinstance(values, dict):
            raise ModelError(f"{path}: expected a JSON object, got {type(values).__name__}")
        return cls(path, values)

    def text(self, key: str) -> str | None:
        """Returns a string."""
        value = self.values.get(key)
        if value is None or isinstance(value, str):
            return value
        raise self.wrong(key, "a string")

    def texts(self, key: str) -> tuple[str, ...] | None:
        """Returns a list of strings."""
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        raise self.wrong(key, "a list of strings")

    def count(self, key: str) -> int | None:
        """Returns a whole number above 0."""
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value
        raise self.wrong(key, "a whole number above 0")

    def share(self, key: str) -> float | None:
        """Returns a number from 0 to 1."""
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, int | float) and not isinstance(value, bool) and 0.0 <= value <= 1.0:
            return float(value)
        raise self.wrong(key, "a number from 0 to 1")

    def object(self, key: str) -> Mapping[str, object] | None:
        """Returns an object."""
        value = self.values.get(key)
        if value is None or isinstance(value, dict):
            return value
        raise self.wrong(key, "an object")

    def wrong(self, key: str, expected: str) -> ModelError:
        """Returns the error that says what the key must be and what it is."""
        return ModelError(f"{self.path}: {key} must be {expected}, got {self.values.get(key)!r}")
