"""Checks that an embedder keeps the promises of the protocol; for the makers of embedders, and for our own.

Each check raises `AssertionError` and says which promise was broken. `CHECKS` lists them all, so that a test
suite can run each as a test of its own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from recallcore.embed.protocol import Embedder, EmbedderIdentity, Role

_ROLES: Final[tuple[Role, Role]] = ("query", "passage")
_TEXTS: Final = (
    "Hannah moved to Lisbon in March.",
    "민지는 소프트웨어 엔지니어다.",
    "order A-20391",
    "a",
    "The deploy failed again because the certificate had expired over the weekend, and nobody was on call. "
    * 4,
    "昨日、スターバックスでコーヒーを飲みました。",
    "The cat sleeps.",
)
_STRANGE: Final = {
    "empty": "",
    "blank": " \t\n ",
    "NUL": "a\x00b",
    "lone surrogate": "broken \ud83d end",
    "emoji": "👩‍👩‍👧‍👦🎉",
    "right to left": "שלום עולם مرحبا",
    "punctuation": "?!…",
    "combining marks": "e\u0301" * 40,
    "unassigned": "\U000e0fff",
    "long": "memory " * 15_000,
}
# Cosine that the same text must keep when other texts stand beside it. Kernels that quantise activations by
# the batch move a vector by about this much.
_SAME: Final = 0.995


def check_identity(embedder: Embedder) -> None:
    """The identity is stable and survives JSON."""
    identity = embedder.identity
    assert isinstance(identity, EmbedderIdentity), f"identity is a {type(identity).__name__}"
    assert embedder.identity == identity, "identity changes between two reads"
    assert EmbedderIdentity.from_json(identity.to_json()) == identity, "identity does not survive JSON"


def check_shape(embedder: Embedder) -> None:
    """Vectors are C-contiguous float32 of shape (texts, dimension), flags are booleans of shape (texts,)."""
    for role in _ROLES:
        embedded = embedder.embed(_TEXTS, role=role)
        expected = (len(_TEXTS), embedder.identity.dimension)
        assert embedded.vectors.shape == expected, f"shape {embedded.vectors.shape}, expected {expected}"
        assert embedded.vectors.dtype == np.float32, f"dtype {embedded.vectors.dtype}, expected float32"
        assert embedded.vectors.flags.c_contiguous, "vectors are not C-contiguous"
        assert embedded.truncated.shape == (len(_TEXTS),), f"flags have shape {embedded.truncated.shape}"
        assert embedded.truncated.dtype == np.bool_, f"flags are {embedded.truncated.dtype}, expected bool"


def check_length(embedder: Embedder) -> None:
    """Every vector has length 1."""
    for role in _ROLES:
        lengths = np.linalg.norm(embedder.embed(_TEXTS, role=role).vectors.astype(np.float64), axis=1)
        assert np.allclose(lengths, 1.0, atol=1e-5), f"lengths from {lengths.min()} to {lengths.max()}"


def check_repeatable(embedder: Embedder) -> None:
    """The same call gives the same bytes."""
    for role in _ROLES:
        first = embedder.embed(_TEXTS, role=role).vectors
        assert first.tobytes() == embedder.embed(_TEXTS, role=role).vectors.tobytes(), "two calls differ"


def check_order(embedder: Embedder) -> None:
    """Vectors come in the order of the texts, and a text has the same vector alone as among others."""
    together = embedder.embed(_TEXTS, role="passage").vectors
    for position, text in enumerate(_TEXTS):
        alone = embedder.embed([text], role="passage").vectors[0]
        cosine = float(alone @ together[position])
        assert cosine >= _SAME, f"text {position} alone has cosine {cosine:.4f} to itself among others"


def check_no_texts(embedder: Embedder) -> None:
    """No texts give no vectors, of the right dimension."""
    for role in _ROLES:
        embedded = embedder.embed([], role=role)
        expected = (0, embedder.identity.dimension)
        assert embedded.vectors.shape == expected, f"shape {embedded.vectors.shape}, expected {expected}"
        assert embedded.vectors.dtype == np.float32, f"dtype {embedded.vectors.dtype}, expected float32"
        assert embedded.truncated.shape == (0,), f"flags have shape {embedded.truncated.shape}"


def check_strange_texts(embedder: Embedder) -> None:
    """Any string at all has a unit vector, and nothing raises."""
    for role in _ROLES:
        vectors = embedder.embed(list(_STRANGE.values()), role=role).vectors
        for name, vector in zip(_STRANGE, vectors, strict=True):
            length = float(np.linalg.norm(vector))
            assert abs(length - 1.0) <= 1e-5, f"{name} text has a vector of length {length}"


def check_threads(embedder: Embedder) -> None:
    """Threads that embed at once get what one thread gets."""
    expected = [embedder.embed([text], role="passage").vectors for text in _TEXTS]
    ready = threading.Barrier(4)

    def work() -> list[float]:
        ready.wait()
        return [
            float(embedder.embed([text], role="passage").vectors[0] @ vector[0])
            for text, vector in zip(_TEXTS, expected, strict=True)
        ]

    with ThreadPoolExecutor(max_workers=4) as pool:
        answers = [future.result() for future in [pool.submit(work) for _ in range(4)]]
    lowest = min(cosine for answer in answers for cosine in answer)
    assert lowest >= 1.0 - 1e-5, f"threads disagree, lowest cosine {lowest}"


def check_thresholds(embedder: Embedder) -> None:
    """Thresholds are the same each time, and a text is its own neighbour."""
    thresholds = embedder.thresholds()
    assert embedder.thresholds() == thresholds, "thresholds change between two calls"
    same = embedder.embed([_TEXTS[0], _TEXTS[0]], role="passage").vectors
    assert float(same[0] @ same[1]) >= thresholds.link, "a text is no neighbour of itself"


CHECKS: Final[tuple[Callable[[Embedder], None], ...]] = (
    check_identity,
    check_shape,
    check_length,
    check_repeatable,
    check_order,
    check_no_texts,
    check_strange_texts,
    check_threads,
    check_thresholds,
)
"""Every check, in the order in which to read their failures."""


def check_embedder(embedder: Embedder) -> None:
    """Runs every check.

    Raises:
        AssertionError: A promise is broken; the message says which.

    Example:
        >>> from recallcore.embed import HashingEmbedder
        >>> check_embedder(HashingEmbedder(dimension=256))
    """
    for check in CHECKS:
        check(embedder)
