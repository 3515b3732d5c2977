"""Names, checksums and places that the scripts share."""

from __future__ import annotations

from pathlib import Path

NAME = "multilingual-e5-small"
REVISION = "int8-v1"
SOURCE_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"

_HERE = Path(__file__).resolve().parent
MAGNITUDES_FILE = _HERE / "activation_magnitudes.json"
MODEL_FOLDER = _HERE / "recallcore-models" / "src" / "recallcore_models" / NAME

# Cosines of this model, fitted by `fit_thresholds.py`; its figures are in the model's CARD.md.
THRESHOLDS = {"seed": 0.82, "link": 0.93, "temporal": 0.78}
