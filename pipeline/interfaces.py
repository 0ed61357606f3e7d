"""What the pure steps are handed instead of importing it: models and indexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    name: str
    """Model name and version, for the manifest and for caches."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """(n, dimension) float32, rows of length 1, in the order given. Equal texts give equal rows."""
        ...


class Passage(NamedTuple):
    """A part of a document, as retrieved."""

    chunk_id: str
    doc_id: str
    title: str
    content: str
    source: str
    score: float
    """Cosine similarity with the query, -1 to 1."""


class Retriever(Protocol):
    """Finds the parts of the knowledge base nearest to a query."""

    def search(self, queries: Sequence[str], k: int) -> list[list[Passage]]:
        """For each query at most k passages, best first; ties by chunk_id."""
        ...
