"""The benchmark's command on small labelled sets of each form."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.predict import main

DUPLICATES = [
    {"id": "a", "messages": [{"role": "user", "content": "my server does not boot after the upgrade, what can I do about it?"}]},
    {"id": "b", "messages": [{"role": "user", "content": "My server does not boot after the upgrade, what can I do about it"}]},
    {"id": "c", "messages": [{"role": "user", "content": "please send me the invoice of March once more, thanks"}]},
]
REPLIES = [
    {
        "item": "x",
        "turns": [
            {"i": 0, "role": "user", "text": "hi, my mail bounces"},
            {"i": 1, "role": "agent", "text": "Could you send me the name of the domain, please?"},
            {"i": 2, "role": "user", "text": "it is ok now, thanks"},
            {"i": 3, "role": "agent", "text": "You're welcome, have a great day!"},
        ],
        "labels": [{"i": 1}, {"i": 3}],
    }
]
PII = [{"full_text": "Write to dana.whitfield@northpier.io today."}, {"text": "Set max_connections to 200 ."}]
CORPUS = [
    {"id": "d1", "title": "Snapshots", "content": "A snapshot copies a disk."},
    {"id": "d2", "title": "Transfer", "content": "To move a domain, unlock it and give us the code."},
]
QUERIES = [{"query": "how do I move my domain to you?"}]


def run(tmp_path: Path, task: str, rows: list[dict[str, Any]], *more: str) -> list[dict[str, Any]]:
    with gzip.open(tmp_path / "gold.jsonl.gz", "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(r) + "\n" for r in rows)
    result = CliRunner().invoke(main, [task, str(tmp_path / "gold.jsonl.gz"), str(tmp_path / "pred.jsonl"), *more])
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in (tmp_path / "pred.jsonl").read_text("utf-8").splitlines()]


def test_duplicates(tmp_path: Path) -> None:
    clusters = {p["id"]: p["cluster"] for p in run(tmp_path, "duplicates", DUPLICATES)}
    assert clusters["a"] == clusters["b"] != clusters["c"]


def test_replies(tmp_path: Path) -> None:
    found = run(tmp_path, "replies", REPLIES)
    assert [(p["item"], p["i"], p["type"], p["checkpoint"]) for p in found] == [("x", 1, "Inquire", True), ("x", 3, "Standard", False)]


def test_pii(tmp_path: Path) -> None:
    found = {p["row"]: p["spans"] for p in run(tmp_path, "pii", PII)}
    assert [PII[0]["full_text"][a:b] for a, b in found[0]] == ["dana.whitfield@northpier.io"]
    assert found.get(1, []) == []


def test_retrieval(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(d) + "\n" for d in CORPUS))
    assert run(tmp_path, "retrieval", QUERIES, "--corpus", str(tmp_path / "corpus.jsonl"))[0]["ranking"][0] == "d2"


@pytest.mark.parametrize("words", [["retrieval"], ["pii", "--corpus"]])
def test_the_corpus_goes_with_retrieval(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "g.jsonl").write_text("{}\n")
    task, *more = words
    arguments = [task, str(tmp_path / "g.jsonl"), str(tmp_path / "p.jsonl"), *more, *([str(tmp_path / "g.jsonl")] if more else [])]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2 and "--corpus goes with retrieval" in result.output
