"""What must hold of each table: derived from its declaration in `pipeline.schemas`, plus what only this file says.

Severities are Great Expectations' own: a failed `critical` one stops a release, a `warning` asks for a look.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import great_expectations.expectations as gxe

from pipeline import schemas
from pipeline.schemas import Table

Expectation = Any  # Great Expectations ships no usable type for "any expectation"

_UNIT_INTERVAL = {"checkpoint_score", "confidence"}


def suite_for(table: Table, tickets: Collection[str] | None = None) -> list[Expectation]:
    """The expectations for one table. `tickets`: the ids that its ticket_id column may refer to."""
    return [*_declared(table), *_references(table, tickets), *_EXTRA.get(table.name, [])]


def _declared(table: Table) -> Iterator[Expectation]:
    yield gxe.ExpectTableColumnsToMatchOrderedList(column_list=list(table.columns), severity="critical")
    for name, column in table.columns.items():
        if not column.nullable:
            yield gxe.ExpectColumnValuesToNotBeNull(column=name, severity="critical")
        if column.values:
            yield gxe.ExpectColumnValuesToBeInSet(column=name, value_set=list(column.values), severity="critical")
        if name == "ticket_id":
            yield gxe.ExpectColumnValuesToMatchRegex(column=name, regex=r"^[0-9a-f]{16}$", severity="critical")
        if name in _UNIT_INTERVAL:
            yield gxe.ExpectColumnValuesToBeBetween(column=name, min_value=0, max_value=1, severity="critical")
        if name in ("position", "subtask", "call", "first", "reply"):
            yield gxe.ExpectColumnValuesToBeBetween(column=name, min_value=-1 if table is schemas.ENTITIES else 0, severity="critical")
    if len(table.key) == 1:
        yield gxe.ExpectColumnValuesToBeUnique(column=table.key[0], severity="critical")
    elif table.key:
        yield gxe.ExpectCompoundColumnsToBeUnique(column_list=list(table.key), severity="critical")


def _references(table: Table, tickets: Collection[str] | None) -> Iterator[Expectation]:
    if tickets is not None and "ticket_id" in table.columns and table not in (schemas.LEDGER, schemas.QUARANTINE):
        yield gxe.ExpectColumnValuesToBeInSet(column="ticket_id", value_set=sorted(tickets), severity="critical")


_EXTRA: dict[str, list[Expectation]] = {
    "tickets": [
        gxe.ExpectTableRowCountToBeBetween(min_value=1, severity="critical"),
        gxe.ExpectColumnValuesToNotBeInSet(column="category", value_set=["", "Others"], mostly=0.8, severity="warning"),
    ],
    "messages": [gxe.ExpectColumnValueLengthsToBeBetween(column="text", max_value=200_000, severity="warning")],
    "turns": [gxe.ExpectColumnValuesToNotBeInSet(column="role", value_set=["note"], severity="critical")],
    "ledger": [gxe.ExpectColumnValuesToBeBetween(column="score", min_value=0, max_value=1, severity="critical")],
    "entities": [gxe.ExpectColumnPairValuesAToBeGreaterThanB(column_A="end", column_B="start", severity="critical")],
    "subtasks": [
        gxe.ExpectColumnPairValuesAToBeGreaterThanB(column_A="reply", column_B="first", severity="critical"),
        # The paper has 63 % Solution; far below that the labels are doubtful.
        gxe.ExpectColumnValuesToBeInSet(column="reply_type", value_set=["Solution"], mostly=0.3, severity="warning"),
    ],
    "tool_calls": [
        gxe.ExpectColumnValuesToMatchRegex(column="tool", regex=r"^[A-Za-z0-9_-]{1,64}$", severity="critical"),
        gxe.ExpectColumnValuesToBeJsonParseable(column="arguments", severity="critical"),
        gxe.ExpectColumnValuesToBeInSet(column="failed", value_set=[False], mostly=0.8, severity="warning"),
    ],
    "tools": [gxe.ExpectColumnValuesToBeJsonParseable(column="schema", severity="critical")],
    "annotations": [gxe.ExpectColumnValueLengthsToBeBetween(column="content", min_value=1, max_value=20_000, severity="warning")],
    "chunks": [gxe.ExpectTableRowCountToBeBetween(min_value=1, severity="warning")],
}
