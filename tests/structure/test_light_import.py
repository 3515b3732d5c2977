"""`import recallcore` is cheap: it loads no model runtime, no tokenizer and no terminal library."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("onnxruntime", "tokenizers", "dateparser", "httpx2", "typer", "rich")


def loaded_by(statement: str) -> list[str]:
    """Which of the heavy packages a fresh interpreter holds after `statement`."""
    program = f"import sys\n{statement}\nprint(*(name for name in {HEAVY} if name in sys.modules))"
    run = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_import_loads_nothing_heavy() -> None:
    assert loaded_by("import recallcore") == []


def test_check_sees_a_heavy_import() -> None:
    assert "rich" in loaded_by("import recallcore, rich.console")
