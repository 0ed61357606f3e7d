"""Cuts Markdown into parts that can be retrieved and cited: along headings, whole paragraphs, code blocks and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_FENCE = re.compile(r"^\s*(```|~~~)")
_ANCHOR = re.compile(r"<a\s+name=[^>]*>\s*</a>", re.IGNORECASE)
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~])")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n")
_WORD = re.compile(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+")


def words(text: str) -> int:
    """Number of words; a Chinese character counts as one."""
    return sum(1 for _ in _WORD.finditer(text))


def chunk_markdown(text: str, limit: int) -> Iterator[tuple[list[str], str]]:
    """(heading path, text) of each part, in order. A part has at most `limit` words unless one line alone has more.

    Anchors are dropped and backslash escapes undone outside code: both only exist for a Markdown renderer.
    """
    path: list[tuple[int, str]] = []
    waiting: list[str] = []
    for heading, block in _blocks(text):
        if heading is None:
            waiting.append(block)
            continue
        yield from (([title for _, title in path], part) for part in _pack(waiting, limit))
        waiting = []
        path = [p for p in path if p[0] < heading] + [(heading, block)]
    yield from (([title for _, title in path], part) for part in _pack(waiting, limit))


def _blocks(text: str) -> Iterator[tuple[int | None, str]]:
    """(level, title) of headings and (None, text) of everything between blank lines; code blocks stay whole."""
    lines: list[str] = []
    fence = ""
    for line in [*text.replace("\r\n", "\n").split("\n"), ""]:
        mark = _FENCE.match(line)
        if fence:
            lines.append(line)
            if mark and mark[1] == fence:
                fence = ""
            continue
        heading = _HEADING.match(_plain(line))
        if (not line.strip() or heading) and lines:
            yield None, "\n".join(lines)
            lines = []
        if heading:
            yield len(heading[1]), heading[2]
        elif line.strip():
            fence = mark[1] if mark else ""
            lines.append(line if mark else _plain(line).rstrip())
    if lines:  # a fence that was never closed
        yield None, "\n".join(lines)


def _plain(line: str) -> str:
    return _ESCAPE.sub(r"\1", _ANCHOR.sub("", line))


def _pack(blocks: list[str], limit: int) -> Iterator[str]:
    """Joins neighbouring blocks while they fit; cuts a block that is too long alone."""
    part: list[str] = []
    size = 0
    for block in blocks:
        for piece in _split(block, limit):
            count = words(piece)
            if part and size + count > limit:
                yield "\n\n".join(part)
                part, size = [], 0
            part.append(piece)
            size += count
    if part:
        yield "\n\n".join(part)


def _split(block: str, limit: int) -> Iterator[str]:
    if words(block) <= limit:
        yield block
        return
    code = _FENCE.match(block) is not None
    pieces = block.split("\n") if code else [s for s in _SENTENCE.split(block) if s and s.strip()]
    joint = "\n" if code or "\n" in block else " "
    part: list[str] = []
    size = 0
    for piece in pieces:
        count = words(piece)
        if part and size + count > limit:
            yield joint.join(part)
            part, size = [], 0
        part.append(piece)
        size += count
    if part:
        yield joint.join(part)
