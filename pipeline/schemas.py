"""Every table that passes between steps, column by column, in one place.

A table is a polars frame. Steps make frames with `TABLE.frame(rows)` and the pipeline checks what they return with
`TABLE.check(frame)`; the Great Expectations suites are derived from the same declarations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

UTC = pl.Datetime("us", "UTC")

ROLES = ("customer", "agent", "call", "result", "note")
REPLY_TYPES = ("Solution", "Standard", "Inquire", "Clarify", "Appease")
STATES = ("released", "duplicate", "dropped", "quarantined", "not sampled", "awaiting review")
SEVERITIES = ("critical", "major", "minor")
ORIGINS = ("customer", "result", "agent", "constant", "unknown")


@dataclass(frozen=True)
class Column:
    """One column: its type, what it holds, whether it may be null, and its allowed values where they are closed."""

    dtype: pl.DataType | type[pl.DataType]
    text: str
    nullable: bool = False
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """A table's name, meaning, columns (in order) and key (the columns whose combination is unique)."""

    name: str
    text: str
    columns: Mapping[str, Column]
    key: tuple[str, ...] = field(default=())

    @property
    def schema(self) -> dict[str, pl.DataType | type[pl.DataType]]:
        return {name: column.dtype for name, column in self.columns.items()}

    def frame(self, rows: Iterable[Mapping[str, Any]] = ()) -> pl.DataFrame:
        """A frame of this table from rows (a missing column is null), in the given order."""
        return pl.DataFrame([dict(r) for r in rows], schema=self.schema, orient="row")

    def check(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Returns the frame unchanged; raises ValueError naming the columns where it does not fit this table."""
        wrong = [n for n, t in self.schema.items() if frame.schema.get(n) != t]
        extra = [n for n in frame.columns if n not in self.columns]
        if wrong or extra:
            raise ValueError(f"table {self.name}: wrong or missing columns {wrong}, unknown columns {extra}")
        for name, column in self.columns.items():
            if not column.nullable and frame[name].null_count():
                raise ValueError(f"table {self.name}: column {name} holds nulls")
            if column.values and not frame[name].drop_nulls().is_in(list(column.values)).all():
                raise ValueError(f"table {self.name}: column {name} holds values outside {column.values}")
        if self.key and frame.select(self.key).is_duplicated().any():
            raise ValueError(f"table {self.name}: key {self.key} is not unique")
        return frame


_TICKET_ID = Column(pl.String, "16 hex digits, HMAC of source and native id: says nothing about either")
_SUBTASK = Column(pl.Int32, "number of the subtask in its ticket, from 0")
_POSITION = Column(pl.Int32, "place of the message in its ticket, from 0, without gaps")

TICKETS = Table(
    "tickets",
    "One row a ticket.",
    {
        "ticket_id": _TICKET_ID,
        "source": Column(pl.String, "name of the source in the settings"),
        "native_id": Column(pl.String, "the help desk's own id; raw stage only, null once scrubbed", nullable=True),
        "category": Column(pl.String, "service category (the evaluator's product_name)"),
        "subject": Column(pl.String, "title, empty where the export has none"),
        "language": Column(pl.String, "language of most of the customer's words: en, zh, or other", values=("en", "zh", "other")),
        "status": Column(pl.String, "the help desk's own word in lower case (open, solved...), empty where it has none"),
        "opened_at": Column(UTC, "time of the first message, where known", nullable=True),
    },
    key=("ticket_id",),
)

MESSAGES = Table(
    "messages",
    "One row a message. A tool call and its result are two rows with one call_id, the result somewhere after the call.",
    {
        "ticket_id": _TICKET_ID,
        "position": _POSITION,
        "role": Column(pl.String, "who speaks; notes are internal and are never shown to an agent under test", values=ROLES),
        "author": Column(pl.String, "speaker's name or nick; raw stage only, null once scrubbed", nullable=True),
        "text": Column(pl.String, "the words; of a result, what the tool returned; of a call, empty"),
        "sent_at": Column(UTC, "when", nullable=True),
        "tool": Column(pl.String, "of calls and results: the tool's name as the export has it", nullable=True),
        "arguments": Column(pl.String, "of calls: canonical JSON object", nullable=True),
        "call_id": Column(pl.String, "of calls and results: pairs them inside the ticket", nullable=True),
    },
    key=("ticket_id", "position"),
)

TURNS = Table(
    "turns",
    "Messages folded into the evaluator's shape: (customer, (call, result)*, agent)+. Same columns as messages, scrubbed.",
    MESSAGES.columns,
    key=("ticket_id", "position"),
)

LEDGER = Table(
    "ledger",
    "What became of every input ticket: each one in exactly one state.",
    {
        "ticket_id": _TICKET_ID,
        "state": Column(pl.String, "where it ended", values=STATES),
        "step": Column(pl.String, "the step that decided"),
        "reason": Column(pl.String, "why, in words without personal data; empty for released"),
        "of": Column(pl.String, "of duplicates: the ticket that is kept", nullable=True),
        "score": Column(pl.Float64, "of duplicates: Jaccard similarity, 0 to 1", nullable=True),
    },
    key=("ticket_id",),
)

QUARANTINE = Table(
    "quarantine",
    "Where each unreadable record stands. Kept beside the raw data, never released.",
    {
        "ticket_id": _TICKET_ID,
        "source": Column(pl.String, "name of the source in the settings"),
        "file": Column(pl.String, "file name, without its folder"),
        "line": Column(pl.Int64, "line in the file, from 1; in a JSON document the element's number"),
        "reason": Column(pl.String, "why it could not be read: fields by name, never their values"),
    },
    key=("ticket_id",),
)

ENTITIES = Table(
    "entities",
    "Personal data and secrets that were found, as spans of the raw text. Scrub stage only.",
    {
        "ticket_id": _TICKET_ID,
        "position": Column(pl.Int32, "the message's place, -1 for the subject"),
        "field": Column(pl.String, "where in the message", values=("text", "arguments", "subject")),
        "start": Column(pl.Int32, "first character of the span in the raw field"),
        "end": Column(pl.Int32, "one past the last character"),
        "type": Column(pl.String, "kind of entity, e.g. EMAIL_ADDRESS"),
        "surrogate": Column(pl.String, "what stands there now"),
    },
    key=("ticket_id", "position", "field", "start"),
)

SUBTASKS = Table(
    "subtasks",
    "One row a subtask: from the end of the previous one to its checkpoint reply.",
    {
        "ticket_id": _TICKET_ID,
        "subtask": _SUBTASK,
        "first": Column(pl.Int32, "position of the first turn, a customer's"),
        "reply": Column(pl.Int32, "position of the checkpoint reply, an agent's"),
        "calls": Column(pl.List(pl.Int32), "positions of the calls in between"),
        "checkpoint_score": Column(pl.Float64, "probability that the reply is a checkpoint, 0 to 1"),
        "reply_type": Column(pl.String, "step 4's label; null before it, and where it abstains", nullable=True, values=REPLY_TYPES),
        "confidence": Column(pl.Float64, "probability of that label, 0 to 1; null before step 4", nullable=True),
    },
    key=("ticket_id", "subtask"),
)

TOOL_CALLS = Table(
    "tool_calls",
    "One row a call that a subtask owns.",
    {
        "ticket_id": _TICKET_ID,
        "subtask": _SUBTASK,
        "call": Column(pl.Int32, "position of the call in turns"),
        "result": Column(pl.Int32, "position of its result in turns, always call + 1"),
        "tool": Column(pl.String, "name that the evaluator can use: letters, digits, _ and -, at most 64"),
        "arguments": Column(pl.String, "canonical JSON object"),
        "failed": Column(pl.Boolean, "the result reports an error"),
        "sources": Column(
            pl.List(pl.Struct({"path": pl.String, "origin": pl.String, "position": pl.Int32})),
            "for every scalar argument its JSON path, where its value comes from (customer, result, agent, constant, "
            "unknown) and at which turn (null for constant and unknown)",
        ),
    },
    key=("ticket_id", "call"),
)

TOOLS = Table(
    "tools",
    "One row a tool of the release.",
    {
        "tool": Column(pl.String, "name that the evaluator can use"),
        "native_name": Column(pl.String, "name in the exports"),
        "schema": Column(pl.String, "OpenAI function schema, canonical JSON: {type: function, function: {...}}"),
        "origin": Column(pl.String, "given by the settings or inferred from the calls", values=("given", "inferred")),
        "calls": Column(pl.Int64, "how many calls were seen"),
    },
    key=("tool",),
)

ANNOTATIONS = Table(
    "annotations",
    "One row a reference of a subtask, best first.",
    {
        "ticket_id": _TICKET_ID,
        "subtask": _SUBTASK,
        "rank": Column(pl.Int32, "1 is the best"),
        "doc_id": Column(pl.String, "the document"),
        "chunk_id": Column(pl.String, "the part of it, by content"),
        "title": Column(pl.String, "the document's title and heading path"),
        "content": Column(pl.String, "the part's text, short"),
        "source": Column(pl.String, "where the document comes from, for a reader"),
        "score": Column(pl.Float64, "cosine similarity between the open request and the part"),
        "support": Column(pl.Float64, "cosine similarity between the reference reply and the part"),
    },
    key=("ticket_id", "subtask", "rank"),
)

CHUNKS = Table(
    "chunks",
    "The knowledge base, cut into parts that are retrieved and cited.",
    {
        "chunk_id": Column(pl.String, "16 hex digits of the SHA-256 of document id and text"),
        "doc_id": Column(pl.String, "the document"),
        "title": Column(pl.String, "the document's title and heading path, joined by ' > '"),
        "content": Column(pl.String, "the text"),
        "source": Column(pl.String, "where the document comes from, for a reader"),
        "licence": Column(pl.String, "SPDX name, or empty"),
        "language": Column(pl.String, "en, zh, or other"),
    },
    key=("chunk_id",),
)

FLAGS = Table(
    "flags",
    "What a person should look at.",
    {
        "ticket_id": _TICKET_ID,
        "subtask": Column(pl.Int32, "null when the whole ticket is meant", nullable=True),
        "rule": Column(pl.String, "name of the rule"),
        "severity": Column(pl.String, "critical ones keep a ticket out of a release", values=SEVERITIES),
        "message": Column(pl.String, "a sentence for the annotator"),
    },
)

_TABLES = (TICKETS, MESSAGES, TURNS, LEDGER, QUARANTINE, ENTITIES, SUBTASKS, TOOL_CALLS, TOOLS, ANNOTATIONS, CHUNKS, FLAGS)
ALL = {t.name: t for t in _TABLES}
