"""A query beside a text: framed as the tokenizer's file says, and cut as the usual loop cuts it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from recallcore._onnx import TextTokenizer
from recallcore.errors import ModelError
from tests.local_models.tiny_models import letter_ids, tokenizer

BERT = "[CLS] $A [SEP] $B:1 [SEP]:1"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tokenizer.json"


def framed(query: str, text: str) -> list[int]:
    return [2, *letter_ids(query), 3, *letter_ids(text), 3]


def longest_first(query: str, text: str, *, room: int) -> tuple[str, str]:
    """What is left when the longer of the two loses a letter until both fit, the odd one staying with it."""
    text_is_longer = len(text) >= len(query)
    while len(query) + len(text) > room:
        if len(query) > len(text) or (len(query) == len(text) and text_is_longer):
            query = query[:-1]
        else:
            text = text[:-1]
    return query, text


letters = st.text(alphabet="abcdefgh", max_size=40)


@given(query=letters, texts=st.lists(letters, max_size=5), max_tokens=st.integers(min_value=4, max_value=40))
def test_longer_part_is_cut_first(
    tmp_path_factory: pytest.TempPathFactory, query: str, texts: list[str], max_tokens: int
) -> None:
    path = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    tokenizer(pair=BERT).save(str(path))
    made = TextTokenizer(path, max_tokens=max_tokens).encode_pairs(query, texts)
    for tokens, text in zip(made, texts, strict=True):
        kept = longest_first(query, text, room=max_tokens - 3)
        assert tokens.ids == framed(*kept)
        assert tokens.type_ids == [0] * (len(kept[0]) + 2) + [1] * (len(kept[1]) + 1)
        assert tokens.truncated == (kept != (query, text))


@pytest.mark.parametrize("pair", [BERT, None], ids=["stated", "not stated"])
def test_pair_is_framed_even_where_the_file_frames_single_texts_only(file: Path, pair: str | None) -> None:
    tokenizer(pair=pair).save(str(file))
    reader = TextTokenizer(file)
    [tokens] = reader.encode_pairs("ab", ["cde"])
    assert tokens.ids == framed("ab", "cde")
    assert tokens.type_ids == [0, 0, 0, 0, 1, 1, 1, 1]
    [single] = reader.encode(["ab"])
    assert single.ids == [2, *letter_ids("ab"), 3]


@pytest.mark.parametrize(
    ("processor", "expected"),
    [
        (
            tokenizers.processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2)),
            ([2, 4, 3, 5, 3], [0, 0, 0, 1, 1]),
        ),
        (
            tokenizers.processors.RobertaProcessing(("[SEP]", 3), ("[CLS]", 2)),
            ([2, 4, 3, 3, 5, 3], [0, 0, 0, 0, 0, 0]),
        ),
    ],
    ids=["bert", "roberta"],
)
def test_frame_is_the_files_own(file: Path, processor: Any, expected: tuple[list[int], list[int]]) -> None:
    reader = tokenizer()
    reader.post_processor = processor
    reader.save(str(file))
    [tokens] = TextTokenizer(file).encode_pairs("a", ["b"])
    assert (tokens.ids, tokens.type_ids) == expected


def test_file_without_any_frame_is_read_as_it_is(file: Path) -> None:
    reader = tokenizer()
    reader.post_processor = None
    reader.save(str(file))
    [tokens] = TextTokenizer(file).encode_pairs("a", ["b"])
    assert tokens.ids == letter_ids("ab")


def test_truncation_that_the_file_states_gives_the_length_alone(file: Path) -> None:
    reader = tokenizer(pair=BERT)
    reader.enable_truncation(max_length=7, strategy="only_second", direction="left")
    reader.save(str(file))
    [tokens] = TextTokenizer(file).encode_pairs("abcdef", ["gh"])
    assert tokens.ids == framed("ab", "gh")


def test_very_long_texts_are_cut_before_they_are_read(file: Path) -> None:
    tokenizer(pair=BERT).save(str(file))
    reader = TextTokenizer(file, max_tokens=11)
    [tokens] = reader.encode_pairs("a" * 2**20, ["b" * 2**20])
    assert tokens.ids == framed("aaaa", "bbbb")
    assert tokens.truncated


def test_room_for_the_special_tokens_of_a_pair_alone_is_refused(file: Path) -> None:
    tokenizer(pair=BERT).save(str(file))
    reader = TextTokenizer(file, max_tokens=3)
    assert [tokens.ids for tokens in reader.encode(["abc"])] == [[2, 4, 3]]
    with pytest.raises(ModelError, match="max_tokens must exceed 3 special tokens, got 3"):
        reader.encode_pairs("a", ["b"])


def test_more_pairs_than_are_read_at_once_keep_their_order(file: Path) -> None:
    tokenizer(pair=BERT).save(str(file))
    texts = ["abc"[: place % 4] for place in range(150)]
    made = TextTokenizer(file).encode_pairs("h", texts)
    assert [tokens.ids for tokens in made] == [framed("h", text) for text in texts]
