"""What stands in for a value: of the same shape, drawn with a keyed hash, equal wherever the value recurs in its ticket.

Where a range is reserved for examples it is used: addresses of RFC 5737 and RFC 3849, hardware addresses of RFC 7042, names under
.example (RFC 2606), telephone numbers for fiction, social security numbers that are never issued.
"""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from urllib.parse import unquote

from pipeline.canonical import keyed_digest
from pipeline.preprocessing import names, shapes
from pipeline.preprocessing.hosts import KEPT_LABEL, is_reserved_host, registered_domain
from pipeline.preprocessing.phones import national_digits
from pipeline.preprocessing.shapes import Stream
from pipeline.preprocessing.words import is_ordinary

_HAN = re.compile(r"[\u3400-\u9fff]")
_FAMILY = frozenset(n.casefold() for n in names.LAST_NAMES) | frozenset(
    """smith jones johnson williams brown davis miller wilson taylor anderson thompson garcia martinez robinson rodriguez walker
    hernandez wright lopez gonzalez nelson carter roberts phillips campbell parker evans edwards collins stewart morris rogers
    patel singh sharma gupta khan nguyen""".split()
)
_TITLES = frozenset(
    "mr mrs ms miss mx dr prof professor sir madam md dds dvm phd jr sr ii iii iv cpa esq gmbh ag kg ltd llc inc corp plc bv nv sa sarl "
    "srl spa lda as asa ab oy aps kft sro".split()
)
_DIGIT_TYPES = frozenset(("CREDIT_CARD", "US_SSN", "CN_ID", "IBAN_CODE"))
_ADDRESS_WORDS = frozenset(
    """street st avenue ave road rd drive dr lane ln boulevard blvd court ct way place pl square sq terrace parkway pkwy highway
    hwy circle trail crescent close grove mews row quay loop alley plaza apt apartment suite ste unit floor fl room rm building
    bldg north south east west n s e w rua avenida rue via calle piazza de da do di la le los las the of box po p o usa
    uk us ul al os pl g gatve iela utca ut ter cad sok no nr str rue delle dei degli""".split()
)
_ADDRESS_UNITS = "省市州盟区县旗镇乡村街路道巷弄号栋幢座室层楼单元园小大"
FREE_MAIL = frozenset(
    """gmail.com googlemail.com yahoo.com hotmail.com outlook.com live.com msn.com icloud.com me.com aol.com gmx.de gmx.net gmx.at
    gmx.ch web.de t-online.de orange.fr free.fr libero.it seznam.cz mail.ru protonmail.com proton.me qq.com 163.com 126.com
    sina.com foxmail.com yandex.ru rediffmail.com""".split()
)


def unaccented(text: str) -> str:
    """Letters without their accents: 'Zbyněk' is 'Zbynek' in an address."""
    return (
        "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
        .replace("ł", "l")
        .replace("Ł", "L")
        .replace("ø", "o")
        .replace("Ø", "O")
    )


def normalize(type_: str, text: str) -> str:
    """The form in which two spellings of one value are equal."""
    folded = " ".join(text.split()).casefold()
    if type_ == "PHONE_NUMBER":
        return national_digits(text)
    if type_ in _DIGIT_TYPES or (
        re.fullmatch(r"[\d .()/-]+", text) and type_ not in ("STREET_ADDRESS", "DATE_OF_BIRTH", "IP_ADDRESS", "SECRET")
    ):
        return re.sub(r"[^0-9a-z]", "", folded)
    if type_ == "IP_ADDRESS":
        try:
            return str(ipaddress.ip_address(folded if ":" in folded else folded.replace("-", ".")))
        except ValueError:
            return folded
    if type_ == "EMAIL_ADDRESS":
        return unquote(folded)
    return folded


LEGAL_FORM = re.compile(
    r"(?:[（(][\u4e00-\u9fff]{2,4}[）)])?(?:网络|信息|生物|电子|文化|餐饮|物流|教育)?(?:科技|技术|传媒|贸易|服务|管理|发展)?"
    r"(?:有限责任公司|股份有限公司|有限公司)$|"
    r" (?:&? ?Co\. )?(?:GmbH|Ltd\.?|P?LLC|LLP|Inc\.?|PLC|AG|KG|B\.?V\.?|N\.?V\.?|SARL|SAS|"
    r"SRL|S\.r\.l\.|S\.p\.A\.|Lda\.?|A/S|ApS|AS|AB|Oy|Kft\.?|"
    r"s\.r\.o\.|Sp\. z o\.o\.|Pty\.? Ltd\.?)$"
)


_NAME_POOL = frozenset(n.casefold() for n in names.FIRST_NAMES + names.LAST_NAMES)
_LATIN = re.compile(r"[^\W\d_]+")


def pool_names_in(texts: Iterable[str]) -> frozenset[str]:
    """The names surrogates are drawn from that these texts say themselves, so that a surrogate is nobody's name in the whole input.

    None of them where they are more than half of the pool: then there are not enough others.
    """
    seen: set[str] = set()
    for text in texts:
        seen |= _NAME_POOL.intersection(_LATIN.findall(text.casefold()))
    return frozenset(seen) if 2 * len(seen) <= len(_NAME_POOL) else frozenset()


class Surrogates:
    """The surrogates of one ticket.

    `salt` binds them to one release, `originals` are the ticket's normalized values and `words` its folded words: no
    surrogate equals
    one of either, and no two originals share one. Mail domains in `kept` stay as they are.
    """

    def __init__(
        self, key: bytes, salt: str, ticket_id: str, originals: Iterable[str] = (), words: Iterable[str] = (), kept: Iterable[str] = ()
    ) -> None:
        self._key, self._scope, self._kept = key, (salt, ticket_id), tuple(kept)
        self._originals, self._words = frozenset(originals), frozenset(words)
        self._drawn: dict[tuple[str, str], str] = {}
        self._used: set[str] = set()

    def of(self, type_: str, text: str) -> str:  # noqa: PLR0911 (one branch a kind)
        """The surrogate of a value as it is spelt here."""
        norm = normalize(type_, text)
        if type_ == "PERSON":
            return self._person(text)
        if type_ == "EMAIL_ADDRESS":
            return self._email(norm, text)
        if type_ == "DOMAIN_NAME":
            return shapes.like(self._host(norm), text)
        if type_ == "IP_ADDRESS":
            return self._ip(norm, text)
        if type_ == "MAC_ADDRESS":
            return self._mac(norm, text)
        if type_ == "HOST_NAME":
            return shapes.like(self._named(norm), text)
        if type_ == "USER_NAME" and re.fullmatch(r"[a-z]{3,}", norm):  # one word: the same as where it stands as a name
            return shapes.like(self._token(norm, names.FIRST_NAMES), text)
        if type_ == "USER_NAME":
            return shapes.like(self._draw("USER_NAME", norm, lambda s, n: self._user(norm, s, n)), text)
        if type_ == "STREET_ADDRESS":
            return self._address(text)
        if type_ == "ORGANIZATION":
            return self._company(text)
        if type_ == "DATE_OF_BIRTH":
            return self._birth(norm, text)
        makers: dict[str, Callable[[Stream, int], str]] = {
            "PHONE_NUMBER": lambda s, n: shapes.phone(norm, text, s),
            "CREDIT_CARD": lambda s, n: shapes.card(norm, s),
            "US_SSN": lambda s, n: "666" + "".join(str(s.below(10)) for _ in norm[3:]) if len(norm) == 9 else shapes.reshape(norm, s),
            "CN_ID": lambda s, n: shapes.chinese_id(norm, s),
            "IBAN_CODE": lambda s, n: shapes.iban(norm, s),
        }
        shaped = text if len(norm) == len(text) or not re.fullmatch(r"[0-9a-z]+", norm) else norm
        redraw = shapes.resource if type_ == "RESOURCE_ID" else shapes.reshape
        made = self._draw(type_, norm, makers.get(type_, lambda s, n: redraw(shaped, s)))
        return shapes.lay_out(made, text) if len(made) != len(text) or type_ in makers else shapes.case_like(made, text)

    def _draw(self, kind: str, norm: str, make: Callable[[Stream, int], str]) -> str:
        if (kind, norm) in self._drawn:
            return self._drawn[kind, norm]
        attempt = 0
        while True:
            made = make(Stream(keyed_digest(self._key, *self._scope, kind, norm, str(attempt))), attempt)
            if attempt >= 200:  # a tiny range is used up: what follows is longer
                made += str(attempt - 199)
            folded = made.casefold()
            attempt += 1
            if folded not in self._used and folded not in self._originals and (attempt > 50 or folded not in self._words):
                break
        self._used.add(folded)
        self._drawn[kind, norm] = made
        return made

    def _token(self, word: str, pool: Sequence[str]) -> str:
        """One word of a name; the first pool it is asked from decides."""

        def make(s: Stream, attempt: int) -> str:
            return (
                s.pick(pool)
                if attempt < 40
                else s.pick(pool) + s.pick(("son", "field", "wood", "ley", "ford", "mann", "by", "well", "stone", "dale"))
            )

        return self._draw("NAME", unaccented(word).casefold(), make)

    def _person(self, text: str) -> str:
        if _HAN.search(text):
            return self._chinese(text)
        words = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*\.?|[\W\d_]+", text)
        made: list[str] = []
        number = 0
        places = [i for i, w in enumerate(w for w in words if w[0].isalpha()) if w.rstrip(".").casefold() not in _TITLES]
        last = places[-1] if places else 0
        for word in words:
            if not word[0].isalpha() or word.casefold() in (
                "van",
                "von",
                "de",
                "da",
                "di",
                "del",
                "der",
                "den",
                "la",
                "le",
                "bin",
                "al",
                "el",
                "dos",
                "ter",
            ):
                made.append(word)
                continue
            bare = word.rstrip(".")
            if bare.casefold() in _TITLES and len(places) > 0:
                made.append(word)
                number += 1
                continue
            if len(bare) == 1:
                initial = Stream(keyed_digest(self._key, *self._scope, "INITIAL", bare)).pick("ABCDEFGHJKLMNPRSTVW")
                made.append(word.replace(bare, initial if bare.isupper() else initial.lower()))
            else:
                titled = len(places) == 1 and last > 0  # Ms. Lindgren
                family = (number == last and len(places) > 1) or titled or (len(places) == 1 and bare.casefold() in _FAMILY)
                made.append(shapes.like(self._token(bare, names.LAST_NAMES if family else names.FIRST_NAMES), bare) + word[len(bare) :])
            number += 1
        return "".join(made)

    def _chinese(self, text: str) -> str:
        if "·" in text:
            return "·".join(self._draw("NAME", p, lambda s, n: "".join(s.pick(names.CHINESE_SINGLE) for _ in p)) for p in text.split("·"))  # noqa: B023
        if ("GIVEN", text) in self._drawn:
            return self._drawn["GIVEN", text]
        size = 2 if text[:2] in names.COMPOUND_SURNAMES else 1
        if not _HAN.match(text) or (size == 1 and text[0] not in names.CHINESE_SURNAMES):
            return self._draw("NAME", text, lambda s, n: shapes.reshape(text, s))
        family = self._draw("FAMILY", text[:size], lambda s, n: s.pick(names.CHINESE_FAMILY))
        given = text[size:]
        pool = names.CHINESE_GIVEN if len(given) == 2 else names.CHINESE_SINGLE

        def make(s: Stream, attempt: int) -> str:
            return s.pick(pool) if len(given) <= 2 and attempt < 40 else "".join(s.pick(names.CHINESE_SINGLE) for _ in given)

        return family + (self._draw("GIVEN", given, make) if given else "")

    def _user(self, norm: str, stream: Stream, attempt: int) -> str:
        made = []
        for part in re.findall(r"[^\W\d_]+|\d+|[\W_]+", norm):
            if part.isdigit():
                made.append("".join(str(stream.below(10)) for _ in part))
            elif part.isalpha() and len(part) > 2 and part.isascii():
                made.append(self._token(part, names.FIRST_NAMES if not made else names.LAST_NAMES).casefold())
            else:
                made.append(shapes.reshape(part, stream))
        return "".join(made) + (str(attempt) if attempt and not re.search(r"\d", norm) else "")

    def _email(self, norm: str, text: str) -> str:
        local, _, domain = norm.rpartition("@")
        if not local:  # 'dana at mail dot com': spelt out, so the surrogate is too
            return self._draw("EMAIL_ADDRESS", norm, lambda s, n: f"{self._user(re.split(r' |@', norm)[0], s, n)} at example dot com")

        def make(s: Stream, n: int) -> str:
            free = domain.strip() in FREE_MAIL or "." not in domain
            host = (
                s.pick(("example.com", "example.org", "example.net"))
                if free
                else domain
                if is_reserved_host(domain)
                else self._host(domain)
            )
            box = local.strip() in names.ROLE_BOXES and not free  # an office is no person
            return (local.strip() if box and not n else self._user(local.strip(), s, n)) + "@" + host

        made = self._draw("EMAIL_ADDRESS", norm, make)
        return shapes.like(made.replace("@", "%40") if "%40" in text else made, text)

    def _host(self, host: str) -> str:
        owner = registered_domain(host) or ".".join(host.split(".")[-2:])
        made = self._draw(
            "DOMAIN_NAME", owner, lambda s, n: (s.pick(names.DOMAIN_WORDS) + (s.pick(names.HOST_WORDS) if n > 9 else "")) + ".example"
        )
        if host.endswith(f"{owner}.{owner}"):  # somebody wrote the domain twice, which is what the ticket is about
            return self._host(host[: -len(owner) - 1]) + "." + made
        labels = host[: -len(owner)].rstrip(".").split(".") if host != owner else []
        return ".".join([*(la if KEPT_LABEL.match(la) else self._draw("HOST", la, shapes.host_label) for la in labels), made])

    def _named(self, norm: str) -> str:
        """A machine's or bucket's name: everyday words and numbers stay ('-prod', '-01'), unless nothing else is in it."""
        parts = re.findall(r"[a-z]+|[^a-z]+", norm)
        telling = [p for p in parts if len(p) > 2 and p.isalpha() and not is_ordinary(p)] or [next(p for p in parts if p.isalpha())]
        return "".join(self._draw("HOST", p, shapes.host_label) if p in telling else p for p in parts)

    def _ip(self, norm: str, text: str) -> str:
        if ":" in norm:
            made = self._draw(
                "IP_ADDRESS",
                norm,
                lambda s, n: "2001:db8:" + ":".join(f"{s.below(65535) + 1:x}" for _ in range(2)) + "::" + f"{s.below(65535) + 1:x}",
            )
            return made.upper() if text != text.lower() else made
        made = self._draw(
            "IP_ADDRESS",
            norm,
            lambda s, n: (
                f"{s.pick(('192.0.2', '198.51.100', '203.0.113') if n < 50 else ('198.18.7', '198.18.9', '198.19.5'))}.{s.below(254) + 1}"
            ),
        )
        return made.replace(".", "-") if "-" in text else made

    def _mac(self, norm: str, text: str) -> str:
        made = self._draw(
            "MAC_ADDRESS",
            re.sub(r"[^0-9a-f]", "", norm),
            lambda s, n: "00005e0053" + f"{s.below(256):02x}" if n < 40 else "0200" + f"{s.below(2**32 - 1):08x}",
        )
        return shapes.lay_out(made, text)

    def _address(self, text: str) -> str:
        if _HAN.search(text):
            return "".join(self._place(p) for p in re.findall(rf"[{_ADDRESS_UNITS}]|[^{_ADDRESS_UNITS}\W\d_]+|\d+|[\W_]", text))
        return "".join(self._place(p) for p in re.findall(r"[^\W\d_]+|\d+|[\W_]+", text))

    def _place(self, part: str) -> str:
        if not part.isalnum() or part.casefold() in _ADDRESS_WORDS or part in _ADDRESS_UNITS or re.fullmatch(r"st|nd|rd|th", part):
            return part
        if _HAN.search(part):
            return self._draw(
                "PLACE",
                part,
                lambda s, n: s.pick(names.CHINESE_PLACES) if n < 20 else "".join(s.pick(names.CHINESE_PLACES)[0] for _ in part + "一"),
            )
        if part.isdigit() or len(part) <= 2:
            return self._draw("PLACE", part, lambda s, n: shapes.reshape(part, s))
        pool = names.STREETS + names.PLACES
        return shapes.like(
            self._draw("PLACE", part.casefold(), lambda s, n: s.pick(pool) if n < 30 else s.pick(pool) + s.pick(names.HOST_WORDS)), part
        )

    def _company(self, text: str) -> str:
        """Another name with the same legal form; what is a person's name in this ticket follows that person's."""
        form = LEGAL_FORM.search(text)
        stem, rest = (text[: form.start()], form.group()) if form else (text, "")
        if _HAN.search(stem):
            return (
                self._draw("COMPANY", stem, lambda s, n: s.pick(names.CHINESE_PLACES) + "".join(s.pick(names.CHINESE_SINGLE) for _ in "12"))
                + rest
            )
        words = re.findall(r"[^\W\d_]+|[\W\d_]+", stem)
        return "".join(shapes.like(self._drawn.get(("NAME", unaccented(w).casefold()), ""), w) or self._place(w) for w in words) + rest

    def _birth(self, norm: str, text: str) -> str:
        """Another day in the same spelling. Spellings of one day agree where the parts can be told apart."""
        parts = shapes.date_parts(norm)
        if parts is None or len(norm) != len(text):
            return shapes.lay_out(self._draw("DATE_OF_BIRTH", norm, lambda s, n: shapes.reshape(norm, s)), text)
        day = self._draw(
            "DATE_OF_BIRTH",
            "-".join(f"{v:04d}" for v in parts[0]),
            lambda s, n: f"{1930 + s.below(75):04d}{1 + s.below(12):02d}{13 + s.below(16):02d}",
        )
        new = (int(day[:4]), int(day[4:6]), int(day[6:8]))
        made = text
        for (start, end), part in sorted(parts[1].items(), reverse=True):
            made = made[:start] + shapes.date_part(text[start:end], part, new) + made[end:]
        return made
