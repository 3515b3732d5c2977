"""An embedder that embeds a text once, so that twenty systems cost no more model time than one."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from recallcore.embed.protocol import Embedder, EmbedderIdentity, Embeddings, Role, Thresholds


class RememberingEmbedder:
    """Embeds each text once in a process and tells how long a question took that was embedded alone."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self._known: dict[tuple[Role, str], tuple[NDArray[np.float32], bool]] = {}
        self._question_ms: dict[str, float] = {}
        self._questions_asked = 0

    @property
    def identity(self) -> EmbedderIdentity:
        """The inner embedder's."""
        return self._inner.identity

    @property
    def questions_asked(self) -> int:
        """How often a question's vector was wanted, remembered or not."""
        return self._questions_asked

    def thresholds(self) -> Thresholds:
        """The inner embedder's."""
        return self._inner.thresholds()

    def embed(self, texts: Sequence[str], *, role: Role) -> Embeddings:
        """Returns one row a text, in order; only texts not seen in this role reach the model."""
        if role == "query":
            self._questions_asked += len(texts)
        fresh = [text for text in dict.fromkeys(texts) if (role, text) not in self._known]
        if fresh:
            made = self._inner.embed(fresh, role=role)
            for text, vector, truncated in zip(fresh, made.vectors, made.truncated, strict=True):
                self._known[role, text] = (vector, bool(truncated))
        rows = [self._known[role, text] for text in texts]
        dimension = self.identity.dimension
        vectors = np.array([row[0] for row in rows], dtype=np.float32).reshape(len(rows), dimension)
        return Embeddings(vectors=vectors, truncated=np.array([row[1] for row in rows], dtype=np.bool_))

    def learn_questions(self, questions: Iterable[str]) -> None:
        """Embeds questions one by one, as a caller would, and notes how long each took."""
        for question in questions:
            if question not in self._question_ms:
                began = time.perf_counter()
                self.embed([question], role="query")
                self._question_ms[question] = (time.perf_counter() - began) * 1000

    def question_ms(self, question: str) -> float:
        """Returns the milliseconds that a question took that was learnt.

        Raises:
            KeyError: It was not learnt.
        """
        return self._question_ms[question]
