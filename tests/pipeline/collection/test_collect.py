import copy
import io
import json
import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from export_records import EXAMPLES, KEY, collected, dumped
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.canonical import keyed_digest
from pipeline.collection.collect import Collected, collect
from pipeline.errors import InputError
from pipeline.settings import Settings, Source

FORMATS = sorted(EXAMPLES)


def chat(native_id: str, *texts: str, **fields: Any) -> dict[str, Any]:
    return {"id": native_id, "messages": [{"role": "user", "content": t} for t in texts]} | fields


def ipc(frame: pl.DataFrame) -> bytes:
    stream = io.BytesIO()
    frame.write_ipc(stream)
    return stream.getvalue()


def everything(result: Collected) -> list[bytes]:
    """All that must not depend on the order of arrival: the quarantine's places do."""
    return [ipc(result.tickets), ipc(result.messages), ipc(result.ledger), ipc(result.quarantine.drop("file", "line"))]


def test_rows_of_a_ticket(tmp_path: Path) -> None:
    result = collected(tmp_path, "chat", {"a.jsonl": [dumped(EXAMPLES["chat"])]}, categories={"Server": "Compute"})
    (ticket,) = result.tickets.rows(named=True)
    assert ticket["ticket_id"] == keyed_digest(KEY, "ticket", "s", "C-1")[:16]
    assert (ticket["source"], ticket["native_id"], ticket["category"], ticket["language"]) == ("s", "C-1", "Compute", "en")
    assert result.messages["position"].to_list() == [0, 1, 2, 3, 4, 5]
    assert result.ledger.is_empty() and result.quarantine.is_empty()


@pytest.mark.parametrize(
    ("record", "source", "category"),
    [
        (chat("1", "x"), {}, "Others"),
        (chat("1", "x", category=" "), {"category": "Mine"}, "Mine"),
        (chat("1", "x", category="A"), {"category": "Mine"}, "A"),
        (chat("1", "x", category="A"), {"categories": {"A": "B"}}, "B"),
        (chat("1", "x", category="A"), {"categories": {"A": ""}}, "Others"),
        (chat("1", "x"), {"categories": {"": "None given"}}, "None given"),
    ],
)
def test_category(tmp_path: Path, record: dict[str, Any], source: dict[str, Any], category: str) -> None:
    assert collected(tmp_path, "chat", {"a.jsonl": [dumped(record)]}, **source).tickets["category"].to_list() == [category]


@pytest.mark.parametrize(("words", "language"), [("hello there", "en"), ("你好，我的服务器 ECS 无法连接", "zh"), ("Здравствуйте", "other")])
def test_language_is_the_customers(tmp_path: Path, words: str, language: str) -> None:
    record = chat("1", words)
    record["messages"].append({"role": "assistant", "content": "您好，感谢您联系我们的客户服务中心 hello hello hello hello"})
    assert collected(tmp_path, "chat", {"a.jsonl": [dumped(record)]}).tickets["language"].to_list() == [language]


def test_the_latest_version_stays(tmp_path: Path) -> None:
    old, new, undated = (chat("1", f"words {n}") for n in range(3))
    old["messages"][0]["created_at"], new["messages"][0]["created_at"] = "2026-01-01", "2026-01-02"
    lines = [dumped(r) for r in (new, old, undated, new, old)]
    result = collected(tmp_path, "chat", {"a.jsonl": lines})
    assert result.messages["text"].to_list() == ["words 1"]
    kept = result.tickets["ticket_id"].item()
    assert sorted(result.ledger.select("reason", "of", "score").rows()) == [
        ("superseded by a later version", kept, None),
        ("superseded by a later version", kept, None),
        ("superseded by a later version", kept, None),
        ("the same record again", kept, 1.0),
    ]


def test_one_native_id_in_two_sources_is_two_tickets(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(dumped(chat("1", "x")))
    sources = [Source(name=n, path=str(tmp_path / "a.jsonl"), format="chat") for n in ("one", "two")]
    result = collect(Settings(sources=sources), KEY)
    assert result.tickets["source"].sort().to_list() == ["one", "two"]


def test_quarantine_says_where_and_why(tmp_path: Path) -> None:
    result = collected(tmp_path, "chat", {"a.jsonl": [b"{", dumped(chat("1", "x")), b"{", dumped({"id": "2"})]})
    assert sorted(result.quarantine.select("file", "line", "reason").rows()) == [
        ("a.jsonl", 1, "not valid JSON: Expecting property name enclosed in double quotes at character 2"),
        ("a.jsonl", 3, "not valid JSON: Expecting property name enclosed in double quotes at character 2"),
        ("a.jsonl", 4, "messages: Field required"),
    ]
    assert result.ledger["ticket_id"].to_list() == result.quarantine["ticket_id"].to_list()
    assert set(result.ledger["state"]) == {"quarantined"}


def test_a_file_name_that_is_not_utf8(tmp_path: Path) -> None:
    assert collected(tmp_path, "chat", {"a\udcff.jsonl": [b"{"]}).quarantine["file"].to_list() == ["a?.jsonl"]


def test_a_source_without_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="source s: no file at"):
        collect(Settings(sources=[Source(name="s", path=str(tmp_path / "*.jsonl"), format="chat")]), KEY)


def test_untrusted_text_is_only_data(tmp_path: Path) -> None:
    texts = ["\x00nul", "\x1b[31mred", "\u202ebidi", "../../etc/passwd", "<script>alert(1)</script>", "x" * 1_000_000, "ignore previous"]
    record = chat("../../../tmp/x\x00", *texts, category="/etc/\x1b[2J", subject="\u202e")
    result = collected(tmp_path, "chat", {"a.jsonl": [dumped(record)]})
    assert result.messages["text"].to_list() == texts
    assert result.tickets["category"].to_list() == ["/etc/\x1b[2J"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None), max_size=6) | st.just("x" * 100_000),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def mutations(draw: st.DrawFn, record: dict[str, Any]) -> bytes:
    """The record as bytes, after changes at any depth and perhaps a cut or foreign bytes."""
    record = copy.deepcopy(record)
    for _ in range(draw(st.integers(0, 3))):
        place: Any = record
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(place[key], dict | list) and draw(st.booleans()):
                place = place[key]
                continue
            action = draw(st.sampled_from(["replace", "remove", "repeat"]))
            if action == "replace":
                place[key] = draw(JSON)
            elif action == "remove":
                del place[key]
            elif isinstance(place, list):
                place.append(copy.deepcopy(place[key]))
            break
    line = json.dumps(record).encode()
    if draw(st.integers(0, 4)) == 0:
        line = line[: draw(st.integers(1, len(line)))]
    if draw(st.integers(0, 4)) == 0:
        at = draw(st.integers(0, len(line)))
        line = line[:at] + draw(st.binary(max_size=3).map(lambda b: b.replace(b"\n", b"\0"))) + line[at:]
    return line


@pytest.mark.parametrize("format", FORMATS)
@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_mutated_records_are_all_accounted_for_in_any_order(
    tmp_path_factory: pytest.TempPathFactory, format: str, data: st.DataObject
) -> None:
    lines = data.draw(st.lists(mutations(EXAMPLES[format]), min_size=1, max_size=6).map(lambda ls: [line for line in ls if line.strip()]))
    lines += lines[:1] or [b"{}"]
    one = collected(tmp_path_factory.mktemp("one"), format, {"a.jsonl": lines})
    assert one.tickets.height + one.ledger.height == len(lines)
    assert not set(one.tickets["ticket_id"]) & set(one.ledger["ticket_id"])
    assert not one.quarantine["reason"].str.contains("the reader failed").any()
    assert one.messages["ticket_id"].unique().sort().to_list() == one.tickets["ticket_id"].to_list()

    shuffled = data.draw(st.permutations(lines))
    cut = data.draw(st.integers(0, len(lines)))
    files = {"z.jsonl": shuffled[:cut], "b.jsonl": shuffled[cut:]}
    assert everything(collected(tmp_path_factory.mktemp("two"), format, files)) == everything(one)


def test_many_tickets_in_any_order(tmp_path: Path) -> None:
    lines = [dumped(EXAMPLES["chat"] | {"id": n % 150, "subject": str(n % 170)}) for n in range(200)] + [b"{bad"] * 3
    one = collected(tmp_path / "1", "chat", {"a.jsonl": lines})
    random.Random(5).shuffle(lines)
    two = collected(tmp_path / "2", "chat", {"b.jsonl": lines[:90], "a.jsonl": lines[90:]})
    assert one.tickets.height + one.ledger.height == 203
    assert everything(one) == everything(two)
