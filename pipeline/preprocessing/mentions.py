"""Names of people who are mentioned in passing: somebody's colleague, whose job it was, who has the login, the row of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.preprocessing.names import CHAT_WORDS, ROLE_WORDS
from pipeline.preprocessing.patterns import Finding
from pipeline.preprocessing.people import UNKNOWN, UPPER
from pipeline.preprocessing.words import is_ordinary

_START = r"(?<![\w./\\$#@_=`-])"
_END = r"(?![\w(=/\\@_-]|\.\w)"
_KIN = (
    r"(?:wife|husband|brother|sister|son|daughter|cousin|uncle|aunt|nephew|niece|friend|colleague|co-?worker|teammate|co-?founder|"
    r"neighbou?r)"
)
_WHO = (
    rf"(?:{_KIN}|user|trainee|intern|student|teacher|boss|manager|director|assistant|accountant|developer|admin|engineer|contractor|"
    r"freelancer|partner|customer|client|patient|contact|secretary|bookkeeper|employee|guy|girl|man|woman|person)s?"
)
_NAMES = rf"{UNKNOWN}(?:[ ]{UNKNOWN})?"
_OWNED = r"(?:phone|mobile|mailbox|inbox|laptop|desk|birthday|vacation|handwriting)"
_BELONGS = rf"(?:{_OWNED}|holidays?|time|fault|notes?|job|shift|absence|departure|successor)"

# (pattern, whether the word may be one of the dictionary)
_CAPITAL: tuple[tuple[re.Pattern[str], bool], ...] = (
    # 'my cousin Unai': WordNet knows a sloth of that name.
    (re.compile(rf"\b(?i:my|our|his|her|their|your) (?:[a-z]{{2,20}} )?{_KIN} ({UNKNOWN}){_END}"), True),
    (re.compile(rf"\b{_WHO}\b[^.!?;:()\n]{{0,40}} \(({_NAMES})\)"), False),
    (re.compile(rf"{_START}({_NAMES}) \((?:my|our|the|his|her) [^()\n]{{0,20}}{_WHO}\)"), False),
    (
        re.compile(
            rf"\b(?i:(?:(?:news|word|reply|answer|e-?mail|message|call|job|script|request|test|idea)[\"'”’]? (?:from|of|by)|greetings to|"
            rf"regards to|say (?:hi|hello) to|poor)) ({UNKNOWN})(?=[,.!?;]|$|\n| (?:in|from) \d{{4}}\b)"
        ),
        False,
    ),
    (re.compile(rf"\b(?i:tell|ask|please have) ({UNKNOWN}) (?:that|if|whether|about|sign|call|log)\b"), False),
    (re.compile(rf"{_START}({UNKNOWN})['’]s (?:[a-z]{{2,20}} )?{_BELONGS}\b"), False),
    (re.compile(rf"(?:[.!?;,][ ]|\n)({UNKNOWN} [{UPPER}]\.)\s*$"), True),
    (re.compile(rf"(?:^|\n)[ \t\"]{{0,4}}({UNKNOWN}(?:[ ]{UNKNOWN}){{1,2}})\"?[,;|\t][ ]?(?=\"?(?:[+\d]|[\w.+-]{{1,64}}@))"), False),
)
_LOWER: tuple[re.Pattern[str], ...] = (
    re.compile(r"\bask ([a-z]{3,20}),? (?:s?he|they) (?:has|have|knows?|is|was|did|set|made|can|will)\b"),
    re.compile(rf"(?<![\w./@-])([a-z]{{3,20}})['’]s {_OWNED}\b"),
    re.compile(
        r"(?i:(?:^|[\n.!?,] ?)(?:(?:kind|best|warm|many) )?(?:regards|wishes|thanks|cheers|gruß|grüße|gruss|lg|mfg|vg|saludos|"
        r"cordialement|groeten|saluti|hilsen|pozdrawiam)),?\s{1,2}([^\W\d_A-Z]{3,20}(?:[ -][^\W\d_A-Z]{3,20}){0,3})\s*$"
    ),
)


def mentioned_names(text: str) -> Iterator[Finding]:
    """Names that no list has, by what is said of their bearers."""
    for pattern, any_word in _CAPITAL:
        for match in pattern.finditer(text):
            names = re.findall(r"[^\W\d_]{2,}", match.group(1))
            if not any(n.casefold() in CHAT_WORDS | ROLE_WORDS for n in names) and (any_word or not all(map(is_ordinary, names))):
                yield Finding(*match.span(1), "PERSON", 0.6)
    for pattern in _LOWER:
        for match in pattern.finditer(text):
            if not any(is_ordinary(n) for n in re.findall(r"[^\W_]+", match.group(1))):
                yield Finding(*match.span(1), "PERSON", 0.6)
