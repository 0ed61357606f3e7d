"""What the key of a JSON value says about it."""

from __future__ import annotations

import re

from pipeline.preprocessing.fields import Unit
from pipeline.preprocessing.hosts import KEPT_LABEL, is_reserved_host
from pipeline.preprocessing.names import CHAT_WORDS, CHINESE_SURNAMES, COMPOUND_SURNAMES, ROLE_WORDS, SYSTEM_USERS
from pipeline.preprocessing.patterns import Finding
from pipeline.preprocessing.words import is_known_name, is_ordinary

_SNAKE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9\u4e00-\u9fff]+")

_PERSON = re.compile(
    r"(?:(?:first|last|full|given|family|middle|maiden|legal|real|customer|client|contact|owner|requester|registrant|card_?holder|"
    r"account_?holder|holder|recipient|"
    r"signer|employee|agent|passenger|assignee|author|sender|display|billing|shipping|person|reporter|applicant|admin|caller|"
    r"consignee)_?names?|surname|forename|"
    r"contact|owner|requester|registrant|assignee|recipient|holder|cardholder|applicant|author|created_by|updated_by|approved_by|"
    r"requested_by|assigned_to|"
    r"reviewer|manager|reporter|caller|signed_by|owned_by|contact_person|联系人|姓名|收件人|负责人|申请人)$"
)
_SECRET = re.compile(
    r"(?:.*_)?(?:password|passwd|pwd|pass|passphrase|passcode|secret|token|api_?key|access_?key|access_?key_?id|access_?key_?secret|"
    r"secret_?key|private_?key|"
    r"secret_?access_?key|cookies?|authorization|credentials?|session_?id|signature|otp|cvv|cvc|verification_code|密码|密钥)$"
)
_ID = re.compile(
    r"(?:.*_)?(?:ids?|no|number|num|uuid|guid|ref|reference|serial|sn|arn|account|order|invoice|ticket|case|reservation|booking|"
    r"reservations|confirmation|编号|单号|账号)$"
)
_NOT_ID = re.compile(
    r"(?:.*_)?(?:flight|product|doc|document|kb|article|error|zone|region|version|rule|port|line|page|model|row|step|chapter|section|"
    r"build|priority|"
    r"plan|sku|template_type|category|sop|question|answer|chunk|seq|sequence|index|as|part|bundle|hosted_zone_type)_(?:ids?|no|number|"
    r"num|ref)$"
)
_USER = re.compile(
    r"(?:.*_)?(?:user|username|user_name|user_id|login|login_name|nick|nickname|account_name|uid|operator|principal|db_user|ssh_user|用户名)$"
)
_ACTOR = re.compile(r"(?:.*_)?(?:by|actor|who|modified_by|changed_by)$")
_ZONE_SERIAL = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d\d")
_COMPANY = re.compile(r"[^\W\d_][^\n]{1,80} (?:GmbH|Ltd|P?LLC|LLP|Inc|PLC|AG|KG|BV|NV|SARL|SAS|SRL|Lda|ApS|AS|AB|Oy|Kft)\.?")
_HOST = re.compile(
    r"(?:.*_)?(?:bucket|bucket_name|host_?name|server_?name|instance_?name|vm_?name|cluster_?name|node_?name|machine|computer)$"
)
_OF_RESOURCE = re.compile(
    r"(?:instance|server|vm|volume|bucket|cluster|node|database|db|balancer|load_balancer|network|disk|group|image)_?id$|bucket$"
)
_PHONE = re.compile(
    r"(?:.*_)?(?:phone|mobile|tel|telephone|cell|fax|phone_?number|mobile_?number|msisdn|电话|手机|手机号|to|recipient|receiver)$"
)
_STREET = re.compile(r"(?:.*_)?(?:address|address_?line_?\d?|address_?\d|street|street_?address|street_?\d|addr|mailing|地址|住址)$")
_NOT_STREET = re.compile(
    r"(?:.*_)?(?:ip|ipv4|ipv6|mac|email|mail|public|private|memory|bind|listen|web|url|server|remote|client|source|"
    r"destination)_?(?:address|addr)$"
)
_BIRTH = re.compile(r"(?:.*_)?(?:dob|date_of_birth|birth_?date|birth_?day|生日|出生日期)$")
_NUMBER = re.compile(
    r"(?:.*_)?(?:ssn|last_?four|last_?4|last_digits|passport|passport_?(?:no|number)|id_?card|id_?card_?number|id_?number|national_?id|"
    r"tax_?id|card|card_?number|"
    r"license_?number|driver_?license|zip|zip_?code|postal_?code|postcode|account_?number|身份证号?)$"
)
_ABOUT_PEOPLE = frozenset("email phone mobile first_name last_name dob date_of_birth address birthday title role".split())


def snake(key: str) -> str:
    """'accessKeyId' -> 'access_key_id'."""
    return _SNAKE.sub("_", key).strip("_").casefold()


def is_name_shaped(value: str, strict: bool) -> bool:
    """One to four words of letters beginning with a capital, or a Chinese name; strict: and evidently a person's."""
    value = value.strip()
    if re.fullmatch(r"[\u4e00-\u9fff]{2,4}", value):
        return value[0] in CHINESE_SURNAMES or value[:2] in COMPOUND_SURNAMES
    words = value.replace(",", " ").split()
    if not 1 <= len(words) <= 4 or not all(re.fullmatch(r"[^\W\d_](?:[^\W\d_]|['’.-])*", w) for w in words):
        return False
    if not strict:
        return any(w[0].isupper() for w in words) or any(is_known_name(w) for w in words)
    # A dictionary knows some names too ('Sigurd'): one word that it does not know, or a known name, makes all of them a name.
    capital = len(words) > 1 and all(w[0].isupper() and w.casefold() not in ROLE_WORDS | CHAT_WORDS for w in words)
    return is_known_name(words[0]) or (capital and not all(is_ordinary(w) and not is_known_name(w) for w in words))


def is_given_name(value: str) -> bool:
    """What a customer has called a server or bucket: words, digits and hyphens, and not one everyday word ('assets')."""
    named = re.fullmatch(r"(?=.{0,62}[a-z])[a-z0-9](?:[a-z0-9_-]|\.(?=[a-z0-9])){2,62}", value, re.A | re.I)
    return bool(named) and not is_ordinary(value) and not KEPT_LABEL.match(value) and value.casefold() not in SYSTEM_USERS


def key_type(unit: Unit) -> str | None:
    """The kind of entity that the whole value is, by its key and looks; None where the key says nothing."""
    value = unit.text.strip()
    if not unit.path or not value or len(value) > 400 or unit.kind == "key":
        return None
    key = snake(unit.path[-1])
    digits = sum(c.isdigit() for c in value)
    if key.endswith("serial") and _ZONE_SERIAL.fullmatch(value):
        return None
    if unit.kind == "number":
        if "." in value or "-" in value or digits < 4:
            return None
        if _NUMBER.match(key) or (_PHONE.match(key) and digits >= 7):
            return "PHONE_NUMBER" if _PHONE.match(key) else "RESOURCE_ID"
        return "RESOURCE_ID" if _ID.match(key) and not _NOT_ID.match(key) and digits >= 5 else None
    return _string_type(unit, key, value, digits)


def _string_type(unit: Unit, key: str, value: str, digits: int) -> str | None:  # noqa: PLR0911 (one kind after the other)
    text = any(c.isalpha() for c in value)
    if (
        _SECRET.match(key)
        and len(value) >= 4
        and value.isascii()
        and " " not in value
        and not is_ordinary(value)
        and (digits or key != "signature")
    ):
        return "SECRET"
    if _BIRTH.match(key) and digits >= 4:
        return "DATE_OF_BIRTH"
    if _NUMBER.match(key) and digits >= 3 and len(value) <= 32:
        return "ZIP_CODE" if key.endswith(("zip", "code")) else "RESOURCE_ID"
    if _PHONE.match(key) and digits >= 7 and not re.search(r"[A-Za-z]", value):
        return "PHONE_NUMBER"
    if (_PERSON.match(key) or key in ("name", "company", "organization")) and _COMPANY.fullmatch(value):
        return "ORGANIZATION"
    if _PERSON.match(key) and is_name_shaped(value, strict=not key.endswith("name")):
        return "PERSON"
    if _HOST.match(key) and is_given_name(value):
        return "HOST_NAME"
    if key == "name" and is_given_name(value) and re.search(r"[-_]", value) and any(_OF_RESOURCE.match(snake(s)) for s in unit.siblings):
        return "HOST_NAME"
    people = bool({snake(s) for s in unit.siblings} & _ABOUT_PEOPLE)
    if key in ("name", "名字", "称呼") and is_name_shaped(value, strict=not people):
        return "PERSON"
    if (
        (_USER.match(key) or (_ACTOR.match(key) and re.fullmatch(r"[a-z][a-z0-9._-]*", value)))
        and not (key == "operator" and value.isalpha())
        and re.fullmatch(r"[\w.+-]{2,40}", value)
        and value.casefold() not in SYSTEM_USERS
        and not is_ordinary(value)
    ):
        return "USER_NAME" if re.search(r"[A-Za-z]", value) else "RESOURCE_ID"
    if (
        _STREET.match(key)
        and not _NOT_STREET.match(key)
        and text
        and (digits or len(value) > 8)
        and not is_reserved_host(value)
        and not re.search(r"@|://|^[\w-]+(?:\.[\w-]+)+$|^[0-9a-f:.]+$", value)
    ):
        return "STREET_ADDRESS"
    if (
        _ID.match(key)
        and not _NOT_ID.match(key)
        and digits >= 1
        and re.fullmatch(r"[A-Za-z0-9][\w./#-]{3,80}", value)
        and not re.match(r"\d{4}-\d\d-\d\d", value)
    ):
        return "RESOURCE_ID"
    return None


def key_finding(unit: Unit) -> list[Finding]:
    """The whole value as one finding where its key says so; surer than what patterns see in it."""
    type_ = key_type(unit)
    if type_ is None:
        return []
    start = len(unit.text) - len(unit.text.lstrip())
    return [Finding(start, start + len(unit.text.strip()), type_, 0.92 if type_ != "RESOURCE_ID" else 0.7)]
