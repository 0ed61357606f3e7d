"""Step 5: the calls that each subtask needs, where their arguments come from, and the schemas of their tools."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import polars as pl

from pipeline.canonical import canonical_json
from pipeline.preprocessing.provenance import Said, Value, first_said
from pipeline.preprocessing.tool_failure import failed
from pipeline.preprocessing.tool_schema import Schema, constants, fits, infer_schema, inner, legal_name, usable_names
from pipeline.release.strict_json import parse_json
from pipeline.schemas import FLAGS, TOOL_CALLS, TOOLS

_ORIGINS = ("customer", "result", "agent")  # in order of preference: what the customer said needs no earlier call
_SMALL = 10  # numbers up to this are choices of the agent's (a page, a count) where nobody said them
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Extracted(NamedTuple):
    """What the tools did and what they are."""

    tool_calls: pl.DataFrame
    """TOOL_CALLS, sorted by ticket and call."""
    tools: pl.DataFrame
    """TOOLS, sorted by name: the given ones, called or not, and an inferred one for each other tool that was called."""
    flags: pl.DataFrame
    """FLAGS: calls whose arguments do not fit their given schema."""


class _Tool(NamedTuple):
    name: str
    native: str
    schema: Schema
    origin: str
    calls: int

    @property
    def parameters(self) -> Schema:
        found = self.schema["function"].get("parameters")
        return found if isinstance(found, dict) else {"type": "object", "properties": {}}


def extract_tools(turns: pl.DataFrame, subtasks: pl.DataFrame, given: Sequence[Schema]) -> Extracted:
    """The calls that subtasks own, with names the evaluator can use, and the tools' schemas.

    Args:
        turns: TURNS, in any order of rows.
        subtasks: SUBTASKS; only ticket_id, subtask and calls are used.
        given: schemas as `read_tool_schemas` returns them. A call belongs to the given tool of its name, else to the
            only one whose name becomes the same for the evaluator (net#rules and net_rules). Other tools get a schema
            that is inferred from all their calls.
    """
    ordered = turns.sort("ticket_id", "position")
    arguments = _arguments(ordered)
    tools = _tools(arguments, given)
    owners = subtasks.select("ticket_id", "subtask", pl.col("calls").alias("call")).explode("call").drop_nulls("call")
    owner = {(ticket_id, call): subtask for ticket_id, subtask, call in owners.iter_rows()}
    rows, misfits = [], set()
    for ticket in ordered.partition_by("ticket_id", maintain_order=True):
        for call in _ticket_calls(ticket, arguments, tools):
            place = call["ticket_id"], call["call"]
            if place in owner:
                rows.append(call | {"subtask": owner[place]})
                tool = tools[arguments[place][0]]
                if tool.origin == "given" and not fits(tool.parameters, arguments[place][1]):
                    misfits.add((call["ticket_id"], owner[place]))
    flag = {"rule": "arguments-outside-schema", "severity": "minor", "message": "A tool call has arguments that its schema does not allow."}
    return Extracted(
        TOOL_CALLS.check(TOOL_CALLS.frame(rows)),
        TOOLS.check(_tools_frame(tools)),
        FLAGS.check(FLAGS.frame({"ticket_id": t, "subtask": s} | flag for t, s in sorted(misfits))),
    )


def _arguments(turns: pl.DataFrame) -> dict[tuple[str, int], tuple[str, Schema]]:
    """(ticket, position of the call) -> native name of its tool, arguments. What is no JSON object counts as no arguments."""
    calls = turns.filter(pl.col("role") == "call").select("ticket_id", "position", pl.col("tool").fill_null(""), "arguments")
    return {(ticket, position): (tool, _object(text)) for ticket, position, tool, text in calls.iter_rows()}


def _object(text: str | None) -> Schema:
    try:
        value = parse_json(text or "{}")
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _tools(calls: dict[tuple[str, int], tuple[str, Schema]], given: Sequence[Schema]) -> dict[str, _Tool]:
    """Native name, of a given schema or of a call -> its tool."""
    schemas = {s["function"]["name"]: s for s in given}
    alike: dict[str, list[str]] = defaultdict(list)
    for name in sorted(schemas):
        alike[legal_name(name)].append(name)
    seen: dict[str, list[tuple[str, Schema]]] = defaultdict(list)
    called: dict[str, set[str]] = defaultdict(set)
    owner = {}
    for (ticket, _), (native, arguments) in calls.items():
        twins = alike[legal_name(native)] if native not in schemas else []
        owner[native] = twins[0] if len(twins) == 1 else native
        seen[owner[native]].append((ticket, arguments))
        called[owner[native]].add(native)
    names = usable_names([*schemas, *seen])
    tools = {}
    for key, name in names.items():
        schema = _renamed(schemas[key], name) if key in schemas else infer_schema(name, seen[key])
        # The exports' own name, even where the given schema writes it differently.
        native = key if key in called[key] or not called[key] else min(called[key])
        tools[key] = _Tool(name, native, schema, "given" if key in schemas else "inferred", len(seen[key]))
    return tools | {native: tools[key] for native, key in owner.items()}


def _renamed(schema: Schema, name: str) -> Schema:
    return schema | {"function": schema["function"] | {"name": name}}


def _tools_frame(tools: dict[str, _Tool]) -> pl.DataFrame:
    unique = {t.name: t for t in tools.values()}
    rows = [
        {"tool": t.name, "native_name": t.native, "schema": canonical_json(t.schema), "origin": t.origin, "calls": t.calls}
        for _, t in sorted(unique.items())
    ]
    return TOOLS.frame(rows)


def _ticket_calls(
    turns: pl.DataFrame, arguments: dict[tuple[str, int], tuple[str, Schema]], tools: dict[str, _Tool]
) -> Iterator[dict[str, Any]]:
    """TOOL_CALLS rows of one ticket, without their subtask."""
    earlier: dict[str, list[Said]] = {origin: [] for origin in _ORIGINS}
    call = None
    for ticket_id, position, role, text in turns.select("ticket_id", "position", "role", "text").iter_rows():
        if role == "call":
            native, given = arguments[ticket_id, position]
            said = [s for origin in _ORIGINS for s in earlier[origin]]
            sources = _sources(given, tools[native].parameters, said)
            facts = {"ticket_id": ticket_id, "call": position, "result": position + 1, "tool": tools[native].name}
            call = facts | {"arguments": canonical_json(given), "sources": sources}
        else:
            if role == "result" and call is not None:
                yield call | {"failed": failed(text)}
                call = None
            earlier[role].append(Said(position, role, text))


def _sources(arguments: Schema, parameters: Schema, earlier: Sequence[Said]) -> list[dict[str, Any]]:
    sources = []
    for path, value, schemas in _scalars(arguments, [parameters], parameters, "$"):
        said = first_said(Value(value), earlier) if _searchable(value) else None
        if said is not None:
            origin = said.origin
        elif not _searchable(value) or _is_small(value) or canonical_json(value) in constants(schemas):
            origin = "constant"
        else:
            origin = "unknown"
        sources.append({"path": path, "origin": origin, "position": said and said.position})
    return sources


def _searchable(value: Any) -> bool:
    """Truth values, null and empty texts are choices: nobody says them in so many words."""
    return isinstance(value, int | float | str) and not isinstance(value, bool) and value != ""


def _is_small(value: Any) -> bool:
    number = Value(value).number
    return number is not None and number <= _SMALL and number == int(number)


def _scalars(value: Any, schemas: Sequence[Schema], root: Schema, path: str) -> Iterator[tuple[str, Any, Sequence[Schema]]]:
    """Every scalar of the arguments: JSON path, value, and the schemas that speak of it."""
    if isinstance(value, dict):
        for key in sorted(value):
            step = f".{key}" if _PLAIN_KEY.fullmatch(key) else f"[{json.dumps(key, ensure_ascii=False)}]"
            yield from _scalars(value[key], inner(schemas, key, root), root, path + step)
    elif isinstance(value, list):
        items = inner(schemas, 0, root)
        for n, item in enumerate(value):
            yield from _scalars(item, items, root, f"{path}[{n}]")
    else:
        yield path, value, schemas
