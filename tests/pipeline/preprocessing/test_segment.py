from collections.abc import Sequence
from typing import Any, NamedTuple

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.preprocessing.segment import Segmented, segment
from pipeline.schemas import FLAGS, LEDGER, MESSAGES, SUBTASKS, TICKETS, TURNS
from pipeline.settings import Segmentation

IDS = [f"{n:016x}" for n in range(10)]


class Prediction(NamedTuple):
    checkpoint: float


class ScoresInText:
    """Stands in for the trained model: a reply that ends in a number has it as its checkpoint probability."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def predict(self, contexts: Sequence[Any]) -> list[Prediction]:
        self.batches.append(len(contexts))
        return [Prediction(float(c.reply.split()[-1])) for c in contexts]


def ticket(*rows: tuple[str, str], ticket_id: str = IDS[0]) -> pl.DataFrame:
    """Rows are (role, text); calls and results are paired by order."""
    return MESSAGES.frame({"ticket_id": ticket_id, "position": n, "role": r, "text": t, "tool": "t"} for n, (r, t) in enumerate(rows))


def run(*frames: pl.DataFrame, ids: Sequence[str] | None = None, replies: Any = None, **settings: Any) -> Segmented:
    messages = pl.concat([MESSAGES.frame(), *frames])
    known = ids if ids is not None else messages["ticket_id"].unique(maintain_order=True).to_list()
    facts = {"source": "s", "category": "Server", "subject": "", "language": "en", "status": ""}
    tickets = TICKETS.frame({"ticket_id": i} | facts for i in known)
    return segment(tickets, messages, Segmentation(**settings), replies or ScoresInText())


def spans(made: Segmented) -> list[tuple[int, int, int, list[int]]]:
    return made.subtasks.select("subtask", "first", "reply", "calls").rows()


LONG = ticket(
    ("customer", "A"),
    ("agent", "hold on 0.1"),
    ("customer", "B"),
    ("call", ""),
    ("result", "R"),
    ("agent", "done 0.9"),
    ("customer", "C"),
    ("agent", "sure 0.5"),
    ("customer", "D"),
    ("agent", "bye 0.2"),
)


def test_a_subtask_runs_from_one_checkpoint_to_the_next() -> None:
    made = run(LONG)
    assert spans(made) == [(0, 0, 5, [3]), (1, 6, 7, [])]
    assert made.subtasks["checkpoint_score"].to_list() == [0.9, 0.5]
    assert made.subtasks["reply_type"].null_count() == made.subtasks["confidence"].null_count() == 2


def test_turns_after_the_last_checkpoint_are_cut() -> None:
    assert run(LONG).turns["text"].to_list() == ["A", "hold on 0.1", "B", "", "R", "done 0.9", "C", "sure 0.5"]
    assert run(LONG, checkpoint_score=0.6).turns.height == 6
    assert run(LONG, checkpoint_score=0).turns.height == 10


def test_at_most_so_many_subtasks() -> None:
    made = run(LONG, checkpoint_score=0, max_subtasks=2)
    assert spans(made) == [(0, 0, 1, []), (1, 2, 5, [3])]
    assert made.turns.height == 6


def test_tickets_that_end_here_say_why() -> None:
    frames = [
        ticket(("agent", "hi 1"), ticket_id=IDS[1]),
        ticket(("customer", "A"), ticket_id=IDS[2]),
        ticket(("customer", "A"), ("agent", "hm 0.1"), ticket_id=IDS[3]),
        LONG,
    ]
    made = run(*frames, ids=[IDS[4], IDS[3], IDS[0], IDS[2], IDS[1]])
    assert made.ledger.select("ticket_id", "reason").rows() == [
        (IDS[1], "no customer message"),
        (IDS[2], "no agent reply"),
        (IDS[3], "no checkpoint reply"),
        (IDS[4], "no customer message"),
    ]
    assert set(made.ledger.select("state", "step").rows()) == {("dropped", "segmentation")}
    assert made.tickets["ticket_id"].to_list() == [IDS[0]]


def test_left_out_calls_are_flagged() -> None:
    rows = [("result", "R"), ("customer", "A"), ("call", ""), ("call", ""), ("result", "R"), ("agent", "x 1")]
    made = run(ticket(*rows), ticket(("customer", "A"), ("call", ""), ("agent", "x 0"), ticket_id=IDS[1]))
    assert made.flags.rows() == [
        (IDS[0], None, "call-without-result", "minor", "Calls that have no result were left out: 1."),
        (IDS[0], None, "result-without-call", "minor", "Results that belong to no call were left out: 1."),
    ]


def test_all_tickets_are_predicted_in_one_batch() -> None:
    model = ScoresInText()
    run(LONG, LONG.with_columns(ticket_id=pl.lit(IDS[1])), replies=model)
    assert model.batches == [8]


def test_no_tickets() -> None:
    made = run()
    assert [dict(frame.schema) for frame in made] == [t.schema for t in (TICKETS, TURNS, SUBTASKS, LEDGER, FLAGS)]


row = st.tuples(st.sampled_from(["customer", "agent", "agent", "call", "result", "note"]), st.sampled_from(["x 0.2", "x 0.5", "x 0.9", ""]))


@settings(deadline=None)
@given(st.lists(st.lists(row, max_size=20), max_size=4), st.integers(1, 3))
def test_every_ticket_ends_once_and_subtasks_tile_their_turns(drawn: list[list[tuple[str, str]]], most: int) -> None:
    frames = [ticket(*rows, ticket_id=IDS[n]) for n, rows in enumerate(drawn)]
    ids = IDS[: len(drawn)]
    made = run(*frames, ids=ids, max_subtasks=most)
    again = run(*[f.reverse() for f in reversed(frames)], ids=ids[::-1], max_subtasks=most)
    assert all(a.equals(b) for a, b in zip(made, again, strict=True))
    assert sorted([*made.tickets["ticket_id"], *made.ledger["ticket_id"]]) == ids
    assert set(made.turns["ticket_id"]) == set(made.subtasks["ticket_id"]) == set(made.tickets["ticket_id"])
    for ticket_id in made.tickets["ticket_id"]:
        turns = made.turns.filter(ticket_id=ticket_id)
        roles = turns["role"].to_list()
        parts = made.subtasks.filter(ticket_id=ticket_id).rows(named=True)
        assert len(parts) <= most
        assert [p["first"] for p in parts] == [0, *(p["reply"] + 1 for p in parts[:-1])]
        assert parts[-1]["reply"] == turns.height - 1
        for p in parts:
            assert roles[p["first"]] == "customer" and roles[p["reply"]] == "agent"
            assert p["calls"] == [i for i in range(p["first"], p["reply"]) if roles[i] == "call"]
            assert all(roles[i + 1] == "result" and i + 1 < p["reply"] for i in p["calls"])
