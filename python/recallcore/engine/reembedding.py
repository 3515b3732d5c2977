"""Gives every memory a vector: fills what is pending, or moves a whole bank to another embedder."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from recallcore.backend import Backend, facet_text
from recallcore.embed import Embedder
from recallcore.engine.semantics import declaration, embed_checked, identity_of
from recallcore.types import JsonObject

Progress = Callable[[int, int], None]
"""Receives how many memories are done, and how many there are."""


def reembed(
    backend: Backend,
    embedder: Embedder,
    *,
    batch: int,
    context: bool,
    progress: Progress | None,
    adopted: Callable[[], None],
) -> int:
    """Embeds what lacks a vector of ``embedder``; a change of embedder happens in one transaction at the end.

    While it runs, recalls go on with the older vectors. If it fails, the bank is as before, but for pending
    memories that got their vector; calling it again goes on safely.

    Args:
        backend: The bank.
        embedder: What embeds from now on.
        batch: Memories that are embedded at a time.
        context: Whether a memory with a context gets a second vector, for both together.
        progress: Told after each batch.
        adopted: Called as soon as the bank searches the new vectors.

    Returns:
        How many vectors were stored.
    """
    stored = backend.embedder()
    declared = declaration(embedder)
    fill = partial(_fill, backend, embedder, declared, batch=batch, context=context)
    if stored is not None and identity_of(stored) != embedder.identity:
        total = backend.stats().memories
        done = fill(total=total, progress=progress, staged=True)
        backend.adopt_embedder(declared)
        adopted()
        # Memories that came or changed while the others were being embedded are pending now.
        return done + fill(total=0, progress=None, staged=False)
    total = backend.stats().pending_vectors
    if stored is None and total:
        backend.set_embedder(declared)
    return fill(total=total, progress=progress, staged=False)


def _fill(
    backend: Backend,
    embedder: Embedder,
    declared: JsonObject,
    *,
    batch: int,
    context: bool,
    total: int,
    progress: Progress | None,
    staged: bool,
) -> int:
    seen = stored = seq = 0
    while memories := backend.pending(seq, batch, everything=staged, context=context):
        texts = [facet_text(each.text, each.context, facet) for each in memories for facet in each.facets]
        made = embed_checked(embedder, texts, role="passage")
        stored += backend.put_vectors(memories, made.vectors, declared, staged=staged)
        seq = memories[-1].seq
        seen += len(memories)
        if progress is not None:
            progress(seen, max(total, seen))
    return stored
