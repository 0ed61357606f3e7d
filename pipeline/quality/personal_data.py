"""A second detector for personal data, independent of the scrubber's recognizers: few exact formats, no models.

It shares no pattern with `pipeline.preprocessing`, so that a fault there does not hide itself here. Whatever it finds
must be one of the surrogates that scrubbing put there, or else it was left over.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Iterator

_FORMATS = {
    "EMAIL_ADDRESS": re.compile(r"[A-Za-z0-9_.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])"),
    "API_KEY": re.compile(
        r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bLTAI[0-9A-Za-z]{12,20}\b|\bgh[pous]_[0-9A-Za-z]{36}\b"
        r"|\bxox[abp]-[0-9A-Za-z-]{20,100}|\bsk_live_[0-9A-Za-z]{16,64}"
    ),
    "PRIVATE_KEY": re.compile(r"-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----\s*([A-Za-z0-9+/=\s]{40})"),
    "CREDIT_CARD": re.compile(r"(?<![\w.-])(?:\d{4}[ -]?){3}\d{4}(?![\w-])"),
    "CN_ID": re.compile(r"(?<!\w)[1-9]\d{5}(?:19|20)\d{2}[01]\d[0-3]\d\d{3}[\dXx](?!\w)"),
    "PHONE_NUMBER": re.compile(r"(?<![\w+])\+\d{1,3}[ .-]?(?:\(?\d{2,4}\)?[ .-]?){2,4}\d{2,4}(?!\w)"),
    "IP_ADDRESS": re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]|\.\d)"),
}


def left_over(text: str, surrogates: Collection[str]) -> set[str]:
    """Kinds of personal data that still seem to stand in a scrubbed text, without their values; empty is good."""
    return {kind for kind, value in _suspicious(text) if not any(value in s or s in value for s in surrogates)}


def _suspicious(text: str) -> Iterator[tuple[str, str]]:
    for kind, pattern in _FORMATS.items():
        for match in pattern.finditer(text):
            value = match[0]
            if kind == "CREDIT_CARD" and not _luhn(value):
                continue
            if kind == "IP_ADDRESS" and not _public(value):
                continue
            yield kind, value


def _luhn(number: str) -> bool:
    digits = [int(d) for d in number if d.isdigit()][::-1]
    return sum(digits[0::2]) % 10 == -sum(sum(divmod(2 * d, 10)) for d in digits[1::2]) % 10


def _public(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_global
    except ValueError:
        return False
