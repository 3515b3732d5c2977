"""Parts by name: what is known, what is offered, and what is said of a name that nobody knows."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from recallcore.errors import ConfigError, MissingDependencyError
from recallcore.plugins import Plugins


@pytest.fixture
def letters() -> Plugins[str]:
    return Plugins("letter", group="recallcore.none", built_in={"alpha": lambda: "a"}, reserved=("none",))


def test_part_is_made_anew_each_time(letters: Plugins[str]) -> None:
    made = iter("xy")
    letters.register("next", lambda: next(made))
    assert [letters.make("next"), letters.make("next"), letters.make("alpha")] == ["x", "y", "a"]


def test_reserved_and_unknown_names_make_nothing(letters: Plugins[str]) -> None:
    assert letters.make("none") is None
    assert letters.make("beta") is None
    assert letters.names() == {"alpha", "none"}


@pytest.mark.parametrize("name", ["alpha", "none", "twice"])
def test_name_can_be_taken_once(letters: Plugins[str], name: str) -> None:
    if name == "twice":
        letters.register(name, lambda: "t")
    with pytest.raises(ConfigError, match="letter name is taken"):
        letters.register(name, lambda: "b")


@pytest.mark.parametrize("thing", ["a", 5, None, object()], ids=repr)
def test_what_cannot_be_called_is_no_factory(letters: Plugins[str], thing: Any) -> None:
    with pytest.raises(ConfigError, match=f"letter 'beta' is registered .* of type {type(thing).__name__}"):
        letters.register("beta", thing)
    assert "beta" not in letters.names()


def two_of(first: str, second: str) -> str:
    return first + second


def broken() -> str:
    return str(len(5))  # type: ignore[arg-type]  # what must fail


@pytest.mark.parametrize(
    ("factory", "said"),
    [
        (two_of, "cannot be made, expected a factory without arguments: two_of\\(\\) missing 2"),
        (broken, "cannot be made, expected a factory without arguments: object of type 'int' has no len"),
        (lambda: None, "its factory returned None"),
    ],
    ids=["takes arguments", "fails inside", "makes nothing"],
)
def test_factory_that_makes_nothing_is_named(letters: Plugins[str], factory: Any, said: str) -> None:
    letters.register("beta", factory)
    with pytest.raises(ConfigError, match=f"^letter 'beta'.*{said}"):
        letters.make("beta")


def test_error_of_a_factory_s_own_is_left_as_it_is(letters: Plugins[str]) -> None:
    def missing() -> str:
        raise MissingDependencyError("pip install beta")

    letters.register("beta", missing)
    with pytest.raises(MissingDependencyError, match=r"^pip install beta$"):
        letters.make("beta")


@pytest.mark.parametrize("path", [f"{os.sep}alpha", f"models{os.sep}alpha", f"alpha{os.sep}"])
def test_path_is_told_as_one_and_not_with_a_name_near_it(letters: Plugins[str], path: str) -> None:
    assert str(letters.unknown(path)) == f"no letter is named {path!r}; there is no such directory"


def test_unknown_name_is_told_with_what_is_near_or_known(letters: Plugins[str]) -> None:
    assert str(letters.unknown("alfa")) == "no letter is named 'alfa'; did you mean 'alpha'?"
    assert str(letters.unknown("zzz", more=["zulu"])).endswith("known are alpha, none, zulu")


def test_path_is_no_mistyped_name(letters: Plugins[str], tmp_path: Path) -> None:
    assert f"did you mean the directory, 'onnx:{tmp_path}'?" in str(letters.unknown(str(tmp_path)))
    assert str(letters.unknown("./alpha")).endswith("there is no such directory")
    for odd in ("x" * 5000, "a\0b"):
        assert "no letter is named" in str(letters.unknown(odd))
