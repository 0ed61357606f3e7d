"""Surrogates keep the shape, recur with their value, differ from all real values, and say nothing across releases."""

import ipaddress
import re
import string

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from pipeline.preprocessing.hosts import is_reserved_host
from pipeline.preprocessing.patterns import chinese_id_check, iban_ok, luhn
from pipeline.preprocessing.scrub import find_spans
from pipeline.preprocessing.shapes import date_parts
from pipeline.preprocessing.surrogates import Surrogates

KEY = b"k" * 32


def surrogates(salt: str = "release", ticket: str = "t", originals: tuple[str, ...] = (), words: tuple[str, ...] = ()) -> Surrogates:
    return Surrogates(KEY, salt, ticket, originals, words)


def shape(text: str) -> str:
    return "".join("9" if c.isdigit() else "A" if c.isupper() else "a" if c.islower() else c for c in text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("RESOURCE_ID", "i-0a1b2c3d4e5f67890"),
        ("RESOURCE_ID", "ORD-20418873"),
        ("RESOURCE_ID", "729401863355"),
        ("RESOURCE_ID", "7294-0186-3355"),
        ("SECRET", "Tr0ub4dor&3"),
        ("SECRET", "AKIAQ7XHW2LMN4P8RSTU"),
        ("PHONE_NUMBER", "+1 (415) 867-5309"),
        ("PHONE_NUMBER", "+44 20 7183 8750"),
        ("PHONE_NUMBER", "138-1234-5678"),
        ("US_SSN", "532-81-9047"),
        ("CREDIT_CARD", "4539 5787 6362 1486"),
        ("MAC_ADDRESS", "3C:52:82:6F:A1:0B"),
        ("DATE_OF_BIRTH", "1987-03-14"),
    ],
)
def test_shape_is_kept(kind: str, text: str) -> None:
    made = surrogates().of(kind, text)
    assert made != text
    assert re.sub("[Aa9]", "x", shape(made)) == re.sub("[Aa9]", "x", shape(text))
    if kind not in ("RESOURCE_ID", "MAC_ADDRESS"):
        assert shape(made) == shape(text)


def test_prefixes_and_alphabets_are_kept() -> None:
    s = surrogates()
    assert re.fullmatch(r"i-[0-9a-f]{17}", s.of("RESOURCE_ID", "i-0a1b2c3d4e5f67890"))
    assert re.fullmatch(r"ORD-\d{8}", s.of("RESOURCE_ID", "ORD-20418873"))
    assert re.fullmatch(r"AKIA[A-Z0-9]{16}", s.of("SECRET", "AKIAQ7XHW2LMN4P8RSTU"))
    assert s.of("SECRET", "-----BEGIN PRIVATE KEY-----\nMIIabc12\n-----END PRIVATE KEY-----").startswith("-----BEGIN PRIVATE KEY-----\n")


def test_check_digits_hold() -> None:
    s = surrogates()
    assert luhn(re.sub(r"\D", "", s.of("CREDIT_CARD", "4539 5787 6362 1486")))
    assert iban_ok(s.of("IBAN_CODE", "DE89 3704 0044 0532 0130 00"))
    made = s.of("CN_ID", "11010519491231002X")
    assert chinese_id_check(made[:17]) == made[17].upper()


def test_reserved_ranges() -> None:
    s = surrogates()
    networks = [ipaddress.ip_network(n) for n in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24")]
    assert any(ipaddress.ip_address(s.of("IP_ADDRESS", "52.14.22.190")) in n for n in networks)
    assert ipaddress.ip_address(s.of("IP_ADDRESS", "2600:1f18::5")) in ipaddress.ip_network("2001:db8::/32")
    assert is_reserved_host(s.of("DOMAIN_NAME", "shop.brightleaf-media.com"))
    assert is_reserved_host(s.of("EMAIL_ADDRESS", "dana@gmail.com").split("@")[1])
    assert s.of("PHONE_NUMBER", "+1 415 867 5309")[-8:-2] == "555 01"
    assert s.of("US_SSN", "532-81-9047").startswith("666")


def test_parts_of_a_name_follow_the_name() -> None:
    s = surrogates()
    full = s.of("PERSON", "Dana Whitfield")
    first, last = full.split()
    assert s.of("PERSON", "Dana") == first
    assert s.of("PERSON", "WHITFIELD") == last.upper()
    assert s.of("PERSON", "dana whitfield") == full.lower()
    assert s.of("PERSON", "Whitfield, Dana") == f"{last}, {first}"
    assert s.of("PERSON", "Dr. Dana Whitfield") == f"Dr. {first} {last}"
    assert s.of("USER_NAME", "dana_whitfield") == f"{first}_{last}".lower()
    assert s.of("EMAIL_ADDRESS", "dana.whitfield@acme-hosting.com").startswith(f"{first}.{last}@".lower())


def test_parts_of_a_chinese_name_follow_the_name() -> None:
    s = surrogates()
    made = s.of("PERSON", "王晓岚")
    assert len(made) == 3
    assert s.of("PERSON", "王") == made[0]


def test_a_company_keeps_its_legal_form_and_follows_its_owner() -> None:
    s = surrogates()
    last = s.of("PERSON", "Torgeir Nordhagen").split()[1]
    assert s.of("ORGANIZATION", "Nordhagen Optikk AS").startswith(f"{last} ")
    assert s.of("ORGANIZATION", "Nordhagen Optikk AS").endswith(" AS")
    long_, short = (s.of("ORGANIZATION", f"云上锦里{city}网络科技有限公司") for city in ("（成都）", ""))
    assert long_ == short.replace("网络科技有限公司", "（成都）网络科技有限公司") != "云上锦里（成都）网络科技有限公司"


def test_spellings_of_one_value_agree() -> None:
    s = surrogates()
    digits = [re.sub(r"\D", "", s.of("PHONE_NUMBER", p)) for p in ("+86 138-1234-5678", "13812345678", "138 1234 5678")]
    assert digits[0] == "86" + digits[1] and digits[1] == digits[2]
    assert re.sub(r"\D", "", s.of("CREDIT_CARD", "4539578763621486")) == re.sub(r"\D", "", s.of("CREDIT_CARD", "4539-5787-6362-1486"))
    assert s.of("DOMAIN_NAME", "SHOP.ACME-HOSTING.COM").lower() == s.of("DOMAIN_NAME", "shop.acme-hosting.com")
    assert s.of("EMAIL_ADDRESS", "a.b@acme-hosting.com").split("@")[1] == s.of("DOMAIN_NAME", "acme-hosting.com")
    a, b = (date_parts(s.of("DATE_OF_BIRTH", d).lower()) for d in ("1987-03-14", "March 14, 1987"))
    assert a is not None and b is not None and a[0] == b[0]


def test_key_salt_and_ticket_bind() -> None:
    made = {surrogates(salt, ticket).of("RESOURCE_ID", "i-0a1b2c3d4e5f67890") for salt in "ab" for ticket in "cd"}
    assert len(made) == 4
    assert Surrogates(b"other", "release", "t").of("SECRET", "hunter2hunter2") != surrogates().of("SECRET", "hunter2hunter2")


def test_a_real_value_is_never_drawn() -> None:
    for number in range(40):
        drawn = surrogates(str(number)).of("RESOURCE_ID", "4711")
        assert surrogates(str(number), originals=(drawn,)).of("RESOURCE_ID", "4711") != drawn
        name = surrogates(str(number)).of("PERSON", "Dana")
        assert surrogates(str(number), words=(name.casefold(),)).of("PERSON", "Dana") != name


@given(st.lists(st.text(string.digits, min_size=2, max_size=3), unique=True, max_size=150))
@hypothesis_settings(deadline=None, max_examples=25)
def test_originals_never_share_a_surrogate_even_in_a_tiny_range(values: list[str]) -> None:
    s = surrogates(originals=tuple(values))
    made = [s.of("RESOURCE_ID", v) for v in values]
    assert len(set(made)) == len(made)
    assert not set(made) & set(values)


@given(st.lists(st.from_regex(r"[A-Z][a-z]{2,6} [A-Z][a-z]{2,6}", fullmatch=True), unique_by=str.casefold, max_size=200))
@hypothesis_settings(deadline=None, max_examples=15)
def test_many_names_stay_apart(names: list[str]) -> None:
    s = surrogates()
    assert len({s.of("PERSON", n).casefold() for n in names}) == len(names)


@given(st.text(string.printable, min_size=1, max_size=60))
@hypothesis_settings(deadline=None)
def test_a_free_secret_keeps_length_and_classes(text: str) -> None:
    made = surrogates().of("SECRET", text)
    assert len(made) == len(text)
    assert all((a.isdigit(), a.isalpha()) == (b.isdigit(), b.isalpha()) for a, b in zip(made, text, strict=True)) or text != text.strip()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("EMAIL_ADDRESS", "dana.whitfield@acme-hosting.com"),
        ("DOMAIN_NAME", "www.acme-hosting.com"),
        ("IP_ADDRESS", "52.14.22.190"),
        ("IP_ADDRESS", "2600:1f18:42ab:7d00::5"),
        ("MAC_ADDRESS", "3c:52:82:6f:a1:0b"),
        ("PHONE_NUMBER", "+1 415 867 5309"),
        ("PHONE_NUMBER", "+44 7911 123456"),
        ("PHONE_NUMBER", "13812345678"),
        ("US_SSN", "532-81-9047"),
    ],
)
def test_reserved_surrogates_are_left_alone_when_seen_again(kind: str, text: str) -> None:
    for number in range(10):
        made = surrogates(str(number)).of(kind, text)
        assert [t for _, _, t in find_spans([f"it says {made} there"])[0]] == []


def test_everyday_words_before_a_number_say_what_an_id_is_and_stay() -> None:
    drawn = Surrogates(b"k" * 32, "salt", "t")
    for text, label in (
        ("credit_card_4959530", "credit_card_"),
        ("certificate_7504069", "certificate_"),
        ("gift_card_8190333", "gift_card_"),
    ):
        made = drawn.of("RESOURCE_ID", text)
        assert made.startswith(label) and made != text and len(made) == len(text) and made[len(label) :].isdigit()
    assert not drawn.of("SECRET", "credit_card_4959530").startswith("credit_card_")


def test_what_a_mistyped_identity_number_shows_stays() -> None:
    s = surrogates()
    wrong, right = s.of("CN_ID", "32058319910725221x"), s.of("CN_ID", "11010519491231002X")
    assert wrong[17] == "x" and chinese_id_check(wrong[:17]) != "X"
    assert right[17] == "X" and chinese_id_check(right[:17]) == "X"


def test_machine_names_keep_everyday_words_and_numbers() -> None:
    s = surrogates()
    assert re.fullmatch(r"[a-z]+-fonts-prod", s.of("HOST_NAME", "quorndal-fonts-prod"))
    made = s.of("HOST_NAME", "render-03")
    assert made != "render-03" and made.endswith("-03")


def test_a_domain_written_twice_stays_twice() -> None:
    s = surrogates()
    once = s.of("DOMAIN_NAME", "www.brightleaf-media.com")
    owner = once.removeprefix("www.")
    assert s.of("DOMAIN_NAME", "www.brightleaf-media.com.brightleaf-media.com") == f"{once}.{owner}"


def test_a_filing_number_keeps_its_chinese_word() -> None:
    assert re.fullmatch(r"\d{8}号-\d", surrogates().of("RESOURCE_ID", "12345678号-1"))


def test_a_titled_name_is_a_family_name() -> None:
    from pipeline.preprocessing.names import LAST_NAMES

    assert surrogates().of("PERSON", "Ms. Quorndal").removeprefix("Ms. ") in LAST_NAMES
