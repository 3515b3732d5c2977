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
from contextlib import nullcontext
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

# What a tokenizer returns for a text takes far more memory than the tokens that are kept of it.
_TEXTS_AT_ONCE: Final = 64

_DEFAULT_MAX_TOKENS: Final = 512


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
        inferences: How many may run at once, while others wait; None for any number.

    Raises:
        MissingDependencyError: onnxruntime is not installed.
        ModelError: The file is no model that onnxruntime can run.
    """

    def __init__(self, path: Path, *, threads: int | None = None, inferences: int | None = None) -> None:
        self._path = path
        self._threads = threads if threads is not None else available_cores()
        self._inferences = inferences
        self._make_locks()
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
        session = self._session_of_this_process()
        try:
            with self._turns:
                (values,) = session.run([output], arrays)
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
        self._make_locks()

    def _make_locks(self) -> None:
        self._lock = threading.Lock()
        self._turns = nullcontext() if self._inferences is None else threading.Semaphore(self._inferences)

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


def shapes_in_words(tensors: Mapping[str, TensorSpec]) -> str:
    """Returns names and shapes for a message.

    Example:
        >>> shapes_in_words({"logits": TensorSpec(kind="tensor(float)", shape=(None, 1))})
        'logits[?, 1]'
    """
    return ", ".join(
        f"{name}[{', '.join('?' if axis is None else str(axis) for axis in spec.shape)}]"
        for name, spec in tensors.items()
    )


def _open_session(path: Path, threads: int) -> Any:  # onnxruntime is published without types
    try:
        onnxruntime = _import_onnxruntime()
    except ImportError as error:
        raise MissingDependencyError(
            f"running {path.name} needs onnxruntime: `pip install onnxruntime`; "
            "embedder='hashing' without a reranker needs no model"
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _LOG_ERRORS_ONLY
    # Spinning threads would burn a core of an agent's machine between two recalls. To let them spin within a
    # run alone ("session.force_spinning_stop") is faster only on an idle machine: where other processes want
    # the cores, a cross-encoder took twice as long with it, and an event loop beside it was late by 30 ms.
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
    """One text, or a query and a text, as a model reads it.

    Attributes:
        ids: Token numbers, special tokens included.
        type_ids: The segment of each token, for models that ask.
        truncated: Whether something was cut off.
    """

    ids: list[int]
    type_ids: list[int]
    truncated: bool


class TextTokenizer:
    """A ``tokenizer.json``, cutting at `max_tokens`. Threads may share it.

    Args:
        path: The file.
        max_tokens: Most tokens of a text or pair, special ones included; None takes the limit stated in the
            file, else `position_limit`, else 512.
        position_limit: Most positions that the model has: a higher `max_tokens` counts as this; None for any
            number.

    Raises:
        MissingDependencyError: tokenizers is not installed.
        ModelError: The file is no tokenizer, or `max_tokens` leaves no room for text.
    """

    def __init__(
        self, path: Path, *, max_tokens: int | None = None, position_limit: int | None = None
    ) -> None:
        self._path = path
        self._tokenizer = _open_tokenizer(path)
        stated = self._tokenizer.truncation
        wanted = max_tokens or (stated and stated["max_length"]) or position_limit or _DEFAULT_MAX_TOKENS
        self.max_tokens: Final[int] = min(wanted, position_limit or wanted)
        self._check_room(self._tokenizer.num_special_tokens_to_add(is_pair=False))
        padding = self._tokenizer.padding
        self.pad_id: Final[int] = padding["pad_id"] if padding else self._known_pad_id()
        self._tokenizer.no_padding()
        # The tokenizer would keep each combination of the pieces that it cuts off: gigabytes for long pairs.
        self._tokenizer.no_truncation()

    def encode(self, texts: Sequence[str]) -> list[Tokens]:
        """Tokenises `texts`, which must be encodable as UTF-8.

        Raises:
            ModelError: The tokenizer failed.
        """
        most = self.max_tokens * _CHARACTERS_PER_TOKEN
        return self._tokens([text[:most] for text in texts], cut=[len(text) > most for text in texts])

    def encode_pairs(self, query: str, texts: Sequence[str]) -> list[Tokens]:
        """Tokenises `query` beside each of `texts`, all of them encodable as UTF-8.

        Of a pair that is too long the longer part is cut first, as `transformers` does by default.

        Raises:
            ModelError: The tokenizer failed, or `max_tokens` leaves no room beside its special tokens.
        """
        self._check_room(self._tokenizer.num_special_tokens_to_add(is_pair=True))
        most = self.max_tokens * _CHARACTERS_PER_TOKEN
        return self._tokens(
            [(query[:most], text[:most]) for text in texts],
            cut=[max(len(query), len(text)) > most for text in texts],
        )

    def _tokens(
        self, given: Sequence[str] | Sequence[tuple[str, str]], *, cut: Sequence[bool]
    ) -> list[Tokens]:
        """Tokenises what is left after the cut before the tokenizer."""
        made: list[Tokens] = []
        for first in range(0, len(given), _TEXTS_AT_ONCE):
            part = given[first : first + _TEXTS_AT_ONCE]
            try:
                encodings = self._tokenizer.encode_batch_fast(part)
            except (KeyboardInterrupt, SystemExit):
                raise
            except (
                BaseException
            ) as error:  # tokenizers raises bare Exception, and a panic of it is not even that
                raise ModelError(f"{self._path}: tokenizing {len(part)} texts failed: {error}") from error
            for encoding, shortened in zip(encodings, cut[first : first + _TEXTS_AT_ONCE], strict=True):
                made.append(self._fitting(encoding, shortened=shortened))
        return made

    def _fitting(self, encoding: Any, *, shortened: bool) -> Tokens:  # tokenizers' stubs are not worth it
        """Keeps every special token, and of each part what there is room for."""
        ids, type_ids = encoding.ids, encoding.type_ids
        if len(ids) <= self.max_tokens:
            return Tokens(ids=ids, type_ids=type_ids, truncated=shortened)
        part_of = encoding.sequence_ids  # None for a special token
        first, second = part_of.count(0), part_of.count(1)
        room = self.max_tokens - (len(ids) - first - second)
        left = list(_longest_first(first, second, room=room))
        kept = []
        for place, part in enumerate(part_of):
            if part is not None:
                left[part] -= 1
            if part is None or left[part] >= 0:
                kept.append(place)
        return Tokens(
            ids=[ids[place] for place in kept], type_ids=[type_ids[place] for place in kept], truncated=True
        )

    def _check_room(self, specials: int) -> None:
        if self.max_tokens <= specials:
            raise ModelError(
                f"{self._path}: max_tokens must exceed {specials} special tokens, got {self.max_tokens}"
            )

    def _known_pad_id(self) -> int:
        for token in ("<pad>", "[PAD]", "<|endoftext|>"):
            found = self._tokenizer.token_to_id(token)
            if found is not None:
                return int(found)
        return 0


def _longest_first(first: int, second: int, *, room: int) -> tuple[int, int]:
    """Returns how much is kept of two parts that do not fit: an odd token is the longer one's."""
    shorter = min(first, second, room // 2)
    return (shorter, room - shorter) if first <= second else (room - shorter, shorter)


def _open_tokenizer(path: Path) -> Any:  # tokenizers' stub types are not worth the coupling
    try:
        import tokenizers
    except ImportError as error:
        raise MissingDependencyError(
            f"reading {path.name} needs tokenizers: `pip install tokenizers`; "
            "embedder='hashing' without a reranker needs no model"
        ) from error
    try:
        tokenizer = tokenizers.Tokenizer.from_file(str(path))
        specials = [tokenizer.num_special_tokens_to_add(is_pair=is_pair) for is_pair in (False, True)]
        if specials[1] < specials[0]:
            tokenizer.post_processor = _framing_pairs(tokenizer)
    except Exception as error:  # tokenizers raises bare Exception
        version = tokenizers.__version__
        raise ModelError(f"{path}: expected a file that tokenizers {version} reads: {error}") from error
    return tokenizer


def _framing_pairs(tokenizer: Any) -> Any:  # tokenizers' stub types are not worth the coupling
    """Returns a post-processor for a file that frames single texts only, where pairs would run together.

    The frame of a single text is drawn around the first, and what closes it closes the second too.
    """
    from tokenizers.processors import TemplateProcessing

    framed = tokenizer.encode("a")
    bare = len(tokenizer.encode("a", add_special_tokens=False).ids)
    opening = next((place for place, special in enumerate(framed.special_tokens_mask) if not special), 0)
    before, after = framed.tokens[:opening], framed.tokens[opening + bare :]
    single = [*(f"{token}:0" for token in before), "$A:0", *(f"{token}:0" for token in after)]
    return TemplateProcessing(
        single=single,
        pair=[*single, "$B:1", *(f"{token}:1" for token in after)],
        special_tokens=[(token, tokenizer.token_to_id(token)) for token in {*before, *after}],
    )
