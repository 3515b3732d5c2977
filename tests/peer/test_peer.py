"""Our stages beside the reference package itself, on as many fresh cases as one asks for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.peer.asking import ask
from tests.peer.cases import DRAWN, Case, draw_cases
from tests.peer.comparing import parting, unlike
from tests.peer.differences import DIFFERENCES
from tests.peer.ours import answer
from tests.peer.sample import Answered, answered_differences, read

pytestmark = pytest.mark.peer


def answered(peer: Path, cases: dict[str, list[Case]]) -> dict[str, list[Answered]]:
    """The reference's answers by stage; all are asked at once, for its start takes longer than they do."""
    answers = iter(ask(peer, [case for drawn in cases.values() for case in drawn]))
    return {stage: [(case, next(answers)) for case in drawn] for stage, drawn in cases.items()}


@pytest.fixture(scope="module")
def fresh(peer: Path, request: pytest.FixtureRequest) -> dict[str, list[Answered]]:
    count, seed = request.config.getoption("--peer-cases"), request.config.getoption("--peer-seed")
    return answered(peer, {stage: draw_cases(stage, count, seed) for stage in DRAWN})


@pytest.fixture(scope="module")
def sampled(peer: Path) -> dict[str, list[Answered]]:
    return answered(peer, {stage: [case for case, _ in read(stage)] for stage in DRAWN})


@pytest.mark.parametrize("stage", DRAWN)
def test_stage_answers_like_the_reference_on_fresh_cases(
    stage: str, fresh: dict[str, list[Answered]]
) -> None:
    for place, (case, theirs) in enumerate(fresh[stage]):
        found = parting(case, theirs, answer(case))
        assert found is None, f"case {place}: {found}"


@pytest.mark.parametrize("stage", DRAWN)
def test_sample_says_what_the_reference_says(stage: str, sampled: dict[str, list[Answered]]) -> None:
    for (case, committed), (_, theirs) in zip(read(stage), sampled[stage], strict=True):
        assert unlike(theirs, committed) is None, case


def test_sampled_differences_are_what_the_reference_says(peer: Path) -> None:
    named = answered_differences()
    assert named.keys() == DIFFERENCES.keys()
    for (name, case), theirs in zip(DIFFERENCES.items(), ask(peer, list(DIFFERENCES.values())), strict=True):
        # Written out, since a NaN in a case is equal to nothing.
        assert json.dumps(named[name][0]) == json.dumps(case), name
        assert unlike(theirs, named[name][1]) is None, name
