"""Where memories are kept and searched. A backend is one object with the methods of `Backend`."""

from recallcore.backend.embedded import EmbeddedBackend
from recallcore.backend.protocol import Backend, Candidates, Outline, Pending, Stored

__all__ = ["Backend", "Candidates", "EmbeddedBackend", "Outline", "Pending", "Stored"]
