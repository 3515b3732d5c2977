"""The memories most like a text, for whoever is about to retain it: each arm's best, then its second best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from recallcore.config import RecallOptions
from recallcore.engine.recalling import Engine, recall
from recallcore.types import Dropped, Recalled, RecallResult
from recallcore.types.trace import DropReason


def find_similar(
    engine: Engine, text: str, options: RecallOptions, *, limit: int, exclude: Collection[str]
) -> RecallResult:
    """Returns at most ``limit`` memories like ``text``, those of ``exclude`` left out.

    The arms are asked for as many more as may be left out, so that excluding costs no place.

    Args:
        engine: What the recall runs on.
        text: The text of a memory, embedded as one.
        options: Checked options, whose limit stands for ``limit``.
        limit: The most memories.
        exclude: Ids to leave out.
    """
    wider = replace(options, limit=limit + len(exclude))
    [result] = recall(engine, [text], wider, role="passage")
    return without(result, exclude, limit=limit) if exclude else result


def without(result: RecallResult, exclude: Collection[str], *, limit: int) -> RecallResult:
    """Returns a result without some memories, cut to ``limit``, with an account of what was taken away."""
    kept: list[Recalled] = []
    taken: list[tuple[Recalled, DropReason]] = []
    for each in result.memories:
        if each.id in exclude:
            taken.append((each, "excluded"))
        elif len(kept) == limit:
            taken.append((each, "limit"))
        else:
            kept.append(each)
    last = kept[-1].rank if kept else result.candidates + 1
    before = [each for each in result.dropped if each.rank < last]
    above = [
        Dropped(id=each.id, rank=each.rank, tokens=each.memory.tokens, reason=reason)
        for each, reason in taken
        if each.rank < last
    ]
    left_out = Counter(dict(result.left_out)) + Counter(reason for _, reason in taken)
    return replace(
        result,
        memories=tuple(kept),
        tokens=sum(each.memory.tokens for each in kept),
        dropped=tuple(sorted((*before, *above), key=lambda each: each.rank)),
        left_out=dict(left_out),
    )
