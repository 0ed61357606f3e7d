"""Runs a suite over a polars table. The result holds counts and never values: values may be personal."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

import polars as pl

os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")


class Outcome(NamedTuple):
    """One expectation's result."""

    expectation: str
    column: str
    severity: str
    passed: bool
    unexpected: int
    """How many rows do not meet it; 0 for expectations about the whole table."""


class SuiteResult(NamedTuple):
    """All of a suite's results, in its order."""

    rows: int
    outcomes: list[Outcome]

    @property
    def failed(self) -> list[Outcome]:
        return [o for o in self.outcomes if not o.passed]

    @property
    def critical(self) -> list[Outcome]:
        return [o for o in self.failed if o.severity == "critical"]


def run_suite(frame: pl.DataFrame, suite: Sequence[Any]) -> SuiteResult:
    """Validates the frame with Great Expectations (on pandas: it takes no polars frames)."""
    import great_expectations as gx
    from great_expectations.data_context.types.base import ProgressBarsConfig

    logging.getLogger("great_expectations").setLevel(logging.ERROR)
    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = ProgressBarsConfig(globally=False)
    batches = context.data_sources.add_pandas("tables").add_dataframe_asset("table").add_batch_definition_whole_dataframe("all")
    batch = batches.get_batch(batch_parameters={"dataframe": frame.to_pandas()})
    result = batch.validate(gx.ExpectationSuite(name="suite", expectations=[e.copy() for e in suite]))
    return SuiteResult(frame.height, [_outcome(r) for r in result.results])


def _outcome(result: Any) -> Outcome:
    config = result.expectation_config
    column = config.kwargs.get("column") or ", ".join(config.kwargs.get("column_list") or ())
    pair = (config.kwargs.get("column_A"), config.kwargs.get("column_B"))
    return Outcome(
        expectation=config.type,
        column=column or ", ".join(str(c) for c in pair if c),
        severity=str(getattr(config.severity, "value", config.severity)),
        passed=bool(result.success),
        unexpected=int(result.result.get("unexpected_count") or 0),
    )
