from hypothesis import given
from hypothesis import strategies as st

from pipeline.release.shorten import shorten


@given(st.text(), st.integers(1, 50))
def test_the_result_is_a_beginning_and_short_enough(text: str, limit: int) -> None:
    short = shorten(text, limit)
    assert len(short) <= limit
    assert text.strip().startswith(short)
    assert len(text.strip()) > limit or short == text.strip()


def test_cuts_at_a_sentence_end_then_at_a_space_then_hard() -> None:
    assert shorten("One two. Three four. Five", 22) == "One two. Three four."
    assert shorten("One two. Three four.", 20) == "One two. Three four."
    assert shorten("One two. Three four. ", 20) == "One two. Three four."
    assert shorten("第一句。第二句。第三", 8) == "第一句。第二句。"
    assert shorten("version 1.2.3 and more words", 20) == "version 1.2.3 and"
    assert shorten("x" * 30, 10) == "x" * 10
    assert shorten("x" * 9 + " " + "y" * 30, 10) == "x" * 9
