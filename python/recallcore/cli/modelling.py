"""`recallcore models`: what is there by name, and how something comes to be there."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from rich.table import Table

from recallcore.cli.screen import Screen, printable
from recallcore.embed import OnnxEmbedder, OnnxOptions
from recallcore.embed import names as embedder_names
from recallcore.embed.registry import NONE_NAMES as NO_EMBEDDER
from recallcore.errors import ConfigError, ModelError
from recallcore.local_models import (
    AddedModel,
    ModelSort,
    add_model,
    added_models,
    fetch,
    read_model_directory,
)
from recallcore.rerank import CrossEncoder, CrossEncoderOptions
from recallcore.rerank import names as reranker_names
from recallcore.rerank.registry import NONE_NAMES as NO_RERANKER

_MEGABYTE = 1e6


def list_models(screen: Screen) -> int:
    """Prints every name that finds a model: those that were added, and those that need no adding."""
    added = {model.name: model for model in added_models()}
    sorts: tuple[tuple[ModelSort, list[str], tuple[str, ...]], ...] = (
        ("embedder", embedder_names(), NO_EMBEDDER),
        ("reranker", reranker_names(), NO_RERANKER),
    )
    others = [
        (name, sort)
        for sort, known, no_model in sorts
        for name in known
        if name not in added and name not in no_model
    ]
    if screen.json:
        rows: list[dict[str, object]] = [_mapping(model) for model in added.values()]
        rows += [{"name": name, "sort": sort, "path": None, "bytes": None} for name, sort in others]
        screen.document({"models": rows})
        return 0
    table = Table("name", "sort", "MB", "where", box=None, header_style="bold", pad_edge=False)
    for model in added.values():
        size = f"{model.bytes / _MEGABYTE:.1f}"
        table.add_row(printable(model.name), model.sort, size, printable(str(model.path)))
    for name, sort in others:
        table.add_row(printable(name), sort, "", "comes along")
    screen.result(table)
    return 0


def add(screen: Screen, directory: Path, *, name: str | None, file: str | None) -> int:
    """Adds the model in a directory, once it has answered."""
    return _added(screen, _add(directory, name=name, file=file))


def pull(screen: Screen, repository: str, *, revision: str | None, name: str | None, file: str | None) -> int:
    """Fetches a model from the hub into a folder that is thrown away, and adds it from there."""
    with TemporaryDirectory(prefix="recallcore-") as folder:
        fetch(repository, Path(folder), file=file, revision=revision)
        return _added(screen, _add(Path(folder), name=name or repository.rpartition("/")[2], file=file))


def _add(directory: Path, *, name: str | None, file: str | None) -> AddedModel:
    chosen = name or read_model_directory(directory, file=file).name
    sort = _sort_of(directory, file=file)
    if chosen in (embedder_names() if sort == "embedder" else reranker_names()):
        raise ConfigError(f"model name is taken by another {sort}: {chosen!r}")
    # The copy answers too, for what the model needs may lie where no copy takes it from.
    check = OnnxEmbedder if sort == "embedder" else CrossEncoder
    return add_model(directory, sort, name=chosen, check=check, file=file)


def _sort_of(directory: Path, *, file: str | None) -> ModelSort:
    """What the model in a directory is for, seen by letting it answer.

    Raises:
        ModelError: It is neither an embedder nor a reranker.
    """
    try:
        CrossEncoder(directory, options=CrossEncoderOptions(file=file))
    except ModelError as no_reranker:
        try:
            OnnxEmbedder(directory, options=OnnxOptions(file=file))
        except ModelError as no_embedder:
            raise ModelError(
                f"it is no reranker ({no_reranker}) and no embedder ({no_embedder}): {directory}"
            ) from None
        return "embedder"
    return "reranker"


def _added(screen: Screen, model: AddedModel) -> int:
    if screen.json:
        screen.document(_mapping(model))
    else:
        screen.say(f"{model.sort} {model.name!r} was added: {model.path}")
    return 0


def _mapping(model: AddedModel) -> dict[str, object]:
    return {"name": model.name, "sort": model.sort, "path": str(model.path), "bytes": model.bytes}
