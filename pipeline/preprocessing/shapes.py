"""Random values of a given shape, and the layout and case of one spelling put onto another."""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from datetime import date
from hashlib import sha256

from pipeline.preprocessing import names
from pipeline.preprocessing.patterns import chinese_id_check, luhn
from pipeline.preprocessing.words import is_ordinary

_KEPT_PREFIX = re.compile(
    r"(?:AKIA|ASIA|AROA|AIDA|LTAI|AKID|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|xox[a-z]-|[spr]k_(?:live|test)_|whsec_|AIza|ya29\.|GOCSPX-|"
    r"SG\.|sk-|hf_|npm_|pypi-|do[opr]_v1_|eyJ|AAAAB3NzaC1yc2E|[a-z]{1,12}-(?=[0-9a-z]*\d)|[A-Z]{1,6}-(?=(?:[A-Z]{1,4}-)?\d)|"
    r"[a-z]{2,5}_(?=[0-9A-Za-z]*\d)|"
    r"(?:SM|MM|AC|SK|PN|CA|MG)(?=[0-9A-Za-z]{14}))"
)
_VOWELS, _CONSONANTS, _LETTERS = "aeiou", "bcdfghjklmnpqrstvwxyz", "abcdefghijklmnopqrstuvwxyz"
_MONTHS = "january february march april may june july august september october november december".split()
_PHONE_RESERVED = {"44": "7700900###", "33": "199000####", "61": "491570###"}
"""By country code: national numbers kept for fiction by Ofcom, ARCEP and ACMA."""


class Stream:
    """Endless draws from a key: HMAC-SHA-256 in counter mode."""

    def __init__(self, key: str) -> None:
        self._key, self._count, self._pool = key.encode(), 0, b""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1. n is small against 2^32, so the bias does not matter."""
        if len(self._pool) < 4:
            self._pool += hmac.digest(self._key, self._count.to_bytes(8, "big"), sha256)
            self._count += 1
        value, self._pool = int.from_bytes(self._pool[:4], "big"), self._pool[4:]
        return value % n

    def pick(self, items: Sequence[str]) -> str:
        return items[self.below(len(items))]


def reshape(text: str, stream: Stream) -> str:
    """Same length and character classes: digits for digits (a first digit that is not 0 stays so), letters for letters of the same case.

    Hexadecimal digits stay hexadecimal, well-known prefixes (AKIA, i-, ORD-) and everything that is neither letter nor digit stay.
    """
    prefix = _KEPT_PREFIX.match(text)
    kept = prefix.group() if prefix else ""
    rest = text[len(kept) :]
    pem = re.match(r"-----BEGIN [A-Z ]+-----", rest)
    if pem:
        kept, rest = kept + pem.group(), rest[pem.end() :]
    tail = re.search(r"-----END [A-Z ]+-----$", rest)
    end = tail.group() if tail else ""
    rest = rest[: len(rest) - len(end)]
    letters = "abcdef" if len(rest) >= 6 and re.fullmatch(r"[0-9a-fA-F-]+", rest) and re.search(r"\d", rest) else _LETTERS
    made: list[str] = []
    for i, c in enumerate(rest):
        if c.isdigit() and c.isascii():
            # A run of digits must stay a valid JSON number: no leading zero appears.
            first = not made or not made[-1].isdigit()
            made.append(str(1 + stream.below(9)) if first and c != "0" else "0" if first and i == 0 and not kept else str(stream.below(10)))
        elif "\u4e00" <= c <= "\u9fff":
            made.append(stream.pick(names.CHINESE_SINGLE))
        elif c.isalpha():
            # An escaped line break inside a key block stays one.
            drawn = c if i and rest[i - 1] == "\\" else stream.pick(letters)
            made.append(drawn.upper() if c.isupper() else drawn)
        else:
            made.append(c)
    return kept + "".join(made) + end


_LABEL = re.compile(r"(?:[A-Za-z]{3,20}_)+(?=[0-9]{5,}$)")


def resource(text: str, stream: Stream) -> str:
    """An id of the same shape. Everyday words before a long number stay: credit_card_4959530 is still a credit card's id."""
    if re.search(r"[\u4e00-\u9fff]", text):  # 号 counts, it names nobody
        return "".join(p if i % 2 else reshape(p, stream) for i, p in enumerate(re.split(r"([\u4e00-\u9fff]+)", text)))
    label = _LABEL.match(text)
    if label and all(is_ordinary(word.lower()) for word in label.group().split("_") if word):
        return label.group() + reshape(text[label.end() :], stream)
    return reshape(text, stream)


def like(made: str, text: str) -> str:
    """A word in the case of another: UPPER, lower, or as it is."""
    if text.isupper() and len(text) > 1:
        return made.upper()
    return made.lower() if text.islower() else made


def case_like(made: str, text: str) -> str:
    """The case of each character of an equally long text."""
    if made.swapcase() == made:
        return made
    return "".join(m.upper() if t.isupper() else m.lower() if t.islower() else m for m, t in zip(made, text, strict=True))


def lay_out(made: str, text: str) -> str:
    """The letters and digits of `made` in the separators of `text`, from the right: what `text` has more (a country code) stays."""
    compact = [c for c in made if c.isalnum()]
    places = [i for i, c in enumerate(text) if c.isalnum()]
    if not places:
        return made
    out = list(text)
    for place in reversed(places):
        if not compact:
            break
        c = compact.pop()
        out[place] = c.upper() if text[place].isupper() else c.lower() if text[place].islower() and c.isalpha() else c
    return "".join(compact) + "".join(out)


def _digits(stream: Stream, pattern: str) -> str:
    return "".join(str(stream.below(10)) if c == "#" else c for c in pattern)


def phone(national: str, text: str, stream: Stream) -> str:
    """National digits of the same length: in a range for fiction where the country has one, otherwise such as nobody can hold."""
    import phonenumbers

    digits = re.sub(r"[^0-9]", "", text)
    code = digits[: -len(national)].lstrip("0") if digits.endswith(national) and text.lstrip(" (").startswith(("+", "00")) else ""
    if len(national) == 10 and (code == "1" or (not code and national[0] in "23456789" and national[3] != "0")):
        return f"{stream.below(8) + 2}{stream.below(10)}{stream.below(9) + 1}55501{stream.below(10)}{stream.below(10)}"
    if code in _PHONE_RESERVED and len(_PHONE_RESERVED[code]) == len(national):
        return _digits(stream, _PHONE_RESERVED[code])
    if not code and len(national) == 11 and national[0] == "1":
        return _digits(stream, "154########")  # a Chinese mobile prefix that is not assigned
    made = ""
    for _ in range(40):
        made = "".join(str(1 + stream.below(9)) if i == 0 else str(stream.below(10)) for i in range(len(national)))
        try:
            if not phonenumbers.is_valid_number(phonenumbers.parse(f"+{code or '86'}{made}", None)):
                break
        except phonenumbers.NumberParseException:
            break
    return made


def card(norm: str, stream: Stream) -> str:
    """A card number with the same first digit and length, valid where the original is; of a few digits only: others."""
    if len(norm) < 12:
        return reshape(norm, stream)
    body = norm[0] + "".join(str(stream.below(10)) for _ in norm[2:])
    check = next(d for d in "0123456789" if luhn(body + d))
    return body + (check if luhn(norm) else str((int(check) + 1 + stream.below(9)) % 10))


def chinese_id(norm: str, stream: Stream) -> str:
    """An identity number with a plausible day, of a region code that does not exist; its check is valid where the original's is."""
    if len(norm) != 18:
        return reshape(norm, stream)
    # The last character stays: whether it is an X, and whether it is right, is what many a ticket is about.
    right = chinese_id_check(norm[:17]).casefold() == norm[-1]
    first = _unborn(stream)
    for _ in range(400):
        if (chinese_id_check(first).casefold() == norm[-1]) == right:
            break
        first = _unborn(stream)
    return (first + norm[-1]).casefold()


def _unborn(stream: Stream) -> str:
    """17 digits of an identity number without its check character."""
    return (
        f"99{stream.below(90) + 10}{stream.below(90) + 10}{1950 + stream.below(55)}{1 + stream.below(12):02d}"
        f"{1 + stream.below(28):02d}{stream.below(1000):03d}"
    )


def iban(norm: str, stream: Stream) -> str:
    """Same country and character classes, valid check digits (ISO 13616)."""
    body = "".join(str(stream.below(10)) if c.isdigit() else stream.pick(_LETTERS) for c in norm[4:])
    number = int("".join(str(int(c, 36)) for c in body + norm[:2] + "00"))
    return f"{norm[:2]}{98 - number % 97:02d}{body}"


def host_label(stream: Stream, attempt: int) -> str:
    """A neutral host name label."""
    return stream.pick(names.HOST_WORDS) + (str(stream.below(90) + 10) if attempt > 5 else "")


_DATE_FORMS: tuple[tuple[str, str], ...] = (
    (r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$", "YMD"),
    (r"(\d{4})(\d\d)(\d\d)$", "YMD"),
    (r"(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]+),? (\d{4}|\d\d)$", "DBY"),
    (r"([a-z]+) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}|\d\d)$", "BDY"),
    (r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)$", "?"),
)


def date_parts(norm: str) -> tuple[tuple[int, int, int], dict[tuple[int, int], str]] | None:
    """(year, month, day) and which span of the text holds which part (Y, M, D, B a month's name); None for what is no date."""
    for pattern, form in _DATE_FORMS:
        match = re.match(pattern, norm)
        if not match:
            continue
        order = form
        values: dict[str, int] = {}
        if order == "?":
            order = "DMY" if int(match.group(1)) > 12 else "MDY"
        for part, value in zip(order, match.groups(), strict=True):
            if part == "B":
                month = next((i for i, m in enumerate(_MONTHS, 1) if m.startswith(value[:3])), 0)
                values["M"] = month
            else:
                values[part] = int(value)
        if values["Y"] < 100:
            values["Y"] += 2000 if values["Y"] < 25 else 1900
        try:
            date(values["Y"], values["M"], values["D"])
        except ValueError:
            return None
        return (values["Y"], values["M"], values["D"]), {match.span(i + 1): part for i, part in enumerate(order)}
    return None


def date_part(text: str, part: str, new: tuple[int, int, int]) -> str:
    """One part of a new date, as long as the old spelling of it."""
    if part == "B":
        name = _MONTHS[new[1] - 1]
        name = name if len(text) > 4 or text.casefold() in _MONTHS else name[:3]
        return name.upper() if text.isupper() else name.capitalize() if text[0].isupper() else name
    value = new["YMD".index(part)]
    return f"{value % 100:02d}" if part == "Y" and len(text) == 2 else f"{value:0{len(text)}d}"
