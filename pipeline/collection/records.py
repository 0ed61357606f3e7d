"""What every reader returns, and the parts of it that all formats share: ids, times, tool calls."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain, count
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from pipeline.canonical import canonical_json
from pipeline.errors import RecordError
from pipeline.release.strict_json import parse_json

Role = Literal["customer", "agent", "call", "result", "note"]

_FAULTS_NAMED = 3


@dataclass(frozen=True, slots=True)
class RawMessage:
    """One message as exported; the columns of MESSAGES without ticket and position."""

    role: Role
    text: str = ""
    author: str | None = None
    sent_at: datetime | None = None
    tool: str | None = None
    arguments: str | None = None
    call_id: str | None = None


@dataclass(frozen=True, slots=True)
class RawTicket:
    """One ticket as exported. Readers make it with `RawTicket.of`."""

    native_id: str
    messages: tuple[RawMessage, ...]
    category: str
    subject: str
    status: str
    opened_at: datetime | None

    @classmethod
    def of(
        cls,
        native_id: str,
        messages: Iterable[RawMessage],
        category: str | None = None,
        subject: str | None = None,
        status: str | None = None,
        created: datetime | None = None,
    ) -> RawTicket:
        """A ticket from its messages in the record's order.

        Messages of people without words are left out, and calls are paired with their results. `created` is used where
        no message says when it was sent.

        Raises:
            RecordError: there is no message left.
        """
        spoken = [m for m in messages if m.role in ("call", "result") or m.text.strip()]
        if not spoken:
            raise RecordError("there is no message with words in it")
        paired = tuple(pair_calls(spoken))
        opened_at = next((m.sent_at for m in paired if m.sent_at is not None), created)
        return cls(native_id, paired, (category or "").strip(), (subject or "").strip(), (status or "").strip().lower(), opened_at)


def pair_calls(messages: Sequence[RawMessage]) -> list[RawMessage]:
    """The same messages, with call ids that are unique in the ticket and every result after its call.

    The n-th result of an id belongs to the n-th call of that id; a result stored ahead of its call moves right behind it.
    A result that belongs to no call becomes a note: it is kept, and never shown to an agent under test.
    """
    calls, results = _places(messages, "call"), _places(messages, "result")
    call_of = {r: c for given, places in calls.items() for c, r in zip(places, results.get(given, ()), strict=False)}
    early = {call: result for result, call in call_of.items() if result < call}
    names = _unique_names(calls)

    def paired(place: int) -> RawMessage:
        call = call_of[place]
        return replace(messages[place], call_id=names[call], tool=messages[call].tool)

    out: list[RawMessage] = []
    for place, message in enumerate(messages):
        if message.role == "call":
            out.append(replace(message, call_id=names[place]))
            if place in early:
                out.append(paired(early[place]))
        elif message.role != "result":
            out.append(message)
        elif place not in call_of:
            out += [replace(message, role="note", call_id=None)] if message.text.strip() else []
        elif place > call_of[place]:
            out.append(paired(place))
    return out


def _places(messages: Sequence[RawMessage], role: Role) -> dict[str, list[int]]:
    """Where the calls or results of each id stand."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, message in enumerate(messages):
        if message.role == role:
            places[message.call_id or ""].append(place)
    return places


def _unique_names(calls: dict[str, list[int]]) -> dict[int, str]:
    """The id of each call, by place: the given one, with a number where the export repeats it."""
    taken = set(calls)
    names: dict[int, str] = {}
    for given, places in calls.items():
        free = (name for n in count(2) if (name := f"{given}-{n}") not in taken)
        names |= zip(places, chain([given], free), strict=False)
        taken |= {names[p] for p in places}
    return names


def canonical_arguments(value: object, field: str) -> str:
    """Arguments of a call, a JSON object or the text of one, as canonical JSON. Nothing at all is an object without keys.

    Raises:
        RecordError: not a JSON object, or JSON that readers disagree about; names `field`.
    """
    try:
        text = value if isinstance(value, str) else json.dumps({} if value is None else value)
        parsed = parse_json(text) if text.strip() else {}
        if not isinstance(parsed, dict):
            raise ValueError("not a JSON object")
        return canonical_json(parsed)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{field}: {error}") from None


def as_text(value: object) -> str:
    """What a tool returned, as text: text as it stands, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class Incoming(BaseModel):
    """Base of the models that records pass through: types are not bent, unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


M = TypeVar("M", bound=Incoming)


def parse(model: type[M], record: dict[str, Any]) -> M:
    """The record as a model.

    Raises:
        RecordError: names the first fields that are missing or wrong and says what was expected, never what stands there.
    """
    try:
        return model.model_validate(record)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        raise RecordError("; ".join(f"{'.'.join(map(str, f['loc']))}: {_expected(f)}" for f in faults[:_FAULTS_NAMED])) from None


def _expected(fault: ErrorDetails) -> str:
    if fault["type"] != "value_error":
        return fault["msg"]
    error = fault.get("ctx", {}).get("error")  # the standard library's messages quote the value
    return str(error) if isinstance(error, WrongField) else "has the wrong form"


class WrongField(ValueError):
    """What a validator of ours raises: its message says what is expected, and is shown."""


def _digits(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _utc(value: object) -> datetime | None:
    """ISO 8601 text or seconds since 1970; without a zone it is UTC. Microseconds, in UTC."""
    if value is None or value == "":
        return None
    try:
        if isinstance(value, str):
            time = datetime.fromisoformat(value.strip())
            return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    raise WrongField("not an ISO 8601 time or seconds since 1970")


def _joined_parts(value: object) -> object:
    """Content in parts, as newer OpenAI exports have it, becomes one text; a part that is no text leaves its kind."""
    if not isinstance(value, list):
        return value
    texts = []
    for part in value:
        if not isinstance(part, dict) or not isinstance(part.get("type"), str):
            raise WrongField("a part must be an object with a type")
        texts.append(part["text"] if isinstance(part.get("text"), str) else f"[{part['type']}]")
    return "\n".join(texts)


Id = Annotated[str, BeforeValidator(_digits), StringConstraints(min_length=1)]
Time = Annotated[datetime | None, BeforeValidator(_utc)]
Content = Annotated[str | None, BeforeValidator(_joined_parts)]
