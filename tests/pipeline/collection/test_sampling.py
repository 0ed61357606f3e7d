from collections import Counter
from fractions import Fraction

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from pipeline.canonical import keyed_digest
from pipeline.collection.sampling import Sampled, sample
from pipeline.schemas import MESSAGES, TICKETS
from pipeline.settings import Collection

KEY = b"a key for tests, thirty-two bytes"


def tickets(sizes: dict[str, int], start: int = 0) -> pl.DataFrame:
    rows = [
        {"ticket_id": keyed_digest(KEY, c, str(n))[:16], "source": "s", "category": c, "subject": "", "language": "en", "status": ""}
        for c, size in sizes.items()
        for n in range(start, start + size)
    ]
    return TICKETS.frame(rows)


def messages(of: pl.DataFrame) -> pl.DataFrame:
    return MESSAGES.frame({"ticket_id": i, "position": p, "role": "customer", "text": "x"} for p in (1, 0) for i in of["ticket_id"])


def sampled(of: pl.DataFrame, top: int, size: int) -> Sampled:
    return sample(of, messages(of), Collection(top_categories=top, sample_size=size), KEY)


SIZES = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 40), min_size=1)


@given(sizes=SIZES, top=st.integers(1, 9), size=st.integers(1, 120))
def test_shares_are_proportional_within_one_ticket(sizes: dict[str, int], top: int, size: int) -> None:
    result = sampled(tickets(sizes), top, size)
    chosen = sorted(sizes, key=lambda c: (-sizes[c], c))[:top]
    total = sum(sizes[c] for c in chosen)
    kept = Counter(result.tickets["category"].to_list())
    assert set(kept) <= set(chosen)
    assert sum(kept.values()) == min(size, total)
    for category in chosen:
        exact = Fraction(min(size, total) * sizes[category], total)
        assert abs(kept[category] - exact) < 1


@given(sizes=SIZES, top=st.integers(1, 9), size=st.integers(1, 120), seed=st.randoms(use_true_random=False))
def test_nothing_is_lost_and_order_does_not_matter(sizes: dict[str, int], top: int, size: int, seed: object) -> None:
    given = tickets(sizes)
    result = sampled(given, top, size)
    assert sorted([*result.tickets["ticket_id"], *result.ledger["ticket_id"]]) == sorted(given["ticket_id"])
    assert result.messages["ticket_id"].unique().sort().to_list() == result.tickets["ticket_id"].to_list()
    again = sampled(given.sample(fraction=1, shuffle=True, seed=seed.randrange(100)), top, size)  # type: ignore[attr-defined]
    assert all(a.equals(b) for a, b in zip(result, again, strict=True))


@given(sizes=SIZES, more=SIZES, size=st.integers(1, 120))
def test_inside_a_category_the_old_tickets_keep_their_order(sizes: dict[str, int], more: dict[str, int], size: int) -> None:
    old = tickets(sizes)
    before, after = (sampled(t, 9, size) for t in (old, pl.concat([old, tickets(more, start=100)])))
    for category in sizes:
        was, now = (set(r.tickets.filter(pl.col("category") == category)["ticket_id"]) for r in (before, after))
        stayed = now & set(old["ticket_id"])
        assert stayed <= was or was <= stayed  # none leaves while one that came after it enters


def test_a_late_ticket_displaces_at_most_one() -> None:
    old = tickets({"a": 200, "b": 200})
    before, after = (set(sampled(t, 2, 50).tickets["ticket_id"]) for t in (old, pl.concat([old, tickets({"a": 1}, start=500)])))
    assert len(before - after) == len(after - before) <= 1


def test_all_stay_where_fewer_are_there_than_wanted() -> None:
    given = tickets({"a": 3, "b": 2})
    result = sampled(given, 20, 1500)
    assert result.tickets.equals(given.sort("ticket_id")) and result.ledger.is_empty()
    assert result.messages.equals(messages(given).sort("ticket_id", "position"))


def test_reasons_and_ties_by_name() -> None:
    result = sampled(tickets({"b": 2, "a": 2, "c": 2}), 2, 3)
    assert Counter(result.tickets["category"].to_list()) == {"a": 2, "b": 1}
    assert Counter(result.ledger["reason"].to_list()) == {"beyond the category's share": 1, "category not among the top K": 2}
    assert set(result.ledger["state"]) == {"not sampled"}


def test_nothing_in_nothing_out() -> None:
    assert [frame.height for frame in sampled(tickets({}), 3, 3)] == [0, 0, 0]
