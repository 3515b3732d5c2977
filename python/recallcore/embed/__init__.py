"""Embedders: texts to unit vectors. `resolve` finds one, `register` adds one; importing loads no model."""

from recallcore.embed.callable import CallableEmbedder, EmbedFunction
from recallcore.embed.hashing import HashingEmbedder
from recallcore.embed.onnx import OnnxEmbedder, OnnxOptions
from recallcore.embed.precomputed import Precomputed
from recallcore.embed.protocol import Embedder, EmbedderIdentity, Embeddings, Role, Thresholds
from recallcore.embed.registry import EmbedderSpec, names, register, resolve
from recallcore.embed.thresholds import fit, fit_from_vectors

__all__ = [
    "CallableEmbedder",
    "EmbedFunction",
    "Embedder",
    "EmbedderIdentity",
    "EmbedderSpec",
    "Embeddings",
    "HashingEmbedder",
    "OnnxEmbedder",
    "OnnxOptions",
    "Precomputed",
    "Role",
    "Thresholds",
    "fit",
    "fit_from_vectors",
    "names",
    "register",
    "resolve",
]
