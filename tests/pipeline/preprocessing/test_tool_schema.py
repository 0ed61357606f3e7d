import json
import socket
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.errors import InputError
from pipeline.preprocessing.tool_schema import fits, given_schemas, infer_schema, read_tool_schemas, usable_names
from pipeline.release.evaluator_format import TOOL_NAME, read_tool
from pipeline.settings import Settings


def tool(name: str = "look_up", **parameters: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "parameters": {"type": "object"} | parameters}}


def write(folder: Path, *lines: Any) -> Path:
    path = folder / "tools.jsonl"
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines), "utf-8")
    return path


def test_lists_and_lines_are_read_alike(tmp_path: Path) -> None:
    tools = [tool("b#x", properties={"n": {"type": "integer"}}), tool("a")]
    read = read_tool_schemas(write(tmp_path, *tools, ""))
    assert [t["function"]["name"] for t in read] == ["a", "b#x"]
    assert read_tool_schemas(write(tmp_path, "\ufeff" + json.dumps(tools, indent=1))) == read


def test_parameters_may_be_missing(tmp_path: Path) -> None:
    read = read_tool_schemas(write(tmp_path, {"type": "function", "function": {"name": "ping"}}))
    assert read[0]["function"]["parameters"] == {"type": "object", "properties": {}}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2: not valid JSON"),
        ('"x"', "line 2: must be"),
        ({"name": "x"}, "line 2: must be"),
        ({"type": "function", "function": {"name": ""}}, "line 2: function.name"),
        ({"type": "function", "function": {"name": "x", "description": 1}}, "line 2: function.description"),
        ({"type": "function", "function": {"name": "x", "parameters": {"type": "array"}}}, "line 2: function.parameters"),
        (tool("x", properties={"n": {"type": "integr"}}), r"line 2: function.parameters.properties.n.type: 'integr'"),
        (tool("x", required="n"), r"line 2: function.parameters.required: 'n' is not of type 'array'"),
        (tool("x", properties={"n": {"pattern": "("}}), r"line 2: function.parameters.properties.n.pattern"),
        (tool("first"), "line 2: function.name: an earlier schema has the name 'first'"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, line: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_tool_schemas(write(tmp_path, tool("first"), line))


def test_items_of_a_list_are_counted(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="item 2: must be"):
        read_tool_schemas(write(tmp_path, [tool(), 3]))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the tool schemas"):
        read_tool_schemas(tmp_path / "none.json")
    (tmp_path / "latin").write_bytes(b"\xff\xfe{")
    with pytest.raises(InputError, match="not UTF-8"):
        read_tool_schemas(tmp_path / "latin")


def test_the_settings_name_the_file(tmp_path: Path) -> None:
    source = {"name": "s", "path": "x", "format": "chat"}
    assert given_schemas(Settings.model_validate({"sources": [source]})) == []
    path = write(tmp_path, tool())
    assert given_schemas(Settings.model_validate({"sources": [source], "tools": {"schemas": str(path)}})) == [tool()]


def test_arguments_that_do_not_fit() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    assert fits(schema, {"n": 1}) and not fits(schema, {"n": "1"}) and not fits(schema, {})


def test_references_are_never_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert fits({"properties": {"n": {"$ref": "http://127.0.0.1:9/schema.json"}}}, {"n": 1})
    assert fits({"$ref": "#"}, {"n": 1})


def test_names_that_collide_stay_apart() -> None:
    names = usable_names(["net#rules", "net_rules", "net.rules", "查询", "", "x" * 70, "x" * 71])
    assert names["net_rules"] == "net_rules"
    assert names["net#rules"].startswith("net_rules_") and names["net.rules"].startswith("net_rules_")
    assert names["查询"] == "__" and names[""] == "_" and names["x" * 70] == "x" * 64


@settings(deadline=None)
@given(st.lists(st.text("a#_.查", max_size=4) | st.text(min_size=62, max_size=67), unique=True))
def test_names_are_legal_unique_and_independent_of_order(natives: list[str]) -> None:
    names = usable_names(natives)
    assert names == usable_names(reversed(natives))
    assert len(set(names.values())) == len(natives)
    assert all(TOOL_NAME.fullmatch(n) for n in names.values())


def parameters(*calls: dict[str, Any]) -> dict[str, Any]:
    return infer_schema("t", [(f"ticket {n}", c) for n, c in enumerate(calls)])["function"]["parameters"]


def test_types_and_required_arguments_are_inferred() -> None:
    inferred = parameters({"id": "a", "n": 1, "list": [{"x": True}]}, {"id": "b", "n": 1.5}, {"id": "c", "n": None})
    assert inferred == {
        "type": "object",
        "required": ["id", "n"],
        "properties": {
            "id": {"type": "string"},
            "list": {
                "type": "array",
                "items": {"type": "object", "properties": {"x": {"type": "boolean"}}, "required": ["x"]},
            },
            "n": {"type": ["null", "number"]},
        },
    }
    assert parameters({}) == {"type": "object", "properties": {}, "required": []}


def test_few_values_of_several_tickets_are_an_enum() -> None:
    assert parameters(*[{"zone": z} for z in "abab"])["properties"]["zone"] == {"type": "string", "enum": ["a", "b"]}
    assert parameters(*[{"zone": z} for z in "abac"])["properties"]["zone"] == {"type": "string"}
    # One customer's id, asked for again and again, is no enum.
    repeated = infer_schema("t", [("one ticket", {"id": "i-1"})] * 9)
    assert "enum" not in repeated["function"]["parameters"]["properties"]["id"]


scalars = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=3)
values = st.recursive(scalars, lambda v: st.lists(v, max_size=3) | st.dictionaries(st.text("ab", max_size=1), v, max_size=3), max_leaves=8)


@settings(deadline=None)
@given(st.lists(st.dictionaries(st.text("abc", max_size=2), values, max_size=4), min_size=1, max_size=6))
def test_every_observed_call_fits_the_inferred_schema(calls: list[dict[str, Any]]) -> None:
    schema = infer_schema("t", [(str(n % 2), c) for n, c in enumerate(calls)])
    assert read_tool(json.dumps(schema)).function.name == "t"
    assert all(fits(schema["function"]["parameters"], c) for c in calls)
