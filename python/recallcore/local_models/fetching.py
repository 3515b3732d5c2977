"""Fetches a model's files from the Hugging Face hub, for whoever asks for it by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from recallcore.errors import MissingDependencyError, ModelError
from recallcore.local_models.naming import model_of, plain_model

# What is said of a model; weights for other frameworks stay where they are.
_BESIDE: Final = (
    "tokenizer.json",
    "tokenizer_config.json",
    "config.json",
    "sentence_bert_config.json",
    "recallcore.json",
    "1_Pooling/config.json",
    "LICENSE*",
    "NOTICE*",
)


def fetch(repository: str, directory: Path, *, file: str | None = None, revision: str | None = None) -> None:
    """Fetches the files of a model into a directory: one precision of its weights, and what is said of them.

    Args:
        repository: As the hub has it, ``owner/model``.
        directory: Where the files go.
        file: The ``.onnx`` file in the repository; None takes the only one, or the one named ``model.onnx``.
        revision: A branch, tag or commit; None is the newest.

    Raises:
        MissingDependencyError: huggingface_hub is not installed.
        ModelError: The hub cannot be reached, or has no such model or file.
    """
    try:
        import huggingface_hub
    except ImportError as error:
        raise MissingDependencyError(
            f"fetching {repository!r} needs huggingface_hub: `pip install huggingface_hub`; "
            "`recallcore models add DIR` adds what is on this machine without it"
        ) from error
    try:
        names = huggingface_hub.list_repo_files(repository, revision=revision)
        wanted = _weights(repository, names, file=file)
        huggingface_hub.snapshot_download(
            repository, revision=revision, local_dir=directory, allow_patterns=[*wanted, *_BESIDE]
        )
    except ModelError:
        raise
    except Exception as error:  # httpx's and the hub's own exceptions share no base class
        raise ModelError(
            f"model {repository!r} cannot be fetched from the hub ({type(error).__name__}); "
            f"`recallcore models add DIR` adds what is on this machine: {_first_line(error)}"
        ) from error


def _weights(repository: str, names: Sequence[str], *, file: str | None) -> list[str]:
    """The files of one precision, among all that a repository has."""
    model = plain_model(names) if file is None else file
    if model in names:
        return [name for name in names if name == model or model_of(name) == model]
    found = ", ".join(sorted(name for name in names if name.endswith(".onnx"))) or "no .onnx file"
    expected = "one .onnx file or one named model.onnx" if file is None else file
    raise ModelError(f"model {repository!r} on the hub: expected {expected}, found {found}")


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0][:200]
