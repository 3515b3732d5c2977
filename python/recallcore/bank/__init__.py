"""A bank of memories: what one agent, user or project remembers, in one directory."""

from recallcore.bank.arguments import Memories
from recallcore.bank.bank import Bank
from recallcore.bank.opening import OpenKeywords, aopen, open  # noqa: A004  # read as recallcore.open

__all__ = ["Bank", "Memories", "OpenKeywords", "aopen", "open"]
