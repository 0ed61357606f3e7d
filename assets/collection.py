"""Phase 1: exports become tables, and tickets are sampled."""

import dagster as dg

from assets.io import PREVIEW
from assets.resources import Factory
from pipeline.collection.collect import Collected, collect
from pipeline.collection.sampling import Sampled, sample

GROUP = "phase_1_collection"


@dg.asset(group_name=GROUP, kinds={"polars"}, code_version="1", metadata={PREVIEW: "quarantine"})
def intake(factory: Factory) -> Collected:
    """Every export that the settings name, read record by record. **Raw**: may hold personal data.

    What cannot be read is in the table `quarantine`, with file, line and reason; the rest goes on.
    """
    return collect(factory.settings, factory.key)


@dg.asset(group_name=GROUP, kinds={"polars"}, code_version="1")
def sampled_tickets(factory: Factory, intake: Collected) -> Sampled:
    """The most frequent service categories, and N tickets in proportion to their frequency. **Raw**."""
    return sample(intake.tickets, intake.messages, factory.settings.collection, factory.key)
