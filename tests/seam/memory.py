"""One memory as it crosses the seam; a test changes the field it is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MEMORY: Mapping[str, Any] = {
    "id": "a",
    "text": "tea",
    "context": None,
    "kind": "world",
    "occurred_start": None,
    "occurred_end": None,
    "precision": "instant",
    "mentioned_at": None,
    "tags": [],
    "metadata": {},
    "entities": [],
    "entities_given": True,
    "links": [],
    "source_ids": [],
    "proof_count": None,
    "document_id": None,
}
