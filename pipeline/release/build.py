"""What a release holds, made in memory from the pipeline's tables."""

from __future__ import annotations

import importlib.metadata
import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from importlib import resources
from itertools import pairwise
from typing import Any, NamedTuple

import polars as pl

from pipeline.errors import ReleaseError, SettingsError
from pipeline.release import evaluator_format as form
from pipeline.release.evaluator_format import FormatFault, Reference, Task, ToolSchema, Turn
from pipeline.release.manifest import LEDGER_FILE, OPEN, SUBTASKS_FILE, Counts, Facts, FileFacts, SourceFacts, digest_of, public_settings
from pipeline.release.shorten import shorten
from pipeline.release.strict_json import dump_line, parse_json
from pipeline.release.tables import parquet, single_turn
from pipeline.schemas import LEDGER, REPLY_TYPES, STATES
from pipeline.settings import Settings

STEP = "release"
REFERENCE_CHARACTERS = 1200
"""Longest passage of a reference file, in characters."""


class Tables(NamedTuple):
    """What a release is made of (see `pipeline.schemas`); rows in any order.

    Every ticket of `tickets` is released unless a part of `ledger` says that it ended earlier. Rows of other tables
    about tickets that are not released are left out.
    """

    tickets: pl.DataFrame
    turns: pl.DataFrame
    subtasks: pl.DataFrame
    tool_calls: pl.DataFrame
    tools: pl.DataFrame
    annotations: pl.DataFrame
    flags: pl.DataFrame
    ledger: Sequence[pl.DataFrame]
    inputs: Collection[str] | None = None
    """Ids of all input tickets. Where given, the ledger must name each of them exactly once and no others."""


@dataclass(frozen=True)
class Content:
    """A release in memory, before it has a version. Tasks are sorted by id, tools by name."""

    tasks: tuple[Task, ...]
    references: Mapping[str, Sequence[Reference]]
    """The passages of each task."""
    tools: tuple[ToolSchema, ...]
    policy: str
    judge_prompt: str
    subtasks: pl.DataFrame
    """The single-turn view, see `pipeline.release.tables`."""
    ledger: pl.DataFrame
    flags: pl.DataFrame
    """Of the released tickets; for the data card only."""
    facts: Facts

    @cached_property
    def files(self) -> dict[str, bytes]:
        """The content files by path: all that the digest covers."""
        files = {
            form.TOOLS_FILE: _lines(t.line() for t in self.tools),
            form.POLICY_FILE: self.policy.encode(),
            form.JUDGE_FILE: self.judge_prompt.encode(),
            SUBTASKS_FILE: parquet(self.subtasks),
            LEDGER_FILE: parquet(self.ledger),
        }
        for domain in form.DOMAINS:
            tasks = [t for t in self.tasks if t.domain == domain]
            files[form.TASK_FILES[domain]] = _lines(t.line() for t in tasks)
            for task in tasks:
                passages = [r.model_dump() for r in self.references[task.id]]
                files[f"{form.REFERENCE_FOLDERS[domain]}/references_{task.id}.json"] = _lines([dump_line(passages)])
        return dict(sorted(files.items()))

    @cached_property
    def digest(self) -> str:
        """Names the content, whatever version it gets."""
        return digest_of({path: FileFacts.of(path, data).sha256 for path, data in self.files.items()})


def _lines(lines: Any) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


def build_release(
    tables: Tables, settings: Settings, *, models: Mapping[str, str], key_fingerprint: str, code_version: str | None = None
) -> Content:
    """Makes a release in memory. A ticket that cannot be put into the evaluator's format is dropped, with the reason.

    Args:
        models: name and version of each model and prompt, by what it was used for.
        key_fingerprint: of the surrogate key, see `pipeline.instance.key_fingerprint`.
        code_version: of the factory; None means the installed package's.

    Raises:
        ReleaseError: no ticket is left, a ticket has two states or none, or a tool's schema is none.
        SettingsError: the policy or judge prompt cannot be read.
    """
    ended = settle(tables.ledger, ())
    tickets = tables.tickets.join(ended, on="ticket_id", how="anti").sort("ticket_id")
    subtasks = _grouped(tables.subtasks.sort("ticket_id", "subtask"))
    turns = _grouped(tables.turns.sort("ticket_id", "position"))
    names = _Names(tables.tools, tables.tool_calls)
    tasks: list[Task] = []
    dropped = []
    for ticket in tickets.iter_rows(named=True):
        ticket_id = ticket["ticket_id"]
        try:
            tasks.append(_task(ticket, turns.get(ticket_id, []), subtasks.get(ticket_id, []), names))
        except FormatFault as fault:
            reason = f"the evaluator cannot read it: {fault.faults[0]}"
            dropped.append({"ticket_id": ticket_id, "state": "dropped", "step": STEP, "reason": reason})
    if not tasks:
        raise ReleaseError("no ticket is left to release: see the ledger for where they ended")
    released = [t.id for t in tasks]
    ledger = settle([ended, LEDGER.frame(dropped)], released, tables.inputs)
    per_subtask = _references(tables.annotations, released)
    references = {i: _union(per_subtask.get(i, {})) for i in released}
    tools = _called_tools(tasks, tables.tools)
    view = single_turn(tasks, [per_subtask.get(t.id, {}).get(n, []) for t in tasks for n in range(len(t.seperate_indices))])
    facts = Facts(
        code_version=code_version or importlib.metadata.version("cirrusbench-factory"),
        models=dict(sorted(models.items())),
        key_fingerprint=key_fingerprint,
        sources=_sources(tickets.filter(pl.col("ticket_id").is_in(released)), settings),
        counts=count(tasks, tools, references, ledger),
        settings=public_settings(settings),
    )
    return Content(
        tasks=tuple(tasks),
        references=references,
        tools=tools,
        policy=_prompt(settings, settings.release.policy, "policy.md"),
        judge_prompt=_prompt(settings, settings.release.judge_prompt, "judge_prompt.md"),
        subtasks=view,
        ledger=ledger,
        flags=tables.flags.filter(pl.col("ticket_id").is_in(released)),
        facts=facts,
    )


def settle(parts: Sequence[pl.DataFrame], released: Collection[str], inputs: Collection[str] | None = None) -> pl.DataFrame:
    """The final LEDGER, sorted by ticket: all parts and a row for each released ticket.

    Raises:
        ReleaseError: a ticket stands in two places; or, where `inputs` are given, a ticket of them stands nowhere or one
            that is none of them stands somewhere.
    """
    rows = LEDGER.frame({"ticket_id": i, "state": "released", "step": STEP, "reason": ""} for i in released)
    ledger = pl.concat([*parts, rows]).sort(LEDGER.columns.keys())
    twice = ledger.filter(pl.col("ticket_id").is_duplicated())["ticket_id"].unique().sort()
    if len(twice):
        raise ReleaseError(f"{len(twice)} ticket(s) have two states in the ledger, the first is {twice[0]}")
    if inputs is not None and (odd := sorted(set(inputs) ^ set(ledger["ticket_id"]))):
        raise ReleaseError(f"{len(odd)} ticket(s) are in the intake or in the ledger but not in both, the first is {odd[0]}")
    return LEDGER.check(ledger)


def count(
    tasks: Sequence[Task], tools: Sequence[ToolSchema], references: Mapping[str, Sequence[Reference]], ledger: pl.DataFrame
) -> Counts:
    """The counts of a release."""
    states = Counter(ledger["state"])
    types = Counter(t or OPEN for task in tasks for t in task.reply_types)
    domains = Counter(t.domain for t in tasks)
    return Counts(
        tickets={s: states[s] for s in STATES},
        tasks={d: domains[d] for d in form.DOMAINS},
        subtasks=sum(len(t.seperate_indices) for t in tasks),
        reply_types={t: types[t] for t in (*REPLY_TYPES, OPEN)},
        tools=len(tools),
        references=sum(len(r) for r in references.values()),
    )


class _Names:
    """What the evaluator is to call each call's tool, and its arguments."""

    def __init__(self, tools: pl.DataFrame, tool_calls: pl.DataFrame) -> None:
        columns = tool_calls.select("ticket_id", "call", "tool", "arguments")
        self._owned = {(ticket, call): (tool, arguments) for ticket, call, tool, arguments in columns.iter_rows()}
        self._usable = dict(tools.sort("tool").select("native_name", "tool").iter_rows())
        self._known = set(tools["tool"])

    def __call__(self, turn: Mapping[str, Any]) -> tuple[str, str]:
        """Calls that no subtask owns are in TOOL_CALLS nowhere: their tool is looked up by its native name."""
        owned = self._owned.get((turn["ticket_id"], turn["position"]))
        tool, arguments = owned or (self._usable.get(turn["tool"], ""), turn["arguments"] or "")
        if tool not in self._known:
            raise FormatFault([f"the tool called at position {turn['position']} has no schema"])
        return tool, arguments


def _task(ticket: Mapping[str, Any], turns: Sequence[Mapping[str, Any]], subtasks: Sequence[Mapping[str, Any]], names: _Names) -> Task:
    if [t["position"] for t in turns] != list(range(len(turns))):
        raise FormatFault(["its turns are not numbered from 0 without gaps"])
    if any(b["role"] == "result" and a["call_id"] != b["call_id"] for a, b in pairwise(turns)):
        raise FormatFault(["a result does not belong to the call before it"])
    played = [Turn(t["role"], t["text"], *(names(t) if t["role"] == "call" else ())) for t in turns]
    ends = [(s["reply"], s["calls"], s["reply_type"]) for s in subtasks]
    return form.make_task(ticket["ticket_id"], ticket["category"] or "Others", ticket["language"], played, ends)


def _grouped(frame: pl.DataFrame) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in frame.iter_rows(named=True):
        groups.setdefault(row["ticket_id"], []).append(row)
    return groups


def _references(annotations: pl.DataFrame, released: Collection[str]) -> dict[str, dict[int, list[Reference]]]:
    """ticket -> subtask -> its passages, best first."""
    found: dict[str, dict[int, list[Reference]]] = {}
    rows = annotations.filter(pl.col("ticket_id").is_in(released)).sort("ticket_id", "subtask", "rank")
    for row in rows.iter_rows(named=True):
        content = shorten(row["content"], REFERENCE_CHARACTERS)
        if content and row["doc_id"]:
            passage = Reference(doc_id=row["doc_id"], title=row["title"], content=content, source=row["source"])
            found.setdefault(row["ticket_id"], {}).setdefault(row["subtask"], []).append(passage)
    return found


def _union(subtasks: Mapping[int, Sequence[Reference]]) -> list[Reference]:
    """The passages of all subtasks, each once: those of the first subtask first."""
    return list(dict.fromkeys(r for n in sorted(subtasks) for r in subtasks[n]))


def _called_tools(tasks: Sequence[Task], tools: pl.DataFrame) -> tuple[ToolSchema, ...]:
    called = {m.call.name for t in tasks for m in t.messages if m.kind == "call"}
    schemas = dict(tools.select("tool", "schema").iter_rows())
    return tuple(_tool(name, schemas[name]) for name in sorted(called))


def _tool(name: str, schema: str) -> ToolSchema:
    try:
        value = parse_json(schema)
        function = {"description": "", "parameters": {"type": "object", "properties": {}}} | value["function"] | {"name": name}
        return form.read_tool(json.dumps(value | {"function": function}))
    except (ValueError, TypeError, KeyError, FormatFault) as error:
        raise ReleaseError(f"the schema of tool {name!r} is not an OpenAI function schema: {error}") from error


def _sources(released: pl.DataFrame, settings: Settings) -> list[SourceFacts]:
    opened = pl.col("opened_at")
    seen = released.group_by("source").agg(pl.len().alias("n"), opened.min().alias("first"), opened.max().alias("last"))
    by_name = {row["source"]: row for row in seen.iter_rows(named=True)}
    facts = []
    for source in sorted(settings.sources, key=lambda s: s.name):
        row = by_name.get(source.name, {"n": 0, "first": None, "last": None})
        days: dict[str, date | None] = {f"{k}_day": row[k] and row[k].date() for k in ("first", "last")}
        facts.append(SourceFacts(name=source.name, format=source.format, licence=source.licence, tickets=row["n"], **days))
    return facts


def _prompt(settings: Settings, path: str | None, packaged: str) -> str:
    try:
        if path is None:
            return resources.files("pipeline.release").joinpath("prompts", packaged).read_text("utf-8")
        return settings.resolve(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"release: cannot read {path} as {packaged}: {error}") from error
