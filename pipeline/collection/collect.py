"""Phase 1: exports become tables. Every record ends as a ticket or as a row of the ledger."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, NamedTuple

import polars as pl

from pipeline.canonical import content_digest, keyed_digest
from pipeline.collection.language import language_of
from pipeline.collection.reading import Read, read_records
from pipeline.collection.records import RawTicket
from pipeline.collection.sources import READERS, Reader
from pipeline.errors import RecordError
from pipeline.schemas import LEDGER, MESSAGES, QUARANTINE, TICKETS
from pipeline.settings import Settings, Source

STEP = "collection"
OTHERS = "Others"
"""Category of tickets that have none."""

_EARLIEST = datetime.min.replace(tzinfo=UTC)


class Collected(NamedTuple):
    """What came in: TICKETS, MESSAGES, LEDGER (duplicate and quarantined records) and QUARANTINE frames, sorted by key."""

    tickets: pl.DataFrame
    messages: pl.DataFrame
    ledger: pl.DataFrame
    quarantine: pl.DataFrame


def collect(settings: Settings, key: bytes) -> Collected:
    """Reads every source of the settings.

    Of records with one native id in one source, the one whose last message is the latest stays (then the longest one,
    then by content); the others are duplicates of it. Records that cannot be read are quarantined. The result does not
    depend on the order of lines and files, but for the place that `quarantine` names.

    Raises:
        InputError: a source without files, or a file that cannot be opened.
    """
    tickets: dict[str, tuple[Source, RawTicket]] = {}
    ledger: list[dict[str, Any]] = []
    quarantine: list[dict[str, Any]] = []
    for source in settings.sources:
        versions: dict[str, list[RawTicket]] = defaultdict(list)
        unreadable: list[Read] = []
        reader = READERS[source.format]
        for item in read_records(settings.resolve(source.path), source.name):
            ticket = _ticket(reader, item.record)
            if isinstance(ticket, RawTicket):
                versions[ticket.native_id].append(ticket)
            else:
                unreadable.append(item._replace(record=ticket))
        for native_id, candidates in versions.items():
            ticket_id = keyed_digest(key, "ticket", source.name, native_id)[:16]
            kept, losers = _latest(candidates, ticket_id, source, key)
            tickets[ticket_id] = (source, kept)
            ledger += losers
        quarantine += _quarantine_rows(unreadable, source, key)
    ledger += ({"ticket_id": q["ticket_id"], "state": "quarantined", "step": STEP, "reason": q["reason"]} for q in quarantine)

    # Sorted before they become frames: a sorted frame keeps its strings in the order in which they came.
    ids = sorted(tickets)
    ticket_rows = [_ticket_row(i, *tickets[i]) for i in ids]
    message_rows = [row for i in ids for row in _message_rows(i, tickets[i][1])]
    return Collected(
        TICKETS.check(pl.DataFrame(ticket_rows, schema=TICKETS.schema, orient="row")),
        MESSAGES.check(pl.DataFrame(message_rows, schema=MESSAGES.schema, orient="row")),
        LEDGER.check(LEDGER.frame(sorted(ledger, key=itemgetter("ticket_id")))),
        QUARANTINE.check(QUARANTINE.frame(sorted(quarantine, key=itemgetter("ticket_id")))),
    )


def _ticket(reader: Reader, record: dict[str, Any] | RecordError) -> RawTicket | RecordError:
    if isinstance(record, RecordError):
        return record
    try:
        return reader(record)
    except RecordError as error:
        return error
    except Exception as error:  # a fault of a reader must not stop the other tickets; its message may hold personal data
        return RecordError(f"the reader failed with {type(error).__name__}")


def _ticket_row(ticket_id: str, source: Source, ticket: RawTicket) -> tuple[Any, ...]:
    category = source.categories.get(ticket.category, ticket.category) or source.category or OTHERS
    language = language_of("\n".join(m.text for m in ticket.messages if m.role == "customer"))
    return ticket_id, source.name, ticket.native_id, category, ticket.subject, language, ticket.status, ticket.opened_at


def _message_rows(ticket_id: str, ticket: RawTicket) -> Iterator[tuple[Any, ...]]:
    for position, m in enumerate(ticket.messages):
        yield ticket_id, position, m.role, m.author, m.text, m.sent_at, m.tool, m.arguments, m.call_id


def _latest(versions: Sequence[RawTicket], ticket_id: str, source: Source, key: bytes) -> tuple[RawTicket, list[dict[str, Any]]]:
    """The version that stays, and the ledger rows of the others."""
    if len(versions) == 1:
        return versions[0], []

    def rank(version: tuple[str, RawTicket]) -> tuple[datetime, int, str]:
        times = (m.sent_at for m in reversed(version[1].messages) if m.sent_at is not None)
        return next(times, _EARLIEST), len(version[1].messages), version[0]

    (best, kept), *others = sorted(((content_digest(repr(v)), v) for v in versions), key=rank, reverse=True)
    seen: Counter[str] = Counter()
    rows = []
    for digest, loser in others:
        seen[digest] += 1
        rows.append(
            {
                "ticket_id": keyed_digest(key, "version", source.name, loser.native_id, digest, str(seen[digest]))[:16],
                "state": "duplicate",
                "step": STEP,
                "reason": "the same record again" if digest == best else "superseded by a later version",
                "of": ticket_id,
                "score": 1.0 if digest == best else None,
            }
        )
    return kept, rows


def _quarantine_rows(unreadable: list[Read], source: Source, key: bytes) -> Iterator[dict[str, Any]]:
    seen: Counter[str] = Counter()
    for item in sorted(unreadable, key=lambda r: (r.digest, r.file, r.line)):
        seen[item.digest] += 1
        yield {
            "ticket_id": keyed_digest(key, "unreadable", source.name, item.digest, str(seen[item.digest]))[:16],
            "source": source.name,
            "file": item.file,
            "line": item.line,
            "reason": str(item.record),
        }
