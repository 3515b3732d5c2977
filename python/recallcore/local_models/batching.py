"""Plans which texts go through the model together: near-equal lengths, a bounded number of padded tokens."""

from __future__ import annotations

from collections.abc import Sequence


def plan_batches(lengths: Sequence[int], *, batch_tokens: int) -> list[list[int]]:
    """Groups positions by falling length so that texts × longest stays within `batch_tokens`.

    The longest come first, so that memory peaks at once rather than late. Equal lengths keep their order. A
    text longer than the budget is a batch of its own.

    Args:
        lengths: Tokens of each text.
        batch_tokens: Most tokens of a batch, padding included.

    Returns:
        Positions in `lengths`, every one exactly once.

    Example:
        >>> plan_batches([2, 9, 3, 2], batch_tokens=8)
        [[1], [2, 0], [3]]
    """
    batches: list[list[int]] = []
    longest = 0
    for position in sorted(range(len(lengths)), key=lambda index: (-lengths[index], index)):
        if not batches or longest * (len(batches[-1]) + 1) > batch_tokens:
            batches.append([])
            longest = lengths[position]
        batches[-1].append(position)
    return batches
