"""Opening a bank: what it refuses, what a new bank keeps, and how it ends."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore import ConfigError, InputError, NotFoundError, StorageError


def test_path_that_is_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(StorageError, match="is a file"):
        recallcore.open(file, embedder="hashing", reranker=False)
    assert file.read_text(encoding="utf-8") == "mine"


@contextmanager
def without_privileges() -> Iterator[None]:
    """Becomes nobody for a while if the tests run as the superuser, who may write everywhere."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


def test_directory_without_permission_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with without_privileges(), pytest.raises(StorageError):
        recallcore.open(tmp_path / "bank", embedder="hashing", reranker=False)


def test_bank_of_a_newer_format_is_refused_and_left_alone(tmp_path: Path) -> None:
    recallcore.open(tmp_path, embedder="hashing", reranker=False).close()
    with sqlite3.connect(tmp_path / "memories.sqlite") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(recallcore.BankFormatError, match="format 99"):
        recallcore.open(tmp_path, embedder="hashing", reranker=False)


def test_damaged_bank_is_refused(tmp_path: Path) -> None:
    (tmp_path / "memories.sqlite").write_bytes(b"no database at all" * 1000)
    with pytest.raises(StorageError):
        recallcore.open(tmp_path, embedder="hashing", reranker=False)


def test_absent_bank_is_not_made_when_create_is_off(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        recallcore.open(tmp_path / "bank", embedder="hashing", create=False, reranker=False)
    assert not (tmp_path / "bank").exists()


@pytest.mark.parametrize(
    ("options", "error", "complaint"),
    [
        ({"embeder": "hashing"}, InputError, 'did you mean "embedder"'),
        ({"tz": "Asia/Seoul"}, InputError, 'unknown option of open "tz"'),
        ({"embedder": "hasing"}, ConfigError, "hashing"),
        ({"embedder": True}, ConfigError, "embedder"),
        ({"entities": True}, ConfigError, "entities"),
        ({"create": 1}, ConfigError, "create"),
        ({"exact": "yes"}, ConfigError, "exact"),
        ({"budget": "middle"}, ConfigError, 'did you mean "mid"'),
        ({"budget": 0}, ConfigError, "budget is 0"),
        ({"budget": 10**9}, ConfigError, "at most 100000"),
        ({"max_tokens": -1}, ConfigError, "max_tokens is -1"),
        ({"busy_timeout": -1}, ConfigError, "busy_timeout"),
        ({"busy_timeout": float("inf")}, ConfigError, "busy_timeout"),
    ],
)
def test_unacceptable_option_is_refused_before_anything_is_made(
    tmp_path: Path, options: dict[str, Any], error: type[Exception], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        recallcore.open(tmp_path / "bank", **{"embedder": "hashing", **options})
    assert not (tmp_path / "bank").exists()


@pytest.mark.parametrize("path", [5, "", b"bank", "a\0b"], ids=repr)
def test_path_that_is_no_text_is_refused(path: Any) -> None:
    with pytest.raises(InputError, match="path"):
        recallcore.open(path, embedder="hashing", reranker=False)


def test_closed_bank_refuses_everything_and_closes_twice(tmp_path: Path) -> None:
    bank = recallcore.open(tmp_path, embedder="hashing", reranker=False)
    bank.close()
    bank.close()
    for use in (lambda: bank.recall("x"), lambda: bank.retain("x"), bank.stats, lambda: list(bank.iterate())):
        with pytest.raises(StorageError, match="bank is closed"):
            use()


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # which is what this test is about
def test_forked_child_gets_an_error_and_not_a_hang(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder="hashing", reranker=False) as bank:
        bank.retain("Minji likes tea")
        child = os.fork()
        if child == 0:
            try:
                bank.recall("tea")
            except StorageError as error:
                os._exit(0 if "after a fork" in str(error) else 1)
            os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert bank.recall("tea").texts == ("Minji likes tea",)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # which is what this test is about
def test_process_forked_while_a_bank_was_open_may_not_open_one(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder="hashing", reranker=False):
        child = os.fork()
        if child == 0:
            try:
                recallcore.open(tmp_path, embedder="hashing", reranker=False)
            except StorageError as error:
                os._exit(0 if "close banks before" in str(error) else 1)
            os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_process_forked_while_no_bank_was_open_opens_its_own(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder="hashing", reranker=False) as bank:
        bank.retain("Minji likes tea")
    child = os.fork()
    if child == 0:
        with recallcore.open(tmp_path, embedder="hashing", reranker=False) as own:
            own.retain("Minji likes coffee")
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    with recallcore.open(tmp_path, embedder="hashing", reranker=False) as bank:
        assert bank.stats().memories == 2


def test_new_bank_keeps_its_settings_for_later_callers(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder="hashing:64", budget=7, max_tokens=5, reranker=False) as bank:
        bank.retain(["one two three four", "one two three"])
    with recallcore.open(tmp_path, reranker=False) as bank:
        result = bank.recall("one", trace=True)
        assert result.max_tokens == 5
        assert result.trace is not None
        assert result.trace.search["depth"] == 7
        assert result.arms["semantic"].state == "ran"


def test_option_of_a_later_caller_holds_for_that_caller_alone(tmp_path: Path) -> None:
    recallcore.open(tmp_path, embedder="hashing", max_tokens=5, reranker=False).close()
    with recallcore.open(tmp_path, max_tokens=9, reranker=False) as bank:
        assert bank.recall("x").max_tokens == 9
    with recallcore.open(tmp_path, reranker=False) as bank:
        assert bank.recall("x").max_tokens == 5


def test_bank_reopens_with_what_was_stored(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder="hashing:64", reranker=False) as bank:
        bank.retain("Minji likes tea", id="tea")
        before = bank.recall("tea", query_time="2026-01-01")
    with recallcore.open(tmp_path, reranker=False) as bank:
        after = bank.recall("tea", query_time="2026-01-01")
    assert [each.to_dict() for each in after] == [each.to_dict() for each in before]
