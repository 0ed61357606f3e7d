"""Chats as lists of OpenAI-style messages. Other formats that hold such messages use `read_messages`, too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pipeline.collection.records import Content, Id, Incoming, RawMessage, RawTicket, Role, Time, canonical_arguments, parse

_ROLES: dict[str, Role] = {"user": "customer", "assistant": "agent", "system": "note", "developer": "note"}


class Function(Incoming):
    name: Id
    arguments: str | dict[str, Any] | None = None


class ToolCall(Incoming):
    id: Id
    function: Function


class Message(Incoming):
    role: Literal["user", "assistant", "system", "developer", "tool"]
    content: Content = None
    name: str | None = None
    created_at: Time = None
    tool_calls: list[ToolCall] | None = None
    tool_call_id: Id | None = None


class Record(Incoming):
    id: Id
    messages: list[Message]
    category: str | None = None
    subject: str | None = None
    status: str | None = None
    created_at: Time = None


def read_record(record: dict[str, Any]) -> RawTicket:
    """One chat, see samples/FORMATS.md. A system message is a note: it is no part of the conversation."""
    chat = parse(Record, record)
    return RawTicket.of(chat.id, read_messages(chat.messages), chat.category, chat.subject, chat.status, chat.created_at)


def read_messages(messages: list[Message], field: str = "messages") -> Iterator[RawMessage]:
    """Messages in order; an assistant's message with words and calls is first the words, then each call."""
    for number, m in enumerate(messages):
        if m.role == "tool":
            yield RawMessage("result", m.content or "", None, m.created_at, call_id=m.tool_call_id)
            continue
        yield RawMessage(_ROLES[m.role], m.content or "", m.name, m.created_at)
        for call in (m.tool_calls or []) if m.role == "assistant" else []:
            arguments = canonical_arguments(call.function.arguments, f"{field}.{number}.tool_calls.function.arguments")
            yield RawMessage("call", "", None, m.created_at, call.function.name, arguments, call.id)
