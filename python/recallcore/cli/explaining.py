"""`recallcore explain`: why a query recalls one memory, or why not."""

from __future__ import annotations

from pathlib import Path

from recallcore.cli.banks import NOTHING_FOUND
from recallcore.cli.recalling import Request, as_utf8
from recallcore.cli.screen import Screen, printable


def explain(screen: Screen, path: Path, request: Request, memory: str, *, embedder: str | None) -> int:
    """Prints the explanation; an id that no memory has is told by the exit code too."""
    options = request.options()
    with request.bank(path, embedder=embedder) as bank:
        name = as_utf8(memory)
        explanation = bank.explain(as_utf8(request.query), name, **options)
        known = explanation.candidate is not None or bank.get(name) is not None
    if screen.json:
        screen.document(explanation.to_dict())
    else:
        screen.result(printable(str(explanation)))
    return 0 if known else NOTHING_FOUND
