"""The CirrusBench evaluator's file format: the only module that knows it.

A task is one conversation. `seperate_indices` (the evaluator's spelling) says where its subtasks end and which calls
each of them owns. Those calls are hidden from the agent under test: the evaluator turns them into mocks, which answer
a call when its name is the mock's and every argument sent equals the recorded one. Mocks are tried in the task's order
and the first that fits answers, whatever subtask it came from. Calls listed nowhere are shown as history.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipeline.release.strict_json import dump_line, parse_json

Domain = Literal["with_tool", "no_tool"]
ReplyType = Literal["Solution", "Standard", "Inquire", "Clarify", "Appease"]

DOMAINS: tuple[Domain, ...] = ("with_tool", "no_tool")
TASK_FILES: dict[Domain, str] = {
    "with_tool": "data/task/en_tasks_with_tool.jsonl",
    "no_tool": "data/task/en_tasks_without_tool.jsonl",
}
REFERENCE_FOLDERS: dict[Domain, str] = {
    "with_tool": "data/reference/references_withtool",
    "no_tool": "data/reference/references_notool",
}
TOOLS_FILE = "data/tool_schema_v2.jsonl"
POLICY_FILE = "data/prompts/task/policy.md"
JUDGE_FILE = "data/prompts/judge/judge_prompt.md"

TASK_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_MOST_FAULTS = 20  # of one task; a garbled one would have thousands
NO_OUTPUT = "(no output)"
"""Stands for an empty tool result, since the evaluator takes no empty content."""


class FormatFault(Exception):
    """A text is not what the evaluator can read. `faults` says why, without quoting the text."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = list(faults)
        super().__init__("; ".join(self.faults[:3]))


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Function(_Model):
    """What is called."""

    name: str = Field(pattern=rf"^{TOOL_NAME.pattern}\z", description="The tool's name, one of tool_schema_v2.jsonl.")
    arguments: str = Field(description="A JSON object, as a string.")


class ToolCall(_Model):
    """One call."""

    id: str = Field(min_length=1, description="Unique in its task; the result repeats it.")
    type: Literal["function"] = Field(description="Always `function`.")
    function: Function = Field(description="What is called.")


class Message(_Model):
    """One message: the customer's words, the agent's words, a call (no content), or a call's result."""

    role: Literal["user", "assistant", "tool"] = Field(description="user: the customer; assistant: the agent; tool: a result.")
    content: str | None = Field(description="The words, never empty; null exactly where the message is a call.")
    tool_calls: list[ToolCall] | None = Field(None, min_length=1, max_length=1, description="Of a call: exactly one entry.")
    tool_call_id: str | None = Field(None, description="Of a result: the id of the call just before it.")

    @property
    def kind(self) -> Literal["user", "reply", "call", "result"]:
        if self.role == "assistant":
            return "call" if self.tool_calls else "reply"
        return "user" if self.role == "user" else "result"

    @property
    def call(self) -> Function:
        """What a call calls; only of calls."""
        assert self.tool_calls
        return self.tool_calls[0].function

    @property
    def text(self) -> str:
        return self.content or ""

    def as_dict(self) -> dict[str, Any]:
        """As the evaluator reads it: `content` always, the other keys only where they belong."""
        empty = {"tool_calls", "tool_call_id"} - {n for n in ("tool_calls", "tool_call_id") if getattr(self, n) is not None}
        return self.model_dump(exclude=empty)


class Segment(_Model):
    """Where a subtask ends and what it hides."""

    reply_index: int = Field(ge=1, description="Index of the checkpoint reply in `messages`.")
    agent_tool_indices: list[int] = Field(description="Indices of its calls: each is hidden together with its result.")


class Task(_Model):
    """One line of a task file. The last three keys are ours: the evaluator ignores them."""

    id: str = Field(pattern=rf"^{TASK_ID.pattern}\z", description="The ticket's id, also in the reference file's name.")
    product_name: str = Field(min_length=1, description="Service category, for the table per category.")
    messages: list[Message] = Field(min_length=2, description="The conversation up to its last checkpoint reply.")
    seperate_indices: list[Segment] = Field(min_length=1, description="The subtasks in order.")
    seperate_indices_by_llm: list[Segment] = Field(min_length=1, description="The same again; read for tasks without tools.")
    reply_types: list[ReplyType | None] = Field(description="Type of each subtask's reply, null where it is open.")
    category: str = Field(min_length=1, description="Service category, the same as product_name.")
    language: Literal["en", "zh", "other"] = Field(description="Language of most of the customer's words.")

    @property
    def domain(self) -> Domain:
        return "with_tool" if any(s.agent_tool_indices for s in self.seperate_indices) else "no_tool"

    @property
    def hidden(self) -> set[int]:
        """Indices of all messages that the agent under test never sees: listed calls and their results."""
        return {i + step for s in self.seperate_indices for i in s.agent_tool_indices for step in (0, 1)}

    def as_dict(self) -> dict[str, Any]:
        segments = [s.model_dump() for s in self.seperate_indices]
        shared = {"seperate_indices": segments, "seperate_indices_by_llm": segments}
        return {"id": self.id, "product_name": self.product_name, "messages": [m.as_dict() for m in self.messages]} | shared | {
            "reply_types": self.reply_types, "category": self.category, "language": self.language,
        }  # fmt: skip

    def line(self) -> str:
        """The task as its line in a task file, without the line end."""
        return dump_line(self.as_dict())

    def evaluated(self) -> str:
        """The part that the evaluator reads, as text: two tasks with equal text are one task to an agent under test."""
        return dump_line({k: v for k, v in self.as_dict().items() if k not in ("reply_types", "category", "language")})


class Reference(_Model):
    """One passage that the agent under test is given."""

    doc_id: str = Field(min_length=1, description="The document.")
    title: str = Field(description="The document's title and heading path.")
    content: str = Field(min_length=1, description="The passage, short: the whole file goes into the system prompt.")
    source: str = Field(description="Where the document comes from.")


class FunctionSchema(BaseModel):
    """An OpenAI function. Further keys (such as `strict`) may stand beside these."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)
    name: str = Field(pattern=rf"^{TOOL_NAME.pattern}\z", description="The tool's name.")
    description: str = Field("", description="What it does.")
    parameters: dict[str, Any] = Field(description="JSON schema of its arguments, an object.")


class ToolSchema(_Model):
    """One line of the tool file."""

    type: Literal["function"] = Field(description="Always `function`.")
    function: FunctionSchema = Field(description="The function.")

    def line(self) -> str:
        return dump_line(self.model_dump())


class Mock(NamedTuple):
    """What answers a call."""

    position: int
    """Place of the recorded call in the task's messages."""
    name: str
    arguments: dict[str, Any]
    result: str


def mocks_of(messages: Sequence[Message], indices: Sequence[int]) -> list[Mock]:
    """The mocks that the evaluator makes of the listed calls, in the task's order."""
    calls = [(i, messages[i].call) for i in sorted(indices)]
    return [Mock(i, call.name, parse_json(call.arguments), messages[i + 1].text) for i, call in calls]


def answer(mocks: Sequence[Mock], name: str, arguments: Mapping[str, Any]) -> Mock | None:
    """The first mock of that name of which every argument sent equals the recorded one, as the evaluator compares."""
    for mock in mocks:
        if mock.name == name and all(mock.arguments.get(k) == v for k, v in arguments.items()):
            return mock
    return None


class Turn(NamedTuple):
    """A message of TURNS, with the tool's name and arguments as the evaluator can use them."""

    role: str
    text: str
    tool: str = ""
    arguments: str = ""


def make_task(
    task_id: str,
    category: str,
    language: str,
    turns: Sequence[Turn],
    subtasks: Sequence[tuple[int, Sequence[int], str | None]],
) -> Task:
    """A task from folded turns and its subtasks: (index of the reply, indices of its calls, reply type), in order.

    A call that an earlier listed one would answer with other words (the state of a server before and after a restart)
    cannot be a mock: it is left unlisted, so that the agent under test is shown it as history.

    Raises:
        FormatFault: the turns do not obey the evaluator's rules.
    """
    messages = [_message(i, turn) for i, turn in enumerate(turns)]
    if not messages or (faults := list(islice(_message_faults(messages), _MOST_FAULTS))):
        raise FormatFault(faults if messages else ["no messages"])
    mocks: list[Mock] = []
    segments = []
    for reply, calls, _ in subtasks:
        listed = []
        for i in sorted(calls):
            if not 0 <= i < len(messages) or messages[i].kind != "call":
                raise FormatFault([f"position {i} is listed as a call and is none"])
            new = mocks_of(messages, [i])
            found = answer(mocks + new, new[0].name, new[0].arguments) or new[0]
            if (found.arguments, found.result) == (new[0].arguments, new[0].result):
                mocks += new
                listed.append(i)
        segments.append({"reply_index": reply, "agent_tool_indices": listed})
    shape = {"id": task_id, "product_name": category, "messages": [m.as_dict() for m in messages]}
    extra = {"reply_types": [s[2] for s in subtasks], "category": category, "language": language}
    return check_task(shape | {"seperate_indices": segments, "seperate_indices_by_llm": segments} | extra)


def _message(index: int, turn: Turn) -> Message:
    # The ids of calls are ours: a help desk's own would link one release to another.
    if turn.role == "call":
        call = {"id": f"call_{index}", "type": "function", "function": {"name": turn.tool, "arguments": turn.arguments}}
        return _checked(Message, {"role": "assistant", "content": None, "tool_calls": [call]}, f"position {index}: ")
    if turn.role == "result":
        text = turn.text if turn.text.strip() else NO_OUTPUT
        return Message(role="tool", tool_call_id=f"call_{index - 1}", content=text)
    if turn.role not in ("customer", "agent"):
        raise FormatFault([f"position {index}: a turn of an unknown role"])
    return Message(role="user" if turn.role == "customer" else "assistant", content=turn.text)


def read_task(line: str) -> Task:
    """A task from its line, checked to the letter.

    Raises:
        FormatFault: what is wrong, by field or index, never by quoting.
    """
    return check_task(_parsed(line))


def check_task(value: Any) -> Task:
    """A task from its parsed line; raises FormatFault as `read_task` does."""
    task = _checked(Task, value)
    if faults := list(islice(_task_faults(task), _MOST_FAULTS)):
        raise FormatFault(faults)
    return task


def read_tool(line: str) -> ToolSchema:
    """A tool's schema from its line; raises FormatFault."""
    tool = _checked(ToolSchema, _parsed(line))
    if tool.function.parameters.get("type") != "object":
        raise FormatFault(["function.parameters: must be a JSON schema of type object"])
    return tool


def read_references(text: str) -> list[Reference]:
    """The passages of a reference file; raises FormatFault."""
    value = _parsed(text)
    if not isinstance(value, list):
        raise FormatFault(["must be a JSON list"])
    return [_checked(Reference, item, f"[{n}] ") for n, item in enumerate(value)]


def _parsed(text: str) -> Any:
    try:
        return parse_json(text)
    except ValueError as error:
        raise FormatFault([str(error)]) from None


_M = TypeVar("_M", bound=BaseModel)


def _checked(model: type[_M], value: Any, where: str = "") -> _M:
    try:
        return model.model_validate(value)
    except ValidationError as error:
        # An unknown key is an outsider's text, so that its place is named, not the key.
        found = error.errors(include_input=False, include_url=False)[:_MOST_FAULTS]
        raise FormatFault([f"{where}{_place(e)}{e['msg']}" for e in found]) from None


def _place(error: Any) -> str:
    parts = error["loc"][:-1] if error["type"] == "extra_forbidden" else error["loc"]
    return ".".join(str(p) for p in parts) + ": " if parts else ""


def _task_faults(task: Task) -> Iterator[str]:
    """Every rule of the format that types alone do not say."""
    yield from _message_faults(task.messages)
    yield from _segment_faults(task)
    if task.seperate_indices_by_llm != task.seperate_indices:
        yield "seperate_indices_by_llm differs from seperate_indices"
    if len(task.reply_types) != len(task.seperate_indices):
        yield "reply_types has not one entry for each subtask"
    if task.category != task.product_name:
        yield "category differs from product_name"
    if task.domain == "no_tool" and any(m.kind == "call" for m in task.messages):
        yield "has tool calls, and none that a subtask owns"


_FOLLOWS = {"user": ("call", "reply"), "call": ("result",), "result": ("call", "reply"), "reply": ("user",)}


def _message_faults(messages: Sequence[Message]) -> Iterator[str]:
    if messages[0].role != "user":
        yield "messages.0: the first message must be the user's"
    ids: set[str] = set()
    for i, message in enumerate(messages):
        where = f"messages.{i}: "
        kind = message.kind
        if kind != "call" and not message.text.strip():
            yield where + "content is empty"
        if kind == "call":
            yield from (where + f for f in _call_faults(message, ids))
        elif message.tool_calls is not None:
            yield where + "only the assistant calls tools"
        if (message.tool_call_id is not None) != (kind == "result"):
            yield where + "tool_call_id belongs to tool results and only there"
        if i + 1 < len(messages) and messages[i + 1].kind not in _FOLLOWS[kind]:
            yield f"messages.{i + 1}: a {messages[i + 1].kind} cannot follow a {kind}"
        if kind == "result" and i and (before := messages[i - 1]).tool_calls and before.tool_calls[0].id != message.tool_call_id:
            yield where + "tool_call_id is not the id of the call before it"
    if messages[-1].kind != "reply":
        yield "the last message must be the assistant's reply"


def _call_faults(message: Message, ids: set[str]) -> Iterator[str]:
    assert message.tool_calls
    if message.content is not None:
        yield "a tool call must have null content"
    if message.tool_calls[0].id in ids:
        yield "two calls have one id"
    ids.add(message.tool_calls[0].id)
    try:
        arguments = parse_json(message.call.arguments)
    except ValueError as error:
        yield f"arguments: {error}"
    else:
        if not isinstance(arguments, dict):
            yield "arguments: must be a JSON object"


def _segment_faults(task: Task) -> Iterator[str]:
    previous = -1
    for n, segment in enumerate(task.seperate_indices):
        where = f"seperate_indices.{n}: "
        reply = segment.reply_index
        if reply >= len(task.messages) or task.messages[reply].kind != "reply":
            yield where + "reply_index is not a reply of the assistant's"
        if reply <= previous:
            yield where + "reply_index does not rise"
        if sorted(set(segment.agent_tool_indices)) != segment.agent_tool_indices:
            yield where + "agent_tool_indices must rise"
        for i in segment.agent_tool_indices:
            if not previous < i < reply:
                yield where + "agent_tool_indices outside its subtask"
            elif i >= len(task.messages) or task.messages[i].kind != "call":
                yield where + "agent_tool_indices is not a tool call"
        previous = reply
    if previous != len(task.messages) - 1:
        yield "the conversation does not end at the last subtask's reply"
