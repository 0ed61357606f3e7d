"""Phase 1: which tickets enter the benchmark (CirrusBench, arXiv 2603.28569: the top 20 categories, 1,500 tickets)."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from pipeline.canonical import keyed_digest
from pipeline.schemas import LEDGER, TICKETS
from pipeline.settings import Collection

STEP = "sampling"


class Sampled(NamedTuple):
    """The TICKETS and MESSAGES that stay, and the LEDGER of those that do not."""

    tickets: pl.DataFrame
    messages: pl.DataFrame
    ledger: pl.DataFrame


def sample(tickets: pl.DataFrame, messages: pl.DataFrame, settings: Collection, key: bytes) -> Sampled:
    """The most frequent categories (ties by name), and of these `sample_size` tickets in proportion to their frequency.

    Shares are rounded by largest remainder (ties by name), so each is within one ticket of the exact one. Inside a
    category the tickets with the smallest keyed hash of their id enter: a later ticket displaces at most the last one.
    """
    counts = tickets.group_by("category").agg(pl.len().alias("size")).sort(["size", "category"], descending=[True, False])
    top = counts.head(settings.top_categories)
    quota = _shares(dict(top.iter_rows()), settings.sample_size)

    order = pl.Series("order", [keyed_digest(key, "sample", i) for i in tickets["ticket_id"]], dtype=pl.String)
    ranked = tickets.with_columns(order).with_columns(
        pl.col("order").rank("ordinal").over("category").alias("rank"),
        pl.col("category").replace_strict(quota, default=0, return_dtype=pl.Int64).alias("quota"),
    )
    is_top = pl.col("category").is_in(top["category"].to_list())
    stays = pl.col("rank") <= pl.col("quota")
    kept = ranked.filter(stays).select(*TICKETS.columns).sort("ticket_id")
    reason = pl.when(is_top).then(pl.lit("beyond the category's share")).otherwise(pl.lit("category not among the top K"))
    left = ranked.filter(~stays).select(
        "ticket_id",
        pl.lit("not sampled").alias("state"),
        pl.lit(STEP).alias("step"),
        reason.alias("reason"),
        pl.lit(None, pl.String).alias("of"),
        pl.lit(None, pl.Float64).alias("score"),
    )
    said = messages.join(kept.select("ticket_id"), on="ticket_id", how="semi").sort("ticket_id", "position")
    return Sampled(kept, said, LEDGER.check(left.sort("ticket_id")))


def _shares(sizes: dict[str, int], wanted: int) -> dict[str, int]:
    """How many of each category; all, where fewer are there than wanted. A share never exceeds its category."""
    total = sum(sizes.values())
    if wanted >= total:
        return sizes
    shares = {name: wanted * size // total for name, size in sizes.items()}
    remainders = sorted(sizes, key=lambda name: (-(wanted * sizes[name] % total), name))
    for name in remainders[: wanted - sum(shares.values())]:
        shares[name] += 1
    return shares
