from datetime import UTC, datetime
from typing import Any

import polars as pl
import pytest

from expectations.run import run_suite
from expectations.suites import suite_for
from pipeline import schemas as s

TICKET = "0123456789abcdef"
GOOD: dict[str, list[dict[str, Any]]] = {
    "tickets": [
        {
            "ticket_id": TICKET,
            "source": "a",
            "category": "Server",
            "subject": "",
            "language": "en",
            "status": "",
            "opened_at": datetime.now(UTC),
        }
    ],
    "messages": [{"ticket_id": TICKET, "position": 0, "role": "customer", "text": "hi"}],
    "ledger": [{"ticket_id": TICKET, "state": "dropped", "step": "segmentation", "reason": "no agent reply"}],
    "entities": [
        {"ticket_id": TICKET, "position": 0, "field": "text", "start": 0, "end": 2, "type": "PERSON", "surrogate": "xx"},
    ],
    "subtasks": [
        {
            "ticket_id": TICKET,
            "subtask": 0,
            "first": 0,
            "reply": 1,
            "calls": [],
            "checkpoint_score": 1.0,
            "reply_type": "Solution",
            "confidence": 0.5,
        }
    ],
    "tool_calls": [
        {"ticket_id": TICKET, "subtask": 0, "call": 1, "result": 2, "tool": "a_b", "arguments": "{}", "failed": False, "sources": []}
    ],
}
BAD: list[tuple[str, dict[str, Any], str]] = [
    ("tickets", {"ticket_id": "Jane"}, "expect_column_values_to_match_regex"),
    ("tickets", {"language": "fr"}, "expect_column_values_to_be_in_set"),
    ("messages", {"ticket_id": "f" * 16}, "expect_column_values_to_be_in_set"),
    ("messages", {"position": -1}, "expect_column_values_to_be_between"),
    ("messages", {"role": None}, "expect_column_values_to_not_be_null"),
    ("ledger", {"state": "lost"}, "expect_column_values_to_be_in_set"),
    ("entities", {"end": 0}, "expect_column_pair_values_a_to_be_greater_than_b"),
    ("subtasks", {"confidence": 1.5}, "expect_column_values_to_be_between"),
    ("subtasks", {"reply": 0}, "expect_column_pair_values_a_to_be_greater_than_b"),
    ("tool_calls", {"tool": "net#list"}, "expect_column_values_to_match_regex"),
    ("tool_calls", {"arguments": "{"}, "expect_column_values_to_be_json_parseable"),
]


def check(name: str, rows: list[dict[str, Any]]) -> Any:
    return run_suite(s.ALL[name].frame(rows), suite_for(s.ALL[name], {TICKET}))


@pytest.mark.parametrize("name", GOOD)
def test_a_sound_table_passes(name: str) -> None:
    result = check(name, GOOD[name])
    assert result.failed == [] and result.rows == 1 and len(result.outcomes) > 3


@pytest.mark.parametrize(("name", "change", "expectation"), BAD)
def test_each_fault_fails_its_expectation_critically(name: str, change: dict[str, Any], expectation: str) -> None:
    result = check(name, [GOOD[name][0] | change])
    assert expectation in {o.expectation for o in result.critical}


def test_a_repeated_key_fails() -> None:
    result = check("messages", GOOD["messages"] * 2)
    assert [(o.expectation, o.unexpected) for o in result.failed] == [("expect_compound_columns_to_be_unique", 2)]


def test_warnings_are_not_critical() -> None:
    result = check("tool_calls", [GOOD["tool_calls"][0] | {"failed": True}])
    assert len(result.failed) == 1 and result.critical == []


def test_no_value_is_in_the_result() -> None:
    result = check("tickets", [GOOD["tickets"][0] | {"ticket_id": "jane.doe@corp"}])
    assert result.failed and "jane.doe" not in repr(result)


def test_every_table_has_a_suite_that_runs_on_no_rows() -> None:
    for table in s.ALL.values():
        result = run_suite(pl.DataFrame(schema=table.schema), suite_for(table, set()))
        assert {o.expectation for o in result.failed} <= {"expect_table_row_count_to_be_between"}
