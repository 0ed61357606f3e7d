"""Step 7: domain rules that find the items a person should look at. One function a rule; `RULES` lists them.

What a table alone can tell (types, keys, ranges) is in `expectations/`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import polars as pl

from pipeline.annotation.annotator import subtask_texts
from pipeline.quality.personal_data import left_over
from pipeline.schemas import FLAGS


class Evidence(NamedTuple):
    """What the rules look at."""

    turns: pl.DataFrame
    subtasks: pl.DataFrame
    tool_calls: pl.DataFrame
    annotations: pl.DataFrame
    entities: pl.DataFrame


@dataclass(frozen=True)
class Rule:
    """A rule: its name, how bad a finding is, the sentence that an annotator reads, and how findings are made."""

    name: str
    severity: str
    message: str
    find: Callable[[Evidence], Iterator[tuple[str, int | None]]]
    """Yields (ticket_id, subtask or None)."""


def find_flags(evidence: Evidence) -> pl.DataFrame:
    """All findings, a FLAGS frame sorted by ticket, subtask and rule; one row a finding's place."""
    rows: list[dict[str, Any]] = []
    for rule in RULES:
        for ticket_id, subtask in sorted(set(rule.find(evidence)), key=lambda f: (f[0], -1 if f[1] is None else f[1])):
            place = {"ticket_id": ticket_id, "subtask": subtask}
            rows.append(place | {"rule": rule.name, "severity": rule.severity, "message": rule.message})
    return FLAGS.check(FLAGS.frame(rows)).sort("ticket_id", "subtask", "rule")


def _pairs(frame: pl.DataFrame) -> Iterator[tuple[str, int | None]]:
    yield from frame.select("ticket_id", "subtask").iter_rows()


def _personal_data(evidence: Evidence) -> Iterator[tuple[str, int | None]]:
    drawn = evidence.entities.group_by("ticket_id").agg(pl.col("surrogate").unique())
    surrogates = dict(drawn.iter_rows())
    for ticket_id, text, arguments in evidence.turns.select("ticket_id", "text", "arguments").iter_rows():
        known = surrogates.get(ticket_id, ())
        if left_over(text, known) or left_over(arguments or "", known):
            yield ticket_id, None


_LONG_ENOUGH = 60  # characters; shorter replies may well recur by chance ("Your server is running again.")
_SPACE = re.compile(r"\W+")


def _already_shown(evidence: Evidence) -> Iterator[tuple[str, int | None]]:
    replies = evidence.subtasks.select("ticket_id", "subtask", "reply")
    texts = evidence.turns.select("ticket_id", "position", "text").with_columns(
        pl.col("text").str.to_lowercase().str.replace_all(r"\W+", " ").str.strip_chars().alias("words")
    )
    reference = replies.join(texts.rename({"position": "reply", "words": "reference"}), on=["ticket_id", "reply"])
    before = reference.select("ticket_id", "subtask", "reply", "reference").join(texts, on="ticket_id")
    before = before.filter((pl.col("position") < pl.col("reply")) & (pl.col("reference").str.len_chars() >= _LONG_ENOUGH))
    yield from _pairs(before.filter(pl.col("words").str.contains(pl.col("reference"), literal=True)))
    for row in reference.join(evidence.annotations.select("ticket_id", "subtask", "content"), on=["ticket_id", "subtask"]).iter_rows(
        named=True
    ):
        if len(row["reference"]) >= _LONG_ENOUGH and row["reference"] in _SPACE.sub(" ", row["content"].lower()):
            yield row["ticket_id"], row["subtask"]


def _trivial(evidence: Evidence) -> Iterator[tuple[str, int | None]]:
    texts = subtask_texts(evidence.turns, evidence.subtasks)
    # A Chinese sentence of six characters says as much as three English words.
    letters = pl.col("reference").str.count_matches(r"[\u3400-\u9fff]")
    spoken = pl.col("reference").str.count_matches(r"[\p{L}\p{N}]+")
    yield from _pairs(texts.filter((spoken < 3) & (letters < 6)))


def _open_type(evidence: Evidence) -> Iterator[tuple[str, int | None]]:
    yield from _pairs(evidence.subtasks.filter(pl.col("reply_type").is_null()))


def _failed_last_call(evidence: Evidence) -> Iterator[tuple[str, int | None]]:
    last = evidence.tool_calls.sort("call").group_by("ticket_id", "subtask", maintain_order=True).last()
    yield from _pairs(last.filter(pl.col("failed")))


def _unknown_argument(evidence: Evidence) -> Iterator[tuple[str, int | None]]:
    origins = evidence.tool_calls.explode("sources").with_columns(pl.col("sources").struct.field("origin"))
    yield from _pairs(origins.filter(pl.col("origin") == "unknown"))


def _no_reference(evidence: Evidence) -> Iterator[tuple[str, int | None]]:
    solutions = evidence.subtasks.filter((pl.col("reply_type") == "Solution") & (pl.col("calls").list.len() == 0))
    yield from _pairs(solutions.join(evidence.annotations, on=["ticket_id", "subtask"], how="anti"))


RULES = (
    Rule("personal-data-left", "critical", "Something here still looks like personal data or a secret.", _personal_data),
    Rule("reply-already-shown", "critical", "The agent under test already sees the reference reply, word for word.", _already_shown),
    Rule("trivial-reply", "major", "The reference reply is so short that almost any agent would pass.", _trivial),
    Rule("failed-last-call", "major", "The last tool call before this reply failed: does the reply rest on it?", _failed_last_call),
    Rule("unknown-argument", "minor", "A tool call has an argument that the agent could not have known.", _unknown_argument),
    Rule("open-reply-type", "minor", "The reply type is uncertain: please choose it.", _open_type),
    Rule("no-reference", "minor", "A solution without tool call or reference: is it general knowledge?", _no_reference),
)
