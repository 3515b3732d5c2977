"""The memories most like a text, for whoever is about to retain it: each arm's best, then its second best."""

from __future__ import annotations

from dataclasses import replace

from recallcore._seam import depth_of
from recallcore.config import RecallOptions
from recallcore.engine.recalling import Engine, recall
from recallcore.types import MOST_DEPTH, RecallResult

_ENDLESS_TOKENS = 2**31 - 1


def find_similar(engine: Engine, text: str, options: RecallOptions) -> RecallResult:
    """Returns the memories most like ``text``, however long they are.

    Args:
        engine: What the recall runs on.
        text: The text of a memory, embedded as one.
        options: Checked options, with a limit, below which no arm stops looking.
    """
    depth = min(max(depth_of(options), options.limit or 0), MOST_DEPTH)
    # The depth is taken before the tokens are let go, for an adaptive budget is a share of them.
    deep = replace(options, budget=depth, max_tokens=_ENDLESS_TOKENS)
    [result] = recall(engine, [text], deep, role="passage")
    return result
