"""Files to memories: one pure reader a format, and the choice between them.

A reader takes a path and yields `Memory` values in file order. It writes nothing, opens no bank and asks no
clock, so reading a file twice gives the same memories twice.
"""

from __future__ import annotations

from recallcore.importers.formats import FORMATS, Format, detect
from recallcore.importers.jsonl import BadLine, read_jsonl
from recallcore.importers.locomo import (
    CONTEXT_TURNS,
    conversation_name,
    load_conversations,
    read_conversation,
    read_locomo,
)
from recallcore.importers.prose import read_markdown, read_text

__all__ = [
    "CONTEXT_TURNS",
    "FORMATS",
    "BadLine",
    "Format",
    "conversation_name",
    "detect",
    "load_conversations",
    "read_conversation",
    "read_jsonl",
    "read_locomo",
    "read_markdown",
    "read_text",
]
