"""The cases that the reference and recallcore answer differently on purpose, by name.

`docs/differences.md` gives the reasons, `tests/peer/test_differences.py` shows both answers.
"""

from __future__ import annotations

from tests.peer.cases import RECENCY, Case
from tests.peer.dates import DAY, NOW, YEAR_1, YEAR_9999

HALF_A_YEAR = NOW - 182 * DAY
MAY_2026, YEAR_2026 = 1_777_593_600_000_000, 1_767_225_600_000_000


def fuse(rankings: list[list[int]], cap_per_arm: int | None = None) -> Case:
    return {"stage": "fuse", "rankings": rankings, "rrf_k": 60, "cap_per_arm": cap_per_arm}


def interleave(rankings: list[list[int]], cap_per_arm: int | None = None) -> Case:
    return {"stage": "interleave", "rankings": rankings, "cap_per_arm": cap_per_arm}


def normalise(scores: list[float], scale: str) -> Case:
    return {"stage": "normalise", "scores": scores, "scale": scale}


def aged(memory: Case, **recency: float | str) -> Case:
    return {"stage": "recency", "memories": [memory], "now": NOW, "recency": {**RECENCY, **recency}}


def near(days: int) -> Case:
    """A memory that many days into a window of four weeks."""
    return {"stage": "nearness", "date": NOW + days * DAY, "start": NOW, "end": NOW + 28 * DAY}


def document(**memory: int | str) -> Case:
    return {"stage": "document", "memory": {"text": "signed", **memory}}


def groups(form: str, *, stage: str = "tag_groups") -> Case:
    return {"stage": stage, "rows": [["a"], []], "groups": [{form: []}]}


def fuzzy(tags: list[str], vocabulary: list[str], match: str = "any_strict") -> Case:
    leaf = {"tags": tags, "match": match, "resolve": "fuzzy"}
    return {"stage": "resolve_tags", "groups": [leaf], "vocabulary": vocabulary}


DIFFERENCES: dict[str, Case] = {
    # Fusion.
    "a tie": fuse([[5], [2]]),
    "a row twice in one ranking": fuse([[0, 1, 0]]),
    "a row twice in one ranking, interleaved": interleave([[0, 1, 0], [2]]),
    "a cap of nothing": fuse([[0, 1], [1]], cap_per_arm=0),
    "a cap of nothing, interleaved": interleave([[0, 1], [1]], cap_per_arm=0),
    "boosts of an unknown arm and level": {
        "stage": "boost_setting",
        "boosts": {"vector": "high", "graph": "huge"},
    },
    "a boosted tie that nothing judges": {
        "stage": "chain",
        "rankings": [[0, 1], [], [2], []],
        "memories": [{"tokens": 1}, {"tokens": 1}, {"tokens": 1}],
        "boosts": {"graph": "high"},
        "rerank_depth": 2,
        "rerank": None,
        "recency": dict(RECENCY),
        "max_tokens": 9,
        "now": NOW,
    },
    # Scores of a reranker.
    "NaN in first place": normalise([float("nan"), 0.2, 0.9], "auto"),
    "a probability a hair below zero": normalise([-1e-7, 0.5, 0.9], "probability"),
    "logits that all lie between zero and one": normalise([0.1, 0.5, 0.9], "logit"),
    # Recency.
    "year 1": aged({"occurred_start": YEAR_1}),
    "year 9999": aged({"occurred_start": YEAR_9999}),
    "year 1, and mentioned half a year ago": aged({"occurred_start": YEAR_1, "mentioned_at": HALF_A_YEAR}),
    "until year 9999": aged({"occurred_end": YEAR_9999}),
    "a floor of its own": aged({"occurred_start": NOW - 4000 * DAY}, floor=0.3),
    "a window of no days": aged({"occurred_start": HALF_A_YEAR}, window_days=0.0),
    "a half-life of no days": aged({"occurred_start": HALF_A_YEAR}, decay="exponential", half_life_days=0.0),
    # Nearness to the window.
    "nearness of what another arm found first": {
        "stage": "chain",
        "rankings": [[0, 1], [], [], [1]],
        "memories": [{"tokens": 1}, {"tokens": 1, "proximity": 1.0}],
        "proximity": "temporal arm",
        "boosts": {},
        "rerank_depth": 300,
        "rerank": [0.5, 0.5],
        "recency": dict(RECENCY),
        "max_tokens": 9,
        "now": NOW,
    },
    "at the beginning of the window": near(0),
    "a quarter into the window": near(7),
    "at the end of the window": near(28),
    "equally relevant in one tier": {
        "stage": "coverage",
        "relevance": [0.9, 0.8, 0.5, 0.5],
        "dates": [NOW, NOW + DAY, NOW + DAY, NOW],
        "start": NOW,
        "end": NOW + 2 * DAY,
        "limit": 3,
        "buckets": 2,
    },
    # The reranker's text.
    "text mentioned on a day": document(mentioned_at=MAY_2026),
    "text ended on a day": document(occurred_end=MAY_2026),
    "text of a month": document(occurred_start=MAY_2026, precision=2),
    "text of a year": document(occurred_start=YEAR_2026, precision=3),
    "text since year 1": document(occurred_start=YEAR_1),
    # Tags.
    "and of nothing": groups("and", stage="tag_groups_sql"),
    "or of nothing": groups("or", stage="tag_groups_sql"),
    "vowel signs": {"stage": "tag_similarity", "left": "हिन्दी", "right": "हिन्दू"},
    "a colon in front": fuzzy([":typescropt"], ["typescript"]),
    "two tags for the same two": fuzzy(["user-alise", "user-alixe"], ["user-alice", "user-alike"], "exact"),
    # Packing.
    "fewer tokens than none": {"stage": "pack", "tokens": [3, 2], "max_tokens": -1},
}
