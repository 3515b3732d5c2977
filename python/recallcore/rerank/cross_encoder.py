"""An ONNX cross-encoder from a local directory as a reranker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from recallcore._onnx import OnnxModel, shapes_in_words
from recallcore.errors import ModelError
from recallcore.local_models.directory import ModelDirectory, read_model_directory
from recallcore.local_models.opening import open_model, open_tokenizer
from recallcore.local_models.padding import padded_batches
from recallcore.rerank.protocol import SCALES, Scale, ScoredBatch
from recallcore.types import READS, Reads, well_formed
from recallcore.types.checks import checked_option, integer_of, name_of, one_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LOGITS: Final = "logits"
_EXPECTED_SHAPES: Final = "(batch,), (batch, 1) or (batch, 2)"
_TEXTS_AT_ONCE: Final = 1024

# On two cores six layers of 384 read 512 to 2048 tokens at once equally fast, in int8 as in floating point;
# 128 or 4096 cost a tenth to a third. The least of these keeps the time between two batches short, where a
# deadline is looked at.
_BATCH_TOKENS: Final = 512
_PROBES: Final = (("a",), ("a", "b c d", "e f"))


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossEncoderOptions:
    """What the caller knows better than the model's files; None leaves it to them.

    Attributes:
        name: What the reranker is called in notes and traces.
        revision: Which version of the weights.
        file: The ``.onnx`` file in the directory, where several precisions lie side by side.
        max_tokens: Where query and text together are cut, special tokens included.
        batch_tokens: Most tokens, padding included, that go through the model at once; a deadline of the
            caller is looked at between two batches.
        threads: Threads for one inference; None uses every core that this process may use.
        scale: What the model's scores are.

    Raises:
        ConfigError: A number is below 1, a text is empty, or the scale is unknown.
    """

    name: str | None = None
    revision: str | None = None
    file: str | None = None
    max_tokens: int | None = None
    batch_tokens: int = _BATCH_TOKENS
    threads: int | None = None
    scale: Scale | None = None

    def __post_init__(self) -> None:
        with checked_option():
            for label, text in (("name", self.name), ("revision", self.revision), ("file", self.file)):
                if text is not None:
                    name_of(text, name=f"{label} of a cross-encoder")
            for label, number in (
                ("max_tokens", self.max_tokens),
                ("batch_tokens", self.batch_tokens),
                ("threads", self.threads),
            ):
                if number is not None:
                    integer_of(number, name=f"{label} of a cross-encoder", least=1)
            if self.scale is not None:
                one_of(self.scale, SCALES, name="scale of a cross-encoder")


class CrossEncoder:
    """Reranks with the ONNX cross-encoder in a directory; nothing is ever downloaded. Threads may share it.

    The directory holds an ``.onnx`` file (itself or under ``onnx/``) and ``tokenizer.json``; optional are
    ``recallcore.json``, ``config.json``, ``tokenizer_config.json`` and ``sentence_bert_config.json``. The
    model gives one logit a pair, or two of which the second speaks for the text. A directory that holds
    anything else, an embedder's say, is refused here, not at the first query.

    Texts of near-equal length go through the model together, whatever their order, so that it reads little
    padding. In floating point a text scores the same in every batch, to within 1e-5. A file that was
    quantised dynamically to int8 (`DynamicQuantizeLinear` stands in it) scales its numbers by the whole
    batch: a text's logit moves with its neighbours, in one model of six layers by 0.14 at the median and by
    0.6 at most, which is no more than it is off from the same model in floating point.

    Args:
        directory: The model directory.
        options: What the caller knows better than the files.

    Raises:
        ModelError: A file is missing or damaged, or the model is no cross-encoder.
        MissingDependencyError: onnxruntime or tokenizers is not installed.
    """

    def __init__(self, directory: Path, *, options: CrossEncoderOptions | None = None) -> None:
        self._options = options if options is not None else CrossEncoderOptions()
        self._stated = read_model_directory(directory, file=self._options.file)
        self._scale: Scale = self._options.scale or stated_scale(self._stated)
        # A batch keeps every core busy: many at once are hardly faster, and make an event loop late.
        self._model = open_model(self._stated, threads=self._options.threads, inferences=1)
        self._output = _choose_output(self._model, self._stated)
        self._tokenizer = open_tokenizer(self._stated, max_tokens=self._options.max_tokens)
        # Read here, for who asks later has a deadline.
        self._revision = self._identify()
        self._probe()

    @property
    def name(self) -> str:
        """What it is called in notes and traces."""
        return self._options.name or self._stated.name

    @property
    def scale(self) -> Scale:
        """What its scores are; logits, where nobody says otherwise."""
        return self._scale

    @property
    def max_tokens(self) -> int:
        """Where query and text together are cut, special tokens included."""
        return self._tokenizer.max_tokens

    @property
    def scripts(self) -> tuple[str, ...] | None:
        """The scripts that it knows, by Unicode's names; None where its directory does not say."""
        return self._stated.own.texts("scripts")

    @property
    def reads(self) -> Reads | None:
        """How much of a memory it reads; None where its directory does not say."""
        return stated_reads(self._stated)

    @property
    def deepest(self) -> int | None:
        """The most candidates that it is worth asking about; None where its directory does not say."""
        return self._stated.own.count("deepest")

    @property
    def blend(self) -> float | None:
        """The share that it leaves to fusion in the order; None where its directory does not say."""
        return self._stated.own.share("blend")

    @property
    def longest_text(self) -> int | None:
        """Tokens of the longest text that it was made for; None where its directory does not say."""
        return self._stated.own.count("longest_text")

    @property
    def revision(self) -> str:
        """Which weights and `max_tokens`: what scores differently never shares a name and a revision."""
        return self._revision

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float64]:
        """Returns the score of each text.

        Raises:
            ModelError: Inference failed.
        """
        scores = np.empty(len(texts), dtype=np.float64)
        for batch in self.score_batches(query, texts):
            scores[batch.places] = batch.scores
        return scores

    def score_batches(self, query: str, texts: Sequence[str]) -> Iterator[ScoredBatch]:
        """Yields the scores batch by batch.

        The lengths alone decide which texts go together: keeping the first texts together would cost more
        in padding than a stopped recall gains. But the batch with the first text goes first, then the one
        with the first of those left, so that whoever stops early has had the best of them.

        Raises:
            ModelError: Inference failed.
        """
        asked = well_formed(query)
        # Tokens of a thousand texts at a time, so that memory does not grow with the number of texts.
        for first in range(0, len(texts), _TEXTS_AT_ONCE):
            part = [well_formed(text) for text in texts[first : first + _TEXTS_AT_ONCE]]
            for batch in padded_batches(
                self._tokenizer.encode_pairs(asked, part),
                inputs=self._model.inputs,
                batch_tokens=self._options.batch_tokens,
                pad_id=self._tokenizer.pad_id,
            ):
                output = self._model.run(batch.inputs, output=self._output)
                yield ScoredBatch(
                    places=np.array(batch.places, dtype=np.int64) + first,
                    scores=self._scores(output, pairs=len(batch.places)),
                    tokens=batch.tokens,
                    padding=batch.padding,
                )

    def _scores(self, output: NDArray[np.float32], *, pairs: int) -> NDArray[np.float64]:
        values = output.astype(np.float64)
        if values.shape == (pairs,):
            return values
        if values.shape == (pairs, 1):
            return values[:, 0]
        if values.shape == (pairs, 2):
            # The softmax of two logits is the sigmoid of their difference; of two probabilities the second
            # is the one of relevance.
            return values[:, 1] if self._scale == "probability" else values[:, 1] - values[:, 0]
        raise ModelError(
            f"{self._stated.model}: output {self._output!r} has shape {output.shape} for {pairs} pairs, "
            f"expected {_EXPECTED_SHAPES}"
        )

    def _identify(self) -> str:
        weights = self._options.revision or self._stated.revision()
        changed = self._options.max_tokens is not None
        return f"{weights}, max_tokens={self.max_tokens}" if changed else weights

    def _probe(self) -> None:
        """Runs the model on one pair and on three, so that a model that cannot work fails now."""
        for texts in _PROBES:
            scores = self.score("a", texts)
            if not np.isfinite(scores).all():
                raise ModelError(f"{self._stated.model}: expected finite scores, got {scores.tolist()}")
            if self._scale == "probability" and not ((scores >= 0.0) & (scores <= 1.0)).all():
                raise ModelError(
                    f"{self._stated.model}: scale 'probability' expects scores in [0, 1], "
                    f"got {scores.tolist()}"
                )


def stated_scale(stated: ModelDirectory) -> Scale:
    """Returns what a model's directory says of its scores; logits, where it says nothing.

    Raises:
        ModelError: It names no scale.
    """
    scale = stated.own.text("scale")
    for known in SCALES:
        if scale == known:
            return known
    if scale is not None:
        raise stated.own.wrong("scale", "one of " + ", ".join(SCALES))
    return "logit"


def stated_reads(stated: ModelDirectory) -> Reads | None:
    """Returns what a model's directory says it reads of a memory, or None.

    Raises:
        ModelError: It names nothing that can be read.
    """
    reads = stated.own.text("reads")
    for known in READS:
        if reads == known:
            return known
    if reads is not None:
        raise stated.own.wrong("reads", "one of " + ", ".join(READS))
    return None


def _choose_output(model: OnnxModel, stated: ModelDirectory) -> str:
    """Picks the output that holds a score for each pair, or says why none will do."""
    # An export may leave shapes open; then the probe decides.
    fitting = [name for name, spec in model.outputs.items() if len(spec.shape) < 2 or _is_score(spec.shape)]
    wanted = stated.output or (_LOGITS if _LOGITS in model.outputs else None)
    if wanted is None and len(fitting) == 1:
        return fitting[0]
    if wanted is None or wanted not in fitting:
        raise ModelError(
            f"{stated.model}: expected {f'the output {wanted!r}' if wanted else 'one output'} of shape "
            f"{_EXPECTED_SHAPES}, got {shapes_in_words(model.outputs)}; "
            "an embedder or a classifier of three or more labels is no cross-encoder"
        )
    return wanted


def _is_score(shape: tuple[int | None, ...]) -> bool:
    return len(shape) == 2 and shape[1] in (None, 1, 2)
