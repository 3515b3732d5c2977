"""Makes `benches` importable: it is a program of the checkout and no part of the installed wheel."""

from __future__ import annotations

import sys
from pathlib import Path

# At the end of the path, so that nothing of the checkout can stand before an installed package.
sys.path.append(str(Path(__file__).resolve().parents[2]))
