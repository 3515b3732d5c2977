"""Reads the word lists of this package, which are running text so that a person can proofread them."""

from __future__ import annotations


def listed(listing: str) -> tuple[str, ...]:
    """Returns the words of `listing`, which stand between blanks and line ends, in order.

    Example:
        >>> listed("of  de von")
        ('of', 'de', 'von')
    """
    return tuple(listing.split())
