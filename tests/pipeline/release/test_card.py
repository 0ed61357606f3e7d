import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import mlcroissant
import pytest
from hypothesis import given
from hypothesis import strategies as st
from release_tables import EXAMPLES, content

from pipeline.release.card import card, markdown
from pipeline.release.plots import bars
from pipeline.release.writer import write_release


@given(st.text())
def test_a_name_cannot_become_markup(name: str) -> None:
    safe = markdown(name)
    assert safe.isprintable() or safe == ""
    assert "<" not in safe and ">" not in safe
    assert not re.search(r"(?<!\\)[|`\[\]*_!#]", safe)
    assert not re.search(r"(?i)https?://|www\.\w", safe)


def test_a_plain_name_stays_readable() -> None:
    assert markdown("Domain & DNS (all), 1.0 短信") == "Domain &amp; DNS (all), 1.0 短信"
    assert len(markdown("x" * 10_000)) == 80


def test_the_card_compares_with_the_paper_and_tells_the_limits() -> None:
    text = card(content(), "2026.03.1")
    assert "| Solution | 2 | 40.00% | 63.35% |" in text
    assert "| subtasks | 5 | 3,307 |" in text
    assert "Domain \\| &lt;b&gt;Names&lt;/b&gt; \\$x\\$" in text
    assert "decided by automatic steps; no person has" in text
    assert "| tickets: chat | CC-BY-4.0 |" in text and "| documents: Manual &lt;i&gt; | CC-BY-SA-4.0 |" in text
    assert "1 of 4\n  calls are shown as history" in text
    assert "| no-reference | minor | 3 |" in text
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in tables)


@given(st.lists(st.tuples(st.text(), st.floats(0, 1), st.none() | st.floats(0, 1)), max_size=4))
def test_plots_are_xml_whatever_the_labels(rows: list[tuple[str, float, float | None]]) -> None:
    svg = bars("Shares", rows)
    assert ET.fromstring(svg).tag.endswith("svg")
    assert svg == bars("Shares", rows)


@pytest.mark.filterwarnings("ignore")  # of rdflib and pandas, by way of mlcroissant
def test_croissant_is_accepted_by_its_validator_and_loads_the_tables(tmp_path: Path) -> None:
    path = write_release(content(), tmp_path, "2026.03.1")
    data = mlcroissant.Dataset(jsonld=str(path / "croissant.json"))
    assert not data.metadata.issues.errors and not data.metadata.issues.warnings
    rows = list(data.records("subtasks"))
    assert len(rows) == 5 and rows[0]["subtasks/ticket_id"] == EXAMPLES[0].id.encode()
    assert len(list(data.records("ledger"))) == 5
    assert [r["tasks_with_tool/id"].decode() for r in data.records("tasks_with_tool")] == [EXAMPLES[1].id]
    assert json.loads((path / "croissant.json").read_bytes())["license"] == ["CC-BY-4.0"]
