import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.release.strict_json import DEEPEST, dump_line, parse_json

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**200), 10**200) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_what_is_written_is_read_back_from_one_line(value: object) -> None:
    line = dump_line(value)
    assert len(line.splitlines()) <= 1
    assert parse_json(line) == json.loads(line) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"a": 1, "a": 2}',
        "NaN",
        "[Infinity]",
        "1e999",
        "-1e999",
        "9" * 5000,
        "[" * 100_000,
        "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
        '"\\ud800"',
        '{"\\udfff": 1}',
    ],
)
def test_what_readers_disagree_about_is_refused_in_a_few_words(text: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        parse_json(text)
    assert len(str(caught.value)) < 120


@given(st.text())
def test_any_text_is_read_or_refused_with_a_value_error(text: str) -> None:
    with contextlib.suppress(ValueError):
        parse_json(text)


def test_marks_that_mislead_a_viewer_are_escaped() -> None:
    assert dump_line("a\u202eb\u2028c\ufeff") == '"a\\u202eb\\u2028c\\ufeff"'
    assert dump_line("短信") == '"短信"'
