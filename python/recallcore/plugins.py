"""Parts that can be had by name: built in, registered in this process, or offered by an installed package."""

from __future__ import annotations

import difflib
import os
import threading
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Generic, TypeVar

from recallcore.errors import ConfigError, MissingDependencyError, RecallCoreError
from recallcore.types.checks import is_plain_name
from recallcore.types.failures import said_by

Made = TypeVar("Made")

Factory = Callable[[], Made]


class Plugins(Generic[Made]):
    """The names of one sort of part, each with the factory that makes it.

    Args:
        sort: What the parts are called, as in ``embedder``.
        group: The entry points by which packages offer such parts: the object is called without arguments.
        built_in: The parts of our own, by name.
        reserved: Names that mean something else, and that nobody may take.
    """

    def __init__(
        self, sort: str, *, group: str, built_in: Mapping[str, Factory[Made]], reserved: Iterable[str] = ()
    ) -> None:
        self._sort = sort
        self._group = group
        self._built_in = dict(built_in)
        self._reserved = frozenset(reserved)
        self._registered: dict[str, Factory[Made]] = {}
        self._lock = threading.Lock()

    def register(self, name: str, factory: Factory[Made]) -> None:
        """Makes a name mean what ``factory`` makes, in this process.

        Raises:
            ConfigError: The name has other characters than letters, digits, dots, dashes and underscores, or
                is taken; or ``factory`` cannot be called.
        """
        if not is_plain_name(name):
            raise ConfigError(
                f"{self._sort} names consist of letters, digits, '.', '-' and '_', got {name!r}"
            )
        if not callable(factory):
            raise ConfigError(
                f"{self._sort} {name!r} is registered with an object of type {type(factory).__name__}, "
                "expected a factory without arguments that makes it"
            )
        with self._lock:
            if name in self._built_in or name in self._registered or name in self._reserved:
                raise ConfigError(f"{self._sort} name is taken: {name!r}")
            self._registered[name] = factory

    def names(self) -> set[str]:
        """Returns every name that is known."""
        with self._lock:
            known = {*self._built_in, *self._registered, *self._reserved}
        return known | entry_points(group=self._group).names

    def make(self, name: str) -> Made | None:
        """Returns what a name means, made anew, or None for an unknown name.

        Raises:
            ConfigError: A package offers something that does not exist or cannot be called; or a factory
                takes arguments, or makes nothing.
            MissingDependencyError: What it offers cannot be imported.
        """
        with self._lock:
            factory = self._built_in.get(name) or self._registered.get(name)
        factory = factory or self._offered(name)
        if factory is None:
            return None
        try:
            made = factory()
        except TypeError as error:
            raise ConfigError(
                f"{self._sort} {name!r} cannot be made, expected a factory without arguments: "
                f"{said_by(error)}"
            ) from error
        if made is None:
            raise ConfigError(f"{self._sort} {name!r}: its factory returned None, expected what it makes")
        return made

    def unknown(self, name: str, *, more: Iterable[str] = ()) -> ConfigError:
        """Builds the error for a name that nobody knows, with the nearest ones, or for a path.

        Args:
            name: The name.
            more: Names that are known elsewhere.
        """
        known = sorted(self.names().union(more))
        near = difflib.get_close_matches(name.lower(), known, n=3, cutoff=0.5)
        if _is_directory(name):
            hint = f"did you mean the directory, 'onnx:{name}'?"
        elif _is_path(name):
            hint = "there is no such directory"
        elif near:
            hint = "did you mean " + " or ".join(repr(each) for each in near) + "?"
        else:
            hint = "known are " + ", ".join(known)
        return ConfigError(f"no {self._sort} is named {name!r}; {hint}")

    def _offered(self, name: str) -> Factory[Made] | None:
        for point in entry_points(group=self._group, name=name):
            try:
                factory = point.load()
            except RecallCoreError:
                raise
            except ImportError as error:
                raise MissingDependencyError(
                    f"{self._sort} {name!r} ({point.value}) cannot be imported: {error}"
                ) from error
            except AttributeError as error:
                raise ConfigError(
                    f"{self._sort} {name!r} names {point.value}, which does not exist"
                ) from error
            if not callable(factory):
                raise ConfigError(f"{self._sort} {name!r} names {point.value}, which is not callable")
            loaded: Factory[Made] = factory
            return loaded
        return None


def _is_path(name: str) -> bool:
    return os.sep in name or (os.altsep is not None and os.altsep in name)


def _is_directory(name: str) -> bool:
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):  # longer than a file system takes, or with a NUL in it
        return False
