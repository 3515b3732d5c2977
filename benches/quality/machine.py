"""The machine that figures were measured on, and how busy it was."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

import numpy as np


def machine() -> dict[str, Any]:
    """Names the machine: processor, cores that this process may use, system, Python and numpy.

    `load` is how many processes wanted a core over the last minute, or None where the system does not say;
    times measured above the number of cores are times of waiting.
    """
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


def _processor() -> str:
    """Returns the processor's name; Linux keeps it where `platform` does not look."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
