"""Plays a release as the evaluator does, with any agent, so that a release can be proved before anybody pays for a model.

The evaluator walks through a task's messages. At a checkpoint reply it asks the agent, which sees what was said so far
(its own words and calls from earlier subtasks included, listed calls left out) and may call tools. A judge compares
its words with the recorded reply; there are two tries, and the first subtask that fails ends the task.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pipeline.release.evaluator_format import Message, Mock, Reference, Task, answer, mocks_of
from pipeline.release.strict_json import dump_line, parse_json

TRIES = 2
MISMATCH = "Tool call mismatch"
"""What a call gets that no mock fits."""


@dataclass
class Turn:
    """What an agent is asked with. `call` runs a tool; its calls and their results are kept in `made`."""

    task_id: str
    subtask: int
    """Number of the subtask, from 0."""
    attempt: int
    """1 or 2."""
    history: Sequence[Message]
    known_info: Sequence[Mapping[str, Any]]
    """The arguments of all hidden calls of the task, one object a call: part of the system prompt."""
    references: Sequence[Reference]
    """The passages in the system prompt."""
    mocks: Sequence[Mock] = field(repr=False)
    made: list[tuple[str, dict[str, Any], Mock | None]] = field(default_factory=list)

    def call(self, name: str, arguments: dict[str, Any]) -> str:
        """The recorded result of that call, or `MISMATCH`."""
        mock = answer(self.mocks, name, arguments)
        self.made.append((name, arguments, mock))
        return MISMATCH if mock is None else mock.result


Agent = Callable[[Turn], str]
"""Answers a turn with the words that the customer would read."""

Judge = Callable[[str, str], bool]
"""(candidate, reference): does the candidate include what the reference says?"""


class Outcome(NamedTuple):
    """How a task went."""

    task_id: str
    passed: int
    """Subtasks passed, from the first on without a gap."""
    subtasks: int
    missed: int
    """Calls that found no mock."""


def play(task: Task, agent: Agent, judge: Judge, references: Sequence[Reference] = ()) -> Outcome:
    """Plays one task to its end or to the first subtask that fails."""
    replies = {s.reply_index: n for n, s in enumerate(task.seperate_indices)}
    mocks = mocks_of(task.messages, [i for s in task.seperate_indices for i in s.agent_tool_indices])
    known_info = [m.arguments for m in mocks]
    hidden = task.hidden
    history: list[Message] = []
    missed = 0
    for i, message in enumerate(task.messages):
        if i in hidden:
            continue
        if i not in replies:
            history.append(message)
            continue
        for attempt in range(1, TRIES + 1):
            turn = Turn(task.id, replies[i], attempt, tuple(history), known_info, references, mocks)
            words = agent(turn)
            missed += sum(mock is None for _, _, mock in turn.made)
            if passed := judge(words, message.text):
                break
        if not passed:
            return Outcome(task.id, replies[i], len(replies), missed)
        history += [*_calls_made(turn), Message(role="assistant", content=words)]
    return Outcome(task.id, len(replies), len(replies), missed)


def _calls_made(turn: Turn) -> Iterable[Message]:
    for n, (name, arguments, mock) in enumerate(turn.made):
        call_id = f"made_{turn.subtask}_{n}"
        function = {"name": name, "arguments": dump_line(arguments)}
        yield Message.model_validate(
            {"role": "assistant", "content": None, "tool_calls": [{"id": call_id, "type": "function", "function": function}]}
        )
        yield Message(role="tool", content=MISMATCH if mock is None else mock.result, tool_call_id=call_id)


class RecordedAgent:
    """Does what the support agent did: the same calls with the same arguments, then the same words.

    `faults` collects the calls that got another answer than the recorded one, as (subtask, index of the call).
    """

    def __init__(self, task: Task) -> None:
        self._task = task
        self.faults: list[tuple[int, int]] = []

    def __call__(self, turn: Turn) -> str:
        segment = self._task.seperate_indices[turn.subtask]
        for i in segment.agent_tool_indices:
            call = self._task.messages[i].call
            arguments = parse_json(call.arguments)
            result = turn.call(call.name, arguments)
            mock = turn.made[-1][2]
            if mock is None or mock.arguments != arguments or result != self._task.messages[i + 1].text:
                self.faults.append((turn.subtask, i))
        return self._task.messages[segment.reply_index].text


def silent_agent(_: Turn) -> str:
    """Says nothing."""
    return ""


_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")
_FUNCTION_WORDS = re.compile(
    "an?|about|am|and|any|are|as|at|be|been|but|by|can|could|did|do|does|for|from|had|has|have|he|her|his|i|if|in|into|is|its?|me|my|"
    "no|not|of|on|or|our|she|so|some|that|the|their|them|then|there|these|they|this|to|was|we|were|what|when|which|who|will|with|"
    "would|your?"
)


def includes_content_words(candidate: str, reference: str) -> bool:
    """A strict lexical stand-in for the evaluator's LLM judge: the candidate holds every content word of the reference.

    Content words are all words but a short list of English function words; each Chinese character counts as a word. It
    knows no synonyms, so it fails good paraphrases: it proves that a release can be walked through, and scores nobody.
    """
    words = {w.lower() for w in _WORD.findall(reference)}
    wanted = {w for w in words if not _FUNCTION_WORDS.fullmatch(w)} or words
    if not wanted:  # only signs, such as an emoji
        return candidate.strip() == reference.strip()
    return wanted <= {w.lower() for w in _WORD.findall(candidate)}


def replay_faults(task: Task) -> list[str]:
    """What is wrong with playing this task: the recorded agent must reach its end, the silent one must pass nothing."""
    recorded = RecordedAgent(task)
    outcome = play(task, recorded, includes_content_words)
    faults = [f"seperate_indices.{n}: the call at messages.{i} does not get its recorded result" for n, i in recorded.faults]
    if outcome.passed < outcome.subtasks:
        faults.append(f"seperate_indices.{outcome.passed}: the recorded agent does not pass this subtask")
    if play(task, silent_agent, includes_content_words).passed:
        faults.append("seperate_indices.0: an agent that says nothing passes this subtask")
    return faults
