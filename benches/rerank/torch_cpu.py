"""Brings torch up on the processor alone, whichever of its files is installed.

    python -m benches.rerank.torch_cpu        once after installing; needs a C compiler on Linux

The file that a plain `pip install torch` brings on Linux is linked against NVIDIA's libraries, gigabytes that
nothing on a processor calls. Their place is taken by empty libraries of the same names beside torch's own,
and torch is imported so that a function is looked up when it is first called, not before. The two small ones
that run when torch is loaded (cudart, cupti) are real. A torch that was built without CUDA is left alone.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

STAND_INS = (
    "libcublas.so.13",
    "libcublasLt.so.13",
    "libcudnn.so.9",
    "libcufft.so.12",
    "libcufile.so.0",
    "libcurand.so.10",
    "libcusparse.so.12",
    "libcusparseLt.so.0",
    "libnccl.so.2",
    "libnvrtc.so.13",
    "libnvshmem_host.so.3",
)


def import_torch(*, threads: int | None = None) -> Any:
    """Imports torch, for `threads` threads; `Any` because the module is not there for the type checker."""
    if sys.platform != "linux":
        import torch
    else:
        before = sys.getdlopenflags()
        sys.setdlopenflags(os.RTLD_LAZY)
        try:
            import torch
        finally:
            sys.setdlopenflags(before)
    if threads is not None:
        torch.set_num_threads(threads)
    return torch


def write_stand_ins() -> list[Path]:
    """Makes the empty libraries beside torch's own where that was built with CUDA; returns what it made."""
    found = importlib.util.find_spec("torch")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("torch is not installed")
    libraries = Path(found.origin).parent / "lib"
    if not (libraries / "libtorch_cuda.so").is_file():
        return []
    made = []
    for name in STAND_INS:
        path = libraries / name
        command = ["cc", "-shared", f"-Wl,-soname,{name}", "-o", str(path), "-x", "c", os.devnull]
        subprocess.run(command, check=True)
        made.append(path)
    return made


if __name__ == "__main__":
    print(f"{len(write_stand_ins())} empty libraries; torch {import_torch().__version__}")
