"""The examples of docs/your-tickets.md are read as the page says."""

import json
import re
from pathlib import Path

import pytest
import yaml

from pipeline.collection.sources import READERS
from pipeline.settings import Settings

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "your-tickets.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##)", PAGE, flags=re.MULTILINE | re.DOTALL))


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


def test_every_format_has_a_section() -> None:
    assert list(SECTIONS) == list(READERS)


@pytest.mark.parametrize("format", READERS)
def test_the_example_of_a_format_is_read(format: str) -> None:
    (example,) = blocks(SECTIONS[format], "json")
    ticket = READERS[format](json.loads(example))
    assert {"customer", "agent"} <= {m.role for m in ticket.messages}


def test_the_settings_are_valid() -> None:
    (example,) = blocks(PAGE, "yaml")
    settings = Settings.model_validate(yaml.safe_load(example))
    assert settings.sources[0].categories == {"srv-compute": "Server", "mail-v2": "Email"}


def test_the_reader_works() -> None:
    (example,) = blocks(PAGE, "python")
    names: dict[str, object] = {"__name__": "mydesk"}
    exec(compile(example, "mydesk.py", "exec"), names)
    ticket = names["read_record"]({"number": 5, "queue": "Q", "notes": [{"who": "client", "words": "hi", "at": "2026-01-01"}]})  # type: ignore[operator]
    assert (ticket.native_id, ticket.category, ticket.messages[0].role) == ("5", "Q", "customer")
