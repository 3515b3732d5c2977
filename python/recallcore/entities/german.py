"""German capitalises every noun: here a capital says nothing unless the words before it do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recallcore.entities.word_list import listed

if TYPE_CHECKING:
    from recallcore.entities.latin import Word

_FUNCTION_WORDS: Final = frozenset(
    listed(
        """
        der das und ist nicht ich ein eine einen einem mit auf für sich auch wird wurde hat haben
        sie wir keine keinen mein meine dem den des zu von bei seit heißt sind war aber oder nach
        """
    )
)
_WORD: Final = re.compile(r"[A-Za-zÄÖÜäöüß]+")
# What stands before a common noun: articles, possessives, and adjectives, which end alike.
_BEFORE_NOUN: Final = re.compile(
    r"(?:d(?:er|ie|as|en|em|es)|(?:k?ein|mein|dein|sein|ihr|unser|euer)(?:e[nmrs]?)?|zum|zur|im|am|vom|beim|"
    r"viele?|mehr|jede[nmrs]?|diese[nmrs]?|\w{3,}(?:en|em|es|er|e))"
)
_NOUN_ENDINGS: Final = listed("ung heit keit schaft tion tät chen nis tum")
# Prepositions and verbs that stand before a name as they are; several end like an adjective.
_BEFORE_NAME: Final = frozenset(
    listed(
        """
        in bei von mit nach aus für gegen und heißt namens ohne treffe treffen kenne über unter
        """
    )
)
_COMMON: Final = frozenset(
    listed(
        """
        ich wir sie er es du ihr das der die den dem ein eine meine mein unser unsere heute gestern
        morgen wenn aber und oder nach vor bei mit am im januar februar märz april mai juni juli
        august september oktober november dezember montag dienstag mittwoch donnerstag freitag
        samstag sonntag bitte danke ja nein was wer wie wo warum wann arbeit zeit kaffee tee wasser
        milch geld hunger angst urlaub sport musik fieber
        """
    )
)


def is_german(text: str) -> bool:
    """Whether `text` has at least two different German function words."""
    found = {word for word in _WORD.findall(text[:400]) if word.lower() in _FUNCTION_WORDS}
    return len(found) >= 2


def drop_german_nouns(text: str, words: list[Word]) -> list[Word]:
    """Keeps the capitalised words that are probably names.

    Example:
        >>> from recallcore.entities.latin import find_names
        >>> find_names("Anna hat den neuen Job bei Siemens und ist froh.")
        [(0, 'Anna'), (27, 'Siemens')]
    """
    kept: list[Word] = []
    for word in words:
        before = text[max(0, word.start - 24) : word.start].split()
        previous = before[-1] if before else ""
        follows_kept = bool(kept) and kept[-1].end + 1 == word.start
        if word.text.lower() not in _COMMON and _may_be_name(word, previous, follows_name=follows_kept):
            kept.append(word)
    return kept


def _may_be_name(word: Word, previous: str, *, follows_name: bool) -> bool:
    if previous in _BEFORE_NAME or follows_name or word.text.isupper():
        return True
    if word.text.lower().endswith(_NOUN_ENDINGS):
        return False
    return word.opens_sentence or _BEFORE_NOUN.fullmatch(previous) is None
