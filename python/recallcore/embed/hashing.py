"""The embedder without a model: hashed words and character n-grams, the same on every machine.

Feature hashing with signs after Weinberger et al. (2009), https://arxiv.org/abs/0902.2206: every feature adds
its weight, with a pseudo-random sign, to a pseudo-random component. It knows spelling, not meaning: right for
tests, for tiny devices, and where keyword recall should survive typos and inflection.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

import numpy as np

from recallcore.embed.protocol import EmbedderIdentity, Embeddings, Role, Thresholds
from recallcore.embed.thresholds import FittedOnce
from recallcore.embed.vectors import unit_rows
from recallcore.errors import ConfigError
from recallcore.types import well_formed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

# A word is what stands between blanks and the punctuation of ASCII and of Chinese, Japanese and Korean texts;
# emoji and combining marks are part of words, so every script has features.
_WORD = re.compile(r"[^\s!-/:-@\[-`{-~\u00a0-\u00bf\u2010-\u2027\u3000-\u303f\uff01-\uff0f\uff1a-\uff1f]+")

_TEXTS_AT_ONCE = 256
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
# In scripts that write whole syllables or ideas in one character, two characters say as much as four letters.
_FIRST_DENSE_CHARACTER = 0x2E80
_GRAM_SIZES = (2, 3, 4)
_DENSE_GRAM_SIZE = 2
# The n-grams of a word weigh together as much as this many whole words.
_GRAMS_PER_WORD = 1.0


def _mix(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of SplitMix64 (Steele et al. 2014): every input bit reaches every output bit."""
    mixed = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(mixed ^ (mixed >> np.uint64(31)), dtype=np.uint64)


def _words(text: str) -> list[str]:
    """Splits into case-folded words; a text without any is one word, so that no text is without features."""
    folded = unicodedata.normalize("NFKC", well_formed(text)).casefold()
    return _WORD.findall(folded) or folded.split() or [""]


def _features(
    words: list[str], text_of_word: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.float64]]:
    """Returns, for every feature, the text it belongs to, its hash and its weight."""
    # Each word stands between two blanks, so that n-grams know where a word begins and ends.
    joined = " " + "  ".join(words) + " "
    characters = np.frombuffer(joined.encode("utf-32-le"), dtype="<u4").astype(np.uint64)
    lengths = np.fromiter(map(len, words), dtype=np.int64, count=len(words)) + 2
    starts = np.cumsum(lengths) - lengths
    word_of = np.repeat(np.arange(len(words), dtype=np.int64), lengths)
    mixed = _mix(characters + _MULTIPLIER)

    # Whole words: a polynomial in the position, so that the sum over a word can be taken at once.
    place = (np.arange(len(joined), dtype=np.int64) - starts[word_of]).astype(np.uint64)
    whole = np.add.reduceat(mixed * _mix(place + np.uint64(1)), starts)
    owners = [np.arange(len(words), dtype=np.int64)]
    hashes = [_mix(whole)]

    rolling = mixed
    for size in _GRAM_SIZES:
        if len(joined) < size:
            break
        rolling = _mix(rolling[:-1] * _MULTIPLIER + mixed[size - 1 :])
        inside = word_of[: len(rolling)] == word_of[size - 1 :]
        if size == _DENSE_GRAM_SIZE:
            dense = characters >= _FIRST_DENSE_CHARACTER
            inside &= dense[: len(rolling)] & dense[size - 1 :]
        owners.append(word_of[: len(rolling)][inside])
        hashes.append(_mix(rolling[inside] + np.uint64(size)))

    grams = np.concatenate(owners[1:]) if len(owners) > 1 else np.zeros(0, dtype=np.int64)
    per_word = np.bincount(grams, minlength=len(words))
    gram_weights = _GRAMS_PER_WORD / np.sqrt(per_word[grams])
    weights = np.concatenate([np.ones(len(words)), gram_weights])
    owner = np.concatenate([owners[0], grams])
    return text_of_word[owner], np.concatenate(hashes), weights


class HashingEmbedder:
    """Embeds without a model, deterministically, in any language.

    Every text has a unit vector, the empty one too; the whole text counts, so nothing is ever truncated.

    Args:
        dimension: Components of a vector. Fewer mean more collisions; below 128 they show.

    Raises:
        ConfigError: `dimension` is below 1.

    Example:
        >>> embedder = HashingEmbedder(dimension=512)
        >>> embedded = embedder.embed(["민지의 직업", "민지가 직업을 바꿨다", "clouds"], role="passage")
        >>> close, far = (embedded.vectors @ embedded.vectors[0])[1:]
        >>> bool(close > far + 0.1)
        True
    """

    def __init__(self, *, dimension: int = 512) -> None:
        if dimension < 1:
            raise ConfigError(f"hashing embedder needs at least 1 dimension, got {dimension}")
        self._identity = EmbedderIdentity(name="hashing", revision="1", dimension=dimension)
        self._thresholds = FittedOnce()

    @property
    def identity(self) -> EmbedderIdentity:
        """Name ``hashing``; the revision changes when the features do."""
        return self._identity

    def thresholds(self) -> Thresholds:
        """Returns thresholds fitted on the built-in probe sentences."""
        return self._thresholds.of(self)

    def embed(self, texts: Sequence[str], *, role: Role) -> Embeddings:  # noqa: ARG002
        """Embeds `texts`; the role makes no difference."""
        blocks = [
            self._embed_block(texts[first : first + _TEXTS_AT_ONCE])
            for first in range(0, len(texts), _TEXTS_AT_ONCE)
        ]
        empty = np.zeros((0, self._identity.dimension), dtype=np.float32)
        vectors = np.concatenate([empty, *blocks])
        return Embeddings(vectors=vectors, truncated=np.zeros(len(texts), dtype=np.bool_))

    def _embed_block(self, texts: Sequence[str]) -> NDArray[np.float32]:
        dimension = self._identity.dimension
        words_of = [_words(text) for text in texts]
        counts = np.fromiter(map(len, words_of), dtype=np.int64, count=len(texts))
        text_of_word = np.repeat(np.arange(len(texts), dtype=np.int64), counts)
        owner, hashes, weights = _features([word for words in words_of for word in words], text_of_word)
        component = (hashes % np.uint64(dimension)).astype(np.int64)
        sign = np.where(hashes >> np.uint64(63), 1.0, -1.0)
        sums = np.bincount(
            owner * dimension + component, weights=sign * weights, minlength=len(texts) * dimension
        ).reshape(len(texts), dimension)
        # Opposite signs can cancel a short text to nothing; it then gets a direction of its own.
        cancelled = ~(np.abs(sums) > 1e-9).any(axis=1)
        sums[cancelled, 0] = 1.0
        return unit_rows(sums, texts=len(texts), dimension=dimension, source="hashing embedder")
