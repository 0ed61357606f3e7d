"""Looks for the personal values that the samples plant, in any bytes: as they are, case-folded, without separators, in base64."""

import base64
import json
import re
from collections.abc import Iterable
from pathlib import Path

_SEPARATORS = re.compile(rb"[\s\-_.:/,;()\[\]{}'\"\\+]+")
_SHORTEST_BARE = 8  # a value of fewer characters, once its separators are gone, may well turn up by chance
_SHORTEST_WORD = 4


def planted(samples: Path) -> list[str]:
    return sorted({entry["value"] for entry in json.loads((samples / "planted.json").read_text("utf-8"))})


def found_in(data: bytes, values: Iterable[str]) -> list[str]:
    """The values that stand in the data in one of the forms."""
    folded = data.decode("utf-8", "replace").casefold()
    bare = _SEPARATORS.sub(b"", folded.encode())
    return [v for v in values if _stands(v, folded, bare, data)]


def _stands(value: str, folded: str, bare: bytes, data: bytes) -> bool:
    text = value.casefold()
    if text.isascii() and len(text) < 12:  # a short name inside a longer word is another word
        if re.search(rf"(?<![a-z0-9]){re.escape(text)}(?![a-z0-9])", folded):
            return True
    elif text in folded or json.dumps(text)[1:-1] in folded:
        return True
    squeezed = _SEPARATORS.sub(b"", text.encode())
    if len(squeezed) >= _SHORTEST_BARE and squeezed in bare:
        return True
    return any(form in data for form in _base64_forms(value.encode()))


def _base64_forms(value: bytes) -> list[bytes]:
    """What surely stands in the base64 of any text that holds the value, for its three possible alignments."""
    if len(value) < _SHORTEST_BARE:
        return []
    forms = []
    for shift in range(3):
        encoded = base64.b64encode(b"\0" * shift + value)
        start = 0 if shift == 0 else 4
        end = len(encoded) - 4 if (len(value) + shift) % 3 else len(encoded)
        forms.append(encoded[start:end])
    return [f for f in forms if len(f) >= _SHORTEST_WORD * 2]
