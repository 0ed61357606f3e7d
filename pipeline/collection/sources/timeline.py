"""Tickets of a support console: one timeline of people's messages and tools' events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pipeline.collection.records import Id, Incoming, RawMessage, RawTicket, Role, Time, as_text, canonical_arguments, parse
from pipeline.errors import RecordError

_PEOPLE: dict[str, Role] = {"customer": "customer", "agent": "agent", "note": "note", "system": "note"}


class Event(Incoming):
    message_type: Literal["customer", "agent", "note", "system", "callout", "agent_tool", "copilot_search", "sop_tool", "copilot_qa"]
    time: Time = None
    sender: str | None = None
    trace_id: Id | None = None
    content: str | dict[str, Any] | None


class Record(Incoming):
    ticket_id: Id
    timeline: list[Event]
    product: str | None = None
    title: str | None = None
    state: str | None = None
    created: Time = None


def read_record(record: dict[str, Any]) -> RawTicket:
    """One ticket, see samples/FORMATS.md. What the console itself says is a note."""
    ticket = parse(Record, record)
    return RawTicket.of(ticket.ticket_id, _messages(ticket.timeline), ticket.product, ticket.title, ticket.state, ticket.created)


def _messages(events: list[Event]) -> Iterator[RawMessage]:
    for number, event in enumerate(events):
        field = f"timeline.{number}"
        if event.message_type in _PEOPLE:
            if isinstance(event.content, dict):
                raise RecordError(f"{field}.content: must be text")
            yield RawMessage(_PEOPLE[event.message_type], event.content or "", event.sender, event.time)
            continue
        content, trace = event.content, event.trace_id
        if not isinstance(content, dict) or trace is None:
            raise RecordError(f"{field}: a tool's event needs a trace_id and an object as content")
        if "output" in content:
            yield RawMessage("result", as_text(content["output"]), None, event.time, call_id=trace)
        elif isinstance(content.get("tool"), str) and content["tool"]:
            arguments = canonical_arguments(content.get("input"), f"{field}.content.input")
            yield RawMessage("call", "", None, event.time, content["tool"], arguments, trace)
        else:
            raise RecordError(f"{field}.content: needs the name of a tool, or an output")
