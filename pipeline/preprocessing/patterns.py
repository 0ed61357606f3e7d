"""Entities that are known by their shape: addresses, numbers with check digits, resource ids, keys and tokens.

Every pattern has bounded repeats and starts only at a boundary, so that a line of a megabyte takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from pipeline.preprocessing.hosts import is_customer_host, is_personal_ip, is_reserved_host
from pipeline.preprocessing.words import is_ordinary


class Finding(NamedTuple):
    """A span of a text, its kind and how sure the rule is, 0 to 1."""

    start: int
    end: int
    type: str
    score: float


class Cover:
    """Which characters of a text are taken: asking costs nothing, however many spans there are."""

    def __init__(self, size: int) -> None:
        self._taken = bytearray(size)

    def free(self, start: int, end: int) -> bool:
        return self._taken.find(1, start, end) < 0

    def take(self, start: int, end: int) -> None:
        self._taken[start:end] = b"\1" * (end - start)


Check = Callable[[str, int, int], bool]


@dataclass(frozen=True)
class Rule:
    """A pattern; its last group that matched (or the whole match) is the entity if `check(text, start, end)` agrees.

    `needs` is a cheap test: the rule runs only on texts that hold one of these strings.
    """

    type: str
    score: float
    pattern: re.Pattern[str]
    check: Check | None = None
    needs: tuple[str, ...] = ()

    def find(self, text: str, folded: str) -> Iterator[Finding]:
        if self.needs and not any(n in folded for n in self.needs):
            return
        for match in self.pattern.finditer(text):
            start, end = match.span(match.lastindex or 0)
            if end > start and (self.check is None or self.check(text, start, end)):
                yield Finding(start, end, self.type, self.score)


def rule(type_: str, score: float, pattern: str, check: Check | None = None, needs: str = "", flags: int = re.A | re.I) -> Rule:
    """A rule whose pattern knows ASCII letters only (Chinese characters are boundaries) and ignores case."""
    return Rule(type_, score, re.compile(pattern, flags), check, tuple(needs.split()))


def luhn(digits: str) -> bool:
    """The check of ISO/IEC 7812 over a string of digits."""
    total = 0
    for i, c in enumerate(reversed(digits)):
        n = int(c) * (1 + i % 2)
        total += n - 9 if n > 9 else n
    return total % 10 == 0


def iban_ok(value: str) -> bool:
    """The check of ISO 13616: the rearranged number is 1 modulo 97."""
    value = re.sub(r"\s", "", value).upper()
    return 15 <= len(value) <= 34 and int("".join(str(int(c, 36)) for c in value[4:] + value[:4])) % 97 == 1


_WEIGHTS = tuple(pow(2, 17 - i, 11) for i in range(17))


def chinese_id_check(first17: str) -> str:
    """The 18th character of a Chinese identity number (GB 11643)."""
    return "10X98765432"[sum(int(c) * w for c, w in zip(first17, _WEIGHTS, strict=True)) % 11]


def _digits(text: str) -> str:
    return re.sub(r"[^0-9]", "", text)


def _card(text: str, start: int, end: int) -> bool:
    value = text[start:end]
    digits = _digits(value)
    if not (12 <= len(digits) <= 19 and luhn(digits)) or len(set(digits)) < 3:
        return False
    if " " in value or "-" in value:
        groups = re.split(r"[ -]", value)
        return all(len(g) >= 3 for g in groups) and len(groups) <= 6
    return digits[0] in "3456" or digits[:4] in ("1800", "2131") or ("22" <= digits[:2] <= "27" and len(digits) == 16)


def _iban(text: str, start: int, end: int) -> bool:
    return iban_ok(text[start:end])


def _chinese_id(text: str, start: int, end: int) -> bool:
    value = text[start:end].upper()
    try:
        born = date(int(value[6:10]), int(value[10:12]), int(value[12:14]))
    except ValueError:
        return False
    return 1900 <= born.year <= 2100 and chinese_id_check(value[:17]) == value[17]


def _ssn(text: str, start: int, end: int) -> bool:
    area, group, serial = re.split(r"[- ]", text[start:end])
    return area not in ("000", "666") and group != "00" and serial != "0000"


def _mac(text: str, start: int, end: int) -> bool:
    value = re.sub(r"[^0-9a-f]", "", text[start:end].casefold())
    return len(set(value)) > 2 and not value.startswith("00005e0053") and len(set(re.sub(r"[0-9A-Fa-f]", "", text[start:end]))) == 1


def _email(text: str, start: int, end: int) -> bool:
    return not is_reserved_host(re.split(r"@|%40", text[start:end])[-1])


def _undotted(text: str, start: int, end: int) -> bool:
    """Run together, or with a number in it: 'mail in' alone is no address."""
    value = text[start:end]
    return (
        bool(re.search(r"\d", value))
        or (" " not in value and "." not in value)
        or bool(re.search(r"(?:gmail|yahoo|hotmail) ?com$", value, re.I))
    )


def _mixed(text: str, start: int, end: int) -> bool:
    """Looks drawn at random: digits and letters of both cases in no readable order."""
    value = text[start:end]
    digits = sum(c.isdigit() for c in value)
    turns = sum((a.isdigit(), a.isupper()) != (b.isdigit(), b.isupper()) for a, b in pairwise(value))
    return digits >= 3 and turns >= len(value) // 4 and bool(re.search(r"[a-z]", value)) and bool(re.search(r"[A-Z]", value))


def _opaque(text: str, start: int, end: int) -> bool:
    """An id's tail after its prefix: a digit in it and not a plain word, date or version."""
    tail = text[start:end].split("-", 1)[1]
    if re.search(r"[a-z]\d[a-z]", tail) and not any(is_ordinary(w) for w in re.findall(r"[a-z]{3,}", tail)):
        return True
    return bool(re.search(r"\d.*\d", tail)) and bool(re.search(r"[a-z]", tail, re.I) or len(tail) >= 8)


NOT_IDS = frozenset(
    "CVE ISO RFC UTF CWE IEEE ANSI ASCII CP ECMA FIPS NIST SHA AES RSA MD PEP GB MS KB USB HTTP TLS SSL GPT USN DSA RHSA IPV".split()
)


def _labelled(text: str, start: int, end: int) -> bool:
    return text[start:end].split("-", 1)[0].upper() not in NOT_IDS


def _account12(text: str, start: int, end: int) -> bool:
    value = _digits(text[start:end])
    stamp = value[:2] in ("19", "20") and "01" <= value[4:6] <= "12" and "01" <= value[6:8] <= "31"
    return not stamp and len(set(value)) > 2


SHAPES: tuple[Rule, ...] = (
    rule(
        "EMAIL_ADDRESS",
        0.97,
        r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9À-ɏ](?:[A-Za-z0-9À-ɏ._+-]|%2B){0,63}(?:@|"
        r"%40)(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])",
        _email,
        "@ %40",
    ),
    rule(
        "EMAIL_ADDRESS",
        0.9,
        r"(?<![\w.])[a-z0-9][\w.+-]{0,40} ?[(\[]?\bat\b[)\]]? ?[a-z0-9-]{2,40} ?[(\[]?\bdot\b[)\]]? ?(?:com|org|net|co|io|edu)\b",
        None,
        "dot",
    ),
    rule(  # typed or dictated without its signs: 'raj 2015 gmailcom'
        "EMAIL_ADDRESS",
        0.8,
        r"(?<![\w@.-])(?:[a-z][\w.-]{1,30} (?=\d))?(?:\d{1,8} )?[\w.-]{0,30}(?:gmail|googlemail|yahoo(?:mail)?|hotmail|outlook|icloud|"
        r"rediff(?:mail)?|email|mail)"
        r" ?(?:dot )?(?:com|co ?in|in|net|org|co ?uk)(?!\w)",
        _undotted,
        "mail yahoo outlook icloud rediff",
    ),
    rule(
        "EMAIL_ADDRESS",
        0.8,
        r"(?<![\w.])[a-z][\w.+-]{0,40} ?@ ?(?:gmail|yahoo|hotmail|outlook|icloud|aol|qq|163|126)(?:[. ]?(?:com|net|co\.uk))?\b",
        None,
        "@",
    ),
    rule("IP_ADDRESS", 0.95, r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)", is_personal_ip, "."),
    rule("IP_ADDRESS", 0.9, r"(?<=ip-)(?:\d{1,3}-){3}\d{1,3}(?=\.)|(?<=ec2-)(?:\d{1,3}-){3}\d{1,3}(?=\.)", None, "ip- ec2-"),
    rule("IP_ADDRESS", 0.95, r"(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\w:])", is_personal_ip, ":"),
    rule("MAC_ADDRESS", 0.9, r"(?<![\w:-])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![\w:-])", _mac, ": -"),
    rule("CREDIT_CARD", 0.9, r"(?<![\w.-])(?:\d[ -]?){11,18}\d(?![\w-])", _card),
    rule("IBAN_CODE", 1.0, r"(?<![A-Z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Z0-9])", _iban),
    rule("CN_ID", 1.0, r"(?<![A-Z0-9])[1-9]\d{16}[\dX](?![A-Z0-9])", _chinese_id),
    # Mistyped, or the check character in the wrong case.
    rule("CN_ID", 0.9, r"(?<![A-Z0-9])[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{3}X(?![A-Z0-9])", None, "x"),
    rule("US_SSN", 0.85, r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])", _ssn, "-"),
    rule(
        "DOMAIN_NAME",
        0.85,
        r"(?<![\w.-])(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,6}(?:xn--[a-z0-9-]{2,40}|[A-Za-z]{2,24})(?![\w-]|\.\w)",
        is_customer_host,
        ".",
    ),
    # Resource ids: the forms of large clouds, and of business systems.
    rule("RESOURCE_ID", 0.9, r"(?<![\w.-])[a-z]{1,12}-[0-9a-f]{8,40}(?![\w-])", _opaque, "-"),
    rule(
        "RESOURCE_ID",
        0.9,
        r"(?<![\w.-])[a-z]{1,8}-(?:bp|uf|2ze|m5e|wz9|j6c|t4n|gw8|rj9|0jl|8vb|hp3|k1a|d7o|mj7|a2d|p0w)[0-9a-z]{8,24}(?![\w-])",
        None,
        "-",
    ),
    rule("RESOURCE_ID", 0.8, r"(?<![\w.-])[a-z]{1,4}-(?=[a-z]{0,20}\d)[0-9a-z]{14,24}(?![\w-])", _opaque, "-"),
    rule("RESOURCE_ID", 0.9, r"(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])", None, "-"),
    rule("RESOURCE_ID", 0.85, r"(?<![\w.-])[A-Z]{2,6}-(?:[A-Z]{1,4}-)?\d{4,14}(?:-[A-Z0-9]{2,10}){0,3}(?![\w-])", _labelled, "-", re.A),
    rule("RESOURCE_ID", 0.85, r"(?<![\w.-])[A-Z]{1,3}\d{8}-\d{3,8}(?![\w-])", None, "-", re.A),
    rule("RESOURCE_ID", 0.8, r"(?<![\w.+-])\d{12}(?![\w-]|\.\d)", _account12),
    rule("RESOURCE_ID", 0.85, r"(?<![\w-])\d{4}-\d{4}-\d{4}(?![\w-])", _account12, "-"),
    rule("RESOURCE_ID", 0.9, r"[\u4e00-\u9fff]ICP[备证](\d{6,10}号?(?:-\d{1,3})?)", None, "icp"),
    rule(
        "RESOURCE_ID",
        0.8,
        r"(?<![\w.-])(?:db|lb|vm|srv|vol|eip|nat|disk|img|snap|grp|net|fip|rds|ecs|elb|cl|ns|fn|bk|rtb|vpn|"
        r"key)-(?=[a-z]{0,12}\d)[0-9a-z]{6,24}(?![\w-])",
        _opaque,
        "-",
    ),
    rule(
        "RESOURCE_ID",
        0.85,
        r"(?<![\w-])(?:SM|MM|AC|SK|PN|CA|MG|cus_|sub_|ch_|pi_|in_|acct_|req_|evt_|ord_|"
        r"inv_)(?=[A-Za-z]{0,24}\d)[0-9A-Za-z]{14,34}(?![\w-])",
        None,
        "",
        re.A,
    ),
    # Keys and tokens.
    rule("SECRET", 1.0, r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,20000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?", None, "private"),
    rule("SECRET", 0.9, r"(?<![\w/+])ssh-(?:rsa|ed25519|dss) (AAAA[0-9A-Za-z+/]{20,1200}={0,3})", None, "ssh-"),
    rule(
        "SECRET",
        1.0,
        r"(?<![A-Za-z0-9])(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
        None,
        "akia asia aroa aida abia acca",
        re.A,
    ),
    rule("SECRET", 1.0, r"(?<![A-Za-z0-9])(?:LTAI|AKID|STS\.)[A-Za-z0-9]{12,40}(?![A-Za-z0-9])", None, "ltai akid sts.", re.A),
    rule(
        "SECRET",
        1.0,
        r"(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}|gl[a-z]{2,5}-[\w-]{16,64})",
        None,
        "gh github_pat_ gl",
        re.A,
    ),
    rule(
        "SECRET",
        1.0,
        r"(?<![A-Za-z0-9])xox[a-z]-[A-Za-z0-9-]{10,255}|(?<=hooks\.slack\.com/services/)[\w/]{20,80}",
        None,
        "xox slack",
        re.A,
    ),
    rule("SECRET", 1.0, r"(?<![A-Za-z0-9])(?:[spr]k_(?:live|test)_[A-Za-z0-9]{10,255}|whsec_\w{16,64})", None, "k_live k_test whsec", re.A),
    rule(
        "SECRET",
        1.0,
        r"(?<![\w-])(?:AIza[\w-]{30,40}|ya29\.[\w-]{20,255}|GOCSPX-[\w-]{20,40}|SG\.[\w-]{16,32}\.[\w-]{16,64})",
        None,
        "aiza ya29 gocspx sg.",
        re.A,
    ),
    rule(
        "SECRET",
        1.0,
        r"(?<![\w-])(?:sk-[A-Za-z0-9_-]{20,255}|hf_[A-Za-z0-9]{20,64}|npm_[A-Za-z0-9]{30,64}|pypi-[\w-]{40,255}|"
        r"do[opr]_v1_[0-9a-f]{40,64})",
        None,
        "sk- hf_ npm_ pypi- _v1_",
        re.A,
    ),
    rule("SECRET", 1.0, r"(?<![\w.-])eyJ[\w-]{6,4000}\.[\w-]{6,8000}(?:\.[\w-]{0,2000})?", None, "eyj", re.A),
    rule("SECRET", 0.8, r"(?<![A-Za-z0-9/+=_-])(?=[A-Za-z0-9/+]{0,39}\d)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-])", _mixed, "", re.A),
    rule("SECRET", 0.75, r"(?<![A-Za-z0-9/+=_.-])[A-Za-z0-9]{20,200}(?![A-Za-z0-9/+=_-])", _mixed, "", re.A),
)
