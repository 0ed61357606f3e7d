"""Telephone numbers: candidates by shape, tested with the phonenumbers library (Google's libphonenumber metadata)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from pipeline.preprocessing.patterns import Finding

REGIONS = ("US", "GB", "CN", "IN", "DE", "FR", "AU", "ES", "IT", "BR", "NL", "CH", "SE", "JP", "SG")
"""Where numbers without a country code may be from, in the order in which they are tried."""

_CANDIDATE = re.compile(
    r"(?<![\w.@/=#-])(?:\+|\(\+?)?\d(?:[\d]|[ ().\-/]{1,2}(?=[\d(])){5,22}\d(?![A-WYZa-wyz0-9_@]|[./-](?:\d|[A-Za-z](?![a-z])))(?: "
    r"?(?:x|ext\.?) "
    r"?\d{1,6})?",
    re.A,
)
_BEFORE = re.compile(
    r"(?:phone|tel|telephone|mobile|cell|handy|fax|whatsapp|wechat|sms|text(?: me)?|call(?: me| us)?|ring|dial|reach|contact|ph|mob|"
    r"cellphone|"
    r"registered|number(?:'s)?(?: is| are)?|hotline|landline|extension|desk:|office:|direct:|home:|work:|"
    r"电话|手机|手机号|号码|座机|联系方式|传真|致电|拨打|"
    r"微信)(?:[^\n\d]{0,24}|:\s{0,4})$",
    re.I,
)
_NOT_BEFORE = re.compile(
    r"(?:\bpo|purchase order|vat|vat_|tax|serial|part|model|registration|version|build|order|invoice|account|acct|ticket|case|claim|"
    r"policy|card|ssn|id|ids|zip|code|pid|port|error|bytes?|size|address|"
    r"reference|tracking|confirmation|订单号?|工单号?|账[号户]|卡号|单号|编号)[ :=#.是为：-]{0,3}(?:number|no|is|#)?[ :=#.：]{0,3}$",
    re.I,
)
_DATE = re.compile(
    r"(?:19|20)\d\d[-/. ]\d{1,2}[-/. ]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)?\d\d(?![-/.]?\d)|\d{3}-\d{2}-\d{4}$|"
    r"\d{1,3}(?:\.\d{1,3}){3}(?!\.\d)|\d{1,3}(?: 000)+"
)


@lru_cache(maxsize=20_000)
def national_digits(number: str) -> str:
    """The subscriber's digits without country code and trunk prefix; the bare digits where the library cannot parse it."""
    import phonenumbers

    digits = re.sub(r"[^0-9]", "", number)
    international = number.lstrip(" (").startswith("+") or digits.startswith("00")
    for region in (None,) if international else REGIONS:
        try:
            parsed = phonenumbers.parse("+" + digits.removeprefix("00") if international else digits, region)
        except phonenumbers.NumberParseException:
            continue
        if international or phonenumbers.is_valid_number(parsed):
            national = str(parsed.national_number)
            return national if digits.endswith(national) else digits
    return digits


@lru_cache(maxsize=20_000)
def _valid(number: str) -> bool:
    import phonenumbers

    for region in REGIONS:
        try:
            if phonenumbers.is_valid_number(phonenumbers.parse(number, region)):
                return True
        except phonenumbers.NumberParseException:
            continue
    return False


def is_fictional(number: str) -> bool:
    """In a range kept for fiction or examples: 555-0100 to 0199, the United Kingdom's 7700 900xxx and the like, or unassigned."""
    national = national_digits(number)
    if re.fullmatch(r"(?:86)?154\d{8}", re.sub(r"[^0-9]", "", number)):  # a Chinese mobile prefix that is not assigned
        return True
    if number.lstrip(" (").startswith("+") and not re.match(r"[ (]*\+1\D?\d", number) and re.search(r"55501\d\d$", national):
        return False  # 555-01xx is kept for fiction in North America only
    return bool(re.search(r"^1?\d{3}55501\d\d$|^55501\d\d$|^7700900\d{3}$|^20794600\d\d$|^491570\d{3}$|^1990\d{6}$", national))


def find_phones(text: str) -> Iterator[Finding]:
    """Numbers with a country code, Chinese mobiles, numbers after a word like 'phone', and grouped numbers that are valid somewhere."""
    for match in _CANDIDATE.finditer(text):
        value = match.group()
        digits = re.sub(r"[^0-9]", "", value)
        start, end = match.span()
        if not 7 <= len(digits) <= 15 or _DATE.match(value) or len(set(digits)) < 3:
            continue
        before = text[max(0, start - 60) : start]
        if value.lstrip("(").startswith("+"):
            if len(digits) >= 8 and not is_fictional(value):
                yield Finding(start, end, "PHONE_NUMBER", 0.9)
            continue
        if is_fictional(value):
            continue
        spoken = bool(_BEFORE.search(before)) and not _NOT_BEFORE.search(before)
        if not spoken and _NOT_BEFORE.search(before):
            continue
        if len(digits) == 11 and re.match(r"1[3-9]", digits) and re.fullmatch(r"\d{11}|\d{3}([ -])\d{4}\1\d{4}", value):
            if _valid(digits):
                yield Finding(start, end, "PHONE_NUMBER", 0.85)
            continue
        grouped = value != digits and re.fullmatch(r"\(?\d{1,5}\)?(?:(?:[ .\-/]{1,2}|(?<=\)))\(?\d{2,5}\)?){1,5}", value) is not None
        if spoken:
            yield Finding(start, end, "PHONE_NUMBER", 0.8)
        elif grouped and len(digits) >= 9 and _valid(value) and not re.search(r"\d\.\d+\.\d", value[:4]):
            yield Finding(start, end, "PHONE_NUMBER", 0.7)
