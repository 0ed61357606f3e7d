"""Small tables to make releases of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from pipeline.canonical import canonical_json
from pipeline.release.build import Content, Tables, build_release
from pipeline.schemas import ANNOTATIONS, FLAGS, LEDGER, SUBTASKS, TICKETS, TOOL_CALLS, TOOLS, TURNS
from pipeline.settings import Settings


class Call(NamedTuple):
    tool: str
    arguments: dict[str, Any]
    result: str = "ok"


class Round(NamedTuple):
    """A customer's message, calls, and the agent's reply; the reply is a checkpoint unless `type` is ''."""

    customer: str
    reply: str
    calls: Sequence[Call] = ()
    type: str | None = "Solution"


class Ticket(NamedTuple):
    id: str
    rounds: Sequence[Round]
    category: str = "Server"
    language: str = "en"
    source: str = "chat"
    references: Sequence[str] = ()


EXAMPLES = (
    Ticket("000000000000000a", [Round("It is slow.", "Please restart it."), Round("Done.", "Good, then all is well.", type="Appease")]),
    Ticket(
        "000000000000000b",
        [
            Round("Server i-1 hangs.", "One moment.", type=""),
            Round(
                "Well?",
                "It was out of memory; I restarted it.",
                [
                    Call("describe", {"id": "i-1"}, "hung"),
                    Call("restart", {"id": "i-1", "force": True}),
                    Call("describe", {"id": "i-1"}, "running"),
                ],
            ),
            Round("And i-2?", "i-2 runs.", [Call("describe", {"id": "i-2"}, "running")], type=None),
        ],
        category="Domain | <b>Names</b> $x$",
        references=["Restarting a server.", "Memory limits."],
    ),
    Ticket("000000000000000c", [Round("短信没有收到", "请检查签名。", type="Inquire")], category="SMS", language="zh", source="console"),
)
ENDED = [
    {"ticket_id": "00000000000000d1", "state": "duplicate", "step": "deduplicate", "reason": "near", "of": EXAMPLES[0].id, "score": 0.9},
    {"ticket_id": "00000000000000d2", "state": "quarantined", "step": "collect", "reason": "not JSON"},
]


def settings(**release: Any) -> Settings:
    sources = [
        {"name": "chat", "path": "/home/someone/private/chat.jsonl", "format": "chat", "licence": "CC-BY-4.0"},
        {"name": "console", "path": "console.jsonl", "format": "timeline"},
    ]
    documents = [{"path": "/srv/kb", "name": "Manual <i>", "licence": "CC-BY-SA-4.0"}]
    return Settings.model_validate({"sources": sources, "knowledge": {"documents": documents}, "release": release})


def tables(tickets: Sequence[Ticket] = EXAMPLES, ended: Sequence[dict[str, Any]] = ENDED) -> Tables:
    rows: dict[str, list[dict[str, Any]]] = {n: [] for n in ("tickets", "turns", "subtasks", "calls", "annotations", "flags")}
    tools: dict[str, int] = {}
    for t in tickets:
        place = {"ticket_id": t.id}
        facts = {"source": t.source, "category": t.category, "subject": "", "language": t.language, "status": ""}
        rows["tickets"].append(place | facts | {"opened_at": datetime(2026, 3, 1, 9, tzinfo=UTC)})
        first = number = position = 0
        owned: list[int] = []
        for r in t.rounds:
            turns = [{"role": "customer", "text": r.customer}]
            for n, call in enumerate(r.calls):
                at = position + len(turns)
                call_id = f"trace-{n}-{at}"
                arguments = canonical_json(call.arguments)
                native = call.tool.replace("_", "#")
                turns.append({"role": "call", "text": "", "tool": native, "arguments": arguments, "call_id": call_id})
                turns.append({"role": "result", "text": call.result, "tool": native, "call_id": call_id})
                fact = {"subtask": number, "call": at, "result": at + 1, "tool": call.tool, "arguments": arguments}
                rows["calls"].append(place | fact | {"failed": False, "sources": []})
                owned.append(at)
                tools[call.tool] = tools.get(call.tool, 0) + 1
            turns.append({"role": "agent", "text": r.reply})
            rows["turns"] += [place | {"position": position + n} | turn for n, turn in enumerate(turns)]
            position += len(turns)
            if r.type != "":
                end = {"subtask": number, "first": first, "reply": position - 1, "calls": owned, "checkpoint_score": 0.9}
                rows["subtasks"].append(place | end | {"reply_type": r.type, "confidence": 0.8})
                for rank, text in enumerate(t.references, 1):
                    passage = {"doc_id": f"doc-{rank}", "chunk_id": f"{rank:016x}", "title": "Manual", "content": text, "source": "Manual"}
                    rows["annotations"].append(place | {"subtask": number, "rank": rank, "score": 0.5, "support": 0.5} | passage)
                number, first, owned = number + 1, position, []
        rows["flags"].append(place | {"rule": "no-reference", "severity": "minor", "message": "A solution without reference."})
    schemas = [*sorted(tools.items()), ("never_called", 0)]
    return Tables(
        tickets=TICKETS.check(TICKETS.frame(rows["tickets"])),
        turns=TURNS.check(TURNS.frame(rows["turns"])),
        subtasks=SUBTASKS.check(SUBTASKS.frame(rows["subtasks"])),
        tool_calls=TOOL_CALLS.check(TOOL_CALLS.frame(rows["calls"])),
        tools=TOOLS.frame(
            {"tool": n, "native_name": n.replace("_", "#"), "schema": schema(n), "origin": "given", "calls": c} for n, c in schemas
        ),
        annotations=ANNOTATIONS.check(ANNOTATIONS.frame(rows["annotations"])),
        flags=FLAGS.frame(rows["flags"]),
        ledger=[LEDGER.frame(ended)],
    )


def schema(name: str) -> str:
    return json.dumps({"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": {}}}})


def content(tickets: Sequence[Ticket] = EXAMPLES, key: str = "0123456789ab", **release: Any) -> Content:
    return build_release(tables(tickets), settings(**release), models={"embedding": "mini@1"}, key_fingerprint=key, code_version="0.1.0")


def tree(folder: Any) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
