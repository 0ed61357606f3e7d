import gzip
import json
from pathlib import Path

import pytest

from knowledge_base.documents import read_documents
from pipeline.errors import InputError
from pipeline.settings import Documents, Knowledge, Settings, Source


def settings(folder: Path, *documents: Documents) -> Settings:
    file = folder / "settings.yaml"
    given = Settings(sources=[Source(name="a", path="a", format="chat")], knowledge=Knowledge(documents=list(documents)))
    file.write_text(json.dumps(given.model_dump()), "utf-8")
    return Settings.load(file)


def test_markdown_with_front_matter(tmp_path: Path) -> None:
    (tmp_path / "docs" / "deep").mkdir(parents=True)
    page = "---\ntitle: Snapshots\nsource: https://docs.cumulo.cloud/snap\nlicence: MIT\n---\n# Snapshots\n\nCopies.\n\n## Limits\n\n255.\n"
    (tmp_path / "docs" / "deep" / "snap.md").write_text(page)
    (tmp_path / "docs" / "plain.md").write_text("只有正文")
    rows = read_documents(settings(tmp_path, Documents(path="docs", name="Handbook", licence="CC0-1.0"))).rows(named=True)
    assert {(r["doc_id"], r["title"], r["content"], r["source"], r["licence"], r["language"]) for r in rows} == {
        ("deep/snap", "Snapshots", "Copies.", "https://docs.cumulo.cloud/snap", "MIT", "en"),
        ("deep/snap", "Snapshots > Limits", "255.", "https://docs.cumulo.cloud/snap", "MIT", "en"),
        ("plain", "", "只有正文", "Handbook", "CC0-1.0", "zh"),
    }


def test_json_lines_packed_or_not_give_the_same_parts(tmp_path: Path) -> None:
    lines = "".join(json.dumps({"doc_id": f"d{n}", "text": f"Page {n}.", "path": f"p/{n}.md"}) + "\n" for n in range(3))
    (tmp_path / "a.jsonl").write_text(lines)
    with gzip.open(tmp_path / "b.jsonl.gz", "wt") as stream:
        stream.write("".join(reversed(lines.splitlines(keepends=True))))
    one = read_documents(settings(tmp_path, Documents(path="a.jsonl", format="jsonl", name="AWS")))
    two = read_documents(settings(tmp_path, Documents(path="b.jsonl.gz", format="jsonl", name="AWS")))
    assert one.equals(two) and one.height == 3
    assert sorted(one["source"]) == ["AWS: p/0.md", "AWS: p/1.md", "AWS: p/2.md"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"doc_id": "a", "text": "x"}\n{"doc_id": "b"}\n', r"k\.jsonl:2"),
        ("[1]\n", r"k\.jsonl:1"),
        ('{"doc_id": 1, "text": "x"}', r"k\.jsonl:1"),
    ],
)
def test_a_bad_document_is_named_by_file_and_line(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "k.jsonl").write_text(content)
    with pytest.raises(InputError, match=message):
        read_documents(settings(tmp_path, Documents(path="k.jsonl", format="jsonl")))


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere"):
        read_documents(settings(tmp_path, Documents(path="nowhere")))
