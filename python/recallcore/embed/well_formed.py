"""Makes any Python string encodable, for models and hashes that read UTF-8."""

from __future__ import annotations


def well_formed(text: str) -> str:
    r"""Returns `text` with lone surrogates replaced by U+FFFD and surrogate pairs joined.

    Example:
        >>> well_formed("a\ud800b") == "a\ufffdb"
        True
        >>> well_formed("서울") == "서울"
        True
    """
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
