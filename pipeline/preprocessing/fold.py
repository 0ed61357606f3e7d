"""Folding: the messages of a ticket become turns of the grammar `(customer, (call, result)*, agent)+`.

A *block* is what stands between two runs of the customer's words that are separated by agent's words: it opens with the
customer's words, and holds the tools' work and the agent's answer. Since only the agent's words end a block, a call that
was followed by more words of the customer's belongs to the reply that came after both.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from typing import NamedTuple

import polars as pl

from pipeline.schemas import TURNS

_CUSTOMER, _TOOLS, _AGENT = 0, 1, 2  # order of the parts of a block
_VISIBLE = r"[^\s\p{Cc}\p{Cf}]"  # a text without any such character is blank: white space, control and format characters


class Folded(NamedTuple):
    """What became of the messages."""

    turns: pl.DataFrame
    """TURNS, sorted; of the tickets that could be folded."""
    unfolded: pl.DataFrame
    """ticket_id, reason: tickets that have messages and no turns."""
    left_out: pl.DataFrame
    """ticket_id, calls, results: how many calls without a result and results without a call were left out, where any."""


def fold(messages: pl.DataFrame) -> Folded:
    """Folds MESSAGES, in any order of rows, into TURNS.

    Left out are notes, blank texts, what the agent says before the customer's first words (an opening greeting), what
    the customer says after the agent's last words, and calls and results that have no partner. The customer's words of a
    block become one turn, and so do the agent's, joined by newlines. Calls made before the customer's first words move
    into the first block. A pair stands in the block in which its result came back: no earlier reply can rest on it.
    """
    ordered = messages.sort("ticket_id", "position").with_row_index("row")
    spoken = pl.col("role").is_in(["customer", "agent"]) & pl.col("text").str.contains(_VISIBLE)
    speaker = pl.when(spoken).then(pl.col("role"))
    before = speaker.forward_fill().shift(1).over("ticket_id")
    opens = (speaker == "customer").fill_null(False) & (before != "customer").fill_null(True)
    rows = ordered.with_columns(spoken.alias("spoken"), opens.cast(pl.Int32).cum_sum().over("ticket_id").alias("block"))

    words = _words(rows)
    answered = words.filter(pl.col("part") == _AGENT).select("ticket_id", "block")
    pairs, left_out = _pairs(rows)
    parts = pl.concat([words, pairs], how="diagonal").join(answered, on=["ticket_id", "block"], how="semi")
    parts = parts.sort("ticket_id", "block", "part", "order")
    position = pl.int_range(pl.len(), dtype=pl.Int32).over("ticket_id").alias("position")
    turns = TURNS.check(pl.concat([TURNS.frame(), parts.with_columns(position)], how="diagonal_relaxed").select(*TURNS.columns))
    return Folded(turns, _unfolded(rows, turns), left_out)


def _words(rows: pl.DataFrame) -> pl.DataFrame:
    """One row for what each side says in a block. Block 0 lies before the customer's first words."""
    spoken = rows.filter(pl.col("spoken") & (pl.col("block") > 0))
    joined = spoken.group_by("ticket_id", "block", "role", maintain_order=True).agg(
        pl.col("text").str.join("\n"), pl.col("sent_at").drop_nulls().first()
    )
    part = pl.when(pl.col("role") == "customer").then(_CUSTOMER).otherwise(_AGENT)
    return joined.with_columns(part.alias("part"), pl.lit(0, pl.Int64).alias("order"))


def _pairs(rows: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Two rows for each call that has a result, and the counts of `Folded.left_out`."""
    tools = rows.filter(pl.col("role").is_in(["call", "result"]))
    matched = _match(tools)
    numbers = pl.DataFrame(matched, schema={"call": pl.UInt32, "result": pl.UInt32, "call_id": pl.String}, orient="row")
    call = numbers.join(tools.drop("call_id"), left_on="call", right_on="row", maintain_order="left")
    result = numbers.join(tools.drop("call_id"), left_on="result", right_on="row", maintain_order="left")
    block = pl.max_horizontal(call["block"], result["block"], pl.lit(1)).alias("block")
    order = call["call"].cast(pl.Int64) * 2
    part, tool = pl.lit(_TOOLS).alias("part"), call["tool"].fill_null("")
    both = [
        call.with_columns(block, part, tool, order=order, text=pl.lit(""), arguments=pl.col("arguments").fill_null("{}")),
        result.with_columns(block, part, tool, order=order + 1, arguments=pl.lit(None, pl.String)),
    ]
    kept = ["ticket_id", "block", "part", "order", "role", "text", "sent_at", "tool", "arguments", "call_id"]
    used = pl.concat([numbers["call"], numbers["result"]])
    alone = tools.filter(~pl.col("row").is_in(used.implode())).group_by("ticket_id").agg(
        (pl.col("role") == "call").sum().alias("calls"), (pl.col("role") == "result").sum().alias("results")
    )  # fmt: skip
    return pl.concat([frame.select(kept) for frame in both]), alone.sort("ticket_id")


def _match(tools: pl.DataFrame) -> list[tuple[int, int, str]]:
    """(row of the call, row of its result, call id that is unique in the ticket), in the order of the results.

    A result belongs to the oldest open call of its id. Where one of the two has no id, order decides; two different ids
    never match.
    """
    matched: list[tuple[int, int, str]] = []
    columns = tools.select("ticket_id", "row", "role", pl.col("call_id").fill_null("")).iter_rows()
    waiting: dict[int, str] = {}
    by_id: dict[str, deque[int]] = defaultdict(deque)
    taken: Counter[str] = Counter()
    current = None
    for ticket_id, row, role, call_id in columns:
        if ticket_id != current:
            current, waiting, by_id, taken = ticket_id, {}, defaultdict(deque), Counter()
        if role == "call":
            waiting[row] = call_id
            by_id[call_id].append(row)
            continue
        given = call_id if by_id[call_id] else ""
        if call_id == "" and waiting:
            given = next(iter(waiting.values()))
        if by_id[given]:
            call = by_id[given].popleft()
            del waiting[call]
            matched.append((call, row, _unique(given or call_id or "call", taken)))
    return matched


def _unique(call_id: str, taken: Counter[str]) -> str:
    """The id itself the first time, then with a number; `taken` says how often each was given."""
    name = call_id
    while taken[name]:
        taken[call_id] += 1
        name = f"{call_id}-{taken[call_id]}"
    taken[name] += 1
    return name


def _unfolded(rows: pl.DataFrame, turns: pl.DataFrame) -> pl.DataFrame:
    missing = rows.group_by("ticket_id").agg(pl.col("block").max()).join(turns, on="ticket_id", how="anti")
    reason = pl.when(pl.col("block") == 0).then(pl.lit("no customer message")).otherwise(pl.lit("no agent reply"))
    return missing.select("ticket_id", reason.alias("reason")).sort("ticket_id")
