"""Our stages give the answers of the reference package, as the committed sample has them."""

from __future__ import annotations

import json

import pytest

from tests.peer.cases import DRAWN
from tests.peer.comparing import unlike
from tests.peer.ours import answer
from tests.peer.sample import COUNTS, read


@pytest.mark.parametrize("stage", DRAWN)
def test_stage_answers_like_the_reference(stage: str) -> None:
    for case, theirs in read(stage):
        # Through JSON, as theirs came, so that both sides are numbers and lists of the same types.
        found = unlike(theirs, json.loads(json.dumps(answer(case))))
        assert found is None, f"{found}\n{json.dumps(case, ensure_ascii=False)}"


def test_sample_has_two_thousand_cases_and_every_stage() -> None:
    assert COUNTS.keys() == DRAWN.keys()
    counted = {stage: len(read(stage)) for stage in DRAWN}
    assert counted == COUNTS
    assert sum(counted.values()) >= 2000
