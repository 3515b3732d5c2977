"""Fetches a model's files from the Hugging Face hub, for whoever asks for it by name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from recallcore.errors import MissingDependencyError, ModelError

# What a model is made of here; weights for other frameworks stay where they are.
_WANTED: Final = (
    "*.onnx",
    "*.onnx_data",
    "tokenizer.json",
    "tokenizer_config.json",
    "config.json",
    "sentence_bert_config.json",
    "recallcore.json",
    "1_Pooling/config.json",
    "LICENSE*",
    "NOTICE*",
)


def fetch(repository: str, directory: Path, *, revision: str | None = None) -> None:
    """Fetches the files of a model into a directory.

    Args:
        repository: As the hub has it, ``owner/model``.
        directory: Where the files go.
        revision: A branch, tag or commit; None is the newest.

    Raises:
        MissingDependencyError: huggingface_hub is not installed.
        ModelError: The hub cannot be reached, or has no such model.
    """
    try:
        import huggingface_hub
    except ImportError as error:
        raise MissingDependencyError(
            f"fetching {repository!r} needs huggingface_hub: `pip install huggingface_hub`; "
            "`recallcore models add DIR` adds what is on this machine without it"
        ) from error
    try:
        huggingface_hub.snapshot_download(
            repository, revision=revision, local_dir=directory, allow_patterns=list(_WANTED)
        )
    except Exception as error:  # httpx's and the hub's own exceptions share no base class
        raise ModelError(
            f"model {repository!r} cannot be fetched from the hub ({type(error).__name__}); "
            f"`recallcore models add DIR` adds what is on this machine: {_first_line(error)}"
        ) from error


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0][:200]
