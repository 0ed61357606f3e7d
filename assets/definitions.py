"""The root: what Dagster loads (`workspace.yaml` names this module)."""

import dagster as dg

from assets import collection, knowledge, preprocessing, quality, release
from assets.checks import table_checks
from assets.io import table_io
from assets.resources import Factory
from pipeline import schemas as s

RELEASE_JOB = "build_release"

_RAW = {"tickets": s.TICKETS, "messages": s.MESSAGES, "ledger": s.LEDGER}

CHECKS = [
    *table_checks(collection.intake, {**_RAW, "quarantine": s.QUARANTINE}),
    *table_checks(collection.sampled_tickets, _RAW),
    *table_checks(preprocessing.unique_tickets, _RAW),
    *table_checks(preprocessing.scrubbed_tickets, {**_RAW, "entities": s.ENTITIES}),
    *table_checks(preprocessing.segmented_tickets, {"tickets": s.TICKETS, "turns": s.TURNS, "subtasks": s.SUBTASKS, "ledger": s.LEDGER}),
    *table_checks(preprocessing.subtasks, {"table": s.SUBTASKS}),
    *table_checks(preprocessing.tool_calls, {"tool_calls": s.TOOL_CALLS, "tools": s.TOOLS}),
    *table_checks(knowledge.knowledge_chunks, {"table": s.CHUNKS}),
    *table_checks(knowledge.references, {"table": s.ANNOTATIONS}),
    *table_checks(quality.flags, {"table": s.FLAGS}),
]


@dg.definitions
def defs() -> dg.Definitions:
    return dg.Definitions(
        assets=dg.load_assets_from_modules([collection, preprocessing, knowledge, quality, release]),
        asset_checks=[*CHECKS, *release.CHECKS],
        jobs=[dg.define_asset_job(RELEASE_JOB, dg.AssetSelection.all(), description="Raw tickets in, a new release out.")],
        resources={"factory": Factory.from_environment(), "io_manager": table_io},
        # One process: the models are loaded once, and the steps follow one another anyway.
        executor=dg.in_process_executor,
    )
