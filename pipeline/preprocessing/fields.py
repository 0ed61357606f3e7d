"""The parts of a ticket in which values are looked for: plain texts, and strings and numbers inside JSON, with their raw places."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}\[\]:,]')
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)")


@dataclass
class Unit:
    """A decoded piece of one raw field: the whole of a plain text, or one string or number of a JSON text."""

    text: str
    start: int
    """Where it starts in the raw field."""
    kind: str
    """text, string, number or key."""
    path: tuple[str, ...] = ()
    """Of JSON: the keys that lead to it, without list positions."""
    offsets: list[int] = field(default_factory=list)
    """Raw place of every character and of the end, relative to `start`; empty where nothing is escaped."""
    siblings: frozenset[str] = frozenset()
    """Of JSON: all keys of the object it stands in."""

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        if self.offsets:
            return self.start + self.offsets[start], self.start + self.offsets[end]
        return self.start + start, self.start + end

    def encode(self, value: str) -> str:
        """A replacement as it is written in the raw field."""
        return json.dumps(value, ensure_ascii=False)[1:-1] if self.kind in ("string", "key") else value


def split(raw: str) -> list[Unit]:
    """One unit for plain text; for a JSON object or list one for each key, string and number, in order."""
    if raw.lstrip()[:1] in ("{", "["):
        try:
            json.loads(raw)
        except (ValueError, RecursionError):
            return [Unit(raw, 0, "text")]
        return list(_json_units(raw))
    return [Unit(raw, 0, "text")]


def _json_units(raw: str) -> Iterator[Unit]:
    units: list[tuple[Unit, int]] = []
    keys: dict[int, set[str]] = {}
    stack: list[tuple[str, int, str]] = []  # (bracket, object number, current key)
    matches = list(_TOKEN.finditer(raw))
    for i, match in enumerate(matches):
        piece = match.group()
        if piece in "{[":
            stack.append((piece, match.start(), ""))
            continue
        if piece in "}]":
            stack.pop()
            continue
        if piece in ":,":
            continue
        is_key = piece[0] == '"' and bool(stack) and stack[-1][0] == "{" and i + 1 < len(matches) and matches[i + 1].group() == ":"
        if piece[0] == '"':
            text, offsets = _decode(piece)
            if is_key:
                stack[-1] = (stack[-1][0], stack[-1][1], text)
                keys.setdefault(stack[-1][1], set()).add(text.casefold())
            start, kind = match.start() + 1, "key" if is_key else "string"
        else:
            text, offsets, start, kind = piece, [], match.start(), "number"
        owner = next((number for bracket, number, _ in reversed(stack) if bracket == "{"), -1)
        path = tuple(key for bracket, _, key in stack if bracket == "{" and key)
        units.append((Unit(text, start, kind, path, offsets), owner))
    for unit, owner in units:
        unit.siblings = frozenset(keys.get(owner, ()))
        yield unit


def _decode(piece: str) -> tuple[str, list[int]]:
    body = piece[1:-1]
    if "\\" not in body:
        return body, []
    text: Any = json.loads(piece, strict=False)
    offsets: list[int] = []
    place = 0
    while place < len(body):
        offsets.append(place)
        match = _ESCAPE.match(body, place)
        if match is None:
            place += 1
            continue
        place = match.end()
        # A pair of escaped surrogates is one character.
        low = _ESCAPE.match(body, place)
        if re.match(r"\\u[dD][89abAB]", match.group()) and low and re.match(r"\\u[dD][c-fC-F]", low.group()):
            place = low.end()
    return text, [*offsets, len(body)]
