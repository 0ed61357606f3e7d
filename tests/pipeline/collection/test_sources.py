"""Each format's reader: what it makes of a record, and that what it refuses is named without being quoted."""

import copy
from datetime import UTC, datetime
from typing import Any, get_args

import pytest
from export_records import EXAMPLES

from pipeline.collection.records import RawTicket
from pipeline.collection.sources import READERS
from pipeline.errors import RecordError
from pipeline.settings import SourceFormat


def read(format: str, record: dict[str, Any] | None = None) -> RawTicket:
    return READERS[format](record or EXAMPLES[format])


def lines(ticket: RawTicket) -> list[tuple[str | None, ...]]:
    return [(m.role, m.text, m.tool, m.arguments, m.call_id) for m in ticket.messages]


def altered(format: str, path: tuple[str | int, ...], value: object) -> dict[str, Any]:
    record: Any = copy.deepcopy(EXAMPLES[format])
    place = record
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return record


def test_the_settings_know_every_reader() -> None:
    assert get_args(SourceFormat) == tuple(READERS)


def test_chat() -> None:
    ticket = read("chat")
    assert (ticket.native_id, ticket.category, ticket.subject, ticket.status) == ("C-1", "Server", "Down", "solved")
    assert ticket.opened_at == datetime(2026, 3, 2, 9, 14, tzinfo=UTC)
    assert lines(ticket) == [
        ("note", "chat opened", None, None, None),
        ("customer", "My server is down.", None, None, None),
        ("agent", "Let me look.", None, None, None),
        ("call", "", "get_order", '{"full":1,"order":"A-7"}', "c1"),
        ("result", '{"state": "stopped"}', "get_order", None, "c1"),
        ("agent", "Start it again.", None, None, None),
    ]


def test_chat_content_in_parts() -> None:
    parts = [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "x"}}]
    assert read("chat", altered("chat", ("messages", 1, "content"), parts)).messages[1].text == "see\n[image_url]"


def test_timeline() -> None:
    ticket = read("timeline")
    assert (ticket.native_id, ticket.category, ticket.subject, ticket.status) == ("T-1", "SMS", "No SMS", "closed")
    assert ticket.opened_at == datetime(2026, 3, 11, 8, 2, 11, tzinfo=UTC)
    assert lines(ticket) == [
        ("customer", "No SMS arrives.", None, None, None),
        ("call", "", "sms#get", '{"id":5}', "t"),
        ("result", '{"b": 1, "a": 2}', "sms#get", None, "t"),
        ("note", "again the carrier", None, None, None),
        ("agent", "The carrier is down.", None, None, None),
    ]


def test_helpdesk() -> None:
    ticket = read("helpdesk")
    assert (ticket.native_id, ticket.category, ticket.status) == ("88231", "Email", "open")
    assert ticket.opened_at == datetime(2026, 4, 1, 8, tzinfo=UTC)
    assert lines(ticket) == [
        ("customer", "No **mail**", None, None, None),
        ("note", "quota?", None, None, None),
        ("call", "", "get_quota", '{"box":"ann"}', "a1"),
        ("result", '{"used": 100}', "get_quota", None, "a1"),
        ("call", "", "free", "{}", "a2"),
        ("result", '{"error": "denied"}', "free", None, "a2"),
        ("agent", "- Delete `old_mail`", None, None, None),
    ]
    assert [m.author for m in ticket.messages if m.role != "call" and m.role != "result"] == ["Ann", "Bo", "Bo"]


def test_irc_goes_past_midnight() -> None:
    ticket = read("irc")
    assert ticket.native_id == "2004-12-25.a/7"
    assert [(m.role, m.author, m.sent_at) for m in ticket.messages] == [
        ("customer", "ann", datetime(2004, 12, 25, 23, 59, tzinfo=UTC)),
        ("agent", "bo", datetime(2004, 12, 26, 0, 1, tzinfo=UTC)),
    ]


def test_tau() -> None:
    ticket = read("tau")
    assert ticket.native_id == "3/0"
    assert lines(ticket) == [
        ("customer", "Cancel my flight.", None, None, None),
        ("agent", "One moment.", None, None, None),
        ("call", "", "get_order", '{"full":1,"order":"A-7"}', "c1"),
        ("result", "", "get_order", None, "c1"),
        ("agent", "Done.", None, None, None),
        ("customer", "Thanks!", None, None, None),
    ]


@pytest.mark.parametrize(("text", "left"), [("###STOP###", 4), (" ###OUT-OF-SCOPE### ", 4), ("### Log ###", 5), ("a###STOP###", 5)])
def test_tau_markers_are_not_words(text: str, left: int) -> None:
    record = altered("tau", ("traj", 5, "content"), text)
    del record["traj"][2]["content"]
    assert len(read("tau", record).messages) == left


def test_abcd() -> None:
    ticket = read("abcd")
    assert (ticket.native_id, ticket.category) == ("12", "returns")
    assert lines(ticket) == [
        ("agent", "Hello", None, None, None),
        ("customer", "Wrong size", None, None, None),
        ("call", "", "pull-up", '{"values":["ann lee"]}', "action-2"),
        ("result", "Account pulled up.", "pull-up", None, "action-2"),
        ("agent", "Send it back", None, None, None),
    ]


SECRET = "Wanda Secret"


@pytest.mark.parametrize(
    ("format", "path", "value", "named"),
    [
        ("chat", ("messages",), SECRET, "messages"),
        ("chat", ("messages",), [], "no message"),
        ("chat", ("messages",), [{"role": "user", "content": " \n"}], "no message"),
        ("chat", ("messages", 1, "role"), SECRET, "messages.1.role"),
        ("chat", ("messages", 1, "content"), {SECRET: 1}, "messages.1.content"),
        ("chat", ("messages", 1, "content"), [SECRET], "messages.1.content"),
        ("chat", ("messages", 1, "created_at"), SECRET, "messages.1.created_at"),
        ("chat", ("created_at",), True, "created_at"),
        ("chat", ("created_at",), 1e300, "created_at"),
        ("chat", ("id",), True, "id"),
        ("chat", ("id",), "", "id"),
        ("chat", ("messages", 2, "tool_calls", 0, "function", "arguments"), "{" + SECRET, "messages.2.tool_calls"),
        ("chat", ("messages", 2, "tool_calls", 0, "function", "arguments"), f'["{SECRET}"]', "messages.2.tool_calls"),
        ("chat", ("messages", 2, "tool_calls", 0, "function", "arguments"), '{"a": NaN}', "messages.2.tool_calls"),
        ("chat", ("messages", 2, "tool_calls", 0, "function", "name"), "", "messages.2.tool_calls.0.function.name"),
        ("timeline", ("timeline", 0, "message_type"), SECRET, "timeline.0.message_type"),
        ("timeline", ("timeline", 0, "content"), {SECRET: SECRET}, "timeline.0.content"),
        ("timeline", ("timeline", 1, "content"), SECRET, "timeline.1"),
        ("timeline", ("timeline", 1, "content"), {SECRET: SECRET}, "timeline.1.content"),
        ("timeline", ("timeline", 1, "trace_id"), None, "timeline.1"),
        ("timeline", ("timeline", 1, "content", "input"), SECRET, "timeline.1.content.input"),
        ("helpdesk", ("comments", 0, "author", "role"), SECRET, "comments.0.author.role"),
        ("helpdesk", ("comments", 2, "actions", 0, "input"), [SECRET], "comments.2.actions.0.input"),
        ("irc", ("day",), SECRET, "day"),
        ("irc", ("messages", 0, "time"), SECRET, "messages.0.time"),
        ("tau", ("traj", 0), SECRET, "traj.0"),
        ("abcd", ("original", 2, 0), SECRET, "original.2.0"),
        ("abcd", ("original", 0, 0), "action", "delexed"),
        ("abcd", ("original", 2, 0), "agent", "delexed"),
        ("abcd", ("delexed", 2, "targets"), [SECRET], "original.2"),
    ],
)
def test_what_is_wrong_is_named_and_not_quoted(format: str, path: tuple[str | int, ...], value: object, named: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(format, altered(format, path, value))
    assert named in str(caught.value)
    assert SECRET not in str(caught.value)
    assert caught.value.__context__ is None or caught.value.__suppress_context__  # no traceback quotes it either
