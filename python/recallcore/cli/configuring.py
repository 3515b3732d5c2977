"""`recallcore settings`: what a bank keeps for every recall, shown or changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from recallcore.cli.banks import open_existing
from recallcore.cli.options import pairs_of, value_of
from recallcore.cli.screen import Screen, printable


def settings(screen: Screen, path: Path, changes: Sequence[str]) -> int:
    """Stores the changes, if there are any, and prints the settings."""
    pairs = pairs_of(changes, option="settings") or {}
    with open_existing(path, embedder="none") as bank:
        # The names and values come from a person: `configure` refuses what it does not know.
        chosen = {name: value_of(word) for name, word in pairs.items()}
        kept = (bank.configure(**chosen) if chosen else bank.settings()).to_dict()
    if screen.json:
        screen.document(kept)
        return 0
    width = max(map(len, kept))
    for name, value in kept.items():
        shown = "the library's" if value is None else json.dumps(value, ensure_ascii=False)
        screen.result(printable(f"{name:<{width}}  {shown}"))
    return 0
