"""The job of the UI, run for real over the samples in an instance of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import dagster as dg
import pytest

from pipeline.instance import KEY_VARIABLE
from pipeline.release.summary import summary
from pipeline.release.validate import validate
from tests.conftest import KEY_TEXT, ROOT, VERSION
from tests.planted import found_in, planted

pytestmark = [pytest.mark.xdist_group("samples"), pytest.mark.slow]


class Run(NamedTuple):
    home: Path
    release: Path
    result: subprocess.CompletedProcess[str]

    def instance(self) -> dg.DagsterInstance:
        return dg.DagsterInstance.from_config(str(self.home))


def start(home: Path, settings: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DAGSTER_HOME": str(home), KEY_VARIABLE: KEY_TEXT}
    command = [sys.executable, "-m", "assets.run", "--settings", str(settings), *arguments]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory, vector_cache: Path, sample_release: Path) -> Run:
    """What `./run` does, on a copy of the samples, with the vectors that `sample_release` has left in the cache."""
    folder = tmp_path_factory.mktemp("job")
    shutil.copytree(ROOT / "samples", folder / "samples")
    home = folder / "instance"
    home.mkdir()
    shutil.copy(ROOT / "assets" / "dagster.yaml", home)
    shutil.copytree(vector_cache.parent, home / "cache")
    result = start(home, folder / "samples" / "settings.yaml", "--version", VERSION)
    return Run(home, folder / "releases" / VERSION, result)


def test_the_terminal_tells_what_was_made(run: Run) -> None:
    assert run.result.returncode == 0, run.result.stdout + run.result.stderr
    for words in ("[12/12]", "release", str(run.release), "quarantined", "with tools", "subtasks", "Solution", "./run ui"):
        assert words in run.result.stdout
    assert "Traceback" not in run.result.stderr


def test_dagster_and_the_plain_flow_make_the_same_release(run: Run, sample_release: Path) -> None:
    assert validate(run.release) == []
    assert summary(run.release)["digest"] == summary(sample_release)["digest"]


def test_the_instance_knows_rows_checks_and_the_digest(run: Run) -> None:
    with run.instance() as instance:
        event = instance.get_latest_materialization_event(dg.AssetKey("intake"))
        assert event is not None and event.asset_materialization is not None
        assert event.asset_materialization.metadata["rows_tickets"].value > 100
        records = instance.get_event_records(dg.EventRecordsFilter(dg.DagsterEventType.ASSET_CHECK_EVALUATION), limit=200)
        checks = [r.event_log_entry.dagster_event.asset_check_evaluation_data for r in records]
        assert len(checks) > 15 and all(c.passed or c.severity == dg.AssetCheckSeverity.WARN for c in checks)
        made = instance.get_latest_materialization_event(dg.AssetKey("release"))
        assert made is not None and made.asset_materialization is not None
        assert made.asset_materialization.metadata["digest"].value == summary(run.release)["digest"]


def test_no_planted_value_is_in_the_event_log_a_preview_or_the_terminal(run: Run) -> None:
    values = planted(ROOT / "samples")
    raw = {run.home / "tables", run.home / "cache"}  # raw stages, and vectors under digests
    files = [f for f in run.home.rglob("*") if f.is_file() and not raw & set(f.parents)]
    assert any(f.suffix == ".db" for f in files)
    left = {f.name: found_in(f.read_bytes(), values) for f in files}
    left["terminal"] = found_in((run.result.stdout + run.result.stderr).encode(), values)
    assert {name: values for name, values in left.items() if values} == {}


def test_the_cache_holds_no_text(run: Run) -> None:
    data = b"".join(f.read_bytes() for f in (run.home / "cache").iterdir())
    assert found_in(data, planted(ROOT / "samples")) == []


def test_an_existing_version_is_refused_in_one_line(run: Run) -> None:
    before = (run.release / "manifest.json").read_bytes()
    again = start(run.home, run.release.parents[1] / "samples" / "settings.yaml", "--version", VERSION)
    assert again.returncode == 1
    assert "never overwritten" in again.stderr and "Traceback" not in again.stderr
    assert (run.release / "manifest.json").read_bytes() == before
