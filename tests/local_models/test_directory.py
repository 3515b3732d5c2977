"""A model directory is read with as little work as it takes, and a file in it may be chosen by name."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from recallcore.errors import ModelError
from recallcore.local_models.directory import read_model_directory
from tests.local_models.tiny_models import ModelMaker


def beside(directory: Path, name: str) -> Path:
    path = directory / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(name.encode())
    return path


@pytest.mark.parametrize("name", ["model_int8.onnx", "onnx/model_quantized.onnx", "model.onnx"])
def test_file_is_chosen_by_name(make_model: ModelMaker, name: str) -> None:
    directory = make_model()
    for other in ("model_int8.onnx", "onnx/model_quantized.onnx"):
        beside(directory, other)
    assert read_model_directory(directory, file=name).model == directory / name


def test_file_that_is_absent_is_refused_with_those_that_are_there(make_model: ModelMaker) -> None:
    directory = make_model()
    beside(directory, "onnx/model_int8.onnx")
    with pytest.raises(ModelError, match=r"expected int4\.onnx, found model\.onnx, onnx/model_int8\.onnx"):
        read_model_directory(directory, file="int4.onnx")


def test_revision_is_the_files_own_unless_stated_for_it(make_model: ModelMaker) -> None:
    directory = make_model(files={"recallcore.json": {"revision": "v1"}})
    other = beside(directory, "model_int8.onnx")
    assert read_model_directory(directory).revision() == "v1"
    digest = hashlib.sha256(other.read_bytes()).hexdigest()
    assert read_model_directory(directory, file=other.name).revision() == digest[:16]


def test_revision_tells_weights_apart_that_lie_beside_equal_graphs(make_model: ModelMaker) -> None:
    one, two = make_model(), make_model()
    (one / "model.onnx_data").write_bytes(b"weights")
    (two / "model.onnx_data").write_bytes(b"others")
    revisions = [read_model_directory(directory).revision() for directory in (one, two)]
    assert revisions[0] == hashlib.sha256((one / "model.onnx").read_bytes() + b"weights").hexdigest()[:16]
    assert revisions[0] != revisions[1]


def test_model_file_is_not_read_before_it_is_asked_for(make_model: ModelMaker) -> None:
    directory = make_model()
    stated = read_model_directory(directory)
    (directory / "model.onnx").write_bytes(b"other weights")
    assert stated.revision() == hashlib.sha256(b"other weights").hexdigest()[:16]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, None),
        ({"tokenizer_config.json": {"model_max_length": 64}}, 64),
        ({"tokenizer_config.json": {"model_max_length": 64.0}}, 64),
        ({"tokenizer_config.json": {"model_max_length": 10**30}}, None),
        ({"tokenizer_config.json": {"model_max_length": 1e30}}, None),
        ({"tokenizer_config.json": {"model_max_length": -1}}, None),
        ({"tokenizer_config.json": {"model_max_length": "long"}}, None),
        (
            {
                "tokenizer_config.json": {"model_max_length": 64},
                "sentence_bert_config.json": {"max_seq_length": 32},
            },
            32,
        ),
        (
            {
                "tokenizer_config.json": {"model_max_length": 64},
                "sentence_bert_config.json": {"max_seq_length": 32},
                "recallcore.json": {"max_tokens": 16},
            },
            16,
        ),
    ],
    ids=str,
)
def test_length_is_what_the_first_file_says(
    make_model: ModelMaker, files: dict[str, object], expected: int | None
) -> None:
    assert read_model_directory(make_model(files=files)).max_tokens == expected
