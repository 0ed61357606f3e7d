"""Detection of personal data on labelled sets, by the product's own step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pipeline.preprocessing.scrub import find_conversation_spans
from pipeline.settings import Scrubbing

_TEXTS = ("full_text", "utterance", "text")


def predict(rows: Sequence[Mapping[str, Any]], settings: Scrubbing | None = None) -> Iterator[dict[str, Any]]:
    """One {"row", "spans"} a row: its 0-based number and the [start, end] of what would be replaced in its text.

    Rows carry `full_text`, `text`, or `utterance` with `conversationId`. The utterances of one conversation are one ticket, in file
    order; every other row is a ticket of its own.
    """
    conversations: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        conversations.setdefault(str(row.get("conversationId", f"row {number}")), []).append(number)
    texts = [next((str(row[k]) for k in _TEXTS if row.get(k)), "") for row in rows]
    groups = list(conversations.values())
    found = find_conversation_spans([[texts[n] for n in group] for group in groups], settings)
    spans = {n: s for group, conversation in zip(groups, found, strict=True) for n, s in zip(group, conversation, strict=True)}
    for number in range(len(rows)):
        yield {"row": number, "spans": [[start, end] for start, end, _ in spans[number]]}
