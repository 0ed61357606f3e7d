"""Canonical forms and digests: the one place that says when two values are the same."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any


def canonical_json(value: Any) -> str:
    """JSON with sorted keys, no spaces, and whole floats as integers (25.0 is 25), so that equal values are equal text."""
    return json.dumps(_plain(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _plain(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value


def content_digest(*parts: str) -> str:
    """SHA-256 (64 hex digits) over the parts; unambiguous, since each part is preceded by its length."""
    digest = hashlib.sha256()
    for data in _framed(parts):
        digest.update(data)
    return digest.hexdigest()


def keyed_digest(key: bytes, *parts: str) -> str:
    """HMAC-SHA-256 (64 hex digits) over the parts: nobody without the key can compute or invert it."""
    mac = hmac.new(key, digestmod=hashlib.sha256)
    for data in _framed(parts):
        mac.update(data)
    return mac.hexdigest()


def _framed(parts: tuple[str, ...]) -> list[bytes]:
    encoded = [p.encode("utf-8", "surrogatepass") for p in parts]
    return [b"%d:" % len(e) + e for e in encoded]
