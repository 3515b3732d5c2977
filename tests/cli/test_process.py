"""The edge to the process: exit codes, one line for an error, odd locales, a pipe that closes early."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import recallcore
from recallcore.errors import (
    BankCorruptError,
    BankFormatError,
    BankLockedError,
    ConfigError,
    InputError,
    MissingDependencyError,
    ModelError,
    NotFoundError,
    RecallCoreError,
    StorageError,
)

if TYPE_CHECKING:
    from tests.cli.conftest import Command

PROGRAM = [sys.executable, "-P", "-c", "import sys; from recallcore.cli import main; sys.exit(main())"]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NotFoundError("x"), 3),
        (ConfigError("x"), 2),
        (InputError("x"), 3),
        (StorageError("x"), 4),
        (BankLockedError("x"), 4),
        (BankCorruptError("x"), 4),
        (BankFormatError("x"), 4),
        (ModelError("x"), 5),
        (MissingDependencyError("x"), 5),
        (ZeroDivisionError("x"), 70),
        (KeyboardInterrupt(), 130),
    ],
)
def test_each_error_has_its_exit_code_and_one_line(
    command: Command, bank: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int
) -> None:
    def fail(*_: object, **__: object) -> object:
        raise error

    monkeypatch.setattr(recallcore.Bank, "stats", fail)
    ran = command("stats", bank)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith("error: ")
    assert ran.err.count("\n") == 1
    if isinstance(error, RecallCoreError):
        assert ran.err == "error: x\n"


def test_debug_adds_the_traceback(command: Command, tmp_path: Path) -> None:
    ran = command("stats", tmp_path / "none", "--debug")
    assert ran.code == 3
    assert "Traceback" in ran.err
    assert ran.err.splitlines()[-1].startswith("error: there is no bank")


@pytest.mark.parametrize(
    "words",
    [
        ["recall"],
        ["nonsense"],
        ["recall", "PATH", "query", "--limit", "many"],
        ["recall", "PATH", "query", "--kind", "fact"],
        ["stats", "PATH", "--nonsense"],
        ["recall", "PATH", "query", "--limit", "0"],
        ["recall", "PATH", "query", "--min-score", "final"],
        ["recall", "PATH", "query", "--min-score", "final=high"],
        ["recall", "PATH", "query", "--reranker", "none", "--min-score", "reranker=0.5"],
        ["recall", "PATH", "query", "--min-score", "finals=0.5"],
        ["recall", "PATH", "query", "--boost", "graph"],
        ["recall", "PATH", "query", "--boost", "graph=hihg"],
        ["recall", "PATH", "query", "--boost", "=high"],
        ["recall", "PATH", "query", "--prompt", "--json"],
        ["explain", "PATH", "query"],
        ["settings", "PATH", "budget"],
        ["settings", "PATH", "bugdet=low"],
        ["settings", "PATH", "budget=middle"],
        ["settings", "PATH", "embedder=hashing"],
    ],
)
def test_wrong_usage_is_code_2_and_one_line(command: Command, bank: Path, words: list[str]) -> None:
    ran = command(*[str(bank) if word == "PATH" else word for word in words])
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["recall", "PATH", "q"],
        ["explain", "PATH", "q", "id"],
        ["show", "PATH"],
        ["settings", "PATH", "budget=low"],
        ["stats", "PATH"],
    ],
)
def test_mistyped_path_is_an_input_error_and_makes_no_bank(
    command: Command, tmp_path: Path, words: list[str]
) -> None:
    path = tmp_path / "mistyped"
    ran = command(*[str(path) if word == "PATH" else word for word in words])
    assert ran.code == 3
    assert str(path) in ran.err
    assert not path.exists()


def test_path_that_is_a_file_is_a_storage_error(command: Command, file: Path) -> None:
    assert command("stats", file).code == 4


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--window", "2025..2024"], "must end after it starts"),
        (["--window", "spring"], "no date"),
        (["--window", ".."], "no edges"),
        (["--since", "2025", "--window", "2025"], "one or the other"),
        (["--now", "soon"], "no date"),
    ],
)
def test_dates_that_cannot_be_meant_are_refused(
    command: Command, bank: Path, options: list[str], reason: str
) -> None:
    ran = command("recall", bank, "kiln", *options)
    assert ran.code == 3
    assert reason in ran.err


@pytest.mark.parametrize("missing", ["none.jsonl", "folder"])
def test_file_that_cannot_be_imported_is_an_input_error(
    command: Command, bank: Path, tmp_path: Path, missing: str
) -> None:
    (tmp_path / "folder").mkdir()
    ran = command("import", bank, tmp_path / missing, "--format", "jsonl")
    assert ran.code == 3
    assert missing in ran.err


def test_help_names_every_command(command: Command) -> None:
    ran = command("--help")
    assert ran.code == 0
    for name in (
        "init",
        "import",
        "recall",
        "explain",
        "show",
        "forget",
        "settings",
        "stats",
        "quickstart",
    ):
        assert name in ran.out


def test_escape_sequences_in_a_memory_never_reach_the_terminal(
    command: Command, tmp_path: Path, bank: Path
) -> None:
    path = tmp_path / "evil.txt"
    path.write_text("harmless \x1b]0;title\x07 text [bold]markup[/bold] :smile:", encoding="utf-8")
    command("import", bank, path)
    ran = command("recall", bank, "harmless", "--limit", "1")
    assert "\x1b" not in ran.out
    assert "\x07" not in ran.out
    assert "[bold]markup[/bold] :smile:" in ran.out


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1", "ko_KR.EUC-KR"])
def test_korean_comes_out_as_utf8_in_any_locale(bank: Path, locale: str) -> None:
    environment = {**os.environ, "LC_ALL": locale, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    ran = subprocess.run(
        [*PROGRAM, "recall", str(bank), "가마를 고치는", "--limit", "1"],
        capture_output=True,
        env=environment,
        check=True,
    )
    assert "가마를 고치는 데 일주일이 걸렸다" in ran.stdout.decode("utf-8")
    assert b"keyword 1" in ran.stdout


def test_closed_pipe_ends_quietly(bank: Path, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text(
        "\n\n".join(f"paragraph {number} " + "x" * 500 for number in range(600)), encoding="utf-8"
    )
    subprocess.run([*PROGRAM, "import", str(bank), str(path)], check=True, capture_output=True)
    showing = subprocess.Popen(
        [*PROGRAM, "show", str(bank), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert showing.stdout is not None
    assert showing.stderr is not None
    showing.stdout.read(10)
    showing.stdout.close()
    complaint = showing.stderr.read()
    showing.stderr.close()
    assert (showing.wait(), complaint) == (141, b"")
