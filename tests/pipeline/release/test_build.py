import json
from pathlib import Path

import polars as pl
import pytest
from release_tables import ENDED, EXAMPLES, Call, Round, Ticket, content, settings, tables

from pipeline.errors import ReleaseError, SettingsError
from pipeline.release.build import build_release, settle
from pipeline.release.evaluator_format import JUDGE_FILE, POLICY_FILE, TASK_FILES, TOOLS_FILE
from pipeline.release.writer import write_release
from pipeline.schemas import LEDGER


def test_tasks_go_to_the_file_of_their_domain() -> None:
    files = content().files
    ids = {d: [json.loads(line)["id"] for line in files[p].decode().splitlines()] for d, p in TASK_FILES.items()}
    assert ids == {"with_tool": [EXAMPLES[1].id], "no_tool": [EXAMPLES[0].id, EXAMPLES[2].id]}
    assert files[f"data/reference/references_notool/references_{EXAMPLES[0].id}.json"] == b"[]\n"


def test_only_called_tools_are_in_the_release() -> None:
    tools = [json.loads(line) for line in content().files[TOOLS_FILE].decode().splitlines()]
    assert [t["function"]["name"] for t in tools] == ["describe", "restart"]
    assert tools[0]["function"]["description"] == ""


def test_references_are_the_union_of_the_subtasks_each_once_and_short() -> None:
    long = "A sentence of some words. " * 100
    ticket = Ticket("0" * 16, [Round("a?", "b."), Round("c?", "d.")], references=["First.", long])
    passages = content([ticket]).references[ticket.id]
    assert [p.content[:6] for p in passages] == ["First.", "A sent"]
    assert 1100 < len(passages[1].content) <= 1200 and passages[1].content.endswith("words.")


def test_one_text_under_two_headings_stays_two_references(tmp_path: Path) -> None:
    ticket = Ticket("0" * 16, [Round("a?", "b."), Round("c?", "d.")], references=["The same.", "The same."])
    given = tables([ticket], [])
    given = given._replace(annotations=given.annotations.with_columns(title=pl.format("Page > {}", pl.int_range(pl.len()))))
    made = build_release(given, settings(), models={}, key_fingerprint="k")
    assert len({p.title for p in made.references[ticket.id]}) == given.annotations.height > 1
    write_release(made, tmp_path, "2026.03.1")  # raises where the single-turn view cites what the task does not have


def test_a_ticket_that_the_evaluator_cannot_read_is_dropped_and_stops_nobody() -> None:
    made = content([*EXAMPLES, Ticket("f" * 16, [Round("Secret text", " ")])])
    row = made.ledger.row(by_predicate=pl.col("ticket_id") == "f" * 16, named=True)
    assert (row["state"], row["step"]) == ("dropped", "release")
    assert "content is empty" in row["reason"] and "Secret" not in row["reason"]
    assert len(made.tasks) == len(EXAMPLES)


def test_every_ticket_is_in_the_ledger_once() -> None:
    made = content()
    assert sorted(made.ledger["ticket_id"]) == sorted([t.id for t in EXAMPLES] + [e["ticket_id"] for e in ENDED])
    assert made.facts.counts.tickets["released"] == len(EXAMPLES)


def test_a_ticket_that_ended_earlier_is_not_released() -> None:
    ended = [*ENDED, {"ticket_id": EXAMPLES[0].id, "state": "awaiting review", "step": "quality", "reason": "flagged"}]
    given = tables(EXAMPLES, ended)
    made = build_release(given, settings(), models={}, key_fingerprint="k")
    assert [t.id for t in made.tasks] == [EXAMPLES[1].id, EXAMPLES[2].id]
    assert set(made.flags["ticket_id"]) == {EXAMPLES[1].id, EXAMPLES[2].id}


def test_settle_finds_tickets_that_are_lost_or_counted_twice() -> None:
    part = LEDGER.frame(ENDED)
    ids = [e["ticket_id"] for e in ENDED]
    assert settle([part], ["aa"], [*ids, "aa"])["state"].to_list() == ["duplicate", "quarantined", "released"]
    with pytest.raises(ReleaseError, match="two states"):
        settle([part], ids[:1])
    with pytest.raises(ReleaseError, match="two states"):
        settle([part, part], [])
    with pytest.raises(ReleaseError, match="not in both"):
        settle([part], [], [*ids, "lost"])
    with pytest.raises(ReleaseError, match="not in both"):
        settle([part], ["extra"], ids)


def test_nothing_to_release_is_an_error() -> None:
    with pytest.raises(ReleaseError, match="no ticket is left"):
        content([Ticket("f" * 16, [Round("a", " ")])])


def test_a_ticket_that_calls_a_tool_without_schema_is_dropped() -> None:
    given = tables()
    made = build_release(given._replace(tools=given.tools.head(1)), settings(), models={}, key_fingerprint="k")
    assert [t.id for t in made.tasks] == [EXAMPLES[0].id, EXAMPLES[2].id]
    assert "has no schema" in made.ledger.row(by_predicate=pl.col("ticket_id") == EXAMPLES[1].id, named=True)["reason"]


def test_a_schema_that_is_none_is_an_error() -> None:
    given = tables()
    for schema in ("{", "[]", '{"type": "function"}', '{"type": "function", "function": {"parameters": {"type": "string"}}}'):
        wrong = given.tools.with_columns(schema=pl.lit(schema))
        with pytest.raises(ReleaseError, match="not an OpenAI function schema"):
            build_release(given._replace(tools=wrong), settings(), models={}, key_fingerprint="k")


def test_an_input_ticket_that_is_nowhere_is_an_error() -> None:
    given = tables()._replace(inputs=[*(t.id for t in EXAMPLES), *(e["ticket_id"] for e in ENDED), "lost"])
    with pytest.raises(ReleaseError, match="lost"):
        build_release(given, settings(), models={}, key_fingerprint="k")


def test_the_order_of_rows_changes_nothing() -> None:
    given = tables()
    shuffled = given._replace(
        **{n: f.sample(fraction=1, shuffle=True, seed=7) for n, f in given._asdict().items() if isinstance(f, pl.DataFrame)},
        ledger=[f.reverse() for f in given.ledger],
    )
    made = [build_release(t, settings(), models={"a": "1"}, key_fingerprint="k") for t in (given, shuffled)]
    assert made[0].files == made[1].files
    assert made[0].digest == made[1].digest


def test_the_single_turn_view_hides_the_subtasks_own_calls_and_shows_earlier_ones() -> None:
    calls = [Call("describe", {"id": "i-1"}, "hung")]
    view = content([Ticket("0" * 16, [Round("a?", "b.", calls), Round("c?", "d.", [Call("restart", {"n": 1})])])]).subtasks
    roles = [[m["role"] for m in json.loads(h)] for h in view["history"]]
    assert roles == [["user"], ["user", "assistant", "tool", "assistant", "user"]]
    assert json.loads(view["calls"][1]) == [{"name": "restart", "arguments": {"n": 1}, "result": "ok"}]
    assert view["reply"].to_list() == ["b.", "d."]


def test_tokens_are_counted_as_documented() -> None:
    view = content([Ticket("0" * 16, [Round("hi 短信", "number 12345!")])]).subtasks
    assert view["tokens"].to_list() == [1 + 2 + 1 + 2 + 1]


def test_prompts_come_from_the_settings_or_with_the_factory(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "policy.md"
    file.write_text("Be kind.", "utf-8")
    files = content(policy=str(file)).files
    assert files[POLICY_FILE] == b"Be kind."
    assert b"Not Included" in files[JUDGE_FILE]
    with pytest.raises(SettingsError, match="cannot read"):
        content(policy=str(tmp_path / "missing.md"))


def test_settings_tell_no_machine_path_and_no_worker() -> None:
    told = json.dumps(content(policy=None).facts.settings)
    assert "someone" not in told and "/srv" not in told and "workers" not in told
    assert "chat.jsonl" in told


def test_a_native_call_id_never_leaves() -> None:
    assert not any(b"trace-" in data for data in content().files.values())
