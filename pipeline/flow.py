"""The whole factory as one function: what a newcomer reads first.

Every step takes tables and settings and returns tables; what ends at a step is in the `ledger` that it returns. `assets/`
runs the same steps in Dagster, one asset a step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Protocol

import polars as pl

from pipeline.annotation.annotator import annotate
from pipeline.collection.collect import Collected, collect
from pipeline.collection.sampling import sample
from pipeline.instance import key_fingerprint
from pipeline.interfaces import Embedder, Retriever
from pipeline.preprocessing.deduplicate import deduplicate
from pipeline.preprocessing.reply_type import ReplyModel, tag_replies
from pipeline.preprocessing.scrub import scrub
from pipeline.preprocessing.segment import Segmented, segment
from pipeline.preprocessing.tool_dependency import Extracted, extract_tools
from pipeline.preprocessing.tool_schema import given_schemas
from pipeline.quality.flags import gate
from pipeline.quality.rules import Evidence, find_flags
from pipeline.release.build import Tables, build_release
from pipeline.release.writer import next_version, write_release
from pipeline.settings import Settings

Progress = Callable[[str, pl.DataFrame], None]
"""Called after each step with its name and its main table."""


def make_release(
    settings: Settings, key: bytes, embedder: Embedder, retriever: Retriever, today: date, progress: Progress = lambda *_: None
) -> Path:
    """From raw tickets to a release folder, which is returned.

    Raises:
        FactoryError: see `pipeline.errors`; no release is left behind.
    """
    # Phase 1: collection
    intake = collect(settings, key)
    progress("intake", intake.tickets)
    progress("quarantined", intake.quarantine)
    sampled = sample(intake.tickets, intake.messages, settings.collection, key)
    progress("sampled tickets", sampled.tickets)

    # Phase 2: preprocessing, steps 1 to 5
    unique = deduplicate(sampled.tickets, sampled.messages, settings.deduplication)
    progress("unique tickets", unique.tickets)
    scrubbed = scrub(unique.tickets, unique.messages, settings.scrubbing, key, settings.workers)
    progress("scrubbed tickets", scrubbed.tickets)
    replies = ReplyModel.train(embedder)
    segmented = segment(scrubbed.tickets, scrubbed.messages, settings.segmentation, replies)
    progress("segmented tickets", segmented.tickets)
    subtasks = tag_replies(segmented.turns, segmented.subtasks, settings.reply_types, replies)
    progress("subtasks", subtasks)
    tools = extract_tools(segmented.turns, subtasks, given_schemas(settings))
    progress("tool calls", tools.tool_calls)

    # Phase 3: annotation, step 6
    references = annotate(segmented.turns, subtasks, settings.annotation, retriever, embedder)
    progress("references", references)

    # Phase 4: quality assurance, step 7
    evidence = Evidence(segmented.turns, subtasks, tools.tool_calls, references, scrubbed.entities)
    flags = pl.concat([segmented.flags, tools.flags, find_flags(evidence)])
    progress("flags", flags)

    stages = (intake, sampled, unique, scrubbed, segmented)
    models = {"embedding": embedder.name, "reply types": replies.name}
    return publish(settings, key, stages, subtasks, tools, references, flags, models, today)


class Stage(Protocol):
    """What a step that can end tickets returns."""

    @property
    def tickets(self) -> pl.DataFrame: ...
    @property
    def ledger(self) -> pl.DataFrame: ...


def publish(
    settings: Settings,
    key: bytes,
    stages: tuple[Collected, Stage, Stage, Stage, Segmented],
    subtasks: pl.DataFrame,
    tools: Extracted,
    references: pl.DataFrame,
    flags: pl.DataFrame,
    models: Mapping[str, str],
    today: date,
) -> Path:
    """The last step: gate, build, prove and write the release. `stages` are the results of the steps that end tickets."""
    intake, segmented = stages[0], stages[-1]
    tables = Tables(
        tickets=segmented.tickets,
        turns=segmented.turns,
        subtasks=subtasks,
        tool_calls=tools.tool_calls,
        tools=tools.tools,
        annotations=references,
        flags=flags,
        ledger=[*(stage.ledger for stage in stages), gate(flags, settings.quality)],
        # The ledger must name each of them exactly once.
        inputs=[*intake.tickets["ticket_id"], *intake.ledger["ticket_id"]],
    )
    content = build_release(tables, settings, models=models, key_fingerprint=key_fingerprint(key))
    folder = settings.resolve(settings.release.folder)
    return write_release(content, folder, settings.release.version or next_version(folder, today))
