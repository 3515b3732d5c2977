"""Writes the reports of one run: JSON, Markdown, a page and a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benches.quality.markdown import markdown


def write(figures: Mapping[str, Any], folder: Path) -> tuple[Path, ...]:
    """Writes `<dataset>.json`, `.md`, `.html` and `.png` into `folder`, which is made if it is not there."""
    # Here, for matplotlib is large and a run without a folder needs none of it.
    from benches.quality.charts import pictures, sheet
    from benches.quality.page import page

    folder.mkdir(parents=True, exist_ok=True)
    words = markdown(figures)
    forms = {
        ".json": (json.dumps(figures, ensure_ascii=False, indent=2) + "\n").encode(),
        ".md": words.encode(),
        ".html": page(f"Recall quality on {figures['dataset']}", words, pictures(figures)).encode(),
        ".png": sheet(figures),
    }
    written = []
    for suffix, content in forms.items():
        path = folder / f"{figures['dataset']}{suffix}"
        path.write_bytes(content)
        written.append(path)
    return tuple(written)
