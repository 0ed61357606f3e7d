import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.collection.html_text import html_to_text


def text(html: str) -> str:
    return html_to_text(html, "field")


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("plain  words * and_marks ", "plain  words * and_marks"),
        ("<p>5 &lt; 6 &amp; my_var * 2</p>", "5 < 6 & my_var * 2"),
        ("<p>one</p><p>two<br>three</p>", "one\n\ntwo\nthree"),
        ("<pre><code>if a &lt; b:\n    go()\n\n    x</code></pre>", "```\nif a < b:\n    go()\n\n    x\n```"),
        ("<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>", "- a\n- b\n  1. c"),
        ('<a href="https://docs.x.y/a_b">guide</a> <code>a_b</code>', "[guide](https://docs.x.y/a_b) `a_b`"),
        ("<script>evil()</script><style>p{}</style>ok<!-- <b>no</b> --><!DOCTYPE html><?x y?>", "ok"),
        ('<img src="data:image/png;base64,AAAA" alt="shot"> x', "shot x"),
        ('<img src=x onerror="evil()" alt="pic">', "![pic](x)"),
        ("5 < 6 and <", "5 < 6 and <"),
        ("<p>x <!-- never closed", "x <!-- never closed"),
        ("<table><tr><th>k</th></tr><tr><td>v</td></tr></table>", "| k |\n| --- |\n| v |"),
    ],
)
def test_html_becomes_readable_text(html: str, expected: str) -> None:
    assert text(html) == expected


def test_deep_nesting_keeps_the_words() -> None:
    assert text("<div>" * 20_000 + "deep" + "</div>" * 20_000 + "<p>flat</p>") == "deep\nflat"


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["<!--", "<!", "<?", "<a ", '<a href="', "<", "&#", "<script>", "<script></", "</div>", "<![CDATA[", "<li>"]
)
def test_pieces_that_never_end_take_no_quadratic_time(piece: str) -> None:
    began = time.monotonic()
    text(piece * (200_000 // len(piece)))
    assert time.monotonic() - began < 20  # quadratic time would be minutes


@given(
    st.lists(
        st.sampled_from(
            ["<p>", "</p>", "<pre>", "<li>", "<ol start='x'>", "<td colspan='-1'>", "<", ">", "a", "&#x", "<!", "-->", "<!--", '"', "\0"]
        )
    ).map("".join)
)
def test_any_html_is_some_text(html: str) -> None:
    assert isinstance(text(html), str)
