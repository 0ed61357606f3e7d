import json
import time
from typing import Any

import polars as pl
import pytest

from pipeline.preprocessing.tool_dependency import Extracted, extract_tools
from pipeline.preprocessing.tool_failure import failed
from pipeline.schemas import SUBTASKS, TURNS

TICKET = "a" * 16
Call = tuple[str, Any, Any]


def dialogue(*parts: str | Call, ticket: str = TICKET) -> list[dict[str, Any]]:
    """TURNS rows: a text is the customer's, or the agent's after '> '; a tuple is a call: tool, arguments, result."""
    rows: list[dict[str, Any]] = []
    for part in parts:
        if isinstance(part, str):
            rows.append({"role": "agent", "text": part[2:]} if part.startswith("> ") else {"role": "customer", "text": part})
        else:
            tool, arguments, result = part
            shared = {"tool": tool, "call_id": str(len(rows))}
            rows.append({"role": "call", "text": "", "arguments": json.dumps(arguments)} | shared)
            rows.append({"role": "result", "text": result if isinstance(result, str) else json.dumps(result)} | shared)
    return [{"ticket_id": ticket, "position": n} | row for n, row in enumerate(rows)]


def extract(*tickets: list[dict[str, Any]], given: list[dict[str, Any]] | None = None) -> Extracted:
    """Each ticket is one subtask that owns all its calls."""
    subtasks = []
    for rows in tickets:
        calls = [r["position"] for r in rows if r["role"] == "call"]
        place = {"ticket_id": rows[0]["ticket_id"], "subtask": 0, "first": 0, "reply": len(rows) - 1}
        subtasks.append(place | {"calls": calls, "checkpoint_score": 1.0})
    return extract_tools(TURNS.frame(r for rows in tickets for r in rows), SUBTASKS.frame(subtasks), given or [])


def schema(name: str, **properties: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": properties}}}


def sources(made: Extracted, call: int = -1) -> dict[str, tuple[str, int | None]]:
    return {s["path"]: (s["origin"], s["position"]) for s in made.tool_calls["sources"].to_list()[call]}


def origin(value: Any, *before: str | Call, **properties: Any) -> tuple[str, int | None]:
    """Where the only argument of the last call comes from."""
    given = [schema("t", v=properties)] if properties else None
    return sources(extract(dialogue(*before, ("t", {"v": value}, "ok"), "> end"), given=given))["$.v"]


LOOKED_UP: Call = ("find", {}, {"flights": [{"id": "HAT-001", "price": 1250.0, "on": "2026-05-20", "note": "caf\u00e9 \u4e2d\u6587"}]})


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("i-0ab12cd34", "my server I-0AB12CD34 is down"),
        ("i-0ab12cd34", "服务器i-0ab12cd34的状态"),
        ("one_way", "a one-way ticket"),
        ("13800138000", "call me at 138-0013-8000"),
        ("New York", "flying to new  york!"),
        ("ＡＢＣ１２３", "code abc123"),
        (25, "it was 25.00 dollars"),
        (25.5, "it was $25.50"),
        (1234567.5, "about 1,234,567.5 in all"),
        ("1234", "1,234 rows"),
        (500, "a 500GB disk"),
        (-54, "take 54 off"),
        (3, "three bags"),
        (2, "买两张票"),
        ("2026-05-20", "on May 20th"),
        ("2026-05-20", "on 20 May, 2026"),
        ("2026-05-20", "on 05/20/2026"),
        ("2026-05-20", "2026年5月20日"),
        ("2026-05-20", "5月20号"),
        ("123 Main St, Springfield IL 62701", "I live in Springfield, Illinois 62701, at 123 main st."),
        ("server hangs after kernel update", "After the kernel update my server always hangs."),
    ],
)
def test_the_customer_said_it(value: Any, words: str) -> None:
    assert origin(value, words) == ("customer", 0)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("i-0ab", "my server i-0abc"),
        ("123", "order 91234"),
        (123, "order A123"),
        ("2026-05-20", "on May 21, or on May 20, 2025"),
        ("2026-05-20", "2025年5月20日"),
        ("#1234", "order 91234"),
        ("IT", "i told you"),
        ("delete everything in the production database", "please say hello to everything"),
        (77, "nothing"),
        (7.5, "nothing"),
        ("x", ""),
    ],
)
def test_nobody_said_it(value: Any, words: str) -> None:
    assert origin(value, words or "-") == ("unknown", None)


@pytest.mark.parametrize("value", ["HAT001", "hat-001", 1250, 1250.0, "1250", "2026-05-20", "flights", "café", "中文"])
def test_an_earlier_result_held_it(value: Any) -> None:
    assert origin(value, "hello", LOOKED_UP) == ("result", 2)


def test_customers_come_before_results_and_results_before_the_agent() -> None:
    find: Call = ("find", {}, "K-77")
    assert origin("K-77", "hello", find, "> is it K-77?", "yes, K-77") == ("customer", 4)
    assert origin("K-77", "hello", "> is it K-77?", "yes", find) == ("result", 4)
    assert origin("K-77", "hello", "> is it K-77?", "yes") == ("agent", 1)


def test_what_is_said_later_is_no_source() -> None:
    made = extract(dialogue("hello", ("t", {"v": "K-77"}, "K-77"), "> K-77", "K-77", "> end"))
    assert sources(made) == {"$.v": ("unknown", None)}


@pytest.mark.parametrize("value", [True, False, None, "", 0, 7, 10.0, "3"])
def test_choices_are_constants(value: Any) -> None:
    assert origin(value, "hello") == ("constant", None)


def test_values_that_the_schema_spells_out_are_constants() -> None:
    assert origin("round_trip", "hello", enum=["one_way", "round_trip"]) == ("constant", None)
    assert origin("round_trip", "a round trip", enum=["one_way", "round_trip"]) == ("customer", 0)
    assert origin(64, "hello", default=64.0) == ("constant", None)
    assert origin("eu", "hello", anyOf=[{"type": "null"}, {"const": "eu"}]) == ("constant", None)


def test_paths_reach_every_scalar_and_constants_are_found_deep_inside() -> None:
    item = {"type": "object", "properties": {"cabin": {"$ref": "#/$defs/cabin"}}}
    tool = schema("t", flights={"type": "array", "items": item})
    tool["function"]["parameters"]["$defs"] = {"cabin": {"enum": ["eco"]}}
    arguments = {"flights": [{"cabin": "eco", "no": "HAT001"}], "odd key": {"é": []}, "a.b": "HAT001"}
    made = extract(dialogue("HAT001 please", ("t", arguments, "ok"), "> end"), given=[tool])
    assert sources(made) == {
        '$["a.b"]': ("customer", 0),
        "$.flights[0].cabin": ("constant", None),
        "$.flights[0].no": ("customer", 0),
    }


def test_arguments_and_schemas_are_canonical() -> None:
    made = extract(dialogue("hi", ("t", {"b": 25.0, "a": "é"}, "ok"), "> end"), given=[schema("t", b={"type": "number"}, a={})])
    assert made.tool_calls["arguments"].to_list() == ['{"a":"é","b":25}']
    assert made.tools["schema"].to_list() == [
        '{"function":{"name":"t","parameters":{"properties":{"a":{},"b":{"type":"number"}},"type":"object"}},"type":"function"}'
    ]


def test_given_schemas_win_and_missing_ones_are_inferred() -> None:
    made = extract(
        dialogue("hi", ("net#rules", {"x": 1}, "ok"), ("ping", {"x": 1}, "ok"), "> end"), given=[schema("net#rules"), schema("idle")]
    )
    assert made.tools.select("tool", "native_name", "origin", "calls").rows() == [
        ("idle", "idle", "given", 0),
        ("net_rules", "net#rules", "given", 1),
        ("ping", "ping", "inferred", 1),
    ]
    assert made.tool_calls["tool"].to_list() == ["net_rules", "ping"]
    assert [json.loads(s)["function"]["name"] for s in made.tools["schema"]] == made.tools["tool"].to_list()


def test_a_schema_serves_the_same_tool_written_for_the_evaluator() -> None:
    made = extract(dialogue("hi", ("net#rules", {}, "ok"), "> end"), given=[schema("net_rules")])
    assert made.tools.select("tool", "native_name", "origin", "calls").rows() == [("net_rules", "net#rules", "given", 1)]


def test_two_tools_that_would_share_a_name_stay_two() -> None:
    made = extract(dialogue("hi", ("a#b", {}, "ok"), ("a_b", {}, "ok"), ("a.b", {}, "ok"), "> end"))
    names = dict(made.tools.select("native_name", "tool").iter_rows())
    assert names["a_b"] == "a_b" and len(set(names.values())) == 3
    assert made.tool_calls["tool"].to_list() == [names["a#b"], names["a_b"], names["a.b"]]


def test_calls_that_do_not_fit_their_schema_are_flagged() -> None:
    given = [schema("t", n={"type": "integer"})]
    made = extract(dialogue("hi", ("t", {"n": "x"}, "ok"), ("t", {"n": "y"}, "ok"), ("u", {"n": "x"}, "ok"), "> end"), given=given)
    assert made.flags.select("ticket_id", "subtask", "rule", "severity").rows() == [(TICKET, 0, "arguments-outside-schema", "minor")]
    assert made.tool_calls.height == 3


def test_only_owned_calls_are_rows_but_all_are_counted() -> None:
    rows = dialogue("hi", ("t", {"v": 1}, "ok"), "> a", "more", ("t", {"v": 2}, "no"), "> b")
    subtasks = SUBTASKS.frame(
        {"ticket_id": TICKET, "subtask": n, "first": f, "reply": r, "calls": c, "checkpoint_score": 1.0}
        for n, f, r, c in [(0, 0, 3, []), (1, 4, 7, [5])]
    )
    made = extract_tools(TURNS.frame(rows), subtasks, [])
    assert made.tool_calls.select("subtask", "call", "result").rows() == [(1, 5, 6)]
    assert made.tools["calls"].to_list() == [2]


def test_rows_may_come_in_any_order() -> None:
    tickets = [dialogue("K-1", ("t", {"v": "K-1"}, "ok"), ("u", {"v": 3}, "x"), "> end", ticket=c * 16) for c in "ab"]
    made, again = extract(*tickets), extract(*[t[::-1] for t in tickets[::-1]])
    assert all(a.equals(b) for a, b in zip(made, again, strict=True))
    assert made.tool_calls["ticket_id"].is_sorted()


def test_unreadable_arguments_stop_nobody() -> None:
    rows = dialogue("hi", ("t", {}, "ok"), ("t", {"v": 1}, "ok"), "> end")
    rows[1]["arguments"] = "{broken"
    assert extract(rows).tool_calls["arguments"].to_list() == ["{}", '{"v":1}']


def test_no_calls() -> None:
    made = extract_tools(TURNS.frame(), SUBTASKS.frame(), [])
    assert [frame.height for frame in made] == [0, 0, 0]


@pytest.mark.parametrize("unit", [" _", "1,", "1,234", "a", "a ", "[", "may ", "9"])
def test_long_texts_of_anything_are_searched_in_linear_time(unit: str) -> None:
    text = unit * (300_000 // len(unit))
    start = time.perf_counter()
    values = {"a": "aaaaaaaaab", "b": "a" * 70 + "b", "c": 1234567, "d": "2026-05-20", "e": "some words of 5 and 6", "f": text}
    extract(dialogue(text, ("t", values, text), ("t", values, text), "> end"))
    assert time.perf_counter() - start < 10  # some tenths of a second here; a quadratic search would take minutes


@pytest.mark.parametrize(
    "result",
    [
        "Error: user not found",
        "ERROR - timeout",
        "error",
        "ValueError: invalid id",
        "ERROR InvalidOrderId: ten digits expected",
        "botocore.exceptions.ClientError: denied",
        "Failed to fetch the order",
        "Request timed out",
        "HTTP 503 Service Unavailable",
        "404 Not Found",
        "Traceback (most recent call last):\n ...",
        "错误：实例不存在",
        "查询失败",
        "系统异常，请稍后再试",
        '{"error": "no such instance"}',
        '{"error": {"code": 1}, "id": 3}',
        '{"success": false, "data": {"x": 1}}',
        '{"status": "error", "message": "nope"}',
        '{"statusCode": 500, "message": "x"}',
        '{"code": 404, "msg": "x", "requestId": "r"}',
        '{"Code": "InvalidInstanceId.NotFound", "Message": "x", "RequestId": "r"}',
        '{"result": {"error_code": "E42"}}',
        '{"状态": "失败", "原因": "余额不足"}',
        '[{"error": "x"}]',
    ],
)
def test_results_that_report_an_error(result: str) -> None:
    assert failed(result)


@pytest.mark.parametrize(
    "result",
    [
        "",
        "ok",
        "Error log of the instance: empty",
        "failed logins: 0",
        "No error was found",
        "无异常",
        "未发现错误",
        "The last deployment failed because of a typo",
        "404 rows were read",
        '{"error": null, "data": 1}',
        '{"errors": [], "id": "x"}',
        '{"error": false}',
        '{"success": true}',
        '{"code": 200, "message": "ok"}',
        '{"code": "SAVE10", "message": "ten percent off"}',
        '{"message_id": "m", "status": "failed", "error_code": 30003}',
        '{"order": 1, "status": "error"}',
        "[]",
        '[{"error": "x"}, {"id": 1}]',
        '{"errors_5xx": 12, "cpu": 3}',
    ],
)
def test_results_that_report_none(result: str) -> None:
    assert not failed(result)


def test_failed_is_a_column() -> None:
    made = extract(dialogue("hi", ("t", {}, "Error: x"), ("t", {}, "fine"), "> end"))
    assert made.tool_calls["failed"].to_list() == [True, False]
    assert made.tool_calls.filter(pl.col("failed"))["call"].to_list() == [1]
