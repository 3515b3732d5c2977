"""What the README shows works: its Python runs, its commands exist, its command line answers."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest


def blocks(markdown: str, language: str) -> list[str]:
    """The fenced code blocks of one language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", markdown, re.MULTILINE | re.DOTALL)


def make_targets(makefile: str) -> set[str]:
    return set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))


def unknown_targets(markdown: str, makefile: str) -> set[str]:
    """Targets that a page tells its reader to make and the Makefile lacks, in blocks and in running text."""
    named = re.findall(r"(?:^|`)make ([a-z][a-z-]*)", markdown, re.MULTILINE)
    assert named, "the page names no make target"
    return set(named) - make_targets(makefile)


def run_python(program: str, home: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-W", "error", "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=home)


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_make_targets_exist(root: Path, page: str) -> None:
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    assert unknown_targets((root / page).read_text(encoding="utf-8"), makefile) == set()


@pytest.mark.parametrize("page", ["README.md", "docs/reranking.md", "docs/store.md"])
def test_python_runs(root: Path, tmp_path: Path, page: str) -> None:
    programs = blocks((root / page).read_text(encoding="utf-8"), "python")
    assert programs
    # One program: later blocks go on where earlier ones stopped, as a reader does.
    run = run_python("\n".join(programs), tmp_path)
    assert run.returncode == 0, run.stderr


def test_command_line_runs(root: Path, tmp_path: Path) -> None:
    shown = "".join(blocks((root / "README.md").read_text(encoding="utf-8"), "sh"))
    commands = [line for line in shown.splitlines() if line.startswith("recallcore ")]
    assert commands
    for folder in (root / "examples").iterdir():
        if folder.is_file():
            shutil.copy(folder, tmp_path)
    path = f"{sysconfig.get_path('scripts')}:/usr/bin:/bin"
    script = "set -e\n" + "\n".join(commands)
    run = subprocess.run(
        ["sh", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={"PATH": path, "LC_ALL": "C.UTF-8", "HOME": str(tmp_path)},
    )
    assert run.returncode == 0, run.stderr


def test_check_sees_a_missing_target() -> None:
    assert unknown_targets("Run `make tset`, then\nmake lint\n", "lint: ## x\n\ttrue\n") == {"tset"}


def test_check_sees_a_failing_block(tmp_path: Path) -> None:
    [program] = blocks("```python\nimport recallcore\nrecallcore.no_such_name\n```\n", "python")
    assert "no_such_name" in run_python(program, tmp_path).stderr
