import re
from datetime import UTC, datetime
from typing import Any

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.preprocessing.fold import fold
from pipeline.schemas import MESSAGES, TURNS

TICKET = "a" * 16
LETTER = {"customer": "c", "call": "(", "result": ")", "agent": "a"}

Row = tuple[str, str] | tuple[str, str, str | None]


def messages(*rows: Row, ticket: str = TICKET) -> pl.DataFrame:
    """Rows are (role, text) or (role, text, call_id)."""
    out: list[dict[str, Any]] = []
    for position, (role, text, *rest) in enumerate(rows):
        tool = {"tool": "look_up", "arguments": f'{{"n":{position}}}'} if role == "call" else {}
        out.append({"ticket_id": ticket, "position": position, "role": role, "text": text, "call_id": rest[0] if rest else None} | tool)
    return MESSAGES.frame(out)


def shape(turns: pl.DataFrame) -> str:
    return "".join(LETTER[r] for r in turns["role"])


def texts(turns: pl.DataFrame) -> list[str]:
    return turns["text"].to_list()


def test_words_of_one_side_are_joined_and_notes_dropped() -> None:
    turns = fold(messages(("customer", "A"), ("note", "N"), ("customer", "B"), ("agent", "x"), ("note", "M"), ("agent", "y"))).turns
    assert list(zip(turns["role"], texts(turns), strict=True)) == [("customer", "A\nB"), ("agent", "x\ny")]
    assert turns["position"].to_list() == [0, 1]


def test_an_opening_greeting_is_dropped_and_calls_before_the_customer_are_kept() -> None:
    turns = fold(
        messages(("agent", "Hello"), ("call", "", "1"), ("result", "R", "1"), ("agent", "Yes?"), ("customer", "A"), ("agent", "x"))
    ).turns
    assert (shape(turns), texts(turns)) == ("c()a", ["A", "", "R", "x"])


def test_pairs_come_before_the_words_of_their_block() -> None:
    turns = fold(messages(("customer", "A"), ("agent", "wait"), ("call", "", "1"), ("result", "R", "1"), ("agent", "x"))).turns
    assert (shape(turns), texts(turns)) == ("c()a", ["A", "", "R", "wait\nx"])


def test_calls_without_words_move_on_to_the_next_reply() -> None:
    turns = fold(messages(("customer", "A"), ("call", "", "1"), ("result", "R", "1"), ("customer", "B"), ("agent", "x"))).turns
    assert (shape(turns), texts(turns)) == ("c()a", ["A\nB", "", "R", "x"])


def test_parallel_calls_become_pairs_in_their_own_order() -> None:
    turns = fold(
        messages(("customer", "A"), ("call", "", "1"), ("call", "", "2"), ("result", "R2", "2"), ("result", "R1", "1"), ("agent", "x"))
    ).turns
    assert (shape(turns), texts(turns)) == ("c()()a", ["A", "", "R1", "", "R2", "x"])
    assert turns["arguments"].to_list() == [None, '{"n":1}', None, '{"n":2}', None, None]
    assert turns["tool"].to_list() == [None, *["look_up"] * 4, None]


def test_a_late_result_belongs_to_the_reply_that_could_rest_on_it() -> None:
    rows = [("customer", "A"), ("call", "", "1"), ("agent", "wait"), ("customer", "B"), ("result", "R", "1"), ("agent", "x")]
    assert texts(fold(messages(*rows)).turns) == ["A", "wait", "B", "", "R", "x"]


def test_results_without_ids_are_matched_by_order() -> None:
    turns = fold(
        messages(("customer", "A"), ("call", "", None), ("call", "", "7"), ("result", "R1"), ("result", "R2", None), ("agent", "x"))
    ).turns
    assert texts(turns) == ["A", "", "R1", "", "R2", "x"]
    turns = fold(messages(("customer", "A"), ("call", ""), ("result", "R1", "9"), ("agent", "x"))).turns
    assert (shape(turns), turns["call_id"].to_list()) == ("c()a", [None, "9", "9", None])


def test_partnerless_calls_and_results_are_left_out_and_counted() -> None:
    rows = [("customer", "A"), ("result", "early", "1"), ("call", "", "1"), ("call", "", "2"), ("result", "other", "3"), ("agent", "x")]
    folded = fold(messages(*rows))
    assert shape(folded.turns) == "ca"
    assert folded.left_out.rows() == [(TICKET, 2, 2)]


def test_repeated_ids_are_made_unique() -> None:
    pair: list[Row] = [("call", "", "1"), ("result", "R", "1")]
    other: list[Row] = [("call", "", "1-2"), ("result", "R", "1-2")]
    turns = fold(messages(("customer", "A"), *pair, *other, *pair, *pair, ("agent", "x"))).turns
    ids = turns["call_id"].drop_nulls().to_list()
    assert ids[::2] == ids[1::2]
    assert ids[::2] == ["1", "1-2", "1-3", "1-4"]


def test_what_has_no_reply_is_cut() -> None:
    rows: list[Row] = [("customer", "A"), ("agent", "x"), ("customer", "B"), ("call", "", "1"), ("result", "R", "1"), ("customer", "C")]
    assert texts(fold(messages(*rows)).turns) == ["A", "x"]


def test_blank_texts_make_no_turn() -> None:
    turns = fold(
        messages(("customer", "A"), ("agent", " \n"), ("customer", "\u200b\x00"), ("agent", "\x1c"), ("customer", "B"), ("agent", "x"))
    ).turns
    assert texts(turns) == ["A\nB", "x"]


def test_why_a_ticket_has_no_turns() -> None:
    frames = [
        messages(("agent", "x"), ("call", "", "1"), ("result", "R", "1"), ticket="b" * 16),
        messages(("agent", "x"), ("customer", "A"), ticket="c" * 16),
        messages(("customer", "A"), ("agent", "x"), ticket="d" * 16),
    ]
    folded = fold(pl.concat(frames))
    assert folded.unfolded.rows() == [("b" * 16, "no customer message"), ("c" * 16, "no agent reply")]
    assert folded.turns["ticket_id"].unique().to_list() == ["d" * 16]


def test_a_turn_has_the_time_of_its_first_words() -> None:
    late, later = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC)
    frame = messages(("customer", "A"), ("customer", "B"), ("customer", "C"), ("agent", "x"))
    timed = frame.with_columns(pl.Series("sent_at", [None, late, later, None], MESSAGES.schema["sent_at"]))
    assert fold(timed).turns["sent_at"].to_list() == [late, None]


def test_no_messages() -> None:
    folded = fold(MESSAGES.frame())
    assert [frame.height for frame in folded] == [0, 0, 0]
    assert dict(folded.turns.schema) == TURNS.schema


roles = st.sampled_from(["customer", "customer", "agent", "agent", "call", "result", "note"])
ids = st.sampled_from([None, "", "1", "2", "1-2"])
tickets = st.lists(st.tuples(roles, st.sampled_from(["", " ", "w"]), ids), max_size=25)


@settings(deadline=None)
@given(st.lists(tickets, min_size=1, max_size=3))
def test_any_ticket_folds_into_the_grammar_and_loses_no_words(drawn: list[list[tuple[str, str, str | None]]]) -> None:
    # Every text gets a number of its own, so that it can be found again.
    numbered = [[(r, f"{t}{n}" if t == "w" else t, i) for n, (r, t, i) in enumerate(rows)] for rows in drawn]
    frame = pl.concat([messages(*rows, ticket=f"{n:016x}") for n, rows in enumerate(numbered)])
    folded = fold(frame)
    assert folded.turns.equals(fold(frame.reverse()).turns)
    for n, rows in enumerate(numbered):
        ticket_id = f"{n:016x}"
        turns = folded.turns.filter(ticket_id=ticket_id)
        assert turns["position"].to_list() == list(range(turns.height))
        assert re.fullmatch(r"(c(\(\))*a)*", shape(turns))
        assert turns.is_empty() == (ticket_id in folded.unfolded["ticket_id"] or not rows)
        called = turns.filter(role="call")["call_id"].to_list()
        assert called == turns.filter(role="result")["call_id"].to_list()
        assert len(set(called)) == len(called) and None not in called

        words = [(r, t) for r, t, _ in rows if r in ("customer", "agent") and t.strip()]
        while words and words[0][0] == "agent":
            words = words[1:]
        while words and words[-1][0] == "customer":
            words = words[:-1]
        kept = [(r, line) for r, t in turns.select("role", "text").iter_rows() if r in ("customer", "agent") for line in t.split("\n")]
        assert kept == words

        alone = folded.left_out.filter(ticket_id=ticket_id)
        calls = sum(r == "call" for r, _, _ in rows) - (alone["calls"].sum())
        results = sum(r == "result" for r, _, _ in rows) - (alone["results"].sum())
        assert calls == results >= len(called)
