"""Where memories are kept and searched. A backend is one object with the methods of `Backend`."""

from recallcore.backend.embedded import EmbeddedBackend
from recallcore.backend.facets import Facet, VectorPlace, facet_text
from recallcore.backend.protocol import Backend, Candidates, Outline, Pending, Stored

__all__ = [
    "Backend",
    "Candidates",
    "EmbeddedBackend",
    "Facet",
    "Outline",
    "Pending",
    "Stored",
    "VectorPlace",
    "facet_text",
]
