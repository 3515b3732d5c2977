"""docs/cli.md lists what there is: every setting, and every exit code."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from recallcore.cli import process
from recallcore.config import Settings


def section(root: Path, name: str) -> str:
    page = (root / "docs" / "cli.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {name}$(.*?)^## ", page, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


def test_every_setting_is_listed(root: Path) -> None:
    listed = set(re.findall(r"`(\w+)`", section(root, "Settings")))
    assert {each.name for each in fields(Settings)} <= listed


def test_every_exit_code_is_listed(root: Path) -> None:
    listed = {int(code) for code in re.findall(r"^\| (\d+) \|", section(root, "Exit codes"), re.MULTILINE)}
    codes = {code for name, code in vars(process).items() if name.isupper() and isinstance(code, int)}
    assert listed == codes
