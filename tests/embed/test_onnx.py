"""A model directory becomes an embedder, or is refused at once: which file, what was expected, what came."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from onnx import TensorProto

from recallcore.embed import OnnxEmbedder, OnnxOptions, Thresholds
from recallcore.embed.pooling import Pooling
from recallcore.errors import ConfigError, MissingDependencyError, ModelError

Table = NDArray[np.float32]
Ids = Callable[[str], list[int]]


def unit(vector: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(vector / np.linalg.norm(vector))


def test_mean_pooling_counts_tokens_and_no_padding(make_model: Any, table: Table, token_ids: Ids) -> None:
    texts = ["cat", "a", "abcdefgh"]
    vectors = OnnxEmbedder(make_model()).embed(texts, role="passage").vectors
    for text, vector in zip(texts, vectors, strict=True):
        np.testing.assert_allclose(vector, unit(table[token_ids(text)].mean(axis=0)), atol=1e-6)


@pytest.mark.parametrize(("pooling", "place"), [("cls", 0), ("last", -1)])
def test_pooling_is_what_the_directory_says(
    make_model: Any, table: Table, token_ids: Ids, pooling: str, place: int
) -> None:
    directory = make_model(files={"recallcore.json": {"pooling": pooling}})
    embedder = OnnxEmbedder(directory)
    vectors = embedder.embed(["cat", "abcdef"], role="passage").vectors
    np.testing.assert_allclose(vectors[0], unit(table[token_ids("cat")[place]]), atol=1e-6)
    assert embedder.identity.pooling == pooling


def test_sentence_transformers_files_are_read(make_model: Any) -> None:
    directory = make_model(
        files={
            "1_Pooling/config.json": {"word_embedding_dimension": 16, "pooling_mode_cls_token": True},
            "sentence_bert_config.json": {"max_seq_length": 8},
            "config.json": {"max_position_embeddings": 514, "model_type": "xlm-roberta"},
        }
    )
    embedder = OnnxEmbedder(directory)
    assert (embedder.identity.pooling, embedder.max_tokens) == ("cls", 8)


@pytest.mark.parametrize(
    ("files", "max_length", "expected"),
    [
        ({}, None, 512),
        ({}, 9, 9),
        ({"config.json": {"max_position_embeddings": 66, "model_type": "xlm-roberta"}}, None, 64),
        ({"config.json": {"max_position_embeddings": 64, "model_type": "bert"}}, 128, 64),
        ({"recallcore.json": {"max_tokens": 12}, "sentence_bert_config.json": {"max_seq_length": 8}}, 9, 12),
    ],
)
def test_texts_are_cut_where_the_directory_says(
    make_model: Any, files: dict[str, object], max_length: int | None, expected: int
) -> None:
    assert OnnxEmbedder(make_model(files=files, max_length=max_length)).max_tokens == expected


def test_truncation_is_flagged_per_text_and_counts_the_prefix(make_model: Any) -> None:
    directory = make_model(files={"recallcore.json": {"max_tokens": 10, "passage_prefix": "pp "}})
    embedder = OnnxEmbedder(directory)
    assert embedder.embed(["abcde", "abcdef", "a" * 50_000], role="passage").truncated.tolist() == [
        False,
        True,
        True,
    ]
    assert embedder.embed(["abcdefgh", "abcdefghi"], role="query").truncated.tolist() == [False, True]
    whole, cut = embedder.embed(["abcde", "abcdef"], role="passage").vectors
    np.testing.assert_array_equal(whole, cut)


def test_prefixes_belong_to_the_role(make_model: Any, table: Table, token_ids: Ids) -> None:
    directory = make_model(files={"recallcore.json": {"query_prefix": "q", "passage_prefix": "p"}})
    embedder = OnnxEmbedder(directory)
    query = embedder.embed(["cat"], role="query").vectors[0]
    np.testing.assert_allclose(query, unit(table[token_ids("qcat")].mean(axis=0)), atol=1e-6)
    passage = embedder.embed(["cat"], role="passage").vectors[0]
    np.testing.assert_allclose(passage, unit(table[token_ids("pcat")].mean(axis=0)), atol=1e-6)


def test_family_sets_prefixes_and_options_come_first(make_model: Any) -> None:
    e5 = OnnxEmbedder(make_model(), options=OnnxOptions(family="e5")).identity
    assert (e5.query_prefix, e5.passage_prefix) == ("query: ", "passage: ")
    own = OnnxEmbedder(make_model(), options=OnnxOptions(family="e5", query_prefix="", name="mine")).identity
    assert (own.query_prefix, own.passage_prefix, own.name) == ("", "passage: ", "mine")


@pytest.mark.parametrize("batch_tokens", [1, 16, 100_000])
def test_batches_do_not_change_order_or_vectors(make_model: Any, batch_tokens: int) -> None:
    directory = make_model()
    texts = ["abc" * (position % 7) + "xyz"[: position % 3] for position in range(40)]
    batched = OnnxEmbedder(directory, options=OnnxOptions(batch_tokens=batch_tokens))
    together = batched.embed(texts, role="passage").vectors
    alone = np.concatenate([batched.embed([text], role="passage").vectors for text in texts])
    np.testing.assert_allclose(together, alone, atol=1e-6)


@pytest.mark.parametrize(
    "inputs",
    [
        ("input_ids",),
        ("input_ids", "attention_mask", "token_type_ids"),
        ("input_ids", "attention_mask", "position_ids"),
        ("input_ids", "attention_mask", "token_type_ids", "position_ids"),
    ],
)
def test_models_get_the_inputs_they_ask_for(
    make_model: Any, table: Table, token_ids: Ids, inputs: tuple[str, ...]
) -> None:
    vector = OnnxEmbedder(make_model(inputs=inputs)).embed(["cat"], role="passage").vectors[0]
    hidden = table[token_ids("cat")].astype(np.float64)
    if "position_ids" in inputs:
        hidden = hidden + np.arange(5)[:, np.newaxis]
    np.testing.assert_allclose(vector, unit(hidden.mean(axis=0)), atol=1e-6)


def test_models_with_32_bit_inputs_work(make_model: Any, table: Table, token_ids: Ids) -> None:
    vector = OnnxEmbedder(make_model(integer=TensorProto.INT32)).embed(["cat"], role="passage").vectors[0]
    np.testing.assert_allclose(vector, unit(table[token_ids("cat")].mean(axis=0)), atol=1e-6)


def test_pooled_output_is_taken_as_it_is(make_model: Any, table: Table, token_ids: Ids) -> None:
    embedder = OnnxEmbedder(make_model(output="sentence_embedding", pooled=True))
    vector = embedder.embed(["cat"], role="passage").vectors[0]
    np.testing.assert_allclose(vector, unit(table[token_ids("cat")].max(axis=0)), atol=1e-6)
    assert embedder.identity.pooling == "model"


@pytest.mark.parametrize("name", ["model_int8.onnx", "onnx/model.onnx", "onnx/model_quantized.onnx"])
def test_the_only_model_file_is_found(make_model: Any, name: str) -> None:
    assert OnnxEmbedder(make_model(model_name=name)).identity.dimension == 16


def test_plain_name_wins_among_several_precisions(make_model: Any) -> None:
    directory = make_model()
    (directory / "model_int8.onnx").write_bytes(b"not a model")
    assert OnnxEmbedder(directory).identity.dimension == 16


def test_unnamed_models_differ_by_their_weights(make_model: Any) -> None:
    one, two = make_model(), make_model(scale=2.0)
    revisions = [OnnxEmbedder(directory).identity.revision for directory in (one, two)]
    assert len(set(revisions)) == 2
    assert all(len(revision) == 16 for revision in revisions)


def test_stated_thresholds_need_no_fitting(make_model: Any) -> None:
    stated = {"seed": 0.8, "link": 0.9, "temporal": 0.75}
    embedder = OnnxEmbedder(make_model(files={"recallcore.json": {"thresholds": stated}}))
    assert embedder.thresholds() == Thresholds(**stated)


def refusal(directory: Path, options: OnnxOptions | None = None) -> str:
    with pytest.raises(ModelError) as caught:
        OnnxEmbedder(directory, options=options)
    return str(caught.value)


def test_missing_directory_is_refused(tmp_path: Path) -> None:
    assert "nowhere" in refusal(tmp_path / "nowhere")


def test_missing_tokenizer_is_refused(make_model: Any) -> None:
    directory = make_model()
    (directory / "tokenizer.json").unlink()
    assert "expected tokenizer.json, found model.onnx" in refusal(directory)


def test_missing_model_is_refused_with_what_is_there(make_model: Any) -> None:
    directory = make_model()
    (directory / "model.onnx").unlink()
    assert "expected an .onnx file, found tokenizer.json" in refusal(directory)


def test_ambiguous_models_are_refused_by_name(make_model: Any) -> None:
    directory = make_model(model_name="a.onnx")
    (directory / "b.onnx").write_bytes((directory / "a.onnx").read_bytes())
    assert "found a.onnx, b.onnx" in refusal(directory)


def test_corrupt_model_is_refused(make_model: Any) -> None:
    directory = make_model()
    content = (directory / "model.onnx").read_bytes()
    (directory / "model.onnx").write_bytes(content[: len(content) // 2])
    assert "model.onnx" in refusal(directory)


def test_corrupt_tokenizer_is_refused(make_model: Any) -> None:
    directory = make_model()
    (directory / "tokenizer.json").write_text("{", encoding="utf-8")
    assert "tokenizer.json" in refusal(directory)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ({"dimension": 384}, "expected 384 dimensions, got 16"),
        ({"dimension": "many"}, "dimension must be a whole number above 0"),
        ({"pooling": "max"}, "pooling must be one of mean, cls, last, model"),
        ({"output": "nowhere"}, "expected the output 'nowhere', got last_hidden_state"),
        ({"inputs": ["input_ids"]}, "expected inputs input_ids, got input_ids, attention_mask"),
        ({"sha256": {"model.onnx": "00"}}, "expected SHA-256 00"),
        ({"sha256": {"weights.bin": "00"}}, "lists weights.bin"),
        ({"thresholds": {"seed": 0.9, "link": 0.1, "temporal": 0.0}}, "temporal <= seed <= link"),
        ({"max_tokens": 2}, "max_tokens must exceed 2 special tokens"),
        ({"name": 5}, "name must be a string"),
        (["not", "an", "object"], "expected a JSON object, got list"),
    ],
)
def test_statements_that_cannot_be_are_refused(make_model: Any, statement: object, message: str) -> None:
    assert message in refusal(make_model(files={"recallcore.json": statement}))


def test_correct_checksums_are_accepted(make_model: Any) -> None:
    import hashlib

    directory = make_model()
    digest = hashlib.sha256((directory / "model.onnx").read_bytes()).hexdigest()
    (directory / "recallcore.json").write_text(
        json.dumps({"sha256": {"model.onnx": digest}}), encoding="utf-8"
    )
    assert OnnxEmbedder(directory).identity.dimension == 16


def test_cross_encoder_is_refused_as_embedder(make_model: Any) -> None:
    message = refusal(make_model(output="logits", pooled=True, dimension=1))
    assert "a cross-encoder or classifier with logits is no embedder" in message
    assert "logits[?, 1]" in message
    stated = make_model(
        output="logits", pooled=True, dimension=1, files={"recallcore.json": {"output": "logits"}}
    )
    assert "belongs to the reranker" in refusal(stated)


def test_unknown_input_is_refused(make_model: Any) -> None:
    assert "got input_ids, pixel_values" in refusal(make_model(inputs=("input_ids", "pixel_values")))


def test_two_kinds_of_pooling_are_refused(make_model: Any) -> None:
    modes = {"pooling_mode_cls_token": True, "pooling_mode_max_tokens": True}
    assert "pooling_mode_cls_token, pooling_mode_max_tokens" in refusal(
        make_model(files={"1_Pooling/config.json": modes})
    )


@pytest.mark.parametrize(("scale", "message"), [(float("nan"), "not finite"), (0.0, "zero vector")])
def test_vectors_that_mean_nothing_are_refused(make_model: Any, scale: float, message: str) -> None:
    assert message in refusal(make_model(scale=scale))


@pytest.mark.parametrize(
    "options", [{"family": "e6"}, {"batch_tokens": 0}, {"threads": -1}, {"max_tokens": 0}]
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        OnnxOptions(**options)


def test_pooling_option_overrules_the_directory(make_model: Any) -> None:
    directory = make_model(files={"recallcore.json": {"pooling": "cls"}})
    assert OnnxEmbedder(directory, options=OnnxOptions(pooling=Pooling.LAST)).identity.pooling == "last"


@pytest.mark.parametrize("package", ["onnxruntime", "tokenizers"])
def test_missing_package_is_named(make_model: Any, monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingDependencyError, match=f"pip install {package}"):
        OnnxEmbedder(make_model())


PRIVATE = """
import os, sys
from pathlib import Path
from recallcore.embed import OnnxEmbedder
OnnxEmbedder(Path(sys.argv[1])).embed(["cat"], role="passage")
assert "ORT_DISABLE_TELEMETRY" not in os.environ
"""


def test_embedding_leaves_nothing_in_the_users_folders(make_model: Any, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    folders = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "TMPDIR": str(home)}
    done = subprocess.run(
        [sys.executable, "-B", "-c", PRIVATE, str(make_model())], env=folders, timeout=60, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()
    assert [path.name for path in home.rglob("*")] == []


FORKED = """
import os, sys, warnings
from pathlib import Path
from recallcore.embed import OnnxEmbedder
warnings.simplefilter("ignore", DeprecationWarning)
embedder = OnnxEmbedder(Path(sys.argv[1]))
expected = embedder.embed(["cat", "dog"], role="passage").vectors
child = os.fork()
if child == 0:
    same = embedder.embed(["cat", "dog"], role="passage").vectors.tobytes() == expected.tobytes()
    sys.exit(0 if same else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_forked_child_embeds_too(make_model: Any) -> None:
    done = subprocess.run([sys.executable, "-c", FORKED, str(make_model())], timeout=60, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
