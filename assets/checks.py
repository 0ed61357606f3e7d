"""Asset checks: every table's Great Expectations suite, made by one factory."""

from typing import Any

import dagster as dg

from expectations.run import SuiteResult, run_suite
from expectations.suites import suite_for
from pipeline.schemas import Table


def table_checks(asset: dg.AssetsDefinition, tables: dict[str, Table]) -> list[dg.AssetChecksDefinition]:
    """One check for each of an asset's tables: {field of the returned NamedTuple, or "table": its declaration}."""
    return [_table_check(asset, field, table) for field, table in tables.items()]


def _table_check(asset: dg.AssetsDefinition, field: str, table: Table) -> dg.AssetChecksDefinition:
    @dg.asset_check(
        asset=asset,
        name=f"{table.name}_suite",
        description=f"Great Expectations suite of the table `{table.name}`: {table.text}",
        blocking=True,
    )
    def check(value: Any) -> dg.AssetCheckResult:  # a dict of frames: see TableIO.load_from_path
        tickets = value["tickets"]["ticket_id"].to_list() if "tickets" in value else None
        return check_result(run_suite(value[field], suite_for(table, tickets)))

    return check


def check_result(result: SuiteResult) -> dg.AssetCheckResult:
    """Passed when nothing failed; ERROR when a critical expectation did, WARN otherwise. Counts only, never values."""
    failed = {f"{o.expectation} ({o.column})": f"{o.severity}: {o.unexpected} of {result.rows} rows" for o in result.failed}
    return dg.AssetCheckResult(
        passed=not result.failed,
        severity=dg.AssetCheckSeverity.ERROR if result.critical else dg.AssetCheckSeverity.WARN,
        metadata={"rows": result.rows, "expectations": len(result.outcomes), "failed": len(result.failed), **failed},
        description="; ".join(f"{name}: {what}" for name, what in failed.items()) or None,
    )
