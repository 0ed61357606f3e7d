"""Service conversations with tools, as an agent simulation logs them: `{task_id, trial, traj: [OpenAI messages]}`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from pipeline.collection.records import Id, Incoming, RawTicket, parse
from pipeline.collection.sources.chat import Message, read_messages

_MARKER = re.compile(r"###[A-Z][A-Z_-]{0,40}###")


class Record(Incoming):
    task_id: Id
    trial: Id
    traj: list[Message]


def read_record(record: dict[str, Any]) -> RawTicket:
    """One conversation. The system message, which is the agent's policy, is left out.

    The customer is simulated and ends with a marker such as ###STOP###. Markers are no words of a customer: they are cut
    off, and a message that holds nothing else is left out.
    """
    run = parse(Record, record)
    spoken = (m for m in read_messages(run.traj, "traj") if m.role != "note")
    words = (replace(m, text=_MARKER.sub("", m.text).rstrip()) if m.role == "customer" and "###" in m.text else m for m in spoken)
    return RawTicket.of(f"{run.task_id}/{run.trial}", words)
