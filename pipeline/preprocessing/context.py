"""Entities that only the words before them betray: numbers and ids, dates of birth, postal codes, Chinese addresses."""

from __future__ import annotations

import re

from pipeline.preprocessing.credentials import ASSIGN, IS
from pipeline.preprocessing.patterns import Rule, rule
from pipeline.preprocessing.words import is_ordinary


def _numbered(text: str, start: int, end: int) -> bool:
    """An id after a word such as 'order': two digits at least, and no date, time, price, size or ordinary year."""
    value = text[start:end]
    if sum(c.isdigit() for c in value) < 2 or re.match(r"\d{4}-\d\d-\d\d|\d{1,2}:\d\d", value):
        return False
    if _technical(text, start, end):
        return False
    if (
        re.match(r"(?:19|20)\d\d$", value)
        or re.match(r"[vV]?\d+\.\d", value)
        or re.match(r"\d+(?:st|nd|rd|th|gb|mb|tb|kb|ms|min|usd|cm|km|pm|am|x|d|h|w|days?|hrs?)$", value, re.I)
    ):
        return False
    return not re.match(
        r"\s?(?:%|dollars|usd|euros?|gb|mb|days?|hours?|minutes?|years?|months?|users?|items?|units?|pieces?)\b", text[end : end + 10], re.I
    )


def _technical(text: str, start: int, end: int) -> bool:
    """A DNS zone's serial, a Unix user's number, a count ('500 lines'), the version of a system ('debian-12')."""
    value = text[start:end]
    if re.fullmatch(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d\d", value):
        return True
    if len(value) <= 5 and value.isdigit():
        number = re.search(r"\b[ug]id[ =:]{1,2}$", text[max(0, start - 6) : start], re.I)
        return bool(number or re.match(r" (?:of \d|(?!is|was|has|does)[a-z]+s\b)", text[end : end + 16]))
    system = re.fullmatch(r"((?:[a-z]{1,20}-){1,4})(?:\d{1,2}(?:\.\d{1,2})?|20\d\d)", value, re.I)
    return bool(system) and all(map(is_ordinary, value.split("-")[:-1]))


def _spelt(text: str, start: int, end: int) -> bool:
    """Blocks of letters and digits that are no quantity: no everyday words of three and more letters."""
    value = text[start:end]
    if re.fullmatch(r"[A-Za-z]+ (?:19|20)\d\d", value):  # a certificate of a year
        return False
    return sum(c.isdigit() for c in value) >= 2 and not any(
        w in _SMALL_WORDS or (len(w) > 3 and is_ordinary(w)) for w in re.findall(r"[a-z]+", value.casefold())
    )


_SMALL_WORDS = frozenset(
    "is at to in on of for the and or my no not has had was are per gb mb kb tb am pm day days may jun jul by up if it be from with "
    "only all new end".split()
)


def _company(text: str, start: int, end: int) -> bool:
    """Not 'a French SAS': a kind of company."""
    return len(text[start:end].split()) > 2 or not re.search(r"\ban? $", text[max(0, start - 4) : start])


def _tax_number(text: str, start: int, end: int) -> bool:
    return sum(c.isdigit() for c in text[start:end]) >= 7


def _number_like(text: str, start: int, end: int) -> bool:
    digits = sum(c.isdigit() for c in text[start:end])
    return 3 <= digits <= 20 and not re.match(r"(?:19|20)\d\d$", text[start:end])


_ID_WORD = (
    r"(?:po|purchase orders?|accounts?|acct?|acc|a/c|ac|av|orders?|invoices?|tickets?|cases?|claims?|polic(?:y|ies)|customers?|clients?|"
    r"members?(?:hip)?|reservations?|bookings?|"
    r"confirmation|tracking|subscription|tenant|project|organi[sz]ation|user|instance|volume|snapshot|image|security group|group|"
    r"cluster|bucket|"
    r"database|db|load[ -]?balancer|lb|request|trace|message|transaction|payment|reference|ref|contract|serial|order|shipment|parcel|"
    r"employee|"
    r"student|badge|licen[sc]e|driver'?s? licen[sc]e|tax|vat|registration|filing|loyalty|frequent flyer|pnr|incident|refund|coupon|"
    r"voucher|device|"
    r"session|routing|sort|card|credit|debit|bank|billing|service|site|store|agent|patient|record|file|document|uid|id)"
)
_NUMBER_WORD = r"(?:(?:[ _-]{0,3}(?:id|ids|no|nos|nr|num|number|numbers|code|ref|reference|name|key|card|account))\b\.?){1,2}"
_VALUE = r"[A-Za-z0-9][A-Za-z0-9_/-]{2,63}(?<![/_-])(?!\.[A-Za-z0-9]|[A-Za-z0-9_@])"
_ZH_ID = (
    r"(?:订单|工单|账[号户]|帐[号户]|实例|发票|流水|合同|会员|客户|快递|运单|备案|用户|请求|"
    r"交易|磁盘|云盘|快照|安全组|集群|编|单|卡|案件|保单|消息|模板|域名模板)"
)

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|"
    r"dec(?:ember)?)"
)
_DATE = (
    rf"(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[-/.]\d{{1,2}}[-/.](?:\d{{4}}|\d{{2}})|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? "
    rf"{_MONTH},? \d{{2,4}}|"
    rf"{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{2,4}}|\d{{4}}年\d{{1,2}}月\d{{1,2}}日|(?:19|20)\d{{6}})"
)

_ZH = r"(?:(?![是在到为址住于寄送至的])[\u4e00-\u9fff])"

CONTEXTS: tuple[Rule, ...] = (
    # Companies, by their legal form
    rule(
        "ORGANIZATION",
        0.9,
        r"(?<![\w.])(?:[A-ZÀ-Þ][\wÀ-ɏ'’&-]{1,30} ){1,4}(?:&? ?Co\. )?(?:GmbH|Ltd\.?|P?LLC|LLP|Inc\.?|PLC|AG|KG|B\.?V\.?|N\.?V\.?|SARL|SAS|"
        r"SRL|S\.r\.l\.|S\.p\.A\.|Lda\.?|A/S|ApS|AS|AB|Oy|Kft\.?|s\.r\.o\.|Sp\. z o\.o\.|Pty\.? Ltd\.?)(?![\w-])",
        _company,
        "",
        0,
    ),
    rule(
        "ORGANIZATION",
        0.9,
        r"(?:(?![是为叫在的了我和与及由给向把对你您他请称即])[\u4e00-\u9fff]|[（(][\u4e00-\u9fff]{2,4}[）)]){3,20}"
        r"(?:有限责任公司|股份有限公司|有限公司)",
        None,
        "公司",
    ),
    # Numbers and ids
    rule("RESOURCE_ID", 0.8, rf"(?<![a-z]){_ID_WORD}{_NUMBER_WORD}(?:[ ]{{1,2}}(?:for|of) [\w' ]{{1,30}}?)?{ASSIGN}({_VALUE})", _numbered),
    rule("RESOURCE_ID", 0.75, rf"(?<![a-z]){_ID_WORD}{_NUMBER_WORD}(?:{IS})(?:#|no\.? ?)?[\"'`(]?({_VALUE})", _numbered),
    rule("RESOURCE_ID", 0.7, rf"(?<![a-z]){_ID_WORD}[ ]?(?:[#:：]|is|no\.?|number|=)[ ]?[#]?({_VALUE})", _numbered),
    rule("RESOURCE_ID", 0.65, rf"(?<![a-z]){_ID_WORD} (#?(?=[A-Z-]{{0,8}}\d)[A-Z0-9-]{{5,40}})(?![\w.])", _numbered),
    # Spelt with blanks: 'policy number is abc 123456789', 'booking code c 4 ft 26'.
    rule(
        "RESOURCE_ID",
        0.78,
        rf"(?<![a-z]){_ID_WORD}(?:{_NUMBER_WORD})?{IS}((?:[a-z]{{1,4}} \d{{1,10}}|\d{{1,4}} [a-z]{{1,3}}\b)(?: [a-z]{{1,3}} \d{{1,10}}|"
        rf" \d{{1,10}}\b| [a-z]{{1,2}}\b){{0,6}})(?![\w.])",
        _spelt,
    ),
    rule(
        "SECRET",
        0.8,
        rf"(?<![a-z])(?:password|passwd|pass word|passcode|pwd)(?:{IS})([a-z]{{1,12}} \d{{1,10}}(?: [a-z]{{1,4}}\b| "
        rf"\d{{1,8}}\b){{0,4}})(?![\w.])",
        _spelt,
        "pass pwd",
    ),
    rule("RESOURCE_ID", 0.7, rf"{_ZH_ID}(?:编?号|id|ID|号码)?(?:[:：是为]|\s){{1,3}}({_VALUE})", _numbered),
    rule("RESOURCE_ID", 0.7, rf"{_ZH_ID}(?:编?号|id|ID|号码)({_VALUE})", _numbered),
    rule("RESOURCE_ID", 0.65, r"(?:(?<=[\s(])|^)#(\d{5,12})(?![\w])", None, "#"),
    rule(
        "US_SSN",
        0.8,
        r"(?<![a-z])(?:ssn|social security)(?: (?:number|no|num))?(?:'s)?(?: last (?:4|four)(?: digits)?)?[ :=#.-]{1,3}(?:is |are |no |"
        r"number |ending in |last (?:4|four) )?(\d{3}[- ]?\d{2}[- ]?\d{4}|\d{4})(?!\d)",
        None,
        "ssn social",
    ),
    rule(
        "ACCOUNT_DIGITS",
        0.75,
        r"(?<![a-z])(?:last|ending|ends)(?: (?:with|in|is|are|my|the|of))?(?: (?:4|four|5|five))?(?: digits?)?(?: (?:of|on|for) [\w "
        r"]{1,40}?)?(?: (?:is|are|in|with|number|no))?[ :=]{1,3}(\d{4,6})(?![\w.])",
        _number_like,
        "last end",
    ),
    rule(
        "ACCOUNT_DIGITS",
        0.7,
        r"(?<![a-z])(?:from|to) (?:account |acct |ac )?(\d{4})(?: (?:to|and move to|into) (?:account |ac )?\d{4}\b|$)",
        _number_like,
        "from to",
    ),
    rule(
        "CREDIT_CARD",
        0.75,
        r"(?<![a-z])(?:card|credit|debit|visa|mastercard|amex)(?: card)?(?: (?:number|no|num|details?))?\.?(?:{IS}|[ ])(?:is |ending "
        r"in |ends in |# ?)?(\d(?:[ -]?\d){3,18})(?![\w.])".replace("{IS}", IS),
        _number_like,
        "card credit debit visa amex",
    ),
    rule(
        "PASSPORT",
        0.8,
        r"(?<![a-z])passport[^.\n\d]{0,60}?(?:,|\bno\b\.?|number|:)[ ]?(?:no\.? ?)?([A-Z]{1,3}\d{6,9})(?!\w)",
        None,
        "passport",
    ),
    rule(
        "RESOURCE_ID",
        0.8,
        r"(?<![a-z])(?:vat|tax|ust|tva|btw|nip|ein|gst|siret)(?:[ _-]?(?:id|no|number|reg))*\.?[\"' :=#]{1,6}(?:is )?([A-Z]{0,3} "
        r"?\d[\dA-Z. -]{6,14}[\dA-Z])(?!\w)",
        _tax_number,
        "vat tax ust tva btw nip ein gst siret",
    ),
    rule(
        "PASSPORT",
        0.85,
        r"(?<![a-z])passport(?: (?:number|no|num|nr|#))?[ .:=#]{1,3}(?:is |number )?([A-Z]{0,3}\d{6,9}[A-Z]?)(?!\w)",
        None,
        "passport",
    ),
    rule(  # a Chinese company's number (GB 32100): authority, kind, region, organisation, check
        "RESOURCE_ID",
        0.9,
        r"(?<![A-Z0-9])[1-9A-GNY][1-9]\d{6}(?=[0-9]{0,9}[A-Z])[0-9A-HJ-NPQRTUWXY]{10}(?![A-Z0-9])",
        None,
        "",
        re.A,
    ),
    rule("PASSPORT", 0.85, r"(?:护照|通行证)(?:号码?)?[:：是为\s]{0,3}([A-Z]{1,2}\d{7,9})", None, "护照 通行证"),
    rule("CN_ID", 0.85, r"身份证(?:号码?)?[:：是为\s]{0,3}([1-9]\d{14}(?:\d{2}[\dX])?)(?![A-Z0-9])", None, "身份证"),
    rule(
        "DRIVER_LICENSE",
        0.8,
        r"(?<![a-z])(?:driver'?s?|driving) licen[sc]e(?: (?:number|no|num|#))?[ .:=#]{1,3}(?:is )?([A-Z]{0,2}\d[A-Z0-9-]{4,16})(?!\w)",
        None,
        "licen",
    ),
    rule(
        "DATE_OF_BIRTH",
        0.9,
        rf"(?<![a-z])(?:d\.?o\.?b|date of birth|birth ?date|birth ?day|born(?: on)?)\b\.?(?:{IS}|[\"'\s:=(-]{{1,6}})({_DATE})(?!\d)",
        None,
        "dob d.o.b birth born",
    ),
    # A row of a list: after an identity number stands the day of birth.
    rule("DATE_OF_BIRTH", 0.85, rf"(?<![\w-])(?:\d{{3}}-\d\d-\d{{4}}|[1-9]\d{{16}}[\dX])[,;|\t]{{1,2}} ?({_DATE})(?!\d)", None, ", ; |"),
    rule("DATE_OF_BIRTH", 0.9, rf"(?:生日|出生日期|出生年月日?|出生于|出生)[:：是为\s]{{0,3}}({_DATE})", None, "生"),
    rule(
        "ZIP_CODE",
        0.75,
        r"(?<![a-z])(?:zip|postal|post|pin)(?: ?code)?(?: number| no)?(?: (?:is|as|was)|[:=#])?[ :]{1,2}([A-Z]?\d[A-Z0-9]{2,4}(?:[ "
        r"-]?\d[A-Z0-9]{1,3})?|\d{6})(?![\w.])",
        _number_like,
        "zip post pin",
    ),
    rule(
        "STREET_ADDRESS",
        0.9,
        rf"(?:{_ZH}{{2,8}}(?:省|自治区))?(?:{_ZH}{{2,8}}[市州盟])(?:{_ZH}{{1,8}}[区县市旗])?(?:{_ZH}{{1,10}}(?:街道|镇|乡|村))?{_ZH}{{1,12}}(?:路|街|道|巷|"
        rf"弄|大道|胡同|园区?|小区)(?:[\u4e00-\u9fffA-Za-z0-9-]{{0,12}}?\d{{1,5}}[号弄栋幢座室层楼单元]{{1,2}}){{0,4}}(?:[A-Z]?\d{{0,4}}[室号座])?",
        None,
        "路 街 道 巷 弄 胡同 园 小区",
    ),
    rule(
        "STREET_ADDRESS",
        0.8,
        r"(?:地址|住址|寄到|寄往|邮寄至|收货地址)(?:改为|改成|更改为|[:：是为\s]){1,3}([^\s,，。；;\n]{6,60})",
        None,
        "址 寄",
    ),
    rule(
        "STREET_ADDRESS",
        0.8,
        rf"{_ZH}{{2,10}}(?:路|街|大道|巷|弄)\d{{1,5}}号(?:[\u4e00-\u9fffA-Za-z0-9]{{0,10}}?\d{{1,5}}(?:室|楼|栋|单元|座|层|号)){{0,3}}",
        None,
        "路 街 大道 巷 弄",
    ),
)
