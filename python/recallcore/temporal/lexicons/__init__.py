"""The lexicons, one file a language."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from recallcore.temporal.language import Language, Lexicon, prepare, telling_words

LANGUAGES: Final = ("en", "ko", "ja", "zh", "de", "fr", "es", "pt", "it", "nl")
"""The languages that have a lexicon."""


@cache
def lexicon(code: str) -> Lexicon:
    """Returns the lexicon of a language, ready for scanning."""
    return prepare(_language(code))


def vocabulary(code: str) -> tuple[set[str], set[str]]:
    """Returns the words by which the times of a language are known, and those that stand beside them."""
    return telling_words(_language(code))


@cache
def labels(codes: tuple[str, ...]) -> frozenset[str]:
    """Returns the words of some languages behind which a number is a label."""
    words = [_language(code).words.get("label", "") for code in codes]
    found = {word.strip() for each in words if isinstance(each, str) for word in each.split(",")}
    return frozenset(word for word in found if word.isalpha())


def _language(code: str) -> Language:
    language: Language = import_module(f"recallcore.temporal.lexicons.{code}").LANGUAGE
    return language
