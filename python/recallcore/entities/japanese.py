"""Japanese entities that form alone gives away: katakana words, and names before an honorific."""

from __future__ import annotations

import re
from typing import Final

from recallcore.entities.literals import Mention
from recallcore.entities.word_list import listed

_KATAKANA: Final = re.compile(r"[ァ-ヺー]{3,}(?:・[ァ-ヺー]{2,})*")
# The honorifics that follow names, and hardly anything else, directly.
_NAME: Final = re.compile(r"([\u4e00-\u9fff々]{1,4})(?=さん|さま|様|氏|くん|ちゃん)")
_NOT_NAMES: Final = frozenset(
    listed(
        """
        皆 奥 旦那 娘 息子 嫁 客 神 王 お客 子供 父 母 兄 姉 御 何 医者 店員 赤 叔父 叔母 祖父 祖母
        """
    )
)


def find_japanese(text: str) -> list[Mention]:
    """Returns katakana words of three or more characters and kanji names before さん, 様 and their like.

    Example:
        >>> find_japanese("田中さんはスターバックスが好きだ")
        [(0, '田中'), (5, 'スターバックス')]
    """
    mentions = [(match.start(), match.group()) for match in _KATAKANA.finditer(text)]
    mentions += [
        (match.start(), match.group(1)) for match in _NAME.finditer(text) if match.group(1) not in _NOT_NAMES
    ]
    mentions.sort()
    return mentions
