"""Our stages give the answers of the reference package, as the committed sample has them."""

from __future__ import annotations

import pytest

from tests.peer.cases import DRAWN
from tests.peer.comparing import parting
from tests.peer.ours import answer
from tests.peer.sample import COUNTS, read


@pytest.mark.parametrize("stage", DRAWN)
def test_stage_answers_like_the_reference(stage: str) -> None:
    for case, theirs in read(stage):
        found = parting(case, theirs, answer(case))
        assert found is None, found


def test_sample_has_two_thousand_cases_and_every_stage() -> None:
    assert COUNTS.keys() == DRAWN.keys()
    counted = {stage: len(read(stage)) for stage in DRAWN}
    assert counted == COUNTS
    assert sum(counted.values()) >= 2000
