"""The settings of an open bank: what is stored now, under what whoever opened it said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from recallcore.backend import Backend
from recallcore.config import Settings, changes_of, kept_settings
from recallcore.engine import identity_of
from recallcore.types import JsonObject


class BankSettings:
    """Asks for the stored settings each time, and checks them only when they have changed.

    Args:
        backend: Where they are stored.
        given: What whoever opened the bank said; it holds for this open bank alone.

    Raises:
        ConfigError: What is stored is not as a setting should be.
    """

    def __init__(self, backend: Backend, given: Settings) -> None:
        self._backend = backend
        self._given = given
        # Replaced as one, so that threads never see what was stored beside the settings of another reading.
        self._seen: tuple[JsonObject, Settings] | None = None

    def current(self) -> Settings:
        """Returns the settings that hold, null for what is left to the library."""
        stored = self._backend.settings()
        seen = self._seen
        if seen is None or seen[0] != stored:
            seen = (stored, self._given.over(kept_settings(stored)))
            self._seen = seen
        return seen[1]

    def searches_context(self) -> bool:
        """Returns whether memories are found by their context too, and have a vector for it."""
        return self.current().search_context is not False

    def told(self) -> Settings:
        """Returns a copy of them; the embedder is the one that made the vectors if no name is stored."""
        settings = self.current()
        declared = self._backend.embedder() if settings.embedder is None else None
        name = settings.embedder if declared is None else identity_of(declared).name
        return replace(settings, embedder=name)

    def change(self, changes: Mapping[str, object]) -> Settings:
        """Stores changes for everybody and returns the settings that hold.

        Raises:
            ConfigError: A setting is unknown, read only, or not as described; nothing is stored.
        """
        self._backend.change_settings(changes_of(changes))
        return self.told()

    def keep_embedder(self, name: str | None) -> None:
        """Stores the name that finds the embedder again."""
        self._backend.change_settings({"embedder": name})
