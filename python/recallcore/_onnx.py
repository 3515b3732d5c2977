"""The only module that knows onnxruntime and tokenizers: local files in, arrays out, nothing downloaded.

Both packages are imported when a model is opened, never with `recallcore` itself.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recallcore.errors import MissingDependencyError, ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_INTEGER_TYPES: Final = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_LOG_ERRORS_ONLY: Final = 3
_TELEMETRY_SWITCH: Final = "ORT_DISABLE_TELEMETRY"

# No tokenizer in use makes fewer tokens of real text than one for this many characters; what lies beyond is
# cut before the tokenizer reads it, so that a text of 10 MB costs no more than a long one.
_CHARACTERS_PER_TOKEN: Final = 64


def available_cores() -> int:
    """Returns how many cores this process may use, which in a container is often fewer than there are.

    Example:
        >>> available_cores() >= 1
        True
    """
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorSpec:
    """One input or output of a model.

    Attributes:
        kind: onnxruntime's name of the element type, such as ``tensor(float)``.
        shape: Axis lengths; None where the length is free.
    """

    kind: str
    shape: tuple[int | None, ...]


class OnnxModel:
    """A model file, opened for inference on this process's cores. Threads may share it.

    A forked child has none of its parent's threads, so a child opens the file again on first use.

    Args:
        path: The ``.onnx`` file.
        threads: Threads for one inference; None takes `available_cores`.

    Raises:
        MissingDependencyError: onnxruntime is not installed.
        ModelError: The file is no model that onnxruntime can run.
    """

    def __init__(self, path: Path, *, threads: int | None = None) -> None:
        self._path = path
        self._threads = threads if threads is not None else available_cores()
        self._lock = threading.Lock()
        session = _open_session(path, self._threads)
        self._session: Any | None = session  # onnxruntime is published without types
        self.inputs: Final = _specs(session.get_inputs())
        self.outputs: Final = _specs(session.get_outputs())
        _opened.add(self)

    def run(self, feeds: Mapping[str, NDArray[np.int64]], *, output: str) -> NDArray[np.float32]:
        """Runs the model and returns one output.

        Args:
            feeds: An integer array for each input; cast to the width that the model asks for.
            output: Which output to compute.

        Raises:
            ModelError: onnxruntime failed, or the output holds no floating-point numbers.
        """
        arrays = {
            name: np.ascontiguousarray(array, dtype=_INTEGER_TYPES[self.inputs[name].kind])
            for name, array in feeds.items()
        }
        try:
            (values,) = self._session_of_this_process().run([output], arrays)
        except Exception as error:  # onnxruntime's exceptions share no base class
            raise ModelError(f"{self._path}: inference failed: {error}") from error
        array = np.asarray(values)
        if not np.issubdtype(array.dtype, np.floating):
            raise ModelError(f"{self._path}: output {output!r} holds {array.dtype}, expected floats")
        return array.astype(np.float32, copy=False)

    def forget_session_of_parent(self) -> None:
        """Lets go of a session whose threads stayed in the parent process; called in a forked child only."""
        if self._session is not None:
            # Its destructor would wait for ever for threads that do not exist here, so it must never run.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._session))
        self._session = None
        self._lock = threading.Lock()

    def _session_of_this_process(self) -> Any:  # onnxruntime is published without types
        with self._lock:
            if self._session is None:
                self._session = _open_session(self._path, self._threads)
            return self._session


_opened: Final[weakref.WeakSet[OnnxModel]] = weakref.WeakSet()


def _after_fork_in_child() -> None:
    for model in list(_opened):
        model.forget_session_of_parent()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)


def unsupported_inputs(model: OnnxModel) -> dict[str, str]:
    """Returns the inputs that are no integer tensors, with their types."""
    return {name: spec.kind for name, spec in model.inputs.items() if spec.kind not in _INTEGER_TYPES}


def _open_session(path: Path, threads: int) -> Any:  # onnxruntime is published without types
    try:
        onnxruntime = _import_onnxruntime()
    except ImportError as error:
        raise MissingDependencyError(
            f"running {path.name} needs onnxruntime: `pip install onnxruntime`; "
            "embedder='hashing' works without"
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _LOG_ERRORS_ONLY
    # Spinning threads would burn a core of an agent's machine between two recalls.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.inter_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's exceptions share no base class
        version = onnxruntime.__version__
        raise ModelError(f"{path}: expected a model that onnxruntime {version} runs: {error}") from error


def _import_onnxruntime() -> Any:  # onnxruntime is published without types
    """Imports onnxruntime with its telemetry off.

    From 1.29 on, its import starts an uploader thread and writes an identifier below the user's cache folder,
    unless this variable is set by then; the thread also makes forked children hang at their exit. The
    variable is restored at once, and whoever has set it has decided already.
    """
    if "onnxruntime" in sys.modules or _TELEMETRY_SWITCH in os.environ:
        import onnxruntime
    else:
        os.environ[_TELEMETRY_SWITCH] = "1"
        try:
            import onnxruntime
        finally:
            del os.environ[_TELEMETRY_SWITCH]
    if _TELEMETRY_SWITCH not in os.environ:
        # Where the caller imported it first, this is all that can still be done.
        onnxruntime.disable_telemetry_events()
    return onnxruntime


def _specs(nodes: Sequence[Any]) -> dict[str, TensorSpec]:  # onnxruntime is published without types
    return {
        node.name: TensorSpec(
            kind=node.type, shape=tuple(axis if isinstance(axis, int) else None for axis in node.shape)
        )
        for node in nodes
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """One text as a model reads it.

    Attributes:
        ids: Token numbers, special tokens included.
        type_ids: The segment of each token, for models that ask.
        truncated: Whether the end of the text was cut off.
    """

    ids: list[int]
    type_ids: list[int]
    truncated: bool


class TextTokenizer:
    """A ``tokenizer.json``, cutting at `max_tokens`. Threads may share it.

    Args:
        path: The file.
        max_tokens: Most tokens of a text, special ones included; None takes the limit stated in the file,
            if any.

    Raises:
        MissingDependencyError: tokenizers is not installed.
        ModelError: The file is no tokenizer, or `max_tokens` leaves no room for text.
    """

    def __init__(self, path: Path, *, max_tokens: int | None = None) -> None:
        self._path = path
        self._tokenizer = _open_tokenizer(path)
        stated = self._tokenizer.truncation
        limit = max_tokens if max_tokens is not None else (stated["max_length"] if stated else None)
        self.max_tokens: Final[int | None] = limit
        specials = self._tokenizer.num_special_tokens_to_add(is_pair=False)
        if limit is not None and limit <= specials:
            raise ModelError(f"{path}: max_tokens must exceed {specials} special tokens, got {limit}")
        padding = self._tokenizer.padding
        self.pad_id: Final[int] = padding["pad_id"] if padding else self._known_pad_id()
        self._tokenizer.no_padding()
        if limit is None:
            self._tokenizer.no_truncation()
        else:
            self._tokenizer.enable_truncation(max_length=limit)

    def encode(self, texts: Sequence[str]) -> list[Tokens]:
        """Tokenises `texts`, which must be encodable as UTF-8.

        Raises:
            ModelError: The tokenizer failed.
        """
        most = (
            len(max(texts, key=len, default=""))
            if self.max_tokens is None
            else (self.max_tokens * _CHARACTERS_PER_TOKEN)
        )
        try:
            encodings = self._tokenizer.encode_batch([text[:most] for text in texts])
        except Exception as error:  # tokenizers raises bare Exception
            raise ModelError(f"{self._path}: tokenizing {len(texts)} texts failed: {error}") from error
        return [
            Tokens(
                ids=encoding.ids,
                type_ids=encoding.type_ids,
                truncated=bool(encoding.overflowing) or len(text) > most,
            )
            for encoding, text in zip(encodings, texts, strict=True)
        ]

    def _known_pad_id(self) -> int:
        for token in ("<pad>", "[PAD]", "<|endoftext|>"):
            found = self._tokenizer.token_to_id(token)
            if found is not None:
                return int(found)
        return 0


def _open_tokenizer(path: Path) -> Any:  # tokenizers' stub types are not worth the coupling
    try:
        import tokenizers
    except ImportError as error:
        raise MissingDependencyError(
            f"reading {path.name} needs tokenizers: `pip install tokenizers`; "
            "embedder='hashing' works without"
        ) from error
    try:
        return tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:  # tokenizers raises bare Exception
        version = tokenizers.__version__
        raise ModelError(f"{path}: expected a file that tokenizers {version} reads: {error}") from error
