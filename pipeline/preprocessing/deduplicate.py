"""Step 1: tickets that are the same as another one are folded into it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import polars as pl

from pipeline.preprocessing.similarity import Hashes, cluster_words, jaccard, shingle_sets, word_hashes
from pipeline.schemas import LEDGER
from pipeline.settings import Deduplication

STEP = "deduplication"

_SPOKEN = ("customer", "agent", "call")
_LATEST = datetime.max.replace(tzinfo=UTC)


class Deduplicated(NamedTuple):
    """The TICKETS and MESSAGES that stay, and the LEDGER of the duplicates."""

    tickets: pl.DataFrame
    messages: pl.DataFrame
    ledger: pl.DataFrame


def deduplicate(tickets: pl.DataFrame, messages: pl.DataFrame, settings: Deduplication) -> Deduplicated:
    """Compares the words of customer and agent and the calls (`pipeline.preprocessing.similarity` says how).

    Of a cluster the ticket with the most messages stays, then the one opened first, then the one with the smallest id. The
    others' rows name it and the Jaccard similarity with it. The order of rows changes nothing.
    """
    tickets = tickets.sort("ticket_id")
    words = word_hashes(_texts(tickets, messages))
    shingles = shingle_sets(words, settings.shingle_words)
    clusters: dict[int, list[int]] = defaultdict(list)
    for index, label in enumerate(cluster_words(words, shingles, settings)):
        clusters[label].append(index)

    ids = tickets["ticket_id"].to_list()
    opened = [time or _LATEST for time in tickets["opened_at"]]
    counts = dict(messages.group_by("ticket_id").len().iter_rows())
    ledger: list[dict[str, Any]] = []
    for members in clusters.values():
        kept = min(members, key=lambda i: (-counts.get(ids[i], 0), opened[i], ids[i]))
        for index in members:
            if index != kept:
                reason, score = _reason(index, kept, words), jaccard(shingles[index], shingles[kept])
                row = {"ticket_id": ids[index], "state": "duplicate", "step": STEP, "reason": reason, "of": ids[kept], "score": score}
                ledger.append(row)
    ended = LEDGER.check(LEDGER.frame(ledger).sort("ticket_id"))
    return Deduplicated(
        tickets.join(ended, on="ticket_id", how="anti", maintain_order="left"),
        messages.join(ended, on="ticket_id", how="anti").sort("ticket_id", "position"),
        ended,
    )


def _texts(tickets: pl.DataFrame, messages: pl.DataFrame) -> list[str]:
    """What was said and called in each ticket, in the order of `tickets`; empty where nothing was."""
    said = pl.concat_str("text", "tool", "arguments", separator=" ", ignore_nulls=True).alias("said")
    texts = messages.filter(pl.col("role").is_in(_SPOKEN)).sort("ticket_id", "position").select("ticket_id", said)
    joined = texts.group_by("ticket_id").agg(pl.col("said").str.join("\n"))
    column = tickets.select("ticket_id").join(joined, on="ticket_id", how="left", maintain_order="left")["said"]
    return column.fill_null("").to_list()


def _reason(index: int, kept: int, words: Sequence[Hashes]) -> str:
    short, long = words[index].tobytes(), words[kept].tobytes()
    if short == long:
        return "exact duplicate"
    return "beginning of the kept ticket" if long.startswith(short) else "near-duplicate"
