"""Opens the model and the tokenizer of a directory: a model of tokens, cut where the directory says."""

from __future__ import annotations

from recallcore._onnx import OnnxModel, TextTokenizer
from recallcore.local_models.directory import ModelDirectory
from recallcore.local_models.inputs import check_inputs


def open_model(stated: ModelDirectory, *, threads: int | None, inferences: int | None = None) -> OnnxModel:
    """Opens the model file, once every checksum that the directory states has been verified.

    Args:
        stated: The directory.
        threads: Threads for one inference; None uses every core that this process may use.
        inferences: How many may run at once, while others wait; None for any number.

    Raises:
        MissingDependencyError: onnxruntime is not installed.
        ModelError: A file is damaged, or the model reads something other than tokens.
    """
    stated.verify()
    model = OnnxModel(stated.model, threads=threads, inferences=inferences)
    check_inputs(model, stated)
    return model


def open_tokenizer(stated: ModelDirectory, *, max_tokens: int | None) -> TextTokenizer:
    """Opens the tokenizer, which cuts at `max_tokens`, or where the directory says, or at 512 tokens.

    It never cuts behind the last position that the model has.

    Raises:
        MissingDependencyError: tokenizers is not installed.
        ModelError: The file is damaged, or `max_tokens` leaves no room for text.
    """
    return TextTokenizer(
        stated.tokenizer, max_tokens=max_tokens or stated.max_tokens, position_limit=stated.position_limit
    )
