"""Step 3: a ticket becomes a chain of subtasks, each ending in a checkpoint reply."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from pipeline.preprocessing.fold import Folded, fold
from pipeline.preprocessing.reply_type import ReplyModel, contexts
from pipeline.schemas import FLAGS, LEDGER, SUBTASKS, TICKETS, TURNS
from pipeline.settings import Segmentation

STEP = "segmentation"
_PLACE = ["ticket_id", "subtask"]


class Segmented(NamedTuple):
    """The tickets that go on, sorted, with their turns and subtasks, and what became of the others."""

    tickets: pl.DataFrame
    turns: pl.DataFrame
    """TURNS up to the last checkpoint."""
    subtasks: pl.DataFrame
    """SUBTASKS; reply_type and confidence are null."""
    ledger: pl.DataFrame
    """LEDGER rows of the tickets that end here."""
    flags: pl.DataFrame
    """FLAGS: which tickets have calls or results that had to be left out."""


def segment(tickets: pl.DataFrame, messages: pl.DataFrame, settings: Segmentation, replies: ReplyModel) -> Segmented:
    """Folds each ticket into turns and cuts it at its checkpoints.

    An agent reply whose checkpoint probability reaches `settings.checkpoint_score` ends a subtask. The subtask starts with
    the customer's words after the previous checkpoint and owns the calls in between; since a subtask ends with a reply, no
    cut can separate a call from its result. What follows the last checkpoint, or the `settings.max_subtasks`-th, is cut
    off. Tickets without a checkpoint are dropped.
    """
    folded = fold(messages.join(tickets, on="ticket_id", how="semi"))
    numbered = _numbered(folded.turns, settings, replies)
    ended = _ended(tickets, folded, numbered)
    kept = tickets.join(ended, on="ticket_id", how="anti").sort("ticket_id")
    return Segmented(
        TICKETS.check(kept),
        TURNS.check(numbered.select(*TURNS.columns)),
        _subtasks(numbered),
        ended,
        _flags(folded.left_out.join(kept, on="ticket_id", how="semi")),
    )


def _numbered(turns: pl.DataFrame, settings: Segmentation, replies: ReplyModel) -> pl.DataFrame:
    """The turns that belong to a subtask, with its number and, at replies, the checkpoint_score."""
    predicted = replies.predict(contexts(turns))
    places = turns.filter(pl.col("role") == "agent").select("ticket_id", "position")
    scores = places.with_columns(pl.Series("checkpoint_score", [p.checkpoint for p in predicted], pl.Float64))
    scored = turns.join(scores, on=["ticket_id", "position"], how="left", maintain_order="left")
    ends = (pl.col("checkpoint_score") >= settings.checkpoint_score).fill_null(False).cast(pl.Int32)
    number = ends.cum_sum() - ends
    inside = number < pl.min_horizontal(ends.sum(), settings.max_subtasks)
    return scored.with_columns(number.over("ticket_id").alias("subtask"), inside.over("ticket_id").alias("inside")).filter("inside")


def _subtasks(numbered: pl.DataFrame) -> pl.DataFrame:
    position = pl.col("position")
    grouped = numbered.group_by(_PLACE, maintain_order=True).agg(
        position.first().alias("first"),
        position.last().alias("reply"),
        position.filter(pl.col("role") == "call").alias("calls"),
        pl.col("checkpoint_score").last(),
    )
    open_label = {"reply_type": pl.lit(None, pl.String), "confidence": pl.lit(None, pl.Float64)}
    return SUBTASKS.check(grouped.with_columns(**open_label).select(*SUBTASKS.columns))


def _ended(tickets: pl.DataFrame, folded: Folded, numbered: pl.DataFrame) -> pl.DataFrame:
    """The ledger's rows: why a ticket has no subtask. One without any message is in neither of the folded tables."""
    without = tickets.select("ticket_id").join(numbered, on="ticket_id", how="anti").sort("ticket_id")
    reasons = without.join(folded.unfolded, on="ticket_id", how="left", maintain_order="left")
    has_turns = pl.col("ticket_id").is_in(folded.turns["ticket_id"].unique().implode())
    reason = pl.coalesce("reason", pl.when(has_turns).then(pl.lit("no checkpoint reply")).otherwise(pl.lit("no customer message")))
    facts = {"state": pl.lit("dropped"), "step": pl.lit(STEP), "of": pl.lit(None, pl.String), "score": pl.lit(None, pl.Float64)}
    return LEDGER.check(reasons.with_columns(reason.alias("reason"), **facts).select(*LEDGER.columns))


def _flags(left_out: pl.DataFrame) -> pl.DataFrame:
    rows = []
    for ticket_id, calls, results in left_out.iter_rows():
        place = {"ticket_id": ticket_id, "subtask": None, "severity": "minor"}
        if calls:
            rows.append(place | {"rule": "call-without-result", "message": f"Calls that have no result were left out: {calls}."})
        if results:
            rows.append(place | {"rule": "result-without-call", "message": f"Results that belong to no call were left out: {results}."})
    return FLAGS.check(FLAGS.frame(rows))
