"""A model directory becomes a reranker, or is refused at once: what was expected, what came."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from onnx import TensorProto

from recallcore.errors import ConfigError, MissingDependencyError, ModelError
from recallcore.rerank import BatchedReranker, CrossEncoder, CrossEncoderOptions, Reranker
from tests.local_models.tiny_models import ModelMaker, letter_ids, score_table

QUERY = "hab"
TEXTS = ["cat", "", "a", "abcdefgh" * 3, "dog", "xyz" * 5, "cat", "가나다"]
ALL_INPUTS = ("input_ids", "attention_mask", "token_type_ids", "position_ids")


def label_sums(
    query: str, texts: Sequence[str], *, inputs: Sequence[str] = ALL_INPUTS[:3], labels: int = 1
) -> NDArray[np.float64]:
    """An oracle for the tiny models: what the tokens add to each label, one text at a time."""
    table = score_table(labels).astype(np.float64)
    sums = []
    for text in texts:
        first, second = [2, *letter_ids(query), 3], [*letter_ids(text), 3]
        added: NDArray[np.float64] = table[first + second]
        if "token_type_ids" in inputs:
            added = added * np.array([1] * len(first) + [2] * len(second))[:, np.newaxis]
        if "position_ids" in inputs:
            added = added + np.arange(len(first) + len(second))[:, np.newaxis] / 100
        sums.append(added.sum(axis=0))
    return np.array(sums)


def expected(
    query: str, texts: Sequence[str], *, inputs: Sequence[str] = ALL_INPUTS[:3]
) -> NDArray[np.float64]:
    """The scores of a model of one label."""
    return label_sums(query, texts, inputs=inputs)[:, 0]


@pytest.mark.parametrize(
    "inputs",
    [("input_ids",), ("input_ids", "attention_mask"), ALL_INPUTS[:3], ALL_INPUTS],
    ids=lambda inputs: f"{len(inputs)} inputs",
)
def test_score_is_the_models_logit(make_model: ModelMaker, inputs: tuple[str, ...]) -> None:
    scores = CrossEncoder(make_model.cross_encoder(inputs=inputs)).score(QUERY, TEXTS)
    np.testing.assert_allclose(scores, expected(QUERY, TEXTS, inputs=inputs), atol=1e-5)
    assert scores.dtype == np.float64


def test_score_of_two_logits_is_their_difference(make_model: ModelMaker) -> None:
    scores = CrossEncoder(make_model.cross_encoder(labels=2)).score(QUERY, TEXTS)
    sums = label_sums(QUERY, TEXTS, labels=2)
    np.testing.assert_allclose(scores, sums[:, 1] - sums[:, 0], atol=1e-5)
    softmax = np.exp(sums[:, 1]) / np.exp(sums).sum(axis=1)
    np.testing.assert_allclose(1 / (1 + np.exp(-scores)), softmax, atol=1e-5)


@pytest.mark.parametrize(
    "model",
    [
        {"integer": TensorProto.INT32},
        {"flat": True},
        {"flat": True, "output": "score"},
        {"output": "score"},
        {"model_name": "onnx/model_quantized.onnx"},
        {"pair": None},
        {"output": "score", "files": {"recallcore.json": {"output": "score"}}},
    ],
    ids=str,
)
def test_exports_differ_and_scores_do_not(make_model: ModelMaker, model: dict[str, Any]) -> None:
    reranker = CrossEncoder(make_model.cross_encoder(**model))
    np.testing.assert_allclose(reranker.score(QUERY, TEXTS), expected(QUERY, TEXTS), atol=1e-5)


def test_score_of_two_probabilities_is_that_of_relevance(make_model: ModelMaker) -> None:
    directory = make_model.cross_encoder(labels=2, scale=1e-3)
    reranker = CrossEncoder(directory, options=CrossEncoderOptions(scale="probability"))
    assert reranker.scale == "probability"
    relevance = label_sums(QUERY, TEXTS, labels=2)[:, 1] * 1e-3
    np.testing.assert_allclose(reranker.score(QUERY, TEXTS), relevance, atol=1e-5)


# --- batches ----------------------------------------------------------------------------------


@pytest.mark.parametrize("batch_tokens", [1, 40, 100_000])
def test_batches_change_neither_order_nor_scores(make_model: ModelMaker, batch_tokens: int) -> None:
    texts = ["abc" * (place % 7) + "xyz"[: place % 3] for place in range(40)]
    options = CrossEncoderOptions(batch_tokens=batch_tokens)
    reranker = CrossEncoder(make_model.cross_encoder(inputs=ALL_INPUTS), options=options)
    together = reranker.score(QUERY, texts)
    np.testing.assert_allclose(together, expected(QUERY, texts, inputs=ALL_INPUTS), atol=1e-5)
    alone = np.concatenate([reranker.score(QUERY, [text]) for text in texts])
    np.testing.assert_allclose(together, alone, atol=1e-5)


def test_batches_cover_every_text_once_and_count_what_was_read(make_model: ModelMaker) -> None:
    directory = make_model.cross_encoder()
    reranker = CrossEncoder(directory, options=CrossEncoderOptions(batch_tokens=40))
    batches = list(reranker.score_batches(QUERY, TEXTS))
    assert len(batches) > 2
    assert sorted(place for batch in batches for place in batch.places) == list(range(len(TEXTS)))
    assert sum(batch.tokens for batch in batches) == sum(len(QUERY) + len(text) + 3 for text in TEXTS)
    for batch in batches:
        longest = max(len(QUERY) + len(TEXTS[place]) + 3 for place in batch.places)
        assert batch.tokens + batch.padding == len(batch.places) * longest


def test_nothing_runs_that_was_not_asked_for(make_model: ModelMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    reranker = CrossEncoder(make_model.cross_encoder(), options=CrossEncoderOptions(batch_tokens=40))
    run, runs = reranker._model.run, []

    def counted(*args: Any, **options: Any) -> Any:
        runs.append(args)
        return run(*args, **options)

    monkeypatch.setattr(reranker._model, "run", counted)
    batches = reranker.score_batches(QUERY, TEXTS)
    assert not runs
    assert 0 in next(batches).places
    assert len(runs) == 1


def test_more_texts_than_are_tokenised_at_once_keep_their_places(make_model: ModelMaker) -> None:
    texts = ["abcdefg"[: place % 8] for place in range(2100)]
    scores = CrossEncoder(make_model.cross_encoder()).score(QUERY, texts)
    np.testing.assert_allclose(scores, expected(QUERY, texts), atol=1e-5)


def test_calls_at_the_same_time_do_not_share_their_buffers(make_model: ModelMaker) -> None:
    reranker = CrossEncoder(make_model.cross_encoder(), options=CrossEncoderOptions(batch_tokens=40))
    scores = np.zeros((2, len(TEXTS)))
    queries = (QUERY, "zz")
    taking_turns = zip_longest(*(reranker.score_batches(query, TEXTS) for query in queries))
    for batches in taking_turns:
        for place, batch in enumerate(batches):
            if batch is not None:
                scores[place, batch.places] = batch.scores
    for query, row in zip(queries, scores, strict=True):
        np.testing.assert_allclose(row, expected(query, TEXTS), atol=1e-5)


def test_threads_get_what_one_thread_gets(make_model: ModelMaker) -> None:
    reranker = CrossEncoder(make_model.cross_encoder(), options=CrossEncoderOptions(batch_tokens=40))
    queries = ["a" * (1 + place % 5) for place in range(24)]
    with ThreadPoolExecutor(max_workers=4) as pool:
        answers = list(pool.map(lambda query: reranker.score(query, TEXTS), queries))
    for query, scores in zip(queries, answers, strict=True):
        np.testing.assert_allclose(scores, expected(query, TEXTS), atol=1e-5)


def test_little_of_what_a_real_model_reads_is_padding(real: CrossEncoder) -> None:
    rng = np.random.default_rng(5)
    texts = [" ".join(["memory"] * length) for length in rng.integers(3, 70, size=300)]
    batches = list(real.score_batches("Where does Hannah live?", texts))
    padding, tokens = (sum(getattr(batch, name) for batch in batches) for name in ("padding", "tokens"))
    assert padding <= 0.1 * (padding + tokens)


# --- texts ------------------------------------------------------------------------------------


def test_no_texts_have_no_scores(make_model: ModelMaker) -> None:
    reranker = CrossEncoder(make_model.cross_encoder())
    assert reranker.score(QUERY, []).shape == (0,)
    assert list(reranker.score_batches(QUERY, [])) == []


def test_any_text_has_a_score(make_model: ModelMaker) -> None:
    reranker = CrossEncoder(make_model.cross_encoder())
    strange = ["", "a\x00b", "\ud83d", "가" * 2**20, "👩‍👩‍👧‍👦"]
    for query in strange:
        assert np.isfinite(reranker.score(query, strange)).all()
    np.testing.assert_array_equal(reranker.score("\ud83d", ["\ud83d"]), reranker.score("\ufffd", ["\ufffd"]))


def test_pair_is_cut_where_the_longer_part_ends(make_model: ModelMaker) -> None:
    directory = make_model.cross_encoder(files={"recallcore.json": {"max_tokens": 13}})
    reranker = CrossEncoder(directory)
    assert reranker.max_tokens == 13
    scores = reranker.score("abc", ["defghijklm", "de"])
    np.testing.assert_allclose(scores, expected("abc", ["defghij", "de"]), atol=1e-5)
    np.testing.assert_allclose(reranker.score("a" * 40, ["b" * 40]), expected("a" * 5, ["b" * 5]), atol=1e-5)


def test_real_model_puts_the_answer_first(real: CrossEncoder) -> None:
    texts = [
        "[Date: March 02, 2024 (2024-03-02)] Sam: I painted the kitchen at last.",
        "[Date: May 11, 2024 (2024-05-11)] Hannah: The boxes are unpacked, I live in Lisbon now!",
        "[Date: May 12, 2024 (2024-05-12)] Sam: Where did I put the keys?",
    ]
    assert np.argmax(real.score("Where does Hannah live?", texts)) == 1


# --- name, scale, revision --------------------------------------------------------------------


def test_directory_states_name_scale_and_revision(make_model: ModelMaker) -> None:
    stated = {"name": "tiny", "revision": "v3", "scale": "auto"}
    reranker = CrossEncoder(make_model.cross_encoder(files={"recallcore.json": stated}))
    assert (reranker.name, reranker.revision, reranker.scale) == ("tiny", "v3", "auto")


def test_directory_that_states_nothing_has_its_name_and_its_weights(make_model: ModelMaker) -> None:
    one, two = (make_model.cross_encoder(), make_model.cross_encoder(scale=2.0))
    assert CrossEncoder(one).name == one.name
    assert CrossEncoder(one).scale == "logit"
    assert len({CrossEncoder(one).revision, CrossEncoder(two).revision}) == 2


def test_options_have_the_last_word(make_model: ModelMaker) -> None:
    stated = {"name": "tiny", "revision": "v3", "scale": "auto", "max_tokens": 64}
    directory = make_model.cross_encoder(files={"recallcore.json": stated})
    options = CrossEncoderOptions(name="mine", revision="r", scale="logit", max_tokens=32)
    reranker = CrossEncoder(directory, options=options)
    assert (reranker.name, reranker.scale, reranker.max_tokens) == ("mine", "logit", 32)
    assert CrossEncoder(directory, options=CrossEncoderOptions(revision="r")).revision == "r"


def test_what_scores_differently_has_another_revision(make_model: ModelMaker) -> None:
    directory = make_model.cross_encoder(files={"recallcore.json": {"revision": "v3"}})
    other = make_model.cross_encoder(scale=2.0)
    (directory / "model_int8.onnx").write_bytes((other / "model.onnx").read_bytes())
    options = [
        CrossEncoderOptions(),
        CrossEncoderOptions(max_tokens=32),
        CrossEncoderOptions(max_tokens=33),
        CrossEncoderOptions(file="model_int8.onnx"),
        CrossEncoderOptions(file="model_int8.onnx", max_tokens=32),
    ]
    revisions = [CrossEncoder(directory, options=each).revision for each in options]
    assert len(set(revisions)) == len(options)


def test_revision_belongs_to_the_load_and_reads_nothing_later(make_model: ModelMaker) -> None:
    directory = make_model.cross_encoder()
    expected = hashlib.sha256((directory / "model.onnx").read_bytes()).hexdigest()[:16]
    reranker = CrossEncoder(directory)
    (directory / "model.onnx").unlink()
    assert reranker.revision == expected


def test_protocols_are_kept(make_model: ModelMaker) -> None:
    reranker = CrossEncoder(make_model.cross_encoder())
    assert isinstance(reranker, Reranker)
    assert isinstance(reranker, BatchedReranker)


# --- what is refused --------------------------------------------------------------------------


def refusal(directory: Path, **options: Any) -> str:
    with pytest.raises(ModelError) as caught:
        CrossEncoder(directory, options=CrossEncoderOptions(**options))
    return str(caught.value)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ({"labels": 3}, "got logits[?, 3]; an embedder or a classifier of three or more labels"),
        ({"labels": 16, "output": "sentence_embedding"}, "got sentence_embedding[?, 16]; an embedder"),
        ({"files": {"recallcore.json": {"output": "score"}}}, "expected the output 'score'"),
        ({"inputs": ("input_ids", "pixel_values")}, "got input_ids, pixel_values"),
        ({"inputs": ("tokens", "attention_mask")}, "expected input_ids and at most attention_mask"),
        ({"integer": TensorProto.FLOAT}, "expected integer inputs"),
        ({"scale": float("nan")}, "expected finite scores, got [nan]"),
        ({"files": {"recallcore.json": {"scale": "percent"}}}, "scale must be one of auto, probability"),
        ({"files": {"recallcore.json": {"scale": "probability"}}}, "expects scores in [0, 1]"),
        ({"files": {"recallcore.json": {"max_tokens": 3}}}, "max_tokens must exceed 3 special tokens"),
        ({"files": {"recallcore.json": {"inputs": ["input_ids"]}}}, "expected inputs input_ids, got"),
        ({"files": {"recallcore.json": {"sha256": {"model.onnx": "00"}}}}, "expected SHA-256 00"),
    ],
    ids=str,
)
def test_model_that_is_no_cross_encoder_is_refused(
    make_model: ModelMaker, model: dict[str, Any], message: str
) -> None:
    assert message in refusal(make_model.cross_encoder(**model))


def test_embedder_is_refused(make_model: ModelMaker) -> None:
    assert "got last_hidden_state[?, ?, 16]; an embedder" in refusal(make_model())
    assert "pooled[?, 16]" in refusal(make_model(output="pooled", pooled=True))


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_missing_and_damaged_files_are_refused(make_model: ModelMaker, name: str) -> None:
    directory = make_model.cross_encoder()
    content = (directory / name).read_bytes()
    (directory / name).write_bytes(content[: len(content) // 2])
    assert name in refusal(directory)
    (directory / name).unlink()
    assert refusal(directory).startswith(f"{directory}: expected ")


def test_file_that_is_not_there_is_refused(make_model: ModelMaker) -> None:
    assert "expected int4.onnx, found model.onnx" in refusal(make_model.cross_encoder(), file="int4.onnx")


@pytest.mark.parametrize(
    "options",
    [
        {"name": ""},
        {"revision": 3},
        {"file": Path("model.onnx")},
        {"max_tokens": 0},
        {"batch_tokens": 0},
        {"batch_tokens": 1.5},
        {"threads": -1},
        {"scale": "percent"},
    ],
    ids=str,
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="of a cross-encoder"):
        CrossEncoderOptions(**options)


@pytest.mark.parametrize("package", ["onnxruntime", "tokenizers"])
def test_missing_package_is_named(
    make_model: ModelMaker, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingDependencyError, match=f"pip install {package}"):
        CrossEncoder(make_model.cross_encoder())


FORKED = """
import os, sys, warnings
from pathlib import Path
from recallcore.rerank import CrossEncoder
warnings.simplefilter("ignore", DeprecationWarning)
reranker = CrossEncoder(Path(sys.argv[1]))
expected = reranker.score("cat", ["cat", "dog"])
reranker._model._turns.acquire()
child = os.fork()
if child == 0:
    same = reranker.score("cat", ["cat", "dog"]).tobytes() == expected.tobytes()
    sys.exit(0 if same else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_forked_child_scores_even_while_its_parent_does(make_model: ModelMaker) -> None:
    command = [sys.executable, "-c", FORKED, str(make_model.cross_encoder())]
    done = subprocess.run(command, timeout=60, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
