"""Bar charts for the data card, as SVG written by hand: the same bytes on every machine, whatever the labels hold."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from html import escape
from itertools import accumulate
from unicodedata import east_asian_width

_INK, _HERE, _THERE = "#24292f", "#0969da", "#bf8700"
_LABEL, _WIDTH = 210, 420
_LETTERS = 24


def bars(title: str, rows: Sequence[tuple[str, float, float | None]], legend: tuple[str, str] = ("this release", "paper")) -> str:
    """A horizontal bar chart of shares: (label, share here, share to compare with or None), shares from 0 to 1."""
    compared = any(r[2] is not None for r in rows)
    scale = _WIDTH / max([0.01, *(s for r in rows for s in r[1:] if s is not None)])
    top, step = (62, 34) if compared else (44, 20)
    height = top + step * len(rows) + 8
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="720" height="{height}" viewBox="0 0 720 {height}" role="img" '
        f'font-family="sans-serif" font-size="13" fill="{_INK}">',
        f"<title>{_text(title)}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="16" y="26" font-size="15" font-weight="bold">{_text(title)}</text>',
    ]
    for x, colour, label in ((16, _HERE, legend[0]), (130, _THERE, legend[1])) if compared else ():
        out.append(f'<rect x="{x}" y="38" width="10" height="10" fill="{colour}"/><text x="{x + 16}" y="48">{_text(label)}</text>')
    for n, (label, here, there) in enumerate(rows):
        y = top + n * step
        out.append(f'<text x="{_LABEL - 8}" y="{y + (16 if compared else 10)}" text-anchor="end">{_text(_short(label))}</text>')
        out.append(_bar(y, here * scale, here, _HERE))
        if there is not None:
            out.append(_bar(y + 13, there * scale, there, _THERE))
    return "\n".join([*out, "</svg>", ""])


def _bar(y: int, width: float, share: float, colour: str) -> str:
    return (
        f'<rect x="{_LABEL}" y="{y}" width="{width:.1f}" height="11" fill="{colour}"/>'
        f'<text x="{_LABEL + width + 6:.1f}" y="{y + 10}" font-size="11">{share:.1%}</text>'
    )


def _short(label: str) -> str:
    """What fits beside the bars; a Chinese character takes the room of two letters."""
    widths = list(accumulate(2 if east_asian_width(c) in "WF" else 1 for c in label))
    return label if not widths or widths[-1] <= _LETTERS else label[: bisect(widths, _LETTERS - 1)] + "…"


def _text(label: str) -> str:
    """Escaped for XML, which has no place for control characters."""
    return escape("".join(c if c.isprintable() else " " for c in label))
