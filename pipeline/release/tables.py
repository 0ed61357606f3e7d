"""The Parquet files of a release."""

from __future__ import annotations

import io
from collections.abc import Sequence

import polars as pl

from pipeline.release.evaluator_format import Reference, Task
from pipeline.release.strict_json import dump_line
from pipeline.schemas import REPLY_TYPES, Column, Table

SINGLE_TURN = Table(
    "subtasks",
    "The single-turn view: one row a subtask, for whoever asks for one reply at a time.",
    {
        "ticket_id": Column(pl.String, "the task's id"),
        "subtask": Column(pl.Int32, "number of the subtask in its task, from 0"),
        "history": Column(pl.String, "what came before the reply, a JSON list of messages; this subtask's own calls are left out"),
        "reply": Column(pl.String, "the recorded checkpoint reply"),
        "reply_type": Column(pl.String, "type of the reply, null where it is open", nullable=True, values=REPLY_TYPES),
        "calls": Column(pl.String, "the subtask's calls, a JSON list of {name, arguments, result}; arguments are an object"),
        "references": Column(pl.String, "passages for this subtask, a JSON list of {doc_id, title, content, source}"),
        "category": Column(pl.String, "service category"),
        "language": Column(pl.String, "language of most of the customer's words", values=("en", "zh", "other")),
        "tokens": Column(pl.Int64, "approximate number of tokens in history and reply, see `COUNTED_AS_TOKEN`"),
    },
    key=("ticket_id", "subtask"),
)

_CJK = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}"
COUNTED_AS_TOKEN = rf"[{_CJK}]|\p{{N}}{{1,3}}|[\p{{L}}\p{{M}}--[{_CJK}]]{{1,6}}|[^\p{{L}}\p{{M}}\p{{N}}\s]"
"""What counts as a token: a CJK character, up to three digits, up to six letters of another script, or a sign.

An approximation that needs no vocabulary, so that it is the same on every machine; on English support text it counts
about 8 % more than BERT's WordPiece. Of calls, their name and arguments count; what a chat template adds is left out.
"""


def single_turn(tasks: Sequence[Task], references: Sequence[Sequence[Reference]]) -> pl.DataFrame:
    """The SINGLE_TURN frame; `references` holds the passages of every subtask of every task, in order.

    The history shows what the agent under test has if it did as the recorded one: the calls of earlier subtasks with
    their results are part of it, the calls of the row's own subtask are not.
    """
    rows = []
    passages = iter(references)
    for task in tasks:
        for n, segment in enumerate(task.seperate_indices):
            own = {i + step for i in segment.agent_tool_indices for step in (0, 1)}
            before = [m for i, m in enumerate(task.messages[: segment.reply_index]) if i not in own]
            reply = task.messages[segment.reply_index].text
            calls = [
                f'{{"name": {dump_line(c.name)}, "arguments": {c.arguments}, "result": {dump_line(task.messages[i + 1].text)}}}'
                for i, c in ((i, task.messages[i].call) for i in segment.agent_tool_indices)
            ]
            spoken = [f"{m.call.name} {m.call.arguments}" if m.kind == "call" else m.text for m in before]
            rows.append(
                {
                    "ticket_id": task.id,
                    "subtask": n,
                    "history": dump_line([m.as_dict() for m in before]),
                    "reply": reply,
                    "reply_type": task.reply_types[n],
                    "calls": f"[{', '.join(calls)}]",
                    "references": dump_line([r.model_dump() for r in next(passages)]),
                    "category": task.category,
                    "language": task.language,
                    "tokens": "\n".join([*spoken, reply]),
                }
            )
    frame = pl.DataFrame(rows, schema=SINGLE_TURN.schema | {"tokens": pl.String}, orient="row")
    return SINGLE_TURN.check(frame.with_columns(pl.col("tokens").str.count_matches(COUNTED_AS_TOKEN).cast(pl.Int64)))


def parquet(frame: pl.DataFrame) -> bytes:
    """The frame as Parquet: one row group, fixed compression, nothing that tells when or where it was written."""
    buffer = io.BytesIO()
    frame.rechunk().write_parquet(buffer, compression="zstd", compression_level=9, row_group_size=max(1, len(frame)))
    return buffer.getvalue()
