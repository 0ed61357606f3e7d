"""Chats of the Action-Based Conversations Dataset (Chen et al. 2021): human agents, whose actions are the tool calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from pipeline.collection.records import Id, Incoming, RawMessage, RawTicket, as_text, canonical_arguments, parse
from pipeline.errors import RecordError


class Scenario(Incoming):
    flow: str | None = None


class Delexed(Incoming):
    speaker: str
    targets: list[Any]


class Record(Incoming):
    convo_id: Id
    scenario: Scenario | None = None
    original: list[Annotated[list[str], Field(min_length=2, max_length=2)]]
    delexed: list[Delexed]


def read_record(record: dict[str, Any]) -> RawTicket:
    """One chat. The flow is its category.

    `original` holds the words as [speaker, text]; the n-th action in it is the n-th action of `delexed`, whose targets
    [subflow, "take_action", action, values, ...] say what was called with what. The data set does not name the values, so
    a call's arguments are {"values": [...]}; its result is what the action's line says.
    """
    chat = parse(Record, record)
    return RawTicket.of(str(chat.convo_id), _messages(chat), chat.scenario.flow if chat.scenario else None)


def _messages(chat: Record) -> Iterator[RawMessage]:
    targets = iter([turn.targets for turn in chat.delexed if turn.speaker == "action"])
    for number, (speaker, text) in enumerate(chat.original):
        if speaker == "action":
            target = next(targets, None)
            match target:
                case [_, "take_action", str(action), list(values), *_] if action:
                    arguments = canonical_arguments({"values": values}, "delexed.targets")
                    yield RawMessage("call", "", None, None, action, arguments, f"action-{number}")
                    yield RawMessage("result", as_text(text), call_id=f"action-{number}")
                case _:
                    raise RecordError(f"original.{number}: delexed has no action for it")
        else:
            yield RawMessage(_role(speaker, number), text)
    if next(targets, None) is not None:
        raise RecordError("delexed: has more actions than original")


def _role(speaker: str, number: int) -> Literal["customer", "agent"]:
    if speaker == "customer":
        return "customer"
    if speaker == "agent":
        return "agent"
    raise RecordError(f"original.{number}.0: must be agent, customer or action")
