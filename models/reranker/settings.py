"""Names and places of the reranker."""

from __future__ import annotations

from pathlib import Path

from settings import MODEL_FOLDER as EMBEDDER_FOLDER

NAME = "multilingual-rerank-mini"
REVISION = "int8-v1"
# Question and text together; training cuts pairs sooner, for time.
MAX_TOKENS = 512
# The scripts whose pieces the vocabulary keeps whole; Unicode's names.
SCRIPTS = ("Latin", "Hangul", "Han", "Hiragana", "Katakana")
# In training few texts were longer; see the figures on paragraphs in the card.
LONGEST_TEXT = 128
# What is read of a memory: the turn, and the turn below those before it; the mean of the two logits counts.
READS = "both"
# The share of the fused score in the order; see the figures in the card.
BLEND = 0.2
# Of 16, 32, 48 and 64 candidates the answers are equally good; see the figures in the card.
DEEPEST = 16
# A Latin piece is kept that this many spellings of the word lists need.
LATIN_USES = 8

# The head's last product is scaled so that the sigmoid of a logit is a probability; fitted by `relevance.py`.
SLOPE, INTERCEPT = 0.3613, 0.7498

MAGNITUDES_FILE = Path(__file__).resolve().parent / "activation_magnitudes.json"
MODEL_FOLDER = EMBEDDER_FOLDER.parent / NAME
