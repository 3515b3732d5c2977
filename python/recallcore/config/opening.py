"""How a bank is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from recallcore.errors import InputError
from recallcore.types.checks import bool_of, checked_option, integer_of, number_of, one_of

Durability = Literal["normal", "full"]
Optimize = Literal["auto", "manual"]

MOST_MILLISECONDS = 2**31 - 1
DEFAULT_SCORE_CACHE_BYTES = 4 * 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenOptions:
    """How a bank is opened.

    Attributes:
        create: Make the bank if it is not there.
        read_only: Write nothing, neither memories nor indexes nor settings.
        exact: Compare vectors exactly (True), approximately (False), or by the bank's size (None).
        busy_timeout: Seconds to wait for another writer.
        score_cache_bytes: How much of what a reranker said is remembered, about.
        durability: What a write waits for: the operating system (``normal``) or the disk (``full``).
        optimize: Fold the indexes in the background when much was written (``auto``), or only when asked.

    Raises:
        ConfigError: An option is not as described.
    """

    create: bool = True
    read_only: bool = False
    exact: bool | None = None
    busy_timeout: float = 5.0
    score_cache_bytes: int = DEFAULT_SCORE_CACHE_BYTES
    durability: Durability = "normal"
    optimize: Optimize = "auto"

    def __post_init__(self) -> None:
        with checked_option():
            bool_of(self.create, name="create")
            bool_of(self.read_only, name="read_only")
            one_of(self.durability, get_args(Durability), name="durability")
            one_of(self.optimize, get_args(Optimize), name="optimize")
            integer_of(self.score_cache_bytes, name="score_cache_bytes", least=0)
            if self.exact is not None:
                bool_of(self.exact, name="exact")
            if not 0.0 <= number_of(self.busy_timeout, name="busy_timeout") <= MOST_MILLISECONDS / 1000:
                raise InputError(
                    f"busy_timeout is {self.busy_timeout}, expected seconds from 0 to about 24 days"
                )
