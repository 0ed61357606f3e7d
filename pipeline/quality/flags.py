"""The gate: which tickets wait for a person before they may enter a release."""

from __future__ import annotations

import polars as pl

from pipeline.schemas import LEDGER
from pipeline.settings import Quality


def gate(flags: pl.DataFrame, settings: Quality) -> pl.DataFrame:
    """LEDGER rows, state "awaiting review", of tickets with a critical flag of a rule that `settings.gates` names."""
    open_flags = flags.filter((pl.col("severity") == "critical") & pl.col("rule").is_in(settings.gates))
    held = open_flags.group_by("ticket_id").agg(pl.col("rule").unique().sort().str.join(", ")).sort("ticket_id")
    return LEDGER.check(
        LEDGER.frame(
            {"ticket_id": ticket_id, "state": "awaiting review", "step": "quality assurance", "reason": f"flagged: {rules}"}
            for ticket_id, rules in held.iter_rows()
        )
    )
