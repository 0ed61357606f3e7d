"""Names of people: by what introduces them, and what spaCy proposes once false alarms are taken out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.preprocessing.names import CHAT_WORDS, ROLE_WORDS
from pipeline.preprocessing.patterns import Finding
from pipeline.preprocessing.words import KNOWN_NAMES, is_known_name, is_ordinary

_CAP = r"(?:[A-ZÀ-ÞĄČĆĎĐĚĘĞİĶĻŁŃŇŅŐŘŚŠŞŤŮŰŽŹŻ](?:[\w]|['’.-](?=\w)){1,24}|[A-ZÀ-ÞĄČĆĎĐĚĘĞİĶĻŁŃŇŅŐŘŚŠŞŤŮŰŽŹŻ](?:\.|(?= [A-ZÀ-Þ])))"
_PARTICLE = r"(?:(?:van|von|de|da|di|del|der|den|la|le|bin|al|el|dos|ter)[ ]){0,2}"
NAME = rf"{_CAP}(?:[ ]{{1,2}}{_PARTICLE}{_CAP}){{0,3}}"
_LOOSE = r"[^\W\d_](?:[^\W\d_]|['’-](?=[^\W\d_])){1,24}"
_WORDS = rf"{_LOOSE}(?:[ ]{{1,2}}(?:{_LOOSE}|[A-Za-z]\b\.?)){{0,3}}"

_TITLE = r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Madam|Señor|Herr|Frau|Monsieur|Madame)\.?"

# (pattern, score, how strictly the words are tested)
_INTRODUCED: tuple[tuple[re.Pattern[str], float, str], ...] = (
    (
        re.compile(
            rf"(?i:\b(?:my|his|her|their|full|first|last|sur|family|given|middle|maiden|legal|contact|customer|account holder|passenger|"
            rf"card ?holder)"
            rf"(?:'s|s)?[ ]?names?(?:[ ]?(?:is|was|are|as|would be|:|=|-|\?(?: User:)?))?[ :]{{1,3}})({_WORDS})"
        ),
        0.85,
        "loose",
    ),
    (
        re.compile(
            rf"(?i:(?<![a-z.-])(?<!host )(?<!file )(?<!domain )(?<!user )(?<!server )(?<!the )(?<!this )name[ ]?(?:is|:|-|=|as)?[ "
            rf"]{{1,3}})({_WORDS})"
        ),
        0.75,
        "rare",
    ),
    (
        re.compile(
            rf"(?i:\b(?:this is|i am|i'm|i’m|im|it's|its|call me|called|named|name's|myself|known as|speaking (?:to|with)|spoke (?:to|"
            rf"with)|talk(?:ed|ing)? (?:to|with)|"
            rf"here is|ask for|attn:?|attention:?|contact(?: person)?:?|c/o|behalf of|signed by|assigned to|escalated to|colleague|"
            rf"manager|boss|wife|husband|"
            rf"brother|sister|son|daughter|friend|cousin|uncle|aunt|nephew|niece|partner|assistant|contractor|intern|ceo|cto|cfo|coo|"
            rf"accountant|lawyer|developer|coworker|teammate)[ ]{{1,2}})({_WORDS})"
        ),
        0.8,
        "name",
    ),
    (
        re.compile(
            rf"(?i:(?:^|[\n.!?>;,][ ]?|\b)(?:hi|hello|hey|dear|hiya|hallo|salut|bonjour|hola|ciao|olá|ola|liebe|lieber|cher|chère|"
            rf"buenas|beste|hej|cześć|thanks|thank you|thank you so much|thanks again|good (?:morning|afternoon|evening)|welcome(?: "
            rf"back)?|sorry|bye|"
            rf"cheers|morning|understood|great|sure|ok|okay)[,]?[ ]{{1,2}})({_WORDS})(?=[ ]?[,!.:;\n—–-]|[ ]?$|[ ](?:and|I|we|thanks|"
            rf"thank|for|this|it|here|-|—)\b)"
        ),
        0.8,
        "name",
    ),
    (
        re.compile(
            rf"(?i:(?:^|\n|[.!?,;][ ])[ ]{{0,3}}(?:(?:kind|best|warm|many)?[ ]?(?:regards|wishes|thanks)|sincerely(?: yours)?|yours(?: "
            rf"truly| sincerely| faithfully)?|cheers|thank you|thanks|thx|"
            rf"respectfully|signed|greetings|grüße|viele grüße|gruß|mfg|merci|danke|gracias|saludos|obrigad[oa]|cordialement|groeten|"
            rf"groetjes|saluti|grazie|dank je wel|bedankt|hälsningar|hilsen|pozdrawiam|dzięki)[ ]?[,.!\-—–]{{0,2}}[ \t]{{0,3}}\n?[ "
            rf"\t\-—–~]{{0,4}})({NAME})(?=[ ]?[.,!|(\n]|[ ]?$)"
        ),
        0.85,
        "name",
    ),
    (re.compile(rf"(?:^|\n)[ ]?[-—–~]{{1,2}}[ ]?({NAME})(?=[ ]?(?:[,|(\n]|$))"), 0.8, "name"),
    (re.compile(rf"(?<!\d )(?<!\d)\b(?i:{_TITLE})[ ]({NAME})"), 0.9, "any"),
    (re.compile(rf"\"?({NAME})\"?[ ]?<[\w.+-]{{1,64}}@[\w.-]{{1,100}}>"), 0.9, "any"),
    (
        re.compile(
            rf"(?i:\b(?:from|by|to|cc|owner|requester|reported by|registrant|admin contact|tech contact|account manager|contact name|"
            rf"contact|engineer|holder|cardholder|name on (?:the )?(?:card|account)|"
            rf"attendee|recipient|shipped to|bill to|ship to|passenger|employee|customer|author)[ ]?(?:is)?[:=][ ]{{0,3}})({NAME})"
        ),
        0.85,
        "name",
    ),
    (
        re.compile(
            rf"(?:^|\s)({NAME})(?= (?:here\b|speaking\b|(?:from|in|at) (?:support|billing|accounts?|accounting|sales|finance|ops|"
            rf"operations|marketing|legal|purchasing|HR|IT|the|our)\b|will (?:call|take|follow|contact|help)))"
        ),
        0.8,
        "name",
    ),
)
_CLOSING = re.compile(
    rf"(?:[.!?)…;,][\s]{{1,3}}|\n[ \t]*|[ \n][-—–~]{{1,2}}[ ]?|[\U0001f300-\U0001faff][ ])((?:[A-Z]\.[ ])?{_CAP}(?:[ "
    rf"]{_PARTICLE}{_CAP}){{0,2}})[ ]?[.!]{{0,3}}\s*$"
)
_STOP = frozenset(
    "apt apartment suite unit floor box and or but from with at on in for of to is was i'm im my here the a an this that who because so "
    "if as not by".split()
)


def _trim(text: str, start: int, end: int, strict: str) -> tuple[int, int] | None:
    """Cuts the words after an introduction down to those that can be a name."""
    words = [(m.start() + start, m.end() + start, m.group()) for m in re.finditer(r"[^\s]+", text[start:end])]
    kept: list[tuple[int, int, str]] = []
    for a, b, word in words:
        low = word.casefold().rstrip(".")
        if low in _STOP and not (len(low) == 1 and word[0].isupper() and kept) and not (kept and low in ("de", "la", "al", "van", "von")):
            break
        capital = word[:1].isupper() and not (len(word) > 1 and word.isupper() and text != text.upper())
        name = is_known_name(low)
        ordinary = is_ordinary(low) or low in ROLE_WORDS
        if len(low) == 1 and kept:
            fits = True
        elif strict == "any":
            fits = capital
        elif strict == "loose":
            listed = low in KNOWN_NAMES and low not in CHAT_WORDS
            fits = listed or (not ordinary and len(low) > 1) or (capital and (not ordinary or bool(kept) or is_proper(text, b)))
            fits = fits or (bool(kept) and low not in CHAT_WORDS and is_proper(text, b))
        elif strict == "rare":
            fits = name or (not ordinary and len(low) > 2) or (capital and not ordinary)
        else:
            listed = low in KNOWN_NAMES and low not in CHAT_WORDS and text[b : b + 2].strip()[:1].isupper()  # Lily Nolan
            fits = name or (capital and (not ordinary or bool(kept) or listed)) or (bool(kept) and not ordinary and kept[-1][2].islower())
        if not fits:
            break
        kept.append((a, b, word))
    while kept and len(kept[-1][2].rstrip(".")) == 1:
        kept.pop()
    if not kept:
        return None
    if strict == "rare" and len(kept) == len(words) and text[end : end + 1] in "(./_":
        return None
    return kept[0][0], kept[-1][1]


def closing_name(text: str) -> Iterator[Finding]:
    """The last word of a message when nothing but a name can stand there: 'Thanks. Jorrit', '— Lubomír', 'sleep well, Zoë!'."""
    tail = max(0, len(text) - 120)
    match = _CLOSING.search(text, tail)
    if match:
        words = re.findall(r"[^\W\d_]{2,}", match.group(1))
        if words and all(w[1:].islower() and (not is_ordinary(w) or is_known_name(w)) and w.casefold() not in ROLE_WORDS for w in words):
            yield Finding(*match.span(1), "PERSON", 0.7)


def is_proper(text: str, end: int) -> bool:
    """Nothing but the end of a clause follows."""
    return bool(re.match(r"\s*(?:$|[,.;!?\n)]|and\b|from\b)", text[end : end + 8]))


def introduced_names(text: str) -> Iterator[Finding]:
    """English names after 'my name is', 'Hi', 'Regards' and the like, or after a title."""
    for pattern, score, strict in _INTRODUCED:
        for match in pattern.finditer(text):
            span = _trim(text, *match.span(1), strict)
            if span and not re.match(r"[\w]*\(|[./_]\w", text[span[1] : span[1] + 3]):
                yield Finding(*span, "PERSON", score)


_CAPITALIZED = re.compile(r"(?<![\w./\\$#@_-])[A-ZÀ-ÞĄČĆĎĐĚĘĞİĶĻŁŃŇŅŐŘŚŠŞŤŮŰŽŹŻ][a-zß-ÿœšžćčěňřůąęłńóśźżıőű'’]{1,24}")


def may_hold_name(text: str) -> bool:
    """A capitalized word that is no everyday word: what makes the language model worth its time."""
    return any(not is_ordinary(m.group()) or is_known_name(m.group()) for m in _CAPITALIZED.finditer(text))


def listed_names(text: str) -> Iterator[Finding]:
    """Capitalized first names of the lists with the capitalized words after them, in text that is not all capitals or all lower case."""
    for match in _LISTED.finditer(text):
        first = match.group(1)
        if not is_known_name(first.split("-")[0]) or re.match(
            r"[\w/\\@=(\[]|\.\w|-\w|\s?[=({]|['’]s [A-Z]\w+ (?:API|SDK|server)", text[match.end(1) :]
        ):
            continue
        words = [m for m in re.finditer(r"\S+", match.group())]
        end = match.end(1)
        for word in words[1:]:
            core = word.group().rstrip(".")
            low = core.casefold()
            if len(core) == 1 or low in _PARTICLES or not is_ordinary(low) or is_known_name(low) or low in KNOWN_NAMES:
                if len(core) > 1 and low not in _PARTICLES:
                    end = match.start() + word.end()
                continue
            break
        yield Finding(match.start(), match.start() + len(text[match.start() : end].rstrip(".'’")), "PERSON", 0.65)


def plausible_person(text: str, start: int, end: int) -> tuple[int, int] | None:
    """spaCy's PERSON spans without technical words: the sub-span of capitalized words that are no ordinary words.

    A lone word must be a known first or last name, or stand in running text and be unknown to the dictionary.
    """
    words = [(m.start() + start, m.group()) for m in re.finditer(r"[^\s,;:()\"<>|/\[\]{}*=]+", text[start:end])]
    kept: list[tuple[int, str]] = []
    for a, word in words:
        core = re.sub(r"['’]s$", "", word.rstrip(".'’!?"))
        low = core.casefold()
        initial = len(core) == 1 and core.isupper() and bool(kept)
        ok = (
            bool(core)
            and core[0].isupper()
            and not re.search(r"[\d_@#\\$%&+~^]", core)
            and not core.isupper()
            and not re.search(r"[a-z][A-Z]", re.sub(r"^(?:Mc|Mac|De|Di|La|Le|Van|O['’])", "", core))
            and low not in ROLE_WORDS
            and (not is_ordinary(low) or is_known_name(low) or (bool(kept) and is_known_name(kept[0][1])))
        )
        if kept and "\n" in text[kept[-1][0] : a]:
            break
        if ok or initial or (kept and low in _PARTICLES):
            kept.append((a, core))
        elif kept:
            break
    while kept and (len(kept[-1][1]) == 1 or kept[-1][1].islower()):
        kept.pop()
    if not kept:
        return None
    first, last = kept[0][0], kept[-1][0] + len(kept[-1][1])
    if re.match(r"[\w/\\@=(\[]|\.\w|-\w|\s?[=(]|\s\d", text[last : last + 2]) or (first and text[first - 1] in "/\\@.#_$-=<`"):
        return None
    if any(is_known_name(w) for _, w in kept):
        return first, last
    if len(kept) > 1:
        return (first, last) if all(len(w) > 2 or w.isupper() for _, w in kept) else None
    return (first, last) if len(kept[0][1]) > 3 and kept[0][1].casefold() not in CHAT_WORDS else None


_PARTICLES = frozenset("van von de da di del der den la le bin al el dos ter".split())
_LISTED = re.compile(
    rf"(?<![\w./\\$#@_=-])([A-ZÀ-ÞĄČĆĎĐĚĘĞİĶĻŁŃŇŅŐŘŚŠŞŤŮŰŽŹŻ][a-zß-ÿœšžćčěňřůąęłńóśźżıőű]{{1,20}}(?:-[A-ZÀ-ÞĄČĆĎĐĚĘĞİĶĻŁŃŇŅŐŘŚŠŞŤŮŰŽŹŻ]["
    rf"a-zß-ÿ]{{1,20}})?)(?=[ ,.:;!?'’\")\n]|$)(?:[ ]{_PARTICLE}{_CAP}){{0,3}}"
)
UPPER = "A-ZÀ-ÞĄČĆĎĐĚĘĞİĶĻŁŃŇŅŐŘŚŠŞŤŮŰŽŹŻ"
UNKNOWN = rf"[{UPPER}][^\W\d_A-Z]{{2,24}}"
_PAIR = re.compile(
    rf"(?<![\w./\\$#@_=`-])(?=({UNKNOWN})((?:[ ][{UPPER}]\.?)?[ ]{_PARTICLE})({UNKNOWN}(?:-{UNKNOWN})?)(?![\w(=/\\@_-]|\.\w|[ "
    rf"]?[({{=]))"
)
_COUPLE = re.compile(rf"(?<![\w./\\$#@_=`-])({UNKNOWN}) and ({UNKNOWN})(?![\w(=/\\@_-])")
_LOWER_COUPLE = re.compile(r"(?<![\w./@-])([a-z]{3,20}) and ([a-z]{3,20})(?![\w(=/@-])")
_VOCATIVE = re.compile(rf"(?<=[a-z], )({UNKNOWN})(?=[.!?](?:\s|$))")
_WITH_PHONE = re.compile(rf"(?<![\w./@-])({UNKNOWN})(?=[ ]?[(:]?[ ]?\+\d)")
_ACTING = re.compile(
    rf"(?<![\w./\\$#@_=`-])({UNKNOWN})(?=(?:['’]s)?[ ](?:says|said|lives|lived|wrote|told|asked|began|replied|spent|thinks|explained|"
    rf"graduates|is from|is very|had given|just has|spoke|joined|emailed|phoned|mentioned|speak|is on it|is looking|installed|deployed|"
    rf"configured|set up|fixed|approved|objects|agrees|"
    rf"confirmed|confirms|promised|left us|left in|is away|is back|is at it|did (?:it|that|this)|put (?:it|that|this)|typed|quit|forgot|"
    rf"moved (?:it|the|our|my)|has the|(?:gave|showed) (?:me|us)|switched|was right|from (?:the |our )?(?:networks?|networking|finance|"
    rf"accounting|accounts|bookkeeping|office|IT|HR|sales|marketing|security|purchasing|reception|logistics|engineering|development))\b)"
)
_SAID = re.compile(
    rf"\b(?:says|said|replied|asked|told|(?:(?:hard)?coded|written|done|made|installed|approved|signed|configured|reported|sent|set up|"
    rf"fixed|created|deployed|"
    rf"changed|booked|ordered|told|hired) by)[ ]({UNKNOWN})(?![\w(=/\\@_-]|\.\w)"
)
_ITEM = r"[^\W\d_]{2,20}"
_LIST = re.compile(rf"(?<![\w./-])({_ITEM}(?:, ?{_ITEM}){{1,12}},? (?:and|&) {_ITEM})(?![\w/(-])")
_SPEAKER = re.compile(rf"(?:^|\n)[ >]{{0,3}}({UNKNOWN}):(?=[ \"])")


def unlisted_names(text: str) -> Iterator[Finding]:  # noqa: PLR0912 (one pattern after the other)
    """Capitalized words that no dictionary has: two in a row, one that acts as people do, or one in a row of names."""
    for match in _PAIR.finditer(text):
        words = (match.group(1), match.group(3))
        common = [w.casefold() for w in words if is_ordinary(w) and not is_known_name(w)]
        if not common or (len(common) == 1 and common[0] in KNOWN_NAMES and common[0] not in CHAT_WORDS and common[0] not in ROLE_WORDS):
            yield Finding(match.start(1), match.end(3), "PERSON", 0.6)
    for match in _VOCATIVE.finditer(text):
        if not is_ordinary(match.group(1)) or is_known_name(match.group(1)):
            yield Finding(*match.span(1), "PERSON", 0.55)
    for match in _WITH_PHONE.finditer(text):
        if not is_ordinary(match.group(1)) or is_known_name(match.group(1)):
            yield Finding(*match.span(1), "PERSON", 0.6)
    for match in _LOWER_COUPLE.finditer(text):
        if all(map(is_known_name, match.groups())):
            yield from (Finding(*match.span(i), "PERSON", 0.55) for i in (1, 2))
    for match in _COUPLE.finditer(text):
        if any(map(is_known_name, match.groups())) and not any(is_ordinary(w) and not is_known_name(w) for w in match.groups()):
            yield from (Finding(*match.span(i), "PERSON", 0.6) for i in (1, 2))
    for pattern in (_ACTING, _SAID):
        for match in pattern.finditer(text):
            if not is_ordinary(match.group(1)) or is_known_name(match.group(1)):
                yield Finding(*match.span(1), "PERSON", 0.55)
    for match in _SPEAKER.finditer(text):
        if is_known_name(match.group(1)):
            yield Finding(*match.span(1), "PERSON", 0.6)
    for match in _LIST.finditer(text):
        items = [m for m in re.finditer(r"[^\W\d_]+", match.group()) if m.group() != "and"]
        known = sum(is_known_name(m.group()) for m in items)
        if known and known * 3 >= len(items) and len(items) > 2:
            for m in items:
                if is_known_name(m.group()) or not is_ordinary(m.group()) or (known * 2 >= len(items) and m.group()[0].isupper()):
                    yield Finding(match.start() + m.start(), match.start() + m.end(), "PERSON", 0.6)


NOT_A_NAME = re.compile(
    r"(?:San|Santa|Los|Las|Fort|Port|Saint|New|North|South|West|East|Puerto)[ ][A-Z]"  # San Diego is a place, though Diego is a name
    r"|(?:I|You|We|They|He|She|It)['’](?:ll|ve|re|m|d|s)\b"
)
_CAMEL = re.compile(r"(?<![^\W_])(?!(?:Mc|Mac|De|Di|Du|La|Le|Van|Von|Fitz|O['’])[A-Z])\w*[a-z][A-Z]")


def is_no_name(text: str, start: int, end: int) -> bool:
    """A place ('San Diego'), a contraction ('I'll'), an identifier ('OpenPort'), a header ('X-Forwarded-For:') or a table's head."""
    value = text[start:end]
    if NOT_A_NAME.match(text, start, end) or _CAMEL.search(value):
        return True
    parts = value.split("-")
    if len(parts) > 1 and " " not in value and text[end : end + 1] == ":" and any(len(p) < 2 or is_ordinary(p) for p in parts):
        return True
    if len(value) > 2 and value.isupper() and not any(is_known_name(w) for w in value.split()):
        line = text[text.rfind("\n", 0, start) + 1 : (text.find("\n", end) + 1 or len(text) + 1) - 1]
        return line.isupper() and line != text and len(line.split()) > 3
    return False


TITLE_AFTER = re.compile(r",?[ ](?:MD|DDS|DVM|PhD|Ph\.D\.|Jr|Sr|II|III|IV|CPA|Esq)\b\.?")
TITLE_BEFORE = re.compile(rf"(?<!\d )\b(?i:{_TITLE})[ ]$")


def is_author_name(author: str) -> bool:
    """A speaker's name unless it is a function ('Support Team', '客服')."""
    words = re.findall(r"[^\W_]+", author)
    if re.search(r"客服|机器人|系统|助手|小二|管理员|工单|售后", author):
        return False
    return bool(words) and len(author.strip()) > 1 and not all(w.casefold() in ROLE_WORDS for w in words)
