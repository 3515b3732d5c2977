"""Models in local directories: what a directory says of itself, and how texts go through its model."""

from recallcore.local_models.directory import ModelDirectory, read_model_directory
from recallcore.local_models.fetching import fetch
from recallcore.local_models.home import (
    AddedModel,
    ModelSort,
    add_model,
    added_models,
    default_home,
    find_model,
)

__all__ = [
    "AddedModel",
    "ModelDirectory",
    "ModelSort",
    "add_model",
    "added_models",
    "default_home",
    "fetch",
    "find_model",
    "read_model_directory",
]
