"""A folder of banks, one for each user, agent or project."""

from recallcore.store.store import LeasedBank, Store

__all__ = ["LeasedBank", "Store"]
