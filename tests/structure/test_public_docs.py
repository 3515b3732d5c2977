"""Every public name explains itself, and every example in a docstring runs.

The Rust side is held to the same by the compiler: `missing_docs` is a lint of the workspace.
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import recallcore


def undocumented(module: ModuleType | SimpleNamespace, names: list[str]) -> list[str]:
    """The names of `module`, and the public members of its classes, that have no docstring of their own."""
    found = []
    for name in names:
        thing = getattr(module, name)
        if not (inspect.isclass(thing) or inspect.isroutine(thing) or inspect.ismodule(thing)):
            continue
        if not inspect.getdoc(thing):
            found.append(name)
        if inspect.isclass(thing):
            members = ((key, value) for key, value in vars(thing).items() if not key.startswith("_"))
            found += [
                f"{name}.{key}"
                for key, value in members
                if (inspect.isroutine(value) or isinstance(value, (property, classmethod, staticmethod)))
                and not inspect.getdoc(getattr(thing, key))
            ]
    return found


def modules() -> list[str]:
    walk = pkgutil.walk_packages(recallcore.__path__, "recallcore.")
    return ["recallcore", *(found.name for found in walk if not found.name.endswith("__main__"))]


def test_all_is_told() -> None:
    assert sorted(set(recallcore.__all__)) == sorted(recallcore.__all__)
    assert "Bank" in recallcore.__all__


def test_public_names_have_docstrings() -> None:
    assert undocumented(recallcore, list(recallcore.__all__)) == []


def test_seam_has_docstrings() -> None:
    core = importlib.import_module("recallcore._core")
    assert undocumented(core, [name for name in dir(core) if not name.startswith("_")]) == []


def test_modules_have_docstrings() -> None:
    assert [name for name in modules() if not importlib.import_module(name).__doc__] == []


@pytest.mark.parametrize("name", modules())
def test_docstring_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert outcome.failed == 0


def test_check_sees_a_missing_docstring() -> None:
    class Documented:
        """Yes."""

        def bare(self) -> None: ...

    def plain() -> None: ...

    module = SimpleNamespace(Documented=Documented, plain=plain)
    assert undocumented(module, ["Documented", "plain"]) == ["Documented.bare", "plain"]
