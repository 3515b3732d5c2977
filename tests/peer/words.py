"""Draws texts, tags and trees of tags in several scripts, and near misses of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

WORDS = (
    "the ferry to Jeju leaves at nine kiln invoice A-20391 is paid user_id=42 naïve café Straße "
    "제주 가는 배는 아홉 시에 떠난다 회의록 서울 東京 会議 は 明日 встреча завтра اجتماع غدا "
    "<|endoftext|> 🧠 don't e.g. 3.14 https://example.org/a?b=c README.md __init__ C++ 100%"
).split()
# In a word of its own, for here its vowel signs are letters, and there they part words.
DEVANAGARI = "देवनागरी"
TAGS = ("a", "b", "A", "user:alice", "user:bob", "project:recall", "한국어", "", " a ", "with space")
NAMES = (
    "typescript javascript mongodb mongoose postgres kubernetes kafka k8s recallcore retrieval benchmark "
    "한국어 데이터베이스 Ärger naïve-bayes machine_learning machine-learning v1.2.3 user-facing Ελλάδα"
).split()
SPACES = ("", "", "", "lang:", "user:", "topic:sub:")
MATCHES = ("any", "all", "any_strict", "all_strict", "exact")
Draw = Callable[[Random, int], list[str]]


def drawn_text(chance: Random) -> str:
    return chance.choice((" ", " ", "  ", ", ")).join(chance.choices(WORDS, k=chance.randint(1, 12)))


def drawn_tags(chance: Random, most: int) -> list[str]:
    return [chance.choice(TAGS) for _ in range(chance.randint(0, most))]


def drawn_vocabulary(chance: Random) -> list[str]:
    """Distinct tags, some of them spellings of one another."""
    names = [chance.choice(SPACES) + chance.choice(NAMES) for _ in range(chance.randint(1, 8))]
    variants = [near_miss(chance, name) for name in names if chance.random() < 0.4]
    return list(dict.fromkeys([*names, *variants]))


def near_miss(chance: Random, word: str) -> str:
    """The word itself, in another case, or with one slip of the finger."""
    place = chance.randrange(len(word) + 1)
    match chance.choice(("same", "upper", "swap", "drop", "add", "pad", "other")):
        case "upper":
            return word.upper()
        case "swap":
            return word[:place] + word[place : place + 2][::-1] + word[place + 2 :]
        case "drop":
            return word[:place] + word[place + 1 :]
        case "add":
            return word[:place] + chance.choice("aez-_ 한1") + word[place:]
        case "pad":
            return f" {word} "
        case "other":
            return chance.choice(SPACES) + chance.choice(NAMES)
        case _:
            return word


def drawn_group(chance: Random, draw: Draw, depth: int) -> dict[str, Any]:
    form = chance.choice(("leaf", "leaf", "and", "or", "not")) if depth else "leaf"
    if form == "leaf":
        leaf: dict[str, Any] = {"tags": draw(chance, 3)}
        return leaf if chance.random() < 0.2 else {**leaf, "match": chance.choice(MATCHES)}
    if form == "not":
        return {"not": drawn_group(chance, draw, depth - 1)}
    return {form: [drawn_group(chance, draw, depth - 1) for _ in range(chance.randint(1, 3))]}


def drawn_groups(chance: Random, draw: Draw) -> list[dict[str, Any]]:
    return [drawn_group(chance, draw, 2) for _ in range(chance.randint(0, 2))]
