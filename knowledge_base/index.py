"""The vector index: FAISS over the parts of the knowledge base, saved and loaded as a folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import faiss
import numpy as np
import polars as pl

from pipeline.canonical import content_digest
from pipeline.errors import ModelError
from pipeline.interfaces import Embedder, Passage, Vectors
from pipeline.schemas import CHUNKS

_SPARE = 16  # candidates beyond k, so that the exact re-scoring below cannot miss one by a rounding


class KnowledgeIndex:
    """A `Retriever` over the rows of a CHUNKS frame. Exact inner-product search (FAISS flat)."""

    def __init__(self, chunks: pl.DataFrame, vectors: Vectors, embedder: Embedder) -> None:
        """`vectors` is (rows of chunks, dimension), float32, unit length, in the frame's order."""
        self.chunks = chunks
        self._rows = chunks.rows(named=True)
        self._vectors = np.ascontiguousarray(vectors, dtype=np.float32)
        self._embedder = embedder
        self._index = faiss.IndexFlatIP(max(1, self._vectors.shape[1]))
        if len(self._rows):
            self._index.add(self._vectors)

    @classmethod
    def build(cls, chunks: pl.DataFrame, embedder: Embedder) -> KnowledgeIndex:
        """Embeds title and text of every part."""
        chunks = CHUNKS.check(chunks).sort("chunk_id")
        texts = [f"{row['title']}\n{row['content']}" for row in chunks.iter_rows(named=True)]
        return cls(chunks, embedder.embed(texts), embedder)

    def search(self, queries: Sequence[str], k: int) -> list[list[Passage]]:
        """For each query at most k passages, best first; ties by chunk_id."""
        if not self._rows or k < 1 or not queries:
            return [[] for _ in queries]
        vectors = self._embedder.embed(list(queries))
        _, found = self._index.search(vectors, min(len(self._rows), k + _SPARE))
        return [self._ranked(vector, rows[rows >= 0], k) for vector, rows in zip(vectors, found, strict=True)]

    def _ranked(self, vector: Vectors, candidates: np.ndarray, k: int) -> list[Passage]:
        # FAISS's scores vary in the last bits with the number of queries; these do not.
        scored = [(round(float(np.dot(self._vectors[i], vector)), 6), self._rows[i]) for i in candidates]
        scored.sort(key=lambda pair: (-pair[0], pair[1]["chunk_id"]))
        names = ("chunk_id", "doc_id", "title", "content", "source")
        return [Passage(**{n: row[n] for n in names}, score=score) for score, row in scored[:k]]

    def save(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.chunks.write_parquet(folder / "chunks.parquet")
        faiss.write_index(self._index, str(folder / "vectors.faiss"))
        (folder / "manifest.json").write_text(json.dumps(self.manifest(), indent=1), "utf-8")

    def manifest(self) -> dict[str, object]:
        """What the index was made of: it is refused with another model."""
        return {
            "model": self._embedder.name,
            "dimension": int(self._index.d),
            "chunks": len(self._rows),
            "corpus": content_digest(*(row["chunk_id"] for row in self._rows)),
        }

    @classmethod
    def load(cls, folder: Path, embedder: Embedder) -> KnowledgeIndex:
        """Raises ModelError when the index was made with another model than `embedder`."""
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        if manifest["model"] != embedder.name:
            raise ModelError(f"the index in {folder} was made with {manifest['model']}, not {embedder.name}: materialize it again")
        index = faiss.read_index(str(folder / "vectors.faiss"))
        vectors = index.reconstruct_n(0, index.ntotal) if index.ntotal else np.zeros((0, index.d), dtype=np.float32)
        return cls(pl.read_parquet(folder / "chunks.parquet"), vectors, embedder)
