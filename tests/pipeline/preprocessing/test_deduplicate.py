from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pipeline.preprocessing.deduplicate import Deduplicated, deduplicate
from pipeline.schemas import MESSAGES, TICKETS
from pipeline.settings import Deduplication

TEXT = "my mail server rejects every message since the migration last night and the log only says relay denied"
OTHER = "how can i download the invoice of february as a pdf file the page stays empty in every browser that i tried"


def day(number: int) -> datetime:
    return datetime(2026, 1, number, tzinfo=UTC)


def tables(*tickets: dict[str, Any]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """A ticket is {id, messages: [(role, text) or (role, text, tool, arguments)], opened}."""
    heads = [
        {"ticket_id": t["id"], "source": "s", "category": "c", "subject": "", "language": "en", "status": "", "opened_at": t.get("opened")}
        for t in tickets
    ]
    said = [
        {"ticket_id": t["id"], "position": p, "role": m[0], "text": m[1]} | ({"tool": m[2], "arguments": m[3]} if len(m) > 2 else {})
        for t in tickets
        for p, m in enumerate(t["messages"])
    ]
    return TICKETS.frame(heads), MESSAGES.frame(said)


def run(*tickets: dict[str, Any], **settings: Any) -> Deduplicated:
    return deduplicate(*tables(*tickets), Deduplication(**settings))


def ended(result: Deduplicated) -> list[tuple[Any, ...]]:
    return result.ledger.select("ticket_id", "state", "reason", "of", "score").rows()


def test_an_exact_copy() -> None:
    result = run(
        {"id": "b", "messages": [("customer", TEXT.upper() + "!!")]},
        {"id": "a", "messages": [("customer", TEXT)]},
        {"id": "c", "messages": [("customer", OTHER)]},
    )
    assert ended(result) == [("b", "duplicate", "exact duplicate", "a", 1.0)]
    assert result.tickets["ticket_id"].to_list() == ["a", "c"]
    assert result.messages["ticket_id"].to_list() == ["a", "c"]


def test_a_near_copy_has_its_similarity_with_the_kept_ticket() -> None:
    ((ticket, _, reason, of, score),) = ended(
        run(
            {"id": "a", "messages": [("customer", TEXT)]},
            {"id": "b", "messages": [("customer", "hello " + TEXT.replace("denied", "deny"))]},
        )
    )
    assert (ticket, reason, of) == ("b", "near-duplicate", "a")
    assert score == pytest.approx(15 / 18)


@pytest.mark.parametrize(
    ("one", "two", "kept"),
    [
        ({"extra": 1, "opened": day(2)}, {"extra": 0, "opened": day(1)}, "a"),
        ({"extra": 0, "opened": day(2)}, {"extra": 0, "opened": day(1)}, "b"),
        ({"extra": 0}, {"extra": 0, "opened": day(1)}, "b"),
        ({"extra": 0}, {"extra": 0}, "a"),
    ],
)
def test_which_one_stays(one: dict[str, Any], two: dict[str, Any], kept: str) -> None:
    made = [
        {"id": name, "opened": t.get("opened"), "messages": [("customer", TEXT)] + [("note", "x")] * t["extra"]}
        for name, t in (("a", one), ("b", two))
    ]
    assert run(*made).tickets["ticket_id"].to_list() == [kept]


def test_calls_count_and_notes_and_results_do_not() -> None:
    call = ("call", "", "get_log", '{"host":"m1"}')
    same = run(
        {"id": "a", "messages": [("customer", TEXT), call, ("result", "x"), ("note", OTHER)]},
        {"id": "b", "messages": [("customer", TEXT), call, ("result", OTHER)]},
    )
    assert [row[2] for row in ended(same)] == ["exact duplicate"]
    other = run(
        {"id": "a", "messages": [("customer", "help"), ("call", "", "get_log", '{"host":"m1"}')]},
        {"id": "b", "messages": [("customer", "help"), ("call", "", "get_log", '{"host":"m2"}')]},
    )
    assert ended(other) == []


def test_a_beginning_says_so() -> None:
    full = {"id": "a", "messages": [("customer", TEXT), ("agent", OTHER), ("customer", "thanks a lot " * 10)]}
    cut = {"id": "b", "messages": full["messages"][:1]}
    assert [row[:4] for row in ended(run(full, cut))] == [("b", "duplicate", "beginning of the kept ticket", "a")]


def test_tickets_without_words_stay() -> None:
    result = run({"id": "a", "messages": [("customer", "?")]}, {"id": "b", "messages": []}, {"id": "c", "messages": [("note", "x")]})
    assert result.tickets.height == 3 and result.ledger.is_empty()


def test_order_of_rows_changes_nothing() -> None:
    made = [{"id": f"t{n:02}", "messages": [("customer", TEXT if n % 3 else OTHER), ("agent", f"answer {n}")]} for n in range(20)]
    tickets, messages = tables(*made)
    one = deduplicate(tickets, messages, Deduplication())
    shuffled = [frame.sample(fraction=1, shuffle=True, seed=3) for frame in (tickets, messages)]
    two = deduplicate(shuffled[0], shuffled[1], Deduplication())
    assert all(a.equals(b) for a, b in zip(one, two, strict=True))
    assert one.tickets.height == 2 and one.ledger.height == 18


def test_the_labelled_threads() -> None:
    gold = Path(__file__).resolve().parents[3].parent / "shared" / "gold" / "near-duplicates-dev.jsonl.gz"
    if not gold.exists():
        pytest.skip(f"no labelled threads at {gold}: they do not come with the project")
    from benchmarks.duplicates import predict
    from benchmarks.predict import read_rows

    rows = read_rows(gold)
    found = {p["id"]: p["cluster"] for p in predict(rows)}
    want = {r["id"]: r["cluster"] for r in rows}
    pairs = [{(a, b) for a in want for b in want if a < b and c[a] == c[b]} for c in (want, found)]
    assert len(pairs[0] & pairs[1]) / len(pairs[1]) >= 0.999
    assert len(pairs[0] & pairs[1]) / len(pairs[0]) >= 0.98
