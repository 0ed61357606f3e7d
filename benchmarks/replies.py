"""Labels agent turns with the product's reply model.

Rows: {"item", "turns": [{"role": "user" | "agent" | "tool_call" | "tool", "text", "i"}], "labels": [{"i"}]}. Writes
{"item", "i", "type", "checkpoint"} for each labelled turn; type is null where the product would leave it open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from knowledge_base.embed import MiniLM
from pipeline.preprocessing.reply_features import ReplyContext
from pipeline.preprocessing.reply_type import ReplyModel
from pipeline.settings import ReplyTypes, Segmentation


def predict(gold: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    asked = [(row["item"], label["i"], _context(row["turns"], label["i"])) for row in gold for label in row["labels"]]
    model = ReplyModel.train(MiniLM())
    for (item, place, _), found in zip(asked, model.predict([c for _, _, c in asked]), strict=True):
        kind = found.type if found.confidence >= ReplyTypes().abstain_below else None
        yield {"item": item, "i": place, "type": kind, "checkpoint": found.checkpoint >= Segmentation().checkpoint_score}


def _context(turns: list[dict[str, Any]], place: int) -> ReplyContext:
    before = [t for t in turns if t["i"] < place]
    spoken = [n for n, t in enumerate(before) if t["role"] == "agent"]
    since = before[spoken[-1] + 1 :] if spoken else before
    request = "\n".join(t["text"] for t in since if t["role"] == "user")
    reply = next(t["text"] for t in turns if t["i"] == place)
    return ReplyContext(request, reply, any(t["role"] == "tool" for t in since), not spoken)
