"""The stub of the seam says what the built module has, name by name and argument by argument."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path


def stubtest(*arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "mypy.stubtest", "recallcore._core", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=home)


def test_stub_matches_the_built_module(tmp_path: Path) -> None:
    run = stubtest(home=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr


def test_check_sees_a_name_that_the_module_lacks(root: Path, tmp_path: Path) -> None:
    shutil.copytree(
        root / "python" / "recallcore", tmp_path / "recallcore", ignore=shutil.ignore_patterns("*.so")
    )
    stub = tmp_path / "recallcore" / "_core.pyi"
    stub.write_text(stub.read_text(encoding="utf-8") + "\ndef never_built() -> int: ...\n", encoding="utf-8")
    settings = tmp_path / "mypy.ini"
    settings.write_text(f"[mypy]\nmypy_path = {tmp_path}\n", encoding="utf-8")
    run = stubtest("--mypy-config-file", str(settings), home=tmp_path)
    assert run.returncode != 0
    assert "never_built" in run.stdout
