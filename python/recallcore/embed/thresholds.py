"""Fits similarity thresholds to an embedder: quantiles of the cosines of random pairs.

A cosine means nothing by itself: unrelated sentences have 0.1 in one model and 0.8 in another. What carries
over from model to model is how rare a cosine is among pairs that have nothing to do with each other.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

import numpy as np

from recallcore.embed.probes import PROBES
from recallcore.embed.protocol import Embedder, Thresholds
from recallcore.embed.vectors import unit_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

LINK_QUANTILE: Final = 0.995
"""Of 200 unrelated pairs one is linked: chance links stay rarer than real neighbours."""

SEED_QUANTILE: Final = 0.90
"""Of ten unrelated memories one may seed the graph: the best 20 are taken anyway, this bars hopeless ones."""

TEMPORAL_QUANTILE: Final = 0.50
"""The time window has already chosen; only the less similar half of unrelated memories is held off."""

REFERENCE: Final = Thresholds(seed=0.3, link=0.7, temporal=0.1)
"""The reference's constants: for parity tests, and where there is nothing to fit on."""

FEWEST_VECTORS: Final = 24
"""Below this a bank's own vectors give too few pairs (276) for the link quantile to mean anything."""

_MOST_VECTORS = 512


def fit(embedder: Embedder) -> Thresholds:
    """Fits thresholds by embedding the built-in probe sentences, once in each role.

    Pairs are taken within a language group, English or the others (mostly Korean), and across topics: a bank
    is mostly in one language, and pairs across languages are less alike, which would put the thresholds too
    low. Of the two groups the higher value counts, unless the model cannot read one: then nearly all of its
    texts look alike, and only the other group counts. The memories all begin with one person's name, for the
    memories of a bank share their people, which makes them more alike than sentences that share nothing.

    Raises:
        ModelError: The embedder failed.

    Example:
        >>> from recallcore.embed.hashing import HashingEmbedder
        >>> fitted = fit(HashingEmbedder())
        >>> fitted.temporal < fitted.seed < fitted.link < 0.6
        True
    """
    groups = [("Minji", [english for english, _ in PROBES]), ("민지", [other for _, other in PROBES])]
    fitted: list[tuple[float, float, float]] = []
    for person, texts in groups:
        passages = embedder.embed([f"{person}: {text}" for text in texts], role="passage").vectors
        queries = embedder.embed(texts, role="query").vectors
        between_memories = _across(passages @ passages.T)
        from_query = _across(queries @ passages.T)
        temporal, seed = np.quantile(from_query, [TEMPORAL_QUANTILE, SEED_QUANTILE])
        fitted.append((float(temporal), float(seed), float(np.quantile(between_memories, LINK_QUANTILE))))
    lowest_link = min(link for _, _, link in fitted)
    # A group whose middle pair is more alike than nearly all pairs of the other is one the model cannot read.
    readable = [values for values in fitted if values[0] <= lowest_link]
    temporal, seed, link = (max(column) for column in zip(*readable, strict=True))
    return _ordered(seed=seed, link=link, temporal=temporal)


def fit_from_vectors(vectors: ArrayLike) -> Thresholds:
    """Fits thresholds to vectors whose embedder is out of reach, taking their pairs for random ones.

    Of more than 512 vectors an evenly spaced 512 are used. A bank in which most memories are alike gets
    higher thresholds than its embedder deserves; that errs towards fewer links.

    Args:
        vectors: Shape (memories, dimension), of any length each.

    Returns:
        Fitted thresholds, or `REFERENCE` for fewer than `FEWEST_VECTORS` vectors.

    Raises:
        ModelError: A vector is zero or not finite, or the shape is wrong.

    Example:
        >>> fit_from_vectors(np.eye(4)) == REFERENCE
        True
        >>> fit_from_vectors(np.eye(24)).link
        0.0
    """
    rows = np.asarray(vectors)
    if rows.ndim == 2 and len(rows) < FEWEST_VECTORS:
        return REFERENCE
    if rows.ndim == 2 and len(rows) > _MOST_VECTORS:
        rows = rows[np.linspace(0, len(rows) - 1, _MOST_VECTORS).astype(np.int64)]
    units = unit_rows(rows, texts=len(rows), dimension=None, source="the bank's vectors")
    cosines = _across(units @ units.T)
    seed, link, temporal = np.quantile(cosines, [SEED_QUANTILE, LINK_QUANTILE, TEMPORAL_QUANTILE])
    return _ordered(seed=float(seed), link=float(link), temporal=float(temporal))


class FittedOnce:
    """Thresholds that are known, or fitted when first asked for and kept.

    Args:
        known: The thresholds, where the model's maker states them.
    """

    def __init__(self, known: Thresholds | None = None) -> None:
        self._thresholds = known
        self._lock = threading.Lock()

    def of(self, embedder: Embedder) -> Thresholds:
        """Returns the thresholds of `embedder`; one thread fits, the others wait for it."""
        with self._lock:
            if self._thresholds is None:
                self._thresholds = fit(embedder)
            return self._thresholds


def _across(cosines: NDArray[np.float32]) -> NDArray[np.float32]:
    """The cosines of different topics: everything but the diagonal."""
    return cosines[~np.eye(len(cosines), dtype=np.bool_)]


def _ordered(*, seed: float, link: float, temporal: float) -> Thresholds:
    """Rounds to four places, so that the last bits of the arithmetic do not show, and keeps the order."""
    low = round(min(max(temporal, -1.0), 1.0), 4)
    middle = round(min(max(seed, low), 1.0), 4)
    return Thresholds(temporal=low, seed=middle, link=round(min(max(link, middle), 1.0), 4))
