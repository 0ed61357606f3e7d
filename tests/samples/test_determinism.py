"""Same input, same bytes: whatever the order of files and lines, the number of workers, or who orchestrates."""

import json
import shutil
from pathlib import Path

import pytest

from knowledge_base.embed import MiniLM
from pipeline.release.summary import summary
from tests.conftest import ROOT, build_samples

pytestmark = [pytest.mark.xdist_group("samples"), pytest.mark.slow]


def digest(release: Path) -> str:
    return str(summary(release)["digest"])


def test_a_second_build_with_other_workers_gives_the_same_digest(sample_release: Path, embedder: MiniLM, tmp_path: Path) -> None:
    again = build_samples(embedder, tmp_path, workers=2)
    assert digest(again) == digest(sample_release)
    same = [p.relative_to(again) for p in sorted(again.rglob("*")) if p.is_file()]
    assert [p for p in same if (again / p).read_bytes() != (sample_release / p).read_bytes()] == []


def test_files_and_lines_in_reverse_order_give_the_same_digest(sample_release: Path, embedder: MiniLM, tmp_path: Path) -> None:
    samples = tmp_path / "samples"
    shutil.copytree(ROOT / "samples", samples)
    for number, file in enumerate(sorted((samples / "tickets").glob("*.jsonl"), reverse=True)):
        lines = file.read_bytes().splitlines(keepends=True)
        assert lines[-1].endswith(b"\n")
        kind = file.name.split("-")[0]
        file.unlink()
        (samples / "tickets" / f"{kind}-{number:03}.jsonl").write_bytes(b"".join(reversed(lines)))
    again = build_samples(embedder, tmp_path / "out", settings_file=samples / "settings.yaml")
    assert digest(again) == digest(sample_release)


def test_the_ledger_names_every_record_once(sample_release: Path) -> None:
    records = 0
    for file in (ROOT / "samples" / "tickets").glob("*.jsonl"):
        records += sum(1 for line in file.read_bytes().split(b"\n") if line.strip())
    manifest = json.loads((sample_release / "manifest.json").read_text("utf-8"))
    assert sum(manifest["counts"]["tickets"].values()) == records
    assert all(manifest["counts"]["tickets"][state] > 0 for state in ("released", "duplicate", "quarantined"))
