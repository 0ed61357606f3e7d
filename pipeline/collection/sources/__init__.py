"""The formats that can be read. To add one: a module with `read_record`, a line in READERS, its name in `settings.SourceFormat`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pipeline.collection.records import RawTicket
from pipeline.collection.sources import abcd, chat, helpdesk, irc, tau, timeline

Reader = Callable[[dict[str, Any]], RawTicket]
"""Raises RecordError, which names fields and never their values, where the record is not of its format."""

READERS: Mapping[str, Reader] = {
    "chat": chat.read_record,
    "timeline": timeline.read_record,
    "helpdesk": helpdesk.read_record,
    "irc": irc.read_record,
    "tau": tau.read_record,
    "abcd": abcd.read_record,
}
