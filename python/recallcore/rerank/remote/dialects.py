"""How each family of services wants to be asked: the names of the fields, and how many texts at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, get_args

from recallcore.rerank.protocol import Scale
from recallcore.types.checks import JsonObject, JsonValue

Dialect = Literal["cohere", "jina", "voyage", "tei"]
"""A family of services that are asked in the same words."""

DIALECTS: Final[tuple[Dialect, ...]] = get_args(Dialect)

_OF_HOSTS: Final[dict[str, Dialect]] = {
    "api.cohere.com": "cohere",
    "api.cohere.ai": "cohere",
    "api.jina.ai": "jina",
    "api.voyageai.com": "voyage",
    "ai.mongodb.com": "voyage",
}
_TEXTS_AT_ONCE: Final = 128
# What `text-embeddings-router` takes unless it is started with a larger `--max-client-batch-size`.
_TEXTS_AT_ONCE_OF_TEI: Final = 32


def dialect_for(*, hostname: str, model: str | None) -> Dialect:
    """Returns the dialect that a service is taken to speak, from what is known before anything is sent.

    A hosted service is known by its name. Of the others, who serves a model chosen by the request speaks
    Jina's dialect (vLLM, Infinity, LiteLLM, llama.cpp), and who serves one model alone is taken for TEI.

    Example:
        >>> dialect_for(hostname="api.voyageai.com", model="rerank-2.5")
        'voyage'
        >>> dialect_for(hostname="localhost", model="bge"), dialect_for(hostname="localhost", model=None)
        ('jina', 'tei')
    """
    known = _OF_HOSTS.get(hostname)
    if known is not None:
        return known
    return "tei" if model is None else "jina"


def texts_at_once(dialect: Dialect) -> int:
    """Returns how many texts every service of a dialect takes in one request.

    Example:
        >>> texts_at_once("cohere"), texts_at_once("tei")
        (128, 32)
    """
    return _TEXTS_AT_ONCE_OF_TEI if dialect == "tei" else _TEXTS_AT_ONCE


def request_body(
    dialect: Dialect, *, query: str, texts: Sequence[str], model: str | None, scale: Scale
) -> JsonObject:
    """Returns what to send, so that a score for every text comes back and no text does.

    Example:
        >>> request_body("tei", query="tea?", texts=["green tea"], model=None, scale="logit")
        {'query': 'tea?', 'texts': ['green tea'], 'raw_scores': True, 'return_text': False, 'truncate': True}
    """
    sent: list[JsonValue] = list(texts)
    named: JsonObject = {} if model is None else {"model": model}
    match dialect:
        case "cohere":
            return {**named, "query": query, "documents": sent, "top_n": len(sent)}
        case "jina":
            limits: JsonObject = {"top_n": len(sent), "return_documents": False}
            return {**named, "query": query, "documents": sent, **limits}
        case "voyage":
            limits = {"top_k": len(sent), "return_documents": False, "truncation": True}
            return {**named, "query": query, "documents": sent, **limits}
        case "tei":
            form: JsonObject = {"raw_scores": scale == "logit", "return_text": False, "truncate": True}
            return {"query": query, "texts": sent, **form}
