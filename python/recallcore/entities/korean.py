"""Korean nouns: an eojeol without its particles, unless it looks like a verb, an adverb or an empty noun.

There is no dictionary here. Particles must agree with the syllable before them (은 after a consonant, 는
after a vowel), which tells most nouns from verbs; lists of endings and of common words settle the rest.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from recallcore.entities.korean_words import (
    ADJECTIVE_TAILS,
    ALWAYS_PARTICLES,
    COPULA_AFTER,
    KEEPS_I,
    LONG_VERB_ENDINGS,
    NEEDS_PARTICLE,
    PARTICLES_AFTER_ANYTHING,
    PARTICLES_AFTER_CONSONANT,
    PARTICLES_AFTER_VOWEL,
    PARTICLES_AFTER_VOWEL_OR_R,
    SHARED_ENDINGS,
    SHORT_NOUNS,
    STOP_HEADS,
    STOP_WORDS,
    VERB_ENDINGS,
    VERB_STEMS,
    VERB_TAILS,
    WEAK_PARTICLES,
    WHOLE_NOUNS,
)
from recallcore.entities.literals import Mention

_EOJEOL: Final = re.compile(r"[가-힣]+")
_SPEAKER: Final = re.compile(r"\s*([가-힣]{2,5}):\s")
_LONGEST_EOJEOL: Final = 14
_LONGEST_NOUN: Final = 8
_LONGEST_PARTICLE: Final = 4
_FIRST_SYLLABLE: Final = 0xAC00
_FINALS: Final = 28
_FINAL_N: Final = 4
_FINAL_R: Final = 8
_FINAL_SS: Final = 20
_NEGATIONS: Final = ("않", "못", "말", "마")


def find_korean(text: str) -> list[Mention]:
    """Returns the noun-like stems of `text` in order.

    A run of Hangul right after a letter, a digit or a literal is its particle or counter, and is passed over.

    Example:
        >>> find_korean("민지가 서울에서 회사에 다녔지만 오늘은 쉰다")
        [(0, '민지'), (4, '서울'), (9, '회사')]
    """
    mentions: list[Mention] = []
    speaker = _SPEAKER.match(text)
    if speaker and speaker.group(1) not in STOP_WORDS:
        mentions.append((speaker.start(1), speaker.group(1)))
    for match in _EOJEOL.finditer(text, speaker.end() if speaker else 0):
        start = match.start()
        if start and (text[start - 1].isalnum() or text[start - 1] in "\x01_"):
            continue
        eojeol = match.group()
        if eojeol.endswith("지") and text.startswith(_NEGATIONS, match.end() + 1):
            continue
        noun = noun_of(eojeol)
        if noun:
            mentions.append((start, noun))
    return mentions


@lru_cache(maxsize=16_384)
def noun_of(eojeol: str) -> str:
    """Returns the noun in one eojeol (a run of Hangul), or the empty string.

    Example:
        >>> noun_of("김민지씨가"), noun_of("했다"), noun_of("정말")
        ('김민지', '', '')
    """
    if len(eojeol) > _LONGEST_EOJEOL or eojeol in STOP_WORDS or _has_past(eojeol):
        return ""
    if eojeol in WHOLE_NOUNS:
        return eojeol
    if eojeol.startswith(STOP_HEADS):
        return ""
    stem, particle = _split(eojeol)
    if not particle:
        return eojeol if _is_bare_noun(eojeol) else ""
    if _looks_verbal(stem, weak=particle in WEAK_PARTICLES):
        return ""
    return _tidy(stem)


def _final(syllable: str) -> int:
    """The number of the final consonant, 0 for none."""
    return (ord(syllable) - _FIRST_SYLLABLE) % _FINALS


def _has_past(eojeol: str) -> bool:
    """Whether some syllable ends in ㅆ, which past forms, 있다 and 겠다 do and nouns do not.

    The copula's past (엔지니어였다) is a noun all the same, and is left to the particles.
    """
    at = next((index for index, syllable in enumerate(eojeol) if _final(syllable) == _FINAL_SS), -1)
    if at < 0:
        return False
    return not (at >= 2 and (eojeol[at] == "였" or eojeol[at - 1 : at + 1] == "이었"))


def _split(eojeol: str) -> tuple[str, str]:
    """Splits off the longest particle that agrees with the syllable before it; no particle gives ""."""
    if _is_copula(eojeol):
        return eojeol[:-1], "다"
    for length in range(min(_LONGEST_PARTICLE, len(eojeol) - 1), 0, -1):
        stem, particle = eojeol[:-length], eojeol[-length:]
        if not _agrees(stem[-1], particle):
            continue
        # A long particle is never the tail of a noun: 것으로 holds no noun "것으".
        if len(stem) > 1 or length > 1 or stem in SHORT_NOUNS:
            return stem, particle
    return eojeol, ""


def _is_copula(eojeol: str) -> bool:
    """Whether 다 follows a vowel at which a noun of some length ends more often than a verb: 엔지니어다."""
    return eojeol[-1] == "다" and len(eojeol) >= 4 and eojeol[-2] in COPULA_AFTER


def _agrees(syllable: str, particle: str) -> bool:
    """Whether `particle` is one, and may follow `syllable`."""
    if particle in PARTICLES_AFTER_ANYTHING:
        return True
    final = _final(syllable)
    if particle in PARTICLES_AFTER_CONSONANT:
        return final != 0
    if particle in PARTICLES_AFTER_VOWEL:
        return final == 0
    return particle in PARTICLES_AFTER_VOWEL_OR_R and final in (0, _FINAL_R)


def _looks_verbal(stem: str, *, weak: bool) -> bool:
    """Whether a stem is a verb's or an adjective's; `weak` says that its particle follows verbs too."""
    if stem in WHOLE_NOUNS or stem in SHORT_NOUNS:
        return False
    if len(stem) >= 3 and stem.endswith(ADJECTIVE_TAILS):
        return True
    if stem.endswith(VERB_TAILS) or (stem[-1] == "지" and stem[:-1] in VERB_STEMS):
        return True
    return weak and (stem in VERB_STEMS or stem.endswith(LONG_VERB_ENDINGS))


def _tidy(stem: str) -> str:
    """Takes off honorifics, plural and the 이 of nicknames, then refuses what is left over from no noun."""
    noun = stem
    for tail in ("씨", "님", "들"):
        if noun.endswith(tail) and len(noun) >= 3 and noun not in WHOLE_NOUNS:
            noun = noun[:-1]
    if len(noun) == 3 and noun[-1] == "이" and _final(noun[1]) and noun not in WHOLE_NOUNS:
        noun = noun if noun.endswith(KEEPS_I) else noun[:-1]
    if noun in STOP_WORDS or len(noun) > _LONGEST_NOUN:
        return ""
    if len(noun) == 1:
        return noun if noun in SHORT_NOUNS else ""
    return noun


def _is_bare_noun(eojeol: str) -> bool:
    """Whether an eojeol without a particle is a noun: nothing about it may look like a verb or an adverb."""
    if len(eojeol) == 1:
        return eojeol in SHORT_NOUNS and eojeol not in NEEDS_PARTICLE
    if len(eojeol) == 2 and (eojeol[1] in ALWAYS_PARTICLES or eojeol[0] in STOP_WORDS):
        # One syllable with a particle: 주에, 뒤로, 때가.
        return False
    if len(eojeol) > _LONGEST_NOUN or _looks_verbal(eojeol, weak=False) or eojeol in VERB_STEMS:
        return False
    if eojeol.endswith(VERB_ENDINGS) or (len(eojeol) < 4 and eojeol.endswith(SHARED_ENDINGS)):
        return False
    last = eojeol[-1]
    if last in "어아":
        # After a vowel a verb's 어 would have merged with it, so what keeps it is a loanword: 엔지니어.
        return _final(eojeol[-2]) == 0
    if last in "데지" and _final(eojeol[-2]) == _FINAL_N:
        return False
    if last == "대" and _final(eojeol[-2]) in (_FINAL_N, _FINAL_SS):
        return False
    return not (last == "준" and eojeol[-2] in "해려어아워와")
