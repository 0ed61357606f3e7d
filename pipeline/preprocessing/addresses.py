"""Postal addresses: an anchor (street and number, box, unit), then the words, numbers and lines that belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.preprocessing.names import CHAT_WORDS
from pipeline.preprocessing.patterns import Finding
from pipeline.preprocessing.words import is_ordinary

_UPPER = "A-ZÀ-ÞĄČĆĎĐĚĘĞİĶĻŁŃŇŅŐŘŚŠŞŤŮŰŽŹŻΑ-ΩΆ-Ώ"
_CAP = rf"[{_UPPER}][\w'’.-]{{0,30}}"
_PARTICLE = (
    r"(?:(?:de|da|do|dos|das|du|des|del|della|delle|dei|degli|dello|dal|"
    r"di|la|las|le|los|van|von|der|den|d'|ul\.|u\.|ulica|av\.|of|the)[ ]){0,2}"
)
_STREET_WORD = (
    r"(?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|boulevard|blvd|court|ct|way|place|pl|square|sq|terrace|ter|parkway|pkwy|highway|"
    r"hwy|circle|cir|"
    r"trail|crescent|close|grove|mews|row|quay|alley|plaza|bypass|heights|gardens|hollow|creek|mall|flats|green|cliffs|corner|park|view|"
    r"hills?|mount|glen)"
)
_UNIT = r"(?:apt|apartment|suite|ste|unit|floor|fl|room|rm|building|bldg|flat|door|no|box|p\.?o\.? ?box|#)"
_NUMBER = r"\d{1,6}[A-Za-z]?"

_SUFFIXED = re.compile(
    rf"(?<![\w.,-])(?<!\d:){_NUMBER}(?:[ ]\d{{1,5}})?(?:[ ](?:[NSEW]|North|South|East|West)\.?)?(?:[ ]{_CAP}|[ ]\d{{1,3}}(?:st|nd|rd|"
    rf"th)){{1,4}}[ ](?i:{_STREET_WORD})\b\.?"
)
_LOWER = re.compile(
    r"(?<![\w.,-])\d{1,6}[a-z]?(?:[ ]\d{1,5})?(?:[ ][a-z'.-]{2,20}){1,3}[ ](?:street|streeet|avenue|ave|road|drive|lane|blvd|"
    r"boulevard|terrace|parkway|highway|st|rd|dr|ln|way|place|court|cross)\b"
)
_TWO_NUMBERS = re.compile(
    rf"(?<![\w.,-])(\d{{1,6}})[ ]((?:{_PARTICLE}{_CAP}[ ]){{1,5}}(?:(?:u\.|utca|tér|út|útja|körút|sokak|cadde)[ "
    rf"])?)\d{{1,5}}[A-Za-z]?(?![\w%:]|\.\d)"
)
_FOREIGN = re.compile(
    rf"(?<![\w.])(?:\d{{1,6}}[ ])?(?:Rua|Avenida|Av\.|Rue|Via|Viale|Calle|Piazza|Strada|Ulica|ul\.|Largo|Travessa|Chemin|Boulevard|"
    rf"Allée|Quai|rue|avenue|boulevard|Postbox|"
    rf"P\.?[ ]?O\.?[ ]?Box|Postfach|PSC|Apartado)[ ]{_PARTICLE}(?:{_CAP}[ ]?){{0,5}},?[ ]?\d{{1,5}}"
    rf"[A-Za-z]?(?:/\d{{1,4}}[A-Za-z]?)?(?!\w)|\d{{1,5}},?[ ](?:rue|"
    rf"avenue|boulevard|chemin|place|quai|Rue|Avenue|Boulevard)[ ]{_PARTICLE}(?:{_CAP}[ ]?){{1,4}}"
)
_COMPOUND = re.compile(
    rf"(?<![\w.])(?:\d{{1,6}}[ ])?[{_UPPER}]\w{{2,30}}(?:stra(?:ß|ss)e|str\.|weg|gasse|allee|platz|gatan|vägen|veien|gata|gate|vej|gade|"
    rf"straat|laan|plein|katu|tie|kuja|utca|hove|åsen|vegen|parken)"
    r"[ ]\d{1,5}[A-Za-z]?(?!\w)",
    re.I,
)
_WORD_LAST = re.compile(  # Tiltų g. 22, Brīvības iela 5, Kossuth Lajos utca 3, Bağdat Cad. 12
    rf"(?<![\w.])(?:{_CAP}[ ]){{1,3}}"
    rf"(?i:g\.|gatvė|pr\.|prospektas|al\.|iela|bulvāris|utca|tér|út|körút|sok\.|sokak|cad\.|caddesi|ulica|tänav|mnt)"
    rf"[ ](?:no:? ?)?\d{{1,5}}[A-Za-z]?(?:[-/]\d{{1,4}})?(?!\w|[.]\d)",
)
_PHRASED = re.compile(
    rf"(?i:\b(?:lives?|lived|living|located|address(?:es)?|meet(?: me| you| us)?|resid(?:e|es|ing)|moved|office|offices|station|"
    rf"restaurant|house|stop|off|ship(?:ped)?|sent?|send|return|"
    rf"deliver(?:ed)?|mail(?:ed)?|corner|here they are|it's|it is)\b[^.\n\d]{{0,24}}?(?:\b(?:at|on|in|to|is|are|of)\b|:)[ :]{{1,2}})"
    rf"((?:{_NUMBER}[ ])?{_PARTICLE}(?:{_CAP}[ ]){{1,4}}\d{{1,5}}[A-Za-z]?(?!\w|\.\d)|{_NUMBER}[ ]{_PARTICLE}{_CAP}(?:[ ]{_CAP}){{0,3}})"
)
_ASKED = re.compile(
    r"(?i:\b(?:my|new|home|shipping|billing|mailing|delivery|postal|current|old|street|residential|correct)? ?address(?: (?:is|was|to|"
    r"as)|:)[ ]?(?:now |to |: ?)?)((?=[^\n]{0,60}\d)[^\s,;.][^\n,;]{5,80})"
)
_UNITS = re.compile(
    r"(?<![\w-])(?:Apt|Suite|Ste|Apartment)\.?[ ]#?\d{1,5}[A-Za-z]?(?!\w)|(?<!\w)Unit \d{1,5},? Box \d{1,5}|(?<!\w)PSC \d{1,5},? Box "
    r"\d{1,5}|(?<!\w)[AFD]PO A[AEP] \d{5}(?!\d)|(?<!\w)USN?S \w{3,20}\s{1,2}[AFD]PO",
    re.I,
)
_CORNER = re.compile(
    rf"(?i:\bthe corner of )(?:{_NUMBER}[ ])?{_PARTICLE}{_CAP}(?:[ ](?:{_CAP}|\d{{1,5}}|de|of)){{0,4}} and (?:{_NUMBER}[ "
    rf"])?{_PARTICLE}{_CAP}(?:[ ](?:{_CAP}|\d{{1,5}})){{0,4}}"
)
_STATES = (
    "al ak az ar ca co ct de fl ga hi ia il ks ky la ma md me mi mn mo ms mt nc nd ne nh nj nm nv ny oh ok or pa ri sc sd tn tx "
    "ut va vt wa wi wv wy dc"
).upper()
_STATE_ZIP = re.compile(
    rf"(?<!\w)(?:{_CAP}[ ]){{0,3}}{_CAP},?[ \n](?:{'|'.join(_STATES.split())})[ ]\d{{5}}(?:-\d{{4}})?(?!\d)|(?<![\w@.])(?:[a-z]{{3,20}} "
    rf"){{1,3}}(?:{'|'.join(_STATES.lower().split())}) \d{{5}}(?!\d)"
)

_LAST_LINE = re.compile(rf"\s*\n[ ]?\n[ >?]{{0,6}}(?:{_CAP}[ ]){{1,3}}\d{{4,6}}(?=\s*(?:$|\n))")
_BEGINS = frozenset("flat door house plot room floor block tower suite unit apartment building villa street road number no near".split())
_MISSING = r"n/a|nan|null|none"  # what exports write for an empty part
_TOKEN = re.compile(r"(?:[ ]|,[ ]?|[ ]?,|\n[ >?]{0,6},?[ ]?|[ ]?\n[ >?]{0,6})([^\s,;!?]+)")
_PLACE_WORDS = frozenset("de da do dos das du des del di la las le los van von der den of the u. ul. and".split())
_MONTHS = frozenset(
    """jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august september october november
    december""".split()
)


def find_addresses(text: str) -> Iterator[Finding]:
    """Addresses in Latin and Greek script, overlapping and neighbouring pieces joined. Chinese ones are told by pattern (context.py)."""
    joined: list[Finding] = []
    for f in sorted(_anchored(text)):
        if joined and (f.start <= joined[-1].end or re.fullmatch(r"[ ,.]{0,3}\n?[ >?]{0,6},?[ ]?", text[joined[-1].end : f.start])):
            joined[-1] = Finding(joined[-1].start, max(f.end, joined[-1].end), f.type, max(f.score, joined[-1].score))
        else:
            joined.append(f)
    yield from joined


def _anchored(text: str) -> Iterator[Finding]:
    """Every anchor with what belongs to it; they may overlap."""
    for pattern in (_SUFFIXED, _FOREIGN, _COMPOUND, _WORD_LAST, _UNITS):
        for match in pattern.finditer(text):
            if not re.match(r"\d+\s+(?:of|the|in|at|to|on|from)\b", match.group(), re.I):
                yield _extended(text, *match.span(), 0.8)
    for match in _LOWER.finditer(text):
        if not re.match(
            r"\d+ (?:of|the|in|at|to|on|from|hours?|days?|minutes?|items?|users?|errors?|times?|more|way|and|is)\b", match.group()
        ):
            yield _lower_tail(text, *match.span())
    for match in _TWO_NUMBERS.finditer(text):
        words = [w.strip(".").casefold() for w in match.group(2).split()]
        if (
            any(len(w) >= 4 and not is_ordinary(w) for w in words)
            and not set(words) & _MONTHS
            and not any(w in CHAT_WORDS and len(w) > 3 for w in words)
        ):
            yield _extended(text, *match.span(), 0.75)
    for match in _PHRASED.finditer(text):
        said = set(re.findall(r"[^\W\d_]+", match.group(1).casefold()))
        if not said & _MONTHS and not said & CHAT_WORDS - {"the", "of", "st", "dr", "mac", "la", "spring", "a", "san", "in"}:
            yield _extended(text, *match.span(1), 0.7)
    for match in _ASKED.finditer(text):
        if not re.match(r"\S*[@/]|\d{1,3}\.\d|0x|[0-9a-f]+:", match.group(1)) and not _is_state(match.group(1)):
            yield Finding(match.start(1), match.end(1) - (len(match.group(1)) - len(match.group(1).rstrip(" ."))), "STREET_ADDRESS", 0.75)
    for match in [*_STATE_ZIP.finditer(text), *_CORNER.finditer(text)]:
        yield Finding(*match.span(), "STREET_ADDRESS", 0.7)


def _is_state(said: str) -> bool:
    """What becomes of an address, not what it is: 'locked out for 30 minutes'."""
    words = said.split()[:3]
    return words[0].islower() and is_ordinary(words[0]) and words[0] not in _BEGINS and not re.search(r"\d", " ".join(words))


def _extended(text: str, start: int, end: int, score: float) -> Finding:
    """Goes on over units, places, countries and postal codes, on the same and the next lines."""
    before = re.search(r"(?<![\w.,-])\d{1,6} $", text[max(0, start - 8) : start])
    start -= len(before.group()) if before else 0
    place = end
    for _ in range(14):
        if text[place : place + 1] == "." and not re.match(r"\.?\s*(?:$|\n|,|Apt|Suite|Unit)", text[place:]):
            break
        token = _TOKEN.match(text, place + (text[place : place + 1] == "."))
        if token is None:
            break
        word = token.group(1)
        bare = word.strip(".()'\"")
        low = bare.casefold()
        if (
            "\n" in token.group()
            and not re.match(rf"(?:{_CAP}|\d{{1,6}}\w?|[A-Z]{{2}}|{_UNIT})\.?(?:[ ,?!]|$|\n|\.)", text[token.start(1) :])
            and not re.fullmatch(_MISSING, low)
        ):
            break
        belongs = bare[:1].isupper() or re.fullmatch(r"#?\d[\w-]{0,9}", bare) or low in _PLACE_WORDS or re.fullmatch(_UNIT, low)
        code = re.fullmatch(r"[A-Z]{2,3}", bare) and re.match(r"[ ,]{1,2}\d|[ ]?(?:$|\n)", text[token.end() :])
        belongs = belongs or code or re.fullmatch(_MISSING, low)
        if (
            not belongs
            or (not code and low in CHAT_WORDS and low not in _PLACE_WORDS and not re.fullmatch(_UNIT, low))
            or "@" in word
            or "://" in word
        ):
            break
        if re.match(r"[ ](?:Phone|Tel|Email|Fax|Website)|:", text[token.end() :]):
            break
        place = token.end() - (len(word) - len(word.rstrip(".")))
        if word.endswith(".") and len(bare) > 4 and not bare.isdigit():
            break
    last = _LAST_LINE.match(text, place)
    place = last.end() if last else place
    tail = text[start:place]
    return Finding(start, start + len(re.sub(r"(?:[\s,.>?]|\b(?:and|the|of|de|la))+$", "", tail)), "STREET_ADDRESS", score)


def _lower_tail(text: str, start: int, end: int) -> Finding:
    """A typed-in lower-case address: goes on to the end of a short line or to a word of talk."""
    for token in re.finditer(r"(?:, ?|[ ])([a-z0-9#.-]{1,20})", text[end : end + 70]):
        if (token.start() + end != end and text[end : end + token.start()].strip()) or (
            token.group(1) in CHAT_WORDS and token.group(1) not in ("new", "city", "in")
        ):
            break
        if len(token.group(1)) > 3 and token.group(1).endswith(("ing", "ed", "ly")):
            break
        end_here = end + token.end()
        return _lower_tail(text, start, end_here) if end_here - start < 90 else Finding(start, end_here, "STREET_ADDRESS", 0.75)
    return Finding(start, end, "STREET_ADDRESS", 0.75)
