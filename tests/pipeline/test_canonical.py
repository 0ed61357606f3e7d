import json

from hypothesis import given
from hypothesis import strategies as st

from pipeline.canonical import canonical_json, content_digest, keyed_digest

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(values)
def test_canonical_json_keeps_the_value_and_is_stable(value: object) -> None:
    text = canonical_json(value)
    assert json.loads(text) == value
    assert canonical_json(json.loads(text)) == text


def test_equal_values_are_equal_text() -> None:
    assert canonical_json({"b": 25.0, "a": [1, "x"]}) == canonical_json({"a": [1.0, "x"], "b": 25}) == '{"a":[1,"x"],"b":25}'


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_digests_tell_every_two_lists_of_parts_apart(a: list[str], b: list[str]) -> None:
    assert (content_digest(*a) == content_digest(*b)) == (a == b)
    assert (keyed_digest(b"k", *a) == keyed_digest(b"k", *b)) == (a == b)


def test_keyed_digest_depends_on_the_key() -> None:
    assert keyed_digest(b"k", "x") != keyed_digest(b"K", "x")
