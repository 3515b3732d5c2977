"""What every section of the benchmark works on: the model in each precision, and real pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benches.rerank.fp32 import fp32_directory, the_model_file
from benches.rerank.pairs import Asked, draw_pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The model files by precision, fp32 first; questions with their candidates; the threads; a folder."""

    models: dict[str, Path]
    asked: Sequence[Asked]
    threads: int
    folder: Path


def prepare(
    directory: Path,
    *,
    file: str | None,
    locomo: Path,
    questions: int,
    conversations: int,
    seed: int,
    threads: int,
    folder: Path,
) -> Prepared:
    """Writes the fp32 twin of a quantised file into `folder`, and draws the pairs."""
    given = the_model_file(directory, name=file)
    floats = fp32_directory(given, into=folder / "fp32")
    models = {"fp32": floats}
    if floats != given:
        models["int8"] = given
    asked = draw_pairs(locomo, questions=questions, conversations=conversations, seed=seed)
    return Prepared(models=models, asked=asked, threads=threads, folder=folder)
