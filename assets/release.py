"""The release: gate, play-back, and the folder that leaves the house."""

from pathlib import Path

import dagster as dg
import polars as pl

from assets.resources import Factory
from pipeline.collection.collect import Collected
from pipeline.collection.sampling import Sampled
from pipeline.flow import publish
from pipeline.preprocessing.deduplicate import Deduplicated
from pipeline.preprocessing.scrub import Scrubbed
from pipeline.preprocessing.segment import Segmented
from pipeline.preprocessing.tool_dependency import Extracted
from pipeline.release.summary import summary, summary_lines
from pipeline.release.validate import validate

GROUP = "phase_4_quality_assurance"


class ReleaseConfig(dg.Config):
    """What a release engineer may set at the start of a run."""

    version: str | None = None


@dg.asset(group_name=GROUP, code_version="1")
def release(
    factory: Factory,
    config: ReleaseConfig,
    intake: Collected,
    sampled_tickets: Sampled,
    unique_tickets: Deduplicated,
    scrubbed_tickets: Scrubbed,
    segmented_tickets: Segmented,
    subtasks: pl.DataFrame,
    tool_calls: Extracted,
    references: pl.DataFrame,
    flags: pl.DataFrame,
) -> dg.MaterializeResult[None]:
    """The benchmark as the evaluator reads it, in `releases/<version>`: validated, played back, never overwritten.

    Start a run with the config `version: YYYY.MM.N` to name it; otherwise it gets the next free one.
    """
    stages = (intake, sampled_tickets, unique_tickets, scrubbed_tickets, segmented_tickets)
    models = {"embedding": factory.embedder.name, "reply types": factory.replies.name}
    settings = factory.settings.replaced(version=config.version)
    path = publish(settings, factory.key, stages, subtasks, tool_calls, references, flags, models, factory.today)
    facts = summary(path)
    return dg.MaterializeResult(
        data_version=dg.DataVersion(facts["digest"]),
        metadata={
            "folder": dg.MetadataValue.path(str(path)),
            "summary": dg.MetadataValue.md("```\n" + "\n".join(summary_lines(path)) + "\n```"),
            "dagster/row_count": facts["tasks"],
            **{k: facts[k] for k in ("version", "digest", "with_tool", "no_tool", "subtasks")},
        },
    )


@dg.asset_check(asset=release, description="Hashes, format, ledger identity and play-back of the newest release.")
def release_is_valid(context: dg.AssetCheckExecutionContext, factory: Factory) -> dg.AssetCheckResult:
    event = context.instance.get_latest_materialization_event(dg.AssetKey("release"))
    if event is None or event.asset_materialization is None:
        return dg.AssetCheckResult(passed=False, description="There is no release yet: materialize one.")
    faults = validate(Path(str(event.asset_materialization.metadata["folder"].value)))
    return dg.AssetCheckResult(passed=not faults, metadata={"faults": len(faults), "first": [str(f) for f in faults[:5]]})


CHECKS = [release_is_valid]
