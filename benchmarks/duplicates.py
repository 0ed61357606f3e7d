"""Finds duplicates among threads with the product's own step.

Rows: {"id", "messages": [{"role", "content"}, ...]}. Writes {"id", "cluster"}: threads of one cluster are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pipeline.preprocessing.similarity import cluster
from pipeline.settings import Deduplication


def predict(gold: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    texts = ["\n".join(str(m["content"]) for m in row["messages"]) for row in gold]
    for row, label in zip(gold, cluster(texts, Deduplication()), strict=True):
        yield {"id": row["id"], "cluster": str(gold[label]["id"])}
