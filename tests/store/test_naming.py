"""Names of banks: any text, and a folder that is safe everywhere."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import recallcore
from recallcore.store.naming import (
    MOST_BYTES,
    checked_name,
    folder_of,
    looks_like_a_bank,
    read_name,
    write_name,
)
from tests.store.hostile_names import HOSTILE

names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=300)


@given(names)
def test_folder_is_safe_and_says_that_it_is_ours(name: str) -> None:
    folder = folder_of(checked_name(name))
    assert looks_like_a_bank(folder)
    assert len(folder) <= 60
    assert folder == folder.lower()
    assert set(folder) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


def test_no_two_names_meet_even_where_case_and_forms_are_one() -> None:
    folders = [unicodedata.normalize("NFC", folder_of(name)).casefold() for name in HOSTILE]
    assert len(set(folders)) == len(HOSTILE)


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_name_is_read_back_as_it_was(tmp_path: Path, name: str) -> None:
    write_name(tmp_path, name)
    assert read_name(tmp_path) == name


@pytest.mark.parametrize("name", ["", "a\ud800", "x" * (MOST_BYTES + 1), 7, None], ids=ascii)
def test_what_is_no_name_is_refused(name: object) -> None:
    with pytest.raises(recallcore.InputError, match="name of a bank"):
        checked_name(name)  # type: ignore[arg-type]  # the mistake is the test
