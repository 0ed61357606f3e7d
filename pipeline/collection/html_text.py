"""HTML of a help desk as Markdown text: code blocks, lists, links and tables stay readable, nothing in it is run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.errors import RecordError

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_DROPPED = ["script", "style", "head", "title", "template", "noscript", "iframe", "object"]
_DEEPEST = 60  # elements inside each other; markdownify calls itself for each level
_DECLARATION = re.compile(r"<[!?][^>]*>")
_TAG_START = re.compile(r"<(?!/?[A-Za-z])")


def html_to_text(html: str, field: str) -> str:
    """Markdown of an HTML fragment, stripped. Scripts, styles, comments and inlined pictures are dropped.

    Elements nested beyond reason keep their words and lose their layout.

    Raises:
        RecordError: a parser that gives up; names `field`.
    """
    if "<" not in html and "&" not in html:
        return html.strip()
    from bs4 import BeautifulSoup
    from bs4.exceptions import ParserRejectedMarkup
    from markdownify import MarkdownConverter

    try:
        soup = BeautifulSoup(_plain_tags(html), "html.parser")
    except (ParserRejectedMarkup, AssertionError, RecursionError):
        raise RecordError(f"{field}: cannot be read as HTML") from None
    for element in soup(_DROPPED):
        element.decompose()
    for image in soup("img"):
        if str(image.get("src", "")).lstrip().lower().startswith("data:"):
            image.replace_with(str(image.get("alt", "")))
    if _depth(soup) > _DEEPEST:
        return soup.get_text("\n", strip=True)
    text: str = MarkdownConverter(
        heading_style="ATX", bullets="-", escape_asterisks=False, escape_underscores=False, escape_misc=False
    ).convert_soup(soup)
    return "\n".join(line.rstrip(" ") for line in text.strip().split("\n"))  # two spaces are Markdown's line break


def _plain_tags(html: str) -> str:
    """The fragment without comments and declarations, and with every `<` that opens no tag escaped.

    What is opened and never closed costs the parser quadratic time, so it must not see any of it.
    """
    end = html.rfind(">") + 1
    tagged, rest = html[:end], html[end:]
    kept, place = [], 0
    while (start := tagged.find("<!--", place)) >= 0 and (stop := tagged.find("-->", start + 4)) >= 0:
        kept.append(tagged[place:start])
        place = stop + 3
    kept.append(tagged[place:])
    return _TAG_START.sub("&lt;", _DECLARATION.sub("", "".join(kept))) + rest.replace("<", "&lt;")


def _depth(soup: BeautifulSoup) -> int:
    """Elements inside each other, at most."""
    depths = {id(soup): 0}
    for element in soup(True):
        depths[id(element)] = depths[id(element.parent)] + 1
    return max(depths.values())
