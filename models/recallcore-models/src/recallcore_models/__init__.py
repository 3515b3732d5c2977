"""The default models of recallcore, as plain files beside this module."""

from pathlib import Path

__all__ = ["__version__", "available", "path"]
__version__ = "0.1.0"

_FOLDER = Path(__file__).resolve().parent
_SETTINGS = "recallcore.json"


def available() -> tuple[str, ...]:
    """Returns the names of the models in this package, in alphabetical order.

    Example:
        >>> available()
        ('multilingual-e5-small', 'multilingual-rerank-mini')
    """
    return tuple(sorted(settings.parent.name for settings in _FOLDER.glob(f"*/{_SETTINGS}")))


def path(name: str = "multilingual-e5-small") -> Path:
    """Returns the directory that holds the model's files.

    Raises:
        LookupError: if this package has no model of that name.

    Example:
        >>> (path() / "tokenizer.json").is_file()
        True
    """
    if name not in available():
        raise LookupError(f"no such model, available are {', '.join(available())}: {name}")
    return _FOLDER / name
