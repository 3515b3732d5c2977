"""What an entity extractor is, and the one that recallcore uses when the caller gives no entities."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final, Protocol, runtime_checkable

from recallcore.entities.japanese import find_japanese
from recallcore.entities.korean import find_korean
from recallcore.entities.latin import find_names
from recallcore.entities.literals import find_literals

_MOST_CHARACTERS: Final = 20_000
_MOST_ENTITIES: Final = 64


@runtime_checkable
class EntityExtractor(Protocol):
    """Whatever finds the entities of a text.

    Attributes:
        name: Shown in notes when it fails.
    """

    name: str

    def extract(self, text: str) -> Sequence[str]:
        """Returns the entities of `text`, each once, in order of first appearance."""
        ...


class HeuristicExtractor:
    """Finds entities by form, deterministically, in linear time.

    It prefers silence to noise, for a word that is in every memory links everything with everything. Two
    forms are one entity where NFKC and case folding make them equal; the first is returned. Of a long text
    the first 20,000 characters are read, and at most 64 entities are returned.

    Example:
        >>> HeuristicExtractor().extract("Caroline's order A-20391 went to New York.")
        ['Caroline', 'A-20391', 'New York']
        >>> HeuristicExtractor().extract("김민지씨는 부산에서 회사에 다닌다.")
        ['김민지', '부산', '회사']
    """

    name = "heuristic-1"

    def extract(self, text: str) -> list[str]:
        """Returns the entities of `text`, each once, in order of first appearance."""
        head = text[:_MOST_CHARACTERS]
        # Literals come first and are blanked out: the words inside a link or a title are not names.
        mentions, rest = find_literals(head)
        mentions += find_names(rest)
        if not rest.isascii():
            mentions += find_korean(rest)
            mentions += find_japanese(rest)
        mentions.sort(key=_position)
        seen: set[str] = set()
        entities: list[str] = []
        for _, entity in mentions:
            key = unicodedata.normalize("NFKC", entity).casefold()
            if key not in seen:
                seen.add(key)
                entities.append(entity)
        return entities[:_MOST_ENTITIES]


def default_extractor() -> EntityExtractor:
    """Returns the extractor of a bank that names none.

    Example:
        >>> default_extractor().name
        'heuristic-1'
    """
    return HeuristicExtractor()


def _position(mention: tuple[int, str]) -> int:
    return mention[0]
