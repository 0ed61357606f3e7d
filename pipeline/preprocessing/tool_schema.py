"""Schemas of tools: read, checked, inferred from calls, and named as the evaluator can use them."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pipeline.canonical import canonical_json
from pipeline.errors import InputError
from pipeline.release.strict_json import parse_json
from pipeline.settings import Settings

Schema = dict[str, Any]

_ILLEGAL = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST = 64  # characters of a name, as OpenAI's function calling has it
_ENUM_VALUES = 8  # an argument with more values than this is taken to be free
_ENUM_TICKETS = 2  # tickets that each value must be seen in: ids and personal values recur inside one ticket only


def given_schemas(settings: Settings) -> list[Schema]:
    """The schemas that the settings name; none where they name no file. Raises InputError as `read_tool_schemas`."""
    return [] if settings.tools.schemas is None else read_tool_schemas(settings.resolve(settings.tools.schemas))


def read_tool_schemas(path: Path) -> list[Schema]:
    """OpenAI function schemas (`{"type": "function", "function": {"name", "description"?, "parameters"?}}`), sorted by name.

    The file is a JSON list or has one schema a line. `parameters` must be a JSON Schema (2020-12) of type object, and is
    one without properties where it is missing.

    Raises:
        InputError: the file cannot be read, or is wrong: which line or item, and what is wrong there.
    """
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot read the tool schemas {path}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise InputError(f"the tool schemas {path} are not UTF-8") from None
    schemas: dict[str, Schema] = {}
    for place, value in _items(path, text):
        where = f"{path}, {place}"
        schema = _checked(value, where)
        name = schema["function"]["name"]
        if name in schemas:
            raise InputError(f"{where}: function.name: an earlier schema has the name {name!r} already")
        schemas[name] = schema
    return [schemas[n] for n in sorted(schemas)]


def _items(path: Path, text: str) -> Iterator[tuple[str, Any]]:
    if text.lstrip().startswith("["):
        for number, value in enumerate(_parsed(text, str(path)), 1):
            yield f"item {number}", value
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"line {number}", _parsed(line, f"{path}, line {number}")


def _parsed(text: str, where: str) -> Any:
    try:
        return parse_json(text)
    except ValueError as error:
        raise InputError(f"{where}: {error}") from None


def _checked(value: Any, where: str) -> Schema:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    if not isinstance(value, dict) or value.get("type") != "function" or not isinstance(value.get("function"), dict):
        raise InputError(f'{where}: must be {{"type": "function", "function": {{"name": ..., "parameters": {{...}}}}}}')
    function = {"parameters": {"type": "object", "properties": {}}} | value["function"]
    if not isinstance(function.get("name"), str) or not function["name"]:
        raise InputError(f"{where}: function.name: must be a text that is not empty")
    if not isinstance(function.get("description", ""), str):
        raise InputError(f"{where}: function.description: must be a text")
    parameters = function["parameters"]
    if not isinstance(parameters, dict) or parameters.get("type") != "object":
        raise InputError(f'{where}: function.parameters: must be a JSON Schema with "type": "object"')
    try:
        Draft202012Validator.check_schema(parameters, format_checker=Draft202012Validator.FORMAT_CHECKER)
    except SchemaError as error:
        place = ".".join(["function", "parameters", *(str(p) for p in error.absolute_path)])
        raise InputError(f"{where}: {place}: {_shortened(error.message)}") from None
    return {"type": "function", "function": function}


def _shortened(text: str) -> str:
    return text if len(text) <= 200 else text[:199] + "…"


def fits(parameters: Schema, arguments: Schema) -> bool:
    """Whether arguments obey a JSON Schema. One that leads out of itself or in circles forbids nothing.

    Nothing is fetched: a reference to another address counts as one that leads nowhere.
    """
    from jsonschema import Draft202012Validator
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    try:
        return bool(Draft202012Validator(parameters, registry=Registry()).is_valid(arguments))
    except (Unresolvable, RecursionError):
        return True


def legal_name(native: str) -> str:
    """The name with `_` for everything the evaluator does not take, cut to 64 characters. Two names may become one."""
    return _ILLEGAL.sub("_", native)[:_LONGEST] or "_"


def usable_names(natives: Iterable[str]) -> dict[str, str]:
    """For each native name one that the evaluator can use, no two the same, whatever their order.

    A name that is legal stays; of others that become one name, the first in alphabetical order gets it, the rest get a
    suffix made from their native name.
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    for native in sorted(set(natives), key=lambda n: (legal_name(n) != n, n)):
        name, attempt = legal_name(native), 0
        while name in taken:
            suffix = hashlib.sha256(f"{attempt}{native}".encode("utf-8", "surrogatepass")).hexdigest()[:6]
            name, attempt = f"{legal_name(native)[: _LONGEST - 7]}_{suffix}", attempt + 1
        taken.add(name)
        names[native] = name
    return names


def infer_schema(name: str, calls: Sequence[tuple[str, Schema]]) -> Schema:
    """A schema that all observed calls fit. `calls`: (ticket_id, arguments) of each.

    An argument is required when every call has it. It gets an enum when few texts were seen, each in several tickets.
    """
    parameters = {"type": "object", "properties": {}, "required": []} | _infer(calls)
    return {"type": "function", "function": {"name": name, "description": "", "parameters": parameters}}


def _infer(seen: Sequence[tuple[str, Any]]) -> Schema:
    types = {_type(value) for _, value in seen}
    if "number" in types:
        types.discard("integer")
    schema: Schema = {"type": next(iter(types)) if len(types) == 1 else sorted(types)}
    if objects := [(ticket, value) for ticket, value in seen if isinstance(value, dict)]:
        values: dict[str, list[tuple[str, Any]]] = defaultdict(list)
        for ticket, members in objects:
            for key, value in members.items():
                values[key].append((ticket, value))
        schema["properties"] = {key: _infer(values[key]) for key in sorted(values)}
        schema["required"] = [key for key in sorted(values) if len(values[key]) == len(objects)]
    if items := [(ticket, item) for ticket, value in seen if isinstance(value, list) for item in value]:
        schema["items"] = _infer(items)
    if types == {"string"}:
        schema |= _enum(seen)
    return schema


def _enum(seen: Sequence[tuple[str, str]]) -> Schema:
    tickets: dict[str, set[str]] = defaultdict(set)
    for ticket, value in seen:
        tickets[value].add(ticket)
    closed = len(tickets) <= _ENUM_VALUES and all(len(t) >= _ENUM_TICKETS for t in tickets.values())
    return {"enum": sorted(tickets)} if closed else {}


def _type(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    kinds = {str: "string", int: "integer", float: "number", dict: "object", list: "array"}
    return kinds[type(value)]


def constants(schemas: Sequence[Schema]) -> set[str]:
    """The values that schemas of one argument spell out (enum, const, default), each as canonical JSON."""
    listed = [v for s in schemas for v in (*_list(s.get("enum")), *(s[k] for k in ("const", "default") if k in s))]
    return {canonical_json(v) for v in listed}


def inner(schemas: Sequence[Schema], step: str | int, root: Schema) -> list[Schema]:
    """The schemas of an object's member or a list's item, from the object's or list's own; alternatives are all looked at."""
    found: list[Any] = []
    for schema in schemas:
        if isinstance(step, int):
            found.append(schema.get("items"))
        elif isinstance(schema.get("properties"), dict):
            found.append(schema["properties"].get(step))
    return list(alternatives(found, root))


def alternatives(schemas: Iterable[Any], root: Schema, depth: int = 8) -> Iterator[Schema]:
    """The schemas and what they refer to or combine, down to some depth: a schema may refer to itself."""
    for schema in schemas:
        if isinstance(schema, dict):
            yield schema
            parts = [p for key in ("anyOf", "oneOf", "allOf") for p in _list(schema.get(key))]
            parts += [_referred(schema["$ref"], root)] if "$ref" in schema else []
            if depth:
                yield from alternatives(parts, root, depth - 1)


def _referred(reference: Any, root: Schema) -> Any:
    """What `#/$defs/name` stands for; None for any other form of reference."""
    place: Any = root
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return None
    for part in reference[2:].split("/"):
        place = place.get(part) if isinstance(place, dict) else None
    return place


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
