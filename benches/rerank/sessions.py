"""Opens onnxruntime as its own defaults would have it, for the sides that are compared with ours."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

# Read when onnxruntime is imported: nothing is reported to anybody.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime

ERRORS_ONLY = 3


def open_session(model: Path | bytes, *, threads: int) -> Any:
    """A session on the processor; `Any` because onnxruntime is published without types."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = ERRORS_ONLY
    source = model if isinstance(model, bytes) else str(model)
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
