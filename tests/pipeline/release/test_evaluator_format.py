import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.release.evaluator_format import (
    NO_OUTPUT,
    FormatFault,
    Task,
    Turn,
    answer,
    make_task,
    mocks_of,
    read_references,
    read_task,
    read_tool,
)
from pipeline.release.replay import replay_faults

TURNS = [
    Turn("customer", "It hangs."),
    Turn("call", "", "describe", '{"id":"i-1"}'),
    Turn("result", "hung"),
    Turn("agent", "Restart it?"),
    Turn("customer", "Yes."),
    Turn("call", "", "restart", '{"force":true,"id":"i-1"}'),
    Turn("result", " "),
    Turn("agent", "Done."),
]
SUBTASKS = [(3, [1], "Inquire"), (7, [5], None)]


def task(turns: list[Turn] = TURNS, subtasks: Any = SUBTASKS) -> Task:
    return make_task("00ff", "Server", "en", turns, subtasks)


def test_a_task_has_the_keys_that_the_evaluator_reads() -> None:
    value = json.loads(task().line())
    assert value["id"] == "00ff" and value["product_name"] == "Server"
    assert value["messages"][0] == {"role": "user", "content": "It hangs."}
    call = {"id": "call_1", "type": "function", "function": {"name": "describe", "arguments": '{"id":"i-1"}'}}
    assert value["messages"][1] == {"role": "assistant", "content": None, "tool_calls": [call]}
    assert value["messages"][2] == {"role": "tool", "tool_call_id": "call_1", "content": "hung"}
    assert value["messages"][6]["content"] == NO_OUTPUT
    segments = [{"reply_index": 3, "agent_tool_indices": [1]}, {"reply_index": 7, "agent_tool_indices": [5]}]
    assert value["seperate_indices"] == value["seperate_indices_by_llm"] == segments
    assert value["reply_types"] == ["Inquire", None]


def test_a_task_is_read_back_as_it_was() -> None:
    assert read_task(task().line()) == task()
    assert task().domain == "with_tool"
    assert task([TURNS[0], TURNS[3]], [(1, [], None)]).domain == "no_tool"
    assert task().hidden == {1, 2, 5, 6}


def test_a_call_that_an_earlier_mock_would_answer_otherwise_is_shown_as_history() -> None:
    again = [*TURNS[:6], Turn("result", "ok"), Turn("call", "", "describe", '{"id":"i-1"}'), Turn("result", "running"), TURNS[7]]
    made = task(again, [(3, [1], None), (9, [5, 7], None)])
    assert [s.agent_tool_indices for s in made.seperate_indices] == [[1], [5]]
    same = [*again[:8], Turn("result", "hung"), TURNS[7]]
    assert [s.agent_tool_indices for s in task(same, [(3, [1], None), (9, [5, 7], None)]).seperate_indices] == [[1], [5, 7]]


def test_a_mock_answers_when_every_argument_sent_is_the_recorded_one() -> None:
    mocks = mocks_of(task().messages, [5, 1])
    assert [m.name for m in mocks] == ["describe", "restart"]
    assert answer(mocks, "restart", {"id": "i-1"}) == mocks[1]
    assert answer(mocks, "restart", {"id": "i-2"}) is None
    assert answer(mocks, "restart", {"id": "i-1", "zone": "b"}) is None
    assert answer(mocks, "describe", {}) == mocks[0]
    assert answer(mocks, "unknown", {}) is None


@pytest.mark.parametrize(
    ("turns", "subtasks", "text"),
    [
        ([], [], "no messages"),
        (TURNS[1:4], [(2, [], None)], "first message"),
        ([*TURNS[:4], Turn("agent", "Hello?")], [(3, [1], None), (4, [], None)], "cannot follow"),
        ([TURNS[0], Turn("agent", " \n")], [(1, [], None)], "empty"),
        ([TURNS[0], TURNS[1], TURNS[3]], [(2, [1], None)], "cannot follow"),
        ([TURNS[0], Turn("call", "", "de scribe", "{}"), TURNS[2], TURNS[3]], [(3, [1], None)], "pattern"),
        ([TURNS[0], Turn("call", "", "describe", "[]"), TURNS[2], TURNS[3]], [(3, [1], None)], "JSON object"),
        ([TURNS[0], Turn("call", "", "describe", "{"), TURNS[2], TURNS[3]], [(3, [1], None)], "not valid JSON"),
        ([TURNS[0], Turn("note", "psst"), TURNS[3]], [(2, [], None)], "unknown role"),
        (TURNS[:4], [], "seperate_indices"),
        (TURNS[:4], [(3, [2], None)], "listed as a call"),
        (TURNS[:4], [(3, [99], None)], "listed as a call"),
        (TURNS[:4], [(3, [], None)], "none that a subtask owns"),
        (TURNS, [(3, [1, 5], None), (7, [], None)], "outside its subtask"),
        (TURNS, [(3, [1], None)], "does not end at the last"),
        (TURNS, [(7, [5], None), (3, [1], None)], "does not rise"),
        (TURNS, [(4, [1], None), (7, [5], None)], "not a reply"),
        (TURNS, [(3, [1], "Chatter"), (7, [5], None)], "reply_types"),
    ],
)
def test_turns_that_break_a_rule_make_no_task(turns: list[Turn], subtasks: Any, text: str) -> None:
    with pytest.raises(FormatFault, match=r".") as caught:
        task(turns, subtasks)
    assert any(text in f for f in caught.value.faults), caught.value.faults


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    *way, last = [int(p) if p.isdigit() else p for p in path.split(".")]

    def apply(target: Any) -> None:
        for part in way:
            target = target[part]
        target[last] = value

    return apply


@pytest.mark.parametrize(
    "apply",
    [
        change("id", "../../etc/passwd"),
        change("id", "00ff\n"),
        change("id", 7),
        change("product_name", ""),
        change("category", "Email"),
        change("language", "klingon"),
        change("messages", None),
        change("messages.0.role", "system"),
        change("messages.0.content", None),
        change("messages.0.tool_calls", []),
        change("messages.0.tool_call_id", "call_1"),
        change("messages.0.surprise", 1),
        change("messages.1.content", "thinking"),
        change("messages.1.tool_calls", []),
        change("messages.1.tool_calls.0.id", "call_2"),
        change("messages.1.tool_calls.0.type", "tool"),
        change("messages.1.tool_calls.0.function.name", "net#describe"),
        change("messages.1.tool_calls.0.function.name", "x" * 65),
        change("messages.1.tool_calls.0.function.arguments", {"id": "i-1"}),
        change("messages.1.tool_calls.0.function.arguments", '{"id": 1e999}'),
        change("messages.2.tool_call_id", None),
        change("messages.2.content", ""),
        change("messages.5.tool_calls.0.id", "call_1"),
        change("messages.7.role", "user"),
        change("seperate_indices", []),
        change("seperate_indices.0.reply_index", True),
        change("seperate_indices.0.reply_index", 10**100),
        change("seperate_indices.0.reply_index", -1),
        change("seperate_indices.0.agent_tool_indices", [1, 1]),
        change("seperate_indices.0.agent_tool_indices", [-7]),
        change("seperate_indices_by_llm.0.agent_tool_indices", []),
        change("reply_types", ["Solution"]),
        change("reply_types.0", "Chatter"),
        change("surprise", 1),
    ],
)
def test_a_task_with_one_wrong_thing_is_refused(apply: Callable[[dict[str, Any]], None]) -> None:
    value = json.loads(task().line())
    apply(value)
    with pytest.raises(FormatFault, match=r".") as caught:
        read_task(json.dumps(value))
    assert all("passwd" not in f and "thinking" not in f for f in caught.value.faults)


@pytest.mark.parametrize("line", ["", "null", "[]", "{}", '"x"', '{"type":"function"}'])
def test_other_json_is_refused(line: str) -> None:
    for read in (read_task, read_tool):
        with pytest.raises(FormatFault):
            read(line)


def test_tools_need_an_object_schema_and_may_have_further_keys() -> None:
    function = {"name": "f", "description": "", "parameters": {"type": "object", "properties": {}}, "strict": True}
    assert json.loads(read_tool(json.dumps({"type": "function", "function": function})).line())["function"] == function
    with pytest.raises(FormatFault, match="type object"):
        read_tool(json.dumps({"type": "function", "function": function | {"parameters": {"type": "string"}}}))


def test_references_are_a_list_of_passages() -> None:
    passage = {"doc_id": "d", "title": "t", "content": "c", "source": "s"}
    assert read_references("[]") == []
    assert read_references(json.dumps([passage]))[0].content == "c"
    for wrong in ({}, [1], [passage | {"score": 1}], [{"doc_id": "d"}], [passage | {"content": ""}]):
        with pytest.raises(FormatFault):
            read_references(json.dumps(wrong))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "role", "content", "x"]), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way] * bool(way) + [p for k, v in inner for p in places(v, (*way, k))]


@given(st.data())
def test_wrong_types_anywhere_make_a_fault_or_a_task_that_can_be_played(data: st.DataObject) -> None:
    value = json.loads(task().line())
    *way, last = data.draw(st.sampled_from(places(value)))
    target = value
    for part in way:
        target = target[part]
    target[last] = data.draw(JSON | st.just(10**400) | st.sampled_from([1, 3, 5, -1]))
    try:
        made = read_task(json.dumps(value))
    except FormatFault as fault:
        assert 0 < len(fault.faults) <= 20
    else:
        assert read_task(made.line()) == made
        assert isinstance(replay_faults(made), list)
