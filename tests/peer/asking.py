"""Asks the reference package, which lives in an environment of its own, for its answers."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.peer.cases import Case

REFERENCE = Path(__file__).with_name("reference.py")


def ask(python: Path, cases: Sequence[Case]) -> list[Any]:
    """The reference's answers to cases, in order.

    Args:
        python: The interpreter of the environment that `make peer-venv` makes.
        cases: As `tests/peer/cases.py` draws them.

    Raises:
        RuntimeError: The reference did not come to an end; what it said is in the message.
    """
    asked = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
    # Isolated: nothing of the checkout, of the caller's variables or of their home is seen there.
    run = subprocess.run(
        [str(python), "-I", "-X", "utf8", str(REFERENCE)],
        input=asked,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if run.returncode != 0:
        raise RuntimeError(f"the reference package failed: {run.stderr}")
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if len(answers) != len(cases):
        raise RuntimeError(f"{len(cases)} cases asked, {len(answers)} answered: {run.stderr}")
    return answers
