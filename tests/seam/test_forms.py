"""The forms of JSON in `docs/seam.md`: which keys must be there, which may be absent, and no other."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from recallcore import InputError, RecallCoreError, Recency, _core
from recallcore._seam import filter_mapping, to_bytes
from recallcore.types import Filter
from tests.seam.memory import MEMORY

ALPHAS = {"recency": 0.2, "proximity": 0.2, "proof": 0.1}
FULL: Mapping[str, Mapping[str, Any]] = {
    "memory": {**MEMORY, "truncated": False},
    "filter": {
        "ids": ["a"],
        "exclude": ["b"],
        "kinds": ["world"],
        "tags": ["a"],
        "tags_match": "any",
        "tag_groups": [{"tags": ["a"], "match": "any"}],
        "updated_after": 0,
        "updated_before": 9,
        "document_id": "a",
    },
    "search": {
        "filter": filter_mapping(Filter()),
        "arms": ["keyword"],
        "depth": 9,
        "fusion": "rrf",
        "rrf_k": 60.0,
        "cap_per_arm": None,
        "boosts": {},
        "rerank_depth": 300,
        "window": None,
        "query_time": 0,
        "entities": None,
        "made_by": None,
        "search_context": True,
        "min_semantic": None,
        "min_keyword": None,
        "trace": False,
    },
    "finish": {
        "max_tokens": 9,
        "limit": None,
        "overflow": "first",
        "recency": Recency().to_dict(),
        "alphas": ALPHAS,
        "passthrough_alphas": ALPHAS,
        "scale": "auto",
        "blend": 0.0,
        "order_only": False,
        "min_similarity": None,
        "min_reranker": None,
        "min_final": None,
        "min_relevance": 0.0,
        "prefer_observations": False,
        "trace": False,
    },
    "recency": Recency().to_dict(),
    "alphas": ALPHAS,
}


@pytest.fixture
def core(tmp_path: Path) -> _core.Bank:
    return _core.Bank.open(tmp_path, b"{}")


@pytest.fixture
def forms(root: Path) -> dict[str, dict[str, bool]]:
    """The keys of each form that the page spells out, and whether they may be absent."""
    page = (root / "docs" / "seam.md").read_text(encoding="utf-8")
    block = page.split("## The forms of JSON")[1].split("```")[1]
    written = dict(re.findall(r"^(\w+) +\{(.*?)\}(?=;|\n\w|$)", block, re.MULTILINE | re.DOTALL))
    return {
        name: {key: bool(mark) for key, mark in re.findall(r'"(\w+)"(\?)?(?=[,:} ]|$)', flat(keys))}
        for name, keys in written.items()
    }


def flat(keys: str) -> str:
    """Keys without what stands in braces and lists below them, and without the words that they may hold."""
    while (shorter := re.sub(r"\{[^{}]*\}|\[[^\[\]]*\]", "", keys)) != keys:
        keys = shorter
    return re.sub(r': ("\w+" \| )*"\w+"|\([^)]*\)', "", keys)


def uses(core: _core.Bank) -> dict[str, Callable[[Any], object]]:
    """What takes each form."""
    full, one = FULL["search"], np.ones(1)
    return {
        "memory": lambda value: core.retain(to_bytes([value]), None, None, None, None, 0),
        "filter": lambda value: core.iterate(0, 1, to_bytes(value)),
        "search": lambda value: core.search("tea", None, to_bytes(value)),
        "finish": lambda value: core.search("tea", None, to_bytes(full)).finish(to_bytes(value), None, None),
        "recency": lambda value: _core.decay(one, to_bytes(value)),
        "alphas": lambda value: _core.combined(one, one, one, one, to_bytes(value)),
    }


@pytest.mark.parametrize("form", ["memory", "filter", "search", "finish", "recency", "alphas"])
def test_page_says_which_keys_may_be_absent(
    core: _core.Bank, forms: dict[str, dict[str, bool]], form: str
) -> None:
    full, take = FULL[form], uses(core)[form]
    take(full)
    assert sorted(forms[form]) == sorted(full)
    refused = []
    for key in full:
        try:
            take({name: value for name, value in full.items() if name != key})
        except RecallCoreError as error:
            assert key in str(error)  # noqa: PT017  # which keys are refused is compared below
            refused.append(key)
    assert refused == [key for key in full if not forms[form][key]]


@pytest.mark.parametrize("form", ["memory", "filter", "search", "finish", "recency", "alphas"])
def test_unknown_key_is_refused(core: _core.Bank, form: str) -> None:
    with pytest.raises(RecallCoreError, match="surprise"):
        uses(core)[form]({**FULL[form], "surprise": 1})


@pytest.mark.parametrize("form", ["filter", "search", "finish", "recency", "alphas"])
def test_list_where_an_object_is_meant_is_refused(core: _core.Bank, form: str) -> None:
    with pytest.raises(InputError, match="expected a JSON object"):
        uses(core)[form]([])


def test_changes_keep_what_they_do_not_name_and_take_away_what_is_null(core: _core.Bank) -> None:
    assert core.change_settings(b'{"a": 1, "b": {"c": [2]}}') == core.settings()
    assert core.change_settings(b'{"a": null, "d": "e"}') == core.settings()
    assert core.settings() == b'{"b":{"c":[2]},"d":"e"}'
    for wrong in (b"[]", b"null", b"{", b"5"):
        with pytest.raises(RecallCoreError):
            core.change_settings(wrong)
    assert core.settings() == b'{"b":{"c":[2]},"d":"e"}'
