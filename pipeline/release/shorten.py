"""Cuts a text where a reader would."""

from __future__ import annotations

import re

_SENTENCE_END = re.compile(r"[.!?][\"')\]]*(?=\s)|[。！？；]|\n")


def shorten(text: str, limit: int) -> str:
    """The text's beginning, at most `limit` characters: to the last sentence end, else to the last space, else cut hard.

    An end in the first half is passed over, since half a passage says more than its first words.
    """
    text = text.strip()
    if len(text) <= limit:
        return text
    head = text[: limit + 1]  # one more: whether a sentence ends at the limit is seen by what follows
    ends = [m.end() for m in _SENTENCE_END.finditer(head) if limit // 2 <= m.end() <= limit]
    if ends:
        return head[: ends[-1]].rstrip()
    space = max(head.rfind(" "), head.rfind("\n"), head.rfind("\t"))
    return head[: space if space >= limit // 2 else limit].rstrip()
