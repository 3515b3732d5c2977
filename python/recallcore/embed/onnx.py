"""An ONNX model from a local directory as an embedder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from recallcore._onnx import OnnxModel, Tokens, shapes_in_words
from recallcore.embed.model_directory import EmbedderDirectory, read_embedder_directory
from recallcore.embed.pooling import Pooling, pool
from recallcore.embed.protocol import EmbedderIdentity, Embeddings, Role, Thresholds
from recallcore.embed.thresholds import FittedOnce
from recallcore.embed.vectors import unit_rows
from recallcore.errors import ConfigError, ModelError
from recallcore.local_models.opening import open_model, open_tokenizer
from recallcore.local_models.padding import PaddedBatch, padded_batches
from recallcore.types import well_formed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

_POOLED_OUTPUTS: Final = ("sentence_embedding", "text_embeds", "embeddings", "embedding")
_TOKEN_OUTPUTS: Final = ("last_hidden_state", "token_embeddings", "hidden_states", "hidden_state")
_TEXTS_AT_ONCE: Final = 1024
_FAMILY_PREFIXES: Final = {"e5": ("query: ", "passage: ")}


@dataclass(frozen=True, slots=True, kw_only=True)
class OnnxOptions:
    """What the caller knows better than the model's files; None leaves it to them.

    Attributes:
        name: The name stored with the vectors.
        revision: The revision stored with the vectors.
        file: The ``.onnx`` file in the directory, where several precisions lie side by side.
        family: ``"e5"`` sets that family's prefixes.
        query_prefix: Text put before every query.
        passage_prefix: Text put before every memory.
        pooling: How token vectors become one.
        output: The model output to use.
        max_tokens: Where texts are cut, special tokens included.
        batch_tokens: Most tokens, padding included, that go through the model at once.
        threads: Threads for one inference; None uses every core that this process may use.
        thresholds: Similarity thresholds; None takes the model's, else fits them once.

    Raises:
        ConfigError: The family is unknown, or a number is below 1.
    """

    name: str | None = None
    revision: str | None = None
    file: str | None = None
    family: str | None = None
    query_prefix: str | None = None
    passage_prefix: str | None = None
    pooling: Pooling | None = None
    output: str | None = None
    max_tokens: int | None = None
    batch_tokens: int = 1024
    threads: int | None = None
    thresholds: Thresholds | None = None

    def __post_init__(self) -> None:
        if self.family is not None and self.family not in _FAMILY_PREFIXES:
            raise ConfigError(
                f"model family must be one of {', '.join(_FAMILY_PREFIXES)}, got {self.family!r}"
            )
        for label, value in (
            ("max_tokens", self.max_tokens),
            ("batch_tokens", self.batch_tokens),
            ("threads", self.threads),
        ):
            if value is not None and value < 1:
                raise ConfigError(f"{label} must be at least 1, got {value}")


class OnnxEmbedder:
    """Embeds with the ONNX model in a directory; nothing is ever downloaded. Threads may share it.

    The directory holds one ``.onnx`` file (itself or under ``onnx/``) and ``tokenizer.json``; optional are
    ``recallcore.json``, ``config.json``, ``sentence_bert_config.json`` and ``1_Pooling/config.json``. A wrong
    directory is refused here, not at the first text.

    Args:
        directory: The model directory.
        options: What the caller knows better than the files.

    Raises:
        ModelError: A file is missing or damaged, or the model is no embedder.
        MissingDependencyError: onnxruntime or tokenizers is not installed.
    """

    def __init__(self, directory: Path, *, options: OnnxOptions | None = None) -> None:
        chosen = options if options is not None else OnnxOptions()
        stated = read_embedder_directory(directory, file=chosen.file)
        self._source = str(stated.files.model)
        self._batch_tokens = chosen.batch_tokens
        # Any number at once: a query must not wait behind the batches of a long retain.
        self._model = open_model(stated.files, threads=chosen.threads)
        self._output, self._pooling = _choose_output(self._model, stated, chosen)
        self._tokenizer = open_tokenizer(stated.files, max_tokens=chosen.max_tokens)
        self._identity = self._identify(stated, chosen)
        self._thresholds = FittedOnce(chosen.thresholds or stated.thresholds)

    @property
    def identity(self) -> EmbedderIdentity:
        """The model's name, revision, dimension, prefixes and pooling."""
        return self._identity

    @property
    def max_tokens(self) -> int:
        """Where texts are cut, prefix and special tokens included."""
        return self._tokenizer.max_tokens

    def thresholds(self) -> Thresholds:
        """Returns what the options or ``recallcore.json`` state, else fits them on the probe sentences."""
        return self._thresholds.of(self)

    def embed(self, texts: Sequence[str], *, role: Role) -> Embeddings:
        """Embeds `texts`, near-equal lengths together, and returns them in their own order.

        Raises:
            ModelError: Inference failed or gave a vector that is not finite or zero.
        """
        prefix = self._identity.query_prefix if role == "query" else self._identity.passage_prefix
        vectors = np.empty((len(texts), self._identity.dimension), dtype=np.float32)
        truncated = np.zeros(len(texts), dtype=np.bool_)
        # Tokens of a thousand texts at a time, so that memory does not grow with the number of texts.
        for first in range(0, len(texts), _TEXTS_AT_ONCE):
            part = slice(first, first + _TEXTS_AT_ONCE)
            tokens = self._tokenizer.encode([prefix + well_formed(text) for text in texts[part]])
            truncated[part] = [text.truncated for text in tokens]
            vectors[part] = self._embed_tokens(tokens)
        return Embeddings(vectors=vectors, truncated=truncated)

    def _embed_tokens(self, tokens: Sequence[Tokens]) -> NDArray[np.float32]:
        vectors = np.empty((len(tokens), self._identity.dimension), dtype=np.float32)
        for batch in self._batches(tokens):
            vectors[batch.places] = unit_rows(
                self._infer(batch),
                texts=len(batch.places),
                dimension=self._identity.dimension,
                source=self._source,
            )
        return vectors

    def _batches(self, tokens: Sequence[Tokens]) -> Iterator[PaddedBatch]:
        return padded_batches(
            tokens,
            inputs=self._model.inputs,
            batch_tokens=self._batch_tokens,
            pad_id=self._tokenizer.pad_id,
        )

    def _infer(self, batch: PaddedBatch) -> NDArray[np.float32]:
        """Runs one batch through the model and pools it."""
        output = self._model.run(batch.inputs, output=self._output)
        expected = 2 if self._pooling is Pooling.MODEL else 3
        if output.ndim != expected:
            raise ModelError(
                f"{self._source}: output {self._output!r} has shape {output.shape}, expected {expected} axes"
            )
        return pool(output, batch.mask, pooling=self._pooling)

    def _identify(self, stated: EmbedderDirectory, chosen: OnnxOptions) -> EmbedderIdentity:
        """Runs the model once, so that a model that cannot work fails now and the dimension is known."""
        (probe,) = self._batches(self._tokenizer.encode(["a"]))
        pooled = self._infer(probe)
        dimension = pooled.shape[1]
        if stated.dimension is not None and stated.dimension != dimension:
            raise ModelError(f"{self._source}: expected {stated.dimension} dimensions, got {dimension}")
        if dimension < 2:
            raise ModelError(
                f"{self._source}: output {self._output!r} has 1 dimension, expected an embedding; "
                "a cross-encoder scores pairs and belongs to the reranker"
            )
        unit_rows(pooled, texts=1, dimension=dimension, source=self._source)
        family = _FAMILY_PREFIXES.get(chosen.family or "", (stated.query_prefix, stated.passage_prefix))
        return EmbedderIdentity(
            name=chosen.name or stated.files.name,
            revision=chosen.revision or stated.files.revision(),
            dimension=dimension,
            query_prefix=family[0] if chosen.query_prefix is None else chosen.query_prefix,
            passage_prefix=family[1] if chosen.passage_prefix is None else chosen.passage_prefix,
            pooling=self._pooling.value,
        )


def _choose_output(model: OnnxModel, stated: EmbedderDirectory, chosen: OnnxOptions) -> tuple[str, Pooling]:
    """Picks the output to read and how to pool it, or says why none will do."""
    axes = {name: len(spec.shape) for name, spec in model.outputs.items()}
    shown = shapes_in_words(model.outputs)
    wanted = chosen.output or stated.files.output
    pooling = chosen.pooling or stated.pooling
    if wanted is not None and wanted not in axes:
        raise ModelError(f"{stated.files.model}: expected the output {wanted!r}, got {shown}")
    name = wanted or _usual_output(axes, pooling)
    if name is None:
        raise ModelError(
            f"{stated.files.model}: expected an output named {_TOKEN_OUTPUTS[0]} with 3 axes or "
            f"{_POOLED_OUTPUTS[0]} with 2, got {shown}; "
            "a cross-encoder or classifier with logits is no embedder"
        )
    if axes[name] == 2 or (axes[name] == 0 and pooling is Pooling.MODEL):
        return name, Pooling.MODEL
    if pooling is Pooling.MODEL:
        raise ModelError(f"{stated.files.model}: pooling 'model' expects an output with 2 axes, got {shown}")
    return name, pooling or Pooling.MEAN


def _usual_output(axes: dict[str, int], pooling: Pooling | None) -> str | None:
    """The output that embedders are usually exported with; token vectors win where pooling is stated."""
    pooled = [name for name in _POOLED_OUTPUTS if axes.get(name) == 2]
    tokens = [name for name in _TOKEN_OUTPUTS if axes.get(name) == 3]
    tokens = tokens or [name for name, count in axes.items() if count == 3][:1]
    if pooling is not None and pooling is not Pooling.MODEL:
        return next(iter(tokens + pooled), None)
    return next(iter(pooled + tokens), None)
