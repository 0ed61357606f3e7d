from datetime import UTC, date, datetime
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BeforeValidator

from pipeline.collection.records import Incoming, RawMessage, RawTicket, canonical_arguments, pair_calls, parse
from pipeline.errors import RecordError


def call(call_id: str, tool: str = "t") -> RawMessage:
    return RawMessage("call", tool=tool, arguments="{}", call_id=call_id)


def result(call_id: str, text: str = "r") -> RawMessage:
    return RawMessage("result", text, call_id=call_id)


def shape(messages: list[RawMessage]) -> list[tuple[str, str, str | None, str | None]]:
    return [(m.role, m.text, m.tool, m.call_id) for m in pair_calls(messages)]


def test_a_repeated_id_gets_a_number_and_results_follow_in_order() -> None:
    assert shape([call("a", "x"), result("a", "1"), call("a-2", "y"), call("a", "z"), result("a", "2"), result("a-2", "3")]) == [
        ("call", "", "x", "a"),
        ("result", "1", "x", "a"),
        ("call", "", "y", "a-2"),
        ("call", "", "z", "a-3"),
        ("result", "2", "z", "a-3"),
        ("result", "3", "y", "a-2"),
    ]


def test_a_result_stored_ahead_of_its_call_moves_behind_it() -> None:
    assert shape([result("a"), RawMessage("agent", "hm"), call("a")]) == [
        ("agent", "hm", None, None),
        ("call", "", "t", "a"),
        ("result", "r", "t", "a"),
    ]


def test_a_result_without_a_call_is_a_note() -> None:
    assert shape([call("a"), result("a"), result("a", "again"), result("b", " "), result("c", "c")]) == [
        ("call", "", "t", "a"),
        ("result", "r", "t", "a"),
        ("note", "again", None, None),
        ("note", "c", None, None),
    ]


@given(st.lists(st.tuples(st.sampled_from(["call", "result", "agent"]), st.sampled_from(["a", "a-2", "a-3", "b"])), max_size=14))
def test_any_order_of_calls_and_results_pairs_up(events: list[tuple[str, str]]) -> None:
    given = [call(i) if kind == "call" else result(i) if kind == "result" else RawMessage("agent", i) for kind, i in events]
    paired = pair_calls(given)
    calls = [m.call_id for m in paired if m.role == "call"]
    results = [m.call_id for m in paired if m.role == "result"]
    assert len(paired) == len(given)
    assert len(calls) == len(set(calls)) == sum(m.role == "call" for m in given)
    assert len(results) == len(set(results)) and set(results) <= set(calls)
    places = {(m.role, m.call_id): place for place, m in enumerate(paired)}
    assert all(places["call", i] < places["result", i] for i in results)
    assert [m.text for m in paired if m.role == "agent"] == [m.text for m in given if m.role == "agent"]


def test_a_ticket_opens_with_its_first_message_that_has_a_time() -> None:
    created, said = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, tzinfo=UTC)
    silent = RawMessage("customer", "hi")
    assert RawTicket.of("1", [silent, RawMessage("agent", "ho", sent_at=said)], created=created).opened_at == said
    assert RawTicket.of("1", [silent], created=created).opened_at == created
    assert RawTicket.of("1", [silent]).opened_at is None


@pytest.mark.parametrize(
    ("value", "canonical"),
    [('{"b": 1.0, "a": "é"}', '{"a":"é","b":1}'), ({"a": [1, {"c": None}]}, '{"a":[1,{"c":null}]}'), (None, "{}"), ("", "{}"), (" ", "{}")],
)
def test_arguments_are_canonical(value: object, canonical: str) -> None:
    assert canonical_arguments(value, "f") == canonical


@pytest.mark.parametrize(
    "value", ["[]", "1", "{", '{"a": 1} x', '{"a": 1, "a": 2}', "[" * 5000, [1], 7, {"a": float("nan")}, '{"a": 1e999}']
)
def test_arguments_that_are_no_object_are_refused(value: object) -> None:
    with pytest.raises(RecordError, match="field: "):
        canonical_arguments(value, "field")


class Dated(Incoming):
    day: Annotated[date, BeforeValidator(date.fromisoformat)]


def test_a_validator_that_quotes_the_value_is_not_repeated() -> None:
    with pytest.raises(RecordError, match=r"^day: has the wrong form$"):
        parse(Dated, {"day": "Wanda Secret"})
