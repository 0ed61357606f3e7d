"""Each rule with a ticket that it must flag and a near miss that it must not."""

from typing import Any

import polars as pl
import pytest

from pipeline import schemas as s
from pipeline.errors import SettingsError
from pipeline.quality.flags import gate
from pipeline.quality.rules import RULES, Evidence, find_flags
from pipeline.settings import Quality

T = "0123456789abcdef"
REPLY = "Please open port 443 for your own network in the security group and test it once more from the outside."


def evidence(
    customer: str = "My site does not answer.",
    reply: str = REPLY,
    result: str | None = None,
    reference: str | None = "Ports are opened in security groups.",
    surrogate: str | None = None,
    reply_type: str | None = "Solution",
    failed: bool = False,
    origin: str = "customer",
) -> Evidence:
    turns: list[dict[str, Any]] = [{"role": "customer", "text": customer}]
    if result is not None:
        turns += [{"role": "call", "text": "", "tool": "t", "arguments": "{}", "call_id": "c"}]
        turns += [{"role": "result", "text": result, "tool": "t", "call_id": "c"}]
    turns.append({"role": "agent", "text": reply})
    turns = [{"ticket_id": T, "position": n} | turn for n, turn in enumerate(turns)]
    calls = [1] if result is not None else []
    subtask = {"ticket_id": T, "subtask": 0}
    source = {"path": "$.id", "origin": origin, "position": None}
    call = {"call": 1, "result": 2, "tool": "t", "arguments": "{}", "failed": failed, "sources": [source]}
    cited = {"rank": 1, "doc_id": "d", "chunk_id": "c", "title": "t", "content": reference, "source": "s", "score": 0.5, "support": 0.5}
    drawn = {"position": 0, "field": "text", "start": 0, "end": 1, "type": "X", "surrogate": surrogate}
    label = {"first": 0, "reply": len(turns) - 1, "calls": calls, "checkpoint_score": 0.9, "reply_type": reply_type, "confidence": 0.9}
    return Evidence(
        turns=s.TURNS.frame(turns),
        subtasks=s.SUBTASKS.frame([subtask | label]),
        tool_calls=s.TOOL_CALLS.frame([subtask | call] if calls else []),
        annotations=s.ANNOTATIONS.frame([subtask | cited] if reference else []),
        entities=s.ENTITIES.frame([{"ticket_id": T} | drawn] if surrogate else []),
    )


CASES = [
    ("personal-data-left", {"customer": "write to jane@corp.com"}, {"customer": "write to jane@corp.com", "surrogate": "jane@corp.com"}),
    ("personal-data-left", {"result": '{"ip": "52.17.9.101"}'}, {"result": '{"ip": "10.17.9.101"}'}),
    ("personal-data-left", {"reply": "Card 4111 1111 1111 1111 was charged."}, {"reply": "Card 4111 1111 1111 1112 was charged."}),
    ("reply-already-shown", {"customer": f"He said: {REPLY.upper()}"}, {"customer": f"He said: {REPLY[:50]}"}),
    ("reply-already-shown", {"reference": f"Answer: {REPLY}"}, {"reference": f"Answer: {REPLY[20:]}"}),
    ("reply-already-shown", {"result": REPLY}, {"result": "ok", "customer": "Done.", "reply": "Done."}),
    ("trivial-reply", {"reply": "Yes, done"}, {"reply": "请重启服务器试试"}),
    ("failed-last-call", {"result": "Error", "failed": True}, {"result": "fine"}),
    ("unknown-argument", {"result": "fine", "origin": "unknown"}, {"result": "fine", "origin": "constant"}),
    ("open-reply-type", {"reply_type": None}, {"reply_type": "Standard"}),
    ("no-reference", {"reference": None}, {"reference": None, "result": "fine"}),
]


def found(given: dict[str, Any]) -> set[str]:
    return set(find_flags(evidence(**given))["rule"])


@pytest.mark.parametrize(("rule", "must", "must_not"), CASES)
def test_rule(rule: str, must: dict[str, Any], must_not: dict[str, Any]) -> None:
    assert rule in found(must)
    assert rule not in found(must_not)


def test_every_rule_is_tested_and_a_sound_ticket_has_no_flag() -> None:
    assert {name for name, _, _ in CASES} == {rule.name for rule in RULES}
    assert found({}) == set()


def test_only_critical_flags_of_gating_rules_hold_a_ticket_back() -> None:
    flags = pl.concat([find_flags(evidence(customer="write to jane@corp.com")), find_flags(evidence(reply_type=None))])
    assert gate(flags, Quality()).rows(named=True) == [
        {
            "ticket_id": T,
            "state": "awaiting review",
            "step": "quality assurance",
            "reason": "flagged: personal-data-left",
            "of": None,
            "score": None,
        }
    ]
    assert gate(flags, Quality(gates=["open-reply-type"])).is_empty()
    with pytest.raises(SettingsError, match="no rule 'personal-data'"):
        gate(flags, Quality(gates=["personal-data"]))
