"""The stub of the seam says what the built module has, name by name, and explains each name."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

STUB = Path("python", "recallcore", "_core.pyi")


def stubtest(settings: Path, home: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "mypy.stubtest", "recallcore._core"]
    return subprocess.run(
        [*command, "--mypy-config-file", str(settings)], capture_output=True, text=True, check=False, cwd=home
    )


def unexplained(stub: str) -> list[str]:
    """The public classes and functions of a stub that have no docstring."""
    found = []
    for node in ast.parse(stub).body:
        members = [node, *node.body] if isinstance(node, ast.ClassDef) else [node]
        for member in members:
            if isinstance(member, ast.ClassDef | ast.FunctionDef) and not ast.get_docstring(member):
                found.append(member.name)
    return found


def test_stub_matches_the_built_module(root: Path) -> None:
    run = stubtest(root / "pyproject.toml", root)
    assert run.returncode == 0, run.stdout + run.stderr


def test_stub_explains_every_name(root: Path) -> None:
    assert unexplained((root / STUB).read_text(encoding="utf-8")) == []


def test_check_sees_a_name_that_the_module_lacks(root: Path, tmp_path: Path) -> None:
    shutil.copytree(root / "python" / "recallcore", tmp_path / "python" / "recallcore")
    shutil.copy(root / "pyproject.toml", tmp_path)
    stub = tmp_path / STUB
    stub.write_text(stub.read_text(encoding="utf-8") + "\ndef never_built() -> int: ...\n", encoding="utf-8")
    run = stubtest(tmp_path / "pyproject.toml", tmp_path)
    assert run.returncode != 0
    assert "never_built" in run.stdout
    assert unexplained(stub.read_text(encoding="utf-8")) == ["never_built"]
