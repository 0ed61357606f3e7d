"""Ticket exports of a help desk: comments in HTML, and the actions that agents ran before writing them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pipeline.collection.html_text import html_to_text
from pipeline.collection.records import Id, Incoming, RawMessage, RawTicket, Role, Time, as_text, canonical_arguments, parse

_ROLES: dict[str, Role] = {"end-user": "customer", "agent": "agent", "bot": "note"}  # automatic answers are nobody's reply


class Author(Incoming):
    role: Literal["end-user", "agent", "bot"]
    name: str | None = None


class Action(Incoming):
    id: Id
    name: Id
    input: Any = None
    output: Any = None
    error: Any = None


class Comment(Incoming):
    author: Author
    html_body: str | None = None
    public: bool = True
    created_at: Time = None
    actions: list[Action] | None = None


class Fields(Incoming):
    service: str | None = None


class Record(Incoming):
    id: Id
    comments: list[Comment]
    subject: str | None = None
    status: str | None = None
    created_at: Time = None
    custom_fields: Fields | None = None


def read_record(record: dict[str, Any]) -> RawTicket:
    """One ticket, see samples/FORMATS.md. A comment that is not public is a note; an action that failed returns its error."""
    ticket = parse(Record, record)
    service = ticket.custom_fields.service if ticket.custom_fields else None
    return RawTicket.of(ticket.id, _messages(ticket.comments), service, ticket.subject, ticket.status, ticket.created_at)


def _messages(comments: list[Comment]) -> Iterator[RawMessage]:
    for number, comment in enumerate(comments):
        for place, action in enumerate(comment.actions or []):
            arguments = canonical_arguments(action.input, f"comments.{number}.actions.{place}.input")
            yield RawMessage("call", "", None, comment.created_at, action.name, arguments, action.id)
            yield RawMessage("result", _result(action), None, comment.created_at, call_id=action.id)
        role = _ROLES[comment.author.role] if comment.public else "note"
        text = html_to_text(comment.html_body or "", f"comments.{number}.html_body")
        yield RawMessage(role, text, comment.author.name, comment.created_at)


def _result(action: Action) -> str:
    if action.error is None:
        return "" if action.output is None else as_text(action.output)
    return as_text({"error": action.error} if action.output is None else {"error": action.error, "output": action.output})
