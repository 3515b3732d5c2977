"""The section on one pair's score: whether it depends on what else is in the batch."""

from __future__ import annotations

import numpy as np

from benches.rerank.agreement import largest_difference
from benches.rerank.ours import full, open_ours
from benches.rerank.prepared import Prepared
from benches.rerank.speed import OURS

ALONE = 50
# Of floats nothing but rounding may depend on the batch.
SAME = 1e-5


def alone(prepared: Prepared) -> None:
    """Scores some candidates one by one and among all; prints the largest difference beside the spread."""
    asked = prepared.asked[0]
    head = f"{ALONE} pairs alone and among {len(asked.texts)}"
    print(f"\n{OURS:24}{head:>40}{'spread':>10}")
    for precision, file in prepared.models.items():
        score = full(open_ours(file, threads=prepared.threads))
        among = score(asked.query, asked.texts).scores
        each = np.concatenate([score(asked.query, [text]).scores for text in asked.texts[:ALONE]])
        difference = largest_difference(each, among[:ALONE])
        assert precision != "fp32" or difference <= SAME, f"a pair alone differs by {difference:.2g} in fp32"
        print(f"{precision:24}{difference:40.2g}{among.std():10.2f}")
    print("spread: the standard deviation of all the scores")
