"""`recallcore settings`: what a bank keeps for every recall, shown or changed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import recallcore
from recallcore.cli.banks import open_existing
from recallcore.cli.options import pairs_of, value_of
from recallcore.cli.screen import Screen, printable
from recallcore.config import Settings
from recallcore.errors import ConfigError

_AS_JSON: Mapping[str, str] = {
    "alphas": '{"recency": 0.1}',
    "arms": '["semantic", "keyword"]',
    "boosts": '{"graph": "high"}',
    "budgets": '{"fixed": {"low": 50}}',
    "recency": '{"decay": "exponential", "half_life_days": 30}',
}


def settings(screen: Screen, path: Path, changes: Sequence[str]) -> int:
    """Stores the changes, if there are any, and prints the settings in force and whose they are."""
    pairs = pairs_of(changes, option="settings") or {}
    with open_existing(path, embedder="none") as bank:
        kept = _changed(bank, pairs) if pairs else bank.settings()
    stored, values = kept.to_dict(), kept.in_force().to_dict()
    if screen.json:
        screen.document({"settings": values, "stored": [name for name in values if stored[name] is not None]})
        return 0
    width = max(map(len, values))
    shown = {name: json.dumps(value, ensure_ascii=False) for name, value in values.items()}
    room = max(map(len, shown.values()))
    for name, value in shown.items():
        whose = "the library's" if stored[name] is None else "the bank's"
        screen.result(printable(f"{name:<{width}}  {value:<{room}}  {whose}"))
    return 0


def _changed(bank: recallcore.Bank, pairs: Mapping[str, str]) -> Settings:
    # The names and values come from a person: `configure` refuses what it does not know.
    chosen = {name: value_of(word) for name, word in pairs.items()}
    try:
        return bank.configure(**chosen)
    except ConfigError as error:
        forms = [
            f"{name}='{_AS_JSON[name]}'"
            for name, value in chosen.items()
            if isinstance(value, str) and name in _AS_JSON
        ]
        if not forms:
            raise
        raise ConfigError(f"{error}; in JSON it looks like {' '.join(forms)}") from error
