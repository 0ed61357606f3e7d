"""Phase 4, step 7: what a person should look at, and what waits for one."""

import dagster as dg
import polars as pl

from assets.io import PREVIEW
from pipeline.preprocessing.scrub import Scrubbed
from pipeline.preprocessing.segment import Segmented
from pipeline.preprocessing.tool_dependency import Extracted
from pipeline.quality.rules import Evidence, find_flags

GROUP = "phase_4_quality_assurance"


@dg.asset(group_name=GROUP, kinds={"polars"}, code_version="1", metadata={PREVIEW: "table"})
def flags(
    scrubbed_tickets: Scrubbed,
    segmented_tickets: Segmented,
    subtasks: pl.DataFrame,
    tool_calls: Extracted,
    references: pl.DataFrame,
) -> pl.DataFrame:
    """Step 7: doubtful items, by domain rules. Critical flags of gating rules keep a ticket out of the release."""
    evidence = Evidence(segmented_tickets.turns, subtasks, tool_calls.tool_calls, references, scrubbed_tickets.entities)
    return pl.concat([segmented_tickets.flags, tool_calls.flags, find_flags(evidence)])
