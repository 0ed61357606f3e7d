from hypothesis import given
from hypothesis import strategies as st

from knowledge_base.chunking import chunk_markdown, words

PAGE = """# Snapshots<a name="snap"></a>

A snapshot copies a disk\\. It takes minutes\\.

## Limits

| what | number |
| --- | --- |
| per disk | 255 |

### Quotas
Ask support.

## Example

```
# not a heading
cumulo snapshot \\
    create
```
"""


def test_headings_make_the_path_and_code_stays_whole() -> None:
    parts = list(chunk_markdown(PAGE, 50))
    assert [path for path, _ in parts] == [
        ["Snapshots"],
        ["Snapshots", "Limits"],
        ["Snapshots", "Limits", "Quotas"],
        ["Snapshots", "Example"],
    ]
    assert parts[0][1] == "A snapshot copies a disk. It takes minutes."
    assert "# not a heading\ncumulo snapshot \\\n    create" in parts[3][1]


@given(st.text(alphabet="ab .#\n`|中。", max_size=400), st.integers(5, 40))
def test_no_word_is_lost_and_no_part_is_too_long(text: str, limit: int) -> None:
    parts = list(chunk_markdown(text, limit))
    kept = "".join(part for _, part in parts)
    for heading, _ in parts:
        kept += "".join(heading)
    assert {c for c in text if c in "ab中"} >= {c for c in kept if c in "ab中"}
    body = "".join(c for _, part in parts for c in part if c in "ab中")
    longest = max((words(line) for line in text.split("\n")), default=0)
    assert all(words(part) <= max(limit, longest) for _, part in parts)
    headings = [line for line in text.split("\n") if line.startswith("#")]
    if not headings:
        assert body == "".join(c for c in text if c in "ab中")


def test_a_long_paragraph_is_cut_at_sentences() -> None:
    text = " ".join(f"Sentence number {n} has six words." for n in range(20))
    parts = [part for _, part in chunk_markdown(text, 30)]
    assert all(part.endswith(".") and words(part) <= 30 for part in parts)
    assert " ".join(parts) == text
