"""One record of each format, to alter, and a way to collect from files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline.collection.collect import Collected, collect
from pipeline.settings import Settings, Source

KEY = b"a key for tests, thirty-two bytes"

CALL = {"id": "c1", "type": "function", "function": {"name": "get_order", "arguments": '{"order": "A-7", "full": 1.0}'}}

EXAMPLES: Mapping[str, dict[str, Any]] = {
    "chat": {
        "id": "C-1",
        "category": "Server",
        "subject": "Down",
        "status": "Solved",
        "created_at": "2026-03-02T09:14:00Z",
        "messages": [
            {"role": "system", "content": "chat opened"},
            {"role": "user", "content": "My server is down."},
            {"role": "assistant", "content": "Let me look.", "tool_calls": [CALL]},
            {"role": "tool", "tool_call_id": "c1", "content": '{"state": "stopped"}'},
            {"role": "assistant", "content": "Start it again."},
        ],
    },
    "timeline": {
        "ticket_id": "T-1",
        "product": "SMS",
        "title": "No SMS",
        "state": "closed",
        "created": "2026-03-11 08:02:11",
        "timeline": [
            {"time": "2026-03-11 08:02:11", "message_type": "customer", "sender": "ann", "content": "No SMS arrives."},
            {"time": "2026-03-11 08:03:00", "message_type": "callout", "trace_id": "t", "content": {"tool": "sms#get", "input": {"id": 5}}},
            {"time": "2026-03-11 08:03:01", "message_type": "callout", "trace_id": "t", "content": {"output": {"b": 1, "a": 2}}},
            {"time": "2026-03-11 08:04:00", "message_type": "note", "sender": "bo", "content": "again the carrier"},
            {"time": "2026-03-11 08:05:00", "message_type": "agent", "sender": "bo", "content": "The carrier is down."},
        ],
    },
    "helpdesk": {
        "id": 88231,
        "subject": "Mail",
        "status": "open",
        "created_at": "2026-04-01T10:00:00+02:00",
        "requester": {"name": "Ann", "email": "ann@mail.invalid"},
        "custom_fields": {"service": "Email"},
        "tags": [],
        "comments": [
            {
                "id": 1,
                "author": {"name": "Ann", "role": "end-user"},
                "public": True,
                "created_at": None,
                "html_body": "<p>No <b>mail</b></p>",
            },
            {"id": 2, "author": {"name": "Bo", "role": "agent"}, "public": False, "html_body": "<p>quota?</p>"},
            {
                "id": 3,
                "author": {"name": "Bo", "role": "agent"},
                "public": True,
                "html_body": "<ul><li>Delete <code>old_mail</code></li></ul>",
                "actions": [
                    {"id": "a1", "name": "get_quota", "input": {"box": "ann"}, "output": {"used": 100}},
                    {"id": "a2", "name": "free", "input": {}, "error": "denied"},
                ],
            },
        ],
    },
    "irc": {
        "source": "x",
        "day": "2004-12-25.a",
        "first_line": 7,
        "asker": "ann",
        "messages": [
            {"time": "23:59", "nick": "ann", "text": "how do I mount it?"},
            {"time": "00:01", "nick": "bo", "text": "mount /dev/sda1"},
        ],
    },
    "tau": {
        "task_id": 3,
        "trial": 0,
        "reward": 1.0,
        "traj": [
            {"role": "system", "content": "# Policy"},
            {"role": "user", "content": "Cancel my flight."},
            {"role": "assistant", "content": "One moment.", "tool_calls": [CALL]},
            {"role": "tool", "tool_call_id": "c1", "name": "get_order", "content": ""},
            {"role": "assistant", "content": "Done."},
            {"role": "user", "content": "Thanks! ###STOP###"},
        ],
    },
    "abcd": {
        "convo_id": 12,
        "scenario": {"flow": "returns", "subflow": "size"},
        "original": [["agent", "Hello"], ["customer", "Wrong size"], ["action", "Account pulled up."], ["agent", "Send it back"]],
        "delexed": [
            {"speaker": "agent", "text": "hello", "targets": ["size", "retrieve_utterance", None, [], 1]},
            {"speaker": "customer", "text": "wrong size", "targets": ["size", None, None, [], -1]},
            {"speaker": "action", "text": "account", "targets": ["size", "take_action", "pull-up", ["ann lee"], -1]},
            {"speaker": "agent", "text": "back", "targets": ["size", "retrieve_utterance", None, [], 2]},
        ],
    },
}


def collected(folder: Path, format: str, files: Mapping[str, Sequence[bytes]], **source: Any) -> Collected:
    """What is collected from these files, given line by line, in a new folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in files.items():
        (folder / name).write_bytes(b"\n".join(lines) + b"\n")
    given = Source.model_validate({"name": "s", "path": str(folder), "format": format} | source)
    return collect(Settings(sources=[given]), KEY)


def dumped(record: object) -> bytes:
    return json.dumps(record).encode()
