"""Phase 2: steps 1 to 5."""

import dagster as dg
import polars as pl

from assets.io import PREVIEW
from assets.resources import Factory
from pipeline.collection.sampling import Sampled
from pipeline.preprocessing.deduplicate import Deduplicated, deduplicate
from pipeline.preprocessing.reply_type import tag_replies
from pipeline.preprocessing.scrub import Scrubbed, scrub
from pipeline.preprocessing.segment import Segmented, segment
from pipeline.preprocessing.tool_dependency import Extracted, extract_tools
from pipeline.preprocessing.tool_schema import given_schemas

GROUP = "phase_2_preprocessing"


@dg.asset(group_name=GROUP, kinds={"polars"}, code_version="1")
def unique_tickets(factory: Factory, sampled_tickets: Sampled) -> Deduplicated:
    """Step 1: exact and near-duplicates are folded into one ticket (MinHash candidates, true Jaccard). **Raw**."""
    return deduplicate(sampled_tickets.tickets, sampled_tickets.messages, factory.settings.deduplication)


@dg.asset(group_name=GROUP, kinds={"presidio"}, code_version="1")
def scrubbed_tickets(factory: Factory, unique_tickets: Deduplicated) -> Scrubbed:
    """Step 2: personal data and secrets become consistent surrogates, in words, arguments and results alike.

    The table `entities` says where what was found in the raw text.
    """
    settings = factory.settings
    return scrub(unique_tickets.tickets, unique_tickets.messages, settings.scrubbing, factory.key, settings.workers)


@dg.asset(group_name=GROUP, kinds={"polars"}, code_version="1", metadata={PREVIEW: "turns"})
def segmented_tickets(factory: Factory, scrubbed_tickets: Scrubbed) -> Segmented:
    """Step 3: messages are folded into turns, and a ticket becomes a chain of subtasks that end in checkpoint replies."""
    return segment(scrubbed_tickets.tickets, scrubbed_tickets.messages, factory.settings.segmentation, factory.replies)


@dg.asset(group_name=GROUP, kinds={"scikitlearn"}, code_version="1", metadata={PREVIEW: "table"})
def subtasks(factory: Factory, segmented_tickets: Segmented) -> pl.DataFrame:
    """Step 4: each checkpoint reply is a Solution, Standard, Inquire, Clarify or Appease."""
    return tag_replies(segmented_tickets.turns, segmented_tickets.subtasks, factory.settings.reply_types, factory.replies)


@dg.asset(group_name=GROUP, kinds={"polars"}, code_version="1", metadata={PREVIEW: "tool_calls"})
def tool_calls(factory: Factory, segmented_tickets: Segmented, subtasks: pl.DataFrame) -> Extracted:
    """Step 5: the calls of each subtask, where their arguments come from, and the schemas of their tools."""
    return extract_tools(segmented_tickets.turns, subtasks, given_schemas(factory.settings))
