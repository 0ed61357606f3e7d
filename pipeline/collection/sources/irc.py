"""Threads of a public support channel: who asks is the customer, everybody else answers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator

from pipeline.collection.records import Id, Incoming, RawMessage, RawTicket, WrongField, parse

_NIGHT = dt.timedelta(hours=12)


def _begins_with_date(day: str) -> str:
    try:
        _date(day)
    except ValueError:
        raise WrongField("must begin with YYYY-MM-DD") from None
    return day


def _date(day: str) -> dt.date:
    return dt.date.fromisoformat(day[:10])


def _time(value: object) -> object:
    try:
        return dt.time.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        raise WrongField("not a time of day") from None


class Line(Incoming):
    time: Annotated[dt.time, BeforeValidator(_time)] | None = None
    nick: Id
    text: str


class Record(Incoming):
    day: Annotated[str, AfterValidator(_begins_with_date)]
    first_line: Id
    asker: Id
    messages: list[Line]


def read_record(record: dict[str, Any]) -> RawTicket:
    """One thread `{day, first_line, asker, messages: [{time, nick, text}]}`.

    `day` begins with YYYY-MM-DD, `time` is the time of day (UTC). The channel's log names a thread by day and first line.
    """
    thread = parse(Record, record)
    return RawTicket.of(f"{thread.day}/{thread.first_line}", _messages(thread))


def _messages(thread: Record) -> Iterator[RawMessage]:
    day, last = _date(thread.day), None
    for line in thread.messages:
        sent_at = None
        if line.time is not None:
            sent_at = dt.datetime.combine(day, line.time.replace(tzinfo=dt.UTC))
            if last is not None and last - sent_at > _NIGHT:  # the clock passed midnight
                day += dt.timedelta(days=1)
                sent_at += dt.timedelta(days=1)
            last = sent_at
        yield RawMessage("customer" if line.nick == thread.asker else "agent", line.text, line.nick, sent_at)
