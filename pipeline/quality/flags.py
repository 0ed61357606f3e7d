"""The gate: which tickets wait for a person before they may enter a release."""

from __future__ import annotations

import polars as pl

from pipeline.errors import SettingsError
from pipeline.quality.rules import RULES
from pipeline.schemas import LEDGER
from pipeline.settings import Quality


def gate(flags: pl.DataFrame, settings: Quality) -> pl.DataFrame:
    """LEDGER rows, state "awaiting review", of tickets with a critical flag of a rule that `settings.gates` names.

    Raises:
        SettingsError: `settings.gates` names a rule that does not exist.
    """
    known = [rule.name for rule in RULES]
    for name in settings.gates:
        if name not in known:
            raise SettingsError(f"quality.gates: no rule {name!r}; rules are {', '.join(known)}")
    open_flags = flags.filter((pl.col("severity") == "critical") & pl.col("rule").is_in(settings.gates))
    held = open_flags.group_by("ticket_id").agg(pl.col("rule").unique().sort().str.join(", ")).sort("ticket_id")
    return LEDGER.check(
        LEDGER.frame(
            {"ticket_id": ticket_id, "state": "awaiting review", "step": "quality assurance", "reason": f"flagged: {rules}"}
            for ticket_id, rules in held.iter_rows()
        )
    )
