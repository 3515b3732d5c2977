"""Parts by name: what is known, what is offered, and what is said of a name that nobody knows."""

from __future__ import annotations

import pytest

from recallcore.errors import ConfigError
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


def test_unknown_name_is_told_with_what_is_near_or_known(letters: Plugins[str]) -> None:
    assert str(letters.unknown("alfa")) == "no letter is named 'alfa'; did you mean 'alpha'?"
    assert str(letters.unknown("zzz", more=["zulu"])).endswith("known are alpha, none, zulu")
    assert str(letters.unknown("zzz", hint="did you mean it?")).endswith("; did you mean it?")
