"""JSON as releases hold it: read without surprises, written in one way."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

DEEPEST = 64
"""Objects and lists inside each other, at most."""

# Line separators that some readers break lines at, and marks that make a line look like another one in a viewer.
_UNSAFE = re.compile("[\x7f-\x9f\xad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


def dump_line(value: Any) -> str:
    """JSON on one line, readable Unicode, keys in the given order; marks that mislead a viewer are escaped."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _UNSAFE.sub(lambda m: f"\\u{ord(m[0]):04x}", text)


def parse_json(text: str) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError: not JSON, or what readers disagree about: NaN and infinities (also by overflow), integers of
            thousands of digits, a key that stands twice, lone surrogates, or nesting deeper than `DEEPEST`. The message
            quotes nothing.
    """
    try:
        value = json.loads(text, parse_constant=_no_constant, parse_float=_finite, parse_int=_integer, object_pairs_hook=_no_twins)
    except json.JSONDecodeError as error:
        raise ValueError(f"not valid JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise ValueError(f"JSON is nested deeper than {DEEPEST}") from None
    _check(value)
    return value


def _no_constant(_: str) -> NoReturn:
    raise ValueError("JSON has no NaN and no infinity")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _integer(digits: str) -> int:
    if len(digits) > 300:  # about where a floating-point number ends, which most readers turn it into
        raise ValueError("a number is too large")
    return int(digits)


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return value


def _check(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner += item.keys()
                inner += item.values()
            elif isinstance(item, list):
                inner += item
            elif isinstance(item, str) and not _encodable(item):
                raise ValueError("a text holds half of a surrogate pair")
        if not inner:
            return
        level = inner
    raise ValueError(f"JSON is nested deeper than {DEEPEST}")


def _encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
