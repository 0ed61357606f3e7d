"""Vectors on disk, by content: a text is embedded once per model, whoever asks and however often."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from pipeline.canonical import content_digest
from pipeline.interfaces import Vectors


class VectorCache:
    """A SQLite file of vectors. Several processes may use it at once; the key holds a digest, never the text."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        with closing(self._connect()) as db, db:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID")

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=60)

    @staticmethod
    def key(model: str, text: str) -> str:
        return content_digest(model, text)

    def get(self, keys: Sequence[str]) -> dict[str, Vectors]:
        """The vectors that are there, by key."""
        found: dict[str, Vectors] = {}
        with closing(self._connect()) as db:
            for start in range(0, len(keys), 500):
                part = keys[start : start + 500]
                marks = ",".join("?" * len(part))
                rows = db.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", part)  # noqa: S608 (only marks)
                found.update((key, np.frombuffer(blob, dtype="<f4")) for key, blob in rows)
        return found

    def put(self, vectors: dict[str, Vectors]) -> None:
        with closing(self._connect()) as db, db:
            rows = [(key, vector.astype("<f4").tobytes()) for key, vector in vectors.items()]
            db.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?)", rows)
