"""Step 2: personal data and secrets become surrogates, in words, tool arguments and tool results alike.

What is found anywhere in a ticket is replaced in all of it, always by the same surrogate: a tool call's argument must read like the
customer's words and the tool's answer.
"""

from __future__ import annotations

import multiprocessing
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from typing import Any, NamedTuple

import polars as pl

from pipeline.canonical import canonical_json, content_digest
from pipeline.errors import FactoryError
from pipeline.preprocessing.occurrences import Values
from pipeline.preprocessing.patterns import Finding
from pipeline.preprocessing.recognizers import detect
from pipeline.preprocessing.surrogates import Surrogates, pool_names_in
from pipeline.preprocessing.ticket import Field, Part, apply, collect_values, fields_of, parts_of, replace_field, spans_of
from pipeline.preprocessing.words import is_known_name
from pipeline.schemas import ENTITIES, LEDGER, MESSAGES, TICKETS
from pipeline.settings import Scrubbing

STEP = "scrubbing"
_WORD = re.compile(r"[^\W_]+")
_BATCH = 40  # tickets whose texts go through the language model together

Row = dict[str, Any]
Ticket = tuple[Row, list[Row]]


class Scrubbed(NamedTuple):
    """Scrubbed tickets and messages (native_id and author are null), the spans that were replaced, and what had to be dropped."""

    tickets: pl.DataFrame
    messages: pl.DataFrame
    entities: pl.DataFrame
    ledger: pl.DataFrame


class _Outcome(NamedTuple):
    ticket: Row | None
    messages: list[Row]
    entities: list[Row]
    ledger: list[Row]


def scrub(tickets: pl.DataFrame, messages: pl.DataFrame, settings: Scrubbing, key: bytes, workers: int = 1) -> Scrubbed:
    """Replaces what identifies people and customers by surrogates of the same shape.

    Surrogates are HMAC-SHA-256 under `key` of the ticket, the kind, the value and a digest of the whole input: equal input gives equal
    bytes, and nobody can join two releases by them. `workers` processes share the tickets; the result does not depend on their number.

    Returns tables sorted by ticket (and position). A ticket that makes the step fail is dropped: the ledger names the exception's class.

    Raises:
        ModelError: the spaCy model of the settings is not installed.
        FactoryError: most tickets make the step fail, so that the fault is not theirs.
    """
    spoken: dict[str, list[Row]] = {t: [] for t in tickets["ticket_id"]}
    for row in messages.sort("ticket_id", "position").iter_rows(named=True):
        spoken[row["ticket_id"]].append(row)
    whole: list[Ticket] = [(row, spoken[row["ticket_id"]]) for row in tickets.sort("ticket_id").iter_rows(named=True)]
    salt = content_digest(*(canonical_json([_plain(t), [_plain(m) for m in ms]]) for t, ms in whole))
    said = pool_names_in(chain.from_iterable((f.raw for f in fields_of(*t)) for t in whole))
    batches = [(whole[i : i + _BATCH], settings, key, salt, said) for i in range(0, len(whole), _BATCH)]
    outcomes: list[_Outcome]
    if workers > 1 and len(batches) > 1:
        # Fresh processes: polars' threads do not survive a fork.
        with ProcessPoolExecutor(min(workers, len(batches)), mp_context=multiprocessing.get_context("spawn")) as pool:
            outcomes = list(chain.from_iterable(pool.map(_scrub_batch, *zip(*batches, strict=True))))
    else:
        outcomes = list(chain.from_iterable(_scrub_batch(*b) for b in batches))
    lost = list(chain.from_iterable(o.ledger for o in outcomes))
    if 2 * len(lost) > len(whole):
        kinds = ", ".join(sorted({row["reason"] for row in lost}))
        raise FactoryError(f"scrubbing failed for {len(lost)} of {len(whole)} tickets ({kinds}): no ticket's fault, please report it")
    return Scrubbed(
        TICKETS.frame(o.ticket for o in outcomes if o.ticket is not None),
        MESSAGES.frame(chain.from_iterable(o.messages for o in outcomes)),
        ENTITIES.frame(chain.from_iterable(o.entities for o in outcomes)),
        LEDGER.frame(lost),
    )


def find_spans(texts: Sequence[str], settings: Scrubbing | None = None) -> list[list[tuple[int, int, str]]]:
    """Start, end and type of what would be replaced, for single texts: each is looked at by itself."""
    return [spans[0] for spans in find_conversation_spans([[t] for t in texts], settings)]


def find_conversation_spans(
    conversations: Sequence[Sequence[str]], settings: Scrubbing | None = None
) -> list[list[list[tuple[int, int, str]]]]:
    """The same for the customer's messages of whole conversations: what one message says counts in the others."""
    settings = settings or Scrubbing()
    parts = [parts_of([Field(i, "text", text, "customer") for i, text in enumerate(c)]) for c in conversations]
    found = iter(detect([p.seen for ps in parts for p in ps], settings))
    allow = {a.casefold() for a in settings.allow}
    out: list[list[list[tuple[int, int, str]]]] = []
    for conversation, ps in zip(conversations, parts, strict=True):
        values, own = collect_values(ps, [next(found) for _ in ps], [], None, settings)
        spans: list[list[tuple[int, int, str]]] = [[] for _ in conversation]
        for part, findings in zip(ps, own, strict=True):
            for f in spans_of(part, findings, values, allow):
                spans[part.field.position].append((*part.unit.raw_span(f.start, f.end), f.type))
        out.append(spans)
    return out


def _plain(row: Mapping[str, Any]) -> Row:
    return {k: v.isoformat() if hasattr(v, "isoformat") else v for k, v in row.items()}


def _scrub_batch(batch: Sequence[Ticket], settings: Scrubbing, key: bytes, salt: str, said: frozenset[str]) -> list[_Outcome]:
    """A batch of tickets; where it fails as a whole, ticket by ticket."""
    try:
        return list(_outcomes(batch, settings, key, salt, said))
    except FactoryError:
        raise
    except Exception as error:
        if len(batch) > 1:
            return [o for t in batch for o in _scrub_batch([t], settings, key, salt, said)]
        lost = {"ticket_id": batch[0][0]["ticket_id"], "state": "dropped", "step": STEP, "reason": type(error).__name__}
        return [_Outcome(None, [], [], [lost])]


def _outcomes(batch: Sequence[Ticket], settings: Scrubbing, key: bytes, salt: str, said: frozenset[str]) -> Iterator[_Outcome]:
    fields = [fields_of(*t) for t in batch]
    parts = [parts_of(f) for f in fields]
    found = iter(detect([p.seen for ps in parts for p in ps], settings))
    for (ticket, messages), ticket_fields, ticket_parts in zip(batch, fields, parts, strict=True):
        findings = [next(found) for _ in ticket_parts]
        yield _scrub_ticket(ticket, messages, ticket_fields, ticket_parts, findings, settings, key, salt, said)


def _scrub_ticket(
    ticket: Row,
    messages: list[Row],
    fields: list[Field],
    parts: list[Part],
    found: list[list[Finding]],
    settings: Scrubbing,
    key: bytes,
    salt: str,
    said: frozenset[str],
) -> _Outcome:
    authors = sorted({m["author"] for m in messages if m["author"] and m["role"] in ("customer", "agent", "note")})
    values, own = collect_values(parts, found, authors, ticket["native_id"], settings)
    allow = {a.casefold() for a in settings.allow}
    surrogates = _prepare(ticket["ticket_id"], fields, values, key, salt, allow, said)
    entities: list[Row] = []
    new: dict[tuple[int, str], str] = {}
    place = 0
    for field in fields:
        end = place
        while end < len(parts) and parts[end].field is field:
            end += 1
        replaced = replace_field(parts[place:end], own[place:end], values, surrogates, allow)
        place = end
        new[field.position, field.name] = apply(field.raw, replaced)
        entities += [{"ticket_id": ticket["ticket_id"], "position": field.position, "field": field.name} | r._asdict() for r in replaced]
    return _Outcome(
        ticket | {"native_id": None, "subject": new[-1, "subject"]},
        [m | {"author": None, "text": new[m["position"], "text"], "arguments": new.get((m["position"], "arguments"))} for m in messages],
        entities,
        [],
    )


def _prepare(
    ticket_id: str, fields: Sequence[Field], values: Values, key: bytes, salt: str, allow: set[str], said: frozenset[str]
) -> Surrogates:
    """Surrogates that avoid the ticket's own values and words, with the names drawn first: whole names tell first from last ones."""
    words = {w.casefold() for f in fields for w in _WORD.findall(f.raw)} | said
    surrogates = Surrogates(key, salt, ticket_id, values.originals(), words, allow)
    for name in sorted(values.persons(), key=_name_order):
        surrogates.of("PERSON", name)
    return surrogates


def _name_order(name: str) -> tuple[int, int, str]:
    """First and last name before longer names, those before single words; a known first name first."""
    words = name.split()
    return (0 if len(words) == 2 else 1 if len(words) > 2 else 2, not is_known_name(words[0]), name)
