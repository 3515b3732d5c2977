"""What the command-line tests share: a command run in this process, and a small bank."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from recallcore.cli import main

MEMORIES: list[dict[str, Any]] = [
    {
        "id": "kiln",
        "text": "The kiln broke on a rainy day",
        "tags": ["studio"],
        "occurred_start": "2026-04-15",
        # The target stands further down in the file.
        "links": [{"target": "repair", "relation": "causes"}],
    },
    {"id": "repair", "text": "가마를 고치는 데 일주일이 걸렸다", "tags": ["studio"], "kind": "experience"},
    {"id": "order", "text": "Order A-20391 was sent to Busan", "tags": ["orders"], "document_id": "mail"},
    {"id": "plain", "text": "Minji likes oat milk"},
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as the one JSON document that it is."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Standard output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


Command = Callable[..., Ran]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs one command in this process."""

    def run(*words: str | Path) -> Ran:
        capsys.readouterr()
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Ran(code=code, out=captured.out, err=captured.err)

    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of memories as JSON lines."""
    path = tmp_path / "memories.jsonl"
    lines = (json.dumps(memory, ensure_ascii=False) + "\n" for memory in MEMORIES)
    path.write_text("".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def bank(tmp_path: Path, file: Path, command: Command) -> Path:
    """A bank that holds these memories."""
    path = tmp_path / "bank"
    assert command("import", path, file, "--embedder", "hashing").code == 0
    return path
