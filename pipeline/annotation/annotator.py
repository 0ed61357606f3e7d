"""Step 6: references from the knowledge base for each subtask."""

from __future__ import annotations

import math

import numpy as np
import polars as pl

from pipeline.interfaces import Embedder, Passage, Retriever
from pipeline.preprocessing.reply_features import reply_text, request_text
from pipeline.schemas import ANNOTATIONS
from pipeline.settings import Annotation

_CANDIDATES = 20  # passages looked at a query; the best `settings.references` of them are kept


def annotate(turns: pl.DataFrame, subtasks: pl.DataFrame, settings: Annotation, retriever: Retriever, embedder: Embedder) -> pl.DataFrame:
    """The best passages for each subtask, an ANNOTATIONS frame.

    Passages are looked for with the open request (what an agent under test could search for) and with the reference
    reply (what it really rests on); a passage counts by the mean of its similarities to both, and must reach
    `settings.minimum_score` with it. Where nothing does, the subtask has no reference.
    """
    spans = subtask_texts(turns, subtasks).rows(named=True)
    requests = [request_text(s["request"]) for s in spans]
    replies = [reply_text(s["reference"]) for s in spans]
    by_request = retriever.search(requests, _CANDIDATES)
    by_reply = retriever.search(replies, _CANDIDATES)
    pools = [{p.chunk_id: p for p in (*a, *b)} for a, b in zip(by_request, by_reply, strict=True)]
    texts = sorted({_embedded(p) for pool in pools for p in pool.values()})
    vectors = dict(zip(texts, embedder.embed(texts), strict=True))
    asked, answered = embedder.embed(requests), embedder.embed(replies)
    rows = []
    for n, (span, pool) in enumerate(zip(spans, pools, strict=True)):
        scored = []
        for passage in pool.values():
            vector = vectors[_embedded(passage)]
            score = round(float(np.dot(asked[n], vector)), 4)
            support = round(float(np.dot(answered[n], vector)), 4)
            scored.append((-math.fsum((score, support)) / 2, passage.chunk_id, passage, score, support))
        scored.sort(key=lambda s: s[:2])
        distinct = {s[2].content: s for s in reversed(scored)}  # one text may stand under two headings: the better one counts
        good = [s for s in scored if -s[0] >= settings.minimum_score and distinct[s[2].content] is s][: settings.references]
        for rank, (_, _, passage, score, support) in enumerate(good, 1):
            place = {"ticket_id": span["ticket_id"], "subtask": span["subtask"], "rank": rank, "score": score, "support": support}
            rows.append(place | {k: v for k, v in passage._asdict().items() if k in ANNOTATIONS.columns and k != "score"})
    return ANNOTATIONS.check(ANNOTATIONS.frame(rows))


def _embedded(passage: Passage) -> str:
    return f"{passage.title}\n{passage.content}"


def subtask_texts(turns: pl.DataFrame, subtasks: pl.DataFrame) -> pl.DataFrame:
    """One row a subtask: ticket_id, subtask, request (the customer's words in it), reference (the checkpoint reply)."""
    inside = subtasks.select("ticket_id", "subtask", "first", "reply").join(
        turns.select("ticket_id", "position", "role", "text"), on="ticket_id"
    )
    asked = inside.filter((pl.col("role") == "customer") & pl.col("position").is_between("first", "reply")).sort("position")
    request = asked.group_by("ticket_id", "subtask").agg(pl.col("text").str.join("\n").alias("request"))
    reference = inside.filter(pl.col("position") == pl.col("reply")).select("ticket_id", "subtask", pl.col("text").alias("reference"))
    return (
        subtasks.select("ticket_id", "subtask")
        .join(request, on=["ticket_id", "subtask"], how="left")
        .join(reference, on=["ticket_id", "subtask"], how="left")
        .sort("ticket_id", "subtask")
    )
